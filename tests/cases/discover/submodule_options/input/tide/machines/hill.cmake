set(Drift_ARCH_ZEN3 ON CACHE BOOL "Processors of Hill")
set(Drift_ENABLE_CUDA ON CACHE BOOL "CUDA on Hill")
