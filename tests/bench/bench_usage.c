/* bench_usage FILE COMMAND ARGUMENTS...: runs a command and appends "SECONDS KILOBYTES PROCESSOR"
 * to FILE: its wall time, the largest amount of memory that one process of it held, and the
 * processor time of all its processes. Those that outlive their parents, as in a sandbox that
 * answers before it is gone, are waited for and count, too. The command's exit status is passed on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
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

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench_usage FILE COMMAND ARGUMENTS...\n");
        return 2;
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    int result = 0;
    pid_t ended = 0;
    double seconds = 0;
    while (child > 0 && (ended = wait(&result)) > 0) {
        if (ended == child) {
            status = result;
            seconds = now() - start;
        }
    }
    struct rusage usage;
    if (child < 0 || getrusage(RUSAGE_CHILDREN, &usage) != 0) {
        perror("bench_usage");
        return EXIT_FAILURE;
    }
    double processor = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    FILE *file = fopen(argv[1], "a");
    if (file == NULL || fprintf(file, "%.4f %ld %.4f\n", seconds, usage.ru_maxrss, processor) < 0 ||
        fclose(file) != 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}
