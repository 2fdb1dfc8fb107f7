#define HAS_BUILTIN(name) __has_builtin(name)
#define HAS_INCLUDE(name) __has_include(name)
