// A name of a builtin that is pasted is called, and another one is asked about.
#define HAS(name) __has_builtin(name)
#define OF_FLOATS(function, x) function##f(x)
#if HAS(__builtin_expect)
float suffixed(float x) { return OF_FLOATS(__builtin_fabs, x); }
#endif
