/* A point as the review on the terminal shows it. */
#pragma once

#include "discover/program/review_terminal.h"

/* `number` of `count` that wait for a decision. */
void review_point_show(const ReviewTerminal *self, guint index, guint number, guint count);
/* At most so many pieces of its evidence, and how many there are beyond. */
void review_point_evidence(const ReviewTerminal *self, const Point *point, guint count);
