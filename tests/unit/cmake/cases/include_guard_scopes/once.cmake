include_guard(GLOBAL)
set(ONCE "${ONCE}x")
