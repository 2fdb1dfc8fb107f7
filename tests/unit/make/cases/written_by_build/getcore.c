int main(void) { int prec=4; printf("\nCORE=%s\n", core); printf("size %d, prec=%d\n", size, prec); }
