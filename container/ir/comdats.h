/* The lines that declare comdats, which the rest of a module implies.
 *
 * A function or variable says which comdat it is in, usually the one of its own name. LLVM declares
 * those in the order of functions, then variables, and nearly all are of the kind "any". So these
 * lines, which in C++ are as many as inline functions, need not be stored. */
#pragma once

#include <glib.h>

/* The lines that LLVM would print for the functions and variables in `text`, if every comdat were
 * "any"; lines of `text` that declare comdats are not read. The caller frees it. */
char *comdats_implied(const char *text);
