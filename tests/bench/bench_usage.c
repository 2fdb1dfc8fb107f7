/* bench_usage FILE COMMAND ARGUMENTS...: runs a command and appends "SECONDS KILOBYTES" to FILE:
 * its wall time, and the largest amount of memory it held. The command's exit status is passed on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench_usage FILE COMMAND ARGUMENTS...\n");
        return 2;
    }
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("bench_usage");
        return EXIT_FAILURE;
    }
    double seconds = now() - start;
    FILE *file = fopen(argv[1], "a");
    if (file == NULL || fprintf(file, "%.4f %ld\n", seconds, usage.ru_maxrss) < 0 ||
        fclose(file) != 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}
