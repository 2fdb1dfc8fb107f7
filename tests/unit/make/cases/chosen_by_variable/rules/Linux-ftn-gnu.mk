FC := ftn
FFLAGS := -O2
LIBS :=
ifdef USE_HDF5
    LIBS += -lhdf5
endif
