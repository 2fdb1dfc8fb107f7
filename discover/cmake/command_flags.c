/* Variables whose words reach compilers as flags, and what commands add to them: effects where they
 * are added, which hang on what is asked there and not on what the variable held before. */
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* CMAKE_REQUIRED_FLAGS is for the programs that checks compile, and reaches nothing of the project.
 */
gboolean command_is_flags_variable(const char *name)
{
    return g_str_has_prefix(name, "CMAKE_") && strstr(name, "_FLAGS") != NULL &&
           strcmp(name, "CMAKE_REQUIRED_FLAGS") != 0;
}

/* Whether the flags in the variable were noted before they are put into `target`: its own, and
 * those that the compiler gets from CMake anyhow. What a project keeps in others of such names
 * reaches the compiler where it is added. */
static gboolean is_noted(const char *name, gconstpointer target)
{
    static const char *const stems[] = {
        "C_FLAGS",   "CXX_FLAGS",        "Fortran_FLAGS",       "CUDA_FLAGS",
        "HIP_FLAGS", "OBJC_FLAGS",       "OBJCXX_FLAGS",        "ISPC_FLAGS",
        "ASM_FLAGS", "EXE_LINKER_FLAGS", "SHARED_LINKER_FLAGS", "MODULE_LINKER_FLAGS",
    };
    static const char *const builds[] = {
        "", "_DEBUG", "_RELEASE", "_RELWITHDEBINFO", "_MINSIZEREL", NULL};
    if (strcmp(name, target) == 0) {
        return TRUE;
    }
    for (guint i = 0; g_str_has_prefix(name, "CMAKE_") && i < G_N_ELEMENTS(stems); i++) {
        const char *stem = name + strlen("CMAKE_");
        if (g_str_has_prefix(stem, stems[i])) {
            return g_strv_contains(builds, stem + strlen(stems[i]));
        }
    }
    return FALSE;
}

static void note_words(Evaluator *self, const Call *call, const char *target, guint first,
                       guint end)
{
    const NameTest noted = {is_noted, target};
    g_autoptr(GString) added = g_string_new(NULL);
    for (guint i = first; i < end; i++) {
        evaluator_expand_without(self, &call->command->arguments[i], &noted, added);
        g_string_append_c(added, ';');
    }
    command_note_flags(self, added->str);
}

void command_note_added_flags(Evaluator *self, const Call *call, guint first, guint tail)
{
    guint count = call->command->argument_count;
    note_words(self, call, call->argv[0], first, count > tail ? count - tail : 0);
}

/* A form of list() or string() that writes the variable named by its word `target`, with texts
 * from the word `first` on: what else stands there is no flag. */
typedef struct {
    const char *command;
    const char *verb;
    guint target, first;
    guint replaced;      /* the word that says what is replaced by the word `first`; 0: none */
    gboolean names_list; /* that word is the name of a list with the texts */
} TextForm;

static const TextForm *form_of(const Call *call)
{
    static const TextForm forms[] = {
        {.command = "list", .verb = "APPEND", .target = 1, .first = 2},
        {.command = "list", .verb = "PREPEND", .target = 1, .first = 2},
        {.command = "list", .verb = "INSERT", .target = 1, .first = 3},
        {.command = "list", .verb = "JOIN", .target = 3, .first = 1, .names_list = TRUE},
        {.command = "string", .verb = "APPEND", .target = 1, .first = 2},
        {.command = "string", .verb = "PREPEND", .target = 1, .first = 2},
        {.command = "string", .verb = "CONCAT", .target = 1, .first = 2},
        {.command = "string", .verb = "JOIN", .target = 2, .first = 3},
        {.command = "string", .verb = "STRIP", .target = 2, .first = 1},
        {.command = "string", .verb = "REPLACE", .target = 3, .first = 2, .replaced = 1},
        {.command = "string", .verb = "REGEX", .target = 4, .first = 3, .replaced = 2},
    };
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
        if (call->argc > forms[i].target && strcmp(call->argv[0], forms[i].verb) == 0 &&
            strcmp(call->command->name, forms[i].command) == 0) {
            return &forms[i];
        }
    }
    return NULL;
}

/* list(JOIN FLAGS " " target) */
static void note_joined(Evaluator *self, const char *list, const char *target)
{
    const char *text =
        text_has_hole(list) || is_noted(list, target) ? NULL : evaluator_read_name(self, list);
    if (text != NULL) {
        command_note_flags(self, text);
    }
}

/* Whether the text, or pattern, stands for marks between flags and for no part of one. */
static gboolean is_mark(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\\' && text[1] != '\0') {
            text++; /* "\t" */
        } else if (g_ascii_isalnum(*text) || *text == '-' || *text == '.' || *text == HOLE_BEGIN) {
            return FALSE;
        }
    }
    return TRUE;
}

/* string(REPLACE ...): what is put there is added. Of what it is put into only marks may have gone,
 * or flags may be noted that are just taken away. */
static void note_replaced(Evaluator *self, const Call *call, const TextForm *form)
{
    gboolean regex = strcmp(form->verb, "REGEX") == 0;
    if ((regex && strcmp(call->argv[1], "REPLACE") != 0) ||
        call->argc != call->command->argument_count) {
        return; /* not as many words as stand there */
    }
    const char *target = call->argv[form->target];
    if (!regex || strchr(call->argv[form->first], '\\') == NULL) { /* "\\1" was there before */
        note_words(self, call, target, form->first, form->target);
    }
    if (is_mark(call->argv[form->replaced])) {
        note_words(self, call, target, form->target + 1, call->argc);
    }
}

void command_note_text_flags(Evaluator *self, const Call *call)
{
    const TextForm *form = form_of(call);
    const char *target = form != NULL ? call->argv[form->target] : NULL;
    if (target == NULL || !command_is_flags_variable(target) ||
        call->command->argument_count <= form->target) {
        return;
    }
    if (form->names_list) {
        note_joined(self, call->argv[form->first], target);
        return;
    }
    if (form->replaced > 0) {
        note_replaced(self, call, form);
        return;
    }
    note_words(self, call, target, form->first, call->command->argument_count);
}
