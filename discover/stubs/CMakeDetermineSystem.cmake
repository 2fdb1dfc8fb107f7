# The platform is known from the start: prelude.cmake.
