/* What a thread has LLVM work on, for the last words of a program that LLVM ends.
 *
 * On some input, malformed or merely beyond it, LLVM returns no error but ends the process. A
 * program that asked to be told first (LLVMInstallFatalErrorHandler) hears on the thread that
 * failed what LLVM says, and nothing of whose input it was: that is kept here. */
#pragma once

/* `what` is a path or a name as people know it, copied; a thread works on one thing at a time. */
void work_begin(const char *what);
void work_end(void);
/* NULL when this thread has begun nothing. Stays the thread's. */
const char *work_now(void);
