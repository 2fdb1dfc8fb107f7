set(WAVES_THREE three CACHE STRING "Of machine three")
