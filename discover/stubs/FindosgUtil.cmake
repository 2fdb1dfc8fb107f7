# A library of OpenSceneGraph.
xaas_simple_package(osgUtil OSGUTIL_LIBRARIES OSGUTIL_INCLUDE_DIRS
                    ENTRIES OSGUTIL_LIBRARY OSGUTIL_INCLUDE_DIR)
