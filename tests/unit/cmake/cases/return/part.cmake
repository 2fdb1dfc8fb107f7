leave()
find_package(OnlyWithoutB)
