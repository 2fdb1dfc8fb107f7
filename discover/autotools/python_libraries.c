#include "discover/autotools/python_libraries.h"

#include <string.h>

/* What the file of a library ends in, on any platform. */
static const char *const endings[] = {".a", ".so", ".lib", ".dylib"};

/* "libfftw3.a" and "-lfftw3" -> "fftw3", in the arena; NULL when the text names no library. */
static const char *library_of(Arena *arena, const char *text, gsize length)
{
    if (length > 2 && g_str_has_prefix(text, "-l")) {
        return arena_intern_length(arena, text + 2, length - 2);
    }
    if (length <= strlen("lib") || !g_str_has_prefix(text, "lib")) {
        return NULL;
    }
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        gsize ending = strlen(endings[i]);
        if (length > strlen("lib") + ending &&
            strncmp(text + length - ending, endings[i], ending) == 0) {
            return arena_intern_length(arena, text + strlen("lib"),
                                       length - strlen("lib") - ending);
        }
    }
    return NULL;
}

void python_libraries(Arena *arena, const char *expression, GPtrArray *names)
{
    for (const char *at = expression; *at != '\0' && names->len < PYTHON_LIBRARIES_MAX; at++) {
        if (*at != '\'' && *at != '"') {
            continue;
        }
        const char *end = strchr(at + 1, *at);
        if (end == NULL) {
            return;
        }
        const char *name = library_of(arena, at + 1, (gsize)(end - at - 1));
        /* Interned, so the same name is the same address. */
        if (name != NULL && !g_ptr_array_find(names, name, NULL)) {
            g_ptr_array_add(names, (gpointer)name);
        }
        at = end;
    }
}
