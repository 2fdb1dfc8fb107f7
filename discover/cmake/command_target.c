/* What is compiled and linked, with which definitions and flags: effects that options lead to. */
#include "core/word_list.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expression.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* A text without any of these is one item as it is. */
static const char item_marks[] = {';', '[', '\\', HOLE_BEGIN, '\0'};

void command_each_item(Evaluator *self, const char *text,
                       void (*visit)(Evaluator *self, const char *item, gpointer data),
                       gpointer data)
{
    if (strpbrk(text, item_marks) == NULL) {
        if (*text != '\0') {
            visit(self, text, data);
        }
        return;
    }
    Guard entry = self->path;
    g_autoptr(GString) known = g_string_new(NULL);
    g_auto(GStrv) elements = cmake_list_split(text, FALSE);
    for (char **element = elements; *element != NULL; element++) {
        g_string_truncate(known, 0);
        for (const char *cursor = *element; *cursor != '\0';) {
            if (*cursor != HOLE_BEGIN) {
                g_string_append_c(known, *cursor++);
                continue;
            }
            const char *begin = cursor;
            const Symbol *symbol = symbols_read_hole(self->symbols, &cursor);
            if (symbol == NULL || symbol->optional_text == NULL) {
                g_string_append_len(known, begin, cursor - begin);
                continue;
            }
            self->path = guard_and(self->guards, entry, symbol->optional_when);
            if (!guard_is_false(self->path)) {
                command_each_item(self, symbol->optional_text, visit, data);
            }
            self->path = entry;
        }
        if (known->len > 0) {
            visit(self, known->str, data);
        }
    }
}

/* Generator expressions
 * ------------------------------------------------------------------------------ */

static void visit_words(Evaluator *self, const char *item, gpointer data)
{
    expression_each_word(self, item, *(WordVisit *)data);
}

/* The text with blanks for what separates words in generator expressions, which are then one word.
 * Returns how many expressions are open at its end, when `depth` were at its beginning. */
static guint append_whole(GString *out, const char *text, guint depth)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (c[0] == '$' && c[1] == '<') {
            depth++;
        } else if (*c == '>' && depth > 0) {
            depth--;
        }
        g_string_append_c(out, *c == ';' && depth > 0 ? ' ' : *c);
    }
    return depth;
}

/* Without quotes, "$<condition:-a -b>" reaches a command as two arguments. */
static void each_word(Evaluator *self, const Call *call, guint first, WordVisit visit)
{
    g_autoptr(GString) whole = g_string_new(NULL);
    gboolean endless = FALSE; /* what never ends is no expression, and read to the end only once */
    for (guint i = first; i < call->argc; i++) {
        g_string_truncate(whole, 0);
        guint depth = append_whole(whole, call->argv[i], 0);
        guint last = i;
        while (depth > 0 && !endless && last + 1 < call->argc) {
            g_string_append_c(whole, ' ');
            depth = append_whole(whole, call->argv[++last], depth);
        }
        endless = endless || depth > 0;
        i = depth == 0 ? last : i;
        command_each_item(self, depth == 0 ? whole->str : call->argv[i], visit_words, &visit);
    }
}

/* Definitions and flags
 * ------------------------------------------------------------------------------ */

static void note_definition(Evaluator *self, const char *word)
{
    if (g_str_has_prefix(word, "-D")) {
        word += 2;
    }
    const char *equals = strchr(word, '=');
    g_autofree char *name =
        equals != NULL ? g_strndup(word, (gsize)(equals - word)) : g_strdup(word);
    /* "Waves::waves" is a target that was meant for another command. */
    gboolean target = strstr(name, "::") != NULL && !text_has_hole(name);
    if (!target && (g_ascii_isalpha(*name) || *name == '_' || *name == HOLE_BEGIN)) {
        evaluator_effect(self, EFFECT_DEFINITION, name, equals != NULL ? equals + 1 : NULL);
    }
}

/* What an option's own text makes of a flag, "-march=${CPU}": the flag hangs on the option, where
 * it is not empty. */
static void note_open_flag(Evaluator *self, const char *flag)
{
    const char *hole = strchr(flag, HOLE_BEGIN);
    const Symbol *symbol = symbols_read_hole(self->symbols, &hole);
    const Symbol *meant = symbol != NULL ? evaluator_meant(self, symbol) : NULL;
    if (meant != NULL && g_strcmp0(meant->operation, "element") == 0) {
        meant = evaluator_meant(self, symbols_at(self->symbols, meant->origins[0]));
    }
    if (meant == NULL || meant->kind != CONDITION_SUBJECT_OPTION ||
        g_str_has_prefix(meant->name, "CMAKE_")) {
        return; /* CMake's own variable says so itself */
    }
    Guard entry = self->path;
    Guard empty = symbol_equals(self->symbols, symbols_at(self->symbols, symbol->id), "");
    self->path = guard_minus(self->guards, entry, empty);
    if (!guard_is_false(self->path)) {
        g_autofree char *readable = symbols_readable(self->symbols, flag);
        evaluator_effect(self, EFFECT_FLAG, readable, NULL);
    }
    self->path = entry;
}

/* Where something lies, what is linked and what is warned of say nothing of speed. */
static gboolean is_place_or_warning(const char *flag)
{
    static const char *const beginnings[] = {"-I", "-L", "-l", "-U", "-W", "-i", "-B", "/I", NULL};
    return word_list_begins(beginnings, flag);
}

static void note_flags(Evaluator *self, const char *text);

static void note_flag(Evaluator *self, const char *word)
{
    if (g_str_has_prefix(word, "-D")) {
        note_definition(self, word);
    } else if (g_str_has_prefix(word, "SHELL:") && !evaluator_in_stub(self)) {
        note_flags(self, word + 6);
    } else if (*word == '-' || (*word == '/' && strchr(word + 1, '/') == NULL)) { /* no file */
        if (text_has_hole(word) && word[1] != HOLE_BEGIN && !is_place_or_warning(word)) {
            note_open_flag(self, word);
        } else if (!guard_is_true(self->path)) {
            evaluator_effect(self, EFFECT_FLAG, word, NULL);
        }
    }
}

static void note_flag_string(Evaluator *self, const char *item, gpointer data)
{
    (void)data;
    g_auto(GStrv) words = g_strsplit_set(item, " \t\n", -1);
    for (char **word = words; *word != NULL; word++) {
        if (**word != '\0') {
            WordVisit visit = note_flag;
            visit_words(self, *word, &visit);
        }
    }
}

static void note_flags(Evaluator *self, const char *text)
{
    command_each_item(self, text, note_flag_string, NULL);
}

void command_note_flags(Evaluator *self, const char *text)
{
    if (evaluator_in_stub(self)) {
        return; /* what a platform or language brings is none of the project's doing */
    }
    evaluator_note_text(self, text, note_flags);
}

/* Accelerators that an option's own text names: what the compiler is told then. Where a constant is
 * set, that says nothing more of the option than that it wants the language. */
static void note_architectures(Evaluator *self, const char *flag, const char *value)
{
    if (symbols_of_hole(self->symbols, value) != NULL) {
        g_autofree char *whole = g_strconcat(flag, value, NULL);
        note_open_flag(self, whole);
    }
}

void command_note_property(Evaluator *self, const char *property, const char *value)
{
    if (strcmp(property, "CUDA_ARCHITECTURES") == 0) {
        note_architectures(self, "-arch=sm_", value);
    } else if (strcmp(property, "HIP_ARCHITECTURES") == 0) {
        note_architectures(self, "--offload-arch=", value);
    }
    static const char *const flags[] = {"COMPILE_FLAGS",
                                        "COMPILE_OPTIONS",
                                        "LINK_FLAGS",
                                        "LINK_OPTIONS",
                                        "INTERFACE_COMPILE_OPTIONS",
                                        "INTERFACE_LINK_OPTIONS",
                                        NULL};
    if (strstr(property, "COMPILE_DEFINITIONS") != NULL) {
        WordVisit visit = note_definition;
        command_each_item(self, value, visit_words, &visit);
    } else if (g_strv_contains(flags, property)) {
        command_note_flags(self, value);
    }
}

void command_add_definitions(Evaluator *self, const Call *call)
{
    each_word(self, call, 0, note_flag);
}

void command_add_compile_definitions(Evaluator *self, const Call *call)
{
    each_word(self, call, 0, note_definition);
}

void command_add_compile_options(Evaluator *self, const Call *call)
{
    each_word(self, call, 0, note_flag);
}

static const char *const scope_words[] = {
    "PUBLIC",  "PRIVATE",     "INTERFACE",    "BEFORE",
    "SYSTEM",  "LINK_PUBLIC", "LINK_PRIVATE", "LINK_INTERFACE_LIBRARIES",
    "general", "debug",       "optimized",    NULL};

static void note_target_definition(Evaluator *self, const char *word)
{
    if (!g_strv_contains(scope_words, word)) {
        note_definition(self, word);
    }
}

void command_target_compile_definitions(Evaluator *self, const Call *call)
{
    each_word(self, call, 1, note_target_definition);
}

void command_target_compile_options(Evaluator *self, const Call *call)
{
    each_word(self, call, 1, note_flag);
}

/* Targets, sources, libraries
 * ------------------------------------------------------------------------ */

static void note_link(Evaluator *self, const char *word)
{
    if (g_strv_contains(scope_words, word)) {
        return;
    }
    if (*word == '-' && word[1] != 'l') {
        note_flag(self, word);
    } else if (!guard_is_true(self->path)) {
        evaluator_effect(self, EFFECT_LINK, word, NULL);
    }
}

void command_target_link_libraries(Evaluator *self, const Call *call)
{
    each_word(self, call, 1, note_link);
}

void command_link_libraries(Evaluator *self, const Call *call)
{
    each_word(self, call, 0, note_link);
}

static void note_source(Evaluator *self, const char *word)
{
    evaluator_note_named_files(self, word);
    /* What is always compiled hangs on no option. */
    if (guard_is_true(self->path) || g_strv_contains(scope_words, word) || text_has_hole(word)) {
        return;
    }
    g_autofree char *path = evaluator_tree_path(self, word);
    if (path != NULL && tree_find(self->tree, path) != NULL) {
        evaluator_effect(self, EFFECT_SOURCE, path, NULL);
    }
}

void command_add_target(Evaluator *self, const Call *call)
{
    if (call->argc == 0) {
        return;
    }
    evaluator_add_name(self, self->targets, call->argv[0]);
    /* An imported one is not made here: it is one of a package that was found. */
    if (!text_has_hole(call->argv[0]) && !call_has(call, 1, "IMPORTED")) {
        recorder_target(self->recorder, call->argv[0], evaluator_project_place(self));
    }
    command_note_target(self, call);
    each_word(self, call, 1, note_source);
}

void command_target_sources(Evaluator *self, const Call *call)
{
    each_word(self, call, 1, note_source);
}
