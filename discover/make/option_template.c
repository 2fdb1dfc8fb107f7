/* Values that files tell: those that an option chooses, or that what it is given to chooses. */
#include "discover/make/option_values.h"
#include "discover/make/survey.h"
#include <string.h>

/* What the machine is called where the build runs; what hangs on it is read for this one. */
#define MACHINE_SYSTEM "Linux"

static gboolean is_for_system(const MakeReading *self, const MakeTemplates *templates,
                              const MakeTemplate *file, const char *system)
{
    for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
        const MakeVariable *chooser = g_hash_table_lookup(self->variables, templates->choosers[k]);
        if (chooser != NULL && chooser->role == ROLE_PLATFORM &&
            g_strcmp0(file->values[k], system) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Of "$(OS)-$(COMPILER).mk", where the machine is asked what it is, those that are for others. */
static gboolean is_for_other_system(const MakeReading *self, const MakeTemplates *templates,
                                    const MakeTemplate *file)
{
    if (is_for_system(self, templates, file, MACHINE_SYSTEM)) {
        return FALSE;
    }
    for (guint f = 0; f < templates->files->len; f++) {
        if (is_for_system(self, templates, &g_array_index(templates->files, MakeTemplate, f),
                          MACHINE_SYSTEM)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void mark_site(GPtrArray *values, const char *text, const MakeFile *file)
{
    for (guint i = 0; i < values->len; i++) {
        AllowedValue *value = values->pdata[i];
        if (strcmp(value->value, text) == 0) {
            value->site = value->site || make_is_of_site(file);
            return;
        }
    }
}

/* Files that a variable chooses among are its values. */
static void add_template_values(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; i < self->templates->len; i++) {
        const MakeTemplates *templates = self->templates->pdata[i];
        for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
            for (guint f = 0;
                 f < templates->files->len && strcmp(templates->choosers[k], variable->name) == 0;
                 f++) {
                const MakeTemplate *file = &g_array_index(templates->files, MakeTemplate, f);
                if (!is_for_other_system(self, templates, file)) {
                    make_add_value(self, values, file->values[k], VALUE_DECLARED,
                                   (Span){file->source->file->path, 0, 0});
                    mark_site(values, file->values[k], file->source->file);
                }
            }
        }
    }
}

/* name -> those for which "OTHER ?= $(NAME)" stands somewhere; found out once. */
static GHashTable *takers(MakeReading *self)
{
    if (self->takers != NULL) {
        return self->takers;
    }
    self->takers =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < self->names->len; i++) {
        const MakeVariable *variable = self->names->pdata[i];
        for (guint k = 0; k < variable->declarations->len; k++) {
            const Declaration *declaration = &g_array_index(variable->declarations, Declaration, k);
            g_autofree char *name = declaration->kind == DECLARES_DEFAULT
                                        ? survey_only_reference(declaration->value)
                                        : NULL;
            GPtrArray *known = name != NULL ? g_hash_table_lookup(self->takers, name) : NULL;
            if (name != NULL && known == NULL) {
                known = g_ptr_array_new();
                g_hash_table_insert(self->takers, g_steal_pointer(&name), known);
            }
            if (known != NULL) {
                g_ptr_array_add(known, self->names->pdata[i]);
            }
        }
    }
    return self->takers;
}

static gboolean has_value(const GPtrArray *values, const char *text)
{
    for (guint i = 0; i < values->len; i++) {
        if (strcmp(((const AllowedValue *)values->pdata[i])->value, text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The values, by files, that all those have to which this one is given. */
static void add_values_of_takers(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    g_autoptr(GPtrArray) common = NULL;
    const GPtrArray *others =
        variable->default_for > 0 ? g_hash_table_lookup(takers(self), variable->name) : NULL;
    for (guint i = 0; others != NULL && i < others->len; i++) {
        const MakeVariable *other = others->pdata[i];
        if (other->role != ROLE_OPTION || other == variable) {
            continue;
        }
        g_autoptr(GPtrArray) own = g_ptr_array_new();
        add_template_values(self, other, own);
        if (own->len > 0 && common == NULL) {
            common = g_steal_pointer(&own);
            continue;
        }
        for (guint k = 0; own->len > 0 && k < common->len;) {
            const char *value = ((const AllowedValue *)common->pdata[k])->value;
            if (has_value(own, value)) {
                k++;
            } else {
                g_ptr_array_remove_index(common, k);
            }
        }
    }
    for (guint i = 0; common != NULL && i < common->len; i++) {
        g_ptr_array_add(values, common->pdata[i]);
    }
}

void make_add_template_values(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    add_template_values(self, variable, values);
    if (values->len == 0) {
        add_values_of_takers(self, variable, values);
    }
}
