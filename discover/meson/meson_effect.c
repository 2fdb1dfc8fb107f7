#include "discover/meson/reading.h"
#include <string.h>

Span meson_place(const MesonReading *self, guint line)
{
    return (Span){self->file, line, 0};
}

void meson_ledger(MesonReading *self, const char *reason, const char *subject, guint line)
{
    LedgerEntry *entry = arena_new0(self->arena, LedgerEntry);
    *entry = (LedgerEntry){.at = meson_place(self, line),
                           .reason = reason,
                           .subject = arena_intern(self->arena, subject),
                           .lost = arena_array(self->arena)};
    g_ptr_array_add(self->facts->ledger, entry);
}

void meson_limit(MesonReading *self, const char *limit, guint line)
{
    if (g_hash_table_add(self->limits, (gpointer)limit)) {
        meson_ledger(self, limit, self->file, line);
    }
}

void meson_add_effect(MesonReading *self, const MesonEffect *effect)
{
    MesonEffect added = *effect;
    added.when = guard_and(self->guards, self->path, effect->when);
    if (guard_is_false(added.when) || *effect->name == '\0' ||
        unknown_text_has_hole(effect->name)) {
        return;
    }
    if (self->effects->len >= MESON_EFFECTS_MAX) {
        meson_limit(self, "limit: effects", effect->at.line);
        return;
    }
    g_array_append_val(self->effects, added);
}

void meson_refuse(MesonReading *self, Guard when, const char *message, guint line)
{
    const MesonRefusal refusal = {guard_and(self->guards, self->path, when),
                                  unknowns_readable(self->unknowns, message),
                                  meson_place(self, line)};
    if (!guard_is_false(refusal.when) && self->refusals->len < MESON_EFFECTS_MAX) {
        g_array_append_val(self->refusals, refusal);
    }
}

/* Where a value is written, or else where it is used. */
static Span place_of(const MesonValue *value, gpointer used)
{
    return value->at.path != NULL ? value->at : *(const Span *)used;
}

/* "-DNAME=VALUE". */
static void add_definition(MesonReading *self, const char *text, Guard when, Span at)
{
    const char *sign = strchr(text, '=');
    gsize length = sign != NULL ? (gsize)(sign - text) : strlen(text);
    const MesonEffect effect = {.kind = EFFECT_DEFINITION,
                                .name = arena_intern_length(self->arena, text, length),
                                .detail = sign != NULL ? unknowns_readable(self->unknowns, sign + 1)
                                                       : NULL,
                                .when = when,
                                .at = at};
    meson_add_effect(self, &effect);
}

static void use_argument(MesonReading *self, const MesonValue *value, Guard when, gpointer used)
{
    const char *text = meson_text_of(value);
    if (text == NULL) {
        return;
    }
    Span at = place_of(value, used);
    if (g_str_has_prefix(text, "-D") || g_str_has_prefix(text, "/D")) {
        add_definition(self, text + 2, when, at);
    } else if (g_str_has_prefix(text, "-l")) {
        const MesonEffect effect = {.kind = EFFECT_LINK, .name = text + 2, .when = when, .at = at};
        meson_add_effect(self, &effect);
    } else if ((*text == '-' || *text == '/') && !g_str_has_prefix(text, "-I") &&
               !g_str_has_prefix(text, "-L")) {
        const MesonEffect effect = {.kind = EFFECT_FLAG, .name = text, .when = when, .at = at};
        meson_add_effect(self, &effect);
    }
}

void meson_use_arguments(MesonReading *self, const MesonValue *arguments, Guard when, Span at)
{
    meson_each(self, arguments, when, use_argument, &at);
}

const char *meson_path(MesonReading *self, const char *path)
{
    g_autofree char *joined = *path == '/' || *self->folder == '\0'
                                  ? g_strdup(path)
                                  : g_strconcat(self->folder, "/", path, NULL);
    g_auto(GStrv) parts = g_strsplit(joined, "/", -1);
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (guint i = 0; parts[i] != NULL; i++) {
        if (strcmp(parts[i], "..") == 0) {
            if (kept->len == 0) {
                return NULL;
            }
            g_ptr_array_set_size(kept, (gint)kept->len - 1);
        } else if (*parts[i] != '\0' && strcmp(parts[i], ".") != 0) {
            g_ptr_array_add(kept, parts[i]);
        }
    }
    g_ptr_array_add(kept, NULL);
    g_autofree char *clean = g_strjoinv("/", (char **)kept->pdata);
    return *path == '/' ? NULL : arena_intern(self->arena, clean);
}

static void use_source(MesonReading *self, const MesonValue *value, Guard when, gpointer used)
{
    const char *text = meson_plain_text(value);
    const char *path = text == NULL ? NULL : (value->file ? text : meson_path(self, text));
    if (path != NULL && tree_find(self->tree, path) != NULL) {
        const MesonEffect effect = {
            .kind = EFFECT_SOURCE, .name = path, .when = when, .at = place_of(value, used)};
        meson_add_effect(self, &effect);
    }
}

void meson_use_sources(MesonReading *self, const MesonValue *sources, Guard when, Span at)
{
    meson_each(self, sources, when, use_source, &at);
}

/* Dependencies may hold each other deeply, and many times over: each use counts as a step. */
static void use_dependency(MesonReading *self, const MesonValue *value, Guard when, gpointer used)
{
    if (value->kind != MESON_VALUE_THING || value->thing != MESON_DEPENDENCY ||
        self->steps >= MESON_STEPS_MAX || self->calls >= MESON_CALLS_MAX) {
        return;
    }
    Span at = place_of(value, used);
    when = guard_and(self->guards, when, value->truth);
    if (value->text != NULL) {
        const MesonEffect effect = {
            .kind = EFFECT_LINK, .name = value->text, .when = when, .at = at};
        meson_add_effect(self, &effect);
    }
    self->steps++;
    self->calls++;
    for (guint i = 0; value->items != NULL && i < value->items->len; i++) {
        const MesonItem *item = value->items->pdata[i];
        meson_use_named(self, item->key, item->value, when, at);
    }
    self->calls--;
}

void meson_use_dependencies(MesonReading *self, const MesonValue *dependencies, Guard when, Span at)
{
    meson_each(self, dependencies, when, use_dependency, &at);
}

void meson_use_macros(MesonReading *self, const MesonValue *configuration, const char *file)
{
    self->steps += configuration->macros->len / 8;
    for (guint i = 0; i < configuration->macros->len; i++) {
        const MesonMacro *macro = configuration->macros->pdata[i];
        const MesonEffect effect = {.kind = EFFECT_MACRO,
                                    .name = macro->name,
                                    .detail = macro->text,
                                    .file = file,
                                    .when = macro->when,
                                    .at = macro->at};
        meson_add_effect(self, &effect);
    }
}
