#ifdef STREAM_WORD
int word;
#endif
#ifdef STREAM_DEPTH
int depth = STREAM_DEPTH;
#endif
int main(void) { return 0; }
