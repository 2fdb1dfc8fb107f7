#include "numbers.h"
#include <cstdio>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
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

/* The path of a file in the prefix, as C++ and as what the archive holds: one place, whose length the
 * compiler knows, and which is read. */
int engine_data()
{
    static constexpr char path[] = ENGINE_DATA;
    const std::string text(path, sizeof path - 1);
    std::ifstream file(numbers_data());
    std::string line;
    std::getline(file, line);
    std::cout << text.c_str() << (text == numbers_data() ? " same " : " differs ") << line << "\n";
    return text.size() == sizeof ENGINE_DATA - 1 && file ? 0 : 1;
}
