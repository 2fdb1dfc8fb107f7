#include "discover/autotools/shell_lines.h"
#include "discover/autotools/shell_chains.h"
#include "discover/autotools/shell_toggles.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"
/* Lines of one arm of a case that are looked at. */
#define ARM_LINES_MAX 12u
/* Blanks in front of a line that shows an option. */
#define INDENTATION_MAX 64u

/* Blanks for "\\t" and "\\n", as they are printed. */
static void print_escapes(char *text)
{
    for (char *at = strchr(text, '\\'); at != NULL; at = strchr(at + 1, '\\')) {
        if (at[1] == 't' || at[1] == 'n') {
            at[0] = at[1] = ' ';
        }
    }
}

/* A line of what is printed: without the echo in front and the quote behind. The caller frees it.
 */
static char *printed_text(const char *line)
{
    const char *at = line + strspn(line, " \t");
    static const char *const commands[] = {"echo ", "printf "};
    gboolean command = FALSE;
    if (strcmp(at, "echo") == 0) {
        return g_strdup("");
    }
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (g_str_has_prefix(at, commands[i])) {
            at += strlen(commands[i]);
            at += strspn(at, " ");
            /* echo -e, -n, -en */
            gsize flags = *at == '-' ? 1 + strspn(at + 1, "en") : 0;
            at += flags > 1 && at[flags] == ' ' ? flags + strspn(at + flags, " ") : 0;
            command = TRUE;
        }
    }
    char quote = '\0';
    if (command && (*at == '"' || *at == '\'')) {
        quote = *at++;
    }
    char *text = g_strdup(command ? at : line);
    g_strchomp(text);
    /* Behind the quote may stand where it is printed to: "| tee -a log". */
    char *close = quote != '\0' ? strrchr(text, quote) : NULL;
    if (close != NULL && strchr(" \t|>;&", close[1]) != NULL) {
        *close = '\0';
    }
    if (command) {
        print_escapes(text);
        g_strchomp(text);
    }
    return text;
}

/* Whether the line is a pattern of case: "--enable-x=*)" or "-e | --enable-x)". */
static gboolean is_pattern(const char *line)
{
    const char *at = line + strspn(line, " \t(");
    gsize length = strcspn(at, ")");
    if (at[length] != ')' || length == 0 || *at == '*') {
        return FALSE;
    }
    for (gsize i = 0; i < length; i++) {
        if (strchr(NAME_BYTES "=*|? \t\"'", at[i]) == NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_pattern_line(const ShellLines *self, guint index)
{
    return g_array_index(self->patterns, gboolean, index);
}

char *shell_lines_arm(const ShellLines *self, guint index)
{
    GString *arm = g_string_new(NULL);
    const char *pattern = self->lines[index] + strspn(self->lines[index], " \t(");
    const char *rest = strchr(pattern, ')') + 1;
    for (guint i = index; i < self->count && i - index < ARM_LINES_MAX; i++) {
        if (i > index && is_pattern_line(self, i)) {
            break;
        }
        const char *line = i == index ? rest : self->lines[i];
        const char *end = strstr(line, ";;");
        g_string_append_len(arm, line, end != NULL ? end - line : (gssize)strlen(line));
        g_string_append_c(arm, '\n');
        if (end != NULL) {
            break;
        }
    }
    return g_string_free(arm, FALSE);
}

/* Whether an arm takes what comes behind the option as its value. A shift alone may be the option's
 * own. */
static gboolean takes_next(const char *arm)
{
    static const char *const values[] = {"$2", "${2", "OPTARG", "shift 2"};
    for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
        if (strstr(arm, values[i]) != NULL) {
            return TRUE;
        }
    }
    const char *behind = strstr(arm, "shift");
    return behind != NULL && (strstr(behind, "$1") != NULL || strstr(behind, "${1") != NULL);
}

static ShellForm form_of(const ShellLines *self, const char *name)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->forms, name));
}

static void add_form(ShellLines *self, const char *name, guint form)
{
    g_hash_table_insert(self->forms, g_strdup(name),
                        GUINT_TO_POINTER((guint)form_of(self, name) | form));
}

/* "if [ ! -z "$value" ]": the arm does without a value as well. */
static gboolean may_be_bare(const char *arm)
{
    return g_regex_match_simple("\\bif\\b[^;\n]*(?:-[zn]\\s|=\\s*(?:\"\"|''|x\\s))", arm, 0, 0);
}

/* The text without what the pattern fits. The caller frees it. */
static char *without(const char *text, const char *pattern)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
    return g_regex_replace_literal(regex, text, -1, 0, "", 0, NULL);
}

/* Whether an arm does nothing but say something to whoever calls the script, which may be that it
 * knows no such option, or call what such scripts name the function that does. What is printed into
 * a file or another program is used. */
static gboolean only_prints(const char *arm)
{
    g_autofree char *told = without(arm, "^[ \t]*+#.*$");
    g_autofree char *bare = without(told, "\"(?:[^\"\\\\]|\\\\.)*+\"|'[^']*+'");
    g_autofree char *plain = without(bare, "[12]?>[ \t]*+(?:&[12]|/dev/(?:stderr|tty))");
    static const char printing[] =
        "\\A(?:\\s*+(?:echo|printf|warn|warning|die|die_unknown|error|fail|usage)\\b[^;\n|&<>]*+"
        "(?:;|\n|&&|\\z))++\\s*+\\z";
    return g_regex_match_simple(printing, plain, G_REGEX_RAW, 0);
}

/* Whether an arm says that the thing which the option is named after is there, "mpi=yes" or
 * "use_mpi=1" in the arm of "-mpi=*)" and "--with-mpi=*)". */
static gboolean notes_itself(const char *arm, const char *name)
{
    static const char *const fronts[] = {"with-", "enable-", "use-"};
    for (guint i = 0; i < G_N_ELEMENTS(fronts); i++) {
        name += g_str_has_prefix(name, fronts[i]) ? strlen(fronts[i]) : 0;
    }
    g_autofree char *variable = g_strdelimit(g_strdup(name), "-", '_');
    g_autofree char *pattern = g_strdup_printf(
        "(?:^|[;\n])[ \t]*+(?:(?:with|enable|use|have)_)?%s=[\"']?(?:yes|1|true|on)\\b", variable);
    return *variable != '\0' && g_regex_match_simple(pattern, arm, G_REGEX_CASELESS, 0);
}

/* How an arm takes the option whose name is in front of it. */
static guint form_in_arm(const char *arm, const char *name, gboolean value, gboolean next,
                         gboolean refused)
{
    if (value) {
        return SHELL_FORM_VALUE | (notes_itself(arm, name) ? (guint)SHELL_FORM_NOTED : 0);
    }
    return SHELL_FORM_PLAIN | (next ? (guint)SHELL_FORM_NEXT : 0) |
           (refused ? 0 : (guint)SHELL_FORM_DOES);
}

/* "--x | --x=*)": the names in front of the arm, and how each of them is taken. */
static void read_pattern(ShellLines *self, guint index)
{
    g_autoptr(GHashTable) here =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL); /* name -> ShellForm */
    g_autofree char *arm = shell_lines_arm(self, index);
    gboolean next = takes_next(arm);
    const char *subject = shell_cases_subject(self->cases, index);
    /* What stood behind "=" has a name of its own. */
    gboolean divided = subject != NULL && !next && !may_be_bare(arm) &&
                       shell_cases_use_value(self->cases, arm, subject);
    gboolean refused = strstr(arm, "exit") != NULL || only_prints(arm);
    const char *end = strchr(self->lines[index], ')');
    for (const char *at = self->lines[index]; at < end;) {
        gsize length = strspn(at, NAME_BYTES);
        if (length == 0) {
            at++;
            continue;
        }
        gsize dashes = MIN(length, strspn(at, "-"));
        g_autofree char *name = g_strndup(at + dashes, length - dashes);
        at += length;
        /* "-w*" takes no "--with-x". */
        if ((*at == '*' || *at == '?') && !refused && dashes != 1 && *name != '\0') {
            g_ptr_array_add(self->globs, g_strdup(name));
        }
        guint form = form_in_arm(arm, name, *at == '=' || divided, next, refused);
        guint before = GPOINTER_TO_UINT(g_hash_table_lookup(here, name)) | form;
        gboolean both = (before & SHELL_FORM_VALUE) != 0 && (before & SHELL_FORM_PLAIN) != 0;
        add_form(self, name, form | (both ? (guint)SHELL_FORM_SHARED : 0));
        g_hash_table_insert(here, g_steal_pointer(&name), GUINT_TO_POINTER(before));
    }
}

/* How well a line shows a form, the best first. What stands first in a line that begins elsewhere
 * than most may go on with the text of another option: "overrides\n      --x, --y and --z". */
enum { SHOWN_AS_USUAL, SHOWN_FIRST, SHOWN_AMONG };

typedef struct {
    guint number; /* of the line */
    guint rank;
} ShownAt;

static void add_shown(ShellLines *self, const char *form, gsize length, guint number, guint rank)
{
    g_autofree char *key = g_strndup(form, length);
    ShownAt *best = g_hash_table_lookup(self->shown, key);
    if (best == NULL) {
        best = g_new(ShownAt, 1);
        g_hash_table_insert(self->shown, g_steal_pointer(&key), best);
    } else if (rank >= best->rank) {
        return;
    }
    *best = (ShownAt){number, rank};
}

static gsize indentation_of(const char *text)
{
    return strspn(text, " \t[");
}

static guint rank_of(const ShellLines *self, const char *text)
{
    return indentation_of(text) == self->indentation ? SHOWN_AS_USUAL : SHOWN_FIRST;
}

/* "  -mpi      use MPI", "  CC : the compiler": what the line begins with, apart from its help. */
static void read_first_words(ShellLines *self, const char *text, guint number)
{
    const char *at = text + indentation_of(text);
    const guint rank = rank_of(self, text);
    while (*at == '-' && at[1] != '-') {
        gsize length = strspn(at, NAME_BYTES);
        if (length > 2) {
            add_shown(self, at, length, number, rank);
            g_array_index(self->begins, gboolean, number - 1) = TRUE;
        }
        at += length;
        at += strspn(at, " ,|/");
    }
    gsize length = strspn(at, G_CSET_A_2_Z G_CSET_DIGITS "_");
    const char *behind = at + length + strspn(at + length, " \t");
    gsize gap = (gsize)(behind - at) - length;
    if (at > text && length > 1 && (gap > 1 || (gap == 1 && (*behind == ':' || *behind == '-')))) {
        add_shown(self, at, length, number, rank);
        g_array_index(self->begins, gboolean, number - 1) = TRUE;
    }
}

static void read_described(ShellLines *self, guint index)
{
    const char *text = self->texts->pdata[index];
    const guint number = index + 1;
    const char *start = text + indentation_of(text);
    read_first_words(self, text, number);
    if (*start != '-') {
        return;
    }
    g_array_append_val(self->described, number);
    for (const char *at = strstr(text, "--"); at != NULL; at = strstr(at, "--")) {
        gsize length = strspn(at, NAME_BYTES);
        add_shown(self, at, length, number, at == start ? rank_of(self, text) : SHOWN_AMONG);
        at += length;
    }
}

/* How far in most of the lines begin that show a long option first; of several the one that is met
 * first. */
static gsize usual_indentation(const ShellLines *self)
{
    guint counts[INDENTATION_MAX] = {0};
    gsize usual = 0;
    for (guint i = 0; i < self->count; i++) {
        const char *text = self->texts->pdata[i];
        gsize indentation = indentation_of(text);
        if (!is_pattern_line(self, i) && indentation < INDENTATION_MAX &&
            g_str_has_prefix(text + indentation, "--")) {
            counts[indentation]++;
            usual = counts[indentation] > counts[usual] ? indentation : usual;
        }
    }
    return usual;
}

/* "--x\\=*)" is "--x=*)": the mark is no special one. "--x?(=*))" of bash is read like it: what
 * comes behind the option may be missing. The caller frees it. */
static char *without_marks(const char *text)
{
    GString *plain = g_string_new(text);
    g_string_replace(plain, "\\=", "=", 0);
    g_string_replace(plain, "?(=*)", "=*", 0);
    return g_string_free(plain, FALSE);
}

/* arg="-${BASH_REMATCH[2]}", arg="-with-${arg#--enable-}": what the script puts in front of its own
 * arguments before it compares them; from then on "-x)" takes "--x" as well. `compared` are names
 * that a case above was over. */
static void learn_front(ShellLines *self, const char *line, GHashTable *compared)
{
    const char *at = line + strspn(line, " \t");
    gsize length = strspn(at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    g_autofree char *name = g_strndup(at, length);
    const char *front = at + length + (at[length] == '=' ? 1 : 0);
    if (length == 0 || at[length] != '=' || !g_hash_table_contains(self->cases->names, name) ||
        g_hash_table_contains(compared, name)) {
        return;
    }
    front += strspn(front, "\"");
    gsize bytes = strspn(front, NAME_BYTES);
    if (*front == '-' && front[1] != '-' && front[bytes] == '$') {
        self->one_dash = TRUE;
        self->with_for_enable =
            self->with_for_enable || strncmp(front, "-with-", MAX(bytes, 6)) == 0;
    }
}

ShellLines *shell_lines_new(const char *text)
{
    g_autofree char *plain = without_marks(text);
    ShellLines *self = g_new0(ShellLines, 1);
    *self = (ShellLines){
        .lines = g_strsplit(plain, "\n", -1),
        .written = g_strsplit(plain, "\n", -1),
        .patterns = g_array_new(FALSE, FALSE, sizeof(gboolean)),
        .texts = g_ptr_array_new_with_free_func(g_free),
        .begins = g_array_new(FALSE, TRUE, sizeof(gboolean)),
        .described = g_array_new(FALSE, FALSE, sizeof(guint)),
        .shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .forms = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .globs = g_ptr_array_new_with_free_func(g_free),
    };
    self->count = g_strv_length(self->lines);
    g_array_set_size(self->begins, self->count);
    self->cases = shell_cases_new(self->lines);
    shell_chains_rewrite(self->cases, self->lines);
    ShellToggles toggles;
    shell_toggles_learn(&toggles, self->lines);
    for (guint i = 0; i < self->count; i++) {
        const gboolean pattern = is_pattern(self->lines[i]);
        g_array_append_val(self->patterns, pattern);
        g_ptr_array_add(self->texts, shell_toggles_show(&toggles, printed_text(self->lines[i])));
    }
    shell_toggles_clear(&toggles);
    self->indentation = usual_indentation(self);
    g_autoptr(GHashTable) compared = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->count; i++) {
        const char *subject = shell_cases_subject(self->cases, i);
        learn_front(self, self->lines[i], compared);
        if (is_pattern_line(self, i)) {
            g_hash_table_add(compared, (gpointer)(subject != NULL ? subject : ""));
            read_pattern(self, i);
        } else {
            read_described(self, i);
        }
    }
    return self;
}

void shell_lines_add_form(ShellLines *self, const char *name, ShellForm form)
{
    add_form(self, name, form);
}

void shell_lines_add_shown(ShellLines *self, const char *name, guint number)
{
    add_shown(self, name, strlen(name), number, SHOWN_AMONG);
    g_array_index(self->begins, gboolean, number - 1) = TRUE;
}

void shell_lines_free(ShellLines *self)
{
    g_strfreev(self->lines);
    g_strfreev(self->written);
    g_array_unref(self->patterns);
    g_ptr_array_unref(self->texts);
    g_array_unref(self->begins);
    g_array_unref(self->described);
    g_hash_table_unref(self->shown);
    g_hash_table_unref(self->forms);
    g_ptr_array_unref(self->globs);
    shell_cases_free(self->cases);
    g_free(self);
}

guint shell_lines_shown(const ShellLines *self, const char *form)
{
    const ShownAt *best = g_hash_table_lookup(self->shown, form);
    return best != NULL ? best->number : 0;
}

gboolean shell_lines_assigns(const ShellLines *self, guint index, const char *name)
{
    g_autofree char *arm = shell_lines_arm(self, index);
    g_auto(GStrv) commands = g_strsplit_set(arm, ";\n", -1);
    gsize length = strlen(name);
    for (guint i = 0; commands[i] != NULL; i++) {
        const char *command = g_strstrip(commands[i]);
        if (g_str_has_prefix(command, name) && command[length] == '=' &&
            strchr(command, '$') != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean shell_lines_ends(const ShellLines *self, guint index)
{
    g_autofree char *arm = shell_lines_arm(self, index);
    return g_regex_match_simple("\\bexit\\b", arm, 0, 0) &&
           !g_regex_match_simple("\\w=|\\bshift\\b|\\beval\\b", arm, 0, 0);
}

ShellForm shell_lines_form(const ShellLines *self, const char *form)
{
    return form_of(self, form + strspn(form, "-"));
}

gboolean shell_lines_take(const ShellLines *self, const char *form)
{
    const char *name = form + strspn(form, "-"); /* as getopts hands it over */
    if (form_of(self, name) != 0) {
        return TRUE;
    }
    for (guint i = 0; i < self->globs->len; i++) {
        if (g_str_has_prefix(name, self->globs->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}
