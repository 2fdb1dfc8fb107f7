include tide.options

# For all parts
OPT += -DWITH_OMP
# The sources are told of it whatever is chosen
OPT += -DVERSION_SEEN

ifeq (WITH_OMP,$(findstring WITH_OMP,$(OPT)))
  CFLAGS += -fopenmp
  ifeq ($(CC),clang)
    OPT := $(filter-out -DWITH_OMP,$(OPT))
  endif
endif
ifeq (SILENT,$(findstring SILENT,$(OPT)))
  CFLAGS += -DQUIET
endif
