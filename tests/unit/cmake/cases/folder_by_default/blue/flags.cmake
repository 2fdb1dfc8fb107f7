add_definitions(-DBLUE)
