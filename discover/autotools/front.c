#include "discover/autotools/front.h"
#include "discover/autotools/generated_configure.h"
#include "discover/autotools/makefile_script.h"
#include "discover/builders.h"
#include <string.h>

/* The beginning of a line that does more than print something, be it into a file: a script that
 * keeps its arguments in a log hands them on to nobody. */
#define COMMAND "^(?![ \\t]*(?:echo|printf)\\b)"

/* A pattern of "case" for one who asks for help. */
#define HELP_WORD "\"?(?:--?help|-h|--?version|-[vV])\"?"

void front_free(Front *self)
{
    if (self != NULL) {
        g_free(self->script);
        g_free(self->runner);
        g_ptr_array_unref(self->given);
        g_free(self);
    }
}

static char *replace(const char *text, const char *pattern, const char *by)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE, 0, NULL);
    char *result = g_regex_replace(regex, text, -1, 0, by, 0, NULL);
    return result != NULL ? result : g_strdup("");
}

/* The same in a text that is allocated. */
static void replace_in(char **text, const char *pattern, const char *by)
{
    char *replaced = replace(*text, pattern, by);
    g_free(*text);
    *text = replaced;
}

/* The text with "." for each way to say where the script lies, without comments and with lines that
 * go on joined. */
static char *plain_text(const char *text)
{
    static const char *const rows[][2] = {
        {"\\\\\\n", " "},
        {"^[ \\t]*#.*$|[ \\t]#[^\"'\\n]*$", ""},
        /* of $0, what stands before the last slash, as sed tells it: 's,/[^/]*$,,',
           's/\(.*\)\/.*'... */
        {"(?:`|\\$\\()\\s*echo\\s+\"?\\$\\{?0\\}?\"?\\s*\\|\\s*sed\\s+(?:-e\\s+)?(['\"])s"
         "(?:.\\\\\\(\\.\\*\\\\\\)\\\\?/|(.)\\\\?/\\[\\^/\\]\\*\\$)(?:(?!\\1)[^\\n])*\\1\\s*(?:`|\\))",
         "."},
        /* what only tells people of it: case $1 in -h|--help) ... ;; esac */
        {"case[ \\t]+\"?\\$\\{?1\\}?\"?[ \\t]+in\\s*\\(?\\s*" HELP_WORD "(?:\\s*\\|\\s*" HELP_WORD
         ")*\\s*\\)(?:(?!;;)[\\s\\S])*;;\\s*esac\\b",
         ""},
        /* `dirname $0`, $(dirname "$0") and the like */
        {"(?:`|\\$\\()\\s*dirname\\s+(?:--\\s+)?\"?\\$\\{?0\\}?\"?\\s*(?:`|\\))|\\$\\{0%/\\*\\}",
         "."},
        /* $(cd . && pwd) */
        {"(?:`|\\$\\()\\s*cd\\s+\"?\\.\"?\\s*(?:&&|;)\\s*pwd(?:\\s+-P)?\\s*(?:`|\\))", "."},
    };
    char *plain = g_strdup(text);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        replace_in(&plain, rows[i][0], rows[i][1]);
    }
    return plain;
}

/* Puts the folder of the script for variables that hold it. */
static char *with_folder(const char *plain)
{
    g_autoptr(GRegex) regex =
        g_regex_new("^[ \\t]*(\\w+)=\"?\\.\"?[ \\t]*;?$", G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    char *text = g_strdup(plain);
    g_regex_match(regex, plain, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        g_autofree char *pattern = g_strdup_printf("\\$(?:%s\\b|\\{%s\\})", name, name);
        replace_in(&text, pattern, ".");
    }
    return text;
}

/* The folder that the script goes to before it calls anything, as seen from its own; NULL when that
 * is not one folder. The caller frees it. */
static char *folder_gone_to(const char *text)
{
    g_autoptr(GRegex) regex =
        g_regex_new("(?:^|[;&(]|then)[ \\t]*cd[ \\t]+([^\\s;&|]+)", G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    char *folder = g_strdup(".");
    g_regex_match(regex, text, 0, &match);
    for (gboolean first = TRUE; g_match_info_matches(match); first = FALSE) {
        g_autofree char *word = g_match_info_fetch(match, 1);
        g_autofree char *bare = replace(word, "[\"']", "");
        if (!first && strcmp(folder, bare) != 0) {
            g_free(folder);
            return NULL;
        }
        g_free(folder);
        folder = g_steal_pointer(&bare);
        g_match_info_next(match, NULL);
    }
    return folder;
}

/* The path of a file as a command of the script names it from a folder; NULL when there is none. */
static char *file_named(const Tree *tree, const char *script, const char *from, const char *word)
{
    g_autofree char *folder = g_path_get_dirname(script);
    g_autofree char *joined = g_build_filename(folder, from, word, NULL);
    char *path = *word != '/' && *word != '-' ? tree_normalize(joined) : NULL;
    if (path != NULL && (strcmp(path, script) == 0 || tree_find(tree, path) == NULL)) {
        g_clear_pointer(&path, g_free);
    }
    return path;
}

static Front *front_new(void)
{
    Front *self = g_new0(Front, 1);
    self->given = g_ptr_array_new_with_free_func(g_free);
    return self;
}

/* "exec perl ./DoConfig --fast": the first word that is a file of the tree, with at most a word for
 * what runs it before, and the options behind it. NULL when there is none. */
static Front *called_by(const Tree *tree, const char *script, const char *from, const char *command)
{
    g_autofree char *last = replace(command, "^.*(?:&&|;|then)[ \\t]", "");
    g_autofree char *bare = replace(last, "[\"']", "");
    g_auto(GStrv) words = g_strsplit_set(g_strstrip(bare), " \t", -1);
    g_autoptr(Front) self = front_new();
    for (guint i = 0, before = 0; words[i] != NULL; i++) {
        if (*words[i] == '\0' || strcmp(words[i], "exec") == 0) {
            continue;
        }
        if (self->script != NULL) {
            if (g_str_has_prefix(words[i], "--")) {
                g_ptr_array_add(self->given, g_strdup(words[i]));
            }
            continue;
        }
        self->script = file_named(tree, script, from, words[i]);
        if (self->script == NULL && before++ > 0) {
            return NULL;
        }
        if (self->script == NULL) {
            self->runner = g_strdup(words[i]);
        }
    }
    return self->script != NULL ? g_steal_pointer(&self) : NULL;
}

/* Leaves what both calls give: which of them is made depends on the machine or on people. */
static void keep_common(Front *self, const Front *other)
{
    for (guint i = self->given->len; i-- > 0;) {
        if (!g_ptr_array_find_with_equal_func(other->given, self->given->pdata[i], g_str_equal,
                                              NULL)) {
            g_ptr_array_remove_index(self->given, i);
        }
    }
}

/* Whether the script does anything with its arguments but what `commands` of its lines do, which
 * hand them on. */
static gboolean uses_arguments_otherwise(const char *text, guint commands)
{
    g_autoptr(GRegex) regex = g_regex_new(COMMAND ".*\\$\\{?[@*].*$", G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint lines = 0;
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        lines++;
    }
    return lines > commands;
}

/* The one file that all commands of the script call which hand its arguments on. */
static Front *handed_on_to(const Tree *tree, const char *script, const char *text)
{
    g_autoptr(GRegex) regex =
        g_regex_new(COMMAND "(.*?\\S)[ \\t]+(?:\\$\\{1:?\\+)?\"?\\$[@*]\"?\\}?[ \\t]*(?:$|[;|&>])",
                    G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_autofree char *from = folder_gone_to(text);
    g_autoptr(Front) result = NULL;
    guint commands = 0;
    g_regex_match(regex, text, 0, &match);
    for (; from != NULL && g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *command = g_match_info_fetch(match, 1);
        g_autoptr(Front) called = called_by(tree, script, from, command);
        if (called == NULL || (result != NULL && strcmp(result->script, called->script) != 0)) {
            return NULL;
        }
        if (result == NULL) {
            result = g_steal_pointer(&called);
        } else {
            keep_common(result, called);
        }
        commands++;
    }
    /* What another command gives, or none, is not known then. */
    if (result != NULL && uses_arguments_otherwise(text, commands)) {
        g_ptr_array_set_size(result->given, 0);
    }
    return g_steal_pointer(&result);
}

/* What one script calls; NULL when it is no front. */
static Front *next_of(const Tree *tree, const char *path)
{
    const TreeFile *file = tree_find(tree, path);
    if (file == NULL || tree_file_size(tree, file) > FRONT_BYTES_MAX) {
        return NULL;
    }
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    if (text == NULL || !makefile_script_is_shell(text) || generated_configure_is(text)) {
        return NULL;
    }
    g_autofree char *plain = plain_text(text);
    if (makefile_script_reads_arguments(plain)) {
        return NULL;
    }
    g_autofree char *placed = with_folder(plain);
    return handed_on_to(tree, path, placed);
}

/* Whether a tool that nobody reads builds what is in the script's folder: "exec python3 ./waf
 * configure "$@"" leads to the tool, not to a script of the project's. */
static gboolean leads_to_tool(const Tree *tree, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    const char *file = NULL;
    return builders_other_tool(tree, strcmp(folder, ".") == 0 ? "" : folder, &file) != NULL;
}

Front *front_of(const Tree *tree, const char *path)
{
    if (leads_to_tool(tree, path)) {
        return NULL;
    }
    g_autoptr(Front) self = next_of(tree, path);
    for (guint hop = 1; hop < FRONT_HOPS_MAX && self != NULL; hop++) {
        Front *next = next_of(tree, self->script);
        if (next == NULL) {
            break;
        }
        /* What the front before gives stands behind it, in "$@". */
        for (guint i = 0; i < self->given->len; i++) {
            g_ptr_array_add(next->given, g_strdup(self->given->pdata[i]));
        }
        front_free(self);
        self = next;
    }
    return g_steal_pointer(&self);
}
