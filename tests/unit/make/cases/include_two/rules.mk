ifeq ($(USE_HDF5), yes)
LIBS += -lhdf5
endif
