int sum_avx2;
