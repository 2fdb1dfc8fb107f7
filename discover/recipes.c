#include "discover/recipes.h"
#include "core/path.h"
#include "discover/builders.h"
#include "discover/option_name.h"
#include <string.h>

#define LIMIT "limit: recipes"

typedef struct {
    const Tree *tree;
    Facts *facts;
    GHashTable *names; /* set of const char *: the options' names */
    RecipeKind kind;
    Span at;
    const char *combination; /* the preset's or bundle's name; NULL */
    gboolean full;           /* which has been told */
} Reading;

static gboolean is_name_character(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '-';
}

/* A constant at `text`, in quotes or bare; NULL for anything that would have to be worked out. */
static char *read_value(const char *text)
{
    if (*text == '"' || *text == '\'') {
        const char *end = strchr(text + 1, *text);
        return end != NULL && strpbrk(text + 1, "{$") == NULL
                   ? g_strndup(text + 1, (gsize)(end - text - 1))
                   : NULL;
    }
    gsize length = 0;
    while (g_ascii_isalnum(text[length]) ||
           (text[length] != '\0' && strchr("_.+/;-", text[length]))) {
        length++;
    }
    /* "self.spec[...]", "f(x)": a name that something follows is no constant. */
    gboolean constant = length > 0 && strchr("([{$", text[length]) == NULL;
    return constant || text[length] == '\0' ? g_strndup(text, length) : NULL;
}

/* Whether recipes of the kind are programs, in which a bare word is a variable. */
static gboolean is_program(RecipeKind kind)
{
    switch (kind) {
    case RECIPE_SPACK:
    case RECIPE_EASYBUILD:
        return TRUE;
    case RECIPE_PRESET:
    case RECIPE_BUNDLE:
        return FALSE;
    }
    return FALSE;
}

/* "True", "16" and texts in quotes are constants of a program. */
static char *read_argument(const char *text)
{
    static const char *const constants[] = {"True", "False", NULL};
    char *value = read_value(text);
    gboolean bare = value != NULL && *text != '"' && *text != '\'' && !g_ascii_isdigit(*text);
    if (bare && !g_strv_contains(constants, value)) {
        g_clear_pointer(&value, g_free);
    }
    return value;
}

/* What stands behind an option's name: "=VALUE", ":BOOL=VALUE", "\": \"VALUE\"", "\", VALUE". NULL
 * when it is only mentioned. */
static char *value_behind(const char *text, RecipeKind kind, gboolean *sets)
{
    *sets = TRUE;
    if (*text == ':' && g_ascii_isupper(text[1])) {
        text += 1 + strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    }
    if (*text == '=') {
        return read_value(text + 1);
    }
    if (*text == '"' || *text == '\'') {
        text++;
        text += strspn(text, " \t");
        if (*text == ':' || *text == ',') {
            text++;
            text += strspn(text, " \t");
            /* {"type": "STRING", "value": "CUDA"} */
            const char *inner = *text == '{' ? strstr(text, "\"value\":") : NULL;
            text = inner != NULL ? inner + strlen("\"value\":") : text;
            text += strspn(text, " \t");
            return is_program(kind) ? read_argument(text) : read_value(text);
        }
    }
    *sets = FALSE;
    return NULL;
}

static void add_setting(Reading *self, const char *option, const char *value)
{
    Facts *facts = self->facts;
    if (facts->settings->len >= RECIPE_SETTINGS_MAX) {
        if (!self->full) {
            facts_add_ledger(facts, self->at, LIMIT, option);
        }
        self->full = TRUE;
        return;
    }
    Setting *setting = arena_new0(facts->arena, Setting);
    *setting = (Setting){.option = arena_intern(facts->arena, option),
                         .value = value != NULL ? arena_intern(facts->arena, value) : NULL,
                         .kind = self->kind,
                         .combination = self->combination,
                         .at = self->at};
    g_ptr_array_add(facts->settings, setting);
}

/* Looks at each word of a line that is an option's name; "-D" in front of it belongs to the tool.
 */
static void read_names(Reading *self, const char *line)
{
    for (const char *c = line; *c != '\0';) {
        if (!is_name_character(*c)) {
            c++;
            continue;
        }
        const char *begin = c;
        while (is_name_character(*c)) {
            c++;
        }
        g_autofree char *word = g_strndup(begin, (gsize)(c - begin));
        const char *name = g_str_has_prefix(word, "-D") ? word + 2 : word;
        if (!g_hash_table_contains(self->names, name)) {
            continue;
        }
        gboolean sets = FALSE;
        g_autofree char *value = value_behind(c, self->kind, &sets);
        if (sets || *name == '-') {
            add_setting(self, name, value);
        }
    }
}

/* The name of the combination that a line begins; NULL when it begins none. */
static char *combination_in(RecipeKind kind, const char *line)
{
    const char *text = line + strspn(line, " \t");
    switch (kind) {
    case RECIPE_PRESET: {
        const char *key = strstr(text, "\"name\"");
        const char *colon = key != NULL ? strchr(key, ':') : NULL;
        return colon != NULL ? read_value(colon + 1 + strspn(colon + 1, " \t")) : NULL;
    }
    case RECIPE_BUNDLE: {
        const char *colon = g_str_has_prefix(text, "- ") ? strchr(text, ':') : NULL;
        return colon != NULL ? g_strndup(text + 2, (gsize)(colon - text - 2)) : NULL;
    }
    case RECIPE_SPACK:
    case RECIPE_EASYBUILD:
        return NULL;
    }
    return NULL;
}

static void read_recipe(Reading *self, const char *path)
{
    gsize length = 0;
    g_autofree char *text = tree_read_text(self->tree, path, &length, NULL);
    if (length > RECIPE_BYTES_MAX) {
        facts_add_ledger(self->facts, (Span){.path = path}, "limit: file size", path);
        return;
    }
    if (text == NULL || (self->kind == RECIPE_SPACK && strstr(text, "spack") == NULL)) {
        return;
    }
    self->combination = NULL;
    self->at = (Span){path, 0, 0};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        self->at.line = i + 1;
        g_autofree char *name = combination_in(self->kind, lines[i]);
        if (name != NULL) {
            self->combination = arena_intern(self->facts->arena, name);
        }
        read_names(self, lines[i]);
    }
}

static gboolean kind_of(const char *path, RecipeKind *kind)
{
    static const struct {
        const char *name;
        RecipeKind kind;
    } names[] = {{"CMakePresets.json", RECIPE_PRESET},
                 {"bundle.yml", RECIPE_BUNDLE},
                 {"bundle.yaml", RECIPE_BUNDLE},
                 {"package.py", RECIPE_SPACK}};
    const char *base = path_base(path);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(base, names[i].name) == 0) {
            *kind = names[i].kind;
            return TRUE;
        }
    }
    *kind = RECIPE_EASYBUILD;
    return g_str_has_suffix(base, ".eb");
}

/* The package of ".../packages/umpire/package.py", where others lie beside it; NULL otherwise. A
 * single one may bear another name than the project does. */
static char *one_of_packages(const Tree *tree, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *above = g_path_get_dirname(folder);
    g_autofree char *name = g_path_get_basename(above);
    const GPtrArray *packages = strcmp(name, "packages") == 0 ? tree_children(tree, above) : NULL;
    return packages != NULL && packages->len > 1 ? g_path_get_basename(folder) : NULL;
}

/* Whether the recipe is by its place that of another package. What that sets are its own options.
 */
static gboolean is_of_other(const Tree *tree, const Facts *facts, const char *path, RecipeKind kind)
{
    g_autofree char *package = kind == RECIPE_SPACK ? one_of_packages(tree, path) : NULL;
    if (package == NULL || facts->project_name == NULL) {
        return FALSE;
    }
    g_autofree char *own = option_name_plain(facts->project_name, NULL, NULL);
    g_autofree char *other = option_name_plain(package, NULL, NULL);
    return strcmp(own, other) != 0;
}

void recipes_read(const Tree *tree, Facts *facts)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->options->len; i++) {
        g_hash_table_add(names, (gpointer)((const Option *)facts->options->pdata[i])->name);
    }
    Reading self = {.tree = tree, .facts = facts, .names = names};
    guint count = 0;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = g_ptr_array_index(files, i);
        if (!kind_of(file->path, &self.kind) || is_of_other(tree, facts, file->path, self.kind) ||
            builders_lies_in_copy(tree, file->path)) {
            continue;
        }
        const char *path = arena_intern(facts->arena, file->path);
        if (count++ == RECIPES_MAX) {
            facts_add_ledger(facts, (Span){.path = path}, LIMIT, path);
            break;
        }
        read_recipe(&self, path);
    }
}
