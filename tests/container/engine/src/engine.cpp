#include "numbers.h"
#include <cstdio>
#include <stdexcept>
#include <vector>

unsigned registry_size();

static int checked(int value)
{
    if (value < 0) {
        throw std::runtime_error("negative");
    }
    return value;
}

int engine_run()
{
    std::vector<double> a(64, 2.0), b(64, 3.0);
    int caught = 0;
    try {
        checked(-1);
    } catch (const std::exception &) {
        caught = 1;
    }
    std::printf("dot %g sum %g count %ld registry %u caught %d kernel %s\n",
                numbers_dot(a.data(), b.data(), 64), dispatch_sum(a.data(), 64), numbers_count(41),
                registry_size(), caught, dispatch_name());
    return 0;
}
