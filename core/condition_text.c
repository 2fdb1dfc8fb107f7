/* The written forms of conditions: the notation of specifications, and JSON. */
#include "core/condition.h"
#include "core/json.h"
#include <string.h>

G_DEFINE_QUARK(xaas - condition - error, condition_error)

/* What a kind of subject is called in JSON, and around a name in the notation (options stand bare).
 */
static const char *const subject_keys[] = {
#define X(id, text) [CONDITION_SUBJECT_##id] = text,
    CONDITION_SUBJECTS(X)
#undef X
};
static const char *const subject_calls[G_N_ELEMENTS(subject_keys)] = {
    [CONDITION_SUBJECT_PACKAGE] = "found",
    [CONDITION_SUBJECT_PROBE] = "check",
    [CONDITION_SUBJECT_PLATFORM] = "platform",
    [CONDITION_SUBJECT_UNKNOWN] = "unknown",
};

/* Words that mean something else when they stand bare. */
static const char *const reserved[] = {"true", "false", "not", "and", "or", NULL};

#define WORD_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.+:/{}$-"
#define SIGN_CHARACTERS "=<>!~"

static const struct {
    char raw;
    char letter;
} escapes[] = {{'"', '"'}, {'\\', '\\'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}};

static void write_quoted(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text != '\0'; text++) {
        gsize k = 0;
        while (k < G_N_ELEMENTS(escapes) && escapes[k].raw != *text) {
            k++;
        }
        if (k < G_N_ELEMENTS(escapes)) {
            g_string_append_c(out, '\\');
            g_string_append_c(out, escapes[k].letter);
        } else {
            g_string_append_c(out, *text);
        }
    }
    g_string_append_c(out, '"');
}

static void write_word(GString *out, const char *text)
{
    gboolean bare = text[0] != '\0' && text[strspn(text, WORD_CHARACTERS)] == '\0' &&
                    !g_strv_contains(reserved, text);
    if (bare) {
        g_string_append(out, text);
    } else {
        write_quoted(out, text);
    }
}

static void write_atom(GString *out, const Condition *self)
{
    const char *call = subject_calls[self->subject_kind];
    if (call != NULL) {
        g_string_append_printf(out, "%s(", call);
    }
    write_word(out, self->subject);
    if (call != NULL) {
        g_string_append_c(out, ')');
    }
    if (self->relation == NULL) {
        return;
    }
    gboolean sign = strspn(self->relation, SIGN_CHARACTERS) > 0;
    g_string_append_printf(out, sign ? "%s" : " %s", self->relation);
    if (self->value != NULL) {
        g_string_append(out, sign ? "" : " ");
        write_word(out, self->value);
    }
}

static void write_condition(GString *out, const Condition *self);

static void write_operand(GString *out, const Condition *self, ConditionKind parent)
{
    gboolean parentheses =
        self->kind == CONDITION_ANY || (self->kind == CONDITION_ALL && parent == CONDITION_NOT);
    if (parentheses) {
        g_string_append_c(out, '(');
    }
    write_condition(out, self);
    if (parentheses) {
        g_string_append_c(out, ')');
    }
}

static void write_condition(GString *out, const Condition *self)
{
    switch (self->kind) {
    case CONDITION_TRUE:
        g_string_append(out, "true");
        break;
    case CONDITION_FALSE:
        g_string_append(out, "false");
        break;
    case CONDITION_ATOM:
        write_atom(out, self);
        break;
    case CONDITION_NOT:
        g_string_append(out, "not ");
        write_operand(out, self->operands[0], self->kind);
        break;
    case CONDITION_ALL:
    case CONDITION_ANY:
        for (guint i = 0; i < self->operand_count; i++) {
            if (i > 0) {
                g_string_append(out, self->kind == CONDITION_ALL ? " and " : " or ");
            }
            write_operand(out, self->operands[i], self->kind);
        }
        break;
    }
}

char *condition_text(const Condition *self)
{
    GString *out = g_string_new(NULL);
    if (self->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        g_string_append(out, "unknown(");
        write_quoted(out, CONDITION_TOO_LONG);
        g_string_append_c(out, ')');
    } else {
        write_condition(out, self);
    }
    return g_string_free(out, FALSE);
}

static json_t *json_of(const Condition *self)
{
    json_t *object = NULL;
    switch (self->kind) {
    case CONDITION_TRUE:
        return json_true();
    case CONDITION_FALSE:
        return json_false();
    case CONDITION_ATOM:
        object = json_object();
        json_object_set_new(object, subject_keys[self->subject_kind], json_of_text(self->subject));
        if (self->relation != NULL) {
            json_object_set_new(object, self->relation,
                                self->value == NULL ? json_null() : json_of_text(self->value));
        }
        return object;
    case CONDITION_NOT:
        return json_pack("{s:o}", "not", json_of(self->operands[0]));
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    json_t *list = json_array();
    for (guint i = 0; i < self->operand_count; i++) {
        json_array_append_new(list, json_of(self->operands[i]));
    }
    return json_pack("{s:o}", self->kind == CONDITION_ALL ? "all" : "any", list);
}

json_t *condition_json(const Condition *self)
{
    if (self->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        return json_pack("{s:s}", subject_keys[CONDITION_SUBJECT_UNKNOWN], CONDITION_TOO_LONG);
    }
    return json_of(self);
}

typedef struct {
    Arena *arena;
    const char *text;
    const char *at;
    guint depth;
    GError **error;
} Reader;

/* Always NULL, so that a reading function can end with it. */
static const Condition *malformed(Reader *reader, const char *expected)
{
    g_autofree char *rest = g_utf8_make_valid(reader->at, (gssize)strnlen(reader->at, 20));
    g_set_error(reader->error, CONDITION_ERROR, CONDITION_ERROR_SYNTAX,
                "column %u of the condition: expected %s, but found %s%s%s",
                (guint)(reader->at - reader->text) + 1, expected, *rest == '\0' ? "" : "\"",
                *rest == '\0' ? "its end" : rest, *rest == '\0' ? "" : "\"");
    return NULL;
}

static void skip_blanks(Reader *reader)
{
    reader->at += strspn(reader->at, " \t\r\n");
}

/* Whether the next word is `word`; steps over it when it is. */
static gboolean take_keyword(Reader *reader, const char *word)
{
    skip_blanks(reader);
    gsize length = strspn(reader->at, WORD_CHARACTERS);
    if (length != strlen(word) || strncmp(reader->at, word, length) != 0) {
        return FALSE;
    }
    reader->at += length;
    return TRUE;
}

static gboolean take_character(Reader *reader, char character)
{
    skip_blanks(reader);
    if (*reader->at != character) {
        return FALSE;
    }
    reader->at++;
    return TRUE;
}

/* NULL and an error for an unterminated string; `reader->at` is behind the opening quote. */
static char *take_quoted(Reader *reader)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (; *reader->at != '"'; reader->at++) {
        if (*reader->at == '\\') {
            reader->at++;
            gsize k = 0;
            while (k < G_N_ELEMENTS(escapes) && escapes[k].letter != *reader->at) {
                k++;
            }
            if (k == G_N_ELEMENTS(escapes)) {
                malformed(reader, "one of \" \\ n r t after a backslash");
                return NULL;
            }
            g_string_append_c(out, escapes[k].raw);
        } else if (*reader->at == '\0') {
            malformed(reader, "a closing double quote");
            return NULL;
        } else {
            g_string_append_c(out, *reader->at);
        }
    }
    reader->at++;
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* A name or a value, bare or quoted. */
static char *take_word(Reader *reader, const char *expected)
{
    if (take_character(reader, '"')) {
        return take_quoted(reader);
    }
    gsize length = strspn(reader->at, WORD_CHARACTERS);
    if (length == 0) {
        malformed(reader, expected);
        return NULL;
    }
    char *word = g_strndup(reader->at, length);
    reader->at += length;
    return word;
}

/* The relation, or NULL when the atom has none. */
static char *take_relation(Reader *reader, gboolean *sign)
{
    skip_blanks(reader);
    gsize length = strspn(reader->at, SIGN_CHARACTERS);
    *sign = length > 0;
    if (length == 0) {
        length = strspn(reader->at, WORD_CHARACTERS);
    }
    g_autofree char *relation = g_strndup(reader->at, length);
    if (length == 0 || g_strv_contains(reserved, relation)) {
        return NULL;
    }
    reader->at += length;
    return g_steal_pointer(&relation);
}

/* Whether an atom ends here, so that a relation in words has no value. */
static gboolean atom_ends(Reader *reader)
{
    skip_blanks(reader);
    const char *before = reader->at;
    gboolean ends = *reader->at == '\0' || *reader->at == ')' || take_keyword(reader, "and") ||
                    take_keyword(reader, "or");
    reader->at = before;
    return ends;
}

static const Condition *read_atom(Reader *reader)
{
    ConditionSubject kind = CONDITION_SUBJECT_OPTION;
    skip_blanks(reader);
    gsize length = strspn(reader->at, WORD_CHARACTERS);
    for (guint i = 0; i < G_N_ELEMENTS(subject_calls) && reader->at[length] == '('; i++) {
        const char *call = subject_calls[i];
        if (call != NULL && strlen(call) == length && strncmp(reader->at, call, length) == 0) {
            kind = (ConditionSubject)i;
        }
    }
    if (kind != CONDITION_SUBJECT_OPTION) {
        reader->at += length + 1;
    }
    g_autofree char *subject = take_word(reader, "a name");
    if (subject == NULL) {
        return NULL;
    }
    if (kind != CONDITION_SUBJECT_OPTION && !take_character(reader, ')')) {
        return malformed(reader, "\")\"");
    }
    gboolean sign = FALSE;
    g_autofree char *relation = take_relation(reader, &sign);
    g_autofree char *value = NULL;
    if (relation != NULL && (sign || !atom_ends(reader))) {
        value = take_word(reader, "a value");
        if (value == NULL) {
            return NULL;
        }
    }
    return condition_atom(reader->arena, kind, subject, relation, value);
}

static const Condition *read_any(Reader *reader);

static const Condition *read_primary(Reader *reader)
{
    if (take_keyword(reader, "not")) {
        if (++reader->depth > CONDITION_DEPTH_MAX) {
            return malformed(reader, "less nesting");
        }
        const Condition *operand = read_primary(reader);
        reader->depth--;
        return operand == NULL ? NULL : condition_not(reader->arena, operand);
    }
    if (take_keyword(reader, "true")) {
        return condition_true();
    }
    if (take_keyword(reader, "false")) {
        return condition_false();
    }
    if (!take_character(reader, '(')) {
        return take_keyword(reader, "and") || take_keyword(reader, "or")
                   ? malformed(reader, "a name before \"and\" or \"or\"")
                   : read_atom(reader);
    }
    if (++reader->depth > CONDITION_DEPTH_MAX) {
        return malformed(reader, "less nesting");
    }
    const Condition *inner = read_any(reader);
    reader->depth--;
    if (inner != NULL && !take_character(reader, ')')) {
        return malformed(reader, "\")\"");
    }
    return inner;
}

static const Condition *
read_sequence(Reader *reader, const char *word, const Condition *(*read)(Reader *),
              const Condition *(*join)(Arena *, const Condition *const *, guint))
{
    g_autoptr(GPtrArray) operands = g_ptr_array_new();
    do {
        const Condition *operand = read(reader);
        if (operand == NULL) {
            return NULL;
        }
        g_ptr_array_add(operands, (gpointer)operand);
    } while (take_keyword(reader, word));
    return join(reader->arena, (const Condition *const *)operands->pdata, operands->len);
}

static const Condition *read_all(Reader *reader)
{
    return read_sequence(reader, "and", read_primary, condition_all);
}

static const Condition *read_any(Reader *reader)
{
    return read_sequence(reader, "or", read_all, condition_any);
}

const Condition *condition_parse(Arena *arena, const char *text, GError **error)
{
    Reader reader = {.arena = arena, .text = text, .at = text, .error = error};
    const Condition *condition = read_any(&reader);
    skip_blanks(&reader);
    if (condition != NULL && *reader.at != '\0') {
        return malformed(&reader, "\"and\", \"or\" or its end");
    }
    return condition;
}
