FC := xlf
FFLAGS := -qhot
LIBS :=
ifdef USE_HDF5
    LIBS += -lhdf5
endif
