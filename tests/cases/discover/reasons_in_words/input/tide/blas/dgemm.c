int dgemm;
