# The old name of UsewxWidgets.
find_package(wxWindows)
