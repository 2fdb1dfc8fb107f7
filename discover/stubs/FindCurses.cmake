# Text screens.
include("${CMAKE_CURRENT_LIST_DIR}/CheckLibraryExists.cmake")
xaas_simple_package(Curses CURSES_INCLUDE_DIRS CURSES_INCLUDE_DIR CURSES_LIBRARIES CURSES_LIBRARY
                    CURSES_CFLAGS
                    ENTRIES CURSES_INCLUDE_PATH CURSES_NCURSES_LIBRARY CURSES_FORM_LIBRARY)

foreach(_xaas_header HAVE_CURSES_H HAVE_NCURSES_H HAVE_NCURSES_NCURSES_H HAVE_NCURSES_CURSES_H)
  xaas_flag(CURSES_${_xaas_header} PROBE CURSES_${_xaas_header})
endforeach()
