#include "container/lower/names.h"
#include "container/lower/target.h"
#include <errno.h>
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAMES_BYTES_MAX (4u * 1024u * 1024u)

void target_names_free(TargetNames *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->processors);
        g_ptr_array_unref(self->features);
        g_free(self);
    }
}

static G_GNUC_NORETURN void print_names(LLVMTargetRef target, const char *triple, int descriptor)
{
    dup2(descriptor, STDERR_FILENO);
    LLVMCreateTargetMachine(target, triple, "help", "", LLVMCodeGenLevelNone, LLVMRelocDefault,
                            LLVMCodeModelDefault);
    _exit(0);
}

static char *read_all(int descriptor)
{
    g_autoptr(GString) text = g_string_new(NULL);
    char buffer[4096];
    for (;;) {
        gssize got = read(descriptor, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0 || text->len > NAMES_BYTES_MAX) {
            break;
        }
        g_string_append_len(text, buffer, got);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *ask(LLVMTargetRef target, const char *triple, GError **error)
{
    int ends[2];
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child < 0) {
        g_set_error(error, TARGET_ERROR, TARGET_ERROR_UNKNOWN, "no process can be started: %s",
                    g_strerror(errno));
        return NULL;
    }
    if (child == 0) {
        print_names(target, triple, ends[1]);
    }
    close(ends[1]);
    char *text = read_all(ends[0]);
    close(ends[0]);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    return text;
}

/* "Available CPUs for this target:", lines "  NAME - TEXT.", then the same for features. */
TargetNames *target_names_new(const char *triple, GError **error)
{
    target_prepare();
    LLVMTargetRef target = NULL;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        g_set_error(error, TARGET_ERROR, TARGET_ERROR_ARCHITECTURE,
                    "this LLVM makes no code for %s: %s", triple, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    g_autofree char *text = ask(target, triple, error);
    if (text == NULL) {
        return NULL;
    }
    TargetNames *self = g_new0(TargetNames, 1);
    self->processors = g_ptr_array_new_with_free_func(g_free);
    self->features = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *list = self->processors;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (g_str_has_prefix(*line, "Available features")) {
            list = self->features;
        }
        const char *dash = strstr(*line, " - ");
        if (dash != NULL && **line == ' ') {
            g_ptr_array_add(list, g_strstrip(g_strndup(*line, (gsize)(dash - *line))));
        }
    }
    return self;
}
