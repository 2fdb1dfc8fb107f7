# A library of OpenSceneGraph.
xaas_simple_package(osgWidget OSGWIDGET_LIBRARIES OSGWIDGET_INCLUDE_DIRS
                    ENTRIES OSGWIDGET_LIBRARY OSGWIDGET_INCLUDE_DIR)
