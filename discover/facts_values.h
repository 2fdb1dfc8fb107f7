/* What options allow, beyond what a reader of one build system can see: help texts list values
 * ("single, double or extended", "(REF, OMP, CUDA)", "cuda|hip", "64-bit (64) or 32-bit (32)",
 * "Possible values are: GEN9, GEN11"), some each in a line of its own. */
#pragma once

#include "discover/facts.h"

/* A longer help text is read up to here. */
#define HELP_BYTES_MAX 4096u

/* What is known of an option's values before its help text is read; elements are const char *. */
typedef struct {
    const GPtrArray *defaults;
    const GPtrArray
        *compared; /* what the project asks for, where nothing or "off" is the default */
} KnownValues;

/* The words that a help text lists (const char *, as it spells them); empty when it lists none.
 * With a default that is not empty only a list that has it counts, without one only a list in
 * brackets or with bars; a list that the text announces counts anyhow, with the default added, and
 * one with "or" or the like in it where the project compares with one of its words. The caller
 * frees it. */
GPtrArray *facts_help_values(Arena *arena, const char *help, const KnownValues *known);

/* Adds the values that help texts list to options whose values nothing declares, and takes away
 * those that only name another option which the project compares with. Where a project refuses all
 * but the values that it compares with, these are all that there are (free_form). Called once, by
 * facts_finish. */
void facts_complete_values(Facts *facts);
