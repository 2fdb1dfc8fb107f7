# The old test server.
xaas_simple_package(Dart ENTRIES DART_ROOT)
