cmake_minimum_required(VERSION 3.16)
project(fetch NONE)
include(ExternalProject)
ExternalProject_Add(googletest
  URL https://example.org/googletest.zip
  SOURCE_DIR "${CMAKE_BINARY_DIR}/googletest"
  CONFIGURE_COMMAND "")
