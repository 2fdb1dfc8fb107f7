USE_OPENMP ?= 0
CXXFLAGS += -DHEATH_TILE=$(TILE_SIZE)
ifeq ($(strip $(USE_CUDA)),1)
  CXXFLAGS += -DHEATH_CUDA
  LIBS += -lcudart
endif
ifeq ($(strip $(USE_OPENMP)),1)
  CXXFLAGS += -fopenmp
endif

$(OUTFILE): $(CXX_SRC)
	$(CXX) $(CXXFLAGS) -o $@ $^ $(LIBS)
