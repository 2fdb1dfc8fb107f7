/* A file for the shell that sets variables for what is run after it. */
#pragma once

#include "core/arena.h"
#include <glib.h>

/* One assignment of a constant to a variable that is exported. */
typedef struct {
    guint line;       /* from 1 */
    const char *text; /* the line, trimmed */
    const char *name;
    const char *value;
    gboolean off;        /* it stands in a comment */
    const char *comment; /* what stands above, lines joined by '\n', or behind; NULL: nothing */
    GPtrArray *values;   /* const char *: that the comment lists; empty when it lists none */
    const char *list;    /* the lines of the comment that list them, and where they end; NULL */
    const char *list_end;
} EnvironmentSetting;

/* More settings of one file are left, and more than COMMENT_VALUES_MAX values of one setting. */
#define SETTINGS_FILE_MAX 1000u

/* Reads "export NAME=value", "setenv NAME value", ": ${NAME:=value}", and "NAME=value" behind "set
 * -a", in a comment ("#export") or not, outside of conditionals, loops and functions. A name counts
 * once, where it is assigned first. Elements are EnvironmentSetting, all in the arena; the caller
 * unrefs the array. `path` is kept; `cut`: settings were left. */
GArray *settings_file_read(Arena *arena, const char *path, const char *text, gboolean *cut);

/* What the setting is for, in one line, without the values that are listed; NULL when only those
 * are. In the arena. */
const char *setting_help(Arena *arena, const EnvironmentSetting *setting);
