/* Variables that programs of the build write to makefiles: scripts, sources of programs that it
 * compiles and runs, "echo NAME=value >> file", and a configure script that somebody wrote by hand.
 */
#include "core/identifier.h"
#include "core/path.h"
#include "discover/make/begin.h"
#include "discover/make/script_text.h"
#include "discover/make/survey.h"
#include "discover/shell_line.h"
#include <string.h>

/* Programs whose text is searched for what they write. */
#define WRITERS_MAX 64u
#define WRITER_BYTES_MAX (1024u * 1024u)

static void mark_name(MakeReading *self, const char *begin, const char *end)
{
    g_autofree char *name = g_strndup(begin, (gsize)(end - begin));
    MakeVariable *variable = g_hash_table_lookup(self->variables, name);
    if (variable != NULL) {
        variable->written = TRUE;
    }
}

/* "export NAME=value" is the environment of a script and of what it runs, nothing that it writes.
 */
static gboolean is_exported(const char *text, const char *name)
{
    static const char word[] = "export";
    const char *end = name;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    gsize length = sizeof word - 1;
    return end < name && (gsize)(end - text) >= length && strncmp(end - length, word, length) == 0;
}

/* The end of the name that a "=", "?=" or ":=" of a makefile assigns to. */
static const char *assigned_end(const char *text, const char *equal)
{
    const char *end = equal;
    if (end > text && (end[-1] == ':' || end[-1] == '?')) {
        end--;
        while (end > text && (end[-1] == ' ' || end[-1] == '\t')) {
            end--;
        }
    }
    return end;
}

/* Whether what a program has before the name lets it begin a line of what is printed. In a source
 * names are assigned to as well: there that is the beginning of a text, an escape, or that of a
 * line that is no statement (a makefile that the preprocessor makes). */
static gboolean may_be_written(const char *text, const char *begin, const char *equal,
                               gboolean source)
{
    const char *line = begin;
    while (line > text && (line[-1] == ' ' || line[-1] == '\t')) {
        line--;
    }
    if (source && (line == text || line[-1] == '\n')) {
        return equal[strcspn(equal, ";\n")] != ';';
    }
    char before = begin[-1];
    return strchr(source ? "\"\\" : "\"' \\\t\n", before) != NULL;
}

/* Marks NAME for each "NAME=" in a program's text that may begin a line of what it prints. */
static void mark_written(MakeReading *self, const char *text, gboolean source)
{
    for (const char *mark = strchr(text, '='); mark != NULL; mark = strchr(mark + 1, '=')) {
        const char *equal = assigned_end(text, mark);
        const char *begin = identifier_begin(text, equal);
        if (begin < equal && !g_ascii_isdigit(*begin) && begin > text &&
            may_be_written(text, begin, equal, source) && !is_exported(text, begin)) {
            /* In "\nNAME=" the first letter belongs to the escape. */
            mark_name(self, begin + (begin[-1] == '\\' ? 1 : 0), equal);
        }
    }
}

static const char shell_name[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";

/* The value of "NAME=value", "NAME := value" at the beginning of a line of a makefile, NAME ending
 * at `end`; NULL for any other line. */
static const char *value_of_line(const char *line, const char **end)
{
    *end = line + strspn(line, shell_name);
    const char *behind = *end + strspn(*end, " \t");
    behind += *behind == ':' || *behind == '?' || *behind == '+' ? 1 : 0;
    return *end > line && *behind == '=' ? behind + 1 + strspn(behind + 1, " \t") : NULL;
}

static void mark_line(MakeReading *self, const char *line)
{
    const char *end = NULL;
    if (value_of_line(line, &end) != NULL) {
        mark_name(self, line, end);
    }
}

/* "echo NAME=value >> file", "printf 'NAME=%s\n' value >> file", with what makefiles call the
 * program. In "mpi-%:", "echo USE_MPI=$* >> file" the value is what a person has named the target
 * by. */
static void mark_echoed(MakeReading *self, const char *command)
{
    static const char *const programs[] = {"echo ",    "printf ",    "$(ECHO) ",
                                           "${ECHO} ", "$(PRINTF) ", "${PRINTF} "};
    for (guint i = 0; i < G_N_ELEMENTS(programs) && strchr(command, '>') != NULL; i++) {
        for (const char *at = strstr(command, programs[i]); at != NULL;
             at = strstr(at + 1, programs[i])) {
            const char *begin = at + strlen(programs[i]);
            const char *line = begin + strspn(begin, " \"'");
            const char *end = NULL;
            const char *value = value_of_line(line, &end);
            if (value != NULL && !g_str_has_prefix(value, "$*") &&
                survey_kept_end(line, (gsize)(end - line), value) == NULL) {
                mark_name(self, line, end);
            }
        }
    }
}

/* "$(foreach v,$(KEPT),$(file >> conf.mk,$(patsubst CONFIG_%,%,$(v)) := ...))": all that begin so
 * are written without that. */
static void mark_without_prefix(MakeReading *self, const char *line)
{
    static const char call[] = "$(patsubst ";
    if (!g_str_has_prefix(line, call)) {
        return;
    }
    const char *prefix = line + strlen(call);
    gsize length = strspn(prefix, shell_name);
    if (length == 0 || !g_str_has_prefix(prefix + length, "%,%,")) {
        return;
    }
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        if (strncmp(variable->name, prefix, length) == 0) {
            variable->collected = TRUE;
            const char *rest = variable->name + length;
            mark_name(self, rest, rest + strlen(rest));
        }
    }
}

/* "$(file >> conf.mk,NAME := value)"; "NAME=$(NAME)" keeps what people gave. */
static void mark_filed(MakeReading *self, const char *text)
{
    static const char call[] = "$(file >";
    for (const char *at = strstr(text, call); at != NULL; at = strstr(at + 1, call)) {
        const char *comma = make_find_outside(at + strlen(call), ",");
        const char *line = comma != NULL ? comma + 1 + strspn(comma + 1, " \t") : "";
        const char *end = NULL;
        const char *value = value_of_line(line, &end);
        if (value != NULL && survey_kept_end(line, (gsize)(end - line), value) == NULL) {
            mark_name(self, line, end);
        }
        mark_without_prefix(self, line);
    }
}

/* ---- configure scripts ----------------------------------------------------------------------- */

/* A configure script that somebody wrote by hand, while its lines are read. */
typedef struct {
    MakeReading *make;
    GHashTable *targets;   /* set of char *: files that makefiles include, and variables for them */
    GHashTable *functions; /* set of char *: functions that write "$1=..." to one of the files */
    char *function;        /* the one that is being read; NULL */
    char *end;             /* of a here-document that goes to one of the files; NULL */
    gboolean writes;       /* to one of the files */
} Script;

/* "config_mak=config.mak": the variable stands for the file. */
static void note_target_variable(Script *self, const char *line)
{
    gsize length = strspn(line, shell_name);
    if (length == 0 || line[length] != '=') {
        return;
    }
    g_autofree char *value = g_strdup(line + length + 1);
    g_strdelimit(value, "\"'", ' ');
    if (g_hash_table_contains(self->targets, make_last_part(g_strstrip(value)))) {
        g_hash_table_add(self->targets, g_strndup(line, length));
    }
}

/* Whether what a line prints goes to one of the files: "> config.mk", ">> ${config_mak}". */
static gboolean goes_to_target(const Script *self, const char *line)
{
    for (const char *mark = strchr(line, '>'); mark != NULL; mark = strchr(mark + 1, '>')) {
        const char *begin = mark + 1 + strspn(mark + 1, "> \t\"'${");
        g_autofree char *word = g_strndup(begin, strcspn(begin, " \t\"'};)|&<"));
        if (g_hash_table_contains(self->targets, make_last_part(word))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "set_symbol NAME", where set_symbol writes it. */
static void mark_argument(Script *self, const char *line)
{
    gsize length = strspn(line, shell_name);
    g_autofree char *command = g_strndup(line, length);
    if (strchr(" \t", line[length]) == NULL || line[length] == '\0' ||
        !g_hash_table_contains(self->functions, command)) {
        return;
    }
    const char *begin = line + length + strspn(line + length, " \t\"'");
    mark_name(self->make, begin, begin + strspn(begin, shell_name));
}

/* "cat > config.mk <<EOF" */
static char *document_end(const char *line)
{
    const char *mark = strstr(line, "<<");
    if (mark == NULL) {
        return NULL;
    }
    const char *begin = mark + 2 + strspn(mark + 2, "-\\ \t\"'");
    gsize length = strspn(begin, shell_name);
    return length > 0 ? g_strndup(begin, length) : NULL;
}

static void read_script_line(Script *self, const char *line)
{
    if (self->end != NULL) {
        if (strcmp(line, self->end) == 0) {
            g_clear_pointer(&self->end, g_free);
        } else {
            mark_line(self->make, line);
        }
        return;
    }
    gsize name = strspn(line, shell_name);
    if (name > 0 && g_str_has_prefix(line + name + strspn(line + name, " \t"), "()")) {
        g_free(self->function);
        self->function = g_strndup(line, name);
    } else if (*line == '}') {
        g_clear_pointer(&self->function, g_free);
    }
    note_target_variable(self, line);
    mark_argument(self, line);
    if (!goes_to_target(self, line)) {
        return;
    }
    self->writes = TRUE;
    mark_echoed(self->make, line);
    self->end = document_end(line);
    if (self->function != NULL && (strstr(line, "$1=") != NULL || strstr(line, "${1}=") != NULL)) {
        g_hash_table_add(self->functions, g_strdup(self->function));
    }
}

/* Adds the words of a line, char *. */
static void add_words(GHashTable *words, const char *line)
{
    for (const char *at = line; *at != '\0';) {
        gsize length = strspn(at, shell_name);
        if (length > 0) {
            g_hash_table_add(words, g_strndup(at, length));
        }
        at += length > 0 ? length : 1;
    }
}

/* The words of a script, a set of char *; `given` gets those of lines that take variables. */
static GHashTable *words_of(const char *text, GHashTable *given)
{
    GHashTable *words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (shell_line_is_comment(lines[i]) || shell_line_only_prints(lines[i])) {
            continue;
        }
        add_words(words, lines[i]);
        if (strchr(lines[i], '$') != NULL) {
            add_words(given, lines[i]);
        }
    }
    return words;
}

/* "write_all CONFIG_ $SELECT", where one of the words of the lists is fast_path: CONFIG_FAST_PATH,
 * which nothing else gives a value. */
static void mark_composed(MakeReading *self, const char *text)
{
    g_autoptr(GHashTable) given = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) words = words_of(text, given);
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        const char *mark = strchr(variable->name, '_');
        if (mark == NULL || mark == variable->name || mark[1] == '\0' ||
            variable->assigned + variable->edited + variable->defaults > 0) {
            continue;
        }
        g_autofree char *front = g_strndup(variable->name, (gsize)(mark + 1 - variable->name));
        g_autofree char *rest = g_ascii_strdown(mark + 1, -1);
        if (g_hash_table_contains(given, front) && g_hash_table_contains(words, rest)) {
            variable->written = TRUE;
        }
    }
}

/* Marks what the script writes to the files that makefiles include; its messages are no such text.
 */
static void mark_configured(MakeReading *self, GHashTable *targets, const char *text)
{
    g_autoptr(GHashTable) functions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Script script = {.make = self, .targets = targets, .functions = functions};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        read_script_line(&script, g_strstrip(lines[i]));
    }
    if (script.writes) {
        mark_composed(self, text);
    }
    g_free(script.function);
    g_free(script.end);
}

/* Adds the names of included files that are not there: "include config-host.mak". */
static void find_missing(MakeReading *self, const MakeFile *file, const char *included,
                         GHashTable *missing)
{
    g_auto(GStrv) words = make_include_words(file, included);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *base = make_include_base(file, words[i]);
        if (*base != '\0' && strchr(base, '$') == NULL &&
            !g_hash_table_contains(self->base_names, base)) {
            g_hash_table_add(missing, g_strdup(base));
        }
    }
}

/* The configure script beside the first makefile writes files that are included. */
static void survey_configure(MakeReading *self, GHashTable *missing)
{
    g_autofree char *path =
        *self->top != '\0' ? g_strconcat(self->top, "/configure", NULL) : g_strdup("configure");
    if (g_hash_table_size(missing) == 0 || tree_find(self->tree, path) == NULL) {
        return;
    }
    g_autofree char *text = tree_read_text(self->tree, path, NULL, NULL);
    if (text != NULL && strlen(text) <= WRITER_BYTES_MAX) {
        mark_configured(self, missing, text);
    }
}

/* ---- all programs ---------------------------------------------------------------------------- */

/* Whether a file is run, or compiled and run: what documents say is no program's doing. */
static gboolean is_program(const char *path, const char *text)
{
    TreeKind kind = tree_kind_of(path);
    gboolean script = kind == TREE_OTHER || kind == TREE_CONFIGURE;
    return script ? g_str_has_prefix(text, "#!") : tree_kind_is_source(kind);
}

/* Adds the files of the tree that a command names. */
static void find_writers(MakeReading *self, const MakeFile *file, const char *command,
                         GHashTable *writers)
{
    g_auto(GStrv) words = g_strsplit_set(command, " \t\"'`;|&()$", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *base = path_base(words[i]);
        const GPtrArray *paths = *base != '\0' ? g_hash_table_lookup(self->base_names, base) : NULL;
        for (guint k = 0; paths != NULL && k < paths->len; k++) {
            const char *path = paths->pdata[k];
            g_autofree char *folder = path_folder(path);
            const char *named =
                strchr(words[i], '/') != NULL ? make_path(self, file->folder, words[i]) : NULL;
            gboolean near = strcmp(folder, file->folder) == 0 || strcmp(folder, self->top) == 0 ||
                            g_strcmp0(path, named) == 0;
            if (!near || tree_kind_of(path) == TREE_MAKE || g_hash_table_contains(writers, path)) {
                continue;
            }
            if (g_hash_table_size(writers) == WRITERS_MAX) {
                make_ledger(self, MAKE_LIMIT_SCRIPTS, path, NULL);
                return;
            }
            g_hash_table_add(writers, (gpointer)path);
        }
    }
}

/* Include files that are made by the build are written by its programs or by "echo NAME=... >>". */
void make_survey_writers(MakeReading *self)
{
    g_autoptr(GHashTable) writers = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) missing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < self->order->len; i++) {
        const MakeFile *file = ((const MakeSource *)self->order->pdata[i])->file;
        for (guint k = 0; k < file->statements->len; k++) {
            const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, k);
            const char *text = statement->value;
            if (statement->kind == MAKE_INCLUDE) {
                find_missing(self, file, text, missing);
            }
            gboolean expanded = statement->kind == MAKE_ASSIGNMENT || statement->kind == MAKE_TEXT;
            if (expanded) {
                mark_filed(self, text);
            }
            if (statement->kind != MAKE_RECIPE && !(expanded && strstr(text, "$(shell ") != NULL)) {
                continue;
            }
            find_writers(self, file, text, writers);
            mark_echoed(self, text);
        }
    }
    survey_configure(self, missing);
    GHashTableIter iterator;
    gpointer path = NULL;
    g_hash_table_iter_init(&iterator, writers);
    while (g_hash_table_iter_next(&iterator, &path, NULL)) {
        g_autofree char *text = tree_read_text(self->tree, path, NULL, NULL);
        if (text != NULL && strlen(text) <= WRITER_BYTES_MAX && is_program(path, text)) {
            g_autofree char *printed =
                script_text_is_shell(text) ? script_text_without_own(text) : g_strdup(text);
            mark_written(self, printed, tree_kind_is_source(tree_kind_of(path)));
        }
    }
}
