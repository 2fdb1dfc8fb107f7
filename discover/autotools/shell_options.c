#include "discover/autotools/shell_options.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"
/* Lines of help behind the one that names the option. */
#define HELP_LINES_MAX 12u
/* Words that a help text shows behind one option. */
#define PRINTED_VALUES_MAX 32u

typedef struct {
    DeclaredOptions *options;
    const char *path;
    char **lines;
    guint count;
    guint found;
} Reader;

/* What every script of this kind takes, and what says where things are put. */
static gboolean is_common(const char *name)
{
    static const char *const names[] = {
        "--help",       "--version", "--prefix",  "--exec-prefix", "--libdir", "--bindir",
        "--includedir", "--mandir",  "--datadir", "--docdir",      "--quiet",  "--verbose",
        "--srcdir",     "--build",   "--host",    "--target",      NULL};
    return g_strv_contains(names, name);
}

/* A line of what is printed: without the echo in front and the quote behind. NULL when it is none.
 * The caller frees it. */
static char *printed_text(const char *line)
{
    const char *at = line + strspn(line, " \t");
    static const char *const commands[] = {"echo ", "printf "};
    gboolean command = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (g_str_has_prefix(at, commands[i])) {
            at += strlen(commands[i]);
            at += strspn(at, " ");
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

/* The first line that prints the option; its number, or 0. */
static guint printed_at(const Reader *self, const char *name)
{
    const char *bare = name + strspn(name, "-");
    const char *tail = strchr(bare, '-') != NULL ? strchr(bare, '-') + 1 : bare;
    static const char *const ways[] = {"--enable-", "--disable-", "--with-", "--without-", "--"};
    for (guint i = 0; i < self->count; i++) {
        if (is_pattern(self->lines[i])) {
            continue;
        }
        g_autofree char *text = printed_text(self->lines[i]);
        const char *start = text + strspn(text, " \t[");
        for (guint k = 0; *start == '-' && k < G_N_ELEMENTS(ways); k++) {
            g_autofree char *form =
                g_strconcat(ways[k], k + 1 < G_N_ELEMENTS(ways) ? tail : bare, NULL);
            const char *found = strstr(text, form);
            if (found != NULL && strchr(NAME_BYTES, found[strlen(form)]) == NULL) {
                return i + 1;
            }
            if (found != NULL && found[strlen(form)] == '\0') {
                return i + 1;
            }
        }
    }
    return 0;
}

/* The words behind the option's form on its line, and the lines below that go on. */
static char *help_at(const Reader *self, guint line)
{
    GString *help = g_string_new(NULL);
    for (guint i = line - 1; i < self->count && i < line + HELP_LINES_MAX; i++) {
        g_autofree char *text = printed_text(self->lines[i]);
        const char *start = text + strspn(text, " \t[");
        if (*start == '\0' && help->len == 0) {
            continue;
        }
        /* Several forms may share the text below the last of them. */
        if (i > line - 1 && *start == '-' && help->len == 0) {
            continue;
        }
        if (i > line - 1 && (*start == '-' || *start == '\0' || start == text)) {
            break;
        }
        if (i == line - 1) {
            const char *gap = strstr(start, "  ");
            start = gap != NULL ? gap : "";
        }
        g_auto(GStrv) words = g_strsplit_set(start, " \t", -1);
        for (guint k = 0; words[k] != NULL; k++) {
            if (*words[k] != '\0') {
                g_string_append_printf(help, "%s%s", help->len > 0 ? " " : "", words[k]);
            }
        }
    }
    return g_string_free(help, FALSE);
}

/* What a help text says of a switch that nobody gives; else what its form suggests. */
static const char *default_of(const char *name, const char *help, gboolean negative, gboolean takes)
{
    if (takes) {
        return "";
    }
    if (g_str_has_prefix(name, "--without-") || g_str_has_prefix(name, "--disable-")) {
        return "no"; /* what the text says is about the thing itself */
    }
    if (help != NULL && strstr(help, "enabled by default") != NULL) {
        return "yes";
    }
    if (help != NULL && strstr(help, "disabled by default") != NULL) {
        return "no";
    }
    return negative ? "yes" : "no";
}

/* Whether a pattern of the script takes the form; `plain`: without anything behind it. */
static gboolean takes_form(const Reader *self, const char *form, gboolean plain)
{
    const char *bare = form + strspn(form, "-"); /* as getopts hands it over */
    for (guint i = 0; i < self->count; i++) {
        const char *at = is_pattern(self->lines[i]) ? strstr(self->lines[i], bare) : NULL;
        for (; at != NULL; at = strstr(at + 1, bare)) {
            char before = at > self->lines[i] ? at[-1] : ' ';
            gboolean begins = before == '-' || strchr(NAME_BYTES, before) == NULL;
            char behind = at[strlen(bare)];
            gboolean ends = behind == '\0' || strchr(NAME_BYTES, behind) == NULL;
            if (begins && ends && !(plain && behind == '=')) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* "--with-x" or "--with-x[=DIR]": what stands behind it may say where, and need not. */
static gboolean asks_only_whether(const char *argument)
{
    g_autofree char *upper = argument != NULL ? g_ascii_strup(argument, -1) : NULL;
    return upper == NULL || (g_str_has_suffix(upper, "]") &&
                             (strstr(upper, "DIR") != NULL || strstr(upper, "PATH") != NULL ||
                              strstr(upper, "PREFIX") != NULL));
}

/* "--mt=pthread" and "--mt=mpi", each in a line of its own: the words that the help shows behind
 * the option. */
static GPtrArray *printed_values(const Reader *self, const char *name)
{
    GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *form = g_strconcat(name, "=", NULL);
    for (guint i = 0; i < self->count && values->len < PRINTED_VALUES_MAX; i++) {
        g_autofree char *text = printed_text(self->lines[i]);
        const char *start = text + strspn(text, " \t[");
        if (is_pattern(self->lines[i]) || !g_str_has_prefix(start, form)) {
            continue;
        }
        const char *word = start + strlen(form);
        gsize length = strspn(word, G_CSET_a_2_z G_CSET_DIGITS "_+-");
        if (length > 0 && (word[length] == '\0' || strchr(" \t]", word[length]) != NULL)) {
            g_autofree char *value = g_strndup(word, length);
            if (!g_ptr_array_find_with_equal_func(values, value, g_str_equal, NULL)) {
                g_ptr_array_add(values, g_steal_pointer(&value));
            }
        }
    }
    return values;
}

static void add_pattern(Reader *self, const char *form, gsize length, gboolean takes, guint line)
{
    gboolean negative = FALSE;
    g_autofree char *name = declared_option_positive(form, length, &negative);
    if (negative && !takes_form(self, name, FALSE)) {
        /* A script that takes only the negative form refuses any other. */
        g_free(name);
        name = g_strndup(form, length);
        negative = FALSE;
    }
    Arena *arena = self->options->facts->arena;
    if (is_common(name) || length <= 3) {
        return;
    }
    const Option *known = g_hash_table_lookup(self->options->names, name);
    if (known != NULL) {
        return;
    }
    guint printed = printed_at(self, name);
    g_autofree char *help = printed > 0 ? help_at(self, printed) : NULL;
    g_autofree char *source = g_strstrip(g_strdup(self->lines[line - 1]));
    const char *argument = NULL;
    if (printed > 0) {
        g_autofree char *text = printed_text(self->lines[printed - 1]);
        const char *sign = strchr(text, '=');
        gsize width = sign != NULL ? strcspn(sign + 1, " \t") : 0;
        argument = width > 0 ? arena_strndup(arena, sign + 1, width) : NULL;
    }
    if (takes && takes_form(self, name, TRUE) && asks_only_whether(argument)) {
        takes = FALSE;
    }
    g_autoptr(GPtrArray) values = takes ? printed_values(self, name) : NULL;
    const Span at = {self->path, line, 0};
    const DeclaredOption option = {.name = arena_intern(arena, name),
                                   .argument = argument,
                                   .help = help != NULL && *help != '\0' ? arena_strdup(arena, help)
                                                                         : NULL,
                                   .fallback = default_of(name, help, negative, takes),
                                   .boolean = !takes,
                                   .values = values != NULL && values->len >= 2 ? values : NULL,
                                   .at = at,
                                   .declared_at = at,
                                   .text = arena_strdup(arena, source)};
    declared_options_add(self->options, &option);
    self->found++;
}

/* Whether the script also takes the option with a value. */
static gboolean takes_value(const Reader *self, const char *form, gsize length)
{
    g_autofree char *wanted = g_strdup_printf("%.*s=", (int)length, form);
    for (guint i = 0; i < self->count; i++) {
        if (is_pattern(self->lines[i]) && strstr(self->lines[i], wanted) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* getopts hands long options over without their dashes: "enable-x=*)" in a case over OPTARG. */
static void read_bare_pattern(Reader *self, const char *line, guint number)
{
    g_auto(GStrv) ways = g_strsplit_set(line + strspn(line, " \t("), "|)", -1);
    for (guint i = 0; ways[i] != NULL && ways[i + 1] != NULL; i++) {
        g_autofree char *form = g_strconcat("--", g_strstrip(ways[i]), NULL);
        gsize length = 2 + strspn(form + 2, NAME_BYTES);
        gboolean whole = form[length] == '\0' || strcmp(form + length, "=*") == 0;
        if (whole && length > 3 && form[2] != '-') {
            add_pattern(self, form, length, takes_value(self, form + 2, length - 2), number);
        }
    }
}

static void read_pattern(Reader *self, const char *line, guint number)
{
    for (const char *at = strstr(line, "--"); at != NULL; at = strstr(at, "--")) {
        gsize length = 2 + strspn(at + 2, NAME_BYTES);
        add_pattern(self, at, length, takes_value(self, at, length), number);
        at += length;
    }
}

guint shell_options_read(const char *path, const char *text, DeclaredOptions *options)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    Reader self = {options, path, lines, g_strv_length(lines), 0};
    guint depth = 0; /* of cases, from one over OPTARG on */
    for (guint i = 0; i < self.count; i++) {
        const char *line = lines[i] + strspn(lines[i], " \t");
        if (g_str_has_prefix(line, "case ") && (depth > 0 || strstr(line, "OPTARG") != NULL)) {
            depth++;
        } else if (g_str_has_prefix(line, "esac") && depth > 0) {
            depth--;
        } else if (is_pattern(line) && depth > 0) {
            read_bare_pattern(&self, line, i + 1);
        }
        if (is_pattern(line)) {
            read_pattern(&self, line, i + 1);
        }
    }
    return self.found;
}
