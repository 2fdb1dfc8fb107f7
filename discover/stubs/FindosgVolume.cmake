# A library of OpenSceneGraph.
xaas_simple_package(osgVolume OSGVOLUME_LIBRARIES OSGVOLUME_INCLUDE_DIRS
                    ENTRIES OSGVOLUME_LIBRARY OSGVOLUME_INCLUDE_DIR)
