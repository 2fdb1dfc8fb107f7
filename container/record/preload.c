/* Has programs that are called by their full path found by xaas-record as well: "/usr/bin/g++" in a
 * makefile passes by the folder of links that stands first in PATH.
 *
 * A shared object that LD_PRELOAD puts before the C library in whatever a recorded build runs. It
 * replaces the functions that start programs, and does one thing: where the program is named by an
 * absolute path outside of the roots and the folder of links has its name, the link is started in
 * its place. Its first word becomes the path, by which xaas-record knows the program that was
 * meant. Everything else is passed on.
 *
 * The functions are called between vfork() and the start of a program, and in programs with any
 * stack: they take no memory but their own, and no locks. Nothing of the C library is linked, for
 * the sandbox may have an older one, or another; what is needed is found when the object is loaded.
 * Programs without a dynamic linker, and those that were started by these, pass by all the same. */
#include "container/record/record.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* ---- where a program is looked for -----------------------------------------------------------
 */

/* In the environment that the calling program has, which is the one of the build. NULL: not set. */
static const char *variable(const char *name)
{
    size_t length = strlen(name);
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') {
            return *entry + length + 1;
        }
    }
    return NULL;
}

/* Whether a path is below one of folders with ':' between. */
static int is_below(const char *path, const char *folders)
{
    while (folders != NULL && *folders != '\0') {
        size_t length = strcspn(folders, ":");
        if (length > 0 && strncmp(path, folders, length) == 0 && path[length] == '/') {
            return 1;
        }
        folders += length + (folders[length] == ':' ? 1 : 0);
    }
    return 0;
}

typedef struct {
    char text[PATH_MAX];
} Path;

/* The link that stands for a program, in `place`, or the program's path itself. */
static const char *stand_in(const char *path, Path *place)
{
    const char *links = variable(RECORD_LINKS);
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    if (links == NULL || slash == NULL || *path != '/' || is_below(path, links) ||
        is_below(path, variable(RECORD_ROOTS))) {
        return path;
    }
    size_t before = strlen(links), after = strlen(slash);
    if (before + after >= sizeof(place->text)) {
        return path;
    }
    int kept = errno;
    memcpy(place->text, links, before);
    memcpy(place->text + before, slash, after + 1);
    /* A program that is not there has to fail as it would. */
    int found = access(place->text, X_OK) == 0 && access(path, X_OK) == 0;
    errno = kept;
    return found ? place->text : path;
}

/* ---- the functions ---------------------------------------------------------------------------
 */

typedef int (*Execute)(const char *, char *const *, char *const *);
typedef int (*Search)(const char *, char *const *, char *const *);
typedef int (*Spawn)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                     const posix_spawnattr_t *, char *const *, char *const *);

/* They are found once, when the object is loaded: looking them up takes locks. */
static struct {
    Execute execute;
    Search search;
    Spawn spawn, spawn_search;
} real;

/* Functions and data are told apart by ISO C, which dlsym() passes over. */
static void find(void *function, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, sizeof(found));
}

__attribute__((constructor)) static void find_all(void)
{
    find(&real.execute, "execve");
    find(&real.search, "execvpe");
    find(&real.spawn, "posix_spawn");
    find(&real.spawn_search, "posix_spawnp");
}

static size_t count_of(char *const *words)
{
    size_t count = 0;
    while (words != NULL && words[count] != NULL) {
        count++;
    }
    return count;
}

/* The room for a copy of words and what ends them. */
static size_t room_of(char *const *words)
{
    return (count_of(words) + 1) * sizeof(char *);
}

/* The words whose first is the path of the program, where a link is started in its place. */
static char *const *named(char **room, const char *started, const char *path, char *const *words)
{
    size_t count = count_of(words);
    if (started == path || count == 0) {
        return words;
    }
    memcpy(room, words, (count + 1) * sizeof(char *));
    room[0] = (char *)path;
    return room;
}

EXPORT int execve(const char *path, char *const *words, char *const *environment)
{
    Path place;
    const char *started = stand_in(path, &place);
    char **room = __builtin_alloca(room_of(words));
    return real.execute(started, named(room, started, path, words), environment);
}

EXPORT int execv(const char *path, char *const *words)
{
    return execve(path, words, environ);
}

EXPORT int execvpe(const char *file, char *const *words, char *const *environment)
{
    Path place;
    const char *started = stand_in(file, &place);
    char **room = __builtin_alloca(room_of(words));
    return real.search(started, named(room, started, file, words), environment);
}

EXPORT int execvp(const char *file, char *const *words)
{
    return execvpe(file, words, environ);
}

EXPORT int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const *words,
                       char *const *environment)
{
    Path place;
    const char *started = stand_in(path, &place);
    char **room = __builtin_alloca(room_of(words));
    return real.spawn(child, started, actions, attributes, named(room, started, path, words),
                      environment);
}

EXPORT int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const *words,
                        char *const *environment)
{
    Path place;
    const char *started = stand_in(file, &place);
    char **room = __builtin_alloca(room_of(words));
    return real.spawn_search(child, started, actions, attributes, named(room, started, file, words),
                             environment);
}

/* ---- those with their words as arguments ----------------------------------------------------
 */

typedef enum { LISTED_PATH, LISTED_NAME, LISTED_WITH_ENVIRONMENT } Listed;

/* The words are those behind the first, up to NULL; an environment stands behind that. */
static int start_listed(Listed how, const char *file, const char *first, va_list arguments)
{
    size_t count = 1;
    va_list counted;
    va_copy(counted, arguments);
    while (va_arg(counted, char *) != NULL) {
        count++;
    }
    va_end(counted);
    char **words = __builtin_alloca((count + 1) * sizeof(char *));
    words[0] = (char *)first;
    for (size_t i = 1; i < count; i++) {
        words[i] = va_arg(arguments, char *);
    }
    (void)va_arg(arguments, char *);
    words[count] = NULL;
    char *const *environment =
        how == LISTED_WITH_ENVIRONMENT ? va_arg(arguments, char *const *) : environ;
    return how == LISTED_NAME ? execvpe(file, words, environment)
                              : execve(file, words, environment);
}

EXPORT int execl(const char *path, const char *first, ...)
{
    va_list arguments;
    va_start(arguments, first);
    int status = start_listed(LISTED_PATH, path, first, arguments);
    va_end(arguments);
    return status;
}

EXPORT int execlp(const char *file, const char *first, ...)
{
    va_list arguments;
    va_start(arguments, first);
    int status = start_listed(LISTED_NAME, file, first, arguments);
    va_end(arguments);
    return status;
}

EXPORT int execle(const char *path, const char *first, ...)
{
    va_list arguments;
    va_start(arguments, first);
    int status = start_listed(LISTED_WITH_ENVIRONMENT, path, first, arguments);
    va_end(arguments);
    return status;
}
