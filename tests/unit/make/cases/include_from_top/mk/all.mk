# The folder of this file, with its slash.
include $(dir $(lastword $(MAKEFILE_LIST)))here.mk
# Make was started above: the file of the same name beside this one is not meant.
TOP := $(CURDIR)
include $(TOP)/flags.mk
# The place may end in a slash.
PARTS := mk/parts/
include ${PARTS}flags.mk
