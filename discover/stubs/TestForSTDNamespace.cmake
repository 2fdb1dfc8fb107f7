# CMAKE_NO_STD_NAMESPACE: the compiler has no namespace std. None of today's is so old.
set(CMAKE_NO_STD_NAMESPACE 0 CACHE INTERNAL "")
