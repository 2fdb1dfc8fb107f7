option(PART_MORE "More" OFF)
