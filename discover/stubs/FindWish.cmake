# The Tk shell.
xaas_simple_package(Wish ENTRIES TK_WISH)
