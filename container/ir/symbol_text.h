/* Names of functions and variables for people. */
#pragma once

/* A name as the linker has it, and behind it, where C++ made it, what that means: "_ZN1a1bEv
 * (a::b())". What is long, or could be long by what it refers to, stands alone. The caller frees
 * it. */
char *symbol_text(const char *name);
