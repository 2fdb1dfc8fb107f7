# The Ruby interpreter.
xaas_simple_package(Ruby Ruby_INCLUDE_DIRS Ruby_LIBRARIES RUBY_EXECUTABLE RUBY_INCLUDE_DIRS
                    RUBY_LIBRARY
                    ENTRIES Ruby_EXECUTABLE Ruby_INCLUDE_DIR Ruby_LIBRARY
                    VERSION Ruby_VERSION RUBY_VERSION)
