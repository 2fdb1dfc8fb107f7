#include "discover/autotools/configure.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* A path's condition of more nodes gets a name (symbol.h). */
#define PATH_NODES_MAX 32u
/* Of a command's text in the name of its outcome. */
#define COMMAND_NAME_BYTES 60

static void option_state_free(gpointer data)
{
    OptionState *self = data;
    for (guint i = 0; self->touched != NULL && i < self->touched->len; i++) {
        value_unref(((Touched *)self->touched->pdata[i])->value);
    }
    g_clear_pointer(&self->touched, g_ptr_array_unref);
    g_clear_pointer(&self->outer, value_unref);
    g_clear_pointer(&self->alone, g_hash_table_unref);
}

Configure *configure_new(const Tree *tree, Arena *arena, const char *folder)
{
    Configure *self = g_new0(Configure, 1);
    self->tree = tree;
    self->arena = arena;
    self->folder = arena_intern(arena, folder);
    self->files = g_ptr_array_new();
    self->guards = guards_new();
    self->symbols = symbols_new(arena, self->guards);
    self->recorder = recorder_new(arena, self->guards);
    self->variables = g_hash_table_new(g_str_hash, g_str_equal);
    self->functions = g_hash_table_new(g_str_hash, g_str_equal);
    self->assigned = g_ptr_array_new();
    self->conditionals = g_hash_table_new(g_str_hash, g_str_equal);
    self->options = g_hash_table_new(g_str_hash, g_str_equal);
    self->looked_into = g_hash_table_new(NULL, NULL);
    self->option_list = g_ptr_array_new_with_free_func(option_state_free);
    self->substituted = g_ptr_array_new();
    self->substituted_at = g_hash_table_new(g_str_hash, g_str_equal);
    self->subfolders = g_ptr_array_new();
    self->built = g_ptr_array_new();
    self->path = GUARD_TRUE;
    return self;
}

void configure_free(Configure *self)
{
    if (self == NULL) {
        return;
    }
    GHashTableIter iter;
    gpointer variable;
    g_hash_table_iter_init(&iter, self->variables);
    while (g_hash_table_iter_next(&iter, NULL, &variable)) {
        value_unref(((ShellVariable *)variable)->value);
    }
    g_hash_table_unref(self->variables);
    g_hash_table_unref(self->functions);
    g_ptr_array_unref(self->assigned);
    g_hash_table_unref(self->conditionals);
    g_hash_table_unref(self->options);
    g_hash_table_unref(self->looked_into);
    g_ptr_array_unref(self->option_list);
    g_ptr_array_unref(self->substituted);
    g_hash_table_unref(self->substituted_at);
    g_ptr_array_unref(self->subfolders);
    g_ptr_array_unref(self->built);
    g_ptr_array_unref(self->files);
    recorder_free(self->recorder);
    symbols_free(self->symbols);
    guards_free(self->guards);
    m4_free(self->m4);
    g_free(self);
}

Span configure_span(const Configure *self, Origin origin)
{
    if (origin.file == 0 || origin.file > self->files->len) {
        return SPAN_NONE;
    }
    return (Span){self->files->pdata[origin.file - 1], origin.line, 0};
}

void configure_ledger(Configure *self, Origin at, const char *reason, const char *subject)
{
    g_autofree char *valid = g_utf8_make_valid(subject, -1);
    recorder_ledger(self->recorder, configure_span(self, at), reason, valid, NULL);
}

Guard configure_unknown(Configure *self, ConditionSubject kind, const char *name)
{
    return symbol_truth(self->symbols, symbols_get(self->symbols, kind, name));
}

void configure_effect(Configure *self, EffectKind kind, const char *name, const char *detail,
                      Origin at)
{
    if (guard_is_false(self->path) || *name == '\0') {
        return;
    }
    const EffectRecord effect = {.kind = kind,
                                 .name = arena_intern(self->arena, name),
                                 .detail =
                                     detail != NULL ? arena_intern(self->arena, detail) : NULL,
                                 .file = kind == EFFECT_MACRO ? self->header : NULL,
                                 .when = self->path,
                                 .at = configure_span(self, at)};
    recorder_effect(self->recorder, &effect);
}

void configure_stop(Configure *self)
{
    self->path = GUARD_FALSE;
}

static Guard narrow(Configure *self, Guard path, Guard condition)
{
    return symbols_simplify(self->symbols, guard_and(self->guards, path, condition),
                            PATH_NODES_MAX);
}

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

/* eval: a definite text is script; another one may assign anything that it names. */
static Guard run_eval(Configure *self, const GPtrArray *words)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 1; i < words->len; i++) {
        g_autoptr(Value) value = configure_word(self, words->pdata[i]);
        const char *piece = value_text(value);
        if (piece == NULL || text_has_hole(piece) || self->calls >= CONFIGURE_CALLS_MAX) {
            configure_ledger(self, self->at, "eval not followed",
                             piece != NULL ? configure_readable(self, piece) : "");
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
    COMMAND_UNSET
} Builtin;

/* Commands of the shell itself; what others find out is not known. */
static const struct {
    const char *name;
    Builtin builtin;
} builtins[] = {
    {":", COMMAND_COLON},     {"true", COMMAND_TRUE},     {"echo", COMMAND_TRUE},
    {"printf", COMMAND_TRUE}, {"export", COMMAND_COLON},  {"shift", COMMAND_TRUE},
    {"set", COMMAND_COLON},   {"cd", COMMAND_TRUE},       {"return", COMMAND_TRUE},
    {"break", COMMAND_TRUE},  {"continue", COMMAND_TRUE}, {"rm", COMMAND_TRUE},
    {"mkdir", COMMAND_TRUE},  {"cat", COMMAND_TRUE},      {"local", COMMAND_COLON},
    {"false", COMMAND_FALSE}, {"exit", COMMAND_EXIT},     {"test", COMMAND_TEST},
    {"[", COMMAND_TEST},      {"[[", COMMAND_TEST},       {"eval", COMMAND_EVAL},
    {"unset", COMMAND_UNSET},
};

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
        configure_stop(self);
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
    case COMMAND_UNSET:
        for (guint i = 1; i < words->len; i++) {
            const char *name = word_literal(self->arena, words->pdata[i]);
            if (name != NULL) {
                configure_assign(self, name, value_of_text(NULL));
            }
        }
        return GUARD_TRUE;
    }
    return GUARD_TRUE;
}

/* Whether a program succeeds: named by how it is called. */
static Guard unknown_command(Configure *self, const GPtrArray *words)
{
    g_autoptr(GString) name = g_string_new("command");
    for (guint i = 0; i < words->len; i++) {
        g_autoptr(Value) value = configure_word(self, words->pdata[i]);
        if (name->len >= COMMAND_NAME_BYTES) {
            continue;
        }
        const char *text = value_text(value);
        g_autofree char *readable = symbols_readable(self->symbols, text != NULL ? text : "${?}");
        g_string_append_printf(name, " %.*s", COMMAND_NAME_BYTES, readable);
    }
    g_strdelimit(name->str, "\n\t", ' ');
    g_autofree char *valid = g_utf8_make_valid(name->str, -1);
    return configure_unknown(self, CONDITION_SUBJECT_PROBE, valid);
}

static Guard run_simple(Configure *self, const Node *node)
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
        return unknown_command(self, node->words);
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
    return unknown_command(self, node->words);
}

/* Constructs -------------------------------------------------------------------------------- */

static Guard run_list(Configure *self, const Node *node)
{
    Guard status = GUARD_TRUE;
    for (guint i = 0; i < node->items->len && !guard_is_false(self->path); i++) {
        status = configure_run(self, node->items->pdata[i]);
    }
    return status;
}

static Guard run_if(Configure *self, const Node *node)
{
    Guard path = self->path;
    Guard rest = path;
    Guard condition = GUARD_TRUE;
    Kept kept = {.guards = {&path, &rest, &condition}};
    kept_add(&self->kept, &kept);
    while (node != NULL && !guard_is_false(rest)) {
        self->path = rest;
        condition = configure_run(self, node->kind == NODE_IF ? node->first : node);
        if (node->kind != NODE_IF) {
            break;
        }
        self->path = narrow(self, rest, condition);
        if (node->second != NULL && !guard_is_false(self->path)) {
            configure_run(self, node->second);
        }
        rest = narrow(self, rest, guard_not(self->guards, condition));
        node = node->third;
    }
    kept_drop(&self->kept, &kept);
    self->path = path;
    return GUARD_TRUE;
}

/* Whether a list of commands refuses the configuration. */
static gboolean refuses(const Configure *self, const Node *list)
{
    for (guint i = 0; list != NULL && list->items != NULL && i < list->items->len; i++) {
        const Node *item = list->items->pdata[i];
        const M4Mark *mark = item->kind == NODE_MARK ? m4_mark(self->m4, item->mark) : NULL;
        if (mark != NULL && strcmp(mark->name, "xaas_error") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_glob(const Word *word)
{
    for (guint i = 0; i < word->count; i++) {
        if (word->parts[i].kind == PART_LITERAL && !word->parts[i].quoted &&
            strpbrk(word->parts[i].text, "*?[") != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static Guard match_arm(Configure *self, const Value *subject, const Arm *arm, ValueOrigin origin)
{
    Guard match = GUARD_FALSE;
    for (guint i = 0; i < arm->patterns->len; i++) {
        const Word *word = arm->patterns->pdata[i];
        g_autoptr(Value) pattern = configure_word(self, word);
        const char *text = value_text(pattern);
        Guard here = GUARD_FALSE;
        if (text != NULL && !text_has_hole(text)) {
            here = configure_matches(self, subject, text, is_glob(word), origin);
        } else {
            here = configure_equals(self, subject, pattern, origin);
        }
        match = guard_or(self->guards, match, here);
    }
    return match;
}

/* Further patterns of one arm are not compared. */
#define SPELLINGS_MAX 32u

/* The patterns of one arm are spellings of one value of the option that is asked. */
static void note_spellings(Configure *self, const Value *subject, const Arm *arm)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    OptionState *asked = NULL;
    for (guint i = 0; arm->patterns->len > 1 && i < arm->patterns->len && i < SPELLINGS_MAX; i++) {
        const char *pattern = word_literal(self->arena, arm->patterns->pdata[i]);
        for (guint k = 0; pattern != NULL && k < subject->count; k++) {
            const char *text = subject->alternatives[k].text;
            g_autofree char *word = NULL;
            OptionState *state =
                text != NULL ? configure_option_of(self, text, pattern, &word) : NULL;
            if (state != NULL && (asked == NULL || asked == state)) {
                asked = state;
                g_ptr_array_add(words, (gpointer)arena_intern(self->arena, word));
                break;
            }
        }
    }
    if (asked != NULL && words->len > 1) {
        if (asked->spellings == NULL) {
            asked->spellings = arena_array(self->arena);
        }
        GPtrArray *kept = arena_array(self->arena);
        for (guint i = 0; i < words->len; i++) {
            g_ptr_array_add(kept, words->pdata[i]);
        }
        g_ptr_array_add(asked->spellings, kept);
    }
}

/* A case is a list of values when all others are refused, or when it names several that are more
 * than yes and no. Behind a prefix ("x$var" against xyes) they are still yes and no. */
static gboolean lists_values(const Configure *self, const Node *node)
{
    const Arm *last = node->arms->len > 0 ? node->arms->pdata[node->arms->len - 1] : NULL;
    guint words = 0;
    for (guint i = 0; i < node->arms->len; i++) {
        const Arm *arm = node->arms->pdata[i];
        for (guint k = 0; k < arm->patterns->len; k++) {
            const char *text = word_literal(self->arena, arm->patterns->pdata[k]);
            words += text != NULL && *text != '\0' && strpbrk(text, "*?[/") == NULL &&
                     !g_str_has_suffix(text, "yes") && !g_str_has_suffix(text, "no");
        }
    }
    return words >= 2 || (last != NULL && refuses(self, last->body));
}

static void mark_value(Guards *guards, gconstpointer data)
{
    value_mark(data, guards);
}

static Guard run_case(Configure *self, const Node *node)
{
    Guard path = self->path;
    Guard rest = path;
    Guard match = GUARD_FALSE;
    g_autoptr(Value) subject = configure_word(self, node->subject);
    Kept kept = {.guards = {&path, &rest, &match}, .mark = mark_value, .data = subject};
    kept_add(&self->kept, &kept);
    ValueOrigin origin = lists_values(self, node) ? VALUE_DECLARED : VALUE_COMPARED;
    for (guint i = 0; i < node->arms->len && !guard_is_false(rest); i++) {
        const Arm *arm = node->arms->pdata[i];
        self->at = arm->at;
        self->path = rest;
        self->among_spellings = arm->patterns->len > 1;
        match = match_arm(self, subject, arm, origin);
        self->among_spellings = FALSE;
        note_spellings(self, subject, arm);
        self->path = narrow(self, rest, match);
        if (arm->body != NULL && !guard_is_false(self->path)) {
            configure_run(self, arm->body);
        }
        rest = narrow(self, rest, guard_not(self->guards, match));
    }
    kept_drop(&self->kept, &kept);
    self->path = path;
    return GUARD_TRUE;
}

static void mark_fields(Guards *guards, gconstpointer data)
{
    const GPtrArray *fields = data;
    for (guint i = 0; i < fields->len; i++) {
        value_mark(fields->pdata[i], guards);
    }
}

static Guard run_for(Configure *self, const Node *node)
{
    Guard path = self->path;
    g_autoptr(GPtrArray) fields = configure_fields(self, node->words);
    Kept kept = {.guards = {&path}, .mark = mark_fields, .data = fields};
    kept_add(&self->kept, &kept);
    if (fields->len >= CONFIGURE_TURNS_MAX) {
        configure_ledger(self, node->at, "limit: loop turns", node->name);
    }
    for (guint i = 0; i < fields->len && node->first != NULL && !self->exhausted; i++) {
        configure_assign(self, node->name, value_ref(fields->pdata[i]));
        configure_run(self, node->first);
        self->path = path;
    }
    kept_drop(&self->kept, &kept);
    return GUARD_TRUE;
}

/* How often is not known: the body as it runs the first time. */
static Guard run_while(Configure *self, const Node *node)
{
    Guard path = self->path;
    Kept kept = {.guards = {&path}};
    kept_add(&self->kept, &kept);
    Guard condition = node->first != NULL ? configure_run(self, node->first) : GUARD_TRUE;
    self->path = narrow(self, path, condition);
    if (node->second != NULL && !guard_is_false(self->path)) {
        configure_ledger(self, node->at, "loop read once", "while");
        configure_run(self, node->second);
    }
    kept_drop(&self->kept, &kept);
    self->path = path;
    return GUARD_TRUE;
}

static Guard run_and_or(Configure *self, const Node *node)
{
    Guard path = self->path;
    Guard first = GUARD_TRUE;
    Kept kept = {.guards = {&path, &first}};
    kept_add(&self->kept, &kept);
    first = node->first != NULL ? configure_run(self, node->first) : GUARD_TRUE;
    gboolean and = node->kind == NODE_AND;
    self->path = narrow(self, path, and? first : guard_not(self->guards, first));
    Guard second = GUARD_TRUE;
    if (node->second != NULL && !guard_is_false(self->path)) {
        second = configure_run(self, node->second);
    }
    kept_drop(&self->kept, &kept);
    self->path = path;
    return and ? guard_and(self->guards, first, second) : guard_or(self->guards, first, second);
}

static Guard run_pipe(Configure *self, const Node *node)
{
    const Node *last = node->items->pdata[node->items->len - 1];
    configure_note_commands(self, node);
    return last != NULL && last->kind == NODE_SIMPLE && last->words->len > 0
               ? unknown_command(self, last->words)
               : configure_unknown(self, CONDITION_SUBJECT_PROBE, "command");
}

static Guard run_group(Configure *self, const Node *node)
{
    Guard path = self->path;
    Kept kept = {.guards = {&path}};
    kept_add(&self->kept, &kept);
    Guard status = node->first != NULL ? configure_run(self, node->first) : GUARD_TRUE;
    kept_drop(&self->kept, &kept);
    self->path = path;
    return status;
}

static Guard run_node(Configure *self, const Node *node)
{
    switch (node->kind) {
    case NODE_SIMPLE:
        return run_simple(self, node);
    case NODE_MARK: {
        const M4Mark *mark = m4_mark(self->m4, node->mark);
        return mark != NULL ? configure_run_mark(self, mark) : GUARD_TRUE;
    }
    case NODE_LIST:
        return run_list(self, node);
    case NODE_PIPE:
        return run_pipe(self, node);
    case NODE_AND:
    case NODE_OR:
        return run_and_or(self, node);
    case NODE_NOT: {
        Guard inner = node->first != NULL ? configure_run(self, node->first) : GUARD_TRUE;
        return guard_not(self->guards, inner);
    }
    case NODE_IF:
        return run_if(self, node);
    case NODE_CASE:
        return run_case(self, node);
    case NODE_FOR:
        return run_for(self, node);
    case NODE_WHILE:
        return run_while(self, node);
    case NODE_GROUP:
        return run_group(self, node);
    case NODE_FUNCTION:
        if (node->first != NULL) {
            g_hash_table_insert(self->functions, (gpointer)node->name, (gpointer)node->first);
        }
        return GUARD_TRUE;
    }
    return GUARD_TRUE;
}

Guard configure_run(Configure *self, const Node *node)
{
    if (self->exhausted) {
        return GUARD_TRUE;
    }
    configure_collect(self);
    if (++self->steps > CONFIGURE_STEPS_MAX) {
        self->exhausted = TRUE;
        configure_ledger(self, node->at, "limit: commands", "");
        return GUARD_TRUE;
    }
    Origin before = self->at;
    self->at = node->at;
    symbols_set_place(self->symbols, configure_span(self, node->at));
    Guard status = run_node(self, node);
    self->at = before;
    return status;
}
