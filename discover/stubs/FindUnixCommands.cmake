# Programs of every Unix.
xaas_simple_package(UnixCommands ENTRIES BASH CP GZIP MV RM TAR)
