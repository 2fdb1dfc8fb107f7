# Either Qt 3 or Qt 4, by what is asked for.
if(DESIRED_QT_VERSION EQUAL 3)
  find_package(Qt3)
else()
  find_package(Qt4)
endif()
