# With any compiler
MODEL = -DSMALL
TARGET =
