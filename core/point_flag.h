/* Arguments of build tools that say the opposite of others. */
#pragma once

#include "core/arena.h"

/* What an argument of a configure script asks for. */
typedef enum {
    ARGUMENT_OTHER,
    ARGUMENT_WITH,    /* "--enable-x", "--with-x" */
    ARGUMENT_WITHOUT, /* "--disable-x", "--without-x" */
} ArgumentSense;

/* By its beginning; what stands behind a "=" does not count. */
ArgumentSense argument_sense(const char *argument);
/* What such an argument is about, "x=1" of "--without-x=1"; another one as it is. Points into it.
 */
const char *argument_subject(const char *argument);
/* "--disable-x" of "--enable-x" and the other way round, and so for --with; what follows a "=" is
 * left out. NULL for all else. */
const char *argument_opposite(Arena *arena, const char *argument);
/* The same of the first `length` bytes, a "=" among them or not. The caller frees it. */
char *argument_opposite_of(const char *argument, gsize length);
/* What switches off, made from the flag of a switch that switches on: "-DX=OFF" of "-DX=ON",
 * "--disable-x", in a makefile "X=", which all ways to ask take for off. NULL where nothing does.
 */
const char *flag_off(Arena *arena, const char *flag);
