/* What the parts of judging share. */
#pragma once

#include "container/select/select.h"
#include "core/choice.h"

/* One offer on its way to a judgement. */
typedef struct {
    const Selector *selector;
    const Offer *offer;
    Judgement *judgement;
} Judging;

/* Texts are the arena's. */
void judging_add_fact(const Judging *self, SystemState state, const char *text, const char *at);
/* `brings`: whether the subject brings what has the need, which is not TRUTH_NO. */
void judging_add_need(const Judging *self, const char *subject, const Need *need, Truth brings);
/* The technology is the offer's, unless it has a better one of the category. */
void judging_take_rank(const Judging *self, const NeedTechnology *technology);

/* What the units were compiled for, and whether there is code for machines like this one. */
void judge_compiled(const Judging *self);
/* Architectures of devices, once it is known which backend the offer has. */
void judge_architectures(const Judging *self);
