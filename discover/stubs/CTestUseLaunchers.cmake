# Compilers run behind a recorder when CTEST_USE_LAUNCHERS is set. Nothing that the project sees.
