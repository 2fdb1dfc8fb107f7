#include <stdio.h>

void plain(float *values, int count);
void library(float *values, int count);
void wide(float *values, int count);
void straight(float *values, int count);
int unknown(int value);

int main(void)
{
    float values[64] = {0};
    plain(values, 64);
    wide(values, 64);
    straight(values, 64);
    library(values, 64);
    return printf("%.3f %d\n", values[0], unknown(1)) < 0;
}
