/* set, unset, option, mark_as_advanced, cmake_parse_arguments. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/undeclared.h"
#include <string.h>

gboolean call_has(const Call *call, guint from, const char *word)
{
    for (guint i = from; i < call->argc; i++) {
        if (strcmp(call->argv[i], word) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

char *command_join(Evaluator *self, const Call *call, guint from, guint to)
{
    if (from >= to) {
        return g_strdup("");
    }
    gboolean alone = from + 1 == to;
    GString *list =
        g_string_new(call->quoted[from] && !alone ? evaluator_text_behind(self, call->argv[from])
                                                  : call->argv[from]);
    for (guint i = from + 1; i < to; i++) {
        evaluator_add_element(self, list, call->argv[i], call->quoted[i]);
    }
    return g_string_free(list, FALSE);
}

void command_append(Evaluator *self, const char *name, const char *tail, Append append)
{
    Variable *variable = variables_get(self->variables, name);
    evaluator_note_taken(self, variable);
    g_autoptr(Value) old = evaluator_value(self, variable);
    /* A semicolon that is text is no part of an optional piece, which might lose it. */
    gboolean grows = append == APPEND_ELEMENTS || *tail != ';';
    variables_set(self->variables, variable, evaluator_appended(self, old, name, tail, append),
                  grows ? WRITE_GROWS : WRITE_REPLACES);
}

/* Whether `text` may be one of the variable's with something behind it. Which of these holds here
 * takes a search to tell, and most texts that are set are new. */
static gboolean may_grow(Evaluator *self, Variable *variable, const char *text)
{
    if (variable_value(variable) == NULL) {
        return FALSE;
    }
    g_autoptr(Value) value = evaluator_value(self, variable);
    for (guint i = 0; i < value->count; i++) {
        const char *before = value->alternatives[i].text;
        gsize length = before != NULL ? strlen(before) : 0;
        if (length > 0 && strncmp(text, before, length) == 0 && text[length] != '\0') {
            return TRUE;
        }
    }
    return FALSE;
}

/* Sets a variable to `text`; what only appends to its list is done as command_append. */
static void set_growing(Evaluator *self, const char *name, const char *text)
{
    Variable *variable = variables_get(self->variables, name);
    if (!guard_is_true(self->path) && may_grow(self, variable, text)) {
        const char *before = evaluator_peek(self, variable);
        gsize length = before != NULL ? strlen(before) : 0;
        const char *tail = text + length;
        if (length > 0 && strncmp(text, before, length) == 0 &&
            (*tail == ';' || evaluator_all_optional(self, tail))) {
            command_append(self, name, tail, APPEND_ELEMENTS);
            return;
        }
        if (length > 0 && strncmp(text, before, length) == 0 && *tail == ' ') {
            command_append(self, name, tail, APPEND_TEXT);
            return;
        }
    }
    evaluator_set(self, name, text);
}

static OptionType option_type(const char *word)
{
    static const struct {
        const char *word;
        OptionType type;
    } types[] = {{"BOOL", OPTION_BOOL},         {"STRING", OPTION_STRING},
                 {"PATH", OPTION_PATH},         {"FILEPATH", OPTION_FILEPATH},
                 {"INTERNAL", OPTION_INTERNAL}, {"STATIC", OPTION_INTERNAL}};
    for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
        if (strcmp(types[i].word, word) == 0) {
            return types[i].type;
        }
    }
    return OPTION_STRING;
}

/* The old way: a cache entry that is made hides no normal variable, which is removed. */
static void remove_normal(Evaluator *self, const char *name, gboolean overwrites)
{
    Variable *variable = variables_get(self->variables, name);
    if (variable_value(variable) == NULL) {
        return;
    }
    Guard entry = self->path;
    /* A -D entry without a type is completed by its declaration, which counts as making it. */
    if (!overwrites && variable->cache.value != NULL && !variable->untyped) {
        self->path =
            guard_minus(self->guards, entry, value_defined(self->guards, variable->cache.value));
    }
    if (!guard_is_false(self->path)) {
        g_autoptr(Value) unset = value_of_text(NULL);
        evaluator_set_value(self, variable, unset);
    }
    self->path = entry;
}

static void set_cache(Evaluator *self, const Call *call, guint values_end, gboolean force)
{
    const char *name = call->argv[0];
    const char *help = call->argv[values_end + 2];
    OptionType type = option_type(call->argv[values_end + 1]);
    g_autofree char *joined = command_join(self, call, 1, values_end);
    /* A default is one text in each run. */
    const char *value = evaluator_settle(self, joined);
    /* INTERNAL overwrites as FORCE does, but not what "-DNAME=VALUE" gave without a type. */
    const Variable *variable = variables_get(self->variables, name);
    gboolean given = variable->untyped && variable->cache.value != NULL;
    gboolean overwrites = force || (type == OPTION_INTERNAL && !given);
    if (!evaluator_policy_new(self, "CMP0126")) {
        remove_normal(self, name, overwrites);
    }
    /* A language's flags are in the cache from the start, where a mere default changes nothing. */
    if (overwrites && command_is_flags_variable(name)) {
        command_note_added_flags(self, call, 1, call->argc - values_end);
    }
    evaluator_declare_option(self, name, type, value, help, overwrites);
}

/* set(ENV{NAME} text), and with NULL unset(ENV{NAME}). */
static void change_environment(Evaluator *self, const char *reference, const char *text)
{
    const char *begin = reference + strlen("ENV{");
    g_autofree char *name = g_strndup(begin, strcspn(begin, "}"));
    if (text != NULL) {
        evaluator_set_environment(self, name, evaluator_settle(self, text));
    } else {
        evaluator_unset_environment(self, name);
    }
}

void command_set(Evaluator *self, const Call *call)
{
    if (call->argc == 0) {
        return;
    }
    const char *name = call->argv[0];
    if (text_has_hole(name)) {
        evaluator_ledger(self, "unknown name", "set", NULL);
        variables_note_unknown(self->variables, name);
        return;
    }
    if (g_str_has_prefix(name, "ENV{")) {
        change_environment(self, name, call->argc > 1 ? call->argv[1] : "");
        return;
    }
    guint end = call->argc;
    gboolean parent = end > 1 && strcmp(call->argv[end - 1], "PARENT_SCOPE") == 0;
    if (parent) {
        end--;
    }
    if (end == 1) {
        g_autoptr(Value) unset = value_of_text(NULL);
        if (parent) {
            evaluator_set_outer(self, name, unset, 1);
        } else {
            evaluator_set_value(self, variables_get(self->variables, name), unset);
        }
        return;
    }
    gboolean force = end > 4 && strcmp(call->argv[end - 1], "FORCE") == 0;
    guint cache_end = force ? end - 1 : end;
    if (cache_end > 3 && strcmp(call->argv[cache_end - 3], "CACHE") == 0) {
        set_cache(self, call, cache_end - 3, force);
        return;
    }
    g_autofree char *text = command_join(self, call, 1, end);
    if (command_is_flags_variable(name)) {
        command_note_added_flags(self, call, 1, call->argc - end);
    }
    /* CMAKE_X is what targets have as their property X. */
    if (g_str_has_prefix(name, "CMAKE_") && g_str_has_suffix(name, "_ARCHITECTURES")) {
        command_note_property(self, name + strlen("CMAKE_"), text);
    }
    evaluator_offer_option(self, name, text);
    if (parent) {
        g_autoptr(Value) value = value_of_text(text);
        evaluator_set_outer(self, name, value, 1);
    } else {
        set_growing(self, name, text);
    }
}

void command_unset(Evaluator *self, const Call *call)
{
    if (call->argc == 0 || text_has_hole(call->argv[0])) {
        return;
    }
    if (g_str_has_prefix(call->argv[0], "ENV{")) {
        change_environment(self, call->argv[0], NULL);
        return;
    }
    g_autoptr(Value) unset = value_of_text(NULL);
    Variable *variable = variables_get(self->variables, call->argv[0]);
    if (call_has(call, 1, "CACHE")) {
        if (variable->cache.value != NULL) {
            evaluator_set_cache(self, variable, unset);
        }
        if (variable->option != NULL) {
            recorder_undeclare(variable->option);
        }
    } else if (call_has(call, 1, "PARENT_SCOPE")) {
        evaluator_set_outer(self, call->argv[0], unset, 1);
    } else {
        evaluator_set_value(self, variable, unset);
    }
}

/* "option(NAME "help" avx2)": CMake makes it OFF, the project means a word that it compares with;
 * or it means a variable ("MPI_FOUND") and forgot the braces. What is compared with words is a
 * choice, whatever it is by default. */
static OptionType option_command_type(const Evaluator *self, const char *name, const char *value)
{
    gpointer kind = g_hash_table_lookup(self->declared, name);
    gboolean word = GPOINTER_TO_UINT(kind) == DECLARED_CHOICE ||
                    (*value != '\0' && !text_has_hole(value) && strpbrk(value, " \t\n;") == NULL &&
                     !cmake_is_true(value) && !cmake_is_false(value) &&
                     variables_find(self->variables, value) == NULL);
    return word && !self->options->concrete ? OPTION_STRING : OPTION_BOOL;
}

void command_option(Evaluator *self, const Call *call)
{
    if (call->argc == 0) {
        return;
    }
    const char *name = call->argv[0];
    if (text_has_hole(name)) {
        evaluator_ledger(self, "unknown name", "option", NULL);
        variables_note_unknown(self->variables, name);
        return;
    }
    const char *help = call->argc > 1 ? call->argv[1] : "";
    const char *value = call->argc > 2 ? call->argv[2] : "OFF";
    if (strchr(value, ' ') != NULL && strchr(help, ' ') == NULL && *help != '\0') {
        /* "option(NAME OFF "help")", as wrappers that mix up their parameters write: CMake takes
         * the sentence for a value that is not on. */
        help = value;
        value = "OFF";
    }
    const Value *normal = variable_value(variables_get(self->variables, name));
    Guard entry = self->path;
    if (normal != NULL && evaluator_policy_new(self, "CMP0077")) {
        /* A normal variable wins: the option is declared, but stays what the variable says. */
        Guard shadowed = guard_and(self->guards, entry, value_defined(self->guards, normal));
        self->path = guard_minus(self->guards, entry, shadowed);
        if (guard_is_false(self->path)) {
            self->path = entry;
        }
    } else {
        remove_normal(self, name, FALSE);
    }
    evaluator_declare_option(self, name, option_command_type(self, name, value), value, help,
                             FALSE);
    self->path = entry;
}

void command_mark_as_advanced(Evaluator *self, const Call *call)
{
    gboolean advanced = TRUE;
    for (guint i = 0; i < call->argc; i++) {
        if (i == 0 && strcmp(call->argv[0], "CLEAR") == 0) {
            advanced = FALSE;
        } else if (i > 0 || strcmp(call->argv[0], "FORCE") != 0) {
            OptionRecord *option = recorder_option(self->recorder, call->argv[i], FALSE);
            if (option != NULL) {
                option->advanced = advanced;
            }
        }
    }
}

/* cmake_parse_arguments ------------------------------------------------------------------------ */

typedef enum { KEYWORD_NONE, KEYWORD_FLAG, KEYWORD_ONE, KEYWORD_MULTI } KeywordKind;

typedef struct {
    GHashTable *kinds; /* keyword -> KeywordKind */
    GPtrArray *names;  /* keywords in order */
    gboolean whole;    /* PARSE_ARGV: an argument stays one element, whatever it holds */
} Keywords;

static void add_keywords(Keywords *keywords, const char *list, KeywordKind kind)
{
    g_auto(GStrv) names = cmake_list_split(list, FALSE);
    for (char **name = names; *name != NULL; name++) {
        if (**name != '\0' && !g_hash_table_contains(keywords->kinds, *name)) {
            char *copy = g_strdup(*name);
            g_hash_table_insert(keywords->kinds, copy, GINT_TO_POINTER(kind));
            g_ptr_array_add(keywords->names, copy);
        }
    }
}

static void set_prefixed(Evaluator *self, const char *prefix, const char *name, const char *text)
{
    g_autofree char *full = g_strdup_printf("%s_%s", prefix, name);
    evaluator_set(self, full, text);
}

static void append_element(GString **list, const char *text, gboolean escape)
{
    if (*list == NULL) {
        *list = g_string_new(NULL);
    } else {
        g_string_append_c(*list, ';');
    }
    for (; *text != '\0'; text++) {
        g_string_append(*list, escape && *text == ';' ? "\\" : "");
        g_string_append_c(*list, *text);
    }
}

/* The words that were looked at so far, under their keywords. */
typedef struct {
    GHashTable *values;  /* keyword -> GString * */
    GString *unparsed;   /* NULL: none */
    GString *missing;    /* keywords without a value; NULL: none */
    const char *current; /* keyword; NULL before the first one */
    KeywordKind state;   /* what the next word may be a value of */
} ParsedWords;

static void list_free(gpointer list)
{
    g_string_free(list, TRUE);
}

/* What came last is complete. */
static void end_keyword(ParsedWords *parsed)
{
    if (parsed->state == KEYWORD_ONE ||
        (parsed->state == KEYWORD_MULTI &&
         g_hash_table_lookup(parsed->values, parsed->current) == NULL)) {
        append_element(&parsed->missing, parsed->current, FALSE);
    }
}

static void begin_keyword(ParsedWords *parsed, const char *keyword, KeywordKind kind)
{
    end_keyword(parsed);
    parsed->current = keyword;
    parsed->state = kind;
    if (kind == KEYWORD_FLAG) {
        g_hash_table_insert(parsed->values, (gpointer)keyword, g_string_new("TRUE"));
        parsed->state = KEYWORD_NONE;
    }
}

static void add_word(ParsedWords *parsed, const char *word, gboolean escape)
{
    switch (parsed->state) {
    case KEYWORD_NONE:
    case KEYWORD_FLAG:
        append_element(&parsed->unparsed, word, escape);
        break;
    case KEYWORD_ONE:
        g_hash_table_insert(parsed->values, (gpointer)parsed->current, g_string_new(word));
        parsed->state = KEYWORD_NONE;
        break;
    case KEYWORD_MULTI: {
        GString *list = g_hash_table_lookup(parsed->values, parsed->current);
        gboolean first = list == NULL;
        append_element(&list, word, escape);
        if (first) {
            g_hash_table_insert(parsed->values, (gpointer)parsed->current, list);
        }
        break;
    }
    }
}

static void parse_words(Evaluator *self, const char *prefix, const Keywords *keywords,
                        const GPtrArray *arguments)
{
    g_autoptr(GHashTable) values = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, list_free);
    ParsedWords parsed = {.values = values};
    for (guint i = 0; i < arguments->len; i++) {
        const char *word = arguments->pdata[i];
        KeywordKind kind = (KeywordKind)GPOINTER_TO_INT(g_hash_table_lookup(keywords->kinds, word));
        if (kind != KEYWORD_NONE) {
            begin_keyword(&parsed, word, kind);
        } else {
            add_word(&parsed, word, keywords->whole);
        }
    }
    end_keyword(&parsed);
    for (guint i = 0; i < keywords->names->len; i++) {
        const char *name = keywords->names->pdata[i];
        const GString *value = g_hash_table_lookup(values, name);
        gboolean flag = GPOINTER_TO_INT(g_hash_table_lookup(keywords->kinds, name)) == KEYWORD_FLAG;
        set_prefixed(self, prefix, name, value != NULL ? value->str : flag ? "FALSE" : NULL);
    }
    set_prefixed(self, prefix, "UNPARSED_ARGUMENTS",
                 parsed.unparsed != NULL ? parsed.unparsed->str : NULL);
    set_prefixed(self, prefix, "KEYWORDS_MISSING_VALUES",
                 parsed.missing != NULL ? parsed.missing->str : NULL);
    g_clear_pointer(&parsed.unparsed, list_free);
    g_clear_pointer(&parsed.missing, list_free);
}

void command_cmake_parse_arguments(Evaluator *self, const Call *call)
{
    gboolean from_variables = call->argc > 0 && strcmp(call->argv[0], "PARSE_ARGV") == 0;
    guint first = from_variables ? 2 : 0;
    if (call->argc < first + 4) {
        return;
    }
    Keywords keywords = {g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                         g_ptr_array_new(), from_variables};
    add_keywords(&keywords, call->argv[first + 1], KEYWORD_FLAG);
    add_keywords(&keywords, call->argv[first + 2], KEYWORD_ONE);
    add_keywords(&keywords, call->argv[first + 3], KEYWORD_MULTI);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    if (from_variables) {
        const char *argc = evaluator_read_name(self, "ARGC");
        guint count = argc != NULL ? (guint)g_ascii_strtoull(argc, NULL, 10) : 0;
        for (guint i = (guint)g_ascii_strtoull(call->argv[1], NULL, 10); i < count; i++) {
            g_autofree char *name = g_strdup_printf("ARGV%u", i);
            const char *text = evaluator_read_name(self, name);
            g_ptr_array_add(words, g_strdup(text != NULL ? text : ""));
        }
    } else {
        for (guint i = 4; i < call->argc; i++) {
            g_auto(GStrv) elements = cmake_list_split(call->argv[i], FALSE);
            for (char **element = elements; *element != NULL; element++) {
                /* What may be nothing is no word where it is. */
                const char *word = !call->quoted[i] && evaluator_may_vanish(self, *element)
                                       ? evaluator_settle(self, *element)
                                       : *element;
                if (*word != '\0' || call->quoted[i]) {
                    g_ptr_array_add(words, g_strdup(word));
                }
            }
        }
    }
    parse_words(self, call->argv[first], &keywords, words);
    g_hash_table_unref(keywords.kinds);
    g_ptr_array_unref(keywords.names);
}
