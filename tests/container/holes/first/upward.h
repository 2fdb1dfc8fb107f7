#define UPWARD 1
