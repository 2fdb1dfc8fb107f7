/* Flags as people and build tools write them, made comparable: what the strict metric matches by.
 *
 * docs/evaluate.md has the rules with examples. Two flags choose the same thing exactly when their
 * keys are equal. */
#pragma once

#include "core/arena.h"

typedef struct {
    const char *option; /* "-DGMX_GPU", "--with-fft", "USE_MPI": without the value */
    const char *value;  /* "CUDA"; FLAG_ON or FLAG_OFF for words that say so; "" when it is free */
    const char *key;    /* both as one text: "-DGMX_GPU=CUDA" */
} Flag;

#define FLAG_ON "ON"
#define FLAG_OFF "OFF"

/* One argument. All texts are interned in the arena. */
Flag flag_read(Arena *arena, const char *text);
/* A value alone, in the form that `value` above has. Interned. */
const char *flag_value(Arena *arena, const char *text);
/* Splits what people wrote as one flag into its arguments, at blanks outside brackets and quotes.
 * The caller frees it with g_strfreev. */
char **flag_split(const char *text);
