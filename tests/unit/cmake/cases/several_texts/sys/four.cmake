set(WAVES_FOUR four CACHE STRING "Of machine four")
