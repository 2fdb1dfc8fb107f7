#include "discover/tree.h"
#include <string.h>

/* The texts of common licences bear the names of those who wrote them, which say nothing about who
 * holds the project, and places to be filled in. */
static const char *const no_holder[] = {
    "free software foundation",
    "perl foundation",
    "python software foundation",
    "openldap foundation",
    "european union",
    "european community",
    "sam hocevar",
    "year",
    "yyyy",
    "19yy",
    "<owner",
    "<name",
    "<dates",
    "<copyright",
    "<holder",
    "[name",
    "[fullname",
    "{name",
    "{{",
    "name of author",
    "name of copyright owner",
};

static const char *skip(const char *text, const char *words)
{
    size_t length = strlen(words);
    return strncmp(text, words, length) == 0 ? text + length : NULL;
}

/* What stands behind "copyright (c)", "copyright 2020" and the like at the line's beginning; NULL
 * when it does not begin so. The line is in small letters. */
static const char *behind_mark(const char *line)
{
    line += strspn(line, " \t*#/;!-");
    const char *rest = skip(line, "copyright");
    const char *at = rest != NULL ? rest : line;
    at += strspn(at, " \t:");
    const char *mark = skip(at, "(c)");
    mark = mark != NULL ? mark : skip(at, "\xc2\xa9"); /* the sign */
    if (mark != NULL) {
        return mark;
    }
    return rest != NULL && strspn(at, "0123456789") == 4 ? at : NULL;
}

static gboolean line_names_holder(const char *line)
{
    g_autofree char *small = g_ascii_strdown(line, -1);
    const char *holder = behind_mark(small);
    if (holder == NULL) {
        return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(no_holder); i++) {
        if (strstr(holder, no_holder[i]) != NULL) {
            return FALSE;
        }
    }
    holder += strspn(holder, "0123456789 \t,;.-:");
    holder = skip(holder, "by ") != NULL ? holder + 3 : holder;
    return *holder != '\0' && *holder != '\r' && skip(holder, "all rights reserved") == NULL;
}

static gboolean names_holder(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (line_names_holder(*line)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The file's text when a licence of the root says the same, NULL otherwise. */
static char *text_as_in_root(const Tree *self, const char *path)
{
    const TreeFile *file = tree_find(self, path);
    const GPtrArray *top = tree_children(self, "");
    g_autofree char *text = NULL;
    for (guint i = 0; file != NULL && top != NULL && i < top->len; i++) {
        const char *name = top->pdata[i];
        const TreeFile *licence = tree_is_licence(name) ? tree_find(self, name) : NULL;
        if (licence == NULL || licence->size != file->size) {
            continue;
        }
        g_autofree char *other = tree_read_text(self, name, NULL, NULL);
        text = text != NULL ? text : tree_read_text(self, path, NULL, NULL);
        if (text != NULL && g_strcmp0(text, other) == 0) {
            return g_steal_pointer(&text);
        }
    }
    return NULL;
}

typedef enum { LICENCE_NONE, LICENCE_OTHER, LICENCE_SAME, LICENCE_SAME_HOLDER } Licence;

/* How the folder's licences compare with those of the root. */
static Licence licence_of(const Tree *self, const char *folder)
{
    const GPtrArray *children = tree_has_licence(self, folder) ? tree_children(self, folder) : NULL;
    gboolean held = FALSE;
    for (guint i = 0; children != NULL && i < children->len; i++) {
        if (!tree_is_licence(children->pdata[i])) {
            continue;
        }
        g_autofree char *path = g_strdup_printf("%s/%s", folder, (char *)children->pdata[i]);
        g_autofree char *text = text_as_in_root(self, path);
        if (text == NULL) {
            return LICENCE_OTHER;
        }
        held = held || names_holder(text);
    }
    return children == NULL ? LICENCE_NONE : held ? LICENCE_SAME_HOLDER : LICENCE_SAME;
}

gboolean tree_has_own_licence(const Tree *self, const char *folder)
{
    Licence licence = licence_of(self, folder);
    return licence == LICENCE_OTHER || licence == LICENCE_SAME;
}

gboolean tree_has_other_licence(const Tree *self, const char *folder)
{
    return licence_of(self, folder) == LICENCE_OTHER;
}

/* What one text has behind all that the other says, white space aside; NULL when they differ, or
 * either says nothing. */
static const char *rest_of_longer(const char *one, const char *other)
{
    gboolean any = FALSE;
    for (;; one++, other++) {
        one += strspn(one, " \t\r\n");
        other += strspn(other, " \t\r\n");
        if (*one == '\0' || *other == '\0') {
            return any ? (*one != '\0' ? one : other) : NULL;
        }
        if (*one != *other) {
            return NULL;
        }
        any = TRUE;
    }
}

/* Whether one in the root is the same licence, with or without what may stand at the end of it: how
 * to apply it, which names nobody. */
static gboolean is_in_root(const Tree *self, const char *path)
{
    const GPtrArray *top = tree_children(self, "");
    g_autofree char *text = tree_read_text(self, path, NULL, NULL);
    for (guint i = 0; text != NULL && top != NULL && i < top->len; i++) {
        const char *name = top->pdata[i];
        gboolean licence = tree_is_licence(name) && tree_find(self, name) != NULL;
        g_autofree char *other = licence ? tree_read_text(self, name, NULL, NULL) : NULL;
        const char *rest = other != NULL ? rest_of_longer(text, other) : NULL;
        if (rest != NULL && !names_holder(rest)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean tree_shares_licence(const Tree *self, const char *folder)
{
    const GPtrArray *children = tree_children(self, folder);
    gboolean shared = FALSE;
    for (guint i = 0; children != NULL && i < children->len; i++) {
        if (!tree_is_licence(children->pdata[i])) {
            continue;
        }
        g_autofree char *path = g_strdup_printf("%s/%s", folder, (char *)children->pdata[i]);
        shared = is_in_root(self, path);
        if (!shared) {
            return FALSE;
        }
    }
    return shared;
}
