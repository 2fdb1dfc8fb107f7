ifneq ($(shell which nvcc),)
  CONFIG_HAVE_GPU := true
endif
