set(from_included "a module in a folder")
