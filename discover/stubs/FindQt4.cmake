# Qt 4: many variables, all with the prefix QT_.
include("${CMAKE_CURRENT_LIST_DIR}/CheckCXXSymbolExists.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/MacroAddFileDependencies.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CMakePushCheckState.cmake")
xaas_simple_package(Qt4 QT_USE_FILE
                    ENTRIES QT_QMAKE_EXECUTABLE
                    VERSION QTVERSION QT_VERSION_MAJOR QT_VERSION_MINOR QT_VERSION_PATCH
                    FOUND QT_FOUND QT4_FOUND)

xaas_volatile_prefix(QT_)
if(Qt4_FOUND)
  foreach(_xaas_module QtCore QtGui QtOpenGL QtNetwork QtXml QtSvg QtSql QtTest QtWebKit QtDBus
          QtScript)
    xaas_target(Qt4::${_xaas_module} LIBRARY)
  endforeach()
endif()

# The generators of code: their results are files in the build tree.
macro(qt4_wrap_cpp result)
endmacro()

macro(qt4_wrap_ui result)
endmacro()

macro(qt4_add_resources result)
endmacro()

macro(qt4_generate_moc input output)
endmacro()

macro(qt4_automoc)
endmacro()

macro(qt4_use_modules target)
endmacro()

macro(qt4_create_translation result)
endmacro()

macro(qt4_add_translation result)
endmacro()
