include_guard()
set(HERE "${HERE}x")
