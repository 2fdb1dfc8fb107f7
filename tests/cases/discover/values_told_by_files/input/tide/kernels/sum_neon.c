int sum_neon;
