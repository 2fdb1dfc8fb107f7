# Tracing on Linux.
xaas_simple_package(LTTngUST
                    ENTRIES LTTNGUST_LIBRARIES LTTNGUST_INCLUDE_DIRS
                    VERSION LTTNGUST_VERSION_STRING
                    FOUND LTTNGUST_HAS_TRACEF LTTNGUST_HAS_TRACELOG
                    TARGETS LTTng::UST)
