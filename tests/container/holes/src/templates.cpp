#include <algorithm>
#include <vector>
#ifdef __AVX2__
int special(std::vector<int> values) { return values.back(); }
#endif
int sorted(std::vector<int> values)
{
    std::sort(values.begin(), values.end());
    return values.front();
}
