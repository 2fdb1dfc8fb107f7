# CMAKE_NO_ANSI_STREAM_HEADERS: the compiler has no <iostream>. None of today's is so old.
include("${CMAKE_CURRENT_LIST_DIR}/CheckIncludeFileCXX.cmake")
set(CMAKE_NO_ANSI_STREAM_HEADERS 0 CACHE INTERNAL "")
