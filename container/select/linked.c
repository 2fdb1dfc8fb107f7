#include "container/select/linked.h"
#include "container/build/sandbox.h"
#include "core/json.h"
#include <string.h>

/* What linkers and the drivers of compilers are told about places and about the result's own name.
 */
static const struct {
    const char *begin;
    gboolean apart; /* the next word belongs to it when nothing follows */
} says_where[] = {{"-L", TRUE},        {"-B", TRUE},           {"-I", TRUE},
                  {"-F", TRUE},        {"-isystem", TRUE},     {"-R", TRUE},
                  {"-o", TRUE},        {"-rpath", TRUE},       {"-soname", TRUE},
                  {"--sysroot", TRUE}, {"-Wl,-rpath", FALSE},  {"-Wl,--rpath", FALSE},
                  {"-Wl,-R", FALSE},   {"-Wl,-soname", FALSE}, {"-Wl,--soname", FALSE},
                  {"-Wl,-h,", FALSE}};

/* Behind one of these, when it stands alone, "-Wl,WORD" is what it says. */
static const char *const asks_word[] = {"-Wl,-rpath", "-Wl,--rpath", "-Wl,-R", "-Wl,-soname",
                                        "-Wl,--soname"};

static gboolean is_kind(const json_t *step, const char *kind)
{
    return g_strcmp0(json_text(step, "kind"), kind) == 0;
}

/* ---- names of its own -------------------------------------------------------------------------
 */

/* As commands in other folders may name it. The caller frees it. */
static char *full_name(const json_t *step, const char *name)
{
    const char *directory = json_text(step, "directory");
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
        const char *output = json_text(item, "output");
        if (output != NULL) {
            add_own(own, output);
        }
    }
    json_array_foreach(json_object_get(recipe, "steps"), index, item)
    {
        const char *output = json_text(item, "output");
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

/* What the linker gets of a driver's word; it alone where that is no "-Wl,". The caller frees it.
 */
static GStrv pieces_of(const char *word)
{
    gboolean is_several = g_str_has_prefix(word, "-Wl,");
    return g_strsplit(is_several ? word + strlen("-Wl,") : word, ",", is_several ? -1 : 1);
}

/* Whether the word has a file behind what its options are about. */
static gboolean has_file(const char *word)
{
    g_auto(GStrv) pieces = pieces_of(word);
    for (gsize i = 1; pieces[0] != NULL && pieces[i] != NULL; i++) {
        if (*pieces[i] != '-' && (*pieces[i - 1] != '-' || strchr(pieces[i - 1], '=') != NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* How many words from this one on say where something is, or what the result is called. `next` is
 * the one behind it, or NULL. */
static guint words_of_places(const char *word, const char *next)
{
    for (gsize i = 0; i < G_N_ELEMENTS(asks_word); i++) {
        if (g_str_equal(word, asks_word[i])) {
            return next != NULL && g_str_has_prefix(next, "-Wl,") ? 2 : 1;
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(says_where) && !has_file(word); i++) {
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
                const char *next = json_string_value(json_array_get(command, place + 1));
                guint places = word == NULL ? 1 : words_of_places(word, next);
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

typedef struct {
    GHashTable *names; /* char *, full names: what links read as a whole, objects for instance */
    GHashTable *whole; /* char *, full names and "-l": what they take all members of */
} Linking;

/* Whether what the command takes may stay without what its code calls: it makes an object, or
 * chooses among the objects that it names. */
static gboolean leaves_open(const char *piece)
{
    static const char *const words[] = {"-r", "-i", "--relocatable", "--start-lib"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_equal(piece, words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static void take_piece(const Linking *self, const json_t *step, const char *piece, gboolean *whole)
{
    const char *name = piece + strspn(piece, "-");
    if (*piece == '-' && g_str_equal(name, "whole-archive")) {
        *whole = TRUE;
    } else if (*piece == '-' && g_str_equal(name, "no-whole-archive")) {
        *whole = FALSE;
    } else if (*whole && *piece != '\0') {
        g_hash_table_add(self->whole, *piece == '-' ? g_strdup(piece) : full_name(step, piece));
    }
}

/* Of a step's commands only the one that writes its output links: others come before or behind it,
 * and may do anything with the objects that they name. */
static gboolean is_linking(const json_t *step, const json_t *command)
{
    const char *output = json_text(step, "output");
    g_autofree char *made = g_canonicalize_filename(output == NULL ? "" : output, SANDBOX_BUILD);
    gboolean makes = FALSE;
    gsize place;
    const json_t *word;
    json_array_foreach(command, place, word)
    {
        const char *text = json_string_value(word);
        const char *next = json_string_value(json_array_get(command, place + 1));
        if (text == NULL) {
            return FALSE;
        }
        g_auto(GStrv) pieces = pieces_of(text);
        for (char **piece = pieces; *piece != NULL; piece++) {
            if (leaves_open(*piece)) {
                return FALSE;
            }
        }
        if (g_str_equal(text, "-o") && next != NULL) {
            g_autofree char *full = full_name(step, next);
            makes = makes || g_str_equal(full, made);
        }
    }
    return makes;
}

static void take_link(const Linking *self, const json_t *step)
{
    gsize k, place;
    const json_t *command, *word;
    json_array_foreach(json_object_get(step, "commands"), k, command)
    {
        gboolean whole = FALSE;
        if (g_strcmp0(json_string_value(json_array_get(command, 0)), "cd") == 0) {
            return; /* names behind it are those of another folder */
        }
        json_array_foreach(is_linking(step, command) ? command : NULL, place, word)
        {
            const char *text = json_string_value(word);
            g_auto(GStrv) pieces = pieces_of(text);
            for (char **piece = pieces; *piece != NULL; piece++) {
                take_piece(self, step, *piece, &whole);
            }
            if (*text != '-') {
                g_hash_table_add(self->names, full_name(step, text));
            }
        }
    }
}

/* Adds all files that the step's commands name, as full names. */
static void add_named(GHashTable *named, const json_t *step)
{
    gsize k, place;
    const json_t *command, *word;
    json_array_foreach(json_object_get(step, "commands"), k, command)
    {
        json_array_foreach(command, place, word)
        {
            const char *text = json_string_value(word);
            if (text != NULL && *text != '-') {
                g_hash_table_add(named, full_name(step, text));
            }
        }
    }
}

static gboolean is_taken_whole(const Linking *self, const json_t *step)
{
    const char *output = json_text(step, "output");
    g_autofree char *full = g_canonicalize_filename(output == NULL ? "" : output, SANDBOX_BUILD);
    g_autofree char *base = g_path_get_basename(full);
    gboolean usual = g_str_has_prefix(base, "lib") && g_str_has_suffix(base, ".a");
    g_autofree char *option =
        usual ? g_strdup_printf("-l%.*s", (int)strlen(base) - 5, base + 3) : g_strdup("");
    return g_hash_table_contains(self->whole, full) || g_hash_table_contains(self->whole, option);
}

static gboolean names_object(GHashTable *names, const json_t *unit)
{
    const char *output = json_text(unit, "output");
    g_autofree char *full = output == NULL ? NULL : full_name(unit, output);
    return full != NULL && g_hash_table_contains(names, full);
}

/* Adds what goes into archives that are not built by default to `spare`, and what anything else
 * reads or is installed itself to `used`. */
static void add_uses(const json_t *recipe, GHashTable *spare, GHashTable *used)
{
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(recipe, "steps"), index, item)
    {
        gboolean is_spare =
            is_kind(item, "archive") && !json_is_true(json_object_get(item, "default"));
        add_named(is_spare ? spare : used, item);
    }
    json_array_foreach(json_object_get(recipe, "objects"), index, item)
    {
        const char *name = json_string_value(item);
        g_hash_table_add(used, g_canonicalize_filename(name == NULL ? "" : name, SANDBOX_BUILD));
    }
}

static GHashTable *names_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

gboolean linked_all(const json_t *units, const json_t *recipe)
{
    g_autoptr(GHashTable) names = names_new(), whole = names_new();
    g_autoptr(GHashTable) spare = names_new(), used = names_new();
    g_autoptr(GHashTable) modules = g_hash_table_new(g_str_hash, g_str_equal);
    const Linking linking = {.names = names, .whole = whole};
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(recipe, "steps"), index, item)
    {
        if (is_kind(item, "link")) {
            take_link(&linking, item);
        }
    }
    json_array_foreach(json_object_get(recipe, "steps"), index, item)
    {
        if (is_kind(item, "archive") && is_taken_whole(&linking, item)) {
            add_named(names, item);
        }
    }
    json_array_foreach(json_object_get(units, "units"), index, item)
    {
        const char *module = json_text(item, "module");
        if (module != NULL && names_object(names, item)) {
            g_hash_table_add(modules, (gpointer)module);
        }
    }
    add_uses(recipe, spare, used);
    gboolean closed = json_is_true(json_object_get(recipe, "closed"));
    json_array_foreach(json_object_get(units, "units"), index, item)
    {
        const char *module = json_text(item, "module");
        gboolean is_linked = names_object(names, item) ||
                             (module != NULL && (closed || g_hash_table_contains(modules, module)));
        if (!is_linked && (!names_object(spare, item) || names_object(used, item))) {
            return FALSE;
        }
    }
    return closed || g_hash_table_size(names) > 0;
}
