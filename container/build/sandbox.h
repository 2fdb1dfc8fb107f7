/* Where a project's own programs run: its configure step, its generators, and every compiler.
 *
 * With bubblewrap (the default) a command sees the root file system read-only, the project's
 * sources read-only at SANDBOX_SOURCE, one build tree at SANDBOX_BUILD, one folder for outputs at
 * SANDBOX_OUTPUT, empty /tmp, /run and home folders, a small fixed environment, and no network.
 * Where a project may download what it needs, configuring and generating see the network; the
 * compilation of its units never does.
 * Every configuration has its build tree at the same path, so that paths agree between them. For a
 * project that writes among its sources each build tree can have sources of its own, which what may
 * write to the tree may write to as well.
 * Without isolation commands run on the host at the real paths. */
#pragma once

#include <glib.h>

#define SANDBOX_SOURCE "/source"
#define SANDBOX_BUILD "/build"
#define SANDBOX_OUTPUT "/out"
/* Where programs are looked for inside, unless nothing is isolated. */
#define SANDBOX_PATH "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

/* clang-format off */
#define ISOLATIONS(X)            \
    X(BUBBLEWRAP, "bubblewrap")  \
    X(NONE,       "none")
/* clang-format on */

typedef enum {
#define X(id, text) ISOLATION_##id,
    ISOLATIONS(X)
#undef X
} Isolation;

/* FALSE when no kind of isolation has that name. */
gboolean isolation_parse(const char *text, Isolation *isolation);
const char *isolation_text(Isolation isolation);

typedef struct {
    Isolation isolation;
    char *root;           /* a folder with a root file system; NULL: the host's */
    char *root_name;      /* what units made in it are told apart by; NULL: its folder */
    char *source;         /* the project's folder, absolute */
    gint64 timestamp;     /* SOURCE_DATE_EPOCH for everything that runs */
    gboolean own_sources; /* each build tree has them in a folder "source" beside it */
    gboolean network;     /* commands that ask for it see it, and the proxies' names */
} Sandbox;

/* The source folder is made absolute. NULL and an error that says what to do when a folder is
 * missing, or bubblewrap is not there or may not make namespaces. */
Sandbox *sandbox_new(Isolation isolation, const char *root, const char *source, gint64 timestamp,
                     GError **error);
void sandbox_free(Sandbox *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sandbox, sandbox_free)

typedef struct {
    const char *const *command;
    const char *directory; /* as seen inside; NULL: the build tree */
    const char *build;     /* the build tree on the host */
    gboolean build_is_writable;
    gboolean network;   /* it may see the network where the sandbox allows that */
    const char *output; /* the output folder on the host; NULL: none */
    const char *place;  /* an absolute path inside that `placed` is seen at, too, and can be written
                         * to; NULL: none. Left out where it cannot be made: behind a link, or in a
                         * folder of very many entries */
    const char *placed; /* a folder on the host */
} SandboxRequest;

/* The vector that runs a command inside, to be freed with g_strfreev. */
char **sandbox_command(const Sandbox *self, const SandboxRequest *request);

/* The sources of a build tree on the host. The caller frees it. */
char *sandbox_source_folder(const Sandbox *self, const char *build);
/* How the folders are called inside. The results belong to `self` or to the argument. */
const char *sandbox_source(const Sandbox *self);
const char *sandbox_build(const Sandbox *self, const char *build);
const char *sandbox_output(const Sandbox *self, const char *output);
/* The host's path of an absolute path inside, for reading. The caller frees it. */
char *sandbox_host_path(const Sandbox *self, const char *build, const char *path);
/* The host's path of a program that is named without a folder; NULL when there is none. The caller
 * frees it. */
char *sandbox_find_program(const Sandbox *self, const char *build, const char *name);
/* A path or text with the host's folders replaced by those of a sandbox, so that what was made
 * without isolation looks the same. The caller frees it. */
char *sandbox_neutral_text(const Sandbox *self, const char *build, const char *text);
/* The inverse: a text with a sandbox's folders as commands see them here, which without isolation
 * is where they are. A name that merely begins like one of them, or ends so, is another. The caller
 * frees it. */
char *sandbox_real_text(const Sandbox *self, const char *build, const char *text);

#define SANDBOX_ERROR sandbox_error_quark()
GQuark sandbox_error_quark(void);
typedef enum { SANDBOX_ERROR_UNAVAILABLE, SANDBOX_ERROR_FOLDER } SandboxError;
