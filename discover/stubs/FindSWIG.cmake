# The wrapper generator.
xaas_simple_package(SWIG ENTRIES SWIG_EXECUTABLE SWIG_DIR VERSION SWIG_VERSION)
xaas_components(SWIG)
set(SWIG_USE_FILE UseSWIG)
