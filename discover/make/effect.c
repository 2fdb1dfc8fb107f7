/* What the words of a variable's value bring about: definitions, flags, libraries, sources,
 * folders. */
#include "discover/make/reading.h"
#include <string.h>

#define WORDS_MAX 4096u

typedef struct {
    MakeReading *reading;
    const char *name;  /* of the variable */
    const char *owner; /* the option that the value belongs to; NULL */
    Guard when;
} Words;

/* Where the tree lies is nobody's business: "-I/source/include" becomes "-Iinclude". */
static char *without_root(const char *flag)
{
    g_auto(GStrv) parts = g_strsplit(flag, MAKE_ROOT "/", -1);
    return g_strjoinv("", parts);
}

void make_add_effect(MakeReading *self, EffectKind kind, const char *name, const char *detail,
                     Guard when, const char *owner)
{
    /* What happens in any case hangs on nothing. */
    if (guard_is_false(when) || *name == '\0' || (guard_is_true(when) && owner == NULL) ||
        self->at.path == NULL) {
        return;
    }
    g_autofree char *relative = kind == EFFECT_FLAG ? without_root(name) : NULL;
    name = relative != NULL ? relative : name;
    g_autofree char *key =
        g_strdup_printf("%d\1%s\1%s\1%s\1%s:%u", (int)kind, name, detail != NULL ? detail : "",
                        owner != NULL ? owner : "", self->at.path, self->at.line);
    guint known = GPOINTER_TO_UINT(g_hash_table_lookup(self->effect_set, key));
    if (known != 0) {
        MakeEffect *effect = &g_array_index(self->effects, MakeEffect, known - 1);
        effect->when = guard_or(self->guards, effect->when, when);
        return;
    }
    if (self->effects->len >= MAKE_EFFECTS_MAX) {
        make_ledger(self, "limit: effects", name, NULL);
        return;
    }
    const MakeEffect effect = {.kind = kind,
                               .name = arena_intern(self->arena, name),
                               .detail = detail != NULL ? arena_intern(self->arena, detail) : NULL,
                               .when = when,
                               .at = self->at,
                               .owner = owner};
    g_array_append_val(self->effects, effect);
    g_hash_table_insert(self->effect_set, g_steal_pointer(&key),
                        GUINT_TO_POINTER(self->effects->len));
}

static void find_option(Unknown *unknown, gpointer data)
{
    const char **found = data;
    if (*found == NULL && unknown->kind == CONDITION_SUBJECT_OPTION) {
        *found = unknown->name;
    }
}

/* Quotes belong to the shell. */
static char *without_quotes(const char *word)
{
    g_autoptr(GString) plain = g_string_new(NULL);
    for (; *word != '\0'; word++) {
        if (*word != '"' && *word != '\'' && *word != '\\') {
            g_string_append_c(plain, *word);
        }
    }
    return g_string_free(g_steal_pointer(&plain), FALSE);
}

static void add_definition(const Words *words, const char *text, const char *owner, Guard when)
{
    const char *equal = strchr(text, '=');
    g_autofree char *name = g_strndup(text, equal != NULL ? (gsize)(equal - text) : strlen(text));
    make_add_effect(words->reading, EFFECT_DEFINITION, g_strstrip(name),
                    equal != NULL ? equal + 1 : NULL, when, owner);
}

/* The source that an object is made from: the file of the folder with that stem. */
static const char *source_of(MakeReading *self, const char *word)
{
    static const char *const endings[] = {".c", ".cpp", ".cc", ".cxx", ".C", ".F90", ".f90",
                                          ".F", ".f",   ".cu", ".hip", ".S", ".for", ".f95"};
    const char *dot = strrchr(word, '.');
    if (dot == NULL || strchr(word, '%') != NULL || strpbrk(word, "${}()") != NULL) {
        return NULL;
    }
    gboolean object = strcmp(dot, ".o") == 0 || strcmp(dot, ".lo") == 0 || strcmp(dot, ".obj") == 0;
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (!object && strcmp(dot, endings[i]) != 0) {
            continue;
        }
        g_autofree char *name = g_strdup_printf("%.*s%s", (int)(dot - word), word, endings[i]);
        const char *path = make_path(self, self->folder, name);
        if (path != NULL && tree_find(self->tree, path) != NULL) {
            return path;
        }
    }
    return NULL;
}

/* Make looks in these folders, too: "VPATH = src:../turb". */
static void add_search_folders(const Words *words, const char *text, const char *owner, Guard when)
{
    MakeReading *self = words->reading;
    g_auto(GStrv) parts = g_strsplit_set(text, ":;", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        const char *path = *parts[i] != '\0' ? make_path(self, self->folder, parts[i]) : NULL;
        if (path != NULL && *path != '\0' && tree_is_folder(self->tree, path)) {
            make_add_effect(self, EFFECT_FOLDER, path, NULL, when, owner);
        }
    }
}

static void add_plain_word(const Words *words, const char *word, const char *owner, Guard when)
{
    MakeReading *self = words->reading;
    if (strcmp(words->name, MAKE_SEARCH) == 0) {
        add_search_folders(words, word, owner, when);
        return;
    }
    const char *path = source_of(self, word);
    if (path != NULL) {
        make_add_effect(self, EFFECT_SOURCE, path, NULL, when, owner);
        return;
    }
    g_autofree char *upper = g_ascii_strup(words->name, -1);
    path = strstr(upper, "DIRS") != NULL && g_ascii_isalnum(*word)
               ? make_path(self, self->folder, word)
               : NULL;
    if (path != NULL && *path != '\0' && tree_is_folder(self->tree, path)) {
        make_add_effect(self, EFFECT_FOLDER, path, NULL, when, owner);
    }
}

/* "$(PREFIX)-DNAME": what a compiler wants in front of definitions says nothing of them. */
static const char *without_prefix(const char *word)
{
    const char *rest = word;
    while (*rest == UNKNOWN_HOLE_BEGIN) {
        const char *end = strchr(rest, UNKNOWN_HOLE_END);
        rest = end != NULL ? end + 1 : rest + strlen(rest);
    }
    return g_str_has_prefix(rest, "-D") ? rest : word;
}

/* Returns whether the word takes the next one as its argument ("-D NAME"). */
static gboolean add_word(const Words *words, const char *word, const char *next, Guard when)
{
    MakeReading *self = words->reading;
    const char *owner = words->owner;
    word = without_prefix(word);
    unknowns_in_text(self->unknowns, word, find_option, &owner);
    g_autofree char *plain = without_quotes(unknowns_readable(self->unknowns, word));
    /* IBM's compilers take definitions for the preprocessor in this form. */
    const char *text = g_str_has_prefix(plain, "-WF,-D") ? plain + 4 : plain;
    if (*text != '-') {
        if (!unknown_text_has_hole(word) || !make_add_named_sources(self, word, when)) {
            add_plain_word(words, text, owner, when);
        }
        return FALSE;
    }
    if (strcmp(text, "-D") == 0 && next != NULL) {
        g_autofree char *name = without_quotes(unknowns_readable(self->unknowns, next));
        add_definition(words, name, owner, when);
        return TRUE;
    }
    if (g_str_has_prefix(text, "-D")) {
        add_definition(words, text + 2, owner, when);
    } else if (g_str_has_prefix(text, "-l") && text[2] != '\0') {
        make_add_effect(self, EFFECT_LINK, text + 2, NULL, when, owner);
    } else if (text[1] != '\0' && strcmp(text, "-o") != 0) {
        make_add_effect(self, EFFECT_FLAG, text, NULL, when, owner);
    }
    return FALSE;
}

/* Words stand between blanks outside of quotes and references. */
static GPtrArray *split_words(MakeReading *self, const char *text)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    while (*text != '\0' && list->len < WORDS_MAX) {
        text += strspn(text, " \t\n");
        const char *begin = text;
        char quote = '\0';
        while (*text != '\0' && (quote != '\0' || strchr(" \t\n", *text) == NULL)) {
            if (*text == '$') {
                text = make_reference_end(text);
                continue;
            }
            if (*text == quote) {
                quote = '\0';
            } else if (quote == '\0' && (*text == '"' || *text == '\'')) {
                quote = *text;
            }
            text++;
        }
        if (text > begin) {
            g_ptr_array_add(list, g_strndup(begin, (gsize)(text - begin)));
        }
    }
    if (text[strspn(text, " \t\n")] != '\0') {
        make_ledger(self, "limit: words of a list", "", NULL);
    }
    return list;
}

static void add_known_words(const Words *words, const char *text, Guard when)
{
    g_autoptr(GPtrArray) list = split_words(words->reading, text);
    for (guint i = 0; i < list->len; i++) {
        const char *next = i + 1 < list->len ? list->pdata[i + 1] : NULL;
        i += add_word(words, list->pdata[i], next, when) ? 1 : 0;
    }
}

/* A name put together of several parts is that of something the build makes, no file of the tree.
 */
static gboolean is_composed(const char *word)
{
    const char *first = strchr(word, '$');
    return *word != '-' && *word != '$' && strchr(first + 1, '$') != NULL &&
           strchr(make_reference_end(first), '$') != NULL;
}

/* The first word of what runs a compiler is the compiler. */
static void add_program(const Words *words, const char *word)
{
    MakeReading *self = words->reading;
    const char *owner = g_strcmp0(words->name, words->owner) != 0 ? words->owner : NULL;
    g_autoptr(GArray) ways = make_expand(self, word, words->when);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_autofree char *program = g_strndup(way->text, strcspn(way->text, " \t"));
        gboolean known = !unknown_text_has_hole(program) && !make_is_filled_somewhere(program);
        if (*program != '-' && known) {
            g_autofree char *base = g_path_get_basename(program);
            make_add_effect(self, EFFECT_PROGRAM, base, words->name, way->when, owner);
        }
    }
}

/* Whether one of the texts is a variable's that has too many of them (see raw_texts in expand.c).
 */
static gboolean has_too_many(const Words *words, const GArray *ways)
{
    for (guint i = 0; i < ways->len; i++) {
        const char *text = g_array_index(ways, MakeAlternative, i).text;
        const Unknown *unknown = unknowns_of_text(words->reading->unknowns, text);
        if (unknown != NULL && g_str_has_prefix(unknown->name, MAKE_TOO_MANY "(")) {
            return TRUE;
        }
    }
    return FALSE;
}

void make_effects_of(MakeReading *self, const char *name, const char *value, Guard when,
                     const char *owner)
{
    const Words words = {self, name, owner, when};
    gboolean always = guard_is_true(when) && owner == NULL;
    g_autoptr(GPtrArray) list = split_words(self, value);
    /* That the option which names the compiler names it is no news, unless something else decides
     * which name it has. */
    gboolean own = g_strcmp0(name, owner) == 0;
    gboolean decided = !guard_is_true(when) && !self->variant;
    gboolean runs = make_is_program(make_variable(self, name)) && (!own || decided);
    for (guint i = 0; i < list->len; i++) {
        const char *word = list->pdata[i];
        const char *next = i + 1 < list->len ? list->pdata[i + 1] : NULL;
        if (runs && i == 0) {
            add_program(&words, word);
        }
        if (strchr(word, '$') == NULL) {
            i += add_word(&words, word, next, when) ? 1 : 0;
            continue;
        }
        /* What another variable brings is recorded where that one gets its value. */
        if ((always && make_is_reference(word)) || is_composed(word)) {
            continue;
        }
        g_autoptr(GArray) ways = make_expand(self, word, when);
        guint known = self->effects->len;
        for (guint k = 0; k < ways->len; k++) {
            const MakeAlternative *way = &g_array_index(ways, MakeAlternative, k);
            add_known_words(&words, way->text, way->when);
        }
        /* Too many ways to tell them apart; but something hangs on it. */
        if (self->effects->len == known && !guard_is_true(when) && has_too_many(&words, ways)) {
            make_add_effect(self, EFFECT_VARIABLE, name, value, when, owner);
        }
    }
}
