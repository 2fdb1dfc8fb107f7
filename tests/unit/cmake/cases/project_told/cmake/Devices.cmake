option(WAVES_DEVICE_TIMERS "Measure on devices" OFF)
