/* The handlers of the modelled commands, by family; command_table.c lists them. */
#pragma once

#include "discover/cmake/assign.h"
#include "discover/cmake/evaluator.h"
#include "discover/cmake/pure.h"

/* command_variable.c */
void command_set(Evaluator *self, const Call *call);
void command_unset(Evaluator *self, const Call *call);
void command_option(Evaluator *self, const Call *call);
void command_mark_as_advanced(Evaluator *self, const Call *call);
void command_cmake_parse_arguments(Evaluator *self, const Call *call);

/* command_text.c: those of pure.h */
void command_list(Evaluator *self, const Call *call);
void command_string(Evaluator *self, const Call *call);
void command_math(Evaluator *self, const Call *call);
void command_get_filename_component(Evaluator *self, const Call *call);
void command_cmake_path(Evaluator *self, const Call *call);
void command_separate_arguments(Evaluator *self, const Call *call);

/* command_property.c */
void command_set_property(Evaluator *self, const Call *call);
void command_get_property(Evaluator *self, const Call *call);
void command_set_target_properties(Evaluator *self, const Call *call);
void command_set_source_files_properties(Evaluator *self, const Call *call);
void command_set_directory_properties(Evaluator *self, const Call *call);
void command_get_target_property(Evaluator *self, const Call *call);
void command_get_directory_property(Evaluator *self, const Call *call);
void command_get_cmake_property(Evaluator *self, const Call *call);
void command_get_source_file_property(Evaluator *self, const Call *call);
void command_set_tests_properties(Evaluator *self, const Call *call);
void command_get_test_property(Evaluator *self, const Call *call);
void command_add_test(Evaluator *self, const Call *call);
/* command_entry.c: gives the variable the VALUE, TYPE or HELPSTRING of a cache entry. */
void command_read_entry(Evaluator *self, const char *name, const char *property,
                        Variable *variable);

/* property.c: where a property is kept, as a cache entry of a name that no project can write; to be
 * freed. `entity` is "" for the folder under way, and for what there is only one of. */
char *property_key(Evaluator *self, const char *scope, const char *entity, const char *property);
/* Borrowed; NULL where nobody sets it. */
Value *property_value(Evaluator *self, const char *scope, const char *entity, const char *property);
/* The same with what it inherits. A new reference, never NULL. */
Value *property_inherited(Evaluator *self, const char *scope, const char *entity,
                          const char *property);
void command_define_property(Evaluator *self, const Call *call);
/* Where define_property() has named it. */
Guard property_defined(Evaluator *self, const char *scope, const char *property);
/* BRIEF_DOCS or FULL_DOCS, or "NOTFOUND"; a new reference. */
Value *property_documented(Evaluator *self, const char *what, const char *scope,
                           const char *property);
/* Gives a new target the properties that come from variables. */
void property_initialize(Evaluator *self, const char *target);

/* command_flow.c */
void command_include(Evaluator *self, const Call *call);
void command_include_guard(Evaluator *self, const Call *call);
void command_add_subdirectory(Evaluator *self, const Call *call);
void command_subdirs(Evaluator *self, const Call *call);
void command_return(Evaluator *self, const Call *call);
void command_break(Evaluator *self, const Call *call);
void command_continue(Evaluator *self, const Call *call);
void command_message(Evaluator *self, const Call *call);
/* Looks for NAME in CMAKE_MODULE_PATH, then among the stubs, and runs it. FALSE when there is
 * none. */
gboolean command_run_module(Evaluator *self, const char *file_name, gboolean project_only);

/* module_command.c: includes the module of CMake's own that defines the command, under those of the
 * conditions of `path` in which nothing does. FALSE when there is none. */
gboolean command_include_module_of(Evaluator *self, const char *command);

/* package_in_tree.c: runs the configuration file of the package of a find_package() when it lies in
 * the tree, in a folder that HINTS or PATHS name. FALSE when there is none. */
gboolean command_run_package_in_tree(Evaluator *self, const Call *call, const char *package);

/* named_file.c: runs the command with another first argument. */
void command_run_with(Evaluator *self, const Call *call, const char *first, CommandHandler run);
/* listed_folder.c: runs the command for each folder of the tree that the default of the option
 * lists which the first argument is all of, under the condition that the list has it. FALSE when
 * the argument is something else, or the default names no folder. */
gboolean command_each_listed_folder(Evaluator *self, const Call *call, CommandHandler run);

/* named_file.c: runs the command for each file (the first argument's name with `below` behind it)
 * that a value of the one option in that name stands for. FALSE when the name is of another kind,
 * or there are no such files or too many. */
gboolean command_each_named_file(Evaluator *self, const Call *call, const char *below,
                                 CommandHandler run);
/* Runs the command for each text that the first argument may be, where it was one of several known
 * ones, of which some may have holes. FALSE when it is of another kind. */
gboolean command_each_text(Evaluator *self, const Call *call, CommandHandler run);

/* command_language.c */
void command_cmake_language(Evaluator *self, const Call *call);
/* The commands of a text, which stand where the call does; NULL when texts have taken too much.
 * Errors in it are the project's, unless parts of the text are not known: then the ledger has it,
 * under the call's first argument. */
SourceFile *command_lowered_text(Evaluator *self, const Call *call, const char *text);
/* Runs what was deferred to the end of the folder under way. */
void command_end_folder(Evaluator *self);

/* command_project.c */
void command_project(Evaluator *self, const Call *call);
void command_enable_language(Evaluator *self, const Call *call);

/* command_policy.c */
void command_cmake_minimum_required(Evaluator *self, const Call *call);
void command_cmake_policy(Evaluator *self, const Call *call);

/* command_package.c */
void command_find_package(Evaluator *self, const Call *call);
void command_try_compile(Evaluator *self, const Call *call);
void command_try_run(Evaluator *self, const Call *call);
void command_execute_process(Evaluator *self, const Call *call);
void command_exec_program(Evaluator *self, const Call *call);
void command_host_system_information(Evaluator *self, const Call *call);
void command_site_name(Evaluator *self, const Call *call);
void command_external_project_add(Evaluator *self, const Call *call);
void command_external_project_get_property(Evaluator *self, const Call *call);
void command_fetch_content_declare(Evaluator *self, const Call *call);
void command_fetch_content_make_available(Evaluator *self, const Call *call);
void command_fetch_content_get_properties(Evaluator *self, const Call *call);

/* command_find.c: find_file(), find_path(), find_library(), find_program() */
void command_find_file(Evaluator *self, const Call *call);

/* command_target.c */
void command_add_definitions(Evaluator *self, const Call *call);
void command_add_compile_definitions(Evaluator *self, const Call *call);
void command_add_compile_options(Evaluator *self, const Call *call);
void command_add_target(Evaluator *self, const Call *call);
void command_target_sources(Evaluator *self, const Call *call);
void command_target_compile_definitions(Evaluator *self, const Call *call);
void command_target_compile_options(Evaluator *self, const Call *call);
void command_target_link_libraries(Evaluator *self, const Call *call);
void command_link_libraries(Evaluator *self, const Call *call);
/* Records the -D and other flags of a text. */
void command_note_flags(Evaluator *self, const char *text);
/* Records properties that carry definitions or flags. */
void command_note_property(Evaluator *self, const char *property, const char *value);

/* command_flags.c: whether what is in the variable reaches compilers as flags. */
gboolean command_is_flags_variable(const char *name);
/* Records what the words of the call from `first` on, as they are written and without the `tail`
 * last ones, add to flags that were recorded before. */
void command_note_added_flags(Evaluator *self, const Call *call, guint first, guint tail);
/* The same for list() and string(), where these write such a variable. */
void command_note_text_flags(Evaluator *self, const Call *call);

/* Keeps the properties that a target has from the start, as far as they are known.
 * command_property.c */
void command_note_target(Evaluator *self, const Call *call);

/* command_file.c, and its verbs: command_glob.c, command_file_text.c */
void command_file(Evaluator *self, const Call *call);
void command_aux_source_directory(Evaluator *self, const Call *call);
void command_file_glob(Evaluator *self, const Call *call);
void command_file_strings(Evaluator *self, const Call *call);
void command_file_read(Evaluator *self, const Call *call);
void command_file_checksum(Evaluator *self, const Call *call);
void command_file_size(Evaluator *self, const Call *call);

/* command_configure.c */
void command_configure_file(Evaluator *self, const Call *call);
/* Records the macros of a header that file() writes only under a condition. */
void command_note_header(Evaluator *self, const char *output, const char *text);

/* command_intrinsic.c: for stubs only */
void command_xaas_flag(Evaluator *self, const Call *call);
void command_xaas_unknown(Evaluator *self, const Call *call);
void command_xaas_given(Evaluator *self, const Call *call);
void command_xaas_used(Evaluator *self, const Call *call);
void command_xaas_package(Evaluator *self, const Call *call);
void command_xaas_effect(Evaluator *self, const Call *call);
void command_xaas_target(Evaluator *self, const Call *call);
void command_xaas_volatile_prefix(Evaluator *self, const Call *call);

/* Sets a variable to TRUE or FALSE by an unknown. command_package.c */
void command_set_flag(Evaluator *self, const char *variable, ConditionSubject kind,
                      const char *subject);
/* Makes the cache entry of a check. It finds the same wherever it is made, so its result need not
 * remember which other checks led there; which options did is kept. */
void command_set_result(Evaluator *self, const char *variable, Value *value);
/* Variables that begin with `prefix` and that nobody set are unknown instead of undefined. */
void command_add_volatile_prefix(Evaluator *self, const char *prefix);

/* The text of a file of the tree, or that the project has written, to be freed; NULL when it is not
 * there, or too large. command_file_text.c */
char *command_file_text(Evaluator *self, const char *name);
/* command_file_write.c: what file() makes and removes; nothing for its other verbs. */
void command_file_write(Evaluator *self, const Call *call);
/* What configure_file() makes of the text in this run, to be freed; NULL with an error when a
 * reference is malformed. command_text.c */
char *command_configured(Evaluator *self, const char *text, TemplateFlags flags, GError **error);
/* "@ONLY" and "ESCAPE_QUOTES" among the arguments from `first` on. command_configure.c */
TemplateFlags command_template_flags(const Call *call, guint first);

/* Helpers that several families share ---------------------------------------------------------- */

gboolean call_has(const Call *call, guint from, const char *word);
/* argv[from..to) as a list, to be freed; may narrow `path` when optional pieces are kept. */
char *command_join(Evaluator *self, const Call *call, guint from, guint to);
/* Calls `visit` for each element of a text that may hold optional pieces, with `path` narrowed to
 * where the element is there; `path` is restored. */
void command_each_item(Evaluator *self, const char *text,
                       void (*visit)(Evaluator *self, const char *item, gpointer data),
                       gpointer data);
/* Appends to every text that the variable may have where `path` holds; under a condition as an
 * optional piece, so that many such additions cost as many pieces and not all their combinations.
 */
void command_append(Evaluator *self, const char *name, const char *tail, Append append);
