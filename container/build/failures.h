/* What programs say when they fail: container/knowledge/failures.yaml, read once.
 *
 * The question is whether a command failed for what it was given, so that it fails again whenever
 * it is run, or because the machine lacks something, another program ended it or it crashed. Only
 * the first says something about a project. */
#pragma once

#include <glib.h>

typedef struct Failures Failures;

/* `folder` holds failures.yaml. NULL and an error with file and line when it is malformed. */
Failures *failures_load(const char *folder, GError **error);
void failures_free(Failures *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Failures, failures_free)

/* How a compiler ends that has found something wrong with what it was given. */
#define FAILURES_STATUS_ERROR 1

/* Whether a program says that it crashed or was ended, or that the machine lacks something. */
gboolean failures_lacked(const Failures *self, const char *text);
/* Whether a program says that a disk is full. */
gboolean failures_lacked_space(const Failures *self, const char *text);
/* The first line in which a compiler says what is wrong with what it was given. NULL when it says
 * no such thing, or that it lacked something. The caller frees it. */
char *failures_first_error(const Failures *self, const char *text);
/* The same where it is known how the command ended: with any other status than
 * FAILURES_STATUS_ERROR nothing is wrong with its source. The caller frees it. */
char *failures_source_error(const Failures *self, int status, const char *text);

/* What a build tool announces first, with the words behind it, and *line, with which it does; both
 * are the caller's. NULL, and *line as it was, when it announces nothing. */
char *failures_announced(const Failures *self, const char *text, char **line);

#define FAILURES_ERROR failures_error_quark()
GQuark failures_error_quark(void);
typedef enum { FAILURES_ERROR_MALFORMED } FailuresError;
