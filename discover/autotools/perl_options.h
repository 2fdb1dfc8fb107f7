/* Options of a configure script in Perl that somebody wrote by hand.
 *
 * A script that splits what it is given, "NAME=value", and looks the name up in a table takes what
 * stands in that table: "if (exists($Flags{$name}) && $value =~ /on|off/)" over "%Flags = ('FAST'
 * => 'on')". What the table says is the default, what the value is compared with its choices. */
#pragma once

#include "discover/autotools/declared_option.h"

/* Tables that names are looked up in, and rows of all of them. */
#define PERL_TABLES_MAX 32u
#define PERL_ROWS_MAX 2000u

/* The number of options. `path` is of the file, `text` its contents. */
guint perl_options_read(const char *path, const char *text, DeclaredOptions *options);
