/* The same, by a unit whose command wants none of it vectorized. */
void straight(float *values, int count)
{
    for (int i = 0; i < count; i++) {
        values[i] = values[i] * 2 + 1;
    }
}
