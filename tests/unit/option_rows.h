/* What must hold of every program's table of options. */
#pragma once

#include "core/command_line.h"
#include <string.h>

/* The help, the manual page and the completions quote these texts without escaping them. */
static inline void assert_option_rows(const CommandLine *command)
{
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        g_assert_null(strpbrk(row->help, "'\"[]\\`$"));
        g_assert_true((row->argument == NULL) == (row->takes == TAKES_NOTHING));
        g_assert_true(row->takes != TAKES_OPTIONAL || row->letter == 0);
        g_assert_true((row->choices == NULL) == (row->takes != TAKES_CHOICE));
        for (const OptionRow *other = row + 1; other->name != NULL; other++) {
            g_assert_cmpstr(row->name, !=, other->name);
            g_assert_true(row->letter == 0 || row->letter != other->letter);
            g_assert_cmpuint(row->offset, !=, other->offset);
        }
    }
}
