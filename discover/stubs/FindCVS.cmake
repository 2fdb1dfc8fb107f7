# The cvs program.
xaas_simple_package(CVS ENTRIES CVS_EXECUTABLE)
