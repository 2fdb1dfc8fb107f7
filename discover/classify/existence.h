/* Options that are there only where something was found, or where another option is on. */
#pragma once

#include "discover/classify/subject.h"

/* Gives a switch that exists only where a check succeeded, and is named after a package that the
 * project searches for or whose library or header was checked for, the trait of one that finds it:
 * the search stands before the option, so that it is none of the option's effects. The same to one
 * that brings an option for where that library or its headers are: who builds finds it then. */
void existence_read(const Project *project, Subject *subject);
