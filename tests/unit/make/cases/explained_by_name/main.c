int main(void) { return STRIP + CSIZE; }
