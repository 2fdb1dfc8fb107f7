find_package(Fujitsu)
