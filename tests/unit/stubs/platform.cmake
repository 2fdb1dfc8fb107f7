# Concrete mode has to look like CMake 3.25.1 on Debian 12 with GNU compilers.
set(WORLD concrete)
include("${CMAKE_CURRENT_LIST_DIR}/world.cmake")
set(XAAS_CONCRETE TRUE)
foreach(variable CMAKE_SYSTEM_NAME CMAKE_SYSTEM_PROCESSOR UNIX WIN32 APPLE CMAKE_HOST_UNIX
        CMAKE_HOST_WIN32 CMAKE_GENERATOR CMAKE_SYSTEM_VERSION CMAKE_EXECUTABLE_SUFFIX
        CMAKE_HOST_SYSTEM_NAME CMAKE_CROSSCOMPILING)
  unset(${variable})
endforeach()
set(CMAKE_GENERATOR "Unix Makefiles")
set(subject prelude)
include("${STUBS}/prelude.cmake")
include("${STUBS}/project.cmake")
foreach(language C CXX Fortran)
  set(XAAS_LANGUAGE ${language})
  include("${STUBS}/language.cmake")
endforeach()
expect(UNIX AND LINUX AND NOT WIN32 AND NOT APPLE AND NOT MSVC AND NOT MINGW AND NOT CYGWIN)
expect(CMAKE_GENERATOR STREQUAL "Unix Makefiles")
foreach(pair CMAKE_SYSTEM_NAME=Linux CMAKE_SYSTEM_PROCESSOR=x86_64 CMAKE_SIZEOF_VOID_P=8
        CMAKE_VERSION=3.25.1 CMAKE_C_COMPILER_ID=GNU CMAKE_CXX_COMPILER_ID=GNU
        CMAKE_Fortran_COMPILER_ID=GNU CMAKE_SHARED_LIBRARY_SUFFIX=.so
        CMAKE_CXX_COMPILER_VERSION=12.2.0 CMAKE_CXX_STANDARD_DEFAULT=17 CMAKE_COMPILER_IS_GNUCC=1
        CMAKE_COMPILER_IS_GNUCXX=1 CMAKE_LIBRARY_ARCHITECTURE=x86_64-linux-gnu
        CMAKE_INSTALL_PREFIX=/usr/local "CMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG"
        "CMAKE_Fortran_FLAGS_RELEASE=-O3 -DNDEBUG -O3" CMAKE_CXX_FLAGS_DEBUG=-g
        CMAKE_C_COMPILER=/usr/bin/cc CMAKE_BUILD_TYPE= CMAKE_CXX_FLAGS= CMAKE_EXECUTABLE_SUFFIX=
        CMAKE_DL_LIBS=dl)
  string(FIND "${pair}" "=" at)
  string(SUBSTRING "${pair}" 0 ${at} variable)
  math(EXPR at "${at} + 1")
  string(SUBSTRING "${pair}" ${at} -1 value)
  expect(DEFINED ${variable})
  expect("x${${variable}}" STREQUAL "x${value}")
endforeach()
get_property(type CACHE CMAKE_CXX_FLAGS PROPERTY TYPE)
expect(type STREQUAL "STRING")
include("${STUBS}/GNUInstallDirs.cmake")
expect(CMAKE_INSTALL_FULL_LIBDIR STREQUAL "/usr/local/lib")
expect(CMAKE_INSTALL_MANDIR STREQUAL "share/man")
expect("x$CACHE{CMAKE_INSTALL_MANDIR}" STREQUAL "x")

# What a CMakeCache.txt says about packages.
set(subject "environment file")
set(environment_FIND_PACKAGE_MESSAGE_DETAILS_ZLIB
    "[/usr/lib/libz.so][/usr/include][c ][v1.2.13(1.2)]")
set(environment_BZIP2_LIBRARY_RELEASE /usr/lib/libbz2.so)
set(environment_BZIP2_INCLUDE_DIR /usr/include)
set(environment_PNG_LIBRARY_RELEASE /usr/lib/libpng.so)
set(environment_PNG_PNG_INCLUDE_DIR PNG_PNG_INCLUDE_DIR-NOTFOUND)
set(environment_MPI_C_HEADER_DIR /usr/include)
set(environment_MPI_CXX_HEADER_DIR MPI_CXX_HEADER_DIR-NOTFOUND)
set(environment_OpenMP_C_FLAGS -fopenmp)
set(environment_OpenMP_CXX_FLAGS -fopenmp)
set(environment_OpenMP_Fortran_FLAGS -fopenmp)
set(environment_GLIB_FOUND 1)
set(environment_FIND_PACKAGE_MESSAGE_DETAILS_Python3
    "[/usr/bin/python3][cfound components: Interpreter ][v3.11.2()]")
foreach(package ZLIB BZip2 PNG JPEG MPI OpenMP Python3 PkgConfig)
  include("${STUBS}/Find${package}.cmake")
endforeach()
expect(ZLIB_FOUND AND ZLIB_VERSION_STRING VERSION_EQUAL 1.2.13)
expect(BZip2_FOUND AND BZIP2_FOUND)
expect(NOT PNG_FOUND AND NOT JPEG_FOUND)
expect(MPI_C_FOUND AND NOT MPI_CXX_FOUND AND NOT MPI_FOUND)
expect(OpenMP_FOUND AND OpenMP_Fortran_FOUND AND OpenMP_C_FLAGS STREQUAL "-fopenmp")
expect(Python3_FOUND AND Python3_VERSION_MAJOR EQUAL 3 AND Python3_VERSION_MINOR EQUAL 11)
pkg_check_modules(GLIB glib-2.0)
pkg_check_modules(GTK gtk4)
expect(GLIB_FOUND AND NOT GTK_FOUND)
set(MPI_FIND_COMPONENTS C)
include("${STUBS}/FindMPI.cmake")
expect(MPI_FOUND)
