/* What a run of CMake found out, as answers for the reader's concrete mode (answers.h): from its
 * programs, checks, packages and files. */
#pragma once

#include "tests/oracle/assignment.h"
#include "tests/oracle/reading.h"

/* What a command tells by itself: files that are read or asked for, packages and their targets,
 * and what a module keeps in a file that it has written. */
void found_note_command(Reading *self, const Frame *call, guint depth);
/* xaas_answer(VARIABLE VALUE) in the stand-in for a command that runs something: the frame around
 * it is where that command was called. */
void found_note_answer(Reading *self, const Frame *answer, guint depth);
/* The last that a module's code stores in one call of the project's. */
void found_note_check(Reading *self, const Assignment *assignment, const Frame *at, guint depth);
/* Adds the answers that only the whole trace can tell. */
void found_finish(Reading *self);

/* For Reading.packages: frees what a Package holds. */
void found_package_clear(gpointer data);
