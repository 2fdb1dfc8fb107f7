#ifdef GRID_SP
#endif
#ifdef WITH_SOLVER
#endif
#ifdef WITH_TASKS
#endif
#ifdef OLD_WAY
#endif
int main(void) { return 0; }
