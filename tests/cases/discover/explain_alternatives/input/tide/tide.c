int main(void)
{
#ifdef TIDE_DEVICE
    return 1;
#endif
    return 0;
}
