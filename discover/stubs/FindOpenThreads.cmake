# Threads of OpenSceneGraph.
include("${CMAKE_CURRENT_LIST_DIR}/SelectLibraryConfigurations.cmake")
xaas_simple_package(OpenThreads OPENTHREADS_LIBRARY OPENTHREADS_LIBRARIES
                    ENTRIES OPENTHREADS_LIBRARY_RELEASE OPENTHREADS_INCLUDE_DIR)
