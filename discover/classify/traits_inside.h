/* What the parts of traits.c ask one another for: questions about the values of an option
 * (traits_values.c), about where something is (traits_places.c), about packages
 * (traits_packages.c) and their variables (traits_of_package.c), about what the values search for
 * (traits_searches.c), about the builds that an option is for (traits_builds.c) and about what it
 * adjusts (traits_detail.c). */
#pragma once

#include "discover/classify/traits.h"

/* traits_values.c */

gboolean traits_is_number(const char *text);
/* The values that a project lists count more than the type, which may come from another place that
 * only turns the option off. One that leaves the choice to the build makes three ways of a switch.
 */
gboolean traits_is_choice(const Knowledge *knowledge, const Subject *subject);
/* Whether a single value chooses something. */
gboolean traits_has_lone_value(const Knowledge *knowledge, const Subject *subject);
/* "ON" or "none" among the values. Zero and one are such words unless the default is a text that is
 * neither: a count of threads is compared with one, too. */
gboolean traits_has_value_word(const Knowledge *knowledge, const Option *option);
/* Whether all values are definitions ("-DINTEL", or nothing). */
gboolean traits_takes_definitions(const Option *option);
/* Whether two values or more are no programs but words for some: the makefile gives the variable
 * another one in the place of each. */
gboolean traits_has_words_for_programs(const Option *option);

/* traits_places.c */

/* Whether a name has a word that the knowledge files list as the term `id`. */
gboolean traits_mentions_term(const Project *project, const char *text, const char *id);
gboolean traits_is_link_flags(const char *value);
/* Whether the last word of its name ends in "flags", and is no word that is known as a whole. */
gboolean traits_ends_in_flags(const Subject *self);
/* The same of a word for a place, one of `glued_places` in the knowledge files. */
gboolean traits_ends_in_place(const Knowledge *knowledge, const Subject *self);
/* Whether a message with which the project refuses what is given for it lists all of its values: "X
 * supports only a, b and c". */
gboolean traits_is_told_by_refusal(const Project *project, const Option *option);
/* The longest of those that the name ends in, behind at least `least` bytes; NULL for none. */
const char *traits_glued_place(const Knowledge *knowledge, const char *name, gsize least);
/* Whether its lines give nothing but folders of headers and libraries. */
gboolean traits_holds_places(const Option *option);
/* Whether a makefile's variable is a link line: libraries are all that it brings, where it is
 * itself given. What else it turns on is more than a way to say where a library is. */
gboolean traits_lists_libraries(const Option *option);
/* "ifdef MKLROOT", then "-lmkl_core"; if(RAJA_DIR), then find_package(RAJA): saying where it is is
 * how the library is asked for, when no other option has to be set for it, nothing stops without
 * it, and no switch of that name is there for the same. */
gboolean traits_turns_on(const Project *project, const Option *option);
/* Whether the condition holds only where the option is not given. */
gboolean traits_needs_absent(const Condition *when, const char *name);
/* Whether it holds only where the option is given: where it is true, or at least no empty text,
 * which is what if(DEFINED NAME) asks, nor `absent`, where there is another word for leaving it
 * out. */
gboolean traits_needs_given(const Condition *when, const char *name, const char *absent);
/* Whether the atom is about the option of that name. */
gboolean traits_is_about(const Condition *atom, const char *name);
/* Whether the build stops where the place is not given, if(USE_X) and not X_DIR: then something
 * else asks for the thing. Another library that builds on it and is asked for by its own place does
 * not; nor do, but for `parts`, switches for something else. */
gboolean traits_is_demanded(const Facts *facts, const char *place, gboolean parts);

/* traits_arguments.c */
/* "--with-x-dir" of a configure script that has no other argument for x: a macro or a library that
 * bears the name comes only where it is given. */
gboolean traits_argument_turns_on(const Facts *facts, const Option *option);
/* Whether all that a place given to a configure script does is to stand in search paths: what is
 * linked and defined is the same without it. */
gboolean traits_argument_is_place(const Option *option);
/* Whether an argument of a configure script for a part of something, --with-elpa-lib, has none for
 * the thing itself beside it. */
gboolean traits_is_sole(const Facts *facts, const Option *option);
/* Whether the argument says where to find what another one asks for: --with-x-lib beside --with-x
 * or --enable-x, the place --with-x beside the switch --enable-x. */
gboolean traits_is_place_of(const Project *project, const Subject *subject);
/* The other way round: what is somewhere else is no part of the project. */
gboolean traits_has_places(const Project *project, const Option *option);

/* traits_own.c */

/* Whether a word of the name begins with the project's, and the rest is no package. */
gboolean traits_is_own_part(const Project *project, const Subject *self);
/* Whether the help text calls what the name says a part of the project, and it names no technology.
 */
gboolean traits_is_told_as_own(const Project *project, const Subject *self);

/* traits_packages.c */

/* Whether the build uses headers or libraries of the folder that an argument --with-x takes. */
gboolean traits_is_folder(const Option *option);
/* The same, and it does not stop without them whatever is given: then it asks for a package. */
gboolean traits_holds_package(const Facts *facts, const Option *option);

/* traits_of_package.c */

/* Whether the file is the module that searches for a package: FindX.cmake, unless nothing calls
 * find_package(X), X is not known, and many packages are searched for in it. Such a file is
 * included for all that the project needs. */
gboolean traits_is_search_file(const Project *project, const char *path);
/* Whether it is a variable that a package sets which is searched for, and neither fetched nor built
 * along, so that whoever builds cannot choose it here. */
gboolean traits_is_of_package(const Project *project, const Option *option);

/* traits_searches.c */

/* Whether at least half of the values of a choice search for a package of their own each. */
gboolean traits_values_search(const Project *project, const Option *option);
/* Whether it alone requires a package that nothing else searches for, and links it. */
gboolean traits_requires_package(const Project *project, const Option *option);
/* Whether all that hangs on it is one package, which is searched for whatever it is: it says which
 * version, or how. */
gboolean traits_searches_either_way(const Option *option);
/* Whether all that hangs on it is a package that what declares it looks for, AC_PATH_X for X, and
 * nothing asks what came of that. */
gboolean traits_only_searches(const Option *option);
/* Whether it is an argument "--with-x=FOLDER" that nothing hangs on: the library may come as well
 * where it is left out, and where it is "no". */
gboolean traits_is_found_anyway(const Option *option);

/* traits_builds.c */

/* Whether it is only there, or only on by itself, in builds for debugging. */
gboolean traits_is_of_debug_builds(const Project *project, const Option *option);
/* Whether it is on by itself with some compilers, and with those only. */
gboolean traits_is_of_compiler(const Project *project, const Option *option);
/* Whether at least two switches that are named after instruction sets are on by themselves only
 * where the option is. */
gboolean traits_leads_sets(const Project *project, const Option *option);
/* Whether flags that choose a processor or its instructions are all that hangs on it, one of them
 * on it alone; either state may bring them. */
gboolean traits_is_of_processors(const Knowledge *knowledge, const Option *option);
