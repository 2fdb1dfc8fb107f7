cmake_minimum_required(VERSION 3.16)
project(fetch NONE)
include(ExternalProject)
ExternalProject_Add(coral
  URL https://example.org/coral.zip
  SOURCE_DIR "${CMAKE_BINARY_DIR}/coral"
  CONFIGURE_COMMAND "")
