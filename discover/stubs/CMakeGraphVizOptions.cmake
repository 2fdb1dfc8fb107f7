# Documents the settings of cmake --graphviz.
