CC = gcc
CPPFLAGS = -O2
