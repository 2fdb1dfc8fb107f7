# Simulations that run together.
xaas_simple_package(RTI RTI_LIBRARIES RTI_DEFINITIONS
                    ENTRIES RTI_LIBRARY RTI_FEDTIME_LIBRARY RTI_INCLUDE_DIR)
