add_definitions(-DRED)
