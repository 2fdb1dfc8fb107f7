find_package(TBB)
