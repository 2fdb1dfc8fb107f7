/* Files that nobody keeps: a script writes the one that a makefile includes, and has it include one
 * of several, "cat << END > settings.mk", "include ../machines/settings.${machine}", "END". */
#include "discover/make/begin.h"
#include "discover/make/template.h"
#include <string.h>

/* References of makefiles, and of a script, within the name of a file. */
#define WRITTEN_DEPTH_MAX 4u
/* Bytes of a name; a longer one is cut, and fits no file. */
#define NAME_BYTES_MAX "500"

/* What is looked for, and the first line that says something. */
typedef struct {
    const char *base; /* of the file that is included, and that is nowhere in the tree */
    char *file_name;  /* of those that the script has it include: a regular expression, or NULL */
    char *folder;     /* how their folder ends; NULL: nothing is certain */
} Written;

/* What a reference comes to by the makefile or one that includes it; NULL where none of them says
 * it once. */
static const char *text_of(const MakeSource *by, const char *reference)
{
    for (guint depth = 0; by != NULL && depth < WRITTEN_DEPTH_MAX; depth++) {
        gboolean others = FALSE;
        const char *text = make_assigned_text(by->file, reference, &others);
        if (text != NULL) {
            return others ? NULL : text;
        }
        by = by->included_by;
    }
    return NULL;
}

/* The name, without its folder, of the file that a word of an include asks for; NULL where it is
 * not known. */
static const char *base_of(const MakeSource *by, const char *word)
{
    for (guint depth = 0; word != NULL && depth < WRITTEN_DEPTH_MAX && make_is_reference(word);
         depth++) {
        word = text_of(by, word);
    }
    const char *base = word != NULL ? make_last_part(word) : "";
    return *base == '\0' || strpbrk(base, "$ \t") != NULL ? NULL : base;
}

static gboolean is_lone_reference(const char *text)
{
    return *text == '$' && *make_shell_hole_end(text) == '\0';
}

/* The first text that a script assigns to the variable of a reference and that says something; what
 * a command prints, or another variable alone, does not. NULL for none. The caller frees it. */
static char *shell_text(const char *script, const char *begin, const char *end)
{
    gsize marks = begin[1] == '{' ? 2 : 1;
    g_autofree char *name = g_strndup(begin + marks, (gsize)(end - begin) - 2 * marks + 1);
    g_autofree char *pattern = g_strdup_printf(
        "^[ \\t]*(?:export[ \\t]+)?%s=[\"']?([^\"'\\n`;]{1," NAME_BYTES_MAX "})", name);
    g_autoptr(GRegex) regex =
        make_is_name(name) ? g_regex_new(pattern, G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL) : NULL;
    g_autoptr(GMatchInfo) match = NULL;
    if (regex == NULL) {
        return NULL;
    }
    for (g_regex_match(regex, script, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *text = g_match_info_fetch(match, 1);
        if (strstr(text, "$(") == NULL && !is_lone_reference(text)) {
            return g_steal_pointer(&text);
        }
    }
    return NULL;
}

/* A name in which what the script says of its variables is put in; the caller frees it. */
static char *with_shell_texts(const char *script, const char *name)
{
    char *now = g_strdup(name);
    for (guint depth = 0; depth < WRITTEN_DEPTH_MAX; depth++) {
        g_autoptr(GString) next = g_string_new(NULL);
        for (const char *at = now; *at != '\0' && next->len < MAKE_TEXT_BYTES_MAX;) {
            const char *end = *at == '$' ? make_shell_hole_end(at) : NULL;
            g_autofree char *text = end != NULL ? shell_text(script, at, end) : NULL;
            end = end != NULL ? end : at + 1;
            g_string_append_len(next, text != NULL ? text : at,
                                text != NULL ? (gssize)strlen(text) : end - at);
            at = end;
        }
        g_free(now);
        now = g_string_free(g_steal_pointer(&next), FALSE);
    }
    return now;
}

/* Lines of makefiles that a script writes: no command of the shell begins so. */
static const GRegex *including(void)
{
    static gsize regex = 0;
    if (g_once_init_enter(&regex)) {
        g_once_init_leave(
            &regex, (gsize)g_regex_new("^[ \\t]*(?:(?:echo|printf)[ \\t]+[\"']?)?-?include[ \\t]+"
                                       "[\"']?([^\\s\"']{1," NAME_BYTES_MAX "})",
                                       G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL));
    }
    return (const GRegex *)regex; // NOLINT(performance-no-int-to-ptr)
}

/* "../machines/x" is seen from where the written file lies, which is not asked. */
static const char *without_way_up(const char *name)
{
    while (g_str_has_prefix(name, "../") || g_str_has_prefix(name, "./")) {
        name = strchr(name, '/') + 1;
    }
    return name;
}

static gboolean look_at_script(const char *text, gpointer data)
{
    Written *self = data;
    g_autoptr(GMatchInfo) match = NULL;
    if (strstr(text, self->base) == NULL) {
        return FALSE;
    }
    for (g_regex_match(including(), text, 0, &match);
         self->file_name == NULL && g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *written = g_match_info_fetch(match, 1);
        g_autofree char *name = with_shell_texts(text, written);
        self->file_name = make_shell_file_name(without_way_up(name), &self->folder);
    }
    return self->file_name != NULL;
}

/* Whichever the script takes, no variable of the makefiles chooses it: they are samples. */
static void add_files(MakeReading *self, const MakeSource *by, const char *wanted,
                      const Written *written)
{
    g_autoptr(GRegex) regex = g_regex_new(written->file_name, G_REGEX_RAW, 0, NULL);
    MakeTemplates *templates = make_templates_for(self, wanted);
    templates = templates != NULL ? templates : make_templates_new(self, wanted);
    if (regex != NULL) {
        make_find_fitting_name(self, by, templates, regex, written->folder);
    }
    make_templates_put_general_first(templates->files);
    if (templates->files->len > 0) {
        make_ledger(self, "included file is one that a script names", written->base, NULL);
    }
}

void make_find_written(MakeReading *self, const MakeSource *by, const char *word,
                       const char *wanted)
{
    const MakeTemplates *found = make_templates_for(self, wanted);
    Written written = {.base = base_of(by, word)};
    if (written.base == NULL || (found != NULL && found->files->len > 0) ||
        g_hash_table_contains(self->base_names, written.base)) {
        return;
    }
    make_each_script(self, by->file->folder, look_at_script, &written);
    if (written.file_name != NULL) {
        add_files(self, by, wanted, &written);
    }
    g_free(written.file_name);
    g_free(written.folder);
}
