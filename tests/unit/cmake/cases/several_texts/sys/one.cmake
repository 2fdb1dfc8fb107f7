set(WAVES_ONE one CACHE STRING "Of machine one")
