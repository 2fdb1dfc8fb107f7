/* Arguments of build tools that say the opposite of others. */
#pragma once

#include "core/arena.h"

/* "--disable-x" of "--enable-x" and the other way round, and so for --with; what follows a "=" is
 * left out. NULL for all else. */
const char *argument_opposite(Arena *arena, const char *argument);
/* What switches off, made from the flag of a switch that switches on: "-DX=OFF" of "-DX=ON",
 * "--disable-x", in a makefile "X=", which all ways to ask take for off. NULL where nothing does.
 */
const char *flag_off(Arena *arena, const char *flag);
