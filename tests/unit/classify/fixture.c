#include "fixture.h"

#include <string.h>

Knowledge *fixture_knowledge(void)
{
    g_autoptr(GError) error = NULL;
    Knowledge *knowledge = knowledge_load(XAAS_SOURCE_ROOT "/discover/knowledge", &error);
    g_assert_no_error(error);
    return knowledge;
}

static OptionType parse_type(const char *text)
{
    for (OptionType type = OPTION_BOOL; type <= OPTION_UNTYPED; type++) {
        if (text != NULL && strcmp(option_type_text(type), text) == 0) {
            return type;
        }
    }
    g_assert_null(text);
    return OPTION_BOOL;
}

static EffectKind parse_kind(const char *text)
{
    for (EffectKind kind = EFFECT_PACKAGE; kind <= EFFECT_OPTION; kind++) {
        if (strcmp(effect_kind_text(kind), text) == 0) {
            return kind;
        }
    }
    g_error("\"%s\" is no kind of effect", text);
}

static const char *text_of(json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static const Condition *parse_condition(Arena *arena, const char *text)
{
    g_autoptr(GError) error = NULL;
    const Condition *condition =
        text == NULL ? condition_true() : condition_parse(arena, text, &error);
    g_assert_no_error(error);
    return condition;
}

static Definition *make_definition(Arena *arena, json_t *entry, const char *text,
                                   const char *exists)
{
    Definition *definition = arena_new0(arena, Definition);
    definition->help = text_of(entry, "help");
    definition->text = text_of(entry, "text");
    definition->at = (Span){.path = text_of(entry, "at"), .line = 1, .column = 1};
    definition->declared_at = definition->at;
    definition->force = json_is_true(json_object_get(entry, "force"));
    definition->exists = parse_condition(arena, exists);
    definition->wrappers = arena_array(arena);
    GPtrArray *defaults = arena_array(arena);
    DefaultValue *value = arena_new0(arena, DefaultValue);
    value->value = text;
    value->when = condition_true();
    g_ptr_array_add(defaults, value);
    definition->defaults = defaults;
    return definition;
}

static void add_values(Arena *arena, json_t *list, ValueOrigin origin, GPtrArray *values)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        AllowedValue *value = arena_new0(arena, AllowedValue);
        value->value = json_string_value(json_array_get(list, i));
        value->origin = origin;
        g_assert_nonnull(value->value);
        g_ptr_array_add(values, value);
    }
}

/* "package FFTW": the kind, then the name; "program gfortran =gcc" is one of the value gcc, and
 * "macro Index is int64_t" says more of it. Line numbers count from ten, so that reasons show them;
 * `path`: where they stand, NULL for the root. */
static GPtrArray *make_links(Arena *arena, json_t *list, const char *path)
{
    GPtrArray *links = arena_array(arena);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        const char *space = strchr(text, ' ');
        g_assert_nonnull(space);
        Effect *effect = arena_new0(arena, Effect);
        effect->kind = parse_kind(arena_strndup(arena, text, (gsize)(space - text)));
        const char *value = strstr(space, " =");
        effect->name =
            value != NULL ? arena_strndup(arena, space + 1, (gsize)(value - space - 1)) : space + 1;
        const char *detail = strstr(effect->name, " is ");
        if (detail != NULL) {
            effect->detail = detail + strlen(" is ");
            effect->name = arena_strndup(arena, effect->name, (gsize)(detail - effect->name));
        }
        effect->when = condition_true();
        effect->at = (Span){
            .path = path != NULL ? path : "CMakeLists.txt", .line = 10 + (guint)i, .column = 1};
        OptionLink *link = arena_new0(arena, OptionLink);
        link->effect = effect;
        GPtrArray *on = arena_array(arena);
        g_ptr_array_add(on, (void *)(value != NULL ? value + 2 : "ON"));
        link->values = on;
        link->alone = TRUE;
        g_ptr_array_add(links, link);
    }
    return links;
}

static Option *make_option(Arena *arena, json_t *entry)
{
    Option *option = arena_new0(arena, Option);
    option->name = text_of(entry, "option");
    g_assert_nonnull(option->name);
    option->builder =
        json_is_true(json_object_get(entry, "make"))    ? BUILDER_MAKE
        : json_is_true(json_object_get(entry, "meson")) ? BUILDER_MESON
        : g_str_has_prefix(option->name, "--") || json_is_true(json_object_get(entry, "argument"))
            ? BUILDER_AUTOTOOLS
            : BUILDER_CMAKE;
    const char *folder = text_of(entry, "folder");
    option->folder = folder != NULL ? folder : "";
    option->type = parse_type(text_of(entry, "type"));
    option->vendored = json_is_true(json_object_get(entry, "bundled"));
    option->free_form = json_is_true(json_object_get(entry, "others"));
    option->comment = text_of(entry, "comment");
    GPtrArray *definitions = arena_array(arena);
    json_t *defaults = json_object_get(entry, "defaults");
    for (size_t i = 0; i < json_array_size(defaults); i++) {
        json_t *one = json_array_get(defaults, i);
        g_ptr_array_add(definitions,
                        make_definition(arena, entry, text_of(one, "value"), text_of(one, "when")));
    }
    if (option->type != OPTION_UNTYPED && defaults == NULL) {
        g_ptr_array_add(definitions, make_definition(arena, entry, text_of(entry, "default"),
                                                     text_of(entry, "exists")));
    }
    option->definitions = definitions;
    GPtrArray *values = arena_array(arena);
    add_values(arena, json_object_get(entry, "values"), VALUE_DECLARED, values);
    add_values(arena, json_object_get(entry, "compared"), VALUE_COMPARED, values);
    option->values = values;
    option->links =
        make_links(arena, json_object_get(entry, "effects"), text_of(entry, "effects_at"));
    GPtrArray *uses = arena_array(arena);
    Span *use = arena_new0(arena, Span);
    *use = (Span){.path = text_of(entry, "used"), .line = 1, .column = 1};
    if (use->path != NULL) {
        g_ptr_array_add(uses, use);
    }
    option->uses = uses;
    option->documented = (Span){.path = text_of(entry, "documented"), .line = 1, .column = 1};
    option->outdated = (Span){.path = text_of(entry, "outdated"), .line = 1, .column = 1};
    return option;
}

/* Packages that the project searches for, whatever options there are. */
static void add_searches(Arena *arena, json_t *list, GPtrArray *effects)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        Effect *effect = arena_new0(arena, Effect);
        *effect = (Effect){.kind = EFFECT_PACKAGE,
                           .name = json_string_value(json_array_get(list, i)),
                           .when = condition_true(),
                           .at = {.path = "CMakeLists.txt", .line = 2, .column = 1}};
        g_ptr_array_add(effects, effect);
    }
}

/* Targets that the project makes. */
static void add_targets(Arena *arena, json_t *list, GPtrArray *targets)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        BuiltTarget *target = arena_new0(arena, BuiltTarget);
        *target = (BuiltTarget){.name = json_string_value(json_array_get(list, i)),
                                .at = {.path = "CMakeLists.txt", .line = 3, .column = 1}};
        g_ptr_array_add(targets, target);
    }
}

Facts *fixture_facts(Arena *arena, json_t *project)
{
    Facts *facts = facts_new(arena);
    facts->project_name = text_of(project, "name");
    add_searches(arena, json_object_get(project, "searches"), facts->effects);
    add_targets(arena, json_object_get(project, "targets"), facts->targets);
    json_t *options = json_object_get(project, "options");
    for (size_t i = 0; i < json_array_size(options); i++) {
        Option *option = make_option(arena, json_array_get(options, i));
        g_ptr_array_add(facts->options, option);
        for (guint k = 0; k < option->links->len; k++) {
            const OptionLink *link = option->links->pdata[k];
            g_ptr_array_add(facts->effects, (void *)link->effect);
        }
    }
    return facts;
}
