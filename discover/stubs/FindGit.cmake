# The git program.
xaas_simple_package(Git ENTRIES GIT_EXECUTABLE VERSION GIT_VERSION_STRING PROGRAMS Git::Git)
