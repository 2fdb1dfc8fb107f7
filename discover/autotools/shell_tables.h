/* Options whose names a shell script puts together from a table of its own: "-" and each of
 * NAMES[0]=zlib, NAMES[1]=fftw, compared with an argument. */
#pragma once

#include "discover/autotools/shell_lines.h"
#include "discover/autotools/shell_named.h"

/* Options of one script that tables give. */
#define SHELL_TABLES_MAX 500u

/* Those that the help tells of, by name or by "-<lib>"; "-" stands for a table whose options no
 * help tells of. What only says where something is that another form of the same table asks for is
 * left out, and so is the form that begins in "no". The caller frees it. */
ShellNamed *shell_tables_read(const ShellLines *lines);
