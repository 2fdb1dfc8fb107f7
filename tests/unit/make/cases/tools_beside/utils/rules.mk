VERBOSE ?= no

all: main.c
	$(CC) -o $(NAME) $<
