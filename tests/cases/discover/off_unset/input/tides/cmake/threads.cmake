if(WIN32)
  set(TIDES_USE_OPENMP ON)
endif()
