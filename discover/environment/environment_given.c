/* Makefiles ask for variables, and a file of settings that people edit gives them: "setenv IOTYPE
 * netcdf  # binary, netcdf". */
#include "discover/environment/environment_private.h"
#include "discover/environment/settings_file.h"
#include "discover/make/unknown.h"
#include <string.h>

/* What makefiles ask for, and nothing of theirs gives: name -> Option *. The caller unrefs it. */
static GHashTable *asked_options(const Facts *facts)
{
    GHashTable *asked = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = facts->options->pdata[i];
        if (option->builder == BUILDER_MAKE && option->only_asked && !option->vendored) {
            g_hash_table_insert(asked, (gpointer)option->name, option);
        }
    }
    return asked;
}

/* The first of the files that set most of them; NULL when none sets enough. The caller unrefs the
 * settings. */
static const char *find_giving(const EnvironmentReader *self, GHashTable *asked, GArray **settings)
{
    g_autoptr(GPtrArray) files = environment_candidates(self);
    const char *best = NULL;
    guint most = SETTINGS_MIN - 1;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        gboolean builds = FALSE;
        gboolean cut = FALSE;
        g_autoptr(GArray) found = environment_settings_in(self, file, &builds, &cut);
        guint count = 0;
        for (guint k = 0; found != NULL && k < found->len; k++) {
            const char *name = g_array_index(found, EnvironmentSetting, k).name;
            count += g_hash_table_contains(asked, name) ? 1 : 0;
        }
        if (count > most) {
            most = count;
            best = file->path;
            g_clear_pointer(settings, g_array_unref);
            *settings = g_steal_pointer(&found);
        }
    }
    return best;
}

static Definition *definition_of(Arena *arena, const Option *option,
                                 const EnvironmentSetting *setting, Span at)
{
    gboolean boolean = option->type == OPTION_BOOL;
    gboolean on = !setting->off && unknown_is_on(setting->value);
    const char *value = boolean ? (on ? "ON" : "OFF") : setting->off ? "" : setting->value;
    return facts_definition_new(arena, at, setting->text, setting_help(arena, setting),
                                option->type, facts_default_new(arena, value));
}

/* What the setting says takes the place of the first question that the makefiles ask, which knew no
 * value. */
static void give(Arena *arena, Option *option, const EnvironmentSetting *setting, const char *path)
{
    const Span at = {path, setting->line, 0};
    gboolean word = unknown_is_on(setting->value) || unknown_is_off(setting->value);
    if (option->type == OPTION_BOOL && !word) {
        return;
    }
    GPtrArray *definitions = arena_array(arena);
    g_ptr_array_add(definitions, definition_of(arena, option, setting, at));
    for (guint i = 1; i < option->definitions->len; i++) {
        g_ptr_array_add(definitions, option->definitions->pdata[i]);
    }
    option->definitions = definitions;
    option->comment = option->comment != NULL ? option->comment : setting->comment;
    if (option->type == OPTION_BOOL) {
        return;
    }
    GPtrArray *values = arena_array(arena);
    for (guint i = 0; i < setting->values->len; i++) {
        environment_add_value(arena, values, setting->values->pdata[i], VALUE_HELP, at);
    }
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *known = option->values->pdata[i];
        environment_add_value(arena, values, known->value, known->origin, known->at);
    }
    /* What is set is one of what is listed; of what makefiles compare with it may be none. */
    if (*setting->value != '\0' && setting->values->len > 0) {
        environment_add_value(arena, values, setting->value, VALUE_DEFAULT, at);
    }
    option->values = values;
}

void environment_give(const EnvironmentReader *self)
{
    g_autoptr(GHashTable) asked = asked_options(self->facts);
    g_autoptr(GArray) settings = NULL;
    const char *path =
        g_hash_table_size(asked) >= SETTINGS_MIN ? find_giving(self, asked, &settings) : NULL;
    if (path == NULL) {
        return;
    }
    Arena *arena = self->facts->arena;
    const char *kept = arena_intern(arena, path);
    for (guint i = 0; i < settings->len; i++) {
        const EnvironmentSetting *setting = &g_array_index(settings, EnvironmentSetting, i);
        Option *option = g_hash_table_lookup(asked, setting->name);
        if (option != NULL) {
            give(arena, option, setting, kept);
        }
    }
}
