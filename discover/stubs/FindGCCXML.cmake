# An old parser of C++.
xaas_simple_package(GCCXML ENTRIES GCCXML)
