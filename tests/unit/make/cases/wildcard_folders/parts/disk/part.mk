ifdef USE_DISK
FLAGS += -DDISK
endif
