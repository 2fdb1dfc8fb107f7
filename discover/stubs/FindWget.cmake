# The wget program.
xaas_simple_package(Wget ENTRIES WGET_EXECUTABLE)
