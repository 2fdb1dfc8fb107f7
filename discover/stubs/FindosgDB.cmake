# A library of OpenSceneGraph.
xaas_simple_package(osgDB OSGDB_LIBRARIES OSGDB_INCLUDE_DIRS
                    ENTRIES OSGDB_LIBRARY OSGDB_INCLUDE_DIR)
