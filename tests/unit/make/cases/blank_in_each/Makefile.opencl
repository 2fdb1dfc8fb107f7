# Number of work-items
NUMWI =

ifeq ($(NUMWI),64)
NWI = -DN64WI
else ifeq ($(NUMWI),128)
NWI = -DN128WI
endif

prog: main.o
	$(CXX) $(NWI) -o $@ $^
