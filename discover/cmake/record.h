/* Where the command under way stands (place.c), and recording what it does there (record.c). */
#pragma once

#include "discover/cmake/evaluator.h"

/* The command under way. */
Span evaluator_here(const Evaluator *self);
/* The innermost command under way that stands in the project, not in a stub. */
Span evaluator_project_place(const Evaluator *self);
/* The same for what is said there: where functions of the project hand the sentence on to each
 * other, the place of the first that has it. */
Span evaluator_said_place(const Evaluator *self, const char *said);
/* The value of a variable that follows from where the reader is, CMAKE_CURRENT_LIST_DIR; NULL for
 * others. */
const char *evaluator_place_variable(Evaluator *self, const char *name);
/* The folder of the tree whose CMakeLists.txt is under way. */
const char *evaluator_folder(const Evaluator *self);
/* How that folder knows a test of that name; to be freed. */
char *evaluator_test_name(const Evaluator *self, const char *name);
/* The frames of the calls on the way here, outermost first; elements are const Frame *. Caller
 * unrefs. */
GPtrArray *evaluator_calls(const Evaluator *self);
gboolean evaluator_in_stub(const Evaluator *self);
/* The text of an option is asked for in a file that the search for undeclared ones does not read.
 */
void evaluator_note_spelled(const Evaluator *self, Variable *variable);

/* What CMAKE_CURRENT_LIST_FILE is in the file. */
const char *evaluator_list_file(const Evaluator *self, const SourceFile *file);

/* An absolute path ("/source/a", or relative to the current source folder) as a path in the tree;
 * NULL when it is elsewhere or has holes. The caller frees it. */
char *evaluator_tree_path(Evaluator *self, const char *path);
char *evaluator_absolute(Evaluator *self, const char *path, const char *base_variable);

/* Something that the project does under `path` in the place under way, for instance linking a
 * library of that name. Nothing is recorded where the name has holes. `detail`, `file`: see
 * EffectRecord; may be NULL. */
void evaluator_effect(Evaluator *self, EffectKind kind, const char *name, const char *detail);
void evaluator_effect_full(Evaluator *self, EffectKind kind, const char *name, const char *detail,
                           const char *file, gboolean required);
/* noted.c: what a command gives to something, of which `note` records effects and nothing else. A
 * text with holes that the same command has given before may be noted only when all is read. */
typedef void (*TextNote)(Evaluator *self, const char *text);
void evaluator_note_text(Evaluator *self, const char *text, TextNote note);
/* Records what is left of these. */
void evaluator_note_gathered(Evaluator *self);
/* Marks their conditions (guards_collect). */
void evaluator_mark_noted(const Evaluator *self);
/* An empty `noted` of the evaluator; the caller frees it. */
NotedTexts *noted_texts_new(void);
void noted_texts_free(NotedTexts *self);
/* What could not be followed there; `lost`: names of variables that are unknown since, ended by
 * NULL, or NULL. */
void evaluator_ledger(Evaluator *self, const char *reason, const char *subject,
                      const char *const *lost);

/* Targets and other named things that exist under a condition; tables of name -> Guard *. */
void evaluator_add_name(Evaluator *self, GHashTable *table, const char *name);
Guard evaluator_name_exists(Evaluator *self, GHashTable *table, const char *name);

/* unread_targets.c: under `path` something was added whose targets nobody here knows. `name`: of
 * the package, the folder or the content; `from`: the address that content comes from, or NULL. */
typedef enum { UNREAD_PACKAGE, UNREAD_FOLDER, UNREAD_DOWNLOAD } UnreadKind;
void evaluator_note_unread(Evaluator *self, UnreadKind kind, const char *name, const char *from);
/* Marks their conditions (guards_collect). */
void evaluator_mark_unread(const Evaluator *self);
/* Where there is a target of that name, as far as is known: a check where such content may have
 * made it. */
Guard evaluator_target_exists(Evaluator *self, const char *name);
