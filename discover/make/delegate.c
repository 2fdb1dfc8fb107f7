/* Makefiles that decide nothing and hand everything on to one in another folder. */
#include "discover/make/reading.h"
#include "discover/make/text_function.h"
#include <string.h>

/* Makefiles that each only hand on to another one. */
#define DELEGATES_MAX 4u
/* Further words of one command are not looked at. */
#define WORDS_MAX 256u

static void keep_word(const char *word, gpointer data)
{
    GPtrArray *words = data;
    if (*word != '\0' && words->len < WORDS_MAX) {
        g_ptr_array_add(words, g_strdup(word));
    }
}

/* Whether a word behind the call of make asks for less than what a person gets there: a target that
 * is none of `own`, which may be NULL. */
static gboolean asks_for_other(const char *word, char **own)
{
    gboolean target = *word != '-' && *word != '@' && *word != '+' && strchr(word, '=') == NULL;
    return target && (strchr(word, '$') == NULL || strcmp(word, "$@") == 0) &&
           (own == NULL || !g_strv_contains((const char *const *)own, word));
}

/* The folder that a command calls make in: "cd build; $(MAKE)", "$(MAKE) -C build all" for the
 * first target, "all"; NULL when it says none. `whole`: whatever a person asks for is asked for
 * there, the first target included. */
static const char *folder_of_call(MakeReading *self, const MakeFile *file, const char *command,
                                  char **own, gboolean *whole)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    make_each_shell_word(command, keep_word, words);
    const char *found = NULL;
    gboolean called = FALSE;
    gboolean other = FALSE;
    for (guint i = 0; i < words->len; i++) {
        const char *word = (const char *)words->pdata[i] + strspn(words->pdata[i], "@-+");
        const char *next = i + 1 < words->len ? words->pdata[i + 1] : NULL;
        gboolean goes = strcmp(word, "cd") == 0 || strcmp(words->pdata[i], "-C") == 0;
        if (goes && found == NULL && next != NULL) {
            const char *folder = make_path(self, file->folder, next);
            if (folder == NULL || !tree_is_folder(self->tree, folder)) {
                return NULL;
            }
            found = folder;
            i++;
        } else if (called) {
            other = other || asks_for_other(words->pdata[i], own);
        }
        called = called || make_calls_make(word);
    }
    *whole = !other;
    return found;
}

/* Whether a text refers to the variable. */
static gboolean refers_to(const char *text, const char *name)
{
    gsize length = strlen(name);
    for (const char *at = text != NULL ? strstr(text, name) : NULL; at != NULL;
         at = strstr(at + 1, name)) {
        if (at >= text + 2 && at[-2] == '$' && strchr("({", at[-1]) != NULL &&
            strchr(":)}", at[length]) != NULL && at[length] != '\0') {
            return TRUE;
        }
    }
    return FALSE;
}

/* What stands behind the first call of make in a command; NULL when it calls none. */
static const char *behind_call(const char *command)
{
    return make_calls_make(command) ? strstr(command, "MAKE") : NULL;
}

/* "scripts/start.sh scripts/stop.sh": files, and no flags. */
static gboolean lists_files(const char *value)
{
    g_auto(GStrv) words = make_words(value);
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] == '-' || strpbrk(words[i], "./") == NULL) {
            return FALSE;
        }
    }
    return words[0] != NULL;
}

/* Whether the assignment lists files for commands of this makefile, as scripts to install, and
 * nothing hands the variable on. */
static gboolean is_own_matter(const MakeFile *file, const MakeStatement *assignment)
{
    if (file->exports || assignment->targets != NULL || !lists_files(assignment->value) ||
        g_regex_match_simple("^[ \t]*export\\b", file->text, G_REGEX_MULTILINE | G_REGEX_RAW, 0)) {
        return FALSE;
    }
    gboolean used = FALSE;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        gboolean here = refers_to(statement->value, assignment->name);
        if (statement->kind != MAKE_RECIPE
                ? here
                : refers_to(behind_call(statement->value), assignment->name)) {
            return FALSE;
        }
        used = used || here;
    }
    return used;
}

static gboolean decides(const MakeFile *file, const MakeStatement *statement)
{
    switch (statement->kind) {
    case MAKE_IF:
    case MAKE_INCLUDE:
    case MAKE_TEXT:
    case MAKE_COMMENTED:
        return TRUE;
    case MAKE_ASSIGNMENT:
        return !make_is_builtin(statement->name) && !is_own_matter(file, statement);
    case MAKE_ELSE:
    case MAKE_ENDIF:
    case MAKE_RULE:
    case MAKE_RECIPE:
        return FALSE;
    }
    return TRUE;
}

/* The only folder that the makefile lets others do their work in, while it decides nothing itself;
 * NULL when there is none. */
static const char *delegate_folder(MakeReading *self, const MakeFile *file)
{
    const char *found = NULL;
    gboolean all = FALSE;
    gboolean any = FALSE;     /* whatever the target is called */
    gboolean first = FALSE;   /* the rule for what is made when nothing is asked for has come */
    g_auto(GStrv) own = NULL; /* its target, while its commands are looked at */
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (decides(file, statement)) {
            return NULL;
        }
        if (statement->kind == MAKE_RULE) {
            any = strchr(statement->targets, '%') != NULL ||
                  strcmp(statement->targets, ".DEFAULT") == 0;
            g_clear_pointer(&own, g_strfreev);
            if (!first && *statement->targets != '.') {
                first = TRUE;
                own = make_words(statement->targets);
            }
        }
        if (statement->kind == MAKE_RECIPE && make_calls_make(statement->value)) {
            gboolean whole = FALSE;
            const char *folder = folder_of_call(self, file, statement->value, own, &whole);
            all = all || whole || any;
            if (folder == NULL || (found != NULL && strcmp(found, folder) != 0)) {
                return NULL;
            }
            found = folder;
        }
    }
    return all ? found : NULL;
}

MakeSource *make_find_delegate(MakeReading *self, MakeSource *top)
{
    for (guint i = 0; i < DELEGATES_MAX; i++) {
        const char *folder = delegate_folder(self, top->file);
        MakeSource *next = NULL;
        for (guint k = 0; folder != NULL && next == NULL && k < self->order->len; k++) {
            MakeSource *source = self->order->pdata[k];
            next = source != top && strcmp(source->file->folder, folder) == 0 ? source : NULL;
        }
        if (next == NULL) {
            break;
        }
        top = next;
    }
    return top;
}
