#include "core/word_list.h"
#include "discover/classify/knowledge_reader.h"
#include "discover/classify/words.h"

#include <string.h>

/* Weights when a file says none. One clear word in the name is enough for a point. */
#define WEIGHT_TECHNOLOGY 3.0
#define WEIGHT_NOTION 2.0
#define FACTOR_WEAK 0.4

/* One spelling of a term, with how far it can be trusted. */
typedef struct {
    const Term *term;
    SpellingScope scope;
    double factor;
} SpellingKind;

static gboolean take_spelling(const KnowledgeReader *self, const json_t *node, const char *text,
                              void *data)
{
    const SpellingKind *kind = data;
    Knowledge *knowledge = self->knowledge;
    char squashed[PHRASE_BYTES_MAX];
    gsize length = words_squash(text, squashed, sizeof squashed);
    if (length == 0 || length + 1 == sizeof squashed) {
        return reader_fail(self, node, "\"%s\" must have 1 to %u letters and digits", text,
                           PHRASE_BYTES_MAX - 2);
    }
    GArray *spellings = g_hash_table_lookup(knowledge->phrases, squashed);
    if (spellings == NULL) {
        spellings = g_array_new(FALSE, FALSE, sizeof(Spelling));
        g_hash_table_insert(knowledge->phrases, (void *)arena_intern(knowledge->arena, squashed),
                            spellings);
    }
    for (guint i = 0; i < spellings->len; i++) {
        const Spelling *other = &g_array_index(spellings, Spelling, i);
        /* "avx 512" beside "avx512": people may write what reads best. */
        if (other->term == kind->term && other->scope <= kind->scope) {
            return TRUE;
        }
        if (other->term->technology && kind->term->technology && other->scope == kind->scope) {
            return reader_fail(self, node,
                               "\"%s\" already means \"%s\"; a spelling has one technology", text,
                               other->term->id);
        }
    }
    Spelling spelling = {.term = kind->term, .scope = kind->scope, .factor = kind->factor};
    g_array_append_val(spellings, spelling);
    return TRUE;
}

/* A table from some text of the build or the sources to the technology. */
typedef struct {
    GHashTable *table;
    GPtrArray *prefixes; /* NULL when '*' has no meaning in it */
    const Term *term;
    gboolean fold_case;
    gboolean identifiers; /* the table is read by the source scan: values are identifiers */
} MarkTable;

static gboolean take_mark(const KnowledgeReader *self, const json_t *node, const char *text,
                          void *data)
{
    const MarkTable *marks = data;
    Arena *arena = self->knowledge->arena;
    g_autofree char *folded = marks->fold_case ? g_ascii_strdown(text, -1) : g_strdup(text);
    const char *key = arena_intern(arena, folded);
    const void *value = marks->identifiers ? (const void *)marks->term->id : marks->term;
    const void *other = g_hash_table_lookup(marks->table, key);
    if (other == value) {
        return TRUE; /* the same in another letter case */
    }
    if (other != NULL) {
        const char *id = marks->identifiers ? other : ((const Term *)other)->id;
        return reader_fail(self, node, "\"%s\" already belongs to \"%s\"; remove one", text, id);
    }
    g_hash_table_insert(marks->table, (void *)key, (void *)value);
    if (marks->prefixes != NULL && g_str_has_suffix(key, "*")) {
        g_ptr_array_add(marks->prefixes, (void *)key);
    }
    return TRUE;
}

/* What begins otherwise is a spelling in the wrong list, and is on no command line. */
static gboolean take_flag(const KnowledgeReader *self, const json_t *node, const char *text,
                          void *data)
{
    if (strchr("-/+", text[0]) == NULL) {
        return reader_fail(self, node,
                           "\"%s\" is no flag: flags begin with '-', '/' or '+'; put names under "
                           "\"aliases\" or \"values\"",
                           text);
    }
    return take_mark(self, node, text, data);
}

static gboolean read_marks(const KnowledgeReader *self, json_t *node, const Term *term)
{
    Knowledge *k = self->knowledge;
    struct {
        const char *key;
        MarkTable marks;
    } tables[] = {
        {"packages", {.table = k->packages, .term = term, .fold_case = TRUE}},
        {"macros", {.table = k->macros, .term = term}},
        {"flags", {.table = k->flags, .prefixes = k->flag_prefixes, .term = term}},
        {"libraries",
         {.table = k->libraries, .prefixes = k->library_prefixes, .term = term, .fold_case = TRUE}},
        {"languages", {.table = k->languages, .term = term, .fold_case = TRUE}},
        {"programs", {.table = k->programs, .prefixes = k->program_prefixes, .term = term}},
        {"wrappers", {.table = k->wrappers, .prefixes = k->wrapper_prefixes, .term = term}},
        {"headers", {.table = k->patterns.headers, .term = term, .identifiers = TRUE}},
        {"pragmas", {.table = k->patterns.pragmas, .term = term, .identifiers = TRUE}},
        {"identifiers", {.table = k->patterns.identifiers, .term = term, .identifiers = TRUE}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(tables); i++) {
        TakeText take = tables[i].marks.table == k->flags ? take_flag : take_mark;
        if (!reader_each_text(self, node, tables[i].key, take, &tables[i].marks)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_spellings(const KnowledgeReader *self, json_t *node, const Term *term)
{
    struct {
        const char *key;
        SpellingKind kind;
    } kinds[] = {
        {"aliases", {term, SPELLING_ANYWHERE, 1.0}},
        {"name_aliases", {term, SPELLING_NAME, 1.0}},
        {"weak", {term, SPELLING_ANYWHERE, FACTOR_WEAK}},
        {"values", {term, SPELLING_VALUE, 1.0}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (!reader_each_text(self, node, kinds[i].key, take_spelling, &kinds[i].kind)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_category(const KnowledgeReader *self, json_t *node, gboolean required,
                              Term *term)
{
    const char *text;
    if (!reader_text(self, node, "category", required, &text)) {
        return FALSE;
    }
    if (text == NULL) {
        return TRUE;
    }
    if (!category_parse(text, &term->category)) {
        return reader_fail(self, json_object_get(node, "category"),
                           "\"%s\" is no category; docs/knowledge.md lists them", text);
    }
    term->has_category = TRUE;
    return TRUE;
}

static gboolean read_mark(const KnowledgeReader *self, const json_t *node, const char *key,
                          gboolean *value)
{
    const json_t *mark = json_object_get(node, key);
    if (mark != NULL && !json_is_boolean(mark)) {
        return reader_fail(self, mark, "\"%s\" is true or false", key);
    }
    *value = json_is_true(mark);
    return TRUE;
}

/* Technologies and notions differ in what they must have, not in how they are read. */
static gboolean read_term(const KnowledgeReader *self, json_t *node, gboolean technology)
{
    static const char *const technology_keys[] = {
        "id",           "name",        "category",  "also",       "weight",   "aliases",
        "name_aliases", "weak",        "values",    "implies",    "provides", "packages",
        "macros",       "flags",       "libraries", "languages",  "programs", "headers",
        "pragmas",      "identifiers", "open",      "adjectives", "wrappers", NULL};
    static const char *const notion_keys[] = {
        "id",      "name",     "category", "weight",    "aliases", "name_aliases", "weak", "values",
        "implies", "packages", "flags",    "libraries", "macros",  "adjectives",   NULL};
    Knowledge *k = self->knowledge;
    const char *what = technology ? "a technology" : "a notion";
    Term *term = arena_new0(k->arena, Term);
    term->technology = technology;
    term->index = k->terms->len;
    if (!reader_check_keys(self, node, what, technology ? technology_keys : notion_keys) ||
        !reader_text(self, node, "id", TRUE, &term->id) ||
        !reader_text(self, node, "name", technology, &term->name) ||
        !read_category(self, node, technology, term) ||
        !reader_each_text(self, node, "also", reader_take_category, &term->also) ||
        !reader_weight(self, node, technology ? WEIGHT_TECHNOLOGY : WEIGHT_NOTION, &term->weight) ||
        !read_mark(self, node, "open", &term->open) ||
        !read_mark(self, node, "adjectives", &term->adjectives)) {
        return FALSE;
    }
    if (term->name == NULL) {
        term->name = term->id;
    }
    if (g_hash_table_contains(k->term_by_id, term->id)) {
        return reader_fail(self, node, "the identifier \"%s\" is taken; choose another", term->id);
    }
    if (term->index >= KNOWLEDGE_TERMS_MAX) {
        return reader_fail(self, node, "more than %u terms", KNOWLEDGE_TERMS_MAX);
    }
    term->implied = g_array_new(FALSE, FALSE, sizeof(guint));
    term->provided = g_array_new(FALSE, FALSE, sizeof(guint));
    g_ptr_array_add(k->terms, term);
    g_hash_table_insert(k->term_by_id, (void *)term->id, term);
    return read_spellings(self, node, term) && read_marks(self, node, term);
}

static gboolean read_meaning(const KnowledgeReader *self, json_t *node, ValueMeaning *meaning)
{
    static const char *const words[] = {
#define X(id, text) text,
        VALUE_MEANINGS(X)
#undef X
            NULL};
    const char *text;
    if (!reader_text(self, node, "meaning", TRUE, &text)) {
        return FALSE;
    }
    guint index;
    if (!word_list_find(words, text, &index)) {
        return reader_fail(self, json_object_get(node, "meaning"),
                           "\"%s\" is no meaning; use off, on, automatic, linking or placeholder",
                           text);
    }
    *meaning = (ValueMeaning)index;
    return TRUE;
}

static gboolean read_value_word(const KnowledgeReader *self, json_t *node)
{
    static const char *const keys[] = {"meaning", "reason", "words", "kept_in", NULL};
    Knowledge *k = self->knowledge;
    ValueWord *word = arena_new0(k->arena, ValueWord);
    g_autoptr(GHashTable) spellings = g_hash_table_new(g_str_hash, g_str_equal);
    if (!reader_check_keys(self, node, "a value word", keys) ||
        !read_meaning(self, node, &word->meaning) ||
        !reader_text(self, node, "reason", TRUE, &word->reason) ||
        !reader_each_text(self, node, "kept_in", reader_take_category, &word->kept_in) ||
        !reader_each_text(self, node, "words", reader_take_word, spellings)) {
        return FALSE;
    }
    GHashTableIter iter;
    void *spelling;
    g_hash_table_iter_init(&iter, spellings);
    while (g_hash_table_iter_next(&iter, &spelling, NULL)) {
        g_hash_table_insert(k->value_words, spelling, word);
    }
    return TRUE;
}

static gboolean read_set(const KnowledgeReader *self, json_t *node)
{
    static const char *const keys[] = {"id", "terms", NULL};
    GHashTable *sets = self->knowledge->sets;
    const char *id;
    const char *terms;
    if (!reader_check_keys(self, node, "a set", keys) ||
        !reader_text(self, node, "id", TRUE, &id) ||
        !reader_text(self, node, "terms", TRUE, &terms)) {
        return FALSE;
    }
    return g_hash_table_insert(sets, (gpointer)id, (gpointer)terms) ||
           reader_fail(self, node, "\"%s\" stands for a set already; choose another name", id);
}

static gboolean read_technology(const KnowledgeReader *self, json_t *node)
{
    return read_term(self, node, TRUE);
}

static gboolean read_notion(const KnowledgeReader *self, json_t *node)
{
    return read_term(self, node, FALSE);
}

static gboolean read_word_lists(const KnowledgeReader *self, json_t *root)
{
    const struct {
        const char *key;
        GHashTable *words;
    } lists[] = {
#define X(name) {#name, self->knowledge->name},
        KNOWLEDGE_WORD_LISTS(X)
#undef X
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        if (!reader_each_text(self, root, lists[i].key, reader_take_word, lists[i].words)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean knowledge_read_terms(const KnowledgeReader *self, json_t *root)
{
    static const char *const keys[] = {"technologies",
                                       "notions",
                                       "sets",
                                       "rules",
                                       "value_words",
#define X(name) #name,
                                       KNOWLEDGE_WORD_LISTS(X)
#undef X
                                           NULL};
    return reader_check_keys(self, root, "a knowledge file", keys) &&
           reader_each_entry(self, root, "technologies", read_technology) &&
           reader_each_entry(self, root, "notions", read_notion) &&
           reader_each_entry(self, root, "sets", read_set) && read_word_lists(self, root) &&
           reader_each_entry(self, root, "value_words", read_value_word);
}
