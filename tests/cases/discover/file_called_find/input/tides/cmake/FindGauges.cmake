find_path(GAUGES_INCLUDE gauges.h)
set(GAUGES_CUDA_ARCHITECTURES "${_gauges_archs}" CACHE STRING "GPU architectures that gauges was compiled for" FORCE)
