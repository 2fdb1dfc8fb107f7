#include "discover/facts.h"
#include "core/path.h"
#include "core/text_list.h"

#include "core/json.h"
#include "discover/facts_values.h"

#include <string.h>

const char *builder_text(Builder builder)
{
    static const char *const texts[] = {
#define X(id, text) [BUILDER_##id] = text,
        BUILDERS(X)
#undef X
    };
    return texts[builder];
}

const char *option_type_text(OptionType type)
{
    static const char *const texts[] = {
#define X(id, text) [OPTION_##id] = text,
        OPTION_TYPES(X)
#undef X
    };
    return texts[type];
}

gboolean option_is_feature(const Option *self)
{
    return self->builder == BUILDER_MESON && self->asks_whether;
}

const char *value_origin_text(ValueOrigin origin)
{
    static const char *const texts[] = {
#define X(id, text) [VALUE_##id] = text,
        VALUE_ORIGINS(X)
#undef X
    };
    return texts[origin];
}

const char *effect_kind_text(EffectKind kind)
{
    static const char *const texts[] = {
#define X(id, text) [EFFECT_##id] = text,
        EFFECT_KINDS(X)
#undef X
    };
    return texts[kind];
}

gboolean effect_kind_names_thing(EffectKind kind)
{
    switch (kind) {
    case EFFECT_PACKAGE:
    case EFFECT_DEFINITION:
    case EFFECT_MACRO:
    case EFFECT_LINK:
        return TRUE;
    case EFFECT_SOURCE:
    case EFFECT_FOLDER:
    case EFFECT_LANGUAGE:
    case EFFECT_FLAG:
    case EFFECT_PROGRAM:
    case EFFECT_DOWNLOAD:
    case EFFECT_VARIABLE:
    case EFFECT_OPTION:
        return FALSE;
    }
    return FALSE;
}

const char *recipe_kind_text(RecipeKind kind)
{
    static const char *const texts[] = {
#define X(id, text) [RECIPE_##id] = text,
        RECIPE_KINDS(X)
#undef X
    };
    return texts[kind];
}

gboolean option_is_forced_in_places(const Option *self)
{
    for (guint i = 0; self->definitions != NULL && i < self->definitions->len; i++) {
        const Definition *definition = self->definitions->pdata[i];
        if (!definition->force || definition->exists == NULL ||
            definition->exists->kind == CONDITION_TRUE) {
            return FALSE;
        }
    }
    return self->definitions != NULL && self->definitions->len > 0;
}

gboolean option_is_told_beside_force(const Option *self)
{
    return self->documented.path != NULL && option_is_forced_in_places(self);
}

gboolean option_link_has_value(const OptionLink *self, const char *value)
{
    return self->values != NULL && text_list_has(self->values, value);
}

Facts *facts_new(Arena *arena)
{
    Facts *self = arena_new0(arena, Facts);
    self->arena = arena;
    self->build_systems = arena_array(arena);
    self->options = arena_array(arena);
    self->effects = arena_array(arena);
    self->built = arena_array(arena);
    self->targets = arena_array(arena);
    self->constraints = arena_array(arena);
    self->exclusives = arena_array(arena);
    self->platform = arena_array(arena);
    self->settings = arena_array(arena);
    self->ledger = arena_array(arena);
    return self;
}

const char *facts_usual_platform(const Facts *self, const char *name)
{
    for (guint i = 0; i < self->platform->len; i++) {
        const UsualPlatform *one = self->platform->pdata[i];
        if (strcmp(one->name, name) == 0) {
            return one->value;
        }
    }
    return NULL;
}

void facts_add_platform(Facts *self, const char *name, const char *value)
{
    if (facts_usual_platform(self, name) == NULL) {
        UsualPlatform *one = arena_new0(self->arena, UsualPlatform);
        *one = (UsualPlatform){name, value};
        g_ptr_array_add(self->platform, one);
    }
}

static gboolean lie_together(const char *a, const char *b)
{
    const char *end = strrchr(a, '/');
    gsize folder = end != NULL ? (gsize)(end - a) + 1 : 0;
    return strncmp(a, b, folder) == 0 && strchr(b + folder, '/') == NULL;
}

void facts_add_ledger(Facts *self, Span at, const char *reason, const char *subject)
{
    LedgerEntry *entry = arena_new0(self->arena, LedgerEntry);
    *entry = (LedgerEntry){.at = at,
                           .reason = reason,
                           .subject = subject != NULL ? arena_intern(self->arena, subject) : NULL,
                           .lost = arena_array(self->arena)};
    g_ptr_array_add(self->ledger, entry);
}

void facts_add_ledger_once(Facts *self, Span at, const char *reason, const char *subject)
{
    for (guint i = 0; i < self->ledger->len; i++) {
        const LedgerEntry *known = self->ledger->pdata[i];
        if (span_compare(&known->at, &at) == 0 && g_strcmp0(known->subject, subject) == 0 &&
            strcmp(known->reason, reason) == 0) {
            return;
        }
    }
    facts_add_ledger(self, at, reason, subject);
}

GPtrArray *facts_default_new(Arena *arena, const char *value)
{
    DefaultValue *fallback = arena_new0(arena, DefaultValue);
    *fallback = (DefaultValue){.value = value, .when = condition_true()};
    return arena_array_of(arena, fallback);
}

Definition *facts_definition_new(Arena *arena, Span at, const char *text, const char *help,
                                 OptionType type, const GPtrArray *defaults)
{
    Definition *definition = arena_new0(arena, Definition);
    *definition = (Definition){.at = at,
                               .declared_at = at,
                               .text = text,
                               .help = help,
                               .type = type,
                               .exists = condition_true(),
                               .defaults = defaults,
                               .wrappers = arena_array(arena)};
    return definition;
}

void facts_name_project(Facts *self, const char *name, const char *version, Span at)
{
    if (name == NULL) {
        return;
    }
    guint depth = path_depth(at.path);
    guint before = self->project_name != NULL ? path_depth(self->project_at.path) : G_MAXUINT;
    if (depth < before) {
        self->project_name = name;
        self->version_not_told = version != NULL && *version == '\0';
        self->project_version = self->version_not_told ? NULL : version;
        self->project_at = at;
        self->project_is_part = FALSE;
    } else if (g_ascii_strcasecmp(self->project_name, name) != 0) {
        /* Two builds of one folder may call it "Foo" and "libfoo". */
        gboolean beside = depth == before && !lie_together(at.path, self->project_at.path);
        self->project_is_part = self->project_is_part || beside;
    } else if (self->project_version == NULL && !self->version_not_told && version != NULL &&
               *version != '\0') {
        self->project_version = version;
    }
}

gboolean option_is_only_read(const Option *self)
{
    return self->type == OPTION_UNTYPED && self->definitions->len == 0;
}

const char *option_link_only_value(const OptionLink *self)
{
    return self->values != NULL && self->values->len == 1 ? self->values->pdata[0] : NULL;
}

/* The first element of that name, by bisection; NULL when there is none. */
static gpointer first_named(const GPtrArray *sorted, const char *name,
                            const char *(*name_of)(gconstpointer element))
{
    guint low = 0;
    guint high = sorted->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (g_strcmp0(name_of(sorted->pdata[middle]), name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    gpointer found = low < sorted->len ? sorted->pdata[low] : NULL;
    return found != NULL && g_strcmp0(name_of(found), name) == 0 ? found : NULL;
}

static const char *option_name(gconstpointer element)
{
    return ((const Option *)element)->name;
}

const Option *facts_option(const Facts *self, const char *name)
{
    return first_named(self->options, name, option_name);
}

static const char *target_name(gconstpointer element)
{
    return ((const BuiltTarget *)element)->name;
}

const BuiltTarget *facts_target(const Facts *self, const char *name)
{
    return first_named(self->targets, name, target_name);
}

static int compare_targets(gconstpointer left, gconstpointer right)
{
    const BuiltTarget *a = *(const BuiltTarget *const *)left;
    const BuiltTarget *b = *(const BuiltTarget *const *)right;
    int order = strcmp(a->name, b->name);
    return order == 0 ? span_compare(&a->at, &b->at) : order;
}

static int compare_options(gconstpointer left, gconstpointer right)
{
    const Option *a = *(const Option *const *)left;
    const Option *b = *(const Option *const *)right;
    int order = g_strcmp0(a->name, b->name);
    return order == 0 ? g_strcmp0(a->folder, b->folder) : order;
}

static int compare_build_systems(gconstpointer left, gconstpointer right)
{
    const BuildSystem *a = *(const BuildSystem *const *)left;
    const BuildSystem *b = *(const BuildSystem *const *)right;
    int order = g_strcmp0(a->folder, b->folder);
    return order == 0 ? (int)a->builder - (int)b->builder : order;
}

static int compare_effects(gconstpointer left, gconstpointer right)
{
    const Effect *a = *(const Effect *const *)left;
    const Effect *b = *(const Effect *const *)right;
    int order = span_compare(&a->at, &b->at);
    if (order == 0) {
        order = (int)a->kind - (int)b->kind;
    }
    return order == 0 ? g_strcmp0(a->name, b->name) : order;
}

static int compare_constraints(gconstpointer left, gconstpointer right)
{
    const Constraint *a = *(const Constraint *const *)left;
    const Constraint *b = *(const Constraint *const *)right;
    int order = span_compare(&a->at, &b->at);
    return order == 0 ? g_strcmp0(a->message, b->message) : order;
}

static int compare_exclusives(gconstpointer left, gconstpointer right)
{
    const Exclusive *a = *(const Exclusive *const *)left;
    const Exclusive *b = *(const Exclusive *const *)right;
    int order = span_compare(&a->at, &b->at);
    return order == 0 ? g_strcmp0(a->options->pdata[0], b->options->pdata[0]) : order;
}

static int compare_ledger(gconstpointer left, gconstpointer right)
{
    const LedgerEntry *a = *(const LedgerEntry *const *)left;
    const LedgerEntry *b = *(const LedgerEntry *const *)right;
    int order = span_compare(&a->at, &b->at);
    if (order == 0) {
        order = g_strcmp0(a->reason, b->reason);
    }
    return order == 0 ? g_strcmp0(a->subject, b->subject) : order;
}

gboolean definition_is_put_together(const Definition *definition)
{
    const char *open = definition->text != NULL ? strchr(definition->text, '(') : NULL;
    const char *name = open != NULL ? open + 1 + strspn(open + 1, " \t") : "";
    return memchr(name, '$', strcspn(name, " \t)")) != NULL;
}

/* Whether the option is declared in that file (`path` NULL: in any), by a name that is put together
 * where only those count. */
static gboolean is_declared_in(const Option *option, const char *path, gboolean put_together)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        if ((path == NULL || g_strcmp0(definition->at.path, path) == 0) &&
            (!put_together || definition_is_put_together(definition))) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean facts_reading_was_cut(const Facts *self, const Option *option)
{
    static const struct {
        const char *reason;
        gboolean anywhere;     /* what follows in other files is lost as well */
        gboolean put_together; /* only what a name that is put together stands for is lost */
    } limits[] = {
        {"limit: blocks within blocks", FALSE, FALSE},
        {LEDGER_CUT, FALSE, TRUE},
        {"limit: loop turns", FALSE, FALSE},
        {"limit: nesting", TRUE, FALSE},
        {"limit: recursion", TRUE, FALSE},
        {"limit: steps", TRUE, FALSE},
        {"limit: texts that are run", FALSE, FALSE},
    };
    for (guint i = 0; i < self->ledger->len; i++) {
        const LedgerEntry *entry = g_ptr_array_index(self->ledger, i);
        for (guint k = 0; k < G_N_ELEMENTS(limits); k++) {
            if (strcmp(entry->reason, limits[k].reason) == 0 &&
                is_declared_in(option, limits[k].anywhere ? NULL : entry->at.path,
                               limits[k].put_together)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

void facts_finish(Facts *self)
{
    g_ptr_array_sort(self->targets, compare_targets);
    g_ptr_array_sort(self->build_systems, compare_build_systems);
    g_ptr_array_sort(self->options, compare_options);
    g_ptr_array_sort(self->effects, compare_effects);
    g_ptr_array_sort(self->constraints, compare_constraints);
    g_ptr_array_sort(self->exclusives, compare_exclusives);
    g_ptr_array_sort(self->ledger, compare_ledger);
    facts_complete_values(self);
}
