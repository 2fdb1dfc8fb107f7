# A library of OpenSceneGraph.
xaas_simple_package(osg OSG_LIBRARIES OSG_INCLUDE_DIRS
                    ENTRIES OSG_LIBRARY OSG_INCLUDE_DIR)
