#define _GNU_SOURCE
#include "container/ir/symbol_text.h"
#include <dlfcn.h>
#include <glib.h>
#include <stdlib.h>

/* The C++ runtime's function (Itanium C++ ABI, "Demangler API"), which LLVM's library brings. */
typedef char *(*Demangle)(const char *name, char *buffer, size_t *length, int *status);

char *symbol_text(const char *name)
{
    int status = 0;
    Demangle demangle = (Demangle)(guintptr)dlsym(RTLD_DEFAULT, "__cxa_demangle");
    char *plain = demangle == NULL || !g_str_has_prefix(name, "_Z")
                      ? NULL
                      : demangle(name, NULL, NULL, &status);
    char *text = plain == NULL ? g_strdup(name) : g_strdup_printf("%s (%s)", name, plain);
    free(plain);
    return text;
}
