# Windows for OpenGL.
include("${CMAKE_CURRENT_LIST_DIR}/SelectLibraryConfigurations.cmake")
xaas_simple_package(GLUT GLUT_INCLUDE_DIRS GLUT_LIBRARIES
                    ENTRIES GLUT_glut_LIBRARY GLUT_INCLUDE_DIR
                    TARGETS GLUT::GLUT)
