/* The places that a point shows: where its option is declared, what turns on with it, who uses it.
 */
#include "discover/specify_internal.h"
#include <string.h>

static void add_evidence(Specifier *self, Point *point, Span at, const char *written)
{
    const char *text = specify_text(self->arena, written);
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *known = point->evidence->pdata[i];
        if (span_compare(&known->at, &at) == 0 ||
            (span_same_line(&known->at, &at) && g_strcmp0(known->text, text) == 0)) {
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

/* Things that one line does are told in one place, the first of them by name. */
#define EFFECTS_TOLD_MAX 4u

static gboolean comes_where_off(const Point *point, const OptionLink *link)
{
    return point->kind == POINT_SWITCH && link->values->len == 1 &&
           !specify_is_set(link->values->pdata[0]);
}

/* Whether two effects are of one kind and line, and of a switch come where it is on or off both. */
static gboolean is_told_with(const Point *point, const OptionLink *a, const OptionLink *b)
{
    return a->effect->kind == b->effect->kind && span_same_line(&a->effect->at, &b->effect->at) &&
           comes_where_off(point, a) == comes_where_off(point, b);
}

static gboolean is_told(const OptionLink *link)
{
    return link->values != NULL && link->values->len > 0 && is_telling(link->effect->kind);
}

/* The names of the effects that are told with the link, itself first: const char *. The caller
 * unrefs them. */
static GPtrArray *names_beside(const Point *point, const Option *option, const OptionLink *link)
{
    GPtrArray *names = g_ptr_array_new();
    g_ptr_array_add(names, (gpointer)link->effect->name);
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *other = option->links->pdata[i];
        if (is_told(other) && is_told_with(point, link, other) &&
            !g_ptr_array_find_with_equal_func(names, other->effect->name, g_str_equal, NULL)) {
            g_ptr_array_add(names, (gpointer)other->effect->name);
        }
    }
    return names;
}

/* "macro A", "macros A, B and C", "macros A, B, C, D and 7 more". */
static GString *effects_text(EffectKind kind, const GPtrArray *names)
{
    GString *text = g_string_new(effect_kind_text(kind));
    guint told = MIN(names->len, EFFECTS_TOLD_MAX);
    g_string_append(text, names->len > 1 ? "s " : " ");
    for (guint i = 0; i < told; i++) {
        const char *between = i == 0 ? "" : i + 1 == names->len ? " and " : ", ";
        g_string_append_printf(text, "%s%s", between, (const char *)names->pdata[i]);
    }
    if (names->len > told) {
        g_string_append_printf(text, " and %u more", names->len - told);
    }
    return text;
}

/* The effects of a line in words, told where its first one is. A value that nobody could work out
 * is left out, and of a switch it is told what comes with it where it is off. The line that writes
 * a header does not name the macros in it, so that the header is told. */
static void add_effects(Specifier *self, Point *point, const Option *option, guint index)
{
    const OptionLink *link = option->links->pdata[index];
    const Effect *effect = link->effect;
    for (guint i = 0; i < index; i++) {
        const OptionLink *before = option->links->pdata[i];
        if (is_told(before) && is_told_with(point, before, link)) {
            return;
        }
    }
    gboolean one_detail = TRUE;
    for (guint i = index + 1; i < option->links->len; i++) {
        const OptionLink *other = option->links->pdata[i];
        one_detail = one_detail && (!is_told(other) || !is_told_with(point, link, other) ||
                                    g_strcmp0(other->effect->detail, effect->detail) == 0);
    }
    g_autoptr(GPtrArray) names = names_beside(point, option, link);
    g_autoptr(GString) text = effects_text(effect->kind, names);
    if (names->len == 1 && one_detail && effect->detail != NULL &&
        specify_unreadable(effect->detail) == NULL) {
        g_string_append_printf(text, " %s", effect->detail);
    }
    if (effect->kind == EFFECT_MACRO && effect->file != NULL) {
        g_string_append_printf(text, ", written to %s", effect->file);
    }
    g_string_append(text, comes_where_off(point, link) ? ", where it is off" : "");
    add_evidence(self, point, effect->at, text->str);
}

/* The outermost call that says which option a line declares that puts names together. */
static void add_asking_call(Specifier *self, Point *point, const Definition *definition)
{
    for (guint i = 0; i < definition->wrappers->len; i++) {
        const Wrapper *wrapper = definition->wrappers->pdata[i];
        if (wrapper->tells) {
            g_autofree char *text = g_strdup_printf("%s() asks for it", wrapper->command);
            add_evidence(self, point, wrapper->at, text);
            return;
        }
    }
}

/* The line of a declaration; one that puts names together tells which of them is meant, and who
 * asks for that. */
static void add_definition(Specifier *self, Point *point, const Option *option,
                           const Definition *definition)
{
    Span at = definition->at.path == NULL ? definition->declared_at : definition->at;
    gboolean put_together = definition->text != NULL && definition_is_put_together(definition) &&
                            strstr(definition->text, option->name) == NULL;
    g_autofree char *text = put_together
                                ? g_strdup_printf("%s declares %s", definition->text, option->name)
                                : g_strdup(definition->text);
    add_evidence(self, point, at, text);
    if (put_together) {
        add_asking_call(self, point, definition);
    }
}

/* Where people are told of an option that nothing declares: documents count, and so does what files
 * of the build, presets and scripts do with it or say. */
static const char *telling_text(const char *path)
{
    static const struct {
        const char *ending, *text;
    } kinds[] = {{"CMakeLists.txt", "this file sets it for people, or tells them of it"},
                 {".cmake", "this file sets it for people, or tells them of it"},
                 {".json", "a preset sets it"},
                 {".sh", "a script gives it"},
                 {".yml", "a script gives it"},
                 {".yaml", "a script gives it"},
                 {"Dockerfile", "a script gives it"}};
    for (gsize i = 0; path != NULL && i < G_N_ELEMENTS(kinds); i++) {
        if (g_str_has_suffix(path, kinds[i].ending)) {
            return kinds[i].text;
        }
    }
    return "the documentation names it";
}

void specify_add_evidence(Specifier *self, Point *point, const Option *option, guint most)
{
    guint before = point->evidence->len;
    self->evidence_most = before + most;
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        add_definition(self, point, option, definition);
        add_evidence(self, point, definition->help_at, definition->help);
    }
    if (option->definitions == NULL || option->definitions->len == 0) {
        add_fallbacks(self, point, option);
        add_uses(self, point, option);
    }
    /* Each effect is compared with all others, of which there may be thousands. */
    for (guint i = 0; option->links != NULL && i < option->links->len &&
                      point->evidence->len < self->evidence_most;
         i++) {
        if (is_told(option->links->pdata[i])) {
            add_effects(self, point, option, i);
        }
    }
    add_settings(self, point, option);
    if (option->definitions == NULL || option->definitions->len == 0 ||
        option_is_told_beside_force(option)) {
        add_evidence(self, point, option->documented, telling_text(option->documented.path));
    }
}

static gboolean has_evidence(const Point *point, const Span *at)
{
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *evidence = point->evidence->pdata[i];
        if (span_same_line(&evidence->at, at)) {
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
        PointValue *value = point_find_value(point, given->value);
        if (value != NULL && value->at.path == NULL && given->at.path != NULL &&
            !has_evidence(point, &given->at)) {
            value->at = (Span){given->at.path, given->at.line, 0};
        }
    }
}
