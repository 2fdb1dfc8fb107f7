/* One step of a wave: what the vector instructions are for. */
void wave(float *now, const float *before, int count, float speed)
{
    for (int i = 1; i < count - 1; i++) {
        now[i] += speed * (before[i - 1] - 2 * before[i] + before[i + 1]);
    }
}
