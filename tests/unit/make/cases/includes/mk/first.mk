FIRST ?= 1
ifeq ($(FIRST),1)
CFLAGS += -DFIRST
endif
