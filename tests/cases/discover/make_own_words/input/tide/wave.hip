#ifdef TIDE_WAVE64
int wave = 64;
#endif
#ifdef TIDE_WAVE32
int wave = 32;
#endif
