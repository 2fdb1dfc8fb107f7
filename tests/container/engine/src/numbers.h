#pragma once
#ifdef __cplusplus
extern "C" {
#endif
double numbers_dot(const double *a, const double *b, int count);
long numbers_count(long first);
const char *numbers_data(void);
const char *dispatch_name(void);
double dispatch_sum(const double *a, int count);
#ifdef __cplusplus
}
#endif
