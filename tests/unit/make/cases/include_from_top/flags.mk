ifdef USE_HDF5
FLAGS += -DHDF5
endif
