/* What functions of other units and of libraries, of which no code is seen, may do with addresses
 * of functions. */
#pragma once

#include <glib.h>
#include <llvm-c/Core.h>

typedef enum {
    CALLEE_CALLS_ANY,  /* all that it can have an address of: what holds for most */
    CALLEE_CALLS_OWN,  /* the functions that it is given, as `atexit` does */
    CALLEE_CALLS_NONE, /* it looks at no such address, or can be given none */
} CalleeCalls;

/* What a call of `function`, a declaration with that signature, may call at once or later. One that
 * is not known calls any if its arguments can hold an address. */
CalleeCalls callee_calls(LLVMValueRef function, LLVMTypeRef signature);
