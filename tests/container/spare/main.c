int part(void);

int main(void)
{
    return part();
}
