/* What the sources and folders say that an option brings: a part of the project itself, a copy of
 * what others wrote, or what takes the place of one. Between signs*.c only. */
#pragma once

#include "discover/classify/subject.h"

/* Shorter names are parts of others by chance. */
#define NAMESAKE_BYTES_MIN 3u
/* At most so many effects are looked at for one option; the rest could only repeat them. */
#define EFFECTS_READ_MAX 512u

/* A source or a folder: adds the traits that follow from where it lies. */
void signs_read_path(const Project *project, Subject *subject, const OptionLink *link);
/* Whether a folder of its name that others wrote is built while a switch is off, and not else. */
gboolean signs_copies_when_off(const Project *project, const Subject *subject);
/* What is linked when the option is on may well be built from sources that it brings. A folder for
 * what others wrote, of which no source is there, is a submodule that was not fetched: theirs. */
gboolean signs_adds_sources(const Project *project, const Option *option);
/* Whether the package only stands in for what the project builds of its own once the option is on:
 * "if(BUILD_X) add_subdirectory(src/x) else() find_package(x)". */
gboolean signs_is_stand_in(const Project *project, const OptionLink *link, const Option *option);
