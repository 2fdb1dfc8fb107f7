# Nested: make was started above.
include shared/common.*
ifdef USE_THREADS
FLAGS += -fopenmp
endif
