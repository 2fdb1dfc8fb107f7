int engine_run();
int engine_data();

int main(int argc, char **)
{
    return argc > 1 ? engine_data() : engine_run();
}
