/* Targets that configure the build: "gfortran:" whose recipe calls make again with "FC = gfortran".
 */
#include "discover/make/reading.h"
#include <string.h>

/* One such target makes no choice. */
#define TARGETS_MIN 2u
#define PASSED_MIN 2u

/* One "NAME=value" on the command line of another make. */
typedef struct {
    char *name;
    char *value;
} Passed;

static void passed_clear(gpointer data)
{
    g_free(((Passed *)data)->name);
    g_free(((Passed *)data)->value);
}

/* A constant setting; handing on "X=$(X)" is none. */
static void add_passed(GArray *list, const char *word)
{
    const char *equal = strchr(word, '=');
    if (equal == NULL || equal == word) {
        return;
    }
    g_autofree char *name = g_strstrip(g_strndup(word, (gsize)(equal - word)));
    if (!make_is_name(name) || strchr(equal, '$') != NULL) {
        return;
    }
    const Passed passed = {g_steal_pointer(&name), g_strstrip(g_strdup(equal + 1))};
    g_array_append_val(list, passed);
}

/* The words of a command; quotes join what they enclose. */
static GArray *passed_by(const char *command)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(Passed));
    g_array_set_clear_func(list, passed_clear);
    if (strstr(command, "$(MAKE)") == NULL && strstr(command, "${MAKE}") == NULL) {
        return list;
    }
    g_autoptr(GString) word = g_string_new(NULL);
    char quote = '\0';
    for (const char *c = command;; c++) {
        gboolean end = *c == '\0' || (quote == '\0' && strchr(" \t();&|", *c) != NULL);
        if (end) {
            add_passed(list, word->str);
            g_string_truncate(word, 0);
            if (*c == '\0') {
                break;
            }
        } else if (*c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*c == '"' || *c == '\'')) {
            quote = *c;
        } else {
            g_string_append_c(word, *c);
        }
    }
    return list;
}

/* The target of the rule that the recipe at `index` belongs to; NULL when it has several. */
static const char *target_of(const MakeFile *file, guint index)
{
    for (guint i = index; i > 0; i--) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i - 1);
        if (statement->kind == MAKE_RULE) {
            return strpbrk(statement->targets, " \t%$./") == NULL ? statement->targets : NULL;
        }
    }
    return NULL;
}

/* Calls `found` for each target that passes settings of its own to another make. */
static void each_target(const MakeFile *file,
                        void (*found)(const char *target, guint line, const GArray *passed,
                                      gpointer data),
                        gpointer data)
{
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind != MAKE_RECIPE) {
            continue;
        }
        g_autoptr(GArray) passed = passed_by(statement->value);
        const char *target = passed->len >= PASSED_MIN ? target_of(file, i) : NULL;
        if (target != NULL) {
            found(target, statement->line, passed, data);
        }
    }
}

/* How many targets set each variable: settings that several have are what they are told apart by.
 */
static void count_names(const char *target, guint line, const GArray *passed, gpointer data)
{
    GHashTable *counts = data;
    (void)target;
    (void)line;
    for (guint i = 0; i < passed->len; i++) {
        const char *name = g_array_index(passed, Passed, i).name;
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));
        g_hash_table_insert(counts, g_strdup(name), GUINT_TO_POINTER(count + 1));
    }
}

typedef struct {
    MakeReading *reading;
    const MakeSource *source;
    GHashTable *counts;
    gboolean walk; /* else the values are only noted */
} Choice;

static gboolean is_told_apart(const Choice *choice, const GArray *passed)
{
    guint shared = 0;
    for (guint i = 0; i < passed->len; i++) {
        const char *name = g_array_index(passed, Passed, i).name;
        shared +=
            GPOINTER_TO_UINT(g_hash_table_lookup(choice->counts, name)) >= TARGETS_MIN ? 1 : 0;
    }
    return shared >= PASSED_MIN;
}

static void take_target(const char *target, guint line, const GArray *passed, gpointer data)
{
    const Choice *choice = data;
    MakeReading *self = choice->reading;
    if (!is_told_apart(choice, passed)) {
        return;
    }
    MakeVariable *variable = make_variable(self, OPTION_TARGETS);
    if (!choice->walk) {
        variable->chooses = TRUE;
        return;
    }
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, OPTION_TARGETS);
    Guard chosen = unknown_equals(self->unknowns, unknown, target);
    self->file = choice->source->file;
    self->folder = self->file->folder;
    self->at = (Span){self->file->path, line, 0};
    AllowedValue *value = arena_new0(self->arena, AllowedValue);
    *value = (AllowedValue){arena_intern(self->arena, target), VALUE_DECLARED, self->at};
    g_ptr_array_add(variable->values, value);
    for (guint i = 0; i < passed->len; i++) {
        const Passed *setting = &g_array_index(passed, Passed, i);
        make_effects_of(self, setting->name, setting->value, chosen, NULL);
    }
    const Declaration declaration = {
        .at = self->at, .file = self->file, .when = GUARD_TRUE, .kind = DECLARES_TEST};
    if (variable->declarations->len == 0) {
        g_array_append_val(variable->declarations, declaration);
    }
}

static void go_through(MakeReading *self, const MakeSource *source, gboolean walk)
{
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    each_target(source->file, count_names, counts);
    Choice choice = {self, source, counts, walk};
    each_target(source->file, take_target, &choice);
}

void make_find_target_choices(MakeReading *self, const MakeSource *source)
{
    go_through(self, source, FALSE);
}

void make_walk_targets(MakeReading *self, const MakeSource *source)
{
    go_through(self, source, TRUE);
}
