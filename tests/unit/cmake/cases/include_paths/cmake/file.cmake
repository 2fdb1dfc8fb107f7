option(FROM_FILE "" OFF)
