/* What usage lines say: "# make code [prec=single/double] [gpu=cuda|hip]", in a makefile's comments
 * or in a document; and lines of a list, "AVX=yes  (compile for AVX)", there or in what "make help"
 * prints. */
#include "core/identifier.h"
#include "discover/make/comment.h"
#include "discover/make/reading.h"
#include <string.h>

#define USAGE_VALUES_MAX 32u
/* What a list says of an option is told up to here. */
#define LISTED_BYTES_MAX 400u

static gsize name_length(MakeReading *self, const char *text)
{
    gsize length = strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    self->name_bytes += length;
    return length;
}

/* The beginning of the name in a line that ends before `end`. */
static const char *name_begin(MakeReading *self, const char *line, const char *end)
{
    const char *begin = identifier_begin(line, end);
    self->name_bytes += (gsize)(end - begin);
    return begin;
}

/* The words of "single/double", "a|b" or, in brackets, "3,4"; fewer than two when it is no such
 * list. */
static char **words_of(const char *text, gboolean bracketed)
{
    const char *marks = bracketed ? "/|," : "/|";
    gsize length = 0;
    while (g_ascii_isalnum(text[length]) || (text[length] != '\0' && strchr("_+-", text[length])) ||
           (text[length] != '\0' && strchr(marks, text[length]) != NULL)) {
        length++;
    }
    g_autofree char *list = g_strndup(text, length);
    /* "a/b/..." goes on, and "lib/x.so" is a path. */
    return text[length] == '.' ? g_new0(char *, 1) : g_strsplit_set(list, marks, USAGE_VALUES_MAX);
}

/* "usr/local" is a list of words, too: only one of which the makefiles know a word counts. */
static gboolean knows_one(const MakeVariable *variable, char *const *words)
{
    gboolean on = FALSE;
    gboolean off = FALSE;
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] == '\0') {
            return FALSE;
        }
        if (g_hash_table_contains(variable->tested, words[i])) {
            return TRUE;
        }
        on = on || unknown_is_on(words[i]);
        off = off || unknown_is_off(words[i]);
    }
    return on && off;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* Moves behind what makes a line a comment, an item of a list or a text that a recipe prints. */
static const char *skip_marks(const char *line)
{
    static const char *const words[] = {"echo ", "printf ", "$(info ", "-e ", "-n ", "- ", "-- "};
    const char *text = line;
    gboolean more = TRUE;
    while (more) {
        text += strspn(text, " \t@#*+'\"`|");
        more = FALSE;
        for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
            if (g_str_has_prefix(text, words[i])) {
                text += strlen(words[i]);
                more = TRUE;
            }
        }
    }
    return text;
}

/* The end of a value: "yes", "<n>", "[3,4]". */
static const char *value_end(const char *value)
{
    static const char *const brackets[] = {"[]", "<>", "{}"};
    for (guint i = 0; i < G_N_ELEMENTS(brackets); i++) {
        const char *close = *value == brackets[i][0] ? strchr(value, brackets[i][1]) : NULL;
        if (close != NULL) {
            return close + 1;
        }
    }
    return value + strcspn(value, " \t\"'`");
}

/* Cuts off what ends a command: quotes, printf's way to end a line, ";". */
static void cut_ends(char *text)
{
    gsize length = strlen(text);
    gboolean more = TRUE;
    while (length > 0 && more) {
        gboolean line_end = g_str_has_suffix(text, "\\n");
        more = line_end || strchr("'\"`\\;|", text[length - 1]) != NULL;
        length -= line_end ? 2 : (more ? 1 : 0);
        text[length] = '\0';
    }
}

/* The bracket that closes the one at the beginning; NULL when none does. */
static const char *closing(const char *text)
{
    guint depth = 0;
    for (const char *at = text; *at != '\0'; at++) {
        depth += *at == '(' ? 1 : 0;
        depth -= *at == ')' ? 1 : 0;
        if (depth == 0) {
            return at;
        }
    }
    return NULL;
}

/* "(default): prefer x": what an explanation says behind a word in brackets; of "(what x does)"
 * what is in the brackets. Anything else stays as it is. */
static const char *without_bracket(char *text)
{
    const char *close = *text == '(' ? closing(text) : NULL;
    if (close == NULL) {
        return text;
    }
    if (close[1] == '\0') {
        text[close - text] = '\0';
        return text + 1;
    }
    gboolean word = memchr(text, ' ', (gsize)(close - text)) == NULL;
    gsize marks = strspn(close + 1, " \t:-");
    return word && marks > 0 ? close + 1 + marks : text;
}

/* What follows a value as its explanation, behind a gap or a mark; NULL for anything else. The
 * caller frees it. */
static char *explanation(const char *rest)
{
    rest += strspn(rest, "`");
    gsize gap = strspn(rest, " \t");
    const char *text = rest + gap;
    gsize marks = strspn(text, "-:#|");
    gboolean introduced = marks > 0 || *text == '(' || gap > 1 || *rest == '\t';
    text += marks + strspn(text + marks, " \t");
    g_autofree char *whole = g_strndup(text, LISTED_BYTES_MAX);
    g_strchomp(whole);
    cut_ends(whole);
    const char *told = without_bracket(whole);
    /* A single word may be anything, and so may what goes on as a command. */
    gboolean words = strchr(told, ' ') != NULL && (g_ascii_isalpha(*told) || *told == '(');
    return introduced && words ? g_utf8_make_valid(told, -1) : NULL;
}

static void read_listed(MakeReading *self, const char *line, Span at)
{
    const char *name = skip_marks(line);
    const char *equal = name + name_length(self, name);
    if (*equal != '=' || equal == name) {
        return;
    }
    g_autofree char *known = g_strndup(name, (gsize)(equal - name));
    MakeVariable *variable = g_hash_table_lookup(self->variables, known);
    g_autofree char *told = explanation(value_end(equal + 1));
    if (told != NULL && variable != NULL && variable->role == ROLE_OPTION &&
        variable->listed == NULL) {
        variable->listed = arena_strdup(self->arena, told);
        variable->listed_at = at;
    }
}

/* "# X=2: both": one of the values that a comment explains line by line. */
static void read_explained_value(MakeReading *self, const char *line, Span at)
{
    const char *name = line + strspn(line, "# \t-*");
    gsize length = name_length(self, name);
    const char *value = name + length + 1;
    gsize bytes = length > 0 && name[length] == '='
                      ? strspn(value, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-")
                      : 0;
    if (bytes == 0 || value[bytes] != ':' || value[bytes + 1] != ' ') {
        return;
    }
    g_autofree char *known = g_strndup(name, length);
    MakeVariable *variable = g_hash_table_lookup(self->variables, known);
    if (variable == NULL || variable->role != ROLE_OPTION) {
        return;
    }
    if (variable->explained == NULL) {
        variable->explained = arena_array(self->scratch);
        variable->explained_at = at;
    }
    const char *text = arena_intern_length(self->arena, value, bytes);
    if (variable->explained->len < USAGE_VALUES_MAX &&
        !g_ptr_array_find(variable->explained, text, NULL)) {
        g_ptr_array_add(variable->explained, (gpointer)text);
    }
}

/* ---- usage lines ----------------------------------------------------------------------------- */

void make_read_usage(MakeReading *self, const char *line, const char *whole, Span at)
{
    read_listed(self, whole, at);
    for (const char *equal = strchr(line, '='); equal != NULL; equal = strchr(equal + 1, '=')) {
        const char *begin = name_begin(self, line, equal);
        const char *list = equal + 1 + strspn(equal + 1, "[{<\"'");
        g_autofree char *name = g_strndup(begin, (gsize)(equal - begin));
        MakeVariable *variable = g_hash_table_lookup(self->variables, name);
        if (variable == NULL || variable->role != ROLE_OPTION || variable->usage != NULL) {
            continue;
        }
        g_auto(GStrv) words = words_of(list, equal[1] == '[' || equal[1] == '{');
        if (g_strv_length(words) < 2 || !knows_one(variable, words)) {
            continue;
        }
        variable->usage = arena_array(self->scratch);
        variable->usage_at = at;
        for (guint i = 0; words[i] != NULL; i++) {
            g_ptr_array_add(variable->usage, (gpointer)arena_intern(self->scratch, words[i]));
        }
    }
}

/* Shorter lines name an option and say nothing of it. */
#define TOLD_WORDS_MIN 4u

/* "# If results must agree bit by bit then set X=1": a sentence about an option that stands
 * somewhere else. */
static void read_sentence(MakeReading *self, const char *line, Span at)
{
    const char *text = line + strspn(line, "# \t-*");
    CommentedAssignment found = {0};
    if (comment_assignment(text, &found)) {
        g_free(found.name);
        g_free(found.value);
        return;
    }
    g_auto(GStrv) words = g_strsplit_set(text, " \t\"'`,()", -1);
    guint count = 0;
    MakeVariable *about = NULL;
    for (guint i = 0; words[i] != NULL; i++) {
        gsize length = name_length(self, words[i]);
        count += *words[i] != '\0' ? 1 : 0;
        if (length > 0 && words[i][length] == '=' && words[i][length + 1] != '=' && about == NULL) {
            g_autofree char *name = g_strndup(words[i], length);
            about = g_hash_table_lookup(self->variables, name);
        }
    }
    if (about != NULL && about->role == ROLE_OPTION && about->told == NULL &&
        count >= TOLD_WORDS_MIN) {
        g_autofree char *valid = g_utf8_make_valid(text, -1);
        about->told = arena_strdup(self->arena, g_strchomp(valid));
        about->told_words = about->told;
        about->told_at = at;
    }
}

/* A comment, or a line that tells whoever calls make something. */
static gboolean is_told(const char *line)
{
    const char *text = line + strspn(line, " \t");
    const char *command = text + strspn(text, "@-+ \t");
    return *text == '#' || g_str_has_prefix(text, "$(info ") ||
           (*line == '\t' &&
            (g_str_has_prefix(command, "echo ") || g_str_has_prefix(command, "printf ")));
}

/* "# NAME: what for": the variable; NULL for any other line. */
static MakeVariable *explained_in(MakeReading *self, const char *line, const char **told)
{
    const char *name = line + strspn(line, "# \t-*");
    gsize length = name_length(self, name);
    const char *text = name + length + strspn(name + length, ": \t");
    g_autofree char *known = g_strndup(name, length);
    *told = text;
    return line[strspn(line, " \t")] == '#' && name[length] == ':' && name[length + 1] == ' ' &&
                   g_ascii_isalnum(*text) && strchr(text, ' ') != NULL
               ? g_hash_table_lookup(self->variables, known)
               : NULL;
}

static void read_explained(MakeReading *self, const char *line, Span at)
{
    const char *text = NULL;
    MakeVariable *variable = explained_in(self, line, &text);
    if (variable != NULL && variable->role == ROLE_OPTION && variable->listed == NULL) {
        g_autofree char *told = g_strchomp(g_utf8_make_valid(text, -1));
        variable->listed = arena_strdup(self->arena, told);
        variable->listed_at = at;
    }
}

static gboolean is_make(const char *word, gsize length)
{
    static const char *const words[] = {"make", "gmake", "$(MAKE)", "${MAKE}"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strlen(words[i]) == length && strncmp(word, words[i], length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "make X=1", "$(MAKE) -j X=1   # what for" in what is only told: the last variable that is given
 * there, and what stands behind its value. NULL where none is. */
static MakeVariable *given_in(MakeReading *self, const char *line, const char **behind)
{
    static const char gaps[] = " \t\"'`,";
    MakeVariable *last = NULL;
    gboolean command = FALSE;
    const char *word = line + strspn(line, gaps);
    for (gsize length = 0; *word != '\0' && *word != '#';
         word += length + strspn(word + length, gaps)) {
        length = strcspn(word, gaps);
        gsize name = command ? name_length(self, word) : 0;
        if (name > 0 && name < length && word[name] == '=' && word[name + 1] != '=') {
            g_autofree char *known = g_strndup(word, name);
            MakeVariable *variable = g_hash_table_lookup(self->variables, known);
            if (variable != NULL) {
                variable->asked = TRUE;
                last = variable;
                *behind = word + length + strspn(word + length, "'\"`");
            }
        }
        command = command || is_make(word, length);
    }
    return last;
}

/* "make CODE X=1    for one thread" */
static void read_given(MakeReading *self, const char *line)
{
    const char *behind = NULL;
    MakeVariable *variable = given_in(self, line, &behind);
    g_autofree char *told = variable != NULL ? explanation(behind) : NULL;
    if (told != NULL && variable->shown_for == NULL) {
        variable->shown_for = arena_strdup(self->arena, told);
    }
}

void make_read_asked_of_file(MakeReading *self, const MakeFile *file)
{
    for (guint i = 1; i <= file->line_starts->len; i++) {
        g_autofree char *line = make_file_line(file, i);
        if (line == NULL || !is_told(line)) {
            continue;
        }
        const char *text = NULL;
        MakeVariable *variable = explained_in(self, line, &text);
        if (variable != NULL) {
            variable->asked = TRUE;
        }
        read_given(self, line + strspn(line, "# \t@"));
    }
}

void make_read_usage_of_file(MakeReading *self, const MakeFile *file)
{
    for (guint i = 1; i <= file->line_starts->len; i++) {
        g_autofree char *line = make_file_line(file, i);
        const Span at = {file->path, i, 0};
        if (line != NULL && is_told(line)) {
            make_read_usage(self, line, line, at);
        }
        if (line != NULL && line[strspn(line, " \t")] == '#') {
            read_explained(self, line, at);
            read_explained_value(self, line, at);
            read_sentence(self, line, at);
        }
    }
}

const char *make_usage_default(const MakeVariable *variable)
{
    const char *other = NULL;
    guint count = 0;
    for (guint i = 0; variable->usage != NULL && i < variable->usage->len; i++) {
        if (!g_hash_table_contains(variable->tested, variable->usage->pdata[i])) {
            other = variable->usage->pdata[i];
            count++;
        }
    }
    return count == 1 ? other : NULL;
}
