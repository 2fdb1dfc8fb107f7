#include "discover/environment/environment_reader.h"
#include "core/path.h"
#include "discover/builders.h"
#include "discover/environment/environment_private.h"
#include "discover/environment/environment_uses.h"
#include "discover/environment/settings_file.h"
#include "discover/make/begin.h"
#include "discover/make/comment_values.h"
#include "discover/make/unknown.h"
#include <string.h>

#define FILE_BYTES_MAX (256u * 1024u)
/* How deep below the root a file of settings, and a file that reads settings, may lie. */
#define SETTINGS_DEPTH_MAX 2u
#define USES_DEPTH_MAX 4u
/* Files that are looked at for settings, and for what they read. */
#define CANDIDATES_MAX 256u
#define FILES_MAX 4000u

/* What files of settings for a shell are called; a script without an ending may set what it starts
 * make with. */
static gboolean may_hold_settings(const Tree *tree, const TreeFile *file)
{
    static const char *const ends[] = {"rc", ".sh", ".bash", ".csh", ".env", ".settings"};
    static const char *const names[] = {"env", "environment", "settings"};
    const char *base = path_base(file->path);
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (g_str_has_suffix(base, ends[i])) {
            return TRUE;
        }
    }
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(base, names[i]) == 0) {
            return TRUE;
        }
    }
    return strchr(base, '.') == NULL && tree_begins_with(tree, file, "#!");
}

/* Scripts, and parts of them, makefiles by any name, files of CMake; what has another ending is a
 * document, a source or data. */
static gboolean may_read_settings(const TreeFile *file)
{
    const char *dot = strrchr(path_base(file->path), '.');
    return file->kind == TREE_MAKE || file->kind == TREE_CMAKE || file->kind == TREE_CONFIGURE ||
           (file->kind == TREE_OTHER && (dot == NULL || strcmp(dot, ".sh") == 0 ||
                                         strcmp(dot, ".bash") == 0 || strcmp(dot, ".inc") == 0));
}

static char *read_small(const Tree *tree, const char *path)
{
    gsize length = 0;
    g_autofree char *text = tree_read_text(tree, path, &length, NULL);
    return text != NULL && length <= FILE_BYTES_MAX ? g_steal_pointer(&text) : NULL;
}

/* ---- finding --------------------------------------------------------------------------------- */

/* Whether people build in another way: the root has what any tool begins with, or a reader found
 * options further down. */
static gboolean is_built_otherwise(const EnvironmentReader *self)
{
    for (guint i = 0; i < self->facts->options->len; i++) {
        if (!((const Option *)self->facts->options->pdata[i])->vendored) {
            return TRUE;
        }
    }
    return builders_has_description(self->tree, "") ||
           builders_has_other_description(self->tree, "");
}

/* Whether a line starts a program on a machine, or asks a queue for one: what it sets is about a
 * run, not about the build. */
static gboolean is_of_run(const char *text)
{
    return g_regex_match_simple(
        "^\\s*(srun|sbatch|mpirun|mpiexec|aprun|jsrun|qsub|bsub)\\s|^#(SBATCH|PBS|BSUB)\\s", text,
        G_REGEX_MULTILINE, 0);
}

/* Whether a line starts make: what is set is for that. */
static gboolean starts_make(const char *text)
{
    return g_regex_match_simple("^\\s*(?:exec\\s+)?(?:g|bsd)?make(?:\\s|$)", text,
                                G_REGEX_MULTILINE, 0);
}

/* The uses of each name by files other than the one that sets them. */
static GHashTable *find_uses(const EnvironmentReader *self, const char *path,
                             const GArray *settings)
{
    GHashTable *uses =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)environment_use_free);
    for (guint i = 0; i < settings->len; i++) {
        const EnvironmentSetting *setting = &g_array_index(settings, EnvironmentSetting, i);
        g_hash_table_insert(uses, (gpointer)setting->name, environment_use_new());
    }
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0, read = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (strcmp(file->path, path) == 0 || !may_read_settings(file) ||
            path_depth(file->path) > USES_DEPTH_MAX ||
            make_lies_aside(&self->options, file->path, "")) {
            continue;
        }
        if (read == FILES_MAX) {
            facts_add_ledger(self->facts, (Span){file->path, 0, 0},
                             "limit: files that read settings", path);
            break;
        }
        read++;
        g_autofree char *text = read_small(self->tree, file->path);
        const char *kept = arena_intern(self->facts->arena, file->path);
        if (text == NULL || !environment_uses_read(self->facts->arena, kept, text, uses)) {
            facts_add_ledger(self->facts, (Span){kept, 0, 0}, "limit: files that read settings",
                             path);
        }
    }
    return uses;
}

static gboolean is_candidate(const EnvironmentReader *self, const TreeFile *file)
{
    return file->kind == TREE_OTHER && path_depth(file->path) <= SETTINGS_DEPTH_MAX &&
           may_hold_settings(self->tree, file) &&
           !make_lies_aside(&self->options, file->path, "") &&
           !builders_lies_in_copy(self->tree, file->path);
}

GPtrArray *environment_candidates(const EnvironmentReader *self)
{
    const GPtrArray *files = tree_files(self->tree);
    GPtrArray *found = g_ptr_array_new();
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (!is_candidate(self, file)) {
            continue;
        }
        if (found->len == CANDIDATES_MAX) {
            const char *path = arena_intern(self->facts->arena, file->path);
            facts_add_ledger_once(self->facts, (Span){path, 0, 0},
                                  "limit: files that may hold settings", path);
            break;
        }
        g_ptr_array_add(found, files->pdata[i]);
    }
    return found;
}

GArray *environment_settings_in(const EnvironmentReader *self, const TreeFile *file,
                                gboolean *builds, gboolean *cut)
{
    g_autofree char *text = read_small(self->tree, file->path);
    if (text == NULL || is_of_run(text)) {
        return NULL;
    }
    *builds = starts_make(text);
    GArray *settings = settings_file_read(self->facts->arena, file->path, text, cut);
    for (guint i = settings->len; i-- > 0;) {
        const char *name = g_array_index(settings, EnvironmentSetting, i).name;
        if (machine_variables_have(self->options.machine_variables, name)) {
            g_array_remove_index(settings, i);
        }
    }
    return settings;
}

/* Leaves those out of which nothing is said. */
static void drop_untold(GArray *settings)
{
    guint kept = 0;
    for (guint i = 0; i < settings->len; i++) {
        const EnvironmentSetting *setting = &g_array_index(settings, EnvironmentSetting, i);
        if (setting->comment != NULL) {
            g_array_index(settings, EnvironmentSetting, kept++) = *setting;
        }
    }
    g_array_set_size(settings, kept);
}

/* The file with most settings, the first of several; NULL when none has enough. `starts`: it starts
 * make itself. */
static const char *find_file(const EnvironmentReader *self, GArray **settings, gboolean *starts)
{
    g_autoptr(GPtrArray) files = environment_candidates(self);
    const char *best = NULL;
    gboolean cut = FALSE;
    *settings = NULL;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        gboolean more = FALSE;
        gboolean builds = FALSE;
        g_autoptr(GArray) found = environment_settings_in(self, file, &builds, &more);
        if (found != NULL) {
            drop_untold(found);
        }
        guint most = *settings != NULL ? (*settings)->len : SETTINGS_MIN - 1;
        if (found != NULL && found->len > most) {
            g_clear_pointer(settings, g_array_unref);
            *settings = g_steal_pointer(&found);
            best = file->path;
            cut = more;
            *starts = builds;
        }
    }
    if (cut) {
        facts_add_ledger(self->facts, (Span){best, 0, 0}, "limit: settings of a file", best);
    }
    return best;
}

/* ---- facts ----------------------------------------------------------------------------------- */

void environment_add_value(Arena *arena, GPtrArray *values, const char *text, ValueOrigin origin,
                           Span at)
{
    for (guint i = 0; i < values->len; i++) {
        if (strcmp(((const AllowedValue *)values->pdata[i])->value, text) == 0) {
            return;
        }
    }
    AllowedValue *value = arena_new0(arena, AllowedValue);
    *value = (AllowedValue){.value = text, .origin = origin, .at = at};
    g_ptr_array_add(values, value);
}

/* What the comment lists, then what scripts tell apart, then the default where there is a choice.
 */
static GPtrArray *values_of(Arena *arena, const EnvironmentSetting *setting,
                            const EnvironmentUse *use, Span at)
{
    GPtrArray *values = arena_array(arena);
    for (guint i = 0; i < setting->values->len; i++) {
        environment_add_value(arena, values, setting->values->pdata[i], VALUE_HELP, at);
    }
    for (guint i = 0; i < use->compared->len; i++) {
        environment_add_value(arena, values, use->compared->pdata[i], VALUE_COMPARED,
                              g_array_index(use->compared_at, Span, i));
    }
    if (values->len > 0 && *setting->value != '\0') {
        environment_add_value(arena, values, setting->value, VALUE_DEFAULT, at);
    }
    return values;
}

/* Whether all that it is known to be says on or off. */
static gboolean is_switch(const EnvironmentSetting *setting, const GPtrArray *values)
{
    gboolean any = *setting->value != '\0';
    if (any && !unknown_is_on(setting->value) && !unknown_is_off(setting->value)) {
        return FALSE;
    }
    for (guint i = 0; i < values->len; i++) {
        const char *text = ((const AllowedValue *)values->pdata[i])->value;
        if (!unknown_is_on(text) && !unknown_is_off(text)) {
            return FALSE;
        }
        any = TRUE;
    }
    return any;
}

static Definition *definition_of(Arena *arena, const EnvironmentSetting *setting,
                                 const char *assumed, OptionType type, Span at)
{
    const char *value = !setting->off ? setting->value : assumed;
    if (type == OPTION_BOOL) {
        value = value != NULL && unknown_is_on(value) ? "ON" : "OFF";
    }
    return facts_definition_new(arena, at, setting->text, setting_help(arena, setting), type,
                                facts_default_new(arena, value != NULL ? value : ""));
}

/* One effect for the definition that the option makes, or that a value of it does. */
static void add_effect(Facts *facts, Option *option, const char *macro, const char *value, Span at)
{
    Arena *arena = facts->arena;
    Effect *effect = arena_new0(arena, Effect);
    *effect = (Effect){.kind = EFFECT_DEFINITION,
                       .name = macro,
                       .when = condition_atom(arena, CONDITION_SUBJECT_OPTION, option->name,
                                              value != NULL ? "=" : NULL, value),
                       .at = at};
    g_ptr_array_add(facts->effects, effect);
    OptionLink *link = arena_new0(arena, OptionLink);
    *link = (OptionLink){.effect = effect,
                         .values = value != NULL ? arena_array_of(arena, value) : NULL,
                         .alone = TRUE};
    g_ptr_array_add((GPtrArray *)option->links, link);
}

static void add_effects(Facts *facts, Option *option, const EnvironmentUse *use)
{
    for (guint i = 0; i < use->definitions->len; i++) {
        const EnvironmentDefinition *definition =
            &g_array_index(use->definitions, EnvironmentDefinition, i);
        if (!definition->in_name) {
            add_effect(facts, option, definition->before, NULL, definition->at);
            continue;
        }
        for (guint k = 0; k < option->values->len; k++) {
            const char *value = ((const AllowedValue *)option->values->pdata[k])->value;
            const char *macro =
                arena_printf(facts->arena, "%s%s%s", definition->before, value, definition->after);
            add_effect(facts, option, macro, value, definition->at);
        }
    }
}

static GPtrArray *places_of(Arena *arena, const EnvironmentUse *use)
{
    GPtrArray *places = arena_array(arena);
    for (guint i = 0; i < use->places->len; i++) {
        Span *place = arena_new0(arena, Span);
        *place = g_array_index(use->places, Span, i);
        g_ptr_array_add(places, place);
    }
    return places;
}

static void add_option(Facts *facts, const char *path, const EnvironmentSetting *setting,
                       const EnvironmentUse *use)
{
    Arena *arena = facts->arena;
    const Span at = {path, setting->line, 0};
    GPtrArray *values = values_of(arena, setting, use, at);
    gboolean boolean = is_switch(setting, values);
    GPtrArray *definitions = arena_array(arena);
    g_ptr_array_add(definitions, definition_of(arena, setting, use->assumed,
                                               boolean ? OPTION_BOOL : OPTION_STRING, at));
    Option *option = arena_new0(arena, Option);
    *option = (Option){.name = setting->name,
                       .builder = BUILDER_ENVIRONMENT,
                       .folder = "",
                       .type = boolean ? OPTION_BOOL : OPTION_STRING,
                       .free_form = !boolean,
                       .definitions = definitions,
                       .values = values,
                       .links = arena_array(arena),
                       .uses = places_of(arena, use),
                       .comment = setting->comment,
                       .example = setting->off ? setting->value : NULL};
    add_effects(facts, option, use);
    g_ptr_array_add(facts->options, option);
}

/* Whether the line sets the word itself, which is one of several: then it stands there. */
static gboolean sets_word(const EnvironmentSetting *setting, const char *word)
{
    g_auto(GStrv) words = g_strsplit_set(setting->value, " \t,", -1);
    return g_strv_contains((const char *const *)words, word);
}

/* What the words of a list are, each of which people add: "LIST+=word". */
static void add_words(Facts *facts, const char *path, const EnvironmentSetting *setting,
                      const EnvironmentUse *use)
{
    Arena *arena = facts->arena;
    const Span line = {path, setting->line, 0};
    for (guint i = 0; i < use->words->len; i++) {
        const EnvironmentWord *word = &g_array_index(use->words, EnvironmentWord, i);
        gboolean set = sets_word(setting, word->word);
        GPtrArray *definitions = arena_array(arena);
        const char *fallback = set && !setting->off ? "ON" : "OFF";
        Definition *definition =
            facts_definition_new(arena, set ? line : word->at, set ? setting->text : word->word,
                                 word->help, OPTION_BOOL, facts_default_new(arena, fallback));
        definition->help_at = set && word->help != NULL ? word->at : SPAN_NONE;
        g_ptr_array_add(definitions, definition);
        Option *option = arena_new0(arena, Option);
        *option =
            (Option){.name = arena_printf(arena, "%s" OPTION_WORD "%s", setting->name, word->word),
                     .builder = BUILDER_ENVIRONMENT,
                     .folder = "",
                     .type = OPTION_BOOL,
                     .definitions = definitions,
                     .values = arena_array(arena),
                     .links = arena_array(arena),
                     .uses = places_of(arena, use)};
        g_ptr_array_add(facts->options, option);
    }
}

/* How many of the settings other files read; 0 when none of these is a file of the build, and the
 * file that sets them does not build either (`builds`). */
static guint count_read(const GArray *settings, GHashTable *uses, gboolean builds)
{
    guint read = 0;
    for (guint i = 0; i < settings->len; i++) {
        const char *name = g_array_index(settings, EnvironmentSetting, i).name;
        const EnvironmentUse *use = g_hash_table_lookup(uses, name);
        read += use->places->len > 0 ? 1 : 0;
        builds = builds || use->builds;
    }
    return builds ? read : 0;
}

void environment_read(const Tree *tree, const EnvironmentReadOptions *options, Facts *facts)
{
    const EnvironmentReader reader = {
        tree,
        {.side_folders = options->side_folders, .machine_variables = options->machine_variables},
        facts};
    g_autoptr(GArray) settings = NULL;
    environment_give(&reader);
    gboolean starts = FALSE;
    const char *path = is_built_otherwise(&reader) ? NULL : find_file(&reader, &settings, &starts);
    if (path == NULL) {
        return;
    }
    g_autoptr(GHashTable) uses = find_uses(&reader, path, settings);
    if (count_read(settings, uses, starts) < SETTINGS_MIN) {
        return;
    }
    const char *kept = arena_intern(facts->arena, path);
    for (guint i = 0; i < settings->len; i++) {
        const EnvironmentSetting *setting = &g_array_index(settings, EnvironmentSetting, i);
        const EnvironmentUse *use = g_hash_table_lookup(uses, setting->name);
        if (use->places->len > 0) {
            add_option(facts, kept, setting, use);
            add_words(facts, kept, setting, use);
        }
        if (use->cut || setting->values->len == COMMENT_VALUES_MAX) {
            facts_add_ledger(reader.facts, (Span){kept, setting->line, 0},
                             "limit: alternatives of a variable", setting->name);
        }
    }
    BuildSystem *system = arena_new0(facts->arena, BuildSystem);
    *system =
        (BuildSystem){.builder = BUILDER_ENVIRONMENT, .folder = "", .file = kept, .read = TRUE};
    g_ptr_array_add(facts->build_systems, system);
}
