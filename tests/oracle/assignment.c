#include "tests/oracle/assignment.h"
#include <string.h>

const char *assignment_switch(const char *value)
{
    static const char *const on[] = {"1", "ON", "YES", "TRUE", "Y"};
    for (gsize i = 0; i < G_N_ELEMENTS(on); i++) {
        if (g_ascii_strcasecmp(value, on[i]) == 0) {
            return "ON";
        }
    }
    return "OFF";
}

/* CMake takes an unknown word for STRING, and says so. */
static char *type_of(const char *word)
{
    static const char *const known[] = {"BOOL",     "PATH",   "FILEPATH",     "STRING",
                                        "INTERNAL", "STATIC", "UNINITIALIZED"};
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        if (strcmp(word, known[i]) == 0) {
            return g_ascii_strdown(word, -1);
        }
    }
    return g_strdup("string");
}

static gboolean is_switch(const char *word)
{
    static const char *const off[] = {"0", "OFF", "NO", "FALSE", "N"};
    for (gsize i = 0; i < G_N_ELEMENTS(off); i++) {
        if (g_ascii_strcasecmp(word, off[i]) == 0) {
            return TRUE;
        }
    }
    return strcmp(assignment_switch(word), "ON") == 0;
}

/* A help text that ends in ";ON" is none: option(${name} ${ARGN}) is shown before the list is
 * split. */
static gboolean assignment_of_option(char *const *words, guint count, Assignment *result)
{
    if (count < 2 || count > 3) {
        return FALSE;
    }
    const char *last = strrchr(words[1], ';');
    const char *value = count == 3 ? words[2] : "OFF";
    if (count == 2 && last != NULL && is_switch(last + 1)) {
        value = last + 1;
    }
    *result = (Assignment){
        .name = words[0], .by = "option", .type = g_strdup("bool"), .value = g_strdup(value)};
    return TRUE;
}

/* set(NAME value... CACHE TYPE "help" [FORCE]) */
static gboolean assignment_of_set(char *const *words, guint count, Assignment *result)
{
    gboolean force = count > 4 && strcmp(words[count - 1], "FORCE") == 0;
    guint tail = force ? 4 : 3;
    if (count <= tail || strcmp(words[count - tail], "CACHE") != 0) {
        return FALSE;
    }
    g_autoptr(GPtrArray) values = g_ptr_array_new();
    for (guint i = 1; i < count - tail; i++) {
        if (*words[i] != '\0') {
            g_ptr_array_add(values, words[i]);
        }
    }
    g_ptr_array_add(values, NULL);
    *result = (Assignment){.name = words[0],
                           .by = "set",
                           .type = type_of(words[count - tail + 1]),
                           .value = g_strjoinv(";", (char **)values->pdata),
                           .force = force};
    return TRUE;
}

gboolean assignment_of(const char *command, const GPtrArray *words, Assignment *result,
                       GPtrArray *split)
{
    gboolean (*shape)(char *const *, guint, Assignment *) = NULL;
    if (g_ascii_strcasecmp(command, "option") == 0) {
        shape = assignment_of_option;
    } else if (g_ascii_strcasecmp(command, "set") == 0) {
        shape = assignment_of_set;
    }
    char *const *plain = (char *const *)words->pdata;
    guint count = words->len;
    if (shape == NULL || count == 0) {
        return FALSE;
    }
    if (shape(plain, count, result) ||
        (*plain[count - 1] == '\0' && shape(plain, count - 1, result))) {
        return TRUE;
    }
    for (guint i = 0; i < count; i++) {
        g_auto(GStrv) parts = g_strsplit(plain[i], ";", -1);
        for (char **part = parts; *part != NULL; part++) {
            if (**part != '\0') {
                g_ptr_array_add(split, g_strdup(*part));
            }
        }
    }
    return shape((char *const *)split->pdata, split->len, result);
}
