/* Functions about files and the machine: the tree answers for what lies in it, nobody for the rest.
 */
#include "discover/make/function.h"
#include "discover/make/text_function.h"
#include <string.h>

/* A command's name in conditions is cut here. */
#define COMMAND_NAME_BYTES 60u

/* Names in the tree that fit one pattern, appended to `out`. */
static void match_files(MakeReading *self, const char *pattern, GString *out)
{
    const char *path = make_path(self, self->folder, pattern);
    if (path == NULL) {
        return;
    }
    if (strpbrk(pattern, "*?[") == NULL) {
        if (tree_find(self->tree, path) != NULL || tree_is_folder(self->tree, path)) {
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", pattern);
        }
        return;
    }
    g_autofree char *folder = g_path_get_dirname(path);
    const char *slash = strrchr(pattern, '/');
    const char *last = slash != NULL ? slash + 1 : pattern;
    const GPtrArray *children = tree_children(self->tree, strcmp(folder, ".") == 0 ? "" : folder);
    for (guint i = 0; children != NULL && i < children->len && out->len < MAKE_TEXT_BYTES_MAX;
         i++) {
        const char *name = children->pdata[i];
        if (g_pattern_match_simple(last, name) && (*name != '.' || *last == '.')) {
            g_string_append_printf(out, "%s%.*s%s", out->len > 0 ? " " : "",
                                   (int)(slash != NULL ? slash + 1 - pattern : 0), pattern, name);
        }
    }
}

/* The tree answers for what lies in it; for anything else, the machine would. */
void make_call_wildcard(MakeCall *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GArray) ways = make_expand(self, call->raw, call->when);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) patterns = make_words(way->text);
        g_autoptr(GString) out = g_string_new(NULL);
        gboolean known = !unknown_text_has_hole(way->text);
        for (guint k = 0; patterns[k] != NULL && known; k++) {
            known = *patterns[k] != '/' || g_str_has_prefix(patterns[k], MAKE_ROOT);
            match_files(self, patterns[k], out);
        }
        if (known) {
            make_call_result(call, out->str, way->when);
        } else {
            make_call_unknown(call, way->text, way->when);
        }
    }
}

/* Commands that say what machine, system or compiler this is. */
static gboolean asks_platform(const char *command)
{
    static const char *const words[] = {"uname",        "hostname",  "arch ", "-dumpmachine",
                                        "-dumpversion", "--version", "nproc"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(command, words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "pkg-config --libs NAME" looks for a package. */
static void find_packages(MakeReading *self, const char *command, Guard when)
{
    const char *tool = strstr(command, "pkg-config");
    if (tool == NULL) {
        return;
    }
    g_auto(GStrv) words = make_words(tool);
    for (guint i = 1; words[i] != NULL && strpbrk(words[i], "|;&<>`") == NULL; i++) {
        if (g_ascii_isalpha(*words[i]) && !unknown_text_has_hole(words[i])) {
            make_add_effect(self, EFFECT_PACKAGE, words[i], NULL, when, NULL);
        }
    }
}

/* As the makefile would see the tree. */
static char *word_absolute(const char *word, const char *folder)
{
    g_autofree char *path = *word == '/' ? g_strdup(word) : g_strconcat(folder, "/", word, NULL);
    return g_canonicalize_filename(path, "/");
}

/* What commands say of places: the tree answers for its own as it does for $(abspath ...). A folder
 * that make went to counts as "."; a path outside of the tree may be a link. The caller frees it;
 * NULL for any other command. */
static char *shell_place(const MakeReading *self, const char *command)
{
    static const struct {
        const char *form;
        gboolean folder; /* asks for the folder of what it names */
    } forms[] = {
        {"^ *(?:/bin/)?pwd(?: +-[PL])? *()$", FALSE},
        {"^ *cd +([\\w./+-]+) *(?:&&|;) *(?:/bin/)?pwd(?: +-[PL])? *$", FALSE},
        {"^ *(?:readlink +-(?:f|e|m|fn|nf)|realpath(?: +-[ems])?) +([\\w./+-]+) *$", FALSE},
        {"^ *dirname +([\\w./+-]+) *$", TRUE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autoptr(GRegex) regex = g_regex_new(forms[i].form, G_REGEX_RAW, 0, NULL);
        g_autoptr(GMatchInfo) match = NULL;
        if (!g_regex_match(regex, command, 0, &match)) {
            continue;
        }
        g_autofree char *word = g_match_info_fetch(match, 1);
        g_autofree char *folder = g_strconcat(MAKE_ROOT, "/", self->folder, NULL);
        g_autofree char *place =
            forms[i].folder ? g_path_get_dirname(word) : word_absolute(word, folder);
        gboolean inside = *place != '/' || g_str_has_prefix(place, MAKE_ROOT);
        return inside ? g_steal_pointer(&place) : NULL;
    }
    return NULL;
}

void make_call_shell(MakeCall *call)
{
    MakeReading *self = call->reading;
    const char *expanded = make_expand_plain(self, call->raw, call->when);
    g_autofree char *place = unknown_text_has_hole(expanded) ? NULL : shell_place(self, expanded);
    if (place != NULL) {
        make_call_result(call, place, call->when);
        return;
    }
    const char *command = unknowns_readable(self->unknowns, expanded);
    find_packages(self, command, call->when);
    make_ledger(self, "shell command not run", command, NULL);
    gsize length = strlen(command);
    g_autofree char *cut = g_utf8_make_valid(command, (gssize)MIN(length, COMMAND_NAME_BYTES));
    g_autofree char *name =
        g_strdup_printf("shell(%s%s)", cut, length > COMMAND_NAME_BYTES ? "..." : "");
    ConditionSubject kind =
        asks_platform(command) ? CONDITION_SUBJECT_PLATFORM : CONDITION_SUBJECT_PROBE;
    const Unknown *unknown = unknowns_get(self->unknowns, kind, name);
    make_call_result(call, unknowns_hole(self->unknowns, unknown), call->when);
}

void make_call_path(MakeCall *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GArray) ways = make_expand(self, call->raw, call->when);
    g_autofree char *folder = g_strconcat(MAKE_ROOT, "/", self->folder, NULL);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        if (unknown_text_has_hole(way->text)) {
            make_call_unknown(call, way->text, way->when);
        } else {
            g_autofree char *text = make_each_word(way->text, word_absolute, folder);
            make_call_result(call, text, way->when);
        }
    }
}

gboolean make_asks_platform(const char *text)
{
    const char *shell = strstr(text, "$(shell ");
    return shell != NULL && asks_platform(shell);
}
