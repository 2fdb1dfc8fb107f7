/* Sources that an option's value is part of the name of: "kernel_$(KERNEL).o". */
#include "discover/make/reading.h"
#include <string.h>

/* Files that one word may name. */
#define NAMED_SOURCES_MAX 64u
/* A single one is no choice. */
#define NAMED_SOURCES_MIN 2u

typedef struct {
    const char *folder;
    char *before; /* what stands in front of the value, without folders */
    char *after;  /* what stands behind it, without the ending of an object */
    char *ending; /* ".o", or that of a source */
    gboolean object;
    Unknown *option;
} NamedSource;

static void named_source_clear(NamedSource *self)
{
    g_free(self->before);
    g_free(self->after);
    g_free(self->ending);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NamedSource, named_source_clear)

static void find_option(Unknown *unknown, gpointer data)
{
    NamedSource *self = data;
    self->option = unknown->kind == CONDITION_SUBJECT_OPTION ? unknown : NULL;
}

/* FALSE unless a single option is part of the file's name, and more than the ending is known. */
static gboolean named_source_of(MakeReading *self, const char *word, NamedSource *named)
{
    const char *begin = strchr(word, UNKNOWN_HOLE_BEGIN);
    const char *end = begin != NULL ? strchr(begin, UNKNOWN_HOLE_END) : NULL;
    const char *dot = end != NULL ? strrchr(end, '.') : NULL;
    if (dot == NULL || strchr(end, UNKNOWN_HOLE_BEGIN) != NULL || strchr(end, '/') != NULL ||
        strpbrk(word, "%$") != NULL) {
        return FALSE;
    }
    unknowns_in_text(self->unknowns, word, find_option, named);
    g_autofree char *path = g_strndup(word, (gsize)(begin - word));
    char *slash = strrchr(path, '/');
    named->before = g_strdup(slash != NULL ? slash + 1 : path);
    named->after = g_strndup(end + 1, (gsize)(dot - end - 1));
    named->ending = g_strdup(dot);
    named->object = strcmp(dot, ".o") == 0 || strcmp(dot, ".lo") == 0 || strcmp(dot, ".obj") == 0;
    if (slash != NULL) {
        *slash = '\0';
    }
    named->folder = slash != NULL ? make_path(self, self->folder, path) : self->folder;
    return named->option != NULL && named->folder != NULL &&
           (*named->before != '\0' || *named->after != '\0');
}

/* The value that makes it the file; NULL for another file. The caller frees it. */
static char *value_of_file(const NamedSource *self, const char *file)
{
    const char *dot = strrchr(file, '.');
    if (dot == NULL || !tree_kind_is_source(tree_kind_of(file)) ||
        (!self->object && strcmp(dot, self->ending) != 0)) {
        return NULL;
    }
    g_autofree char *stem = g_strndup(file, (gsize)(dot - file));
    gsize length = strlen(stem);
    gsize around = strlen(self->before) + strlen(self->after);
    if (length < around || !g_str_has_prefix(stem, self->before) ||
        !g_str_has_suffix(stem, self->after)) {
        return NULL;
    }
    g_autofree char *value = g_strndup(stem + strlen(self->before), length - around);
    gboolean plain = value[strspn(value, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-")] == '\0';
    return plain ? g_steal_pointer(&value) : NULL;
}

/* Whether a makefile that configures the build has the file's whole name: it is built beside the
 * others. */
static gboolean is_named_in_full(const MakeReading *self, const NamedSource *named,
                                 const char *value)
{
    g_autofree char *whole = g_strconcat(named->before, value, named->after, named->ending, NULL);
    gsize length = strlen(whole);
    for (guint i = 0; i < self->order->len; i++) {
        const MakeSource *source = self->order->pdata[i];
        const char *text = source->central ? source->file->text : "";
        for (const char *at = strstr(text, whole); at != NULL; at = strstr(at + length, whole)) {
            gboolean begins = at == text || strchr(" \t\n=/", at[-1]) != NULL;
            gboolean ends = strchr(" \t\r\n\\", at[length]) != NULL;
            if (begins && ends) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Files and the values that name them, one behind the other. The caller unrefs it. */
static GPtrArray *find_files(MakeReading *self, const NamedSource *named)
{
    GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *children = tree_children(self->tree, named->folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        g_autofree char *value = value_of_file(named, children->pdata[i]);
        if (value == NULL || is_named_in_full(self, named, value)) {
            continue;
        }
        if (found->len == 2 * NAMED_SOURCES_MAX) {
            make_ledger(self, "limit: values of an option", named->option->name, NULL);
            break;
        }
        g_ptr_array_add(found, g_strdup(children->pdata[i]));
        g_ptr_array_add(found, g_steal_pointer(&value));
    }
    return found;
}

/* Any other word names no file. Numbers may be dimensions as well as choices, as those are that
 * makefiles compare with. */
static void note_value(MakeReading *self, const NamedSource *named, const char *text)
{
    const MakeVariable *variable = make_variable(self, named->option->name);
    for (guint i = 0; i < variable->values->len; i++) {
        if (strcmp(((const AllowedValue *)variable->values->pdata[i])->value, text) == 0) {
            return;
        }
    }
    gboolean number = *text != '\0' && text[strspn(text, G_CSET_DIGITS)] == '\0';
    AllowedValue *value = arena_new0(self->arena, AllowedValue);
    *value = (AllowedValue){
        .value = text, .origin = number ? VALUE_COMPARED : VALUE_DECLARED, .at = self->at};
    g_ptr_array_add(variable->values, value);
}

gboolean make_add_named_sources(MakeReading *self, const char *word, Guard when)
{
    g_auto(NamedSource) named = {0};
    if (!named_source_of(self, word, &named)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) found = find_files(self, &named);
    if (found->len < 2 * NAMED_SOURCES_MIN) {
        return FALSE;
    }
    for (guint i = 0; i < found->len; i += 2) {
        const char *path = make_path(self, named.folder, found->pdata[i]);
        const char *value = arena_intern(self->arena, found->pdata[i + 1]);
        note_value(self, &named, value);
        Guard chosen = unknown_equals(self->unknowns, named.option, value);
        make_add_effect(self, EFFECT_SOURCE, path, NULL, guard_and(self->guards, when, chosen),
                        NULL);
    }
    return TRUE;
}
