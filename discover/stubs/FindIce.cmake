# Remote calls by ZeroC.
xaas_simple_package(Ice Ice_INCLUDE_DIRS Ice_LIBRARIES Ice_SLICE_DIRS
                    ENTRIES Ice_INCLUDE_DIR Ice_SLICE_DIR Ice_SLICE2CPP_EXECUTABLE
                    VERSION Ice_VERSION)
xaas_components(Ice TARGETS)
