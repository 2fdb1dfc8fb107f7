/* What is made by default, where that hangs on something, and what recipes refuse: "$(error ...)"
 * in the recipe of something that is made when nobody asks for a target. A recipe is expanded when
 * it runs, so that this is looked at when all variables have what they end up with.
 *
 * What is made then is the first target, as make itself finds it, or what .DEFAULT_GOAL says. Where
 * that is not known nothing is refused. Included files that are not in the tree are taken to hold
 * settings and no rules. */
#pragma once

#include "discover/make/reading.h"

/* Rules of the makefile that people begin with and of what that includes, and commands of those
 * with a target that a person may give. */
MakeRecipes *make_recipes_new(void);
void make_recipes_free(MakeRecipes *self);

/* Adds it, unless the same is known: a text may be expanded more than once. */
void make_add_refusal(MakeReading *self, const MakeRefusal *refusal);

/* Notes a rule, or a command of one, within the path of the walk. The statements of a command have
 * to outlive the reading. */
void make_note_rule(MakeReading *self, const MakeStatement *rule);
void make_note_recipe(MakeReading *self, const MakeStatement *rule, const MakeStatement *recipe);
/* The same for a rule of which only the targets are looked at: the first one may be what is made
 * by default. */
void make_note_targets(MakeReading *self, const char *targets);
/* Notes that within `when` there may be rules here that nobody can see. */
void make_note_unseen_rules(MakeReading *self, Guard when);
/* Notes that the makefile itself says what is made by default (.DEFAULT_GOAL). */
void make_note_default_goal(MakeReading *self, const MakeStatement *statement);
/* Notes that a variable has another value in some recipes ("all: X = 1"). Recipes that ask for it,
 * which make_note_asked is told of, refuse nothing that is known. */
void make_note_own_value(MakeReading *self, const char *name);
void make_note_asked(MakeReading *self, const char *name);
/* Adds which targets are made by default under a condition, as effects (EFFECT_GOAL), and what the
 * recipes of what is made by default refuse; to be called once all is followed. */
void make_follow_recipes(MakeReading *self);
