# What aclocal has found; the folder is not to be read once more.
m4_include([m4/part.m4])
