/* configure_file(): the macros of the header that it writes. */
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/written_file.h"
#include <string.h>

/* A line of the template in one header. */
typedef struct {
    const char *header;
    const char *text;  /* what follows "define", or what follows "cmakedefine" and the name */
    const char *macro; /* of a "cmakedefine"; else NULL: the text begins with its name */
    gboolean refers;   /* there are references to replace */
    TemplateFlags flags;
} MacroLine;

/* More than these that one file fetches are not told one by one. */
#define NESTED_DOWNLOADS_MAX 32u

TemplateFlags command_template_flags(const Call *call, guint first)
{
    TemplateFlags flags = TEMPLATE_PLAIN;
    flags |= call_has(call, first, "@ONLY") ? TEMPLATE_AT_ONLY : TEMPLATE_PLAIN;
    flags |= call_has(call, first, "ESCAPE_QUOTES") ? TEMPLATE_ESCAPE_QUOTES : TEMPLATE_PLAIN;
    return flags;
}

static gboolean has_reference(const char *text, TemplateFlags flags)
{
    return strchr(text, '@') != NULL ||
           ((flags & TEMPLATE_AT_ONLY) == 0 && strchr(text, '$') != NULL);
}

/* Puts a blank in the place of each comment in the value of a macro, outside of literals, as a
 * compiler of C does. One that goes on in the next line is cut off here. */
static void blank_comments(char *value)
{
    char quote = '\0';
    for (char *at = value; *at != '\0'; at++) {
        if (quote != '\0') {
            at += *at == '\\' && at[1] != '\0' ? 1 : 0;
            quote = *at == quote ? '\0' : quote;
        } else if (*at == '"' || *at == '\'') {
            quote = *at;
        } else if (*at == '/' && (at[1] == '/' || at[1] == '*')) {
            char *end = at[1] == '*' ? strstr(at + 2, "*/") : NULL;
            if (end == NULL) {
                *at = '\0';
                return;
            }
            *at = ' ';
            memmove(at + 1, end + 2, strlen(end + 2) + 1);
        }
    }
}

/* One run: with one value of everything that the line refers to. */
static void note_macro(Evaluator *self, gpointer data)
{
    const MacroLine *line = data;
    g_autofree char *text = NULL;
    if (line->refers) {
        g_autoptr(GError) error = NULL;
        text = command_configured(self, line->text, line->flags, &error);
        if (text == NULL) {
            evaluator_ledger(self, "text command", error->message, NULL);
            return;
        }
    } else {
        text = g_strdup(line->text);
    }
    gsize length = line->macro != NULL ? 0 : strcspn(text, " \t\r\n(");
    g_autofree char *macro = line->macro != NULL ? g_strdup(line->macro) : g_strndup(text, length);
    g_autofree char *value = g_strdup(text + length);
    blank_comments(value);
    g_strstrip(value);
    evaluator_effect_full(self, EFFECT_MACRO, macro, *value != '\0' ? value : NULL, line->header,
                          FALSE);
}

/* "#cmakedefine NAME ..." and "#cmakedefine01 NAME": the macro is there (or is 1) when NAME is
 * true. */
static void configure_cmakedefine(Evaluator *self, MacroLine line, gboolean always)
{
    gsize length = strcspn(line.text, " \t\r\n/");
    g_autofree char *name = g_strndup(line.text, length);
    if (*name == '\0') {
        return;
    }
    Variable *variable = variables_get(self->variables, name);
    if (variable->option != NULL) {
        recorder_use(self->recorder, variable->option, evaluator_project_place(self));
    }
    g_autoptr(Value) value = evaluator_value(self, variable);
    Guard entry = self->path;
    Guard truth = value_truth(self->symbols, self->guards, value);
    self->path = guard_and(self->guards, entry, truth);
    if (!guard_is_false(self->path)) {
        line.macro = name;
        line.text = always ? "1" : line.text + length;
        line.refers = has_reference(line.text, line.flags);
        evaluator_each_run(self, note_macro, &line);
    }
    self->path = entry;
}

/* What is written: where `output` is a folder, a file of the template's name in it. To be freed. */
static char *output_file(Evaluator *self, const char *template, const char *output)
{
    g_autofree char *base = g_path_get_basename(template);
    g_autofree char *tree_path = evaluator_tree_path(self, output);
    gboolean folder =
        g_str_has_suffix(output, "/") ||
        (tree_path != NULL && g_path_is_absolute(output) && tree_is_folder(self->tree, tree_path));
    return folder ? g_strdup_printf("%s/%s", output, base) : g_strdup(output);
}

/* The header as a path in the build tree, or in the project's where it is written there. */
static const char *header_path(Evaluator *self, const char *template, const char *output)
{
    g_autofree char *whole = output_file(self, template, output);
    g_autofree char *path = text_has_hole(whole)
                                ? symbols_readable(self->symbols, whole)
                                : evaluator_absolute(self, whole, "CMAKE_CURRENT_BINARY_DIR");
    const char *const roots[] = {self->binary_root, self->source_root};
    for (guint i = 0; i < G_N_ELEMENTS(roots); i++) {
        gsize length = strlen(roots[i]);
        if (strncmp(path, roots[i], length) == 0 && path[length] == '/') {
            g_autofree char *below = tree_normalize(path + length + 1);
            return arena_intern(self->arena, below != NULL ? below : path);
        }
    }
    return arena_intern(self->arena, path);
}

/* Whether a mark begins a directive: nothing but blanks stands before it on its line. What stands
 * behind the beginning of a comment is none. */
static gboolean begins_line(const char *text, const char *mark)
{
    while (mark > text && (mark[-1] == ' ' || mark[-1] == '\t')) {
        mark--;
    }
    return mark == text || mark[-1] == '\n' || mark[-1] == '\r';
}

void command_note_header(Evaluator *self, const char *output, const char *text)
{
    /* What a module of CMake's writes is no header of the project's. */
    if (guard_is_true(self->path) || evaluator_in_stub(self)) {
        return;
    }
    MacroLine line = {.header = NULL};
    for (const char *hash = strchr(text, '#'); hash != NULL; hash = strchr(hash + 1, '#')) {
        const char *word = hash + 1 + strspn(hash + 1, " \t");
        if (!begins_line(text, hash) || strncmp(word, "define", 6) != 0 ||
            (word[6] != ' ' && word[6] != '\t')) {
            continue;
        }
        line.header = line.header != NULL ? line.header : header_path(self, output, output);
        word += 6 + strspn(word + 6, " \t");
        g_autofree char *definition = g_strndup(word, strcspn(word, "\r\n"));
        line.text = definition;
        note_macro(self, &line);
    }
}

/* A file that is read again: with one value of everything that the template refers to. */
typedef struct {
    const char *output;
    const char *template;
    gboolean copy;
    TemplateFlags flags;
} Written;

static void write_configured(Evaluator *self, gpointer data)
{
    const Written *written = data;
    g_autofree char *text = written->copy
                                ? g_strdup(written->template)
                                : command_configured(self, written->template, written->flags, NULL);
    if (text != NULL) {
        evaluator_write(self, written->output, "CMAKE_CURRENT_BINARY_DIR", text, FALSE);
    }
}

static void keep_configured(Evaluator *self, const Call *call)
{
    g_autofree char *output = output_file(self, call->argv[0], call->argv[1]);
    if (!evaluator_writes(self, output, "CMAKE_CURRENT_BINARY_DIR")) {
        return;
    }
    g_autofree char *template = command_file_text(self, call->argv[0]);
    if (template != NULL) {
        Written written = {output, template, call_has(call, 2, "COPYONLY"),
                           command_template_flags(call, 2)};
        evaluator_each_run(self, write_configured, &written);
    }
}

/* Where a command's words say that it fetches from; NULL where they do not, or where variables have
 * a part in it. */
static const char *fetched_from(const GArray *words)
{
    static const char *const keywords[] = {"URL", "GIT_REPOSITORY", "SVN_REPOSITORY",
                                           "HG_REPOSITORY", NULL};
    for (guint i = 1; i + 1 < words->len; i++) {
        const char *from = g_array_index(words, TextWord, i + 1).text;
        if (text_words_is(words, i, keywords)) {
            return from != NULL && !has_reference(from, TEMPLATE_PLAIN) ? from : NULL;
        }
    }
    return NULL;
}

typedef struct {
    Evaluator *evaluator;
    guint noted;
} NestedBuild;

/* A TextCommandVisit whose data is the nested build. */
static void note_download(const char *command, const GArray *words, gpointer data)
{
    NestedBuild *self = data;
    const char *name = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (strcmp(command, "externalproject_add") == 0 && self->noted < NESTED_DOWNLOADS_MAX &&
        name != NULL && !has_reference(name, TEMPLATE_PLAIN)) {
        evaluator_effect(self->evaluator, EFFECT_DOWNLOAD, name, fetched_from(words));
        self->noted++;
    }
}

/* A list of commands that is written to be run by a build of its own, before this one goes on: what
 * it fetches comes along here. */
static void note_nested_build(Evaluator *self, const char *output, const char *text)
{
    g_autofree char *base = g_path_get_basename(output);
    if (strcmp(base, "CMakeLists.txt") == 0) {
        NestedBuild nested = {self, 0};
        text_commands(text, note_download, &nested);
    }
}

void command_configure_file(Evaluator *self, const Call *call)
{
    if (call->argc < 2) {
        return;
    }
    keep_configured(self, call);
    if (call_has(call, 2, "COPYONLY")) {
        return;
    }
    g_autofree char *path = evaluator_tree_path(self, call->argv[0]);
    if (path == NULL) {
        return;
    }
    g_autofree char *text = command_file_text(self, call->argv[0]);
    if (text == NULL) {
        evaluator_ledger(self, "file not found", call->argv[0], NULL);
        return;
    }
    note_nested_build(self, call->argv[1], text);
    MacroLine line = {.header = header_path(self, call->argv[0], call->argv[1]),
                      .flags = command_template_flags(call, 2)};
    for (char *hash = strchr(text, '#'); hash != NULL; hash = strchr(hash + 1, '#')) {
        const char *word = hash + 1;
        word += strspn(word, " \t");
        if (!begins_line(text, hash)) {
            continue;
        }
        gsize length = strcspn(word, " \t\r\n");
        const char *rest = word + length;
        rest += strspn(rest, " \t");
        g_autofree char *definition = g_strndup(rest, strcspn(rest, "\r\n"));
        line.text = definition;
        if (length == 11 && strncmp(word, "cmakedefine", 11) == 0) {
            configure_cmakedefine(self, line, FALSE);
        } else if (length == 13 && strncmp(word, "cmakedefine01", 13) == 0) {
            configure_cmakedefine(self, line, TRUE);
        } else if (length == 6 && strncmp(word, "define", 6) == 0 &&
                   has_reference(definition, line.flags)) {
            line.refers = TRUE;
            evaluator_each_run(self, note_macro, &line);
        }
    }
}
