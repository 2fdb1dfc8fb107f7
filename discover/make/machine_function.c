/* Functions about files and the machine: the tree answers for what lies in it, nobody for the rest.
 */
#include "core/path.h"
#include "discover/make/function.h"
#include "discover/make/text_function.h"
#include <fnmatch.h>
#include <string.h>

/* A command's name in conditions is cut here. */
#define COMMAND_NAME_BYTES 60u

/* What `begun` holds with the next part of a pattern behind it: where that is none for one name,
 * the names in the folder that fit. The caller unrefs it; more than MAKE_LIST_MAX are cut. */
static GPtrArray *fit_part(MakeReading *self, const char *top, const GPtrArray *begun,
                           const char *part, const char *separator)
{
    GPtrArray *fitting = g_ptr_array_new_with_free_func(g_free);
    gboolean plain = strpbrk(part, "*?[") == NULL;
    for (guint i = 0; i < begun->len && fitting->len <= MAKE_LIST_MAX; i++) {
        const char *before = begun->pdata[i];
        if (plain) {
            g_ptr_array_add(fitting, g_strconcat(before, part, separator, NULL));
            continue;
        }
        const char *folder = make_path(self, top, before);
        const GPtrArray *children = folder != NULL ? tree_children(self->tree, folder) : NULL;
        for (guint k = 0; children != NULL && k < children->len && fitting->len <= MAKE_LIST_MAX;
             k++) {
            if (fnmatch(part, children->pdata[k], FNM_PERIOD) == 0) {
                g_ptr_array_add(fitting, g_strconcat(before, children->pdata[k], separator, NULL));
            }
        }
    }
    return fitting;
}

/* "src/" is a folder only. */
static gboolean is_there(MakeReading *self, const char *folder, const char *name)
{
    const char *path = make_path(self, folder, name);
    return path != NULL && (tree_is_folder(self->tree, path) ||
                            (!g_str_has_suffix(name, "/") && tree_find(self->tree, path) != NULL));
}

GPtrArray *make_fitting(MakeReading *self, const char *folder, const char *pattern)
{
    g_auto(GStrv) parts = g_strsplit(pattern, "/", -1);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    if (g_strv_length(parts) > TREE_DEPTH_MAX) {
        return NULL;
    }
    g_ptr_array_add(names, g_strdup(""));
    for (guint i = 0; parts[i] != NULL && names->len <= MAKE_LIST_MAX; i++) {
        GPtrArray *next = fit_part(self, folder, names, parts[i], parts[i + 1] != NULL ? "/" : "");
        g_ptr_array_unref(names);
        names = next;
    }
    if (names->len > MAKE_LIST_MAX) {
        return NULL;
    }
    GPtrArray *there = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < names->len; i++) {
        if (is_there(self, folder, names->pdata[i])) {
            g_ptr_array_add(there, g_strdup(names->pdata[i]));
        }
    }
    return there;
}

/* The same, appended to `out`. FALSE when that is more than can be told. */
static gboolean match_files(MakeReading *self, const char *pattern, GString *out)
{
    g_autoptr(GPtrArray) names = make_fitting(self, self->folder, pattern);
    for (guint i = 0; names != NULL && i < names->len && out->len <= MAKE_TEXT_BYTES_MAX; i++) {
        g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", (const char *)names->pdata[i]);
    }
    return names != NULL && out->len <= MAKE_TEXT_BYTES_MAX;
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
            known = make_path(self, self->folder, patterns[k]) != NULL;
            if (known && !match_files(self, patterns[k], out)) {
                make_ledger(self, "limit: files that fit a pattern", patterns[k], NULL);
                known = FALSE;
            }
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

/* Whether something below the folder is there by itself, which is so for no folder that a link
 * leads to. */
static gboolean holds_own_file(const Tree *tree, const char *folder)
{
    const GPtrArray *children = tree_children(tree, folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        g_autofree char *path = path_join(folder, children->pdata[i]);
        const TreeFile *file = tree_find(tree, path);
        if (file != NULL ? !file->linked : holds_own_file(tree, path)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the tree has what a word names, and no part of it is a link: behind one, ".." and the
 * true name are those of another place; one that leads out of the tree is no part of the tree. */
static gboolean is_own_place(MakeReading *self, const char *word, gboolean folder)
{
    const char *end = word;
    while (*end != '\0') {
        end += 1 + strcspn(end + 1, "/");
        g_autofree char *part = g_strndup(word, (gsize)(end - word));
        const char *path = make_path(self, self->folder, part);
        const TreeFile *file = path != NULL ? tree_find(self->tree, path) : NULL;
        gboolean own = file != NULL ? !file->linked && !folder && *end == '\0'
                                    : path != NULL && holds_own_file(self->tree, path);
        if (!own) {
            return FALSE;
        }
    }
    return TRUE;
}

typedef enum {
    PLACE_ANY,    /* a file or folder */
    PLACE_FOLDER, /* one that the shell goes to */
    PLACE_AROUND, /* the folder of what is named, there or not */
} PlaceKind;

/* What is named stands in brackets; "pwd" names nothing. */
static const struct {
    const char *form;
    PlaceKind kind;
} place_forms[] = {
    {"^ *(?:/bin/)?pwd(?: +-[PL])? *()$", PLACE_FOLDER},
    {"^ *cd +((?!-)[\\w./+-]+) *(?:&&|;) *(?:/bin/)?pwd(?: +-[PL])? *$", PLACE_FOLDER},
    {"^ *(?:readlink +-(?:f|e|m|fn|nf)|realpath(?: +-[ems])?) +((?!-)[\\w./+-]+) *$", PLACE_ANY},
    {"^ *dirname +((?!-)[\\w./+-]+) *$", PLACE_AROUND},
};

static const GRegex *place_regex(guint index)
{
    static GRegex *regexes[G_N_ELEMENTS(place_forms)];
    static gsize ready = 0;
    if (g_once_init_enter(&ready)) {
        for (guint i = 0; i < G_N_ELEMENTS(place_forms); i++) {
            regexes[i] = g_regex_new(place_forms[i].form, G_REGEX_RAW, 0, NULL);
        }
        g_once_init_leave(&ready, 1);
    }
    return regexes[index];
}

/* "src/" lies in ".". The caller frees it; NULL when the tree does not answer for it. */
static char *place_around(const char *word)
{
    gsize length = strlen(word);
    for (; length > 1 && word[length - 1] == '/'; length--) {
    }
    g_autofree char *plain = g_strndup(word, length);
    g_autofree char *place = g_path_get_dirname(plain);
    return *place != '/' || path_lies_in(place, MAKE_ROOT) ? g_steal_pointer(&place) : NULL;
}

/* What commands say of places: the tree answers for its own as it does for $(abspath ...). A folder
 * that make went to counts as "."; a path that the tree does not have may be a link, or nothing at
 * all. The caller frees it; NULL for any other command. */
static char *shell_place(MakeReading *self, const char *command)
{
    for (guint i = 0; i < G_N_ELEMENTS(place_forms); i++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (!g_regex_match(place_regex(i), command, 0, &match)) {
            continue;
        }
        g_autofree char *word = g_match_info_fetch(match, 1);
        if (place_forms[i].kind == PLACE_AROUND) {
            return place_around(word);
        }
        g_autofree char *folder = g_strconcat(MAKE_ROOT, "/", self->folder, NULL);
        return is_own_place(self, word, place_forms[i].kind == PLACE_FOLDER)
                   ? word_absolute(word, folder)
                   : NULL;
    }
    return NULL;
}

/* A text in the other case, apart from what is not known of it. The caller frees it; NULL where
 * that is not an option's: whoever gives one is told of it in the case that it is compared in. */
static char *in_case(MakeReading *self, const char *text, gboolean upper)
{
    g_autoptr(GString) changed = g_string_new(NULL);
    for (const char *at = text; *at != '\0';) {
        if (*at != UNKNOWN_HOLE_BEGIN) {
            g_string_append_c(changed, upper ? g_ascii_toupper(*at) : g_ascii_tolower(*at));
            at++;
            continue;
        }
        gsize length = strcspn(at, (const char[]){UNKNOWN_HOLE_END, '\0'});
        length += at[length] != '\0' ? 1 : 0;
        g_autofree char *hole = g_strndup(at, length);
        const Unknown *unknown = unknowns_of_text(self->unknowns, hole);
        if (unknown == NULL || unknown->kind != CONDITION_SUBJECT_OPTION) {
            return NULL;
        }
        g_string_append(changed, hole);
        at += length;
    }
    return g_string_free(g_steal_pointer(&changed), FALSE);
}

/* "echo $(X) | tr A-Z a-z": nobody has to run that. */
static gboolean change_case(MakeCall *call)
{
    MakeReading *self = call->reading;
    gboolean upper = FALSE;
    g_autofree char *written = make_case_changed(call->raw, &upper);
    if (written == NULL) {
        return FALSE;
    }
    g_autoptr(GArray) ways = make_expand(self, written, call->when);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < ways->len; i++) {
        char *text = in_case(self, g_array_index(ways, MakeAlternative, i).text, upper);
        if (text == NULL) {
            return FALSE;
        }
        g_ptr_array_add(texts, g_strstrip(text));
    }
    for (guint i = 0; i < ways->len; i++) {
        make_call_result(call, texts->pdata[i], g_array_index(ways, MakeAlternative, i).when);
    }
    return TRUE;
}

void make_call_shell(MakeCall *call)
{
    MakeReading *self = call->reading;
    if (change_case(call)) {
        return;
    }
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
