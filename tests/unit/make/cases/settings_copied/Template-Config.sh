
##############################
#  Pick options from this.   #
##############################

#------------ Machine
#PIN                 # pins processes to cores
#VECTORS             # uses vectors in kernels
                     # of all kinds
DOUBLE=2             # 1 is double, 2 is mixed precision
#RANKS=64            # the default is 64
#ORDER=3
SELFGRAVITY          # typically on
#LONG_X
#LONG_Y
#LONG_Z              # a third direction
