int main(void) { printf("\nCORE=%s\n", core); }
