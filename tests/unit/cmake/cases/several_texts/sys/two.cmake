set(WAVES_TWO two CACHE STRING "Of machine two")
