/* Where an include says that its file lies, as far as the makefile itself tells: "$(D)/flags.mk"
 * with "D := ../mk", "$(dir $(lastword $(MAKEFILE_LIST)))flags.mk". */
#include "discover/make/template.h"
#include <string.h>

/* References within references. */
#define PLACE_DEPTH_MAX 8u
/* And all of them together. */
#define PLACE_REFERENCES_MAX 256u

/* What is being worked out. */
typedef struct {
    const MakeFile *file;
    guint depth;
    guint references;
} Place;

static char *known_text(Place *self, const char *text);

/* What stands in front of the last slash, as $(dir) has it. The caller frees it. */
static char *dir_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? g_strndup(path, (gsize)(slash + 1 - path)) : g_strdup("./");
}

/* The same text without a slash at its end; takes `path`. */
static char *without_slash(char *path)
{
    gsize length = strlen(path);
    if (length > 1 && path[length - 1] == '/') {
        path[length - 1] = '\0';
    }
    return path;
}

/* The functions that change how a path is written, not where it leads. NULL for any other. */
static char *known_call(Place *self, const char *inner)
{
    static const char *const same[] = {"abspath ", "realpath ", "strip ", "patsubst %/,%,"};
    static const char *const own[] = {"lastword $(MAKEFILE_LIST)", "firstword $(MAKEFILE_LIST)"};
    for (guint i = 0; i < G_N_ELEMENTS(own); i++) {
        if (strcmp(inner, own[i]) == 0) {
            return g_strdup(make_last_part(self->file->path));
        }
    }
    if (strcmp(inner, "shell pwd") == 0 || strcmp(inner, "CURDIR") == 0) {
        return g_strdup(".");
    }
    for (guint i = 0; i < G_N_ELEMENTS(same); i++) {
        char *path =
            g_str_has_prefix(inner, same[i]) ? known_text(self, inner + strlen(same[i])) : NULL;
        if (path != NULL) {
            return without_slash(path);
        }
    }
    g_autofree char *path =
        g_str_has_prefix(inner, "dir ") ? known_text(self, inner + strlen("dir ")) : NULL;
    return path != NULL ? dir_of(path) : NULL;
}

/* What a reference comes to; NULL when the file does not tell. The caller frees it. */
static char *known_reference(Place *self, const char *begin, const char *end)
{
    if (end < begin + 4 || ++self->references > PLACE_REFERENCES_MAX) {
        return NULL;
    }
    g_autofree char *reference = g_strndup(begin, (gsize)(end - begin));
    g_autofree char *inner = g_strndup(begin + 2, (gsize)(end - begin - 3));
    gboolean others = FALSE;
    const char *text =
        make_is_reference(reference) ? make_assigned_text(self->file, reference, &others) : NULL;
    if (text == NULL) {
        return known_call(self, inner);
    }
    return others ? NULL : known_text(self, text);
}

/* The text with all references worked out; NULL when one cannot be. The caller frees it. */
static char *known_text(Place *self, const char *text)
{
    if (self->depth == PLACE_DEPTH_MAX) {
        return NULL;
    }
    self->depth++;
    g_autoptr(GString) known = g_string_new(NULL);
    gboolean whole = TRUE;
    while (*text != '\0' && whole && known->len <= MAKE_TEXT_BYTES_MAX) {
        const char *end = *text == '$' ? make_reference_end(text) : text + 1;
        g_autofree char *part = *text == '$' ? known_reference(self, text, end) : NULL;
        whole = *text != '$' || part != NULL;
        g_string_append_len(known, part != NULL ? part : text,
                            part != NULL ? (gssize)strlen(part) : 1);
        text = end;
    }
    self->depth--;
    return whole ? g_string_free(g_steal_pointer(&known), FALSE) : NULL;
}

/* Whether what a reference stands for is a place, and no word that people choose. */
static gboolean is_place(const char *text)
{
    return strchr(text, '/') != NULL || strcmp(text, ".") == 0 || strcmp(text, "..") == 0;
}

char *make_known_place(const MakeFile *file, const char *word)
{
    const char *end = *word == '$' ? make_reference_end(word) : word;
    Place place = {file, 0, 0};
    g_autofree char *beginning = known_reference(&place, word, end);
    return beginning != NULL && is_place(beginning) ? g_strconcat(beginning, end, NULL) : NULL;
}
