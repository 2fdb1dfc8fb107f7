# Documents the CPACK_* variables of one kind of package; CPack reads them when it makes the
# package.
