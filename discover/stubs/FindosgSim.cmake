# A library of OpenSceneGraph.
xaas_simple_package(osgSim OSGSIM_LIBRARIES OSGSIM_INCLUDE_DIRS
                    ENTRIES OSGSIM_LIBRARY OSGSIM_INCLUDE_DIR)
