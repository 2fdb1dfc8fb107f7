/* CMake's dialect, translated to PCRE2. The grammar is Henry Spencer's of 1986, which CMake still
 * uses, with its limits: a quantifier must follow something that cannot be empty, quantifiers do
 * not nest, ten groups with the whole match. Both engines take the first alternative that leads to
 * a match and as many repetitions as possible, so that they agree on the text matched and on the
 * groups. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "discover/cmake/pure_internal.h"
#include <pcre2.h>
#include <string.h>

/* Backtracking steps before a search is given up, some seconds' worth; and kibibytes of its memory.
 */
#define REGEX_MATCH_LIMIT 5000000
#define REGEX_HEAP_LIMIT_KIB (64 * 1024)
/* CMake refuses a pattern whose compiled form has this many bytes. */
#define REGEX_PROGRAM_LIMIT 65535

struct CmakeRegex {
    pcre2_code *code;
    pcre2_match_data *matches;
    pcre2_match_context *limits;
};

typedef struct {
    const char *at;     /* the rest of the pattern */
    GString *out;       /* its translation */
    guint groups;       /* opened so far, the whole match counted */
    gsize program_size; /* bytes that CMake's own compiler would need */
    const char *problem;
} Translation;

/* What a part of the pattern can match: quantifiers ask. */
typedef enum { PART_MAY_BE_EMPTY, PART_NOT_EMPTY } PartWidth;

static gboolean fail(Translation *self, const char *problem)
{
    self->problem = problem;
    return FALSE;
}

static gboolean is_quantifier(char byte)
{
    return byte == '*' || byte == '+' || byte == '?';
}

static void emit_byte(Translation *self, char byte)
{
    if (g_ascii_isalnum(byte)) {
        g_string_append_c(self->out, byte);
    } else {
        g_string_append_printf(self->out, "\\x%02x", (guint)(guchar)byte);
    }
}

/* Inside brackets a backslash is an ordinary character; "]" and "-" are when they come first. */
static gboolean translate_set(Translation *self)
{
    gboolean inverted = *self->at == '^';
    if (inverted) {
        self->at++;
    }
    gboolean members[256] = {FALSE};
    gsize size = 0;
    if (*self->at == ']' || *self->at == '-') {
        members[(guchar)*self->at++] = TRUE;
        size++;
    }
    while (*self->at != '\0' && *self->at != ']') {
        if (*self->at != '-' || self->at[1] == ']' || self->at[1] == '\0') {
            members[(guchar)*self->at++] = TRUE;
            size++;
            continue;
        }
        int first = (guchar)self->at[-1];
        int last = (guchar)self->at[1];
        if (first > last) {
            return fail(self, "a range in [] ends before it begins");
        }
        for (int byte = first; byte <= last; byte++) {
            members[byte] = TRUE;
        }
        size += (gsize)(last - first);
        self->at += 2;
    }
    if (*self->at != ']') {
        return fail(self, "[ without ]");
    }
    self->at++;
    self->program_size += 3 + size + 1;
    g_string_append(self->out, inverted ? "[^" : "[");
    for (int byte = 1; byte < 256; byte++) {
        if (members[byte]) {
            emit_byte(self, (char)byte);
        }
    }
    g_string_append_c(self->out, ']');
    return TRUE;
}

static gboolean translate_choice(Translation *self, gboolean in_group, PartWidth *width);

static gboolean translate_group(Translation *self, PartWidth *width)
{
    if (self->groups >= CMAKE_REGEX_GROUPS) {
        return fail(self, "too many ()");
    }
    self->groups++;
    self->program_size += 3;
    g_string_append_c(self->out, '(');
    if (!translate_choice(self, TRUE, width)) {
        return FALSE;
    }
    g_string_append_c(self->out, ')');
    return TRUE;
}

/* One or more ordinary characters. The last one is left to the next round when a quantifier follows
 * that belongs to it alone. */
static void translate_literal(Translation *self, gsize *length)
{
    gsize count = strcspn(self->at, "^$.[()|?+*\\");
    if (count > 1 && is_quantifier(self->at[count])) {
        count--;
    }
    for (gsize i = 0; i < count; i++) {
        emit_byte(self, *self->at++);
    }
    *length = count;
    self->program_size += 3 + count + 1;
}

/* `simple` is set for what CMake repeats with a one-node loop; it matters to the program's size
 * only. */
static gboolean translate_atom(Translation *self, PartWidth *width, gboolean *simple)
{
    *width = PART_NOT_EMPTY;
    *simple = TRUE;
    switch (*self->at) {
    case '^':
    case '$':
        g_string_append(self->out, *self->at == '^' ? "(?:\\A)" : "(?:\\z)");
        self->at++;
        self->program_size += 3;
        *width = PART_MAY_BE_EMPTY;
        *simple = FALSE;
        return TRUE;
    case '.':
        g_string_append_c(self->out, '.');
        self->at++;
        self->program_size += 3;
        return TRUE;
    case '[':
        self->at++;
        return translate_set(self);
    case '(':
        self->at++;
        *simple = FALSE;
        return translate_group(self, width);
    case '?':
    case '+':
    case '*':
        return fail(self, "?, + or * follows nothing");
    case '\\':
        if (self->at[1] == '\0') {
            return fail(self, "it ends in a backslash");
        }
        emit_byte(self, self->at[1]);
        self->at += 2;
        self->program_size += 3 + 2;
        return TRUE;
    default: {
        gsize length = 0;
        translate_literal(self, &length);
        *simple = length == 1;
        return TRUE;
    }
    }
}

static gboolean translate_piece(Translation *self, PartWidth *width)
{
    PartWidth atom_width = PART_MAY_BE_EMPTY;
    gboolean simple = FALSE;
    if (!translate_atom(self, &atom_width, &simple)) {
        return FALSE;
    }
    char quantifier = *self->at;
    if (!is_quantifier(quantifier)) {
        *width = atom_width;
        return TRUE;
    }
    if (atom_width == PART_MAY_BE_EMPTY && quantifier != '?') {
        return fail(self, "the operand of * or + could be empty");
    }
    *width = quantifier == '+' ? PART_NOT_EMPTY : PART_MAY_BE_EMPTY;
    self->program_size += quantifier == '?' ? 9 : simple ? 3 : 12;
    g_string_append_c(self->out, quantifier);
    self->at++;
    if (is_quantifier(*self->at)) {
        return fail(self, "?, + or * follows another one");
    }
    return TRUE;
}

static gboolean translate_branch(Translation *self, PartWidth *width)
{
    *width = PART_MAY_BE_EMPTY;
    self->program_size += 3;
    gboolean empty = TRUE;
    while (*self->at != '\0' && *self->at != '|' && *self->at != ')') {
        PartWidth piece_width = PART_MAY_BE_EMPTY;
        if (!translate_piece(self, &piece_width)) {
            return FALSE;
        }
        if (piece_width == PART_NOT_EMPTY) {
            *width = PART_NOT_EMPTY;
        }
        empty = FALSE;
    }
    if (empty) {
        self->program_size += 3;
    }
    return TRUE;
}

static gboolean translate_choice(Translation *self, gboolean in_group, PartWidth *width)
{
    *width = PART_NOT_EMPTY;
    for (;;) {
        PartWidth branch_width = PART_MAY_BE_EMPTY;
        if (!translate_branch(self, &branch_width)) {
            return FALSE;
        }
        if (branch_width == PART_MAY_BE_EMPTY) {
            *width = PART_MAY_BE_EMPTY;
        }
        if (*self->at != '|') {
            break;
        }
        self->at++;
        g_string_append_c(self->out, '|');
    }
    self->program_size += 3;
    if (in_group) {
        if (*self->at != ')') {
            return fail(self, "( without )");
        }
        self->at++;
    } else if (*self->at == ')') {
        return fail(self, ") without (");
    }
    return TRUE;
}

CmakeRegex *cmake_regex_new(const char *pattern, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);
    Translation translation = {.at = pattern, .out = out, .groups = 1, .program_size = 1};
    PartWidth width = PART_MAY_BE_EMPTY;
    if (translate_choice(&translation, FALSE, &width) &&
        translation.program_size >= REGEX_PROGRAM_LIMIT) {
        fail(&translation, "it is too long");
    }
    if (translation.problem != NULL) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "regular expression \"%s\": %s", pattern,
                    translation.problem);
        return NULL;
    }
    int code = 0;
    PCRE2_SIZE offset = 0;
    pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)out->str, out->len,
                                         PCRE2_DOTALL | PCRE2_NEVER_UTF, &code, &offset, NULL);
    if (compiled == NULL) {
        char message[128] = "";
        pcre2_get_error_message(code, (PCRE2_UCHAR *)message, sizeof message);
        g_set_error(error, PURE_ERROR, PURE_ERROR_UNSUPPORTED, "regular expression \"%s\": %s",
                    pattern, message);
        return NULL;
    }
    CmakeRegex *self = g_new0(CmakeRegex, 1);
    self->code = compiled;
    self->matches = pcre2_match_data_create(CMAKE_REGEX_GROUPS, NULL);
    self->limits = pcre2_match_context_create(NULL);
    pcre2_set_match_limit(self->limits, REGEX_MATCH_LIMIT);
    pcre2_set_depth_limit(self->limits, REGEX_MATCH_LIMIT);
    pcre2_set_heap_limit(self->limits, REGEX_HEAP_LIMIT_KIB);
    return self;
}

void cmake_regex_free(CmakeRegex *self)
{
    if (self == NULL) {
        return;
    }
    pcre2_match_context_free(self->limits);
    pcre2_match_data_free(self->matches);
    pcre2_code_free(self->code);
    g_free(self);
}

CmakeRegexOutcome cmake_regex_search(const CmakeRegex *self, const char *text, gsize length,
                                     CmakeRegexMatch *match)
{
    int groups =
        pcre2_match(self->code, (PCRE2_SPTR)text, length, 0, 0, self->matches, self->limits);
    if (groups == PCRE2_ERROR_NOMATCH) {
        return CMAKE_REGEX_NO_MATCH;
    }
    if (groups < 0) {
        return CMAKE_REGEX_GAVE_UP;
    }
    if (match != NULL) {
        const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(self->matches);
        for (int i = 0; i < CMAKE_REGEX_GROUPS; i++) {
            gboolean took_part = i < groups && offsets[2 * i] != PCRE2_UNSET;
            match->begin[i] = took_part ? offsets[2 * i] : G_MAXSIZE;
            match->end[i] = took_part ? offsets[2 * i + 1] : G_MAXSIZE;
        }
    }
    return CMAKE_REGEX_MATCHED;
}

gboolean cmake_regex_match(const CmakeRegex *self, const char *text, char ***groups, guint *count)
{
    CmakeRegexMatch match;
    if (cmake_regex_search(self, text, strlen(text), &match) != CMAKE_REGEX_MATCHED) {
        return FALSE;
    }
    guint highest = 0;
    char **texts = g_new0(char *, CMAKE_REGEX_GROUPS + 1);
    for (guint i = 0; i < CMAKE_REGEX_GROUPS; i++) {
        gboolean took_part = match.begin[i] != G_MAXSIZE;
        texts[i] = took_part ? g_strndup(text + match.begin[i], match.end[i] - match.begin[i])
                             : g_strdup("");
        if (*texts[i] != '\0') {
            highest = i;
        }
    }
    if (count != NULL) {
        *count = highest;
    }
    if (groups != NULL) {
        *groups = g_steal_pointer(&texts);
    }
    g_strfreev(texts);
    return TRUE;
}
