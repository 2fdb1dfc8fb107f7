#ifdef USE_WAVES
#include <pthread.h>
#endif
int main(void){return 0;}
