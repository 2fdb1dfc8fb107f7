/* Options of any names, help texts, values and effects, through facts, classification and
 * specification to the file and back. Blocks of the input are ended by a line "@@@"; each is an
 * option: "NAME;TYPE;DEFAULT;VALUES;EFFECTS" with a digit for the type, commas between values, and
 * effects as "KIND NAME" with a digit for the kind; the lines below are its help. What is written
 * must be read as the same, and nothing may get lost. */
#include "core/specification.h"
#include "discover/specify.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 8192u
#define OPTIONS_MAX 24u

static const Knowledge *knowledge(void)
{
    static Knowledge *loaded;
    if (loaded == NULL) {
        g_autoptr(GError) error = NULL;
        loaded = knowledge_load(XAAS_SOURCE_ROOT "/discover/knowledge", &error);
        g_assert_no_error(error);
    }
    return loaded;
}

static guint digit(const char *text, guint count)
{
    return g_ascii_isdigit(*text) ? (guint)(*text - '0') % count : 0;
}

static GPtrArray *values_of(Arena *arena, const char *list, Span at)
{
    GPtrArray *values = arena_array(arena);
    g_auto(GStrv) words = g_strsplit(list, ",", 16);
    for (guint i = 0; words[i] != NULL; i++) {
        AllowedValue *value = arena_new0(arena, AllowedValue);
        *value = (AllowedValue){
            .value = arena_strdup(arena, words[i]), .origin = VALUE_DECLARED, .at = at};
        g_ptr_array_add(values, value);
    }
    return values;
}

/* Effects of the option alone, whatever is given. */
static void add_effects(Facts *facts, Option *option, const char *list, Span at)
{
    Arena *arena = facts->arena;
    g_auto(GStrv) words = g_strsplit(list, ",", 16);
    for (guint i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) < 3) {
            continue;
        }
        Effect *effect = arena_new0(arena, Effect);
        *effect = (Effect){
            .kind = (EffectKind)digit(words[i], EFFECT_OPTION + 1),
            .name = arena_strdup(arena, words[i] + 2),
            .when = condition_atom(arena, CONDITION_SUBJECT_OPTION, option->name, NULL, NULL),
            .at = at};
        effect->file = effect->kind == EFFECT_MACRO ? "config.h" : NULL;
        g_ptr_array_add(facts->effects, effect);
        OptionLink *link = arena_new0(arena, OptionLink);
        *link = (OptionLink){.effect = effect, .values = NULL, .alone = TRUE};
        g_ptr_array_add((GPtrArray *)option->links, link);
    }
}

static void add_option(Facts *facts, const char *block, guint number)
{
    Arena *arena = facts->arena;
    const char *end = strchr(block, '\n');
    g_autofree char *line = end != NULL ? g_strndup(block, (gsize)(end - block)) : g_strdup(block);
    g_auto(GStrv) fields = g_strsplit(line, ";", 5);
    if (g_strv_length(fields) < 5 || *fields[0] == '\0') {
        return;
    }
    const Span at = {"CMakeLists.txt", number + 1, 0};
    DefaultValue *fallback = arena_new0(arena, DefaultValue);
    *fallback = (DefaultValue){arena_strdup(arena, fields[2]), condition_true()};
    GPtrArray *defaults = arena_array(arena);
    g_ptr_array_add(defaults, fallback);
    OptionType type = (OptionType)digit(fields[1], OPTION_INTERNAL);
    Definition *definition = arena_new0(arena, Definition);
    *definition = (Definition){.at = at,
                               .declared_at = at,
                               .text = arena_strdup(arena, line),
                               .help = end != NULL ? arena_strdup(arena, end + 1) : NULL,
                               .type = type,
                               .exists = condition_true(),
                               .defaults = defaults,
                               .wrappers = arena_array(arena)};
    GPtrArray *definitions = arena_array(arena);
    g_ptr_array_add(definitions, definition);
    Option *option = arena_new0(arena, Option);
    *option = (Option){.name = arena_strdup(arena, fields[0]),
                       .builder = (Builder)(number % (BUILDER_OTHER + 1)),
                       .folder = "",
                       .type = type,
                       .free_form = type == OPTION_STRING,
                       .definitions = definitions,
                       .values = type == OPTION_BOOL ? arena_array(arena)
                                                     : values_of(arena, fields[3], at),
                       .links = arena_array(arena),
                       .uses = arena_array(arena)};
    add_effects(facts, option, fields[4], at);
    g_ptr_array_add(facts->options, option);
}

/* Whether the specification is read from its own text as it is. */
static void check_round(const Specification *specification)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = specification_text(specification, FORMAT_YAML, NULL);
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_autoptr(YamlDocument) document = yaml_parse(text, strlen(text), "written", &error);
    g_assert_no_error(error);
    g_autoptr(Arena) arena = arena_new();
    const Specification *again = specification_from_yaml(arena, document, &error);
    g_assert_no_error(error);
    g_autofree char *text_again = specification_text(again, FORMAT_YAML, NULL);
    g_assert_cmpstr(text, ==, text_again);
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autofree char *bytes = g_strndup((const char *)data, size);
    g_autofree char *whole = g_utf8_make_valid(bytes, -1);
    g_auto(GStrv) blocks = g_strsplit(whole, "@@@\n", OPTIONS_MAX);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    facts_name_project(facts, "fuzzed", NULL, SPAN_NONE);
    for (guint i = 0; blocks[i] != NULL; i++) {
        add_option(facts, blocks[i], i);
    }
    facts_finish(facts);
    const ClassifyInput input = {knowledge(), facts, NULL, 0};
    const GPtrArray *decisions = classify(&input, arena);
    g_assert_cmpuint(decisions->len, ==, facts->options->len);
    check_round(specify(facts, decisions, NULL, arena));
    return 0;
}
