# cmake_parse_arguments is a command of CMake itself; this module is kept for old projects.
