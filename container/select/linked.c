#include "container/select/linked.h"
#include "container/build/sandbox.h"
#include <string.h>

/* What linkers and the drivers of compilers are told about places and about the result's own name.
 */
static const struct {
    const char *begin;
    gboolean apart; /* the next word belongs to it when nothing follows */
} says_where[] = {
    {"-L", TRUE},        {"-B", TRUE},           {"-I", TRUE},
    {"-F", TRUE},        {"-isystem", TRUE},     {"-R", TRUE},
    {"-o", TRUE},        {"-rpath", TRUE},       {"-soname", TRUE},
    {"--sysroot", TRUE}, {"-Wl,-rpath", FALSE},  {"-Wl,--rpath", FALSE},
    {"-Wl,-R", FALSE},   {"-Wl,-soname", FALSE}, {"-Wl,--soname", FALSE},
    {"-Wl,-h,", FALSE},  {"-Wl,/", FALSE}}; /* the folder behind a "-Wl,-rpath" of its own */

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static gboolean is_kind(const json_t *step, const char *kind)
{
    return g_strcmp0(text_of(step, "kind"), kind) == 0;
}

/* ---- names of its own -------------------------------------------------------------------------
 */

/* As commands in other folders may name it. The caller frees it. */
static char *full_name(const json_t *step, const char *name)
{
    const char *directory = text_of(step, "directory");
    return g_canonicalize_filename(
        name, directory != NULL && g_path_is_absolute(directory) ? directory : SANDBOX_BUILD);
}

/* "libx.so.1" and "libx.a" are "-lx", too. */
static void add_own(GHashTable *own, const char *name)
{
    g_autofree char *base = g_path_get_basename(name);
    const char *end = strstr(base, ".so");
    end = end == NULL && g_str_has_suffix(base, ".a") ? base + strlen(base) - strlen(".a") : end;
    if (g_str_has_prefix(base, "lib") && end != NULL) {
        g_hash_table_add(own, g_strdup_printf("-l%.*s", (int)(end - base - 3), base + 3));
    }
    g_hash_table_add(own, g_canonicalize_filename(name, SANDBOX_BUILD));
    g_hash_table_add(own, g_steal_pointer(&base));
}

/* "-Wl,-soname,NAME" is what other links of the project get as the needed library. */
static void add_soname(GHashTable *own, const char *word)
{
    const char *last = strrchr(word, ',');
    if (last != NULL && (strstr(word, "-soname") != NULL || g_str_has_prefix(word, "-Wl,-h,"))) {
        g_hash_table_add(own, g_strdup(last + 1));
    }
}

static GHashTable *own_names(const json_t *units, const json_t *recipe)
{
    GHashTable *own = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index, k, place;
    const json_t *item, *command, *word;
    json_array_foreach(json_object_get(units, "units"), index, item)
    {
        const char *output = text_of(item, "output");
        if (output != NULL) {
            add_own(own, output);
        }
    }
    json_array_foreach(json_object_get(recipe, "steps"), index, item)
    {
        const char *output = text_of(item, "output");
        if (output != NULL) {
            add_own(own, output);
        }
        json_array_foreach(json_object_get(item, "commands"), k, command)
        {
            json_array_foreach(command, place, word)
            {
                const char *text = json_string_value(word);
                if (text != NULL && is_kind(item, "link")) {
                    add_soname(own, text);
                } else if (text != NULL && is_kind(item, "name") && *text != '-' && place > 0) {
                    add_own(own, text);
                }
            }
        }
    }
    return own;
}

static gboolean is_own(GHashTable *own, const json_t *step, const char *word)
{
    g_autofree char *full = *word == '-' ? NULL : full_name(step, word);
    return g_hash_table_contains(own, word) || (full != NULL && g_hash_table_contains(own, full));
}

/* ---- words ------------------------------------------------------------------------------------
 */

/* How many words from this one on say where something is, or what the result is called. */
static guint words_of_places(const char *word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(says_where); i++) {
        if (g_str_has_prefix(word, says_where[i].begin)) {
            gboolean alone = word[strlen(says_where[i].begin)] == '\0';
            return alone && says_where[i].apart ? 2 : 1;
        }
    }
    return 0;
}

static void add_once(Arena *arena, GPtrArray *list, GHashTable *seen, const char *word)
{
    if (!g_hash_table_contains(seen, word)) {
        char *copy = arena_strdup(arena, word);
        g_hash_table_add(seen, copy);
        g_ptr_array_add(list, copy);
    }
}

GPtrArray *linked_words(Arena *arena, const json_t *units, const json_t *recipe)
{
    GPtrArray *linked = arena_array(arena);
    g_autoptr(GHashTable) own = own_names(units, recipe);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    gsize index, k;
    const json_t *step, *command, *soname;
    json_array_foreach(json_object_get(recipe, "steps"), index, step)
    {
        json_array_foreach(is_kind(step, "link") ? json_object_get(step, "commands") : NULL, k,
                           command)
        {
            for (gsize place = 0; place < json_array_size(command); place++) {
                const char *word = json_string_value(json_array_get(command, place));
                guint places = word == NULL ? 1 : words_of_places(word);
                if (places > 0) {
                    place += places - 1;
                } else if (place == 0) {
                    g_autofree char *name = g_path_get_basename(word);
                    add_once(arena, linked, seen, name);
                } else if (!is_own(own, step, word)) {
                    add_once(arena, linked, seen, word);
                }
            }
        }
        json_array_foreach(is_kind(step, "link") ? json_object_get(step, "needed") : NULL, k,
                           soname)
        {
            const char *name = json_string_value(soname);
            if (name != NULL && !g_hash_table_contains(own, name)) {
                add_once(arena, linked, seen, name);
            }
        }
    }
    return linked;
}

/* ---- whether they tell all --------------------------------------------------------------------
 */

/* Adds all that the step's commands name, as full names and "-l". */
static void add_named(GHashTable *named, const json_t *step)
{
    gsize k, place;
    const json_t *command, *word;
    json_array_foreach(json_object_get(step, "commands"), k, command)
    {
        json_array_foreach(command, place, word)
        {
            const char *text = json_string_value(word);
            if (text != NULL) {
                g_hash_table_add(named, *text == '-' ? g_strdup(text) : full_name(step, text));
            }
        }
    }
}

static gboolean names_archive(GHashTable *named, const json_t *step)
{
    const char *output = text_of(step, "output");
    g_autofree char *full = g_canonicalize_filename(output == NULL ? "" : output, SANDBOX_BUILD);
    g_autofree char *base = g_path_get_basename(full);
    gboolean usual = g_str_has_prefix(base, "lib") && g_str_has_suffix(base, ".a");
    g_autofree char *option =
        usual ? g_strdup_printf("-l%.*s", (int)strlen(base) - 5, base + 3) : g_strdup("");
    return g_hash_table_contains(named, full) || g_hash_table_contains(named, option);
}

/* Sources (char *, the units') of units whose objects are named. */
static GHashTable *sources_of(const json_t *units, GHashTable *named)
{
    GHashTable *sources = g_hash_table_new(g_str_hash, g_str_equal);
    gsize index;
    const json_t *unit;
    json_array_foreach(json_object_get(units, "units"), index, unit)
    {
        const char *output = text_of(unit, "output"), *source = text_of(unit, "source");
        g_autofree char *full = output == NULL ? NULL : full_name(unit, output);
        if (full != NULL && source != NULL && g_hash_table_contains(named, full)) {
            g_hash_table_add(sources, (gpointer)source);
        }
    }
    return sources;
}

static gboolean is_subset(GHashTable *inner, GHashTable *outer)
{
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, inner);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        if (!g_hash_table_contains(outer, key)) {
            return FALSE;
        }
    }
    return g_hash_table_size(inner) > 0;
}

gboolean linked_all(const json_t *units, const json_t *recipe)
{
    g_autoptr(GHashTable) named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) alone = g_ptr_array_new();
    const json_t *steps = json_object_get(recipe, "steps");
    guint links = 0;
    gsize index;
    json_t *step;
    json_array_foreach(steps, index, step)
    {
        if (is_kind(step, "link")) {
            links++;
            add_named(named, step);
        }
    }
    json_array_foreach(steps, index, step)
    {
        if (is_kind(step, "archive")) {
            if (names_archive(named, step)) {
                add_named(named, step);
            } else if (json_is_true(json_object_get(step, "default"))) {
                g_ptr_array_add(alone, step);
            }
        }
    }
    g_autoptr(GHashTable) linked = sources_of(units, named);
    for (guint i = 0; i < alone->len; i++) {
        g_autoptr(GHashTable) members =
            g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        add_named(members, alone->pdata[i]);
        g_autoptr(GHashTable) sources = sources_of(units, members);
        if (!is_subset(sources, linked)) {
            return FALSE;
        }
    }
    return links > 0;
}
