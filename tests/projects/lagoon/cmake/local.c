_Thread_local int pool;

int main(void)
{
    return pool;
}
