/* What the files of the templates share; nobody else includes it. */
#pragma once

#include "discover/make/reading.h"

/* A new list of files for what is wanted by that name. */
MakeTemplates *make_templates_new(MakeReading *self, const char *wanted);
/* Adds a file once; `values`: what the choosers are for it, or NULL. */
void make_templates_add(MakeTemplates *templates, MakeSource *source, const char *const *values);
/* Orders a list by path. */
int make_templates_compare(gconstpointer a, gconstpointer b);
/* The file that stands for all comes first: one that says so by its name, else the one that tells
 * most. */
void make_templates_put_general_first(GArray *files);
/* A file that is chosen or copied like a makefile, or named by a document: its source where it
 * looks like a makefile and no other language is certain of it (CMakeLists.txt), else NULL. */
MakeSource *make_likely_source(MakeReading *self, const char *path);
/* All files below the top folder whose name fits "Make.$(arch)", and that lie where `written`, the
 * path in front of the name, says; or only those of one folder (NULL: any). */
void make_find_chosen(MakeReading *self, const MakeSource *by, const char *base_name,
                      const char *folder, const char *written);
/* What stands for references in a name is what chooses: a regular expression with a group for each
 * of them is appended. FALSE when the name has no text of its own (unless `literal`: its folder
 * has), or too many references. */
gboolean make_read_pattern(MakeReading *self, const char *name, gboolean literal, GString *regex,
                           const char **choosers);
/* Of "include arch/$(ARCH)/make.inc", with the base name `base`: the files of that name in folders
 * that fit. FALSE when there are not several. */
gboolean make_find_in_folders(MakeReading *self, const MakeSource *by, const char *word,
                              const char *base);
/* Whether the word names files by a pattern, outside of references. */
gboolean make_is_pattern(const char *word);
/* Of "include parts/x.*.mk", $(wildcard $(PART)/x.*.mk): the files that fit, or those among which a
 * variable in the pattern chooses. FALSE when the word is no pattern. */
gboolean make_find_pattern(MakeReading *self, MakeSource *by, const char *word);
/* The word with the place that it begins with, as its file tells, in place of a reference; seen
 * from the file's folder, or from the one that make was started in, as $(CURDIR) is. NULL when that
 * is no place, or not known. The caller frees it. */
char *make_known_place(const MakeFile *file, const char *word);
/* A file that makefiles of several folders include configures all of them. */
void make_note_included(MakeSource *source, MakeSource *by);
/* The first text that the file assigns to what the word refers to; NULL when there is none.
 * `others`: whether it assigns any other. */
const char *make_assigned_text(const MakeFile *file, const char *word, gboolean *others);
/* The makefiles in the folder of `top` that documents have people name: make is started with them,
 * too. */
void make_find_named(MakeReading *self, MakeSource *top);
/* Of "include $(SETTINGS)", of which nothing in the file says what it is: the files of settings in
 * its folder that documents name, where there are several. */
void make_find_whole(MakeReading *self, const MakeSource *by, const char *reference);
/* All files below the top folder, or beside it, whose name fits: of the list's only chooser that
 * name, the first group, is a value. `certain`: how their folder ends; NULL: no matter how. */
void make_find_fitting_name(MakeReading *self, const MakeSource *by, MakeTemplates *templates,
                            GRegex *regex, const char *certain);
/* Of "include $(MACROS)", where nothing in the tree is what it says or nothing says it: the files
 * that fit what a script, or a document, gives to make, "MACROS=machines/Macros.$MACHINE". `wanted`
 * is what the include asks for. More than MAKE_CHOSEN_MAX are samples that people copy. */
void make_find_passed(MakeReading *self, const MakeSource *by, const char *reference,
                      const char *wanted);
/* Behind the reference of a shell or a document's "<machine>" that begins there; NULL: none does.
 */
const char *make_shell_hole_end(const char *text);
/* What the files are called that fit a name of a script, "machines/Macros.$MACHINE": a regular
 * expression whose group is the name; NULL where nothing of it is certain, or all of it. `folder`:
 * how theirs ends, or NULL. The caller frees both. */
char *make_shell_file_name(const char *value, char **folder);
/* Calls `found` with the texts of scripts in that folder and in those above it, until it says that
 * this is enough. */
void make_each_script(MakeReading *self, const char *first,
                      gboolean (*found)(const char *text, gpointer data), gpointer data);
/* Of "include $(SETTINGS)", a file that is nowhere in the tree: where a script writes it, those
 * that it may have it include, "include ../machines/settings.${machine}". `word` says what is
 * included, `wanted` what the list is for. */
void make_find_written(MakeReading *self, const MakeSource *by, const char *word,
                       const char *wanted);
/* Files that are to be copied to that name, which `by` includes. */
void make_find_copied(MakeReading *self, const MakeSource *by, const char *wanted);
/* Files for that list, which no name tells: those that the makefile which includes it copies, that
 * documents say are copied, or that differ from the wanted one by a word of their name. */
void make_find_told_copies(MakeReading *self, const MakeSource *by, MakeTemplates *templates);
