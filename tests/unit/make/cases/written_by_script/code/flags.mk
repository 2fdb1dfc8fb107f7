include $(settings)

ifneq ("$(VECTORS)","")
  FLAGS += -DTIDE_VECTORS_$(VECTORS)
endif
