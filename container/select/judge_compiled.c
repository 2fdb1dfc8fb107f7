/* What an offer was compiled for, against the machine. */
#include "container/select/judge_parts.h"
#include "core/text_list.h"
#include <string.h>

static gboolean all_recorded(const GPtrArray *features, const NeedTechnology *technology)
{
    for (guint i = 0; i < technology->needs->len; i++) {
        const Need *need = technology->needs->pdata[i];
        gboolean one = FALSE;
        for (guint k = 0; need->what == NEED_FEATURE && k < need->of->len; k++) {
            one = one || text_list_has(features, need->of->pdata[k]);
        }
        if (!one) {
            return FALSE;
        }
    }
    return technology->needs->len > 0;
}

/* Whether there is code to generate at all, and for machines like this one. */
static void judge_code(const Judging *self)
{
    if (self->offer->no_bitcode) {
        judging_add_fact(self, STATE_ABSENT, "it needs a unit that became bitcode",
                         "there is no code to generate");
    }
    if (self->offer->architecture == NULL) {
        return;
    }
    g_autoptr(GPtrArray) of = g_ptr_array_new();
    g_ptr_array_add(of, (gpointer)self->offer->architecture);
    const Need need = {.what = NEED_ARCHITECTURE, .of = of};
    const char *at = NULL;
    if (need_state(&need, self->selector->system, self->selector->arena, &at) != STATE_PRESENT) {
        judging_add_need(self, "what is compiled", &need, TRUTH_YES);
    }
}

static void judge_features(const Judging *self)
{
    const GPtrArray *features = self->offer->features;
    Arena *arena = self->selector->arena;
    if (features == NULL) {
        return;
    }
    guint missing = 0;
    for (guint i = 0; i < features->len; i++) {
        g_autoptr(GPtrArray) of = g_ptr_array_new();
        g_ptr_array_add(of, features->pdata[i]);
        const Need need = {.what = NEED_FEATURE, .of = of};
        const char *at = NULL;
        SystemState state = need_state(&need, self->selector->system, arena, &at);
        if (state != STATE_PRESENT) {
            missing++;
            judging_add_fact(
                self, state,
                arena_printf(arena, "its units were compiled for %s", need_text(&need, arena)), at);
        }
    }
    if (missing == 0) {
        judging_add_fact(
            self, STATE_PRESENT,
            arena_printf(arena, "its units were compiled for %u features", features->len), NULL);
    }
    const GPtrArray *technologies = self->selector->needs->technologies;
    for (guint i = 0; self->judgement->technology[CATEGORY_SIMD] == NULL && i < technologies->len;
         i++) {
        const NeedTechnology *technology = technologies->pdata[i];
        if (technology->category == CATEGORY_SIMD && !technology->first && technology->rank > 0 &&
            all_recorded(features, technology)) {
            judging_take_rank(self, technology);
        }
    }
}

void judge_compiled(const Judging *self)
{
    judge_features(self);
    judge_code(self);
}

/* ---- architectures of graphics processors -----------------------------------------------------
 */

/* "90" is "sm_90", "sm_90a" and "gfx90a:xnack-" lose what follows. The caller frees it. */
static char *architecture_name(const char *word)
{
    gsize length = strspn(word, "abcdefghijklmnopqrstuvwxyz_0123456789");
    return g_ascii_isdigit(*word)
               ? g_strdup_printf("sm_%.*s", (int)strspn(word, "0123456789"), word)
               : g_strndup(word, length);
}

static gboolean covers(const char *value, const char *architecture)
{
    g_auto(GStrv) words = g_strsplit_set(value, ";, ", -1);
    for (char **word = words; *word != NULL; word++) {
        g_autofree char *name = architecture_name(*word);
        if (g_str_equal(name, architecture)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void judge_architecture(const Judging *self, const OfferSetting *setting)
{
    const SystemGpus *gpus = self->selector->system->gpus;
    Arena *arena = self->selector->arena;
    const char *subject = arena_printf(arena, "%s=%s", setting->option, setting->value);
    gboolean known = FALSE;
    for (guint i = 0; i < gpus->devices->len; i++) {
        const SystemGpu *gpu = gpus->devices->pdata[i];
        known = known || gpu->architecture != NULL;
        if (gpu->architecture != NULL && covers(setting->value, gpu->architecture)) {
            judging_add_fact(self, STATE_PRESENT,
                             arena_printf(arena, "%s has code for %s", subject, gpu->architecture),
                             gpu->bus);
            return;
        }
    }
    const SystemGpu *first = gpus->devices->len == 0 ? NULL : gpus->devices->pdata[0];
    judging_add_fact(self, known ? STATE_ABSENT : STATE_UNKNOWN,
                     arena_printf(arena, "%s needs a device of that architecture", subject),
                     known ? first->architecture : "no device's architecture is known");
}

/* They matter where a backend is on, and where it was said which ones. What is compiled was
 * compiled for the default, where nothing was said; before that a build may find its own. */
void judge_architectures(const Judging *self)
{
    const NeedTechnology *backend = self->judgement->technology[CATEGORY_GPU_BACKEND];
    for (guint i = 0; backend != NULL && backend->runtime != NULL && i < self->offer->settings->len;
         i++) {
        const OfferSetting *setting = self->offer->settings->pdata[i];
        if (setting->point != NULL && setting->point->category == CATEGORY_GPU_ARCH &&
            (setting->chosen || self->offer->features != NULL) &&
            strpbrk(setting->value, "0123456789") != NULL) {
            judge_architecture(self, setting);
        }
    }
}
