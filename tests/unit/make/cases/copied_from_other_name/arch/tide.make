ifndef TIDE_DIR
$(error TIDE_DIR is not set)
endif

ARCH ?= default

include $(TIDE_DIR)/arch/$(ARCH).defs
include $(TIDE_DIR)/arch/rules.make

tide: tide.o
