#include "container/select/select.h"
#include "core/choice.h"
#include "core/json.h"
#include <string.h>

static const MatrixPoint *point_of(const GPtrArray *points, const char *option)
{
    for (guint i = 0; i < points->len; i++) {
        const MatrixPoint *point = points->pdata[i];
        if (g_str_equal(point->option, option)) {
            return point;
        }
    }
    return NULL;
}

static gboolean is_set(const GPtrArray *settings, const char *option)
{
    for (guint i = 0; i < settings->len; i++) {
        if (g_str_equal(((const OfferSetting *)settings->pdata[i])->option, option)) {
            return TRUE;
        }
    }
    return FALSE;
}

Offer *offer_configured(Arena *arena, const char *name, const GPtrArray *settings,
                        const GPtrArray *points, const json_t *configured)
{
    Offer *self = arena_new0(arena, Offer);
    self->name = name;
    self->settings = arena_array(arena);
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        OfferSetting *made = arena_new0(arena, OfferSetting);
        made->option = setting->option;
        made->value = setting->value;
        made->point = point_of(points, setting->option);
        made->chosen = TRUE;
        g_ptr_array_add(self->settings, made);
    }
    for (guint i = 0; i < points->len; i++) {
        const MatrixPoint *point = points->pdata[i];
        const char *told = json_string_value(json_object_get(configured, point->option));
        const char *value = told != NULL ? arena_strdup(arena, told) : point->default_value;
        if (value != NULL && !is_set(self->settings, point->option)) {
            OfferSetting *made = arena_new0(arena, OfferSetting);
            made->option = point->option;
            made->value = value;
            made->point = point;
            made->assumed = configured != NULL && told == NULL;
            g_ptr_array_add(self->settings, made);
        }
    }
    return self;
}

Offer *offer_new(Arena *arena, const char *name, const GPtrArray *settings, const GPtrArray *points)
{
    return offer_configured(arena, name, settings, points, NULL);
}

GPtrArray *offers_settings(Arena *arena, const GPtrArray *offers)
{
    GPtrArray *all = arena_array(arena);
    for (guint i = 0; i < offers->len; i++) {
        const GPtrArray *settings = ((const Offer *)offers->pdata[i])->settings;
        for (guint k = 0; k < settings->len; k++) {
            const OfferSetting *setting = settings->pdata[k];
            g_ptr_array_add(all, setting_new(arena, setting->option, setting->value));
        }
    }
    return all;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* How early the value that a judged offer has stands in a preference; 0: not at all. */
static guint preference_score(const Preference *preference, const Judgement *judgement)
{
    guint index;
    return preference_meets(preference, judgement, &index) ? preference->values->len - index : 0;
}

static guint rank_of(const Judgement *judgement, Category category)
{
    const NeedTechnology *technology = judgement->technology[category];
    return technology == NULL ? 0 : technology->rank;
}

/* The categories in the order in which they decide. The caller frees it. */
static GArray *order_of(const Selector *self)
{
    GArray *order = g_array_new(FALSE, FALSE, sizeof(Category));
    for (guint i = 0; self->preferences != NULL && i < self->preferences->order->len; i++) {
        Category category;
        if (category_parse(self->preferences->order->pdata[i], &category)) {
            g_array_append_val(order, category);
        }
    }
    for (guint i = 0; i < self->needs->categories->len; i++) {
        const NeedCategory *row = self->needs->categories->pdata[i];
        gboolean there = FALSE;
        for (guint k = 0; k < order->len; k++) {
            there = there || g_array_index(order, Category, k) == row->category;
        }
        if (!there) {
            g_array_append_val(order, row->category);
        }
    }
    return order;
}

static int number_order(guint a, guint b)
{
    return a > b ? -1 : a < b;
}

int select_better(const Selector *self, const Judgement *a, const Judgement *b)
{
    int order = (int)b->fits - (int)a->fits;
    const GPtrArray *prefer = self->preferences == NULL ? NULL : self->preferences->prefer;
    for (guint i = 0; order == 0 && prefer != NULL && i < prefer->len; i++) {
        order = number_order(preference_score(prefer->pdata[i], a),
                             preference_score(prefer->pdata[i], b));
    }
    g_autoptr(GArray) categories = order_of(self);
    for (guint i = 0; order == 0 && i < categories->len; i++) {
        Category category = g_array_index(categories, Category, i);
        order = number_order(rank_of(a, category), rank_of(b, category));
        order = order == 0 && category == CATEGORY_SIMD ? number_order(a->suits, b->suits) : order;
    }
    return order;
}

/* How many points have another value than the project gives them by itself. */
static guint departures(const Offer *offer)
{
    guint count = 0;
    for (guint i = 0; i < offer->settings->len; i++) {
        const OfferSetting *setting = offer->settings->pdata[i];
        const char *usual = setting->point == NULL ? NULL : setting->point->default_value;
        count += setting->chosen && usual != NULL && !values_are_same(setting->value, usual);
    }
    return count;
}

int select_order(const Selector *self, const Judgement *a, const Judgement *b)
{
    int order = select_better(self, a, b);
    order = order != 0 ? order : number_order(departures(b->offer), departures(a->offer));
    return order != 0 ? order : number_order(b->position, a->position);
}

static int judgements_order(gconstpointer a, gconstpointer b, gpointer data)
{
    return select_order(data, *(const Judgement *const *)a, *(const Judgement *const *)b);
}

GPtrArray *select_all(const Selector *self, const GPtrArray *offers)
{
    GPtrArray *judgements = arena_array(self->arena);
    for (guint i = 0; i < offers->len; i++) {
        Judgement *judgement = select_judge(self, offers->pdata[i]);
        judgement->position = i;
        g_ptr_array_add(judgements, judgement);
    }
    g_ptr_array_sort_with_data(judgements, judgements_order, (gpointer)self);
    return judgements;
}

/* ---- for people and programs ----------------------------------------------------------------- */

const char *judgement_ranks(const Selector *self, const Judgement *judgement)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GArray) categories = order_of(self);
    for (guint i = 0; i < categories->len; i++) {
        const NeedTechnology *technology =
            judgement->technology[g_array_index(categories, Category, i)];
        if (technology != NULL) {
            g_string_append_printf(text, "%s%s: %s", text->len > 0 ? ", " : "",
                                   category_text(technology->category), technology->id);
        }
    }
    return arena_strdup(self->arena, text->str);
}

static json_t *facts_json(const GPtrArray *facts)
{
    json_t *list = json_array();
    for (guint i = 0; i < facts->len; i++) {
        const Fact *fact = facts->pdata[i];
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o}", "state", system_state_text(fact->state), "text",
                            json_of_text(fact->text), "at", json_of_text(fact->at)));
    }
    return list;
}

static json_t *judgement_json(const Selector *self, const Judgement *judgement)
{
    json_t *settings = json_object();
    for (guint i = 0; i < judgement->offer->settings->len; i++) {
        const OfferSetting *setting = judgement->offer->settings->pdata[i];
        if (setting->chosen) {
            json_object_set_new(settings, setting->option, json_of_text(setting->value));
        }
    }
    return json_pack("{s:o, s:o, s:s, s:o}", "name", json_of_text(judgement->offer->name),
                     "settings", settings, "ranks", judgement_ranks(self, judgement), "facts",
                     facts_json(judgement->facts));
}

json_t *select_json(const Selector *self, const GPtrArray *judgements)
{
    json_t *fits = json_array();
    json_t *ruled_out = json_array();
    for (guint i = 0; i < judgements->len; i++) {
        const Judgement *judgement = judgements->pdata[i];
        json_array_append_new(judgement->fits ? fits : ruled_out, judgement_json(self, judgement));
    }
    g_autofree char *features = system_target_features(self->system);
    return json_pack("{s:{s:o, s:s}, s:o, s:o}", "target", "cpu",
                     json_of_text(system_target_cpu(self->system)), "features", features, "fits",
                     fits, "ruled_out", ruled_out);
}
