# A library of OpenSceneGraph.
xaas_simple_package(osgQt OSGQT_LIBRARIES OSGQT_INCLUDE_DIRS
                    ENTRIES OSGQT_LIBRARY OSGQT_INCLUDE_DIR)
