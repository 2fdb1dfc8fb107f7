cmake_minimum_required(VERSION 3.16)
project(fetch NONE)
include(ExternalProject)
ExternalProject_Add(polyp2
  URL https://example.org/polyp2.zip
  SOURCE_DIR "${CMAKE_BINARY_DIR}/polyp2"
  CONFIGURE_COMMAND "")
