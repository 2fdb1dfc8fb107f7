/* Files whose whole name a script gives to make: of "include $(MACROS)" the files that fit "make
 * MACROS=machines/Macros.$MACHINE". */
#include "core/path.h"
#include "discover/make/begin.h"
#include "discover/make/template.h"
#include <string.h>

/* Scripts that are looked at for one include. */
#define SCRIPTS_MAX 64u
/* Bytes of a name that is given; a longer one is cut, and fits no file. */
#define GIVEN_BYTES_MAX "500"

/* What is looked for, and the first name that says something. */
typedef struct {
    const char *variable;
    GRegex *given;   /* "MACROS=" and what it gives */
    char *file_name; /* a regular expression; NULL: not found */
    char *folder;    /* how the file's folder ends, "/machines/"; NULL: nothing is certain */
} Passed;

const char *make_shell_hole_end(const char *text)
{
    if (*text == '<') {
        const char *end = strchr(text, '>');
        return end != NULL ? end + 1 : NULL;
    }
    if (*text != '$' || text[1] == '\0') {
        return NULL;
    }
    gsize length = strspn(text + 1, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    return length > 0 ? text + 1 + length : make_reference_end(text);
}

/* Behind the last '/' that stands outside of what is open. `certain`: the beginning of what is
 * certain of the folder before. */
static const char *last_part(const char *value, const char **certain)
{
    const char *begin = value;
    const char *open = value;
    *certain = value;
    for (const char *at = value; *at != '\0';) {
        const char *end = make_shell_hole_end(at);
        open = end != NULL ? end : open;
        if (end == NULL && *at == '/') {
            begin = at + 1;
            *certain = open;
        }
        at = end != NULL ? end : at + 1;
    }
    return begin;
}

/* "/machines/", of what lies between the two; NULL where that is no folder further down. The caller
 * frees it. */
static char *folder_of(const char *begin, const char *end)
{
    g_autofree char *path = g_strndup(begin, (gsize)(end - begin));
    g_autofree char *folder =
        strstr(path, "..") == NULL ? tree_normalize(path + strspn(path, "/")) : NULL;
    return folder != NULL && *folder != '\0' ? g_strdup_printf("/%s/", folder) : NULL;
}

/* What a file is called whose last part is that, as a regular expression whose group is the name.
 * NULL where nothing of it is certain, or all of it. The caller frees it. */
static char *name_of(const char *part)
{
    g_autoptr(GString) regex = g_string_new("^(");
    gboolean certain = FALSE;
    gboolean open = FALSE;
    gboolean behind_hole = FALSE;
    guint holes = 0;
    for (const char *at = part; *at != '\0';) {
        const char *end = make_shell_hole_end(at);
        if (end != NULL) {
            /* One of several beside each other takes what all of them do. */
            g_string_append(regex, behind_hole ? "" : ".+");
            open = behind_hole = TRUE;
            holes++;
            at = end;
            continue;
        }
        behind_hole = FALSE;
        g_autofree char *escaped = g_regex_escape_string(at, 1);
        g_string_append(regex, escaped);
        certain = certain || g_ascii_isalnum(*at);
        at++;
    }
    g_string_append(regex, ")$");
    return certain && open && holes <= MAKE_CHOOSERS_MAX
               ? g_string_free(g_steal_pointer(&regex), FALSE)
               : NULL;
}

char *make_shell_file_name(const char *value, char **folder)
{
    const char *certain = NULL;
    const char *part = last_part(value, &certain);
    char *name = name_of(part);
    *folder = name != NULL ? folder_of(certain, part) : NULL;
    return name;
}

/* Whether it says what is looked for. */
static gboolean look_at_text(const char *text, gpointer data)
{
    Passed *self = data;
    if (self->file_name != NULL || strstr(text, self->variable) == NULL) {
        return FALSE;
    }
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(self->given, text, 0, &match);
         self->file_name == NULL && g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *value = g_match_info_fetch(match, 1);
        self->file_name = make_shell_file_name(value, &self->folder);
    }
    return self->file_name != NULL;
}

static void look_at_lines(MakeReading *reading, const char *path, char *const *lines, gpointer data)
{
    (void)reading;
    (void)path;
    for (guint i = 0; lines[i] != NULL; i++) {
        look_at_text(lines[i], data);
    }
}

void make_each_script(MakeReading *self, const char *first,
                      gboolean (*found)(const char *text, gpointer data), gpointer data)
{
    g_autofree char *folder = g_strdup(first);
    for (guint scripts = 0;;) {
        const GPtrArray *children = tree_children(self->tree, folder);
        for (guint i = 0; children != NULL && i < children->len; i++) {
            const char *path = make_path(self, folder, children->pdata[i]);
            g_autofree char *text = path != NULL ? make_script_text(self->tree, path) : NULL;
            if (text != NULL && scripts++ == SCRIPTS_MAX) {
                make_ledger(self, MAKE_LIMIT_SCRIPTS, path, NULL);
                return;
            }
            if (text != NULL && found(text, data)) {
                return;
            }
        }
        if (*folder == '\0') {
            return;
        }
        char *above = path_folder(folder);
        g_free(folder);
        folder = above;
    }
}

/* More files than anybody chooses among are samples to copy, as those of machines are. */
static void add_files(MakeReading *self, const MakeSource *by, const char *wanted,
                      const Passed *passed)
{
    g_autoptr(GRegex) regex = g_regex_new(passed->file_name, G_REGEX_RAW, 0, NULL);
    MakeTemplates *templates = make_templates_for(self, wanted);
    templates = templates != NULL ? templates : make_templates_new(self, wanted);
    templates->passed = arena_intern(self->arena, passed->variable);
    templates->choosers[0] = templates->passed;
    make_variable(self, templates->passed)->names_file = TRUE;
    if (regex != NULL) {
        make_find_fitting_name(self, by, templates, regex, passed->folder);
    }
    if (templates->files->len == 0 || templates->files->len > MAKE_CHOSEN_MAX) {
        templates->choosers[0] = NULL;
        make_templates_put_general_first(templates->files);
    }
    if (templates->files->len > 0) {
        make_ledger(self, "included file is one that a script names", passed->variable, NULL);
    }
}

void make_find_passed(MakeReading *self, const MakeSource *by, const char *reference,
                      const char *wanted)
{
    const MakeTemplates *found = make_templates_for(self, wanted);
    const char *path =
        strchr(wanted, '$') == NULL ? make_path(self, by->file->folder, wanted) : NULL;
    if ((found != NULL && found->files->len > 0) ||
        (path != NULL && tree_find(self->tree, path) != NULL)) {
        return;
    }
    g_autofree char *name = g_strndup(reference + 2, strlen(reference) - 3);
    g_autofree char *given =
        g_strdup_printf("(?<!\\w)%s=[\"']?([^\\s\"'`;|&]{1," GIVEN_BYTES_MAX "})", name);
    g_autoptr(GRegex) regex = make_is_name(name) ? g_regex_new(given, G_REGEX_RAW, 0, NULL) : NULL;
    if (regex == NULL) {
        return;
    }
    Passed passed = {.variable = name, .given = regex};
    make_each_script(self, by->file->folder, look_at_text, &passed);
    if (passed.file_name == NULL) {
        make_each_document(self, look_at_lines, &passed);
    }
    if (passed.file_name != NULL) {
        add_files(self, by, wanted, &passed);
    }
    g_free(passed.file_name);
    g_free(passed.folder);
}
