/* The places that a point shows: where its option is declared, what turns on with it, who uses it.
 */
#include "discover/specify_internal.h"

static void add_evidence(Specifier *self, Point *point, Span at, const char *written)
{
    const char *text = specify_text(self->arena, written);
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *known = point->evidence->pdata[i];
        gboolean same_line = known->at.line == at.line && g_strcmp0(known->at.path, at.path) == 0;
        if (span_compare(&known->at, &at) == 0 ||
            (same_line && g_strcmp0(known->text, text) == 0)) {
            return;
        }
    }
    if (at.path != NULL && point->evidence->len < self->evidence_most) {
        Evidence *evidence = arena_new0(self->arena, Evidence);
        at.column = 0;
        *evidence = (Evidence){.at = at, .text = text};
        g_ptr_array_add(point->evidence, evidence);
    }
}

/* Effects that tell most about a performance technology; the others would crowd them out. */
static gboolean is_telling(EffectKind kind)
{
    return kind == EFFECT_PACKAGE || kind == EFFECT_MACRO || kind == EFFECT_DEFINITION ||
           kind == EFFECT_LANGUAGE;
}

/* Files that use the option: that somebody builds like that is worth telling, a few times. */
#define SETTINGS_TOLD_MAX 3u

static void add_settings(Specifier *self, Point *point, const Option *option)
{
    guint told = 0;
    for (guint i = 0; i < self->facts->settings->len && told < SETTINGS_TOLD_MAX; i++) {
        const Setting *setting = self->facts->settings->pdata[i];
        if (!g_str_equal(setting->option, option->name)) {
            continue;
        }
        const char *name = setting->combination;
        g_autofree char *text = g_strdup_printf(
            "%s%s%s sets it%s%s", recipe_kind_text(setting->kind), name != NULL ? " " : "",
            name != NULL ? name : "", setting->value != NULL ? " to " : "",
            setting->value != NULL ? setting->value : "");
        add_evidence(self, point, setting->at, text);
        told++;
    }
}

/* Of an option that nothing declares: the first place in each of that many files that read it. */
#define USES_TOLD_MAX 3u

static void add_uses(Specifier *self, Point *point, const Option *option)
{
    const char *last = NULL;
    guint told = 0;
    for (guint i = 0; option->uses != NULL && i < option->uses->len && told < USES_TOLD_MAX; i++) {
        const Span *use = option->uses->pdata[i];
        if (g_strcmp0(use->path, last) != 0) {
            add_evidence(self, point, *use,
                         option->off_unset && told == 0
                             ? "it is read here, and off where nobody gives it"
                             : "it is read here");
            last = use->path;
            told++;
        }
    }
}

/* Where nobody gives it a value, the project does. */
static void add_fallbacks(Specifier *self, Point *point, const Option *option)
{
    for (guint i = 0; option->fallbacks != NULL && i < option->fallbacks->len; i++) {
        const Definition *fallback = option->fallbacks->pdata[i];
        g_autofree char *text = g_strdup_printf("where nobody gives it: %s",
                                                fallback->text != NULL ? fallback->text : "");
        add_evidence(self, point, fallback->at, text);
    }
}

/* An effect in words. A value that nobody could work out is left out, and of a switch it is told
 * what comes with it where it is off. */
static void add_effect(Specifier *self, Point *point, const OptionLink *link)
{
    const Effect *effect = link->effect;
    const char *detail = effect->detail != NULL && specify_unreadable(effect->detail) == NULL
                             ? effect->detail
                             : NULL;
    gboolean off = point->kind == POINT_SWITCH && link->values->len == 1 &&
                   !specify_is_set(link->values->pdata[0]);
    g_autofree char *text = g_strdup_printf(
        "%s %s%s%s%s", effect_kind_text(effect->kind), effect->name, detail == NULL ? "" : " ",
        detail == NULL ? "" : detail, off ? ", where it is off" : "");
    add_evidence(self, point, effect->at, text);
}

void specify_add_evidence(Specifier *self, Point *point, const Option *option, guint most)
{
    guint before = point->evidence->len;
    self->evidence_most = before + most;
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        Span at = definition->at.path == NULL ? definition->declared_at : definition->at;
        add_evidence(self, point, at, definition->text);
        add_evidence(self, point, definition->help_at, definition->help);
    }
    if (option->definitions == NULL || option->definitions->len == 0) {
        add_fallbacks(self, point, option);
        add_uses(self, point, option);
    }
    for (guint i = 0; option->links != NULL && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        if (link->values != NULL && is_telling(link->effect->kind)) {
            add_effect(self, point, link);
        }
    }
    add_settings(self, point, option);
    if (option->definitions == NULL || option->definitions->len == 0) {
        add_evidence(self, point, option->documented, "the documentation names it");
    }
}

static gboolean has_evidence(const Point *point, const Span *at)
{
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *evidence = point->evidence->pdata[i];
        if (evidence->at.line == at->line && g_str_equal(evidence->at.path, at->path)) {
            return TRUE;
        }
    }
    return FALSE;
}

void specify_place_values(const Point *point, const Decision *decision)
{
    gboolean differ = FALSE;
    for (guint i = 1; decision->values != NULL && i < decision->values->len; i++) {
        const ValueDecision *first = decision->values->pdata[0];
        const ValueDecision *other = decision->values->pdata[i];
        differ = differ || first->value->at.line != other->value->at.line ||
                 g_strcmp0(first->value->at.path, other->value->at.path) != 0;
    }
    for (guint i = 0; differ && i < decision->values->len; i++) {
        const AllowedValue *given = ((const ValueDecision *)decision->values->pdata[i])->value;
        PointValue *value = specify_find_value(point, given->value);
        if (value != NULL && value->at.path == NULL && given->at.path != NULL &&
            !has_evidence(point, &given->at)) {
            value->at = (Span){given->at.path, given->at.line, 0};
        }
    }
}
