# Only once
ifndef COMMON_READ
COMMON_READ := yes

SIMD = -mavx2
ifdef STEAM
SIMD += -DSTEAM
endif

include kettle.mk
endif
