#ifdef TIDE_SYCL_BATCHED_SUBMIT
#include <sycl/sycl.hpp>
void submit(sycl::queue &queue);
#endif

int main()
{
}
