# CMAKE_NO_ANSI_STRING_STREAM: the compiler has no <sstream>. None of today's is so old.
set(CMAKE_NO_ANSI_STRING_STREAM 0 CACHE INTERNAL "")
