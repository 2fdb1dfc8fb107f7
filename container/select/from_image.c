#include "container/select/from_image.h"
#include "container/image/kept_targets.h"
#include "container/lower/pipeline.h"
#include "container/select/linked.h"
#include "core/text_order.h"
#include <string.h>

G_DEFINE_QUARK(xaas - select - error, select_error)

static void add_settings(Arena *arena, GPtrArray *settings, const json_t *object)
{
    const char *option;
    json_t *value;
    json_object_foreach((json_t *)object, option, value)
    {
        if (json_is_string(value)) {
            g_ptr_array_add(settings, setting_new(arena, option, json_string_value(value)));
        }
    }
}

/* What is to be known of features: where lists of them are kept, and which no machine lacks. */
typedef struct {
    Arena *arena;
    GStrv not_compared; /* a "*" stands for anything */
} Compared;

static gboolean is_compared(const Compared *self, const char *feature)
{
    for (char **pattern = self->not_compared; *pattern != NULL; pattern++) {
        if (g_pattern_match_simple(*pattern, feature)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Adds the features in "target-features"="+avx,-sse4a,..." that a machine needs and that are not
 * there yet. */
static void add_features(const Compared *compared, GPtrArray *features, const char *target)
{
    static const char key[] = "\"target-features\"=\"";
    const char *begin = target == NULL ? NULL : strstr(target, key);
    const char *end = begin == NULL ? NULL : strchr(begin + strlen(key), '"');
    g_autofree char *list =
        end == NULL ? g_strdup("")
                    : g_strndup(begin + strlen(key), (gsize)(end - begin) - strlen(key));
    g_auto(GStrv) words = g_strsplit(list, ",", -1);
    for (char **word = words; *word != NULL; word++) {
        if (**word == '+' && is_compared(compared, *word + 1) &&
            !g_ptr_array_find_with_equal_func(features, *word + 1, g_str_equal, NULL)) {
            g_ptr_array_add(features, arena_strdup(compared->arena, *word + 1));
        }
    }
}

static gboolean covers(const char *outer, const char *inner, gpointer compared)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_autoptr(GPtrArray) some = g_ptr_array_new();
    add_features(compared, all, outer);
    add_features(compared, some, inner);
    for (guint i = 0; i < some->len; i++) {
        if (!g_ptr_array_find_with_equal_func(all, some->pdata[i], g_str_equal, NULL)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean machine_lacks(const Compared *compared, const System *system, const char *target)
{
    g_autoptr(GPtrArray) features = g_ptr_array_new();
    add_features(compared, features, target);
    gboolean lacks = FALSE;
    for (guint i = 0; i < features->len; i++) {
        g_autoptr(GPtrArray) of = g_ptr_array_new();
        g_ptr_array_add(of, features->pdata[i]);
        const Need need = {.what = NEED_FEATURE, .of = of};
        const char *at = NULL;
        lacks = lacks || need_state(&need, system, compared->arena, &at) != STATE_PRESENT;
    }
    return lacks;
}

/* The features of all units' default targets; where units keep theirs on a machine, without those
 * that it lacks. */
static GPtrArray *features_of(const Compared *compared, const json_t *units, const System *keep_on)
{
    const json_t *targets = json_object_get(units, "targets");
    GPtrArray *features = arena_array(compared->arena);
    g_autofree gboolean *lacks = g_new0(gboolean, json_array_size(targets) + 1);
    gsize index;
    const json_t *target;
    json_array_foreach(keep_on == NULL ? NULL : targets, index, target)
    {
        lacks[index] = machine_lacks(compared, keep_on, json_string_value(target));
    }
    const KeptTargets kept = {
        .units = units, .lacks = lacks, .covers = covers, .data = (gpointer)compared};
    gboolean keep = kept_targets_may(&kept);
    json_array_foreach(targets, index, target)
    {
        if (!keep || !lacks[index]) {
            add_features(compared, features, json_string_value(target));
        }
    }
    g_ptr_array_sort(features, text_order);
    return features;
}

/* Adds those that are not in `seen` (char *: a set; NULL: all), and adds them to that. */
static void add_words(Arena *arena, GPtrArray *list, const json_t *words, GHashTable *seen)
{
    gsize index;
    const json_t *word;
    json_array_foreach(words, index, word)
    {
        const char *text = json_string_value(word);
        if (text != NULL && (seen == NULL || !g_hash_table_contains(seen, text))) {
            char *copy = arena_strdup(arena, text);
            g_ptr_array_add(list, copy);
            if (seen != NULL) {
                g_hash_table_add(seen, copy);
            }
        }
    }
}

/* The options of all units, bitcode or not. */
static GPtrArray *compiled_of(Arena *arena, const json_t *units)
{
    GPtrArray *compiled = arena_array(arena);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    gsize index;
    const json_t *unit;
    json_array_foreach(json_object_get(units, "units"), index, unit)
    {
        add_words(arena, compiled, json_object_get(unit, "options"), seen);
    }
    return compiled;
}

/* NULL for an image that does not tell. */
static GPtrArray *found_of(Arena *arena, const json_t *units, const json_t *recipe)
{
    const json_t *names = json_object_get(recipe, "found");
    GPtrArray *found = names == NULL ? NULL : arena_array(arena);
    if (found == NULL) {
        return NULL;
    }
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    add_words(arena, found, names, seen);
    gsize index;
    const json_t *unit;
    json_array_foreach(json_object_get(units, "units"), index, unit)
    {
        const char *kind = json_string_value(json_object_get(unit, "kind"));
        if (kind != NULL && g_hash_table_add(seen, (gpointer)kind)) {
            g_ptr_array_add(found, arena_strdup(arena, kind));
        }
    }
    return found;
}

/* What tells whether all its code is told by bitcode, or any. */
static void add_code(Offer *offer, const Container *container, const json_t *units,
                     const json_t *recipe)
{
    const char *architecture =
        json_string_value(json_object_get(container->config, "architecture"));
    const json_t *list = json_object_get(units, "units");
    gsize index, modules = 0;
    const json_t *unit;
    json_array_foreach(list, index, unit)
    {
        modules += json_object_get(unit, "module") != NULL;
    }
    offer->architecture = layout_machine(architecture);
    offer->no_bitcode = modules == 0;
    offer->all_bitcode = modules > 0 && modules == json_array_size(list) &&
                         json_array_size(json_object_get(recipe, "machine_code")) == 0;
}

GPtrArray *offers_of_image(const Selector *selector, const Container *container, gboolean keep,
                           GError **error)
{
    Arena *arena = selector->arena;
    g_autoptr(PipelineRules) rules = pipeline_rules_load(selector->knowledge, error);
    if (rules == NULL) {
        return NULL;
    }
    const char *architecture =
        layout_machine(json_string_value(json_object_get(container->config, "architecture")));
    g_auto(GStrv) not_compared =
        pipeline_rules_not_compared(rules, architecture != NULL ? architecture : "");
    const Compared compared = {arena, not_compared};
    const json_t *points_json = json_object_get(container->container, "points");
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    const GPtrArray *points =
        points_json == NULL ? none
                            : matrix_points_read(arena, points_json, "xaas/container.json", error);
    if (points == NULL) {
        return NULL;
    }
    GPtrArray *offers = arena_array(arena);
    gsize index;
    const json_t *configuration;
    json_array_foreach(json_object_get(container->container, "configurations"), index,
                       configuration)
    {
        g_autoptr(GPtrArray) settings = g_ptr_array_new();
        add_settings(arena, settings, json_object_get(configuration, "settings"));
        add_settings(arena, settings, json_object_get(container->container, "common"));
        const char *name = arena_strdup(arena, container->names->pdata[index]);
        const json_t *recipe = container->recipes->pdata[index];
        const json_t *units = container->units->pdata[index];
        Offer *offer =
            offer_configured(arena, name, settings, points, json_object_get(recipe, "configured"));
        offer->features = features_of(&compared, units, keep ? selector->system : NULL);
        offer->linked = linked_words(arena, units, recipe);
        offer->all_linked = linked_all(units, recipe);
        offer->compiled = compiled_of(arena, units);
        offer->found = found_of(arena, units, recipe);
        add_code(offer, container, units, recipe);
        g_ptr_array_add(offers, offer);
    }
    return offers;
}

static const Fact *first_objection(const Judgement *judgement)
{
    for (guint i = 0; i < judgement->facts->len; i++) {
        const Fact *fact = judgement->facts->pdata[i];
        if (fact->state != STATE_PRESENT) {
            return fact;
        }
    }
    return NULL;
}

const char *select_configuration(const Selector *selector, const GPtrArray *offers, GError **error)
{
    const GPtrArray *judgements = select_all(selector, offers);
    const Judgement *best = judgements->len == 0 ? NULL : judgements->pdata[0];
    if (best != NULL && best->fits) {
        return best->offer->name;
    }
    g_autoptr(GString) reasons = g_string_new(NULL);
    for (guint i = 0; i < judgements->len; i++) {
        const Judgement *judgement = judgements->pdata[i];
        const Fact *fact = first_objection(judgement);
        g_string_append_printf(reasons, "%s%s: %s (%s)", i > 0 ? "; " : "", judgement->offer->name,
                               fact->text, system_state_text(fact->state));
    }
    g_set_error(error, SELECT_ERROR, SELECT_ERROR_NOTHING,
                "no configuration of the image fits this machine: %s", reasons->str);
    return NULL;
}
