/* From the labels of one candidate, one from each time it was asked, to a decision. */
#pragma once

#include "discover/llm/consult.h"
#include "discover/llm/labels.h"

/* What most of the answers say; `given` is FALSE when there is no answer at all. With several
 * answers the confidence is the share of those that agree. On a tie the rules' decision wins when
 * it is among the best, else the category that stands first in core/category.h. Borrows its texts
 * from the first answer of the majority. */
Label combine_votes(const Label *labels, guint count, const Decision *rules);

/* What comes of the rules' decision and the label. */
typedef enum {
    COMBINED_AGREED,   /* both say the same */
    COMBINED_CHANGED,  /* the model's label counts; the decision has been changed */
    COMBINED_DISPUTED, /* the rules' decision counts; the label is its second opinion */
} Combined;

/* Whether the rules leave it to others: an option that they take for a point, which they do by
 * words and so too often in a project that nobody wrote them for; one of which they know nothing;
 * and one of which they are not sure. What they reject for a reason, and are sure of, is decided.
 */
gboolean combine_is_open(const Decision *decision);

/* Changes the decision as the mode says. `name` is the label's name as far as it is supported, ""
 * for none. Names and values of a decision that is a point now are for classify_assign to fill. */
Combined combine_decision(Decision *decision, const Label *label, const ConsultSettings *settings,
                          Arena *arena);

/* Rejects the values of a choice that a label says choose nothing. Names that are no value of it
 * are ignored and counted; a label that leaves no value at all is not believed. What the rules
 * rejected stays rejected. Returns how many names were of no use. */
guint combine_values(Decision *decision, const Label *label, const ConsultSettings *settings,
                     Arena *arena);
