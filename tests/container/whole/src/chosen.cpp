#include "whole.h"
#include <stdexcept>

extern "C" {
static int usual()
{
    return 7;
}
static int (*resolve())()
{
    return usual;
}
int chosen_value() __attribute__((ifunc("_ZL7resolvev")));

void hidden_throw(int value);

const char *chosen_caught()
{
    try {
        hidden_throw(hidden_value(20));
    } catch (const std::runtime_error &) {
        return "caught";
    }
    return "nothing";
}
}

namespace {
struct Entry {
    int value;
    Entry() : value(3) {}
};
Entry entry;
} // namespace

extern "C" int chosen_entry()
{
    return entry.value;
}

extern "C" void hidden_throw(int value)
{
    if (value > 0) {
        throw std::runtime_error("above");
    }
}
