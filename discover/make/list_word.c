#include "discover/make/list_word.h"
#include "discover/make/text_function.h"
#include <string.h>

/* Fewer words are no list. */
#define WORDS_MIN 2u
#define WORD "[A-Za-z_][\\w.+-]*"
#define LIMIT "limit: words of a list"

typedef struct {
    MakeReading *reading;
    GHashTable *functions; /* name of a makefile's own -> of the variable whose words it asks for */
    GRegex *defined;       /* $(findstring $(1),$(X)) */
    GRegex *asked;         /* $(findstring word,$(X)) */
    GRegex *called;        /* $(call function,word) */
} Finder;

static MakeListWord *word_of(const MakeVariable *variable, const char *word)
{
    for (guint i = 0; variable->list_words != NULL && i < variable->list_words->len; i++) {
        MakeListWord *known = variable->list_words->pdata[i];
        if (strcmp(known->word, word) == 0) {
            return known;
        }
    }
    return NULL;
}

/* ---- finding --------------------------------------------------------------------------------- */

static void add_word(const Finder *self, const char *name, const char *word,
                     const MakeSource *source, guint line)
{
    MakeReading *reading = self->reading;
    MakeVariable *variable = make_variable(reading, name);
    if (make_is_builtin(name)) {
        return;
    }
    if (variable->looked_for == NULL) {
        variable->looked_for = g_hash_table_new(g_str_hash, g_str_equal);
    }
    g_hash_table_add(variable->looked_for, (gpointer)arena_intern(reading->arena, word));
    if (word_of(variable, word) != NULL) {
        return;
    }
    if (variable->list_words == NULL) {
        variable->list_words = arena_array(reading->arena);
    }
    if (variable->list_words->len == LIST_WORDS_MAX) {
        make_ledger(reading, LIMIT, name, NULL);
        return;
    }
    g_autofree char *raw = make_file_line(source->file, line);
    g_autofree char *text = g_utf8_make_valid(raw != NULL ? g_strstrip(raw) : "", -1);
    MakeListWord *added = arena_new0(reading->arena, MakeListWord);
    *added = (MakeListWord){
        .word = arena_intern(reading->arena, word),
        .option = arena_intern(reading->arena,
                               arena_printf(reading->scratch, "%s" OPTION_WORD "%s", name, word)),
        .text = arena_strdup(reading->arena, text),
        .at = {source->file->path, line, 0}};
    g_ptr_array_add(variable->list_words, added);
}

/* Functions of the makefiles' own: "asks = $(findstring $(1),$(X))", by define or not. */
static void find_functions(Finder *self, const MakeSource *source)
{
    for (guint i = 0; i < source->file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(source->file->statements, MakeStatement, i);
        g_autoptr(GMatchInfo) match = NULL;
        if (statement->kind == MAKE_ASSIGNMENT && strstr(statement->value, "$(1)") != NULL &&
            g_regex_match(self->defined, statement->value, 0, &match)) {
            g_autofree char *name = g_match_info_fetch(match, 1);
            g_hash_table_insert(self->functions, (gpointer)statement->name,
                                (gpointer)arena_intern(self->reading->scratch, name));
        }
    }
}

static void read_test(const Finder *self, const MakeSource *source, const char *side, guint line)
{
    g_autoptr(GMatchInfo) match = NULL;
    if (strchr(side, '$') == NULL) {
        return;
    }
    if (g_regex_match(self->asked, side, 0, &match)) {
        g_autofree char *word = g_match_info_fetch(match, 1);
        g_autofree char *name = g_match_info_fetch(match, 2);
        add_word(self, name, word, source, line);
    }
    g_clear_pointer(&match, g_match_info_unref);
    if (g_regex_match(self->called, side, 0, &match)) {
        g_autofree char *function = g_match_info_fetch(match, 1);
        g_autofree char *word = g_match_info_fetch(match, 2);
        const char *name = g_hash_table_lookup(self->functions, function);
        if (name != NULL) {
            add_word(self, name, word, source, line);
        }
    }
}

static void find_words(const Finder *self, const MakeSource *source)
{
    for (guint i = 0; i < source->file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(source->file->statements, MakeStatement, i);
        gboolean tests = statement->kind == MAKE_IF || statement->kind == MAKE_ELSE;
        if (tests && statement->left != NULL && statement->right != NULL) {
            read_test(self, source, statement->left, statement->line);
            read_test(self, source, statement->right, statement->line);
        }
    }
}

/* ---- what makes a list of it ----------------------------------------------------------------- */

static guint count_words(const MakeVariable *variable, const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t[]{}()|,\"'", -1);
    guint count = 0;
    for (guint i = 0; words[i] != NULL; i++) {
        count += word_of(variable, words[i]) != NULL ? 1 : 0;
    }
    return count;
}

static gboolean assigns(const MakeStatement *statement, const MakeVariable *variable)
{
    return statement->kind == MAKE_ASSIGNMENT && strcmp(statement->name, variable->name) == 0;
}

/* "X += word", "X = word other". */
static gboolean is_assigned_several(const MakeVariable *variable, const MakeStatement *statement)
{
    if (!assigns(statement, variable)) {
        return FALSE;
    }
    guint count = count_words(variable, statement->value);
    return count >= WORDS_MIN || (statement->operation == ASSIGN_APPEND && count > 0);
}

/* Notes which words a makefile itself puts into the list, other than by default. */
static void note_added(const MakeVariable *variable, const MakeStatement *statement)
{
    if (!assigns(statement, variable) || statement->operation == ASSIGN_DEFAULT) {
        return;
    }
    g_auto(GStrv) words = make_words(statement->value);
    for (guint i = 0; words[i] != NULL; i++) {
        MakeListWord *word = word_of(variable, words[i]);
        if (word != NULL) {
            word->added = TRUE;
        }
    }
}

/* In a recipe that prints it: make X="word other". */
static gboolean is_shown_several(const MakeVariable *variable, const MakeStatement *statement)
{
    const char *text = statement->kind == MAKE_RECIPE ? statement->value : "";
    if (strstr(text, variable->name) == NULL) {
        return FALSE;
    }
    g_autofree char *front = g_strconcat(variable->name, "=", NULL);
    const char *given = strstr(text, front);
    if (given == NULL || (given > text && g_ascii_isalnum(given[-1]))) {
        return FALSE;
    }
    const char *value = given + strlen(front);
    const char quote[] = {*value, '\0'};
    gsize length = *value == '"' || *value == '\'' ? strcspn(value + 1, quote) : 0;
    g_autofree char *list = g_strndup(value + 1, length);
    return length > 0 && count_words(variable, list) >= WORDS_MIN;
}

/* "echo '  word : what for'": what a recipe prints. */
static void read_help(MakeReading *self, const MakeVariable *variable,
                      const MakeStatement *statement)
{
    const char *echo = statement->kind == MAKE_RECIPE ? strstr(statement->value, "echo ") : NULL;
    if (echo == NULL) {
        return;
    }
    const char *begin = echo + strlen("echo ");
    begin += strspn(begin, " \t\"'*-");
    gsize length = strcspn(begin, " \t:=\"'");
    g_autofree char *name = g_strndup(begin, length);
    MakeListWord *word = word_of(variable, name);
    const char *behind = begin + length;
    gsize gap = strspn(behind, " \t:=-");
    if (word != NULL && word->help == NULL && gap > 1) {
        g_autofree char *help = g_utf8_make_valid(behind + gap, -1);
        gsize end = strlen(help);
        while (end > 0 && strchr("\"' \t", help[end - 1]) != NULL) {
            end--;
        }
        word->help = end > 0 ? arena_strndup(self->arena, help, end) : NULL;
    }
}

/* Leaves the words of those that are lists. */
static void settle(MakeReading *self, MakeVariable *variable)
{
    gboolean several = FALSE;
    gboolean shown = FALSE;
    if (variable->list_words == NULL || variable->list_words->len < WORDS_MIN) {
        variable->list_words = NULL;
        return;
    }
    for (guint i = 0; i < self->order->len; i++) {
        const MakeSource *source = self->order->pdata[i];
        for (guint k = 0; k < source->file->statements->len; k++) {
            const MakeStatement *statement =
                &g_array_index(source->file->statements, MakeStatement, k);
            several = several || is_assigned_several(variable, statement);
            note_added(variable, statement);
            shown = shown || is_shown_several(variable, statement);
            read_help(self, variable, statement);
        }
    }
    if (!several && !shown) {
        variable->list_words = NULL;
        return;
    }
    variable->list_filled = !shown;
    for (guint i = 0; i < variable->list_words->len; i++) {
        const MakeListWord *word = variable->list_words->pdata[i];
        variable->list_filled = variable->list_filled && word->added && word->help == NULL;
    }
}

void make_find_list_words(MakeReading *self)
{
    g_autoptr(GHashTable) functions = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GRegex) defined = g_regex_new(
        "\\$\\((?:findstring|filter)\\s+\\$\\(1\\)\\s*,\\s*\\$[({](\\w+)[)}]\\s*\\)", 0, 0, NULL);
    g_autoptr(GRegex) asked = g_regex_new(
        "\\$\\((?:findstring|filter)\\s+(" WORD ")\\s*,\\s*\\$[({](\\w+)[)}]\\s*\\)", 0, 0, NULL);
    g_autoptr(GRegex) called =
        g_regex_new("\\$\\(call\\s+([\\w-]+)\\s*,\\s*(" WORD ")\\s*\\)", 0, 0, NULL);
    Finder finder = {self, functions, defined, asked, called};
    for (guint i = 0; i < self->order->len; i++) {
        find_functions(&finder, self->order->pdata[i]);
    }
    for (guint i = 0; i < self->order->len; i++) {
        find_words(&finder, self->order->pdata[i]);
    }
    for (guint i = 0; i < self->names->len; i++) {
        settle(self, self->names->pdata[i]);
    }
}

/* ---- what follows from it -------------------------------------------------------------------- */

/* What is known of a word of the list that the open text stands for; NULL for any other. */
static const MakeListWord *word_asked(const MakeReading *self, const Unknown *unknown,
                                      const char *word)
{
    const MakeVariable *variable = unknown->kind == CONDITION_SUBJECT_OPTION
                                       ? g_hash_table_lookup(self->variables, unknown->name)
                                       : NULL;
    return variable != NULL ? word_of(variable, word) : NULL;
}

gboolean make_is_list_word(const MakeReading *self, const Unknown *unknown, const char *word)
{
    return word_asked(self, unknown, word) != NULL;
}

/* Whether what the makefiles begin with has the word. */
static gboolean has_by_default(const MakeVariable *variable, const char *word)
{
    gboolean has = FALSE;
    for (guint i = 0; i < variable->declarations->len && !has; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        gboolean given = declaration->kind == DECLARES_DEFAULT && declaration->value != NULL;
        g_auto(GStrv) words = make_words(given ? declaration->value : "");
        has = g_strv_contains((const char *const *)words, word);
    }
    return has;
}

gboolean make_list_word_asked(MakeReading *self, const char *open, const char *word, Guard *holds)
{
    g_auto(GStrv) parts = make_words(open);
    Guard any = GUARD_FALSE;
    gboolean known = FALSE;
    for (guint i = 0; parts[i] != NULL; i++) {
        const Unknown *unknown = unknowns_of_text(self->unknowns, parts[i]);
        if (unknown == NULL) {
            any = strcmp(parts[i], word) == 0 ? GUARD_TRUE : any;
            continue;
        }
        const MakeListWord *asked = word_asked(self, unknown, word);
        if (asked == NULL) {
            return FALSE;
        }
        Unknown *own = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, asked->option);
        own->is_switch = TRUE;
        any = guard_or(self->guards, any, unknown_given(self->unknowns, own));
        known = TRUE;
    }
    *holds = any;
    return known;
}

void make_add_list_words(MakeReading *self, const MakeVariable *variable, GHashTable *options)
{
    Arena *arena = self->arena;
    for (guint i = 0; variable->list_words != NULL && i < variable->list_words->len; i++) {
        const MakeListWord *word = variable->list_words->pdata[i];
        const char *fallback = has_by_default(variable, word->word) ? "ON" : "OFF";
        GPtrArray *definitions = arena_array(arena);
        g_ptr_array_add(definitions,
                        facts_definition_new(arena, word->at, word->text, word->help, OPTION_BOOL,
                                             facts_default_new(arena, fallback)));
        Option *option = arena_new0(arena, Option);
        *option = (Option){.name = word->option,
                           .builder = BUILDER_MAKE,
                           .folder = self->top,
                           .type = OPTION_BOOL,
                           .definitions = definitions,
                           .values = arena_array(arena),
                           .links = arena_array(arena),
                           .uses = arena_array(arena)};
        g_ptr_array_add(self->facts->options, option);
        g_hash_table_insert(options, (gpointer)option->name, option);
    }
}
