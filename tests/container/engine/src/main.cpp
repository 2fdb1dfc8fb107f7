int engine_run();

int main()
{
    return engine_run();
}
