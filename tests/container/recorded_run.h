/* What tests of recorded builds share: small projects with a makefile, and what becomes of them. */
#pragma once

#include "container_run.h"

/* FALSE where make is not installed; the test is skipped then. */
gboolean recorded_has_make(void);
/* A project `small` in C with this makefile and a main.c that prints SIZE, and a matrix with two
 * configurations: SIZE=1 and SIZE=2. */
void recorded_write_makefile(const ContainerRun *run, const char *rules);
/* Such a project is not built: status 1, no image, and these words. */
void recorded_assert_refused(const ContainerRun *run, const char *rules, const char *said);
/* A program, relative to the test's folder, prints that line. */
void recorded_assert_says(const ContainerRun *run, const char *program, const char *expected);
