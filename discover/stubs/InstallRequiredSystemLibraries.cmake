# The compiler's runtime libraries, installed along on Windows.
set(CMAKE_INSTALL_SYSTEM_RUNTIME_LIBS "")
