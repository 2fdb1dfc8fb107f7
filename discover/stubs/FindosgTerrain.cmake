# A library of OpenSceneGraph.
xaas_simple_package(osgTerrain OSGTERRAIN_LIBRARIES OSGTERRAIN_INCLUDE_DIRS
                    ENTRIES OSGTERRAIN_LIBRARY OSGTERRAIN_INCLUDE_DIR)
