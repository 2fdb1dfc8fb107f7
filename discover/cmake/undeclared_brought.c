/* Names that packages, projects and parsers of arguments bring along, which are not people's to
 * give: those that begin as these do (undeclared.h). */
#include "discover/cmake/text_kinds.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared_search.h"
#include <string.h>

/* It takes all three texts. */
static void add_pattern(Search *search, char *before, char *between, char *after, gboolean brought)
{
    Pattern *pattern = g_new(Pattern, 1);
    *pattern = (Pattern){.before = before,
                         .after = after,
                         .between = between,
                         .before_length = strlen(before),
                         .after_length = strlen(after),
                         .cached = search->caching,
                         .option = search->optional,
                         .brought = brought};
    g_hash_table_add(search->patterns, pattern);
}

/* Names that begin so are set, or declared; it takes the text. */
static void add_beginning(Search *search, char *before, gboolean brought)
{
    add_pattern(search, before, g_strdup(""), g_strdup(""), brought);
}

/* Behind the reference at `at`, with all that is nested in it; NULL where it does not end. */
static const char *behind_reference(const char *at)
{
    guint depth = 0;
    for (; *at != '\0'; at++) {
        depth += *at == '{' ? 1 : 0;
        if (*at == '}' && --depth == 0) {
            return at + 1;
        }
    }
    return NULL;
}

void undeclared_add_composed(Search *search, const char *text)
{
    const char *first = strchr(text, '$');
    const char *last = strrchr(text, '}');
    g_autoptr(GString) between = g_string_new(NULL);
    for (const char *at = first; at != NULL && at <= last;) {
        const char *behind = behind_reference(at);
        const char *next = behind != NULL ? strchr(behind, '$') : NULL;
        gsize size = next != NULL ? (gsize)(next - behind) : 0;
        if (size > 0 && memchr(behind, '@', size) == NULL) {
            g_string_append_len(between, behind, (gssize)size);
            g_string_append_c(between, '\1');
        }
        at = next;
    }
    add_pattern(search, g_strndup(text, (gsize)(first - text)), g_strdup(between->str),
                g_strdup(last + 1), FALSE);
}

gboolean undeclared_fits(const Pattern *pattern, const char *name, gsize length)
{
    if (!undeclared_fits_ends(pattern, name, length)) {
        return FALSE;
    }
    const char *at = name + pattern->before_length;
    const char *end = name + length - pattern->after_length;
    for (const char *piece = pattern->between; *piece != '\0';) {
        gsize size = strcspn(piece, "\1");
        while (at + size <= end && memcmp(at, piece, size) != 0) {
            at++;
        }
        if (at + size > end) {
            return FALSE;
        }
        at += size;
        piece += size + 1;
    }
    return TRUE;
}

/* "if(PACKAGE_DIR) find_package(PACKAGE ...)": who wants the package says where it is. Asked for
 * later, the place is what the search has found. */
static void note_search(Search *search, const char *package)
{
    g_hash_table_add(search->here, g_ascii_strdown(package, -1));
    g_hash_table_add(search->packages, g_ascii_strdown(package, -1));
    g_autofree char *disabling = g_strconcat(TEXT_DISABLE_PACKAGE, package, NULL);
    undeclared_use(search, disabling, strlen(disabling), USE_TRUTH | USE_SEARCH);
}

/* NAME_ begins variables that are set somewhere else. */
static void note_prefix(Search *search, const char *name)
{
    if (text_is_name(name)) {
        /* What an installed copy of the project brings, the project has made. */
        gboolean brought = search->own == NULL || g_ascii_strcasecmp(name, search->own) != 0;
        add_beginning(search, g_strconcat(name, "_", NULL), brought);
        char *upper = g_ascii_strup(name, -1);
        add_beginning(search, g_strconcat(upper, "_", NULL), brought);
        g_free(upper);
    }
}

/* A module of the project's own is read like its other files, so what it sets is seen; the rest is
 * what every search sets. */
static void note_module(Search *search, const char *name)
{
    static const char *const endings[] = {"_FOUND", "_VERSION", "_CONFIG"};
    g_autofree char *upper = g_ascii_strup(name, -1);
    const char *const spellings[] = {name, upper};
    for (guint s = 0; s < G_N_ELEMENTS(spellings); s++) {
        for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
            g_autofree char *variable = g_strconcat(spellings[s], endings[i], NULL);
            undeclared_set(search, variable);
        }
        add_beginning(search, g_strconcat(spellings[s], "_FIND_", NULL), TRUE);
        add_beginning(search, g_strconcat(spellings[s], "_VERSION_", NULL), TRUE);
    }
}

/* Whether a file of the tree makes the search, and not this one, which searches further. */
static gboolean has_module(const Search *search, const char *package, const GArray *words)
{
    g_autofree char *lower = g_ascii_strdown(package, -1);
    g_autofree char *stem = text_file_stem(search->path);
    g_autofree char *here = g_ascii_strdown(stem, -1);
    return g_hash_table_contains(search->modules, lower) && !g_str_has_prefix(here, "find") &&
           !text_words_have(words, "CONFIG") && !text_words_have(words, "NO_MODULE");
}

static void note_project(Search *search, const char *name)
{
    static const char *const endings[] = {"_SOURCE_DIR",    "_BINARY_DIR",    "_VERSION",
                                          "_VERSION_MAJOR", "_VERSION_MINOR", "_VERSION_PATCH",
                                          "_VERSION_TWEAK", "_IS_TOP_LEVEL",  "_DESCRIPTION"};
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *variable = g_strconcat(name, endings[i], NULL);
        undeclared_set(search, variable);
    }
}

/* Names that a package, a project or a function's arguments bring along. */
void undeclared_note_brought(Search *search, const char *name, const GArray *words,
                             const char *first)
{
    if (strcmp(name, "find_package") == 0 || strcmp(name, "find_dependency") == 0) {
        note_search(search, first);
        /* A module that does nothing but look and set is part of the build all the same. */
        g_ptr_array_add(search->includes, g_strconcat("Find", first, NULL));
    } else if (strcmp(name, "include") == 0) {
        g_ptr_array_add(search->includes, text_file_stem(first));
    }
    if (strcmp(name, "project") == 0) {
        note_project(search, first);
    } else if (strcmp(name, "cmake_parse_arguments") == 0 && strcmp(first, "PARSE_ARGV") == 0) {
        const char *prefix = words->len > 2 ? g_array_index(words, TextWord, 2).text : NULL;
        note_prefix(search, prefix != NULL ? prefix : "");
    } else if (strcmp(name, "find_package") == 0 && undeclared_finds_itself(search, first)) {
        return;
    } else if (strcmp(name, "find_package") == 0 && has_module(search, first, words)) {
        note_module(search, first);
    } else if (strcmp(name, "find_package") == 0 || strcmp(name, "cmake_parse_arguments") == 0 ||
               strstr(name, "pkg_") != NULL || strstr(name, "fetchcontent") != NULL) {
        note_prefix(search, first);
    }
}
