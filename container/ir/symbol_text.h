/* Names of functions and variables for people. */
#pragma once

/* A name as the linker has it, and behind it, where C++ made it, what that means: "_ZN1a1bEv
 * (a::b())". The caller frees it. */
char *symbol_text(const char *name);
