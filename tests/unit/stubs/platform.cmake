# Concrete mode has to look like CMake 3.25.1 on Debian 12 with GNU compilers.
set(WORLD missing)
include("${CMAKE_CURRENT_LIST_DIR}/world.cmake")
set(XAAS_CONCRETE TRUE)
foreach(variable CMAKE_SYSTEM_NAME CMAKE_SYSTEM_PROCESSOR UNIX WIN32 APPLE CMAKE_HOST_UNIX CMAKE_HOST_WIN32
        CMAKE_GENERATOR CMAKE_SYSTEM_VERSION CMAKE_EXECUTABLE_SUFFIX CMAKE_HOST_SYSTEM_NAME CMAKE_CROSSCOMPILING)
  unset(${variable})
endforeach()
set(CMAKE_GENERATOR "Unix Makefiles")
set(subject prelude)
include("${STUBS}/prelude.cmake")
foreach(language C CXX Fortran)
  set(XAAS_LANGUAGE ${language})
  include("${STUBS}/language.cmake")
endforeach()
expect(UNIX AND LINUX AND NOT WIN32 AND NOT APPLE AND NOT MSVC AND NOT MINGW AND NOT CYGWIN)
expect(CMAKE_GENERATOR STREQUAL "Unix Makefiles")
foreach(pair CMAKE_SYSTEM_NAME=Linux CMAKE_SYSTEM_PROCESSOR=x86_64 CMAKE_SIZEOF_VOID_P=8 CMAKE_VERSION=3.25.1
        CMAKE_C_COMPILER_ID=GNU CMAKE_CXX_COMPILER_ID=GNU CMAKE_Fortran_COMPILER_ID=GNU CMAKE_SHARED_LIBRARY_SUFFIX=.so
        CMAKE_CXX_COMPILER_VERSION=12.2.0 CMAKE_CXX_STANDARD_DEFAULT=17 CMAKE_COMPILER_IS_GNUCC=1
        CMAKE_COMPILER_IS_GNUCXX=1 CMAKE_LIBRARY_ARCHITECTURE=x86_64-linux-gnu CMAKE_INSTALL_PREFIX=/usr/local
        "CMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG" "CMAKE_Fortran_FLAGS_RELEASE=-O3 -DNDEBUG -O3" CMAKE_CXX_FLAGS_DEBUG=-g
        CMAKE_C_COMPILER=/usr/bin/cc CMAKE_BUILD_TYPE= CMAKE_CXX_FLAGS= CMAKE_EXECUTABLE_SUFFIX= CMAKE_DL_LIBS=dl)
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
