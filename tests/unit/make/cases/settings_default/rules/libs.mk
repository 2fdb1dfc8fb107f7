ifeq ($(GPU),1)
LIBS += -lcufft
endif
