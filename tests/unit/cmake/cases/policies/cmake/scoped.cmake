cmake_policy(SET CMP0077 NEW)
