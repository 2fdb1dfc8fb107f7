#if WORD_SIZE == 64 || COUNT_SIZE == 64 || SIDE_SIZE == 64 || defined NO_FILES
#endif
int main(void) { return 0; }
