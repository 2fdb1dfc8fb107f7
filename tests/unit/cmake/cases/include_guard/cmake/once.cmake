include_guard()
math(EXPR count "${count} + 1")
option(ONCE_${count} "" OFF)
