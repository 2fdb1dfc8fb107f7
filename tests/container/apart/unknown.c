int unknown(int value)
{
    return value + 1;
}
