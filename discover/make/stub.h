/* Stub makefiles: what a makefile outside of the tree, which many projects include, lets people
 * give. "include $(FRAMEWORK_HOME)/tools/Make.defs" is answered by the file make/tools/Make.defs of
 * the stub folder, whose path is the end of what is included, in a folder that is not known. A stub
 * is a makefile like any other (docs/stubs.md). What it says has its place where the project
 * includes it: people of the project find nothing else of it. */
#pragma once

#include "discover/make/reading.h"

/* The stub for the word of an include of `by`, references and all, which nothing in the tree
 * answers; it is read when it is asked for first, where `self->at` is, a line of `by`. NULL when
 * there is none. */
MakeSource *make_find_stub(MakeReading *self, const MakeSource *by, const char *word);
/* The same among those that were read. */
MakeSource *make_known_stub(MakeReading *self, const char *word);
/* stub_named.c: leaves of the options (a set of names) those that no makefile, document or script
 * of the tree names; none where there is too much to read. */
void make_find_unnamed(MakeReading *self, GHashTable *wanted);
/* Gives everything in the facts that a stub says the place of its include, and marks the options of
 * which only a stub speaks. */
void make_place_stubs(MakeReading *self);
