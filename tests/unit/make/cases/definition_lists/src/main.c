#ifdef HAVE_MPI
#endif
int main(void) { return 0; }
