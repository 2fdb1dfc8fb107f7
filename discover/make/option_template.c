/* Values that files tell: those that an option chooses, or that what it is given to chooses. */
#include "discover/make/option_values.h"
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

/* Whether "OTHER ?= $(NAME)" stands somewhere. */
static gboolean takes_value_of(const MakeVariable *other, const char *name)
{
    g_autofree char *reference = g_strdup_printf("$(%s)", name);
    for (guint i = 0; i < other->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(other->declarations, Declaration, i);
        if (declaration->kind == DECLARES_DEFAULT &&
            g_strcmp0(declaration->value, reference) == 0) {
            return TRUE;
        }
    }
    return FALSE;
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
    for (guint i = 0; variable->default_for > 0 && i < self->names->len; i++) {
        const MakeVariable *other = self->names->pdata[i];
        if (other->role != ROLE_OPTION || other == variable ||
            !takes_value_of(other, variable->name)) {
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
