#pragma once
#ifdef __cplusplus
extern "C" {
#endif
int parts_sum(const int *values, int count);
int weak_value(void);    /* a weak definition in the archive, a strong one in the program */
int weak_left(void);     /* only the weak one */
int threads_count(void); /* each of four threads counts in data of its own */
int private_add(int value);
int private_sum(void); /* two threads add to what OpenMP makes private to each */
#ifdef __cplusplus
extern thread_local int threads_own;
#else
extern _Thread_local int threads_own;
#endif
int chosen_value(void);          /* by a function that the loader chooses */
const char *chosen_caught(void); /* thrown in one unit, caught in another */
int clones_sum(const int *values, int count);
int hidden_value(int value); /* not exported */
int entry_value(void);       /* assembler, which calls back */
#ifdef __cplusplus
}
#endif
