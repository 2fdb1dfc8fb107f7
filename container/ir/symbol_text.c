#define _GNU_SOURCE
#include "container/ir/symbol_text.h"
#include <dlfcn.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* The C++ runtime's function (Itanium C++ ABI, "Demangler API"), which LLVM's library brings. */
typedef char *(*Demangle)(const char *name, char *buffer, size_t *length, int *status);

/* Names refer back to parts of themselves, and what they mean can double with each such reference,
 * or be as long as a list of arguments for each expansion of one. Names may come from anywhere,
 * and the runtime has no limit of its own, so that those beyond these remain as they are. */
#define NAME_LENGTH_MAX 512u
#define REFERENCES_MAX 8u
#define EXPANSIONS_MAX 1u
#define TEXT_LENGTH_MAX 1024u

/* Whether a reference may begin there: "S_", "S0_", "T_", "T0_", "TL0__". Within an identifier it
 * only looks so, which is counted, too: where identifiers end is for the runtime to find out. */
static gboolean is_reference(const char *at)
{
    static const char numbers[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    return (*at == 'S' || *at == 'T') && memchr(at + 1, '_', strspn(at + 1, numbers)) != NULL;
}

/* Whether an expression may begin there ("X", "DT", "Dt", "DO", "sr", a vector's length, a
 * condition). The runtime reads some of those that are malformed without end. Letters of
 * identifiers are taken for one as well: such a name stands without what it means. */
static gboolean is_expression(const char *at)
{
    return *at == 'X' || *at == 'Q' || g_str_has_prefix(at, "DT") || g_str_has_prefix(at, "Dt") ||
           g_str_has_prefix(at, "DO") || g_str_has_prefix(at, "Dv_") || g_str_has_prefix(at, "sr");
}

/* By what the Itanium C++ ABI, "Compression" and "Template parameters", lets a name do. */
static gboolean is_cheap(const char *name)
{
    guint references = 0;
    guint expansions = 0;
    gboolean has_parameters = FALSE;
    if (strnlen(name, NAME_LENGTH_MAX + 1) > NAME_LENGTH_MAX) {
        return FALSE;
    }
    for (const char *at = name; *at != '\0'; at++) {
        if (is_expression(at)) {
            return FALSE;
        }
        gboolean refers = is_reference(at);
        references += refers ? 1 : 0;
        has_parameters = has_parameters || (refers && *at == 'T');
        expansions += g_str_has_prefix(at, "Dp") || g_str_has_prefix(at, "sp") ? 1 : 0;
    }
    return references <= REFERENCES_MAX && (!has_parameters || expansions <= EXPANSIONS_MAX);
}

char *symbol_text(const char *name)
{
    int status = 0;
    Demangle demangle = (Demangle)(guintptr)dlsym(RTLD_DEFAULT, "__cxa_demangle");
    char *plain = demangle == NULL || !g_str_has_prefix(name, "_Z") || !is_cheap(name)
                      ? NULL
                      : demangle(name, NULL, NULL, &status);
    char *text = plain == NULL || strlen(plain) > TEXT_LENGTH_MAX
                     ? g_strdup(name)
                     : g_strdup_printf("%s (%s)", name, plain);
    free(plain);
    return text;
}
