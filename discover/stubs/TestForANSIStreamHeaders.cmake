# CMAKE_NO_ANSI_STREAM_HEADERS: the compiler has no <iostream>. None of today's is so old.
set(CMAKE_NO_ANSI_STREAM_HEADERS 0 CACHE INTERNAL "")
