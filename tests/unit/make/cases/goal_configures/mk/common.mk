HERE := $(dir $(lastword $(MAKEFILE_LIST)))
ifeq ($(MAKECMDGOALS),config)
  CONFIG_FLAGS ?= -O2
  # Compile for this very machine.
  TARGET_HOST ?= true
  ifeq ($(TARGET_HOST),true)
    CONFIG_FLAGS += -march=native
  endif
  include $(HERE)/find.mk
  ifdef USE_HDF5
    CONFIG_FLAGS += -DHDF5
  endif
  CONFIG_VARS := $(sort $(filter CONFIG_%,$(.VARIABLES)))
  $(file > $(HERE)/.config.mk,# written)
  $(foreach var,$(CONFIG_VARS),$(file >> $(HERE)/.config.mk,$(patsubst CONFIG_%,%,$(var)) := $($(var))))
  $(file >> $(HERE)/.config.mk,ORDER := $(shell date))
  $(file >> $(HERE)/.config.mk,USE_HDF5 := $(USE_HDF5))
else
  ifeq ($(USE_LATER),1)
    FLAGS += -DLATER
  endif
endif
include $(HERE)/.config.mk
ifdef ORDER
FLAGS += -DORDER
endif
