ifneq (,$(WITH_PERF))
FLAGS += -DPERF
endif
