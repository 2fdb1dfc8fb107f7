int main(void)
{
#if defined(HEAT) || defined(STEAM)
    return 1;
#endif
    return CUPS;
}
