#include "discover/classify/lib_families.h"

#include <string.h>

/* So many libraries are no chance. */
#define FAMILY_LIBRARIES_MIN 5u
/* As sure as a name and what others are can make it. */
#define FAMILY_CONFIDENCE 0.7
/* "libx" may be anything. */
#define NAME_BYTES_MIN 5u

static const char lib[] = "lib";

/* Whether the word is one that only begins so: "libtool", "libraries", "lib64". */
static gboolean is_other_word(const Knowledge *knowledge, const char *word)
{
    g_autofree char *whole = g_ascii_strdown(word, (gssize)strcspn(word, "-_"));
    return whole[strlen(lib) + strspn(whole + strlen(lib), "0123456789")] == '\0' ||
           g_hash_table_contains(knowledge->lib_words, whole);
}

/* "libogg" of "--enable-libogg" and WITH_LIBOGG; NULL when the name holds no such word, or is that
 * of no switch. */
static const char *library_word(const Knowledge *knowledge, const Option *option)
{
    if (option->type != OPTION_BOOL || option->vendored || option->definitions->len == 0) {
        return NULL;
    }
    for (const char *at = option->name; *at != '\0'; at++) {
        gboolean starts = at > option->name && (at[-1] == '-' || at[-1] == '_');
        if (starts && g_ascii_strncasecmp(at, lib, strlen(lib)) == 0 &&
            strlen(at) >= NAME_BYTES_MIN && g_ascii_isalnum(at[strlen(lib)]) &&
            !is_other_word(knowledge, at)) {
            return at;
        }
    }
    return NULL;
}

/* What stands in front of it, with the build system; the caller frees it. */
static char *family_of(const Option *option, const char *word)
{
    return g_strdup_printf("%d\1%s\1%.*s", (int)option->builder, option->folder,
                           (int)(word - option->name), option->name);
}

/* Paths are many, and few have such a part. */
static void add_folders(GHashTable *folders, const char *path)
{
    for (const char *part = path; part != NULL && *part != '\0';) {
        gsize length = strcspn(part, "/");
        if (length >= strlen(lib) && g_ascii_strncasecmp(part, lib, strlen(lib)) == 0) {
            g_hash_table_add(folders, g_ascii_strdown(part, (gssize)length));
        }
        part += length + (part[length] == '/' ? 1 : 0);
    }
}

static void add_effect(GHashTable *folders, const Effect *effect)
{
    if (effect->kind == EFFECT_SOURCE || effect->kind == EFFECT_FOLDER) {
        add_folders(folders, effect->name);
        add_folders(folders, effect->at.path);
    }
}

/* The folders called like libraries in which the project's build has something to do. */
static GHashTable *own_folders(const Facts *facts)
{
    GHashTable *folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < facts->build_systems->len; i++) {
        add_folders(folders, ((const BuildSystem *)facts->build_systems->pdata[i])->folder);
    }
    for (guint i = 0; i < facts->effects->len; i++) {
        add_effect(folders, facts->effects->pdata[i]);
    }
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        for (guint k = 0; k < option->links->len; k++) {
            add_effect(folders, ((const OptionLink *)option->links->pdata[k])->effect);
        }
    }
    return folders;
}

static void count_libraries(const Knowledge *knowledge, GHashTable *families,
                            const Decision *decision)
{
    const char *word = library_word(knowledge, decision->option);
    if (word != NULL && decision->is_point && decision->category == CATEGORY_LIBRARY) {
        char *family = family_of(decision->option, word);
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(families, family)) + 1;
        g_hash_table_insert(families, family, GUINT_TO_POINTER(count));
    }
}

static gboolean follows(const Project *project, GHashTable *families, GHashTable *folders,
                        const Decision *decision)
{
    const char *word =
        decision->is_undecided ? library_word(project->knowledge, decision->option) : NULL;
    if (word == NULL) {
        return FALSE;
    }
    g_autofree char *family = family_of(decision->option, word);
    g_autofree char *folder = g_ascii_strdown(word, -1);
    return GPOINTER_TO_UINT(g_hash_table_lookup(families, family)) >= FAMILY_LIBRARIES_MIN &&
           !g_hash_table_contains(folders, folder) && !project_is_own_target(project, word);
}

GPtrArray *lib_families_follow(const Project *project, GPtrArray *decisions, Arena *arena)
{
    g_autoptr(GHashTable) families = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) folders = own_folders(project->facts);
    for (guint i = 0; i < decisions->len; i++) {
        count_libraries(project->knowledge, families, decisions->pdata[i]);
    }
    GPtrArray *changed = g_ptr_array_new();
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        if (!follows(project, families, folders, decision)) {
            continue;
        }
        decision->is_point = TRUE;
        decision->is_undecided = FALSE;
        decision->category = CATEGORY_LIBRARY;
        decision->confidence = FAMILY_CONFIDENCE;
        g_ptr_array_set_size(decision->reasons, 0);
        g_ptr_array_add(decision->reasons,
                        (void *)arena_intern(arena, "it is called as many libraries are that the "
                                                    "project can use"));
        g_ptr_array_add(changed, decision);
    }
    return changed;
}
