/* One offer against the machine: each thing that it needs is a fact. */
#include "container/select/judge_parts.h"
#include "container/system/knowledge.h"
#include "core/choice.h"
#include "core/switch_word.h"
#include "core/text_list.h"
#include <string.h>

void judging_add_fact(const Judging *self, SystemState state, const char *text, const char *at)
{
    Fact *fact = arena_new0(self->selector->arena, Fact);
    fact->state = state;
    fact->text = text;
    fact->at = at;
    g_ptr_array_add(self->judgement->facts, fact);
    self->judgement->fits = self->judgement->fits && state == STATE_PRESENT;
}

void judging_add_need(const Judging *self, const char *subject, const Need *need, Truth brings)
{
    Arena *arena = self->selector->arena;
    const char *at = NULL;
    SystemState state = need_state(need, self->selector->system, arena, &at);
    gboolean doubt = brings == TRUTH_UNKNOWN && state != STATE_PRESENT;
    judging_add_fact(self, doubt ? STATE_UNKNOWN : state,
                     arena_printf(arena, "%s %s %s", subject, doubt ? "perhaps needs" : "needs",
                                  need_text(need, arena)),
                     doubt ? "the specification does not tell whether on brings it, or off" : at);
}

/* ---- versions -------------------------------------------------------------------------------- */

/* What a driver has to allow, by a package that the point requires in some version: "CUDA >=11.0".
 */
static void judge_package(const Judging *self, const char *subject, const char *runtime,
                          const char *package)
{
    Arena *arena = self->selector->arena;
    const Needs *needs = self->selector->needs;
    const char *relation = strstr(package, " >=");
    const GpuDriver *driver = system_driver(self->selector->system, runtime);
    if (relation == NULL || driver == NULL || driver->state != STATE_PRESENT) {
        return;
    }
    for (guint i = 0; i < needs->packages->len; i++) {
        const NeedPackage *row = needs->packages->pdata[i];
        g_autofree char *name = pattern_find(row->name, package, (gsize)(relation - package), TRUE);
        if (name == NULL || !g_str_equal(row->runtime, runtime)) {
            continue;
        }
        const char *wanted = relation + strlen(" >=");
        /* A runtime of a newer release of the same series is told apart by its first number. */
        gboolean enough = driver->newest != NULL &&
                          (version_compare(driver->newest, wanted) >= 0 ||
                           (driver->same_major && atoi(driver->newest) == atoi(wanted)));
        SystemState state = driver->newest == NULL ? STATE_UNKNOWN
                            : enough               ? STATE_PRESENT
                                                   : STATE_ABSENT;
        const char *allowed = driver->newest == NULL
                                  ? driver->reason
                                  : arena_printf(arena, "driver %s allows %s %s", driver->version,
                                                 runtime, driver->newest);
        judging_add_fact(self, state,
                         arena_printf(arena, "%s needs %s %s or newer", subject, runtime, wanted),
                         allowed);
    }
}

static void judge_packages(const Judging *self, const char *subject, const char *runtime,
                           const GPtrArray *packages)
{
    for (guint i = 0; runtime != NULL && i < packages->len; i++) {
        judge_package(self, subject, runtime, packages->pdata[i]);
    }
}

/* ---- interfaces ------------------------------------------------------------------------------ */

/* The interface that the offer's libraries were linked for; NULL when nothing tells. */
static const char *linked_interface(const Judging *self, const char *linked)
{
    const Needs *needs = self->selector->needs;
    for (guint i = 0; i < self->offer->linked->len; i++) {
        const char *word = self->offer->linked->pdata[i];
        g_autofree char *is_it = pattern_find(linked, word, strlen(word), FALSE);
        for (guint k = 0; is_it != NULL && k < needs->interfaces->len; k++) {
            const NeedInterface *row = needs->interfaces->pdata[k];
            g_autofree char *told = pattern_find(row->linked, word, strlen(word), FALSE);
            if (told != NULL) {
                return row->interface;
            }
        }
    }
    return NULL;
}

static void judge_interface(const Judging *self, const char *subject,
                            const NeedTechnology *technology, Truth brings)
{
    if (!technology->by_interface || self->offer->linked == NULL) {
        return;
    }
    const char *interface = linked_interface(self, technology->linked);
    if (interface == NULL && brings == TRUTH_UNKNOWN) {
        return; /* it is not linked */
    }
    if (interface == NULL) {
        judging_add_fact(self, STATE_UNKNOWN,
                         arena_printf(self->selector->arena,
                                      "%s needs the interface that it was linked for", subject),
                         "the link steps do not tell which one that is");
        return;
    }
    g_autoptr(GPtrArray) of = g_ptr_array_new();
    g_ptr_array_add(of, (gpointer)interface);
    const Need need = {.what = NEED_INTERFACE, .of = of};
    judging_add_need(self, subject, &need, TRUTH_YES);
}

/* ---- settings -------------------------------------------------------------------------------- */

static const MatrixValue *value_of(const MatrixPoint *point, const char *value)
{
    for (guint i = 0; i < point->values->len; i++) {
        const MatrixValue *told = point->values->pdata[i];
        if (g_ascii_strcasecmp(told->value, value) == 0) {
            return told;
        }
    }
    return NULL;
}

void judging_take_rank(const Judging *self, const NeedTechnology *technology)
{
    const NeedTechnology **best = &self->judgement->technology[technology->category];
    if (*best == NULL || technology->rank > (*best)->rank) {
        *best = technology;
    }
}

/* What was compiled tells by itself which features it needs. */
static gboolean is_recorded(const Judging *self, Category category)
{
    return category == CATEGORY_SIMD && self->offer->features != NULL;
}

/* What a setting stands for: the words of its value, or of the option where the value only says on
 * or off. Of a switch that may be negated the words say nothing about needs: "NO_MPI", "SERIAL". */
typedef struct {
    const char *words[2];
    guint plain; /* so many of them may say that it needs nothing */
    gboolean by_option;
    const MatrixValue *value; /* NULL: there is no more to say of the value */
} Meaning;

static Meaning meaning_of(const OfferSetting *setting)
{
    const MatrixPoint *point = setting->point;
    if (point->polarity != POLARITY_POSITIVE) {
        return (Meaning){{point->name, point->option}, 0, TRUE, NULL};
    }
    const MatrixValue *value = value_of(point, setting->value);
    /* Where the value only says "on", the option's name says what. */
    if (switch_word_is_on(setting->value)) {
        return (Meaning){{point->name, point->option}, 2, TRUE, value};
    }
    return (Meaning){{value != NULL ? value->name : NULL, setting->value}, 2, FALSE, value};
}

/* Whether a word of the link steps matches. */
static gboolean is_linked(const Judging *self, const char *pattern)
{
    for (guint i = 0; i < self->offer->linked->len; i++) {
        const char *word = self->offer->linked->pdata[i];
        g_autofree char *found = pattern_find(pattern, word, strlen(word), FALSE);
        if (found != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The need, of devices only those that the link steps tell. A program for devices of two vendors is
 * taken to run on those of either. */
static Need told_need(const Judging *self, const NeedTechnology *technology, const Need *need)
{
    const GPtrArray *devices = self->selector->needs->devices;
    Need told = {need->what, arena_array(self->selector->arena)};
    gboolean asks = need->what == NEED_DEVICE && self->offer->linked != NULL &&
                    technology->linked != NULL && is_linked(self, technology->linked);
    for (guint i = 0; asks && i < devices->len; i++) {
        const NeedVendor *row = devices->pdata[i];
        if (text_list_has(need->of, row->vendor) && is_linked(self, row->linked)) {
            g_ptr_array_add(told.of, (gpointer)row->vendor);
        }
    }
    return told.of->len > 0 ? told : *need;
}

/* What a technology is in an image whose link steps say more than its name: OpenMP, linked for
 * devices that the machine has. */
static const NeedTechnology *told_by_links(const Judging *self, const NeedTechnology *technology)
{
    const Selector *selector = self->selector;
    const NeedTechnology *other =
        technology->becomes == NULL || self->offer->linked == NULL
            ? NULL
            : needs_technology_called(selector->needs, technology->becomes);
    gboolean becomes = other != NULL && is_linked(self, other->linked);
    for (guint i = 0; becomes && i < other->needs->len; i++) {
        const char *at = NULL;
        const Need need = told_need(self, other, other->needs->pdata[i]);
        becomes = need_state(&need, selector->system, selector->arena, &at) == STATE_PRESENT;
    }
    return becomes ? other : technology;
}

/* Another name for the processors: it is what a negated switch leaves, not what it takes away. */
static gboolean is_absence(const NeedTechnology *technology)
{
    return technology->needs->len == 0 && technology->rank == 0;
}

/* What the name tells: where it tells nothing, or only what is there in place of the thing, what
 * such a switch brings. NULL when nothing is known. */
static const NeedTechnology *technology_named(const Needs *needs, const NeedCategory *category,
                                              const MatrixPoint *point, const Meaning *meaning)
{
    const NeedTechnology *technology =
        needs_technology(needs, point->category, meaning->words, G_N_ELEMENTS(meaning->words));
    const char *other = NULL;
    if (point->polarity != POLARITY_POSITIVE && (technology == NULL || is_absence(technology))) {
        technology = NULL;
        other = category->unnamed;
    } else if (technology == NULL && meaning->by_option) {
        other = category->switched;
    }
    return other == NULL ? technology : needs_technology_called(needs, other);
}

/* What the setting stands for: of what the name does not tell, the packages may that it requires.
 * NULL when nothing is known. */
static const NeedTechnology *technology_meant(const Needs *needs, const NeedCategory *category,
                                              const MatrixPoint *point, const Meaning *meaning)
{
    const NeedTechnology *named = technology_named(needs, category, point, meaning);
    if (named != NULL && !named->by_package) {
        return named;
    }
    const NeedTechnology *told =
        meaning->value == NULL
            ? NULL
            : needs_technology_packaged(needs, point->category, meaning->value->packages);
    told = told != NULL ? told : needs_technology_packaged(needs, point->category, point->packages);
    return told != NULL ? told : named;
}

/* Folders of a file say where it is, and not what. */
static const char *without_folders(const char *word)
{
    const char *slash = *word == '-' ? NULL : strrchr(word, '/');
    return slash == NULL ? word : slash + 1;
}

/* Whether the build has the technology, by what it left in it. That it left nothing says something
 * only where it would have left it. */
static Truth is_there(const Judging *self, const NeedTechnology *technology)
{
    const Offer *offer = self->offer;
    if (offer->found == NULL || !needs_leaves_traces(technology)) {
        return TRUTH_UNKNOWN;
    }
    const GPtrArray *const lists[] = {offer->found, offer->linked, offer->compiled};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        for (guint k = 0; lists[i] != NULL && k < lists[i]->len; k++) {
            if (needs_is_trace(self->selector->needs, technology,
                               without_folders(lists[i]->pdata[k]), lists[i] == offer->compiled)) {
                return TRUTH_YES;
            }
        }
    }
    return offer->all_linked ? TRUTH_NO : TRUTH_UNKNOWN;
}

/* Of a default the project itself may have thought better, and what its units were compiled for
 * tells more, if they are all: a switch for another architecture's vectors is mostly on. Of an
 * option that the configured build does not have, its default alone makes nothing better. */
static gboolean decides(const Judging *self, const OfferSetting *setting,
                        const NeedTechnology *technology)
{
    if (setting->chosen) {
        return TRUE;
    }
    Truth there = is_there(self, technology);
    gboolean told = is_recorded(self, technology->category) && self->offer->all_bitcode;
    gboolean idle = setting->assumed && there != TRUTH_YES && technology->needs->len == 0;
    return there != TRUTH_NO && !told && !idle;
}

/* Of a value that is called after a processor: what code for that needs besides, and whether it is
 * the machine's own, which rules nothing out, but is better. */
static void judge_processor(const Judging *self, const OfferSetting *setting,
                            const NeedTechnology *technology, const Meaning *meaning)
{
    const Selector *selector = self->selector;
    const NeedProcessor *processor =
        technology->category == CATEGORY_SIMD && setting->chosen
            ? needs_processor(selector->needs, meaning->words, G_N_ELEMENTS(meaning->words))
            : NULL;
    if (processor == NULL) {
        return;
    }
    const char *subject = arena_printf(selector->arena, "%s=%s", setting->option, setting->value);
    for (guint i = 0; i < processor->features->len; i++) {
        GPtrArray *of = arena_array(selector->arena);
        g_ptr_array_add(of, processor->features->pdata[i]);
        const Need need = {NEED_FEATURE, of};
        judging_add_need(self, subject, &need, TRUTH_YES);
    }
    const char *cpu = system_target_cpu(selector->system);
    NeedSuits suits = needs_suits(processor, cpu);
    if (suits != SUITS_ANY) {
        const GPtrArray *at = selector->system->cpu->at;
        judging_add_fact(self, STATE_PRESENT,
                         arena_printf(selector->arena, "%s suits processor %s", subject, cpu),
                         at->len > 0 ? at->pdata[0] : NULL);
    }
    self->judgement->processor = processor;
    self->judgement->suits = MAX(self->judgement->suits, suits);
}

/* Whether the machine has what makes it better than none: of libraries that several bring, one that
 * is there for its speed. */
static gboolean is_worth_it(const Judging *self, const NeedTechnology *technology)
{
    const Need need = {NEED_FINDING, technology->better_with};
    const char *at = NULL;
    return technology->better_with->len == 0 ||
           need_state(&need, self->selector->system, self->selector->arena, &at) == STATE_PRESENT;
}

static void judge_technology(const Judging *self, const OfferSetting *setting,
                             const NeedTechnology *technology, const MatrixValue *value)
{
    const MatrixPoint *point = setting->point;
    Truth brings = value_brings(setting->value, point->polarity);
    const char *subject =
        arena_printf(self->selector->arena, "%s=%s", setting->option, setting->value);
    for (guint i = 0; i < technology->needs->len; i++) {
        const Need need = told_need(self, technology, technology->needs->pdata[i]);
        /* Whoever links has the interface told more exactly than "any". */
        if (!(technology->by_interface && self->offer->linked != NULL)) {
            judging_add_need(self, subject, &need, brings);
        }
    }
    judge_interface(self, subject, technology, brings);
    if (brings == TRUTH_YES) {
        if (is_worth_it(self, technology)) {
            judging_take_rank(self, technology);
        }
        judge_packages(self, subject, technology->runtime, point->packages);
    }
    if (value != NULL) {
        judge_packages(self, subject, technology->runtime, value->packages);
    }
}

static void judge_setting(const Judging *self, const OfferSetting *setting)
{
    const Needs *needs = self->selector->needs;
    const MatrixPoint *point = setting->point;
    const NeedCategory *category = point == NULL ? NULL : needs_category(needs, point->category);
    if (category == NULL || category->category == CATEGORY_GPU_ARCH ||
        value_brings(setting->value, point->polarity) == TRUTH_NO ||
        (!setting->chosen && point->polarity == POLARITY_UNKNOWN)) {
        return; /* of a default, too, what is not certain decides nothing */
    }
    Meaning meaning = meaning_of(setting);
    /* "CPU_ZEN4" is no choice of the processors in place of a device. */
    gboolean names_one = point->category == CATEGORY_SIMD &&
                         needs_processor(needs, meaning.words, meaning.plain) != NULL;
    if (!names_one && needs_is_neutral(needs, meaning.words, meaning.plain)) {
        return;
    }
    const NeedTechnology *technology = technology_meant(needs, category, point, &meaning);
    if (technology != NULL) {
        if (decides(self, setting, technology)) {
            judge_technology(self, setting, told_by_links(self, technology), meaning.value);
            judge_processor(self, setting, technology, &meaning);
        }
    } else if (category->strict && setting->chosen && !is_recorded(self, category->category)) {
        judging_add_fact(self, STATE_UNKNOWN,
                         arena_printf(self->selector->arena, "%s=%s needs something",
                                      setting->option, setting->value),
                         "nothing is known about this value");
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void judge_refusals(const Judging *self)
{
    const Preferences *preferences = self->selector->preferences;
    for (guint i = 0; preferences != NULL && i < preferences->refuse->len; i++) {
        const Preference *refusal = preferences->refuse->pdata[i];
        guint index;
        if (preference_meets(refusal, self->judgement, &index)) {
            judging_add_fact(
                self, STATE_ABSENT,
                arena_printf(self->selector->arena, "%s %s is refused",
                             refusal->option != NULL ? refusal->option : refusal->category,
                             (const char *)refusal->values->pdata[index]),
                "the preferences say so");
        }
    }
}

Judgement *select_judge(const Selector *self, const Offer *offer)
{
    Judgement *judgement = arena_new0(self->arena, Judgement);
    judgement->offer = offer;
    judgement->fits = TRUE;
    judgement->facts = arena_array(self->arena);
    const Judging judging = {self, offer, judgement};
    for (guint i = 0; i < offer->settings->len; i++) {
        judge_setting(&judging, offer->settings->pdata[i]);
    }
    judge_compiled(&judging);
    judge_architectures(&judging);
    judge_refusals(&judging);
    return judgement;
}
