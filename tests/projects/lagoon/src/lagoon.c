int lagoon(void);

int lagoon(void)
{
    return LAGOON_BITS;
}
