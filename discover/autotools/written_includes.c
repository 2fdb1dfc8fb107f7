#include "discover/autotools/written_includes.h"
#include "core/path.h"
#include "core/word_list.h"
#include "discover/autotools/collected_files.h"
#include "discover/autotools/uncalled.h"
#include "discover/autotools/written_names.h"
#include <string.h>

/* With what the macros are called is not known, and no command's output is. So that none of their
 * parameters seems to be empty there are always four, which $# would tell. */
#define UNKNOWN_ARGUMENTS "[$(written 1)], [$(written 2)], [$(written 3)], [$(written 4)]"

#define VARIABLE_BYTES G_CSET_A_2_Z G_CSET_a_2_z "_"

/* One echo "m4_include([...])" >> FILE. */
typedef struct {
    char *written;    /* the file */
    GStrv patterns;   /* of the files that it includes */
    gboolean unknown; /* some of them are not known */
} Command;

typedef struct {
    char *text;
    GPtrArray *commands; /* Command * */
} Script;

struct WrittenIncludes {
    const Tree *tree;
    char *folder;
    GPtrArray *scripts;        /* Script * */
    GHashTable *uncalled;      /* uncalled_macros; NULL: nobody has asked yet */
    CollectedFiles *collected; /* by the scripts */
    GPtrArray *names;          /* GPatternSpec *: of macros that they define */
    gboolean cut;              /* while reading these */
};

static void command_free(gpointer data)
{
    Command *self = data;
    g_free(self->written);
    g_strfreev(self->patterns);
    g_free(self);
}

static void script_free(gpointer data)
{
    Script *self = data;
    g_free(self->text);
    g_ptr_array_unref(self->commands);
    g_free(self);
}

/* What people call scripts that prepare a tree for Autoconf. */
static gboolean is_preparing(const char *name)
{
    static const char *const beginnings[] = {"autogen",  "bootstrap", "buildconf",
                                             "prebuild", "prepare",   NULL};
    return word_list_begins(beginnings, name);
}

/* A path with variables as a pattern: "$t/configure.m4" is "*" and what follows. */
static char *pattern_of(const char *text)
{
    GString *pattern = g_string_new(NULL);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '$') {
            c += c[1] == '{' ? strcspn(c, "}") : strspn(c + 1, VARIABLE_BYTES);
            g_string_append_c(pattern, '*');
            if (*c == '\0') {
                break;
            }
        } else {
            g_string_append_c(pattern, *c);
        }
    }
    return g_string_free(pattern, FALSE);
}

/* The words that a loop goes through, "for t in src/a src/b" or "for t in $(ls -d src/parts/" and
 * so on, nearest above `at`, when its variable is what `text` begins with; NULL otherwise. `at`
 * becomes where the loop is, `rest` what follows the variable in `text`. The caller frees the
 * words. */
static GStrv looped_over(const char *script, const char **at, const char *text, const char **rest)
{
    gsize length = *text == '$' ? strspn(text + 1, VARIABLE_BYTES) : 0;
    g_autofree char *head =
        length > 0 ? g_strdup_printf("for %.*s in ", (int)length, text + 1) : NULL;
    const char *loop = head != NULL ? g_strrstr_len(script, *at - script, head) : NULL;
    if (loop == NULL) {
        return NULL;
    }
    *at = loop;
    *rest = text + 1 + length;
    const char *begin = loop + strlen(head);
    static const char listing[] = "$(ls -d ";
    begin += g_str_has_prefix(begin, listing) ? sizeof listing - 1 : 0;
    g_autofree char *words = g_strndup(begin, strcspn(begin, ";\n)|&"));
    return g_strsplit_set(words, " \t", -1);
}

/* What a loop's word stands for is written down; a pattern of the shell's is as well. */
static gboolean is_literal(const char *word)
{
    return strpbrk(word, "$`\\\"'({") == NULL;
}

typedef struct {
    const char *script;
    GStrvBuilder *patterns;
    guint *left;      /* words of loops that may still be looked at */
    gboolean unknown; /* one of them was not literal */
} Expansion;

/* Adds the patterns of `text`, which stands at `at`: one for each word of the loop over what it
 * begins with, and those may begin with the variable of a loop around. FALSE where there is no such
 * loop. */
static gboolean add_patterns(Expansion *self, const char *at, const char *text)
{
    const char *rest = NULL;
    g_auto(GStrv) words = looped_over(self->script, &at, text, &rest);
    if (words == NULL) {
        g_autofree char *pattern = pattern_of(text);
        g_strv_builder_add(self->patterns, pattern);
        return FALSE;
    }
    for (guint i = 0; words[i] != NULL && *self->left > 0; i++) {
        if (*words[i] == '\0') {
            continue;
        }
        (*self->left)--;
        gboolean doubled = g_str_has_suffix(words[i], "/") && *rest == '/';
        g_autofree char *named = g_strconcat(words[i], doubled ? rest + 1 : rest, NULL);
        gboolean looped = add_patterns(self, at, named);
        self->unknown = self->unknown || !is_literal(words[i] + (looped ? 1 : 0));
    }
    return TRUE;
}

static void read_commands(Script *self, gboolean *cut)
{
    g_autoptr(GRegex) regex = g_regex_new("include\\(\\[?([^\\])\"'(\\n]{1," WRITTEN_NAME_BYTES_MAX
                                          "}+)\\]?\\)[\"' \\t]*+>>?[ \\t]*+(\\S+)",
                                          G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint words_left = WRITTEN_WORDS_MAX;
    g_regex_match(regex, self->text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        if (self->commands->len >= WRITTEN_COMMANDS_MAX) {
            *cut = TRUE;
            return;
        }
        int begin = 0;
        g_match_info_fetch_pos(match, 0, &begin, NULL);
        g_autofree char *included = g_match_info_fetch(match, 1);
        Command *command = g_new0(Command, 1);
        command->written = g_match_info_fetch(match, 2);
        g_autoptr(GStrvBuilder) patterns = g_strv_builder_new();
        Expansion expansion = {self->text, patterns, &words_left, FALSE};
        add_patterns(&expansion, self->text + begin, included);
        command->patterns = g_strv_builder_end(patterns);
        command->unknown = expansion.unknown;
        g_ptr_array_add(self->commands, command);
    }
    *cut = *cut || words_left == 0;
}

/* `program`: one that a script starts. Takes over the text. */
static void take_script(WrittenIncludes *self, char *text, gboolean program)
{
    Script *script = g_new0(Script, 1);
    script->text = text;
    script->commands = g_ptr_array_new_with_free_func(command_free);
    read_commands(script, &self->cut);
    g_ptr_array_add(self->scripts, script);
    self->cut = !collected_files_add(self->collected, text, program) || self->cut;
    self->cut = !written_names_add(self->names, text) || self->cut;
}

/* The text of a program of the folder, whose path is as seen from there; NULL where there is none.
 * The caller frees it. */
static char *program_text(const WrittenIncludes *self, const char *name)
{
    g_autofree char *path = path_join(self->folder, name);
    const TreeFile *file = tree_find(self->tree, path);
    if (file == NULL || file->kind != TREE_OTHER ||
        tree_file_size(self->tree, file) > WRITTEN_SCRIPT_BYTES_MAX ||
        !tree_begins_with(self->tree, file, "#!")) {
        return NULL;
    }
    return tree_read_text(self->tree, path, NULL, NULL);
}

/* What a script that prepares the folder starts is read as well: ./maint/list_parts, or with an
 * interpreter in front. What it copies or patches it does not start. */
static void take_programs(WrittenIncludes *self, const char *text)
{
    g_autoptr(GRegex) regex = g_regex_new(
        "(?:^|[;&|(`])[ \\t]*+"
        "(?:(?:if|then|else|do|!|exec|env|sh|bash|perl|python[\\d.]*+|\\$\\{?\\w++\\}?(?!/))[ \\t]++)*+"
        "\"?(?:\\./|\\$\\{?\\w++\\}?\"?/)?+([\\w.+-]++(?:/[\\w.+-]++)++)",
        (GRegexCompileFlags)(G_REGEX_RAW | G_REGEX_MULTILINE), 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        if (!g_hash_table_add(seen, g_strdup(name))) {
            continue;
        }
        char *program = program_text(self, name);
        if (program != NULL && self->scripts->len >= WRITTEN_SCRIPTS_MAX) {
            g_free(program);
            self->cut = TRUE;
            return;
        }
        if (program != NULL) {
            take_script(self, program, TRUE);
        }
    }
}

WrittenIncludes *written_includes_new(const Tree *tree, const char *folder)
{
    WrittenIncludes *self = g_new0(WrittenIncludes, 1);
    self->tree = tree;
    self->folder = g_strdup(folder);
    self->collected = collected_files_new(tree, folder);
    self->scripts = g_ptr_array_new_with_free_func(script_free);
    self->names = g_ptr_array_new_with_free_func((GDestroyNotify)g_pattern_spec_free);
    const GPtrArray *children = tree_children(tree, folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        g_autofree char *path = path_join(folder, children->pdata[i]);
        g_autofree char *text = is_preparing(children->pdata[i]) && tree_find(tree, path) != NULL
                                    ? tree_read_text(tree, path, NULL, NULL)
                                    : NULL;
        if (text != NULL && strlen(text) > WRITTEN_SCRIPT_BYTES_MAX) {
            self->cut = TRUE;
        } else if (text != NULL) {
            take_script(self, g_steal_pointer(&text), FALSE);
        }
    }
    for (guint i = 0, preparing = self->scripts->len; i < preparing; i++) {
        const Script *script = self->scripts->pdata[i];
        take_programs(self, script->text);
    }
    return self;
}

void written_includes_free(WrittenIncludes *self)
{
    if (self == NULL) {
        return;
    }
    g_free(self->folder);
    g_ptr_array_unref(self->scripts);
    g_ptr_array_unref(self->names);
    collected_files_free(self->collected);
    g_clear_pointer(&self->uncalled, g_hash_table_unref);
    g_free(self);
}

/* The path as seen from the folder; NULL when it does not lie in it. */
static const char *path_inside(const char *path, const char *folder)
{
    if (*folder == '\0') {
        return path;
    }
    gsize length = strlen(folder);
    return path_lies_in(path, folder) && path[length] == '/' ? path + length + 1 : NULL;
}

/* Adds the files of the tree that the pattern fits, level by level, each once. */
static void add_matching(const WrittenIncludes *self, const char *pattern, GPtrArray *paths,
                         GHashTable *seen, gboolean *cut)
{
    const GPtrArray *files = tree_files(self->tree);
    guint depth = path_depth(pattern);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        const char *inside = path_inside(path, self->folder);
        if (inside == NULL || (*pattern != '*' && path_depth(inside) != depth) ||
            !g_pattern_match_simple(pattern, inside) || g_hash_table_contains(seen, path)) {
            continue;
        }
        if (paths->len >= WRITTEN_INCLUDES_MAX) {
            *cut = TRUE;
            return;
        }
        g_hash_table_add(seen, (gpointer)path);
        g_ptr_array_add(paths, (gpointer)path);
    }
}

static const char *ending_of(const char *name)
{
    const char *mark = strrchr(name, '_');
    return mark != NULL ? mark : name;
}

/* What writes the includes writes calls of macros in these files as well, or lists of them, from
 * which a loop of the project's own calls them. Which ones shows in those that lead to options and
 * that nothing else calls: PART_net_CONFIG, and so PART_none_CONFIG, without which the parts with
 * options would seem to be all; but not PART_net_PRIORITY. */
static void append_calls(WrittenIncludes *self, const GPtrArray *paths, GString *result)
{
    if (self->uncalled == NULL) {
        self->uncalled = uncalled_macros(self->tree, &self->cut);
    }
    g_autoptr(GHashTable) endings = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint pass = 0; pass < 2; pass++) {
        for (guint i = 0; i < paths->len; i++) {
            const GPtrArray *macros = g_hash_table_lookup(self->uncalled, paths->pdata[i]);
            for (guint k = 0; macros != NULL && k < macros->len; k++) {
                const UncalledMacro *macro = macros->pdata[k];
                if (pass == 0 && macro->declares) {
                    g_hash_table_add(endings, (gpointer)ending_of(macro->name));
                } else if (pass == 1 && g_hash_table_contains(endings, ending_of(macro->name))) {
                    g_string_append_printf(result, "%s(" UNKNOWN_ARGUMENTS ")\n", macro->name);
                }
            }
        }
    }
}

/* Adds the files that the script includes in the one at `path`; FALSE when it does not write that.
 */
static gboolean add_written(const WrittenIncludes *self, const Script *script, const char *path,
                            GPtrArray *paths, WrittenGaps *gaps)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean writes = FALSE;
    for (guint i = 0; i < script->commands->len; i++) {
        const Command *command = script->commands->pdata[i];
        if (strcmp(command->written, path) != 0) {
            continue;
        }
        writes = TRUE;
        gaps->unknown = gaps->unknown || command->unknown;
        for (guint k = 0; command->patterns[k] != NULL; k++) {
            add_matching(self, command->patterns[k], paths, seen, &gaps->cut);
        }
    }
    return writes;
}

/* The files that one of the scripts collects for the one at `path`. */
static void add_collected(const WrittenIncludes *self, const char *path, GPtrArray *paths,
                          WrittenGaps *gaps)
{
    const GPtrArray *collected = collected_files_for(self->collected, path);
    for (guint i = 0; collected != NULL && i < collected->len; i++) {
        if (paths->len >= WRITTEN_INCLUDES_MAX) {
            gaps->cut = TRUE;
            return;
        }
        g_ptr_array_add(paths, collected->pdata[i]);
        gaps->collected = TRUE;
    }
}

char *written_includes_text(WrittenIncludes *self, const char *path, WrittenGaps *gaps)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    gboolean written = FALSE;
    for (guint i = 0; i < self->scripts->len && paths->len == 0; i++) {
        written = add_written(self, self->scripts->pdata[i], path, paths, gaps) || written;
    }
    if (!written) {
        add_collected(self, path, paths, gaps);
    }
    g_autoptr(GString) result = g_string_new(NULL);
    for (guint i = 0; i < paths->len; i++) {
        g_string_append_printf(result, "m4_include([%s])\n",
                               path_inside(paths->pdata[i], self->folder));
    }
    if (paths->len > 0) {
        append_calls(self, paths, result);
    }
    gaps->cut = gaps->cut || self->cut;
    return paths->len > 0 ? g_strdup(result->str) : NULL;
}

gboolean written_includes_defines(const WrittenIncludes *self, const char *name)
{
    return written_names_has(self->names, name);
}
