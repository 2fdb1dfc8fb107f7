# Windows for OpenGL.
xaas_simple_package(GLUT GLUT_INCLUDE_DIRS GLUT_LIBRARIES
                    ENTRIES GLUT_glut_LIBRARY GLUT_INCLUDE_DIR
                    TARGETS GLUT::GLUT)
