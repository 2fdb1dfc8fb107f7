#include "container/build/compilers.h"
#include "core/yaml.h"
#include <string.h>

G_DEFINE_QUARK(xaas - compilers - error, compilers_error)

static const char *const kind_names[] = {
#define X(id, text) [UNIT_##id] = text,
    UNIT_KINDS(X)
#undef X
};

const char *unit_kind_text(UnitKind kind)
{
    return kind_names[kind];
}

static gboolean unit_kind_parse(const char *text, UnitKind *kind)
{
    for (guint i = 0; text != NULL && i < UNIT_KIND_COUNT; i++) {
        if (g_str_equal(kind_names[i], text)) {
            *kind = (UnitKind)i;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean unit_kind_has_bitcode(UnitKind kind)
{
    return kind == UNIT_C || kind == UNIT_CXX;
}

typedef struct {
    GRegex *pattern;
    UnitKind kind;    /* of a compiler */
    char **ask;       /* of a compiler; NULL: it wraps nothing */
    char *until;      /* of a launcher; NULL: it ends at its name */
    gboolean options; /* of a launcher: its own options and assignments follow */
    GRegex *valued;   /* of a launcher: its options whose value is the next word; NULL: none */
    GRegex *keeps;    /* of a launcher: its words that change no environment; NULL: none does */
} ProgramRow;

typedef struct {
    Words endings;
    char *language;
    UnitKind kind;
} LanguageRow;

struct Compilers {
    GPtrArray *launchers; /* ProgramRow * */
    GPtrArray *compilers; /* ProgramRow * */
    GPtrArray *languages; /* LanguageRow * */
    GPtrArray *words;     /* LanguageRow * */
    GRegex *harmless;     /* variables that no compiler reads */
    DriverWords driver;
    FrontendWords frontend;
};

gboolean words_contain(const Words *self, const char *word)
{
    return g_hash_table_contains(self->set, word);
}

static void words_clear(Words *self)
{
    g_clear_pointer(&self->set, g_hash_table_unref);
    g_clear_pointer(&self->list, g_strfreev);
}

static void program_row_free(gpointer data)
{
    ProgramRow *row = data;
    g_clear_pointer(&row->pattern, g_regex_unref);
    g_clear_pointer(&row->keeps, g_regex_unref);
    g_clear_pointer(&row->valued, g_regex_unref);
    g_strfreev(row->ask);
    g_free(row->until);
    g_free(row);
}

static void language_row_free(gpointer data)
{
    LanguageRow *row = data;
    words_clear(&row->endings);
    g_free(row->language);
    g_free(row);
}

typedef struct {
    const YamlDocument *document;
    GError **error;
} Reader;

static gboolean fail(const Reader *self, const json_t *container, const char *key)
{
    g_autofree char *fault = yaml_member_fault(self->document, container, key);
    g_set_error_literal(self->error, COMPILERS_ERROR, COMPILERS_ERROR_MALFORMED, fault);
    return FALSE;
}

static gboolean read_words(const Reader *self, const json_t *object, const char *key, Words *words)
{
    const json_t *list = json_object_get(object, key);
    if (!json_is_array(list)) {
        return fail(self, object, key);
    }
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        if (!json_is_string(item)) {
            return fail(self, object, key);
        }
        g_strv_builder_add(builder, json_string_value(item));
    }
    words->list = g_strv_builder_end(builder);
    words->set = g_hash_table_new(g_str_hash, g_str_equal);
    for (char **word = words->list; *word != NULL; word++) {
        g_hash_table_add(words->set, *word);
    }
    return TRUE;
}

static gboolean read_text(const Reader *self, const json_t *object, const char *key, char **text)
{
    const char *value = json_string_value(json_object_get(object, key));
    *text = g_strdup(value);
    return value != NULL || fail(self, object, key);
}

static gboolean read_kind(const Reader *self, const json_t *object, UnitKind *kind)
{
    return unit_kind_parse(json_string_value(json_object_get(object, "kind")), kind) ||
           fail(self, object, "kind");
}

/* A pattern of the whole of a word. */
static gboolean read_pattern(const Reader *self, const json_t *object, const char *key,
                             GRegex **pattern)
{
    g_autofree char *text = NULL;
    if (!read_text(self, object, key, &text)) {
        return FALSE;
    }
    g_autofree char *whole = g_strdup_printf("^(?:%s)$", text);
    *pattern = g_regex_new(whole, G_REGEX_OPTIMIZE | G_REGEX_EXTENDED, 0, NULL);
    return *pattern != NULL || fail(self, object, key);
}

static gboolean read_program(const Reader *self, const json_t *object, gpointer data)
{
    ProgramRow *row = data;
    if (!read_pattern(self, object, "pattern", &row->pattern) ||
        (json_object_get(object, "keeps") != NULL &&
         !read_pattern(self, object, "keeps", &row->keeps)) ||
        (json_object_get(object, "valued") != NULL &&
         !read_pattern(self, object, "valued", &row->valued))) {
        return FALSE;
    }
    row->until = g_strdup(json_string_value(json_object_get(object, "until")));
    row->options = json_is_true(json_object_get(object, "options"));
    Words ask = {0};
    if (json_object_get(object, "ask") != NULL && !read_words(self, object, "ask", &ask)) {
        return FALSE;
    }
    row->ask = g_steal_pointer(&ask.list);
    words_clear(&ask);
    return TRUE;
}

static gboolean read_compiler(const Reader *self, const json_t *object, gpointer data)
{
    return read_program(self, object, data) && read_kind(self, object, &((ProgramRow *)data)->kind);
}

static gboolean read_language(const Reader *self, const json_t *object, gpointer data)
{
    LanguageRow *row = data;
    return read_words(self, object, "endings", &row->endings) &&
           read_text(self, object, "language", &row->language) &&
           read_kind(self, object, &row->kind);
}

static gboolean read_language_words(const Reader *self, const json_t *object, gpointer data)
{
    LanguageRow *row = data;
    return read_words(self, object, "words", &row->endings) && read_kind(self, object, &row->kind);
}

typedef struct {
    const char *key;
    gsize size;
    gboolean (*read)(const Reader *, const json_t *, gpointer);
    GPtrArray *rows;
} ListRow;

static gboolean read_list(const Reader *self, const json_t *root, const ListRow *list)
{
    const json_t *items = json_object_get(root, list->key);
    if (!json_is_array(items)) {
        return fail(self, root, list->key);
    }
    gsize index;
    const json_t *item;
    json_array_foreach(items, index, item)
    {
        gpointer row = g_malloc0(list->size);
        g_ptr_array_add(list->rows, row);
        if (!list->read(self, item, row)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_driver(const Reader *self, const json_t *root, DriverWords *words)
{
    const json_t *object = json_object_get(root, "driver");
    return read_words(self, object, "drop", &words->drop) &&
           read_words(self, object, "drop_with_value", &words->drop_with_value) &&
           read_words(self, object, "drop_prefix", &words->drop_prefix) &&
           read_words(self, object, "with_value", &words->with_value) &&
           read_words(self, object, "precompiled", &words->precompiled) &&
           read_words(self, object, "header", &words->header) &&
           read_words(self, object, "bitcode", &words->bitcode) &&
           read_words(self, object, "tokens", &words->tokens) &&
           read_words(self, object, "tokens_with_lines", &words->tokens_with_lines) &&
           read_words(self, object, "plan", &words->plan) &&
           read_words(self, object, "reads", &words->reads) &&
           read_text(self, object, "language", &words->language) &&
           read_text(self, object, "c", &words->c) && read_text(self, object, "c++", &words->cxx) &&
           read_text(self, object, "scanner", &words->scanner) &&
           read_text(self, object, "map_prefix", &words->map_prefix);
}

static gboolean read_frontend(const Reader *self, const json_t *root, FrontendWords *words)
{
    const json_t *object = json_object_get(root, "frontend");
    return read_words(self, object, "target", &words->target) &&
           read_words(self, object, "macros", &words->macros) &&
           read_words(self, object, "includes", &words->includes) &&
           read_words(self, object, "drop_with_value", &words->drop_with_value) &&
           read_words(self, object, "drop", &words->drop) &&
           read_words(self, object, "drop_prefix", &words->drop_prefix) &&
           read_words(self, object, "keep_prefix", &words->keep_prefix) &&
           read_words(self, object, "writes", &words->writes) &&
           read_words(self, object, "writes_with_value", &words->writes_with_value) &&
           read_words(self, object, "dump_macros", &words->dump_macros) &&
           read_words(self, object, "no_raw_texts", &words->no_raw_texts) &&
           read_words(self, object, "no_line_comments", &words->no_line_comments) &&
           read_words(self, object, "devices", &words->devices) &&
           read_words(self, object, "modules", &words->modules) &&
           read_text(self, object, "marker", &words->marker) &&
           read_text(self, object, "debug", &words->debug) &&
           read_text(self, object, "refusal", &words->refusal);
}

Compilers *compilers_load(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "compilers.yaml", NULL);
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    if (document == NULL) {
        return NULL;
    }
    g_autoptr(Compilers) self = g_new0(Compilers, 1);
    self->launchers = g_ptr_array_new_with_free_func(program_row_free);
    self->compilers = g_ptr_array_new_with_free_func(program_row_free);
    self->languages = g_ptr_array_new_with_free_func(language_row_free);
    self->words = g_ptr_array_new_with_free_func(language_row_free);
    const Reader reader = {document, error};
    const ListRow lists[] = {
        {"launchers", sizeof(ProgramRow), read_program, self->launchers},
        {"compilers", sizeof(ProgramRow), read_compiler, self->compilers},
        {"languages", sizeof(LanguageRow), read_language, self->languages},
        {"language_words", sizeof(LanguageRow), read_language_words, self->words},
    };
    const json_t *root = yaml_root(document);
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        if (!read_list(&reader, root, &lists[i])) {
            return NULL;
        }
    }
    if (!read_pattern(&reader, root, "harmless_variables", &self->harmless) ||
        !read_driver(&reader, root, &self->driver) ||
        !read_frontend(&reader, root, &self->frontend)) {
        return NULL;
    }
    return g_steal_pointer(&self);
}

void compilers_free(Compilers *self)
{
    if (self == NULL) {
        return;
    }
    g_ptr_array_unref(self->launchers);
    g_ptr_array_unref(self->compilers);
    g_ptr_array_unref(self->languages);
    g_ptr_array_unref(self->words);
    g_clear_pointer(&self->harmless, g_regex_unref);
    DriverWords *driver = &self->driver;
    Words *const driver_words[] = {
        &driver->drop,   &driver->drop_with_value, &driver->with_value, &driver->precompiled,
        &driver->header, &driver->bitcode,         &driver->tokens,     &driver->tokens_with_lines,
        &driver->plan,   &driver->reads,           &driver->drop_prefix};
    for (gsize i = 0; i < G_N_ELEMENTS(driver_words); i++) {
        words_clear(driver_words[i]);
    }
    FrontendWords *frontend = &self->frontend;
    Words *const frontend_words[] = {&frontend->target,          &frontend->macros,
                                     &frontend->includes,        &frontend->drop,
                                     &frontend->drop_with_value, &frontend->drop_prefix,
                                     &frontend->keep_prefix,     &frontend->dump_macros,
                                     &frontend->no_raw_texts,    &frontend->no_line_comments,
                                     &frontend->writes,          &frontend->writes_with_value,
                                     &frontend->devices,         &frontend->modules};
    for (gsize i = 0; i < G_N_ELEMENTS(frontend_words); i++) {
        words_clear(frontend_words[i]);
    }
    char *const texts[] = {driver->language, driver->c,          driver->cxx,
                           driver->scanner,  driver->map_prefix, frontend->marker,
                           frontend->debug,  frontend->refusal};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(texts[i]);
    }
    g_free(self);
}

const DriverWords *compilers_driver(const Compilers *self)
{
    return &self->driver;
}

const FrontendWords *compilers_frontend(const Compilers *self)
{
    return &self->frontend;
}

static const ProgramRow *row_of(const GPtrArray *rows, const char *program)
{
    g_autofree char *name = g_path_get_basename(program);
    for (guint i = 0; i < rows->len; i++) {
        const ProgramRow *row = rows->pdata[i];
        if (g_regex_match(row->pattern, name, 0, NULL)) {
            return row;
        }
    }
    return NULL;
}

/* Whether a launcher's own word leaves the compiler's environment as it is. */
static gboolean keeps_environment(const Compilers *self, const ProgramRow *row, const char *word)
{
    if (row->keeps == NULL || g_regex_match(row->keeps, word, 0, NULL)) {
        return TRUE;
    }
    const char *equals = strchr(word, '=');
    g_autofree char *name = equals == NULL ? NULL : g_strndup(word, (gsize)(equals - word));
    return name != NULL && g_regex_match(self->harmless, name, 0, NULL);
}

/* Whether a word is an option or an assignment of the launcher's own. */
static gboolean is_own_word(const ProgramRow *row, const char *word)
{
    return *word == '-' || (row->options && strchr(word, '=') != NULL);
}

/* Where a launcher's own words end. */
static guint launcher_end(const ProgramRow *row, const char *const *command, guint at)
{
    at++;
    while (row->until != NULL && command[at] != NULL && !g_str_equal(command[at - 1], row->until)) {
        at++;
    }
    /* Without such a word they end at the first that is none of its own. */
    while (row->until == NULL && command[at] != NULL && is_own_word(row, command[at])) {
        gboolean valued = row->valued != NULL && g_regex_match(row->valued, command[at], 0, NULL);
        at += valued && command[at + 1] != NULL ? 2 : 1;
    }
    return at;
}

guint compilers_peel(const Compilers *self, const char *const *command, const char **changes)
{
    guint at = 0;
    *changes = NULL;
    while (command[at] != NULL) {
        const ProgramRow *row = row_of(self->launchers, command[at]);
        if (row == NULL) {
            break;
        }
        guint end = launcher_end(row, command, at);
        for (at++; at < end; at++) {
            if (*changes == NULL && !keeps_environment(self, row, command[at])) {
                *changes = command[at];
            }
        }
    }
    return at;
}

guint compilers_peel_step(const Compilers *self, const char *const *command)
{
    const char *changes = NULL;
    guint at = compilers_peel(self, command, &changes);
    if (changes != NULL || command[at] == NULL) {
        return 0;
    }
    /* Behind a launcher's own words only a compiler is sure to be the program: "cmake -E rm -- a".
     */
    gboolean names = TRUE;
    for (guint i = 0; i < at && names; i++) {
        names = row_of(self->launchers, command[i]) != NULL;
    }
    return names || row_of(self->compilers, command[at]) != NULL ? at : 0;
}

gboolean compilers_program(const Compilers *self, const char *program, UnitKind *kind,
                           const char *const **ask)
{
    const ProgramRow *row = row_of(self->compilers, program);
    *kind = row != NULL ? row->kind : UNIT_OTHER;
    *ask = row != NULL ? (const char *const *)row->ask : NULL;
    return row != NULL;
}

static const LanguageRow *language_row(const GPtrArray *rows, const char *word)
{
    for (guint i = 0; i < rows->len; i++) {
        const LanguageRow *row = rows->pdata[i];
        if (words_contain(&row->endings, word)) {
            return row;
        }
    }
    return NULL;
}

UnitKind compilers_language(const Compilers *self, const char *source, const char **language)
{
    const char *dot = strrchr(source, '.');
    const LanguageRow *row = dot == NULL ? NULL : language_row(self->languages, dot + 1);
    *language = row != NULL ? row->language : NULL;
    return row != NULL ? row->kind : UNIT_OTHER;
}

UnitKind compilers_language_word(const Compilers *self, const char *word)
{
    const LanguageRow *row = language_row(self->words, word);
    return row != NULL ? row->kind : UNIT_OTHER;
}
