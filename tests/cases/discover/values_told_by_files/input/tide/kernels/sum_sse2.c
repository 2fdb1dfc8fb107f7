int sum_sse2;
