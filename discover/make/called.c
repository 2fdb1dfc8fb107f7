/* Parts of the build: makefiles in other folders that the first one, and those that it calls, start
 * make with, "$(MAKE) -C $(SOURCES)", "cd src; $(MAKE)", "for d in $(PARTS); do $(MAKE) -C $$d". */
#include "discover/make/begin.h"
#include "discover/make/template.h"
#include <string.h>

#define CALLED_MAX 256u
/* References within the names of folders. */
#define CALLED_DEPTH_MAX 4u

/* The constant that the makefile, or one that configures the build, gives to what a reference
 * reads; NULL when it is none. */
static const char *constant_text(const MakeReading *self, const MakeFile *file,
                                 const char *reference)
{
    static const char *const here[] = {"$(CURDIR)", "${CURDIR}", "$(PWD)", "${PWD}", NULL};
    if (g_strv_contains(here, reference)) {
        return ".";
    }
    gboolean others = FALSE;
    const char *text = make_assigned_text(file, reference, &others);
    for (guint i = 0; text == NULL && i < self->order->len; i++) {
        const MakeSource *source = self->order->pdata[i];
        text = source->central ? make_assigned_text(source->file, reference, &others) : NULL;
    }
    return others ? NULL : text;
}

/* The words of a text in which references to constants are replaced; what is left open stays. The
 * caller frees it. */
static char **constant_words(const MakeReading *self, const MakeFile *file, const char *text)
{
    g_autofree char *now = g_strdup(text);
    for (guint depth = 0; depth < CALLED_DEPTH_MAX && strchr(now, '$') != NULL; depth++) {
        g_autoptr(GString) next = g_string_new(NULL);
        for (const char *c = now; *c != '\0' && next->len < MAKE_TEXT_BYTES_MAX;) {
            const char *end = *c == '$' && c[1] != '\0' ? make_reference_end(c) : c + 1;
            g_autofree char *piece = g_strndup(c, (gsize)(end - c));
            const char *constant =
                *c == '$' && make_is_reference(piece) ? constant_text(self, file, piece) : NULL;
            g_string_append(next, constant != NULL ? constant : piece);
            c = end;
        }
        g_free(now);
        now = g_string_free(g_steal_pointer(&next), FALSE);
    }
    return g_strsplit_set(now, " \t();&|\"'`", -1);
}

/* "check:", "clean-docs:": what they call is tried, or put away. */
static gboolean is_no_build(const char *targets)
{
    static const char *const words[] = {"test", "check", "clean", "bench", "doc", "example"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(targets, words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static void call_folders(MakeReading *self, const MakeFile *file, const char *text,
                         GPtrArray *called)
{
    g_auto(GStrv) words = constant_words(self, file, text);
    for (guint i = 0; words[i] != NULL && called->len < CALLED_MAX; i++) {
        const char *folder =
            *words[i] != '\0' && *words[i] != '/' ? make_path(self, file->folder, words[i]) : NULL;
        const char *entry = folder != NULL && tree_is_folder(self->tree, folder)
                                ? make_entry_in(self->tree, folder)
                                : NULL;
        MakeSource *source = entry != NULL ? g_hash_table_lookup(self->sources, entry) : NULL;
        if (source != NULL && !source->called && !source->central) {
            source->called = TRUE;
            g_ptr_array_add(called, source);
        }
    }
}

static gboolean calls_make(const char *command)
{
    return strstr(command, "$(MAKE)") != NULL || strstr(command, "${MAKE}") != NULL;
}

static void follow_calls(MakeReading *self, const MakeFile *file, GPtrArray *called)
{
    const MakeStatement *rule = NULL;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        rule = statement->kind == MAKE_RULE ? statement : rule;
        if (statement->kind != MAKE_RECIPE || rule == NULL || !calls_make(statement->value) ||
            is_no_build(rule->targets)) {
            continue;
        }
        call_folders(self, file, statement->value, called);
        if (strstr(statement->value, "$@") != NULL) {
            call_folders(self, file, rule->targets, called);
        }
    }
}

void make_find_called(MakeReading *self, const MakeSource *top)
{
    g_autoptr(GPtrArray) called = g_ptr_array_new();
    follow_calls(self, top->file, called);
    for (guint i = 0; i < called->len; i++) {
        follow_calls(self, ((const MakeSource *)called->pdata[i])->file, called);
    }
}
