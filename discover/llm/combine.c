#include "discover/llm/combine.h"
#include "core/specification.h"

/* Room for every category and for "none". */
#define CHOICES (CATEGORY_COUNT + 1u)

static guint choice_of(gboolean is_point, Category category)
{
    return is_point ? (guint)category : CATEGORY_COUNT;
}

Label combine_votes(const Label *labels, guint count, const Decision *rules)
{
    guint votes[CHOICES] = {0};
    guint given = 0;
    for (guint i = 0; i < count; i++) {
        if (labels[i].given) {
            votes[choice_of(labels[i].is_point, labels[i].category)]++;
            given++;
        }
    }
    guint best = choice_of(rules->is_point, rules->category);
    for (guint choice = 0; choice < CHOICES; choice++) {
        best = votes[choice] > votes[best] ? choice : best;
    }
    for (guint i = 0; i < count; i++) {
        if (labels[i].given && choice_of(labels[i].is_point, labels[i].category) == best) {
            Label label = labels[i];
            if (count > 1) {
                label.confidence = (double)votes[best] / given;
            }
            return label;
        }
    }
    return (Label){.given = FALSE};
}

static const char *category_word(gboolean is_point, Category category)
{
    return is_point ? category_text(category) : PROMPT_NO_POINT;
}

static Opinion *opinion_new(Arena *arena, const char *decided_by, gboolean is_point,
                            Category category, double confidence)
{
    Opinion *opinion = arena_new0(arena, Opinion);
    opinion->decided_by = decided_by;
    opinion->category = category_word(is_point, category);
    opinion->confidence = confidence;
    opinion->reasons = arena_array(arena);
    return opinion;
}

static void add_reason(GPtrArray *reasons, const Label *label, Arena *arena)
{
    if (label->reason != NULL && *label->reason != '\0') {
        g_ptr_array_add(reasons, arena_strdup(arena, label->reason));
    }
}

gboolean combine_is_open(const Decision *decision)
{
    return decision->is_point || decision->is_unknown || decision->confidence < CONSULT_SURE;
}

/* Whether the label or the decision counts where they differ. Who gives no confidence gets none:
 * such a label overrules nobody. */
static gboolean label_counts(const Decision *decision, const Label *label, ConsultMode mode)
{
    switch (mode) {
    case CONSULT_REPLACE:
        return TRUE;
    case CONSULT_ASSIST:
    case CONSULT_ALL:
        return combine_is_open(decision) && label->confidence > 0;
    case CONSULT_WHOLE_FILE:
        break;
    }
    return FALSE;
}

Combined combine_decision(Decision *decision, const Label *label, const ConsultSettings *settings,
                          Arena *arena)
{
    const char *model = arena_printf(arena, DECIDED_BY_MODEL_PREFIX "%s", settings->model);
    gboolean same = choice_of(decision->is_point, decision->category) ==
                    choice_of(label->is_point, label->category);
    if (!decision->is_point && !label->is_point) {
        same =
            TRUE; /* which category a rejected option came nearest to is nothing to argue about */
    }
    if (same && settings->mode != CONSULT_REPLACE) {
        decision->confidence = MAX(decision->confidence, label->confidence);
        if (label->reason != NULL && *label->reason != '\0') {
            g_ptr_array_add(decision->reasons,
                            arena_printf(arena, "%s agrees: %s", settings->model, label->reason));
        }
        return COMBINED_AGREED;
    }
    if (!label_counts(decision, label, settings->mode)) {
        Opinion *opinion =
            opinion_new(arena, model, label->is_point, label->category, label->confidence);
        add_reason(opinion->reasons, label, arena);
        decision->second_opinion = opinion;
        return COMBINED_DISPUTED;
    }
    if (!same) {
        Opinion *opinion = opinion_new(arena, DECIDED_BY_RULES, decision->is_point,
                                       decision->category, decision->confidence);
        g_ptr_array_extend(opinion->reasons, decision->reasons, NULL, NULL);
        decision->second_opinion = opinion;
    }
    decision->decided_by = model;
    decision->is_point = label->is_point;
    decision->category = label->category;
    decision->confidence = label->confidence;
    decision->reasons = arena_array(arena);
    add_reason(decision->reasons, label, arena);
    if (decision->reasons->len == 0) {
        g_ptr_array_add(decision->reasons, (gpointer) "the model gave no reason");
    }
    return same ? COMBINED_AGREED : COMBINED_CHANGED;
}

static gboolean chooses_nothing(const Label *label, const ValueDecision *value)
{
    return g_strv_contains((const char *const *)label->no_choice, value->value->value);
}

guint combine_values(Decision *decision, const Label *label, const ConsultSettings *settings,
                     Arena *arena)
{
    if (label->no_choice == NULL || decision->values == NULL || decision->values->len == 0) {
        return 0; /* a switch shows its two values, too */
    }
    guint found = 0;
    guint left = 0;
    for (guint i = 0; i < decision->values->len; i++) {
        const ValueDecision *value = decision->values->pdata[i];
        gboolean named = chooses_nothing(label, value);
        found += named ? 1 : 0;
        left += named || value->rejected ? 0 : 1;
    }
    guint names = g_strv_length(label->no_choice);
    if (left == 0) {
        return names;
    }
    for (guint i = 0; i < decision->values->len; i++) {
        ValueDecision *value = decision->values->pdata[i];
        if (!value->rejected && chooses_nothing(label, value)) {
            value->rejected = TRUE;
            value->reason = arena_printf(arena, "%s says that it chooses nothing", settings->model);
        }
    }
    return names - MIN(found, names);
}
