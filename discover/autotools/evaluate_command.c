#include "discover/autotools/evaluate_parts.h"
#include "discover/autotools/option_lists.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Of a command's text in the name of its outcome. */
#define COMMAND_NAME_BYTES 60

/* Assignments ------------------------------------------------------------------------------- */

/* Where a part of a word is not literal. */
#define OPEN_PART '\x07'

static gboolean holds_flags(const char *variable)
{
    g_autofree char *upper = g_ascii_strup(variable, -1);
    return strstr(upper, "FLAG") != NULL || strstr(upper, "OPT") != NULL;
}

static void note_flag(Configure *self, const char *variable, char *flag, Origin at)
{
    if (g_str_has_prefix(flag, "-D")) {
        char *value = strchr(flag, '=');
        if (value != NULL) {
            *value++ = '\0';
        }
        gboolean open = value != NULL && strchr(value, OPEN_PART) != NULL;
        if (strchr(flag, OPEN_PART) == NULL) {
            configure_effect(self, EFFECT_DEFINITION, flag + 2, open ? NULL : value, at);
        }
    } else if (strchr(flag, OPEN_PART) != NULL) {
        return;
    } else if (g_str_has_prefix(flag, "-l")) {
        configure_effect(self, EFFECT_LINK, flag + 2, NULL, at);
    } else if (flag[0] == '-' && g_ascii_isalpha(flag[1]) && holds_flags(variable) &&
               strchr("IL", flag[1]) == NULL) {
        configure_effect(self, EFFECT_FLAG, flag, NULL, at);
    }
}

/* The flags for compiler and linker that an assignment itself brings, not those it repeats. */
static void note_flags(Configure *self, const Assignment *assignment)
{
    const Word *word = assignment->value;
    gboolean any = FALSE;
    for (guint i = 0; i < word->count; i++) {
        any = any ||
              (word->parts[i].kind == PART_LITERAL && strchr(word->parts[i].text, '-') != NULL);
    }
    if (!any) {
        return;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < word->count; i++) {
        if (word->parts[i].kind == PART_LITERAL) {
            g_string_append(text, word->parts[i].text);
        } else {
            g_string_append_c(text, OPEN_PART);
        }
    }
    g_auto(GStrv) flags = g_strsplit_set(text->str, " \t\n", -1);
    for (guint i = 0; flags[i] != NULL; i++) {
        note_flag(self, assignment->name, flags[i], word->at);
    }
}

static void run_assignment(Configure *self, const Assignment *assignment)
{
    Value *value = configure_word(self, assignment->value);
    if (assignment->append) {
        g_autoptr(Value) old = configure_read(self, assignment->name);
        ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
        for (guint i = 0; i < old->count; i++) {
            for (guint k = 0; k < value->count; k++) {
                const Alternative *a = &old->alternatives[i];
                const Alternative *b = &value->alternatives[k];
                g_autofree char *text = g_strconcat(a->text != NULL ? a->text : "",
                                                    b->text != NULL ? b->text : "", NULL);
                if (strlen(text) < CONFIGURE_WORD_BYTES_MAX) {
                    value_builder_add(builder, text, guard_and(self->guards, a->when, b->when));
                }
            }
        }
        value_unref(value);
        value = value_builder_end(builder);
    }
    configure_assign(self, assignment->name, value);
    note_flags(self, assignment);
}

/* Simple commands --------------------------------------------------------------------------- */

static Guard call_function(Configure *self, const Node *body, const GPtrArray *words)
{
    if (self->calls >= CONFIGURE_CALLS_MAX) {
        configure_ledger(self, self->at, "limit: functions within functions", "");
        return GUARD_TRUE;
    }
    g_autoptr(GPtrArray) fields = configure_fields(self, words);
    for (guint i = 1; i < fields->len && i < 10; i++) {
        const char name[] = {(char)('0' + i), '\0'};
        configure_assign(self, name, value_ref(fields->pdata[i]));
    }
    Guard path = self->path;
    Kept kept = {.guards = {&path}};
    kept_add(&self->kept, &kept);
    self->calls++;
    configure_run(self, body);
    self->calls--;
    kept_drop(&self->kept, &kept);
    self->path = path;
    return GUARD_TRUE;
}

/* The one text that the value has where the command is reached; NULL when it may have several. */
static const char *text_here(Configure *self, const Value *value)
{
    const char *text = NULL;
    guint count = 0;
    for (guint i = 0; i < value->count; i++) {
        if (guard_meets(self->guards, value->alternatives[i].when, self->path)) {
            text = value->alternatives[i].text;
            count++;
        }
    }
    return count == 1 ? text : NULL;
}

/* What an eval of one word that is not followed gives a value: "x=$given" one variable,
 * "${name}_x=1" any. NULL for several words. */
static void give_anything(Configure *self, const Value *value)
{
    self->given_elsewhere = self->given_elsewhere || value == NULL;
    for (guint i = 0; value != NULL && i < value->count; i++) {
        const char *text = value->alternatives[i].text;
        gsize length = text != NULL ? strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") : 0;
        if (length == 0 || text[length] != '=' || strpbrk(text, ";&|\n") != NULL) {
            self->given_elsewhere = TRUE;
            return;
        }
        g_hash_table_insert(self->own_names,
                            (gpointer)arena_intern_length(self->arena, text, length), NULL);
    }
}

/* eval: a definite text is script; another one may assign anything that it names. */
static Guard run_eval(Configure *self, const GPtrArray *words)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 1; i < words->len; i++) {
        g_autoptr(Value) value = configure_word(self, words->pdata[i]);
        const char *piece = text_here(self, value);
        if (piece != NULL && words->len == 2 && option_lists_assigns(self, piece)) {
            return GUARD_TRUE;
        }
        if (piece == NULL || text_has_hole(piece) || self->calls >= CONFIGURE_CALLS_MAX) {
            configure_ledger(self, self->at, "eval not followed",
                             piece != NULL ? configure_readable(self, piece) : "");
            give_anything(self, words->len == 2 ? value : NULL);
            return configure_unknown(self, CONDITION_SUBJECT_PROBE, "eval");
        }
        g_string_append_printf(text, "%s%s", i > 1 ? " " : "", piece);
    }
    g_autoptr(Text) script = text_of_string(text->str, self->at);
    if (strchr(text->str, MARK_BEGIN) != NULL) {
        return GUARD_TRUE;
    }
    Guard path = self->path;
    Kept kept = {.guards = {&path}};
    kept_add(&self->kept, &kept);
    self->calls++;
    Guard result = configure_run(self, shell_parse(self->arena, script, NULL, NULL));
    self->calls--;
    kept_drop(&self->kept, &kept);
    self->path = path;
    return result;
}

typedef enum {
    COMMAND_TRUE,
    COMMAND_COLON,
    COMMAND_FALSE,
    COMMAND_EXIT,
    COMMAND_TEST,
    COMMAND_EVAL,
    COMMAND_EXPORT,
    COMMAND_UNSET,
    COMMAND_SOURCE
} Builtin;

/* Commands of the shell itself; what others find out is not known. */
static const struct {
    const char *name;
    Builtin builtin;
} builtins[] = {
    {":", COMMAND_COLON},     {"true", COMMAND_TRUE},     {"echo", COMMAND_TRUE},
    {"printf", COMMAND_TRUE}, {"export", COMMAND_EXPORT}, {"shift", COMMAND_TRUE},
    {"set", COMMAND_COLON},   {"cd", COMMAND_TRUE},       {"return", COMMAND_TRUE},
    {"break", COMMAND_TRUE},  {"continue", COMMAND_TRUE}, {"rm", COMMAND_TRUE},
    {"mkdir", COMMAND_TRUE},  {"cat", COMMAND_TRUE},      {"local", COMMAND_COLON},
    {"false", COMMAND_FALSE}, {"exit", COMMAND_EXIT},     {"test", COMMAND_TEST},
    {"[", COMMAND_TEST},      {"[[", COMMAND_TEST},       {"eval", COMMAND_EVAL},
    {"unset", COMMAND_UNSET}, {".", COMMAND_SOURCE},      {"source", COMMAND_SOURCE},
};

/* "exit 1" refuses like AC_MSG_ERROR; "exit 0" has shown a help text or the like. */
static void run_exit(Configure *self, const GPtrArray *words)
{
    const char *status = words->len > 1 ? word_literal(self->arena, words->pdata[1]) : NULL;
    if (status != NULL && *status != '\0' && status[strspn(status, "0123456789")] == '\0' &&
        status[strspn(status, "0")] != '\0') {
        g_autofree char *message = g_strdup_printf("exit %s", status);
        recorder_constraint(self->recorder, self->path, message, configure_span(self, self->at));
    }
    configure_stop(self);
}

/* "export X": scripts that this one starts find it in their environment. */
static void run_export(Configure *self, const GPtrArray *words)
{
    for (guint i = 1; i < words->len; i++) {
        const char *name = word_literal(self->arena, words->pdata[i]);
        if (name != NULL && guard_is_true(self->path)) {
            g_hash_table_add(self->exported, (gpointer)arena_intern(self->arena, name));
        }
        value_unref(configure_word(self, words->pdata[i]));
    }
}

static Guard run_builtin(Configure *self, Builtin builtin, const GPtrArray *words)
{
    switch (builtin) {
    case COMMAND_TRUE:
        return GUARD_TRUE;
    case COMMAND_COLON:
        /* ": ${x=y}" assigns. */
        for (guint i = 1; i < words->len; i++) {
            value_unref(configure_word(self, words->pdata[i]));
        }
        return GUARD_TRUE;
    case COMMAND_FALSE:
        return GUARD_FALSE;
    case COMMAND_EXIT:
        run_exit(self, words);
        return GUARD_TRUE;
    case COMMAND_TEST: {
        guint end = words->len;
        const char *last = end > 1 ? word_literal(self->arena, words->pdata[end - 1]) : NULL;
        if (last != NULL && (strcmp(last, "]") == 0 || strcmp(last, "]]") == 0)) {
            end--;
        }
        return configure_test(self, words, 1, end);
    }
    case COMMAND_EVAL:
        return run_eval(self, words);
    case COMMAND_EXPORT:
        run_export(self, words);
        return GUARD_TRUE;
    case COMMAND_UNSET:
        for (guint i = 1; i < words->len; i++) {
            const char *name = word_literal(self->arena, words->pdata[i]);
            if (name != NULL) {
                configure_assign(self, name, value_of_text(NULL));
            }
        }
        return GUARD_TRUE;
    case COMMAND_SOURCE:
        self->given_elsewhere = TRUE;
        return configure_run_unknown(self, words);
    }
    return GUARD_TRUE;
}

/* How a command is called. */
typedef struct {
    GString *text;
    gboolean part; /* another one may be called so: it is cut, or a word may be one of several */
} CommandName;

static void add_words(Configure *self, CommandName *name, const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        g_autoptr(Value) value = configure_word(self, words->pdata[i]);
        if (name->text->len >= COMMAND_NAME_BYTES) {
            name->part = TRUE;
            continue;
        }
        const char *text = value_text(value);
        g_autofree char *readable = symbols_readable(self->symbols, text != NULL ? text : "${?}");
        name->part = name->part || text == NULL || strlen(readable) > COMMAND_NAME_BYTES;
        g_string_append_printf(name->text, " %.*s", COMMAND_NAME_BYTES, readable);
    }
}

static Guard run_named(Configure *self, CommandName *name)
{
    g_autofree char *text = g_string_free(g_steal_pointer(&name->text), FALSE);
    g_strdelimit(text, "\n\t", ' ');
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_autofree char *about = g_strconcat(valid, " at", NULL);
    g_autofree char *here = name->part ? configure_name_here(self, about, self->at) : NULL;
    return configure_unknown(self, CONDITION_SUBJECT_PROBE, here != NULL ? here : valid);
}

Guard configure_run_unknown(Configure *self, const GPtrArray *words)
{
    CommandName name = {g_string_new("command"), FALSE};
    add_words(self, &name, words);
    return run_named(self, &name);
}

Guard configure_run_unknown_pipe(Configure *self, const Node *pipe)
{
    CommandName name = {g_string_new("command"), FALSE};
    for (guint i = 0; i < pipe->items->len; i++) {
        const Node *node = pipe->items->pdata[i];
        g_string_append(name.text, i > 0 ? " |" : "");
        if (node != NULL && node->kind == NODE_SIMPLE && node->words->len > 0) {
            add_words(self, &name, node->words);
        } else {
            name.part = TRUE;
        }
    }
    return run_named(self, &name);
}

Guard configure_run_simple(Configure *self, const Node *node)
{
    if (node->words->len == 0) {
        for (guint i = 0; i < node->assignments->len; i++) {
            run_assignment(self, node->assignments->pdata[i]);
        }
        return GUARD_TRUE;
    }
    for (guint i = 0; i < node->inputs->len; i++) {
        value_unref(configure_word(self, node->inputs->pdata[i]));
    }
    const char *name = word_literal(self->arena, node->words->pdata[0]);
    if (name == NULL) {
        return configure_run_unknown(self, node->words);
    }
    const Node *function = g_hash_table_lookup(self->functions, name);
    if (function != NULL) {
        return call_function(self, function, node->words);
    }
    for (guint i = 0; i < G_N_ELEMENTS(builtins); i++) {
        if (strcmp(builtins[i].name, name) == 0) {
            return run_builtin(self, builtins[i].builtin, node->words);
        }
    }
    return configure_run_unknown(self, node->words);
}
