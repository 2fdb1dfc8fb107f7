# The OpenGL utilities: part of FindOpenGL today.
find_package(OpenGL)
