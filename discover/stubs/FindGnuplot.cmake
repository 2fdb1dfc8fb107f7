# The plotting program.
xaas_simple_package(Gnuplot ENTRIES GNUPLOT_EXECUTABLE VERSION GNUPLOT_VERSION_STRING)
