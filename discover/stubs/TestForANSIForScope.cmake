# CMAKE_NO_ANSI_FOR_SCOPE: the compiler has no loop variables of C++98. None of today's is so old.
set(CMAKE_NO_ANSI_FOR_SCOPE 0 CACHE INTERNAL "")
