ifdef USE_NET
FLAGS += -DNET
endif
