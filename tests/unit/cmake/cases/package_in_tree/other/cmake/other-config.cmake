option(OTHER_IO "Write files" ON)
set(Other_FOUND FALSE)
