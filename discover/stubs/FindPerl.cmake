# The Perl interpreter.
xaas_simple_package(Perl ENTRIES PERL_EXECUTABLE VERSION PERL_VERSION_STRING)
