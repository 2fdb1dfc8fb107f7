option(PART_CUDA "Use CUDA" ON)
