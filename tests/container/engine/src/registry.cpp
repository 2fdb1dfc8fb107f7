// Filled by constructors that run before main, in this order.
#include <string>
#include <vector>

static std::vector<std::string> &registry()
{
    static std::vector<std::string> names;
    return names;
}

struct Entry {
    explicit Entry(const char *name) { registry().push_back(name); }
};
static Entry first("first");
static Entry second("second");
__attribute__((constructor(200))) static void early()
{
    registry().push_back("early");
}

unsigned registry_size()
{
    return registry().size() == 3 && registry()[0] == "early" && registry()[1] == "first" ? 3 : 0;
}
