/* The macros that the condition of an #if asks about, and in which sense. */
#pragma once

#include "core/arena.h"

typedef struct {
    const char *macro;
    gboolean negated; /* holds where the macro is not set; FALSE in doubt */
} MacroUse;

typedef struct ConditionReader ConditionReader;

/* Belongs to one thread. */
ConditionReader *condition_reader_new(void);
void condition_reader_free(ConditionReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ConditionReader, condition_reader_free)

/* Appends a MacroUse for each mention, in order, with names interned in `arena`. Conditions that
 * the grammar does not know (`__has_include(<x>)`, `and`, malformed ones) are read word by word. At
 * most SCANNER_CONDITION_BYTES_MAX bytes are expected. */
void condition_reader_read(ConditionReader *self, const char *text, Arena *arena, GArray *uses);
/* The same without the grammar: quicker by far, and now and then wrong about `negated`. */
void condition_read_words(const char *text, Arena *arena, GArray *uses);
