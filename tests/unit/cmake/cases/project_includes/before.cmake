set(BEFORE here)
