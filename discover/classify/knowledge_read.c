#include "core/yaml.h"
#include "discover/classify/knowledge.h"
#include "discover/classify/words.h"

#include <string.h>

/* Weights when a file says none. One clear word in the name is enough for a point. */
#define WEIGHT_TECHNOLOGY 3.0
#define WEIGHT_NOTION 2.0
#define WEIGHT_RULE 3.0
#define FACTOR_WEAK 0.4

/* What is being read, for messages. */
typedef struct {
    Knowledge *knowledge;
    const YamlDocument *document;
    GError **error;
} Reader;

/* The line of a value. Looked for only when there is something to complain about. */
static guint line_of(const YamlDocument *document, json_t *container, const json_t *node)
{
    guint line = 0;
    if (json_is_array(container)) {
        for (size_t i = 0; line == 0 && i < json_array_size(container); i++) {
            json_t *item = json_array_get(container, i);
            line = item == node ? yaml_item_place(document, container, i).line
                                : line_of(document, item, node);
        }
    } else if (json_is_object(container)) {
        const char *key;
        json_t *value;
        json_object_foreach(container, key, value)
        {
            if (line == 0) {
                line = value == node ? yaml_member_place(document, container, key).line
                                     : line_of(document, value, node);
            }
        }
    }
    return line;
}

static gboolean fail(const Reader *self, const json_t *node, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* FALSE, always, so that callers can return it. */
static gboolean fail(const Reader *self, const json_t *node, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    guint line = line_of(self->document, yaml_root(self->document), node);
    g_set_error(self->error, KNOWLEDGE_ERROR, KNOWLEDGE_ERROR_MALFORMED, "%s:%u: %s",
                yaml_file(self->document), MAX(line, 1), message);
    return FALSE;
}

/* Every key of a mapping must be one of these, so that a misspelt one is not lost silently. */
static gboolean check_keys(const Reader *self, json_t *node, const char *what,
                           const char *const *known)
{
    if (!json_is_object(node)) {
        return fail(self, node, "%s must be a mapping of keys to values", what);
    }
    const char *key;
    json_t *value;
    json_object_foreach(node, key, value)
    {
        if (!g_strv_contains(known, key)) {
            g_autofree char *all = g_strjoinv(", ", (char **)known);
            return fail(self, value, "%s has no key \"%s\"; it may have: %s", what, key, all);
        }
    }
    return TRUE;
}

static gboolean read_text(const Reader *self, json_t *node, const char *key, gboolean required,
                          const char **text)
{
    json_t *value = json_object_get(node, key);
    *text = NULL;
    if (value == NULL && !required) {
        return TRUE;
    }
    if (value == NULL) {
        return fail(self, node, "\"%s\" is missing; add it", key);
    }
    if (!json_is_string(value) || json_string_length(value) == 0) {
        return fail(self, value, "\"%s\" must be a text that is not empty; put it in quotes", key);
    }
    *text = arena_intern(self->knowledge->arena, json_string_value(value));
    return TRUE;
}

static gboolean read_weight(const Reader *self, json_t *node, double fallback, double *weight)
{
    json_t *value = json_object_get(node, "weight");
    *weight = fallback;
    if (value == NULL) {
        return TRUE;
    }
    if (!json_is_number(value) || json_number_value(value) < 0 || json_number_value(value) > 20) {
        return fail(self, value, "\"weight\" must be a number from 0 to 20");
    }
    *weight = json_number_value(value);
    return TRUE;
}

/* Calls `take` for each text of a list; a single text stands for a list of one. */
static gboolean each_text(const Reader *self, json_t *node, const char *key,
                          gboolean (*take)(const Reader *, const json_t *, const char *, void *),
                          void *data)
{
    json_t *list = json_object_get(node, key);
    if (list == NULL) {
        return TRUE;
    }
    if (json_is_string(list)) {
        return take(self, list, json_string_value(list), data);
    }
    if (!json_is_array(list)) {
        return fail(self, list, "\"%s\" must be a list of texts", key);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        if (!json_is_string(item) || json_string_length(item) == 0) {
            return fail(self, item, "\"%s\" must hold texts; put numbers and yes/no in quotes",
                        key);
        }
        if (!take(self, item, json_string_value(item), data)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean take_category_bit(const Reader *self, const json_t *node, const char *text,
                                  void *data)
{
    guint32 *bits = data;
    Category category;
    if (!category_parse(text, &category)) {
        return fail(self, node, "\"%s\" is no category; docs/knowledge.md lists them", text);
    }
    *bits |= 1u << category;
    return TRUE;
}

static gboolean take_word(const Reader *self, const json_t *node, const char *text, void *data)
{
    char squashed[PHRASE_BYTES_MAX];
    if (words_squash(text, squashed, sizeof squashed) == 0) {
        return fail(self, node, "\"%s\" has no letter or digit", text);
    }
    g_hash_table_add(data, (void *)arena_intern(self->knowledge->arena, squashed));
    return TRUE;
}

/* One spelling of a term, with how far it can be trusted. */
typedef struct {
    const Term *term;
    SpellingScope scope;
    double factor;
} SpellingKind;

static gboolean take_spelling(const Reader *self, const json_t *node, const char *text, void *data)
{
    const SpellingKind *kind = data;
    Knowledge *knowledge = self->knowledge;
    char squashed[PHRASE_BYTES_MAX];
    gsize length = words_squash(text, squashed, sizeof squashed);
    if (length == 0 || length + 1 == sizeof squashed) {
        return fail(self, node, "\"%s\" must have 1 to %u letters and digits", text,
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
            return fail(self, node, "\"%s\" already means \"%s\"; a spelling has one technology",
                        text, other->term->id);
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

static gboolean take_mark(const Reader *self, const json_t *node, const char *text, void *data)
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
        return fail(self, node, "\"%s\" already belongs to \"%s\"; remove one", text, id);
    }
    g_hash_table_insert(marks->table, (void *)key, (void *)value);
    if (marks->prefixes != NULL && g_str_has_suffix(key, "*")) {
        g_ptr_array_add(marks->prefixes, (void *)key);
    }
    return TRUE;
}

static gboolean read_marks(const Reader *self, json_t *node, const Term *term)
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
        {"headers", {.table = k->patterns.headers, .term = term, .identifiers = TRUE}},
        {"pragmas", {.table = k->patterns.pragmas, .term = term, .identifiers = TRUE}},
        {"identifiers", {.table = k->patterns.identifiers, .term = term, .identifiers = TRUE}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(tables); i++) {
        if (!each_text(self, node, tables[i].key, take_mark, &tables[i].marks)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_spellings(const Reader *self, json_t *node, const Term *term)
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
        if (!each_text(self, node, kinds[i].key, take_spelling, &kinds[i].kind)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_category(const Reader *self, json_t *node, gboolean required, Term *term)
{
    const char *text;
    if (!read_text(self, node, "category", required, &text)) {
        return FALSE;
    }
    if (text == NULL) {
        return TRUE;
    }
    if (!category_parse(text, &term->category)) {
        return fail(self, json_object_get(node, "category"),
                    "\"%s\" is no category; docs/knowledge.md lists them", text);
    }
    term->has_category = TRUE;
    return TRUE;
}

/* Technologies and notions differ in what they must have, not in how they are read. */
static gboolean read_term(const Reader *self, json_t *node, gboolean technology)
{
    static const char *const technology_keys[] = {
        "id",        "name",    "category", "also",        "weight", "aliases", "name_aliases",
        "weak",      "values",  "implies",  "packages",    "macros", "flags",   "libraries",
        "languages", "headers", "pragmas",  "identifiers", NULL};
    static const char *const notion_keys[] = {
        "id",     "name",    "category", "weight", "aliases",   "name_aliases", "weak",
        "values", "implies", "packages", "flags",  "libraries", "macros",       NULL};
    Knowledge *k = self->knowledge;
    const char *what = technology ? "a technology" : "a notion";
    Term *term = arena_new0(k->arena, Term);
    term->technology = technology;
    term->index = k->terms->len;
    if (!check_keys(self, node, what, technology ? technology_keys : notion_keys) ||
        !read_text(self, node, "id", TRUE, &term->id) ||
        !read_text(self, node, "name", technology, &term->name) ||
        !read_category(self, node, technology, term) ||
        !each_text(self, node, "also", take_category_bit, &term->also) ||
        !read_weight(self, node, technology ? WEIGHT_TECHNOLOGY : WEIGHT_NOTION, &term->weight)) {
        return FALSE;
    }
    if (term->name == NULL) {
        term->name = term->id;
    }
    if (g_hash_table_contains(k->term_by_id, term->id)) {
        return fail(self, node, "the identifier \"%s\" is taken; choose another", term->id);
    }
    if (term->index >= KNOWLEDGE_TERMS_MAX) {
        return fail(self, node, "more than %u terms", KNOWLEDGE_TERMS_MAX);
    }
    term->implied = g_array_new(FALSE, FALSE, sizeof(guint));
    g_ptr_array_add(k->terms, term);
    g_hash_table_insert(k->term_by_id, (void *)term->id, term);
    return read_spellings(self, node, term) && read_marks(self, node, term);
}

static gboolean take_implied(const Reader *self, const json_t *node, const char *text, void *data)
{
    GArray *implied = data;
    const Term *term = knowledge_term(self->knowledge, text);
    if (term == NULL) {
        return fail(self, node,
                    "nothing is called \"%s\"; give a technology or notion an id like it", text);
    }
    g_array_append_val(implied, term->index);
    return TRUE;
}

/* "a|b|@category": alternatives for one requirement. Traits are the words of PLACE_OPTION. */
static gboolean read_requirement(const Reader *self, const json_t *node, const char *text,
                                 Requirement *requirement)
{
    static const char *const traits[] = {
#define X(id, spelling) spelling,
        RULE_TRAITS(X)
#undef X
            NULL};
    g_auto(GStrv) alternatives = g_strsplit(text, "|", -1);
    for (char **alternative = alternatives; *alternative != NULL; alternative++) {
        const char *word = g_strstrip(*alternative);
        if (requirement->place == PLACE_OPTION) {
            guint trait = 0;
            while (traits[trait] != NULL && !g_str_equal(traits[trait], word)) {
                trait++;
            }
            if (traits[trait] == NULL) {
                g_autofree char *all = g_strjoinv(", ", (char **)traits);
                return fail(self, node, "an option has no trait \"%s\"; traits: %s", word, all);
            }
            requirement->traits |= 1u << trait;
        } else if (word[0] == '@') {
            if (!take_category_bit(self, node, word + 1, &requirement->categories)) {
                return FALSE;
            }
        } else if (!take_implied(self, node, word, requirement->terms)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void group_free(GPtrArray *group)
{
    for (guint i = 0; i < group->len; i++) {
        Requirement *requirement = g_ptr_array_index(group, i);
        g_array_unref(requirement->terms);
    }
    g_ptr_array_unref(group);
}

typedef struct {
    GPtrArray *group;
    RulePlace place;
} GroupPlace;

static gboolean take_requirement(const Reader *self, const json_t *node, const char *text,
                                 void *data)
{
    const GroupPlace *into = data;
    Requirement *requirement = arena_new0(self->knowledge->arena, Requirement);
    requirement->place = into->place;
    requirement->terms = g_array_new(FALSE, FALSE, sizeof(guint));
    g_ptr_array_add(into->group, requirement);
    return read_requirement(self, node, text, requirement);
}

static gboolean read_group(const Reader *self, json_t *node, GPtrArray *groups)
{
    static const char *const places[] = {
#define X(id, text) text,
        RULE_PLACES(X)
#undef X
            NULL};
    if (!check_keys(self, node, "a condition", places)) {
        return FALSE;
    }
    GPtrArray *group = g_ptr_array_new();
    g_ptr_array_add(groups, group);
    for (guint place = 0; place < PLACE_COUNT; place++) {
        GroupPlace into = {.group = group, .place = place};
        if (!each_text(self, node, places[place], take_requirement, &into)) {
            return FALSE;
        }
    }
    if (group->len == 0) {
        return fail(self, node, "a condition must ask for something");
    }
    return TRUE;
}

static gboolean read_groups(const Reader *self, json_t *node, const char *key, gboolean required,
                            GPtrArray *groups)
{
    json_t *value = json_object_get(node, key);
    if (value == NULL) {
        return !required || fail(self, node, "\"%s\" is missing; say when the rule holds", key);
    }
    if (!json_is_array(value)) {
        return read_group(self, value, groups);
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!read_group(self, json_array_get(value, i), groups)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void rule_free(Rule *rule)
{
    g_ptr_array_unref(rule->when);
    g_ptr_array_unref(rule->unless);
}

static gboolean read_rule(const Reader *self, json_t *node)
{
    static const char *const keys[] = {"id",   "category", "rejects", "reason",
                                       "when", "unless",   "weight",  NULL};
    if (!check_keys(self, node, "a rule", keys)) {
        return FALSE;
    }
    Knowledge *k = self->knowledge;
    Rule *rule = arena_new0(k->arena, Rule);
    rule->when = g_ptr_array_new_with_free_func((GDestroyNotify)group_free);
    rule->unless = g_ptr_array_new_with_free_func((GDestroyNotify)group_free);
    g_ptr_array_add(k->rules, rule);
    const char *category;
    const char *rejects;
    if (!read_text(self, node, "id", TRUE, &rule->id) ||
        !read_text(self, node, "category", FALSE, &category) ||
        !read_text(self, node, "rejects", FALSE, &rejects) ||
        !read_text(self, node, "reason", rejects == NULL, &rule->reason) ||
        !read_weight(self, node, WEIGHT_RULE, &rule->weight) ||
        !read_groups(self, node, "when", TRUE, rule->when) ||
        !read_groups(self, node, "unless", FALSE, rule->unless)) {
        return FALSE;
    }
    if ((category == NULL) == (rejects == NULL)) {
        return fail(self, node, "a rule has either \"category\" or \"rejects\" (with the reason)");
    }
    rule->rejects = rejects != NULL;
    if (rule->rejects) {
        rule->reason = rejects;
    } else if (!category_parse(category, &rule->category)) {
        return fail(self, json_object_get(node, "category"),
                    "\"%s\" is no category; docs/knowledge.md lists them", category);
    }
    return TRUE;
}

static gboolean read_value_word(const Reader *self, json_t *node)
{
    static const char *const keys[] = {"meaning", "reason", "words", "kept_in", NULL};
    Knowledge *k = self->knowledge;
    ValueWord *word = arena_new0(k->arena, ValueWord);
    g_autoptr(GHashTable) spellings = g_hash_table_new(g_str_hash, g_str_equal);
    if (!check_keys(self, node, "a value word", keys) ||
        !read_text(self, node, "meaning", TRUE, &word->meaning) ||
        !read_text(self, node, "reason", TRUE, &word->reason) ||
        !each_text(self, node, "kept_in", take_category_bit, &word->kept_in) ||
        !each_text(self, node, "words", take_word, spellings)) {
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

static gboolean read_technology(const Reader *self, json_t *node)
{
    return read_term(self, node, TRUE);
}

static gboolean read_notion(const Reader *self, json_t *node)
{
    return read_term(self, node, FALSE);
}

static gboolean read_references(const Reader *self, json_t *node)
{
    const char *id = json_string_value(json_object_get(node, "id"));
    const Term *term = knowledge_term(self->knowledge, id);
    return each_text(self, node, "implies", take_implied, term->implied);
}

static gboolean each_entry(const Reader *self, json_t *root, const char *key,
                           gboolean (*read)(const Reader *, json_t *))
{
    json_t *list = json_object_get(root, key);
    if (list == NULL) {
        return TRUE;
    }
    if (!json_is_array(list)) {
        return fail(self, list, "\"%s\" must be a list", key);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read(self, json_array_get(list, i))) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_terms(const Reader *self, json_t *root)
{
    static const char *const keys[] = {"technologies", "notions",   "rules",       "verbs",
                                       "noise",        "weakening", "value_words", NULL};
    return check_keys(self, root, "a knowledge file", keys) &&
           each_entry(self, root, "technologies", read_technology) &&
           each_entry(self, root, "notions", read_notion) &&
           each_text(self, root, "verbs", take_word, self->knowledge->verbs) &&
           each_text(self, root, "noise", take_word, self->knowledge->noise) &&
           each_text(self, root, "weakening", take_word, self->knowledge->weakening) &&
           each_entry(self, root, "value_words", read_value_word);
}

static gboolean read_rules(const Reader *self, json_t *root)
{
    return each_entry(self, root, "technologies", read_references) &&
           each_entry(self, root, "notions", read_references) &&
           each_entry(self, root, "rules", read_rule);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int compare_lengths(const void *a, const void *b)
{
    const char *left = *(const char *const *)a;
    const char *right = *(const char *const *)b;
    gsize left_length = strlen(left);
    gsize right_length = strlen(right);
    if (left_length != right_length) {
        return left_length > right_length ? -1 : 1;
    }
    return strcmp(left, right);
}

/* Paths of all *.yaml directly inside a folder, sorted, so that messages do not depend on the disk.
 */
static gboolean list_files(const char *folder, GPtrArray *paths, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    if (dir == NULL) {
        g_prefix_error(error, "knowledge folder %s: ", folder);
        return FALSE;
    }
    const char *name;
    while ((name = g_dir_read_name(dir)) != NULL) {
        if (g_str_has_suffix(name, ".yaml")) {
            g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
        }
    }
    g_ptr_array_sort(paths, compare_texts);
    return TRUE;
}

static Knowledge *knowledge_new(void)
{
    Knowledge *self = g_new0(Knowledge, 1);
    self->arena = arena_new();
    self->terms = g_ptr_array_new();
    self->rules = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);
    self->flag_prefixes = g_ptr_array_new();
    self->library_prefixes = g_ptr_array_new();
    self->phrases =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref);
    GHashTable **tables[] = {
        &self->term_by_id,
        &self->packages,
        &self->macros,
        &self->flags,
        &self->libraries,
        &self->languages,
        &self->verbs,
        &self->noise,
        &self->weakening,
        &self->value_words,
        &self->patterns.headers,
        &self->patterns.pragmas,
        &self->patterns.identifiers,
    };
    for (gsize i = 0; i < G_N_ELEMENTS(tables); i++) {
        *tables[i] = g_hash_table_new(g_str_hash, g_str_equal);
    }
    return self;
}

static gboolean read_documents(Knowledge *self, const GPtrArray *documents, GError **error)
{
    gboolean (*passes[])(const Reader *, json_t *) = {read_terms, read_rules};
    for (gsize pass = 0; pass < G_N_ELEMENTS(passes); pass++) {
        for (guint i = 0; i < documents->len; i++) {
            const YamlDocument *document = g_ptr_array_index(documents, i);
            Reader reader = {.knowledge = self, .document = document, .error = error};
            if (!passes[pass](&reader, yaml_root(document))) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

Knowledge *knowledge_load(const char *folder, GError **error)
{
    static const char *const parts[] = {"technologies", "rules"};
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *part = g_build_filename(folder, parts[i], NULL);
        if (!list_files(part, paths, error)) {
            return NULL;
        }
    }
    g_autoptr(GPtrArray) documents =
        g_ptr_array_new_with_free_func((GDestroyNotify)yaml_document_free);
    for (guint i = 0; i < paths->len; i++) {
        YamlDocument *document = yaml_load(g_ptr_array_index(paths, i), error);
        if (document == NULL) {
            return NULL;
        }
        g_ptr_array_add(documents, document);
    }
    g_autoptr(Knowledge) self = knowledge_new();
    if (!read_documents(self, documents, error)) {
        return NULL;
    }
    g_ptr_array_sort(self->flag_prefixes, compare_lengths);
    g_ptr_array_sort(self->library_prefixes, compare_lengths);
    return g_steal_pointer(&self);
}
