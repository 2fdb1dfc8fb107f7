# The Pike interpreter.
xaas_simple_package(Pike ENTRIES PIKE_INCLUDE_PATH PIKE_EXECUTABLE)
