/* What the macros of Autoconf tell: one row for each kind of mark (discover/stubs/autotools). */
#include "core/word_list.h"
#include "discover/autotools/configure.h"
#include "discover/autotools/hand_written.h"
#include "discover/cmake/pure.h"
#include <string.h>

static const char *argument(const M4Mark *mark, guint index)
{
    return index < mark->argv->len ? text_string(mark->argv->pdata[index]) : "";
}

/* As a person reads it, without blanks around. */
static char *plain_argument(const M4Mark *mark, guint index)
{
    return g_strstrip(configure_plain(argument(mark, index)));
}

/* The subject that a mark names: the closed set of condition.h. */
static ConditionSubject subject_of(const char *text)
{
    static const char *const subjects[] = {
#define X(id, name) name,
        CONDITION_SUBJECTS(X)
#undef X
            NULL};
    guint index = CONDITION_SUBJECT_PROBE;
    word_list_find(subjects, text, &index);
    return (ConditionSubject)index;
}

/* Calls `act` with each text that an argument may be, under its condition. */
typedef void (*EachText)(Configure *self, const M4Mark *mark, const char *text);

static void each_text(Configure *self, const M4Mark *mark, const char *text, EachText act)
{
    g_autoptr(Value) value = configure_text(self, text);
    Guard path = self->path;
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        self->path = guard_and(self->guards, path, alternative->when);
        if (alternative->text == NULL || guard_is_false(self->path)) {
            continue;
        }
        if (text_has_hole(alternative->text)) {
            configure_ledger(self, mark->at, "name not known",
                             configure_readable(self, alternative->text));
        } else {
            act(self, mark, alternative->text);
        }
    }
    self->path = path;
}

/* "project_name_long", which only a file that is not in the tree defines. */
static gboolean is_macro_of_missing(const Configure *self, const char *name)
{
    return self->files_missing && strchr(name, '_') != NULL &&
           name[strspn(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_")] == '\0';
}

static Guard mark_project(Configure *self, const M4Mark *mark)
{
    g_autofree char *name = plain_argument(mark, 0);
    g_autofree char *version = plain_argument(mark, 1);
    if (self->project_name == NULL && *name != '\0' && !is_macro_of_missing(self, name)) {
        self->project_name = arena_strdup(self->arena, name);
        self->project_version = *version != '\0' ? arena_strdup(self->arena, version) : NULL;
        self->project_at = configure_span(self, mark->at);
    }
    return GUARD_TRUE;
}

/* Each file of macros may ask for a version of its own; the latest of them is needed. */
static Guard mark_minimum_version(Configure *self, const M4Mark *mark)
{
    g_autofree char *version = plain_argument(mark, 0);
    const char *known = self->minimum_version;
    if (known == NULL || cmake_version_compare(known, version) < 0) {
        self->minimum_version = arena_strdup(self->arena, version);
    }
    return GUARD_TRUE;
}

/* "AC_DEFINE(BLOCK, $enable_block)": the name of the option; NULL for any other value. */
static const char *note_defined(Configure *self, const Value *value)
{
    const char *owner = NULL;
    for (guint i = 0; i < value->count; i++) {
        g_autofree char *whole = NULL;
        const char *text = value->alternatives[i].text;
        g_autofree char *bare = text != NULL ? g_strdup(text) : NULL;
        gsize length = bare != NULL ? strlen(bare) : 0;
        if (length > 1 && bare[0] == '"' && bare[length - 1] == '"') {
            bare[length - 1] = '\0';
            text = bare + 1;
        }
        OptionState *state = text != NULL ? configure_option_of(self, text, "", &whole) : NULL;
        if (state != NULL) {
            state->defined = TRUE;
            owner = owner != NULL ? owner : state->record->name;
        }
    }
    return owner;
}

gboolean configure_tells_nothing(const char *text)
{
    return text == NULL || *text == '\0' || strcmp(text, "0") == 0;
}

/* "AC_DEFINE_UNQUOTED(X, [$want_x])": what the sources are told hangs on what the variable holds.
 * Each text is defined under its own condition. */
static void define_each(Configure *self, const Value *value, EffectRecord *effect, Origin at)
{
    Guard path = self->path;
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        if (configure_tells_nothing(alternative->text)) {
            continue;
        }
        g_autofree char *readable = symbols_readable(self->symbols, alternative->text);
        effect->detail = readable;
        self->path = guard_and(self->guards, path, alternative->when);
        configure_effect_of(self, effect, at);
    }
    self->path = path;
}

static void define(Configure *self, const M4Mark *mark, const char *name)
{
    g_autoptr(GString) bare = g_string_new(name);
    char *parameters = strchr(bare->str, '(');
    if (parameters != NULL) {
        *parameters = '\0';
    }
    g_autofree char *raw = plain_argument(mark, 1);
    g_autoptr(Value) value = configure_text(self, raw);
    const char *owner = note_defined(self, value);
    const char *text = value_text(value);
    g_autofree char *readable = text != NULL ? symbols_readable(self->symbols, text) : NULL;
    EffectRecord effect = {.kind = EFFECT_MACRO,
                           .name = bare->str,
                           .detail = readable != NULL ? readable : raw,
                           .owner = owner};
    if (owner == NULL && value->count > 1) {
        define_each(self, value, &effect, mark->at);
    } else {
        configure_effect_of(self, &effect, mark->at);
    }
}

static Guard mark_define(Configure *self, const M4Mark *mark)
{
    g_autofree char *name = plain_argument(mark, 0);
    each_text(self, mark, name, define);
    return GUARD_TRUE;
}

static void add_substituted(Configure *self, const char *name, Origin at)
{
    const char *interned = arena_intern(self->arena, name);
    if (*name == '\0' || g_hash_table_contains(self->substituted_at, interned)) {
        return;
    }
    Origin *copy = arena_new0(self->arena, Origin);
    *copy = at;
    g_hash_table_insert(self->substituted_at, (gpointer)interned, copy);
    g_ptr_array_add(self->substituted, (gpointer)interned);
}

static Guard mark_subst(Configure *self, const M4Mark *mark)
{
    g_autofree char *name = plain_argument(mark, 0);
    if (mark->argv->len > 1) {
        g_autofree char *text = plain_argument(mark, 1);
        configure_assign(self, name, configure_text(self, text));
    }
    add_substituted(self, name, mark->at);
    return GUARD_TRUE;
}

/* xaas_conditional(NAME) stands where the condition holds; with "anew" in front of its test, for
 * the last one counts, and with "declared" behind it. */
static Guard mark_conditional(Configure *self, const M4Mark *mark)
{
    g_autofree char *name = plain_argument(mark, 0);
    const char *interned = arena_intern(self->arena, name);
    Guard *when = g_hash_table_lookup(self->conditionals, interned);
    if (when == NULL) {
        when = arena_new0(self->arena, Guard);
        g_hash_table_insert(self->conditionals, (gpointer)interned, when);
    }
    g_autofree char *place = mark->argv->len > 1 ? plain_argument(mark, 1) : NULL;
    if (g_strcmp0(place, "anew") == 0) {
        *when = guard_minus(self->guards, *when, self->path);
    } else if (place == NULL) {
        *when = guard_or(self->guards, *when, self->path);
        configure_effect(self, EFFECT_VARIABLE, name, "true", mark->at);
    }
    return GUARD_TRUE;
}

/* xaas_holds(NAME): a test of a condition that was declared. */
static Guard mark_holds(Configure *self, const M4Mark *mark)
{
    g_autofree char *name = plain_argument(mark, 0);
    const Guard *when = g_hash_table_lookup(self->conditionals, name);
    return when != NULL ? *when : configure_unknown(self, CONDITION_SUBJECT_PROBE, name);
}

static Guard mark_error(Configure *self, const M4Mark *mark)
{
    g_autofree char *message = plain_argument(mark, 0);
    self->comparing = TRUE; /* what people are told decides nothing */
    g_autoptr(Value) value = configure_text(self, message);
    self->comparing = FALSE;
    const char *text = value_text(value);
    g_autofree char *readable = text != NULL ? symbols_readable(self->symbols, text) : NULL;
    recorder_constraint(self->recorder, self->path, readable != NULL ? readable : message,
                        configure_span(self, mark->at));
    configure_stop(self);
    return GUARD_TRUE;
}

static Guard mark_check(Configure *self, const M4Mark *mark)
{
    g_autofree char *name = plain_argument(mark, 1);
    if (*name == '\0') {
        g_free(name);
        name = configure_name_here(self, "check at", mark->at);
    }
    g_autoptr(Value) value = configure_text(self, name);
    const char *text = value_text(value);
    g_autofree char *readable = symbols_readable(self->symbols, text != NULL ? text : name);
    g_autofree char *valid = g_utf8_make_valid(readable, -1);
    return configure_unknown(self, subject_of(argument(mark, 0)), valid);
}

/* xaas_value(VARIABLE, KIND, NAME): something is assigned that is not known. */
static Guard mark_value(Configure *self, const M4Mark *mark)
{
    g_autofree char *variable = plain_argument(mark, 0);
    g_autofree char *name = plain_argument(mark, 2);
    g_autoptr(Value) target = configure_text(self, variable);
    const char *text = value_text(target);
    if (text == NULL || text_has_hole(text) || *text == '\0') {
        return GUARD_TRUE;
    }
    g_autofree char *valid = g_utf8_make_valid(*name != '\0' ? name : text, -1);
    const Symbol *symbol = symbols_get(self->symbols, subject_of(argument(mark, 1)), valid);
    configure_assign(self, text, value_of_text(symbol_hole(self->symbols, symbol)));
    return GUARD_TRUE;
}

static void add_effect(Configure *self, const M4Mark *mark, const char *name)
{
    static const char *const kinds[] = {
#define X(id, text) [EFFECT_##id] = text,
        EFFECT_KINDS(X)
#undef X
    };
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(kinds[i], argument(mark, 0)) == 0) {
            g_autofree char *detail = plain_argument(mark, 2);
            configure_effect(self, (EffectKind)i, name, *detail != '\0' ? detail : NULL, mark->at);
        }
    }
}

/* xaas_effect(KIND, NAME, DETAIL) */
static Guard mark_effect(Configure *self, const M4Mark *mark)
{
    g_autofree char *name = plain_argument(mark, 1);
    each_text(self, mark, name, add_effect);
    return GUARD_TRUE;
}

static Guard mark_header(Configure *self, const M4Mark *mark)
{
    g_autofree char *files = plain_argument(mark, 0);
    files[strcspn(files, ": \t\n")] = '\0';
    g_autofree char *path = tree_normalize_in(self->folder, files);
    if (self->header == NULL && path != NULL) {
        self->header = arena_intern(self->arena, path);
    }
    return GUARD_TRUE;
}

/* A folder relative to that of the script, which the script leads to. */
static void add_subfolder(Configure *self, const char *path, Origin at)
{
    const char *interned = arena_intern(self->arena, path);
    configure_effect(self, EFFECT_FOLDER, interned, NULL, at);
    if (!g_ptr_array_find(self->subfolders, interned, NULL)) {
        g_ptr_array_add(self->subfolders, (gpointer)interned);
    }
}

static void add_subfolders(Configure *self, const M4Mark *mark, const char *text)
{
    g_auto(GStrv) folders = g_strsplit_set(text, " \t\n", -1);
    for (guint i = 0; folders[i] != NULL; i++) {
        g_autofree char *path =
            *folders[i] != '\0' ? tree_normalize_in(self->folder, folders[i]) : NULL;
        if (path == NULL) {
            continue;
        }
        if (!tree_is_folder(self->tree, path)) {
            configure_ledger(self, mark->at, "folder not found", path);
        }
        add_subfolder(self, path, mark->at);
    }
}

static Guard mark_subfolders(Configure *self, const M4Mark *mark)
{
    g_autofree char *folders = plain_argument(mark, 0);
    each_text(self, mark, folders, add_subfolders);
    return GUARD_TRUE;
}

/* Adds the folders among the words of a text that have a description and are part of the product:
 * of a copy of another project only what it offers itself could be told. Words that are not known
 * are passed over. */
static guint add_configured(Configure *self, const M4Mark *mark, const char *text)
{
    guint found = 0;
    g_auto(GStrv) words = g_strsplit_set(text, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        gboolean known = *words[i] != '\0' && !text_has_hole(words[i]);
        g_autofree char *path = known ? tree_normalize_in(self->folder, words[i]) : NULL;
        g_autofree char *file = path != NULL ? configure_description_in(self->tree, path) : NULL;
        if (file == NULL || strcmp(path, self->folder) == 0) {
            continue;
        }
        found++;
        if (!tree_has_own_licence(self->tree, path)) {
            add_subfolder(self, path, mark->at);
        }
    }
    return found;
}

/* The same for all that an argument may be. */
static guint add_each_configured(Configure *self, const M4Mark *mark, const char *argument)
{
    guint found = 0;
    g_autoptr(Value) value = configure_text(self, argument);
    Guard path = self->path;
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        self->path = guard_and(self->guards, path, alternative->when);
        if (alternative->text != NULL && !guard_is_false(self->path)) {
            found += add_configured(self, mark, alternative->text);
        }
    }
    self->path = path;
    return found;
}

/* xaas_configured(ARGUMENTS): a macro of the project's own hands on what the script was given to
 * the configure script of a folder, which one of its arguments names. */
static Guard mark_configured(Configure *self, const M4Mark *mark)
{
    guint found = 0;
    g_autofree char *open = NULL;
    for (guint i = 0; i < mark->argv->len; i++) {
        g_autofree char *text = plain_argument(mark, i);
        if (*text == '\0' || strpbrk(text, " \t\n") != NULL) {
            continue;
        }
        found += add_each_configured(self, mark, text);
        open = open == NULL && *text == '$' ? g_strdup(text) : open;
    }
    if (found == 0 && open != NULL) {
        configure_ledger(self, mark->at, "name not known", open);
    }
    return GUARD_TRUE;
}

/* xaas_unknown(NAME, VARIABLES): what is done with the variables is not known either. */
static Guard mark_unknown(Configure *self, const M4Mark *mark)
{
    g_auto(GStrv) variables = g_strsplit(argument(mark, 1), " ", -1);
    for (guint i = 0; variables[i] != NULL; i++) {
        const ShellVariable *variable = g_hash_table_lookup(self->variables, variables[i]);
        if (variable != NULL && variable->value != NULL) {
            configure_note_uses(self, variable->value, FALSE);
        }
    }
    configure_ledger(self, mark->at, HAND_WRITTEN_UNKNOWN_MACRO, argument(mark, 0));
    return GUARD_TRUE;
}

static Guard mark_option(Configure *self, const M4Mark *mark)
{
    configure_option(self, mark);
    return GUARD_TRUE;
}

static Guard mark_option_end(Configure *self, const M4Mark *mark)
{
    configure_option_end(self, mark);
    return GUARD_TRUE;
}

/* xaas_given(KIND, NAME): whether a person gave the option. */
static Guard mark_given(Configure *self, const M4Mark *mark)
{
    g_autofree char *name = plain_argument(mark, 1);
    g_autofree char *variable = configure_option_variable(argument(mark, 0), name);
    OptionState *state = g_hash_table_lookup(self->options, variable);
    return state != NULL ? guard_not(self->guards, symbol_equals(self->symbols, state->symbol, ""))
                         : GUARD_FALSE;
}

static Guard mark_precious(Configure *self, const M4Mark *mark)
{
    configure_precious(self, mark);
    return GUARD_TRUE;
}

typedef struct {
    const char *name;
    Guard (*run)(Configure *self, const M4Mark *mark);
} MarkRow;

static const MarkRow rows[] = {
    {"xaas_project", mark_project},
    {"xaas_minimum_version", mark_minimum_version},
    {"xaas_option", mark_option},
    {"xaas_given", mark_given},
    {"xaas_option_end", mark_option_end},
    {"xaas_precious", mark_precious},
    {"xaas_define", mark_define},
    {"xaas_subst", mark_subst},
    {"xaas_conditional", mark_conditional},
    {"xaas_holds", mark_holds},
    {"xaas_error", mark_error},
    {"xaas_check", mark_check},
    {"xaas_value", mark_value},
    {"xaas_effect", mark_effect},
    {"xaas_header", mark_header},
    {"xaas_subfolders", mark_subfolders},
    {"xaas_configured", mark_configured},
    {"xaas_unknown", mark_unknown},
};

void configure_add_marks(Configure *self)
{
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        m4_mark_macro(self->m4, rows[i].name);
    }
}

Guard configure_run_mark(Configure *self, const M4Mark *mark)
{
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (strcmp(rows[i].name, mark->name) == 0) {
            return rows[i].run(self, mark);
        }
    }
    return GUARD_TRUE;
}
