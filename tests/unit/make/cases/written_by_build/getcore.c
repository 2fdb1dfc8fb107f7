int main(void) { int prec=4; printf("\nCORE=%s\n", core); printf("size %d, prec=%d\n", size, prec); }
prec=8;
#ifdef HAVE_TREES
  USE_TREES := on
#endif
