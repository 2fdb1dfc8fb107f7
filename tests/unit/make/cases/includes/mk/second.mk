ifdef SECOND
include mk/third.mk
endif
