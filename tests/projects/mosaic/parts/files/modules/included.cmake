set(from_included "is overwritten")
