FLAGS = -DRULES
all:
	echo
