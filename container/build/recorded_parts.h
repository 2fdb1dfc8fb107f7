/* What recorded.c follows calls with: what one call says by itself, and what is kept of what was
 * made. */
#pragma once

#include "container/build/recorded.h"

/* ---- one call (recorded_call.c) -------------------------------------------------------------- */

/* Whether a compiler was only asked something, or wrote text. */
gboolean recorded_makes_text(const RecordedCall *call);
/* Whether a word names a source that the compiler takes in. */
gboolean recorded_is_source(const Compilers *compilers, const RecordedCall *call,
                            const RecordedFile *file);
/* The first of the files at that path, or where it leads; NULL: none is. */
const RecordedFile *recorded_file_at(const GPtrArray *files, const char *path);
/* What stands behind "-o"; NULL: nothing. */
const char *recorded_output_word(const RecordedCall *call);
/* The file that a compiler writes for a source, or a link (NULL); the caller frees it. */
char *recorded_output_path(const RecordedCall *call, const char *source);
/* The kind of what a call to a linker, or to a compiler that links, makes. */
MadeKind recorded_link_kind(const RecordedCall *call);
/* What a word has named there before the call; NULL: nothing. */
const RecordedFile *recorded_named_before(const RecordedCall *call, const char *path);

/* ---- what was made (recorded_made.c); all of it is in the arena ------------------------------ */

/* What the file is by its identity, or else by its bytes; NULL: nothing that was made. */
Made *recorded_made_of(Recorded *self, const RecordedFile *file);
/* A name for what was called where, for which source (NULL: none), and for which time: the same in
 * each build. */
const char *recorded_key_of(Recorded *self, const RecordedCall *call, const char *source);
/* Something new. `file` NULL: it was not left. */
Made *recorded_add(Recorded *self, MadeKind kind, const char *key, const RecordedFile *file);
/* What a call has made of something, which was `was` and is `file`. */
Made *recorded_add_changed(Recorded *self, const Made *before, const char *key,
                           const RecordedFile *file, const RecordedFile *was);
/* The same under another name, which an archive keeps. */
Made *recorded_add_alike(Recorded *self, const Made *made, const RecordedFile *file);
/* A call has a part in it; the tables, of which it keeps references, are those of MadeBy. */
MadeBy *recorded_add_call(Recorded *self, Made *made, const RecordedCall *call, GHashTable *files,
                          GHashTable *objects);
