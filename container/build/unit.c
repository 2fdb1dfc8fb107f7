#include "container/build/unit.h"
#include "container/build/process.h"
#include "core/file.h"
#include "xaas_llvm_version.h"
#include <string.h>

const char *unit_driver(Arena *arena, const Compilers *compilers, const Unit *unit)
{
    const DriverWords *driver = compilers_driver(compilers);
    return arena_printf(arena, "%s-%d", unit->kind == UNIT_CXX ? driver->cxx : driver->c,
                        XAAS_LLVM_VERSION);
}

GPtrArray *unit_command(Arena *arena, const Compilers *compilers, const Unit *unit,
                        const Words *extra, const char *output)
{
    GPtrArray *command = arena_array(arena);
    g_ptr_array_add(command, (gpointer)unit_driver(arena, compilers, unit));
    g_ptr_array_extend(command, unit->options, NULL, NULL);
    for (char **word = extra->list; *word != NULL; word++) {
        g_ptr_array_add(command, arena_strdup(arena, *word));
    }
    if (output != NULL) {
        g_ptr_array_add(command, (gpointer) "-o");
        g_ptr_array_add(command, (gpointer)output);
    }
    g_ptr_array_add(command, (gpointer)unit->source);
    g_ptr_array_add(command, NULL);
    return command;
}

/* The words that a compiler wrapper adds, told by itself, without the name of the compiler. */
static GPtrArray *told_by_wrapper(const UnitReader *reader, const char *program,
                                  const char *const *questions, GError **error)
{
    for (; *questions != NULL; questions++) {
        const char *const command[] = {program, *questions, NULL};
        g_auto(GStrv) inside = sandbox_command(
            reader->sandbox, &(SandboxRequest){.command = command, .build = reader->build});
        g_auto(ProcessResult) result = {0};
        if (!process_run(&(ProcessRequest){.command = (const char *const *)inside}, &result,
                         error)) {
            return NULL;
        }
        GPtrArray *words =
            result.status == 0 ? command_words(reader->arena, result.out, NULL) : NULL;
        if (words == NULL) {
            continue;
        }
        if (words->len > 0 && ((const char *)words->pdata[0])[0] != '-') {
            g_ptr_array_remove_index(words, 0);
        }
        return words;
    }
    g_set_error(error, UNIT_ERROR, UNIT_ERROR_MALFORMED,
                "%s wraps a compiler but does not tell its command; configure with the compiler "
                "itself",
                program);
    return NULL;
}

/* It is asked without the unit's options, so that it says the same for all. */
static GPtrArray *ask_wrapper(const UnitReader *reader, const char *program,
                              const char *const *questions, GError **error)
{
    GPtrArray *words =
        reader->wrappers == NULL ? NULL : g_hash_table_lookup(reader->wrappers, program);
    if (words == NULL) {
        words = told_by_wrapper(reader, program, questions, error);
        if (words != NULL && reader->wrappers != NULL) {
            g_hash_table_insert(reader->wrappers, (gpointer)program, words);
        }
    }
    return words;
}

typedef struct {
    const UnitReader *reader;
    Unit *unit;
    const char *language_word; /* of the last -x before the input */
    gboolean has_input;
} Sorting;

static gboolean is_source(const Sorting *self, const char *word)
{
    g_autofree char *path = g_canonicalize_filename(word, self->unit->directory);
    return g_str_equal(path, self->unit->source);
}

/* Takes "-oFILE" and "-MFFILE" for what they are; a longer option that begins likewise is another.
 */
static gboolean is_joined(const char *word, const char *option)
{
    return strlen(option) == 2 && g_str_has_prefix(word, option) && word[2] != '\0' &&
           g_str_equal(option, "-o") && !g_str_has_prefix(word, "-ob");
}

/* How many words at `at` are `pattern`; 0 when they are something else. */
static guint matched(const Words *pattern, const GPtrArray *words, guint at)
{
    guint count = 0;
    for (; pattern->list[count] != NULL; count++) {
        if (at + count >= words->len ||
            (!g_str_equal(pattern->list[count], "{file}") &&
             !g_str_equal(pattern->list[count], words->pdata[at + count]))) {
            return 0;
        }
    }
    return count;
}

/* How many words at `at` ask for a precompiled header, where the header itself follows. */
static guint precompiled_words(const DriverWords *driver, const GPtrArray *words, guint at)
{
    guint count = matched(&driver->precompiled, words, at);
    return count > 0 && matched(&driver->header, words, at + count) > 0 ? count : 0;
}

/* As the build tool names it, where it does; else as the command does. */
static void take_output(Unit *unit, const char *word)
{
    unit->output = unit->output == NULL ? word : unit->output;
}

static gboolean begins_with_one(const char *word, const Words *beginnings)
{
    for (char **each = beginnings->list; *each != NULL; each++) {
        if (g_str_has_prefix(word, *each)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Puts the words behind the compiler's name into options, input and outputs. */
static void sort_words(Sorting *self, const GPtrArray *words, guint first)
{
    const DriverWords *driver = compilers_driver(self->reader->compilers);
    for (guint i = first; i < words->len; i++) {
        const char *word = words->pdata[i];
        const char *next = i + 1 < words->len ? words->pdata[i + 1] : NULL;
        guint precompiled = precompiled_words(driver, words, i);
        if (precompiled > 0) {
            i += precompiled - 1;
        } else if (words_contain(&driver->drop_with_value, word) && next != NULL) {
            take_output(self->unit, g_str_equal(word, "-o") ? next : NULL);
            i++;
        } else if (is_joined(word, "-o")) {
            take_output(self->unit, word + 2);
        } else if (words_contain(&driver->with_value, word) && next != NULL) {
            if (g_str_equal(word, driver->language) && !self->has_input) {
                self->language_word = next;
            }
            g_ptr_array_add(self->unit->options, (gpointer)word);
            g_ptr_array_add(self->unit->options, (gpointer)next);
            i++;
        } else if (!words_contain(&driver->drop, word) &&
                   !begins_with_one(word, &driver->drop_prefix)) {
            if (word[0] != '-' && is_source(self, word)) {
                self->has_input = TRUE;
            } else {
                g_ptr_array_add(self->unit->options, (gpointer)word);
            }
        }
    }
}

/* The compiler decides about Fortran, CUDA and the like; for the rest, what the source is. */
static void decide_kind(const Sorting *self, UnitKind compiler)
{
    Unit *unit = self->unit;
    const char *language = NULL;
    UnitKind source = compilers_language(self->reader->compilers, unit->source, &language);
    if (self->language_word != NULL) {
        source = compilers_language_word(self->reader->compilers, self->language_word);
    } else if (compiler == UNIT_CXX && source == UNIT_C) {
        /* A C++ driver takes what looks like C for C++. */
        source = UNIT_CXX;
    }
    Arena *arena = self->reader->arena;
    unit->kind = unit_kind_has_bitcode(compiler) ? source : compiler;
    if (unit->kind == UNIT_HEADER) {
        unit->why_not = "it is a precompiled header";
    } else if (!unit_kind_has_bitcode(unit->kind)) {
        unit->why_not =
            unit->kind == UNIT_OTHER
                ? arena_printf(arena, "neither the compiler nor the ending of %s tells a language",
                               unit->source)
                : arena_printf(arena, "%s has no way to bitcode here", unit_kind_text(unit->kind));
    } else if (!self->has_input) {
        unit->why_not = arena_printf(arena, "its command does not name %s", unit->source);
    }
    unit->kind =
        unit->why_not != NULL && unit_kind_has_bitcode(unit->kind) ? UNIT_OTHER : unit->kind;
}

static GPtrArray *entry_words(const UnitReader *reader, const json_t *entry, GError **error)
{
    const json_t *arguments = json_object_get(entry, "arguments");
    const char *command = json_string_value(json_object_get(entry, "command"));
    if (arguments == NULL && command != NULL) {
        return command_words(reader->arena, command, error);
    }
    GPtrArray *words = arena_array(reader->arena);
    gsize index;
    const json_t *word;
    json_array_foreach(arguments, index, word)
    {
        if (!json_is_string(word)) {
            break;
        }
        g_ptr_array_add(words, arena_strdup(reader->arena, json_string_value(word)));
    }
    if (words->len == 0 || words->len != json_array_size(arguments)) {
        g_set_error_literal(error, UNIT_ERROR, UNIT_ERROR_MALFORMED,
                            "it has neither \"arguments\" nor a \"command\"");
        return NULL;
    }
    return words;
}

/* Whether the file begins as scripts do. */
static gboolean is_script(const char *host)
{
    return file_begins_with(host, "#!", 2);
}

/* Whether a program that is called like a compiler may do something else than that: one of the
 * project's, or a script, which may give it further options ("c99" does). */
static gboolean may_be_another(const UnitReader *reader, const char *directory, const char *program)
{
    if (reader->sandbox == NULL) {
        return FALSE;
    }
    if (strchr(program, '/') == NULL) {
        g_autofree char *found = sandbox_find_program(reader->sandbox, reader->build, program);
        return found != NULL && is_script(found);
    }
    g_autofree char *path = g_canonicalize_filename(program, directory);
    g_autofree char *neutral = sandbox_neutral_text(reader->sandbox, reader->build, path);
    g_autofree char *host = sandbox_host_path(reader->sandbox, reader->build, path);
    return g_str_has_prefix(neutral, SANDBOX_SOURCE "/") ||
           g_str_has_prefix(neutral, SANDBOX_BUILD "/") || is_script(host);
}

/* `why` is the end of a sentence; the unit is left to its own command. */
static void leave(const UnitReader *reader, Unit *unit, const char *why, const char *word)
{
    if (unit_kind_has_bitcode(unit->kind)) {
        unit->kind = UNIT_OTHER;
        unit->why_not = arena_printf(reader->arena, "%s (%s)", why, word);
    }
}

static void refuse_environment(const UnitReader *reader, Unit *unit, const char *changes)
{
    if (changes != NULL) {
        leave(reader, unit, "a launcher may give its compiler another environment", changes);
    }
}

/* "cd FOLDER &&" */
#define GOES_WORDS 3u

/* What the build tool puts before the command of a compile database. */
static void check_launchers(const UnitReader *reader, Unit *unit)
{
    const char *text = reader->commands == NULL || unit->output == NULL
                           ? NULL
                           : g_hash_table_lookup(reader->commands, unit->output);
    g_autoptr(Arena) arena = arena_new();
    GPtrArray *words = text == NULL ? NULL : command_words(arena, text, NULL);
    if (words == NULL) {
        return;
    }
    g_ptr_array_add(words, NULL);
    const char *changes = NULL;
    const char *const *ask = NULL;
    UnitKind kind;
    const char *const *command = (const char *const *)words->pdata;
    gboolean goes =
        words->len > GOES_WORDS && g_str_equal(command[0], "cd") && g_str_equal(command[2], "&&");
    command += goes ? GOES_WORDS : 0;
    const char *program = command[compilers_peel(reader->compilers, command, &changes)];
    refuse_environment(reader, unit, changes);
    if (program == NULL || !compilers_program(reader->compilers, program, &kind, &ask)) {
        leave(reader, unit, "what starts its compiler is not known",
              program == NULL ? command[0] : program);
    }
}

static gboolean read_command(Sorting *self, const GPtrArray *words, GError **error)
{
    const UnitReader *reader = self->reader;
    g_autoptr(GPtrArray) terminated = g_ptr_array_copy((GPtrArray *)words, NULL, NULL);
    g_ptr_array_add(terminated, NULL);
    const char *changes = NULL;
    guint at = compilers_peel(reader->compilers, (const char *const *)terminated->pdata, &changes);
    UnitKind compiler = UNIT_OTHER;
    const char *const *ask = NULL;
    if (at >= words->len ||
        !compilers_program(reader->compilers, words->pdata[at], &compiler, &ask)) {
        self->unit->kind = UNIT_OTHER;
        self->unit->why_not = arena_printf(
            reader->arena, "%s is no compiler that is known (compilers.yaml lists them)",
            at < words->len ? (const char *)words->pdata[at] : "nothing");
        return TRUE;
    }
    if (ask != NULL) {
        GPtrArray *added = ask_wrapper(reader, words->pdata[at], ask, error);
        if (added == NULL) {
            return FALSE;
        }
        sort_words(self, added, 0);
    }
    sort_words(self, words, at + 1);
    decide_kind(self, compiler);
    refuse_environment(reader, self->unit, changes);
    const char *program = words->pdata[at];
    if (ask == NULL && may_be_another(reader, self->unit->directory, program)) {
        leave(reader, self->unit, "a program of another kind has its compiler's name", program);
    }
    return TRUE;
}

Unit *unit_from_entry(const UnitReader *reader, const json_t *entry, guint number, GError **error)
{
    const char *directory = json_string_value(json_object_get(entry, "directory"));
    const char *file = json_string_value(json_object_get(entry, "file"));
    GPtrArray *recorded = entry_words(reader, entry, error);
    if (recorded == NULL) {
        return NULL;
    }
    if (directory == NULL || !g_path_is_absolute(directory) || file == NULL) {
        g_set_error_literal(error, UNIT_ERROR, UNIT_ERROR_MALFORMED,
                            "it lacks \"file\", or a \"directory\" that is an absolute path");
        return NULL;
    }
    Unit *unit = arena_new0(reader->arena, Unit);
    g_autofree char *source = g_canonicalize_filename(file, directory);
    unit->configuration = reader->configuration;
    unit->number = number;
    unit->directory = arena_intern(reader->arena, directory);
    unit->source = arena_intern(reader->arena, source);
    const char *output = json_string_value(json_object_get(entry, "output"));
    unit->output = output == NULL ? NULL : arena_strdup(reader->arena, output);
    unit->original = recorded;
    unit->options = arena_array(reader->arena);
    GPtrArray *words = command_expand(reader, recorded, directory, error);
    Sorting sorting = {.reader = reader, .unit = unit};
    if (words == NULL || !read_command(&sorting, words, error)) {
        return NULL;
    }
    check_launchers(reader, unit);
    return unit;
}

GPtrArray *units_read(const UnitReader *given, GError **error)
{
    g_autoptr(GHashTable) wrappers = g_hash_table_new(g_str_hash, g_str_equal);
    UnitReader with_wrappers = *given;
    with_wrappers.wrappers = wrappers;
    const UnitReader *reader = &with_wrappers;
    g_autofree char *path = g_build_filename(reader->build, "compile_commands.json", NULL);
    gsize length = 0;
    g_autofree char *text = file_read(path, COMPILE_COMMANDS_BYTES_MAX, &length, error);
    if (text == NULL) {
        return NULL;
    }
    json_error_t mistake;
    json_t *root = json_loadb(text, length, 0, &mistake);
    GPtrArray *units = arena_array(reader->arena);
    if (!json_is_array(root)) {
        g_set_error(error, UNIT_ERROR, UNIT_ERROR_MALFORMED,
                    "%s:%d: this is no compile database; let the build tool write it anew", path,
                    root == NULL ? mistake.line : 1);
        units = NULL;
    }
    gsize index;
    const json_t *entry;
    json_array_foreach(root, index, entry)
    {
        Unit *unit = unit_from_entry(reader, entry, units->len, error);
        if (unit == NULL) {
            g_prefix_error(error, "%s: entry %u: ", path, (guint)index + 1);
            units = NULL;
            break;
        }
        if (unit->kind != UNIT_HEADER) {
            g_ptr_array_add(units, unit);
        }
    }
    json_decref(root);
    return units;
}
