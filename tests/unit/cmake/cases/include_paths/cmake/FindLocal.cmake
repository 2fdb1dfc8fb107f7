option(FROM_FIND "" OFF)
set(Local_FOUND TRUE)
