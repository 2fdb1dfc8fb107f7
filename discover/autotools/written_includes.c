#include "discover/autotools/written_includes.h"
#include "discover/autotools/uncalled.h"
#include <string.h>

/* With what the macros are called is not known: no command's output is. */
#define UNKNOWN_ARGUMENTS "[$(written 1)], [$(written 2)], [$(written 3)], [$(written 4)]"

/* What people call scripts that prepare a tree for Autoconf. */
static gboolean is_preparing(const char *name)
{
    static const char *const beginnings[] = {"autogen", "bootstrap", "buildconf", "prebuild",
                                             "prepare"};
    for (guint i = 0; i < G_N_ELEMENTS(beginnings); i++) {
        if (g_str_has_prefix(name, beginnings[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A path with variables as a pattern: "$t/configure.m4" is "*" and what follows. */
static char *pattern_of(const char *text)
{
    GString *pattern = g_string_new(NULL);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '$') {
            c += c[1] == '{' ? strcspn(c, "}") : strspn(c + 1, G_CSET_A_2_Z G_CSET_a_2_z "_");
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

/* The words that a loop goes through, "for t in $(ls -d src/components/" and so on, nearest above
 * `at`, when its variable is what `text` begins with; NULL otherwise. The caller frees it. */
static char *looped_over(const char *script, const char *at, const char *text)
{
    gsize length = *text == '$' ? strspn(text + 1, G_CSET_A_2_Z G_CSET_a_2_z "_") : 0;
    g_autofree char *head =
        length > 0 ? g_strdup_printf("for %.*s in ", (int)length, text + 1) : NULL;
    const char *loop = head != NULL ? g_strrstr_len(script, at - script, head) : NULL;
    if (loop == NULL) {
        return NULL;
    }
    const char *words = loop + strlen(head);
    static const char listing[] = "$(ls -d ";
    words += g_str_has_prefix(words, listing) ? sizeof listing - 1 : 0;
    return g_strndup(words, strcspn(words, "); \t\n"));
}

static guint count_slashes(const char *text)
{
    guint count = 0;
    for (; *text != '\0'; text++) {
        count += *text == '/' ? 1 : 0;
    }
    return count;
}

/* Appends an include for each file of the tree that the pattern fits, level by level. */
static void append_matching(const Tree *tree, const char *folder, const char *pattern,
                            GString *result, gboolean *cut)
{
    g_autofree char *whole =
        *folder != '\0' ? g_strconcat(folder, "/", pattern, NULL) : g_strdup(pattern);
    const GPtrArray *files = tree_files(tree);
    guint count = 0;
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        gboolean level =
            strncmp(pattern, "*", 1) == 0 || count_slashes(path) == count_slashes(whole);
        if (level && g_pattern_match_simple(whole, path)) {
            if (count >= WRITTEN_INCLUDES_MAX) {
                *cut = TRUE;
                return;
            }
            const char *inside = path + (*folder != '\0' ? strlen(folder) + 1 : 0);
            g_string_append_printf(result, "m4_include([%s])\n", inside);
            count++;
        }
    }
}

static void read_script(const Tree *tree, const char *folder, const char *script, const char *path,
                        GString *result, gboolean *cut)
{
    g_autoptr(GRegex) regex =
        g_regex_new("include\\(\\[?([^\\])\"']+)\\]?\\)[\"' \\t]*>>?[ \\t]*(\\S+)", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, script, 0, &match);
    guint count = 0;
    for (; g_match_info_matches(match); g_match_info_next(match, NULL), count++) {
        if (count >= WRITTEN_COMMANDS_MAX) {
            *cut = TRUE;
            return;
        }
        g_autofree char *included = g_match_info_fetch(match, 1);
        g_autofree char *written = g_match_info_fetch(match, 2);
        int begin = 0;
        g_match_info_fetch_pos(match, 0, &begin, NULL);
        if (strcmp(written, path) != 0) {
            continue;
        }
        g_autofree char *over = looped_over(script, script + begin, included);
        const char *rest = strchr(included, '/');
        g_autofree char *named =
            over != NULL && rest != NULL
                ? g_strconcat(over, g_str_has_suffix(over, "/") ? rest + 1 : rest, NULL)
                : g_strdup(included);
        g_autofree char *pattern = pattern_of(named);
        append_matching(tree, folder, pattern, result, cut);
    }
}

/* Hands on the macros that the file defines. */
typedef void (*TakeMacro)(const char *name, gpointer data);

static void each_macro(const Tree *tree, const char *path, TakeMacro take, gpointer data)
{
    static const char begin[] = "AC_DEFUN([";
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    for (const char *at = text != NULL ? strstr(text, begin) : NULL; at != NULL;
         at = strstr(at, begin)) {
        at += sizeof begin - 1;
        g_autofree char *name = g_strndup(at, strcspn(at, "]\n"));
        take(name, data);
    }
}

typedef struct {
    GHashTable *uncalled; /* of the tree: name -> whether it leads to an option */
    GHashTable *endings;  /* char *: of the names of those that do */
    GString *result;
} Calls;

static const char *ending_of(const char *name)
{
    const char *mark = strrchr(name, '_');
    return mark != NULL ? mark : name;
}

static void note_ending(const char *name, gpointer data)
{
    Calls *self = data;
    if (GPOINTER_TO_INT(g_hash_table_lookup(self->uncalled, name))) {
        g_hash_table_add(self->endings, g_strdup(ending_of(name)));
    }
}

static void append_call(const char *name, gpointer data)
{
    Calls *self = data;
    if (g_hash_table_contains(self->uncalled, name) &&
        g_hash_table_contains(self->endings, ending_of(name))) {
        g_string_append_printf(self->result, "%s(" UNKNOWN_ARGUMENTS ")\n", name);
    }
}

/* What writes the includes writes calls of macros in these files as well, or lists of them, from
 * which a loop of the project's own calls them. Which ones shows in those that lead to options and
 * that nothing else calls: PART_net_CONFIG, and so PART_none_CONFIG, without which the parts with
 * options would seem to be all; but not PART_net_PRIORITY. */
static void append_all_calls(const Tree *tree, const char *folder, GString *result, gboolean *cut)
{
    g_autoptr(GHashTable) uncalled = uncalled_macros(tree, cut);
    g_autoptr(GHashTable) endings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Calls calls = {uncalled, endings, result};
    static const TakeMacro passes[] = {note_ending, append_call};
    g_auto(GStrv) lines = g_strsplit(result->str, "\n", -1);
    for (guint pass = 0; pass < G_N_ELEMENTS(passes); pass++) {
        for (guint i = 0; lines[i] != NULL; i++) {
            const char *begin = strchr(lines[i], '[');
            g_autofree char *inside =
                begin != NULL ? g_strndup(begin + 1, strcspn(begin, "]") - 1) : NULL;
            g_autofree char *whole = inside != NULL && *folder != '\0'
                                         ? g_strconcat(folder, "/", inside, NULL)
                                         : g_strdup(inside);
            if (whole != NULL) {
                each_macro(tree, whole, passes[pass], &calls);
            }
        }
    }
}

/* A program that names the file which it writes, and what it collects for that from all folders:
 * an autogen.pl that goes through the parts of the project. */
static void read_collector(const Tree *tree, const char *folder, const char *script,
                           const char *path, GString *result, gboolean *cut)
{
    static const char collected[] = "configure.m4";
    const char *slash = strrchr(path, '/');
    if (strstr(script, slash != NULL ? slash + 1 : path) == NULL ||
        strstr(script, collected) == NULL) {
        return;
    }
    append_matching(tree, folder, "*/configure.m4", result, cut);
}

char *written_includes(const Tree *tree, const char *folder, const char *path, gboolean *cut)
{
    g_autoptr(GString) result = g_string_new(NULL);
    const GPtrArray *children = tree_children(tree, folder);
    for (guint i = 0; children != NULL && i < children->len && result->len == 0; i++) {
        const char *name = children->pdata[i];
        g_autofree char *script =
            *folder != '\0' ? g_strconcat(folder, "/", name, NULL) : g_strdup(name);
        if (is_preparing(name) && tree_find(tree, script) != NULL) {
            g_autofree char *text = tree_read_text(tree, script, NULL, NULL);
            if (text != NULL && strlen(text) > WRITTEN_SCRIPT_BYTES_MAX) {
                *cut = TRUE;
            } else if (text != NULL) {
                read_script(tree, folder, text, path, result, cut);
                if (result->len == 0) {
                    read_collector(tree, folder, text, path, result, cut);
                }
            }
        }
    }
    if (result->len == 0) {
        return NULL;
    }
    append_all_calls(tree, folder, result, cut);
    return g_strdup(result->str);
}
