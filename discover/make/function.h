/* A call of one of make's functions while it is worked out; shared by the files that do that. */
#pragma once

#include "discover/make/reading.h"
#include "discover/make/text_function.h"

typedef struct {
    MakeReading *reading;
    const char *name;
    const char *raw; /* the arguments, not expanded */
    Guard when;
    GArray *result; /* MakeAlternative */
} MakeCall;

/* Appends a text under a condition; a hole that stands for what the function makes of `text`. */
void make_call_result(MakeCall *call, const char *text, Guard when);
void make_call_unknown(MakeCall *call, const char *text, Guard when);

/* The arguments with what they refer to, in every combination, in one text each; and so many
 * arguments of such a text, of which those that it does not have are empty. The caller frees both.
 */
GArray *make_call_arguments(MakeCall *call, guint most);
char **make_call_argument_texts(const char *text, guint count);

/* filter_function.c */
void make_call_filter(MakeCall *call, const TextFunction *function);
/* machine_function.c: $(wildcard), $(abspath) and $(realpath), $(shell). */
void make_call_wildcard(MakeCall *call);
void make_call_path(MakeCall *call);
void make_call_shell(MakeCall *call);
