set(Drift_ARCH_ZEN3 ON CACHE BOOL "Processors of Hill")
set(Drift_BLOCK 64 CACHE STRING "Block size on Hill")
