# Where spray is thrown.
SPRAY ?= no
ifeq ($(SPRAY),yes)
CPPFLAGS += -DSPRAY
endif
tide: src/tide.c
	$(CC) $(CPPFLAGS) -o $@ $<
