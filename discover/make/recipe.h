/* What recipes refuse: "$(error ...)" in the recipe of something that is made when nobody asks for
 * a target. A recipe is expanded when it runs, so that this is looked at when all variables have
 * what they end up with. */
#pragma once

#include "discover/make/reading.h"

/* A rule of the makefile that people begin with, or of what that includes, and where it stands. */
typedef struct {
    const MakeStatement *rule;
    Guard when;
    Span at;
} MakeRule;

/* A command of a rule with a target that a person may give. */
typedef struct {
    const MakeStatement *rule;
    const MakeStatement *recipe;
    Guard when;
    Span at;
} MakeRecipe;

/* Adds it, unless the same is known: a text may be expanded more than once. */
void make_add_refusal(MakeReading *self, const MakeRefusal *refusal);

/* Notes a rule, or a command of one, within the path of the walk. The statements have to outlive
 * the reading. */
void make_note_rule(MakeReading *self, const MakeStatement *rule);
void make_note_recipe(MakeReading *self, const MakeStatement *rule, const MakeStatement *recipe);
/* Adds what the recipes of what is made by default refuse; to be called once all is followed. */
void make_follow_recipes(MakeReading *self);
