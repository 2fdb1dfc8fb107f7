#include "discover/autotools/declared_option.h"
#include "core/point_flag.h"
#include <string.h>

static void add_value(DeclaredOptions *self, GPtrArray *values, const char *text,
                      ValueOrigin origin, Span at)
{
    AllowedValue *value = arena_new0(self->facts->arena, AllowedValue);
    *value =
        (AllowedValue){.value = arena_intern(self->facts->arena, text), .origin = origin, .at = at};
    g_ptr_array_add(values, value);
}

/* The words of "<no,yes,filename>", in lower case, without what is around them. */
static char **words_of_argument(const char *argument)
{
    g_autofree char *lower = g_ascii_strdown(argument, -1);
    GStrv words = g_strsplit_set(g_strdelimit(lower, "<[{(>]})", ' '), ",|", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        g_strstrip(words[i]);
    }
    return words;
}

/* "<prog>", "EXECUTABLE": what stands for a program that the build runs. */
static gboolean takes_program(const DeclaredOption *option)
{
    static const char *const programs[] = {"prog", "program", "executable", "command", NULL};
    if (option->argument == NULL) {
        return FALSE;
    }
    g_auto(GStrv) words = words_of_argument(option->argument);
    return g_strv_length(words) == 1 && g_strv_contains(programs, words[0]);
}

gboolean declared_option_is_switch(const char *argument)
{
    static const char *const on_off[] = {"yes", "no", "on", "off", "true", "false", "0", "1", NULL};
    static const char *const places[] = {"dir",  "directory", "path", "prefix",
                                         "file", "filename",  "url",  NULL};
    g_auto(GStrv) words = argument != NULL ? words_of_argument(argument) : NULL;
    guint decided = 0;
    for (guint i = 0; words != NULL && words[i] != NULL; i++) {
        gboolean says = g_strv_contains(on_off, words[i]);
        if (!says && !g_strv_contains(places, words[i])) {
            return FALSE;
        }
        decided += says ? 1 : 0;
    }
    return decided >= 2;
}

/* Whether a word may be a value as it is written. Capitals are what stands for something, DIR,
 * unless the default is one of them. */
static gboolean is_value(const char *word, gboolean capitals)
{
    gsize length = capitals ? strspn(word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-.")
                            : strspn(word, G_CSET_a_2_z G_CSET_DIGITS "_+-.");
    return length == strlen(word) && strcmp(word, "etc") != 0 && strcmp(word, "...") != 0;
}

/* "<single,double>", "[seq|omp]", "<C or C++>": choices, when all are words. */
static void add_listed(DeclaredOptions *self, GPtrArray *values, const DeclaredOption *option)
{
    if (option->argument == NULL) {
        return;
    }
    g_auto(GStrv) parts = g_strsplit(option->argument, " or ", -1);
    g_autofree char *list = g_strjoinv("|", parts);
    if (strpbrk(list, ",|") == NULL) {
        return;
    }
    g_auto(GStrv) words = g_strsplit_set(list, ",|<>[](){}", -1);
    gboolean capitals = FALSE;
    for (guint i = 0; words[i] != NULL; i++) {
        g_strstrip(words[i]);
        capitals = capitals || (*words[i] != '\0' && g_strcmp0(words[i], option->fallback) == 0);
    }
    for (guint i = 0; words[i] != NULL; i++) {
        if (!is_value(words[i], capitals)) {
            return;
        }
    }
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] != '\0') {
            add_value(self, values, words[i], VALUE_HELP, option->at);
        }
    }
}

static const GPtrArray *values_of(DeclaredOptions *self, const DeclaredOption *option)
{
    GPtrArray *values = arena_array(self->facts->arena);
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        add_value(self, values, option->values->pdata[i], VALUE_DECLARED, option->at);
    }
    if (values->len == 0 && !option->boolean) {
        add_listed(self, values, option);
    }
    gboolean none = values->len == 0;
    for (guint i = 0; none && option->named != NULL && i < option->named->len; i++) {
        g_ptr_array_add(values, option->named->pdata[i]);
    }
    return values;
}

static Definition *definition_of(DeclaredOptions *self, const DeclaredOption *option)
{
    Arena *arena = self->facts->arena;
    GPtrArray *defaults = arena_array(arena);
    DefaultValue *value = arena_new0(arena, DefaultValue);
    *value = (DefaultValue){option->fallback, condition_true()};
    g_ptr_array_add(defaults, value);
    GPtrArray *wrappers = arena_array(arena);
    if (option->wrapper != NULL) {
        Wrapper *wrapper = arena_new0(arena, Wrapper);
        *wrapper = (Wrapper){.command = option->wrapper, .at = option->at};
        g_ptr_array_add(wrappers, wrapper);
    }
    Definition *definition = arena_new0(arena, Definition);
    *definition = (Definition){.at = option->at,
                               .declared_at = option->declared_at,
                               .text = option->text,
                               .help = option->help,
                               .help_at = option->help_at,
                               .type = option->boolean         ? OPTION_BOOL
                                       : option->path          ? OPTION_PATH
                                       : takes_program(option) ? OPTION_FILEPATH
                                                               : OPTION_STRING,
                               .exists = condition_true(),
                               .defaults = defaults,
                               .wrappers = wrappers};
    return definition;
}

/* What the option brings about when it is on, and nothing else decides it. */
static void add_links(DeclaredOptions *self, const DeclaredOption *option, EffectKind kind,
                      const GPtrArray *names, GPtrArray *links)
{
    Arena *arena = self->facts->arena;
    GPtrArray *on = arena_array(arena);
    g_ptr_array_add(on, (gpointer) "ON");
    for (guint i = 0; names != NULL && i < names->len; i++) {
        Effect *effect = arena_new0(arena, Effect);
        *effect = (Effect){
            .kind = kind,
            .name = names->pdata[i],
            .when = condition_atom(arena, CONDITION_SUBJECT_OPTION, option->name, NULL, NULL),
            .at = option->at};
        OptionLink *link = arena_new0(arena, OptionLink);
        *link = (OptionLink){.effect = effect, .values = on, .alone = TRUE};
        g_ptr_array_add(self->facts->effects, effect);
        g_ptr_array_add(links, link);
    }
}

static GPtrArray *links_of(DeclaredOptions *self, const DeclaredOption *option)
{
    GPtrArray *links = arena_array(self->facts->arena);
    add_links(self, option, EFFECT_LINK, option->libraries, links);
    add_links(self, option, EFFECT_DEFINITION, option->definitions, links);
    return links;
}

void declared_options_add(DeclaredOptions *self, const DeclaredOption *declared)
{
    Arena *arena = self->facts->arena;
    Definition *definition = definition_of(self, declared);
    Option *option = g_hash_table_lookup(self->names, declared->name);
    if (option != NULL) {
        g_ptr_array_add((GPtrArray *)option->definitions, definition);
        return;
    }
    option = arena_new0(arena, Option);
    GPtrArray *definitions = arena_array(arena);
    g_ptr_array_add(definitions, definition);
    *option = (Option){.name = arena_intern(arena, declared->name),
                       .builder = BUILDER_AUTOTOOLS,
                       .folder = self->folder,
                       .type = definition->type,
                       .free_form = !declared->boolean && declared->values == NULL,
                       .noted = declared->noted,
                       .only_where = declared->only_where,
                       .stands_for = declared->stands_for,
                       .definitions = definitions,
                       .values = values_of(self, declared),
                       .links = links_of(self, declared),
                       .uses = arena_array(arena)};
    g_hash_table_insert(self->names, (gpointer)option->name, option);
    g_ptr_array_add(self->facts->options, option);
}

void declared_options_ledger(DeclaredOptions *self, Span at, const char *reason,
                             const char *subject)
{
    facts_add_ledger_once(self->facts, at, arena_intern(self->facts->arena, reason), subject);
}

char *declared_option_positive(const char *form, gsize length, gboolean *negative)
{
    *negative = argument_sense(form) == ARGUMENT_WITHOUT;
    return *negative ? argument_opposite_of(form, length) : g_strndup(form, length);
}
