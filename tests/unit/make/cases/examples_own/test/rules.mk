prog: main.c
	$(CC) $(CFLAGS) -o $@ $<
