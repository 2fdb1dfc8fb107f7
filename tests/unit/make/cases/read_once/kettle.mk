# How many cups there are at most
ifndef CUPS
CUPS := 4
endif
