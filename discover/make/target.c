/* Targets that configure the build: "gfortran:" whose recipe calls make again with "FC = gfortran".
 * What makes a choice of several is that they give the same variable other values. */
#include "discover/make/reading.h"
#include <string.h>

/* Further targets of one makefile are left out. */
#define TARGETS_MAX 256u
/* Further words of one command, or targets of one rule, are not looked at. */
#define HANDED_WORDS_MAX 256

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

/* A constant setting, in which "$@" is the target; handing on "X=$(X)" is none. */
static void add_passed(GArray *list, const char *word, const char *target)
{
    const char *equal = strchr(word, '=');
    if (equal == NULL || equal == word) {
        return;
    }
    g_autofree char *name = g_strstrip(g_strndup(word, (gsize)(equal - word)));
    g_autofree char *value =
        g_strstrip(g_strdup(strcmp(equal + 1, "$@") == 0 ? target : equal + 1));
    if (!make_is_name(name) || strchr(value, '$') != NULL) {
        return;
    }
    for (guint i = 0; i < list->len; i++) {
        if (strcmp(g_array_index(list, Passed, i).name, name) == 0) {
            return;
        }
    }
    const Passed passed = {g_steal_pointer(&name), g_steal_pointer(&value)};
    g_array_append_val(list, passed);
}

void make_each_shell_word(const char *command, void (*found)(const char *word, gpointer data),
                          gpointer data)
{
    g_autoptr(GString) word = g_string_new(NULL);
    char quote = '\0';
    for (const char *c = command;; c++) {
        gboolean end = *c == '\0' || (quote == '\0' && strchr(" \t();&|", *c) != NULL);
        /* The brackets of a reference are none of the shell's. */
        const char *reference = *c == '$' ? make_reference_end(c) : c;
        if (end) {
            found(word->str, data);
            g_string_truncate(word, 0);
            if (*c == '\0') {
                break;
            }
        } else if (reference > c) {
            g_string_append_len(word, c, reference - c);
            c = reference - 1;
        } else if (*c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*c == '"' || *c == '\'')) {
            quote = *c;
        } else {
            g_string_append_c(word, *c);
        }
    }
}

/* A target that calls another make, and what it passes on. */
typedef struct {
    char *name;
    guint line; /* of the rule */
    GArray *passed;
    gboolean repeats; /* its settings are those of an earlier one */
} Target;

static void target_clear(gpointer data)
{
    Target *target = data;
    g_free(target->name);
    g_array_unref(target->passed);
}

static void take_setting(const char *word, gpointer data)
{
    const Target *target = data;
    add_passed(target->passed, word, target->name);
}

static Target *target_named(GArray *targets, const char *name, guint line)
{
    for (guint i = 0; i < targets->len; i++) {
        Target *target = &g_array_index(targets, Target, i);
        if (strcmp(target->name, name) == 0) {
            return target;
        }
    }
    Target target = {g_strdup(name), line, g_array_new(FALSE, FALSE, sizeof(Passed)), FALSE};
    g_array_set_clear_func(target.passed, passed_clear);
    g_array_append_val(targets, target);
    return &g_array_index(targets, Target, targets->len - 1);
}

/* Whether a rule's targets are words that a person gives, none of them a file or a pattern. */
static gboolean are_goals(const char *targets)
{
    return strpbrk(targets, "%$./") == NULL;
}

/* The targets of a makefile that pass settings to another make. */
static GArray *targets_of(const MakeFile *file)
{
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(Target));
    g_array_set_clear_func(targets, target_clear);
    const MakeStatement *rule = NULL;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        rule = statement->kind == MAKE_RULE ? statement : rule;
        if (statement->kind != MAKE_RECIPE || rule == NULL || !are_goals(rule->targets) ||
            !make_calls_make(statement->value)) {
            continue;
        }
        g_auto(GStrv) names = g_strsplit_set(rule->targets, " \t", -1);
        for (guint k = 0; names[k] != NULL && targets->len < TARGETS_MAX; k++) {
            if (*names[k] != '\0') {
                make_each_shell_word(statement->value, take_setting,
                                     target_named(targets, names[k], rule->line));
            }
        }
    }
    return targets;
}

/* ---- what tells targets apart ---------------------------------------------------------------- */

static const char *passed_value(const Target *target, const char *name)
{
    for (guint i = 0; i < target->passed->len; i++) {
        const Passed *passed = &g_array_index(target->passed, Passed, i);
        if (strcmp(passed->name, name) == 0) {
            return passed->value;
        }
    }
    return NULL;
}

static gboolean same_settings(const Target *a, const Target *b)
{
    for (guint i = 0; i < a->passed->len; i++) {
        const Passed *passed = &g_array_index(a->passed, Passed, i);
        if (g_strcmp0(passed->value, passed_value(b, passed->name)) != 0) {
            return FALSE;
        }
    }
    return a->passed->len == b->passed->len;
}

static void mark_repeats(GArray *targets)
{
    for (guint i = 0; i < targets->len; i++) {
        Target *target = &g_array_index(targets, Target, i);
        for (guint k = 0; k < i && !target->repeats; k++) {
            target->repeats = same_settings(target, &g_array_index(targets, Target, k));
        }
    }
}

/* Whether other targets give the variable other values: then it is what they are told apart by. */
static gboolean tells_apart(const GArray *targets, const Target *target, const char *name,
                            const char *value)
{
    for (guint i = 0; i < targets->len; i++) {
        const Target *other = &g_array_index(targets, Target, i);
        const char *given = other != target ? passed_value(other, name) : NULL;
        if (given != NULL && strcmp(given, value) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_choice(const GArray *targets, const Target *target)
{
    for (guint i = 0; i < target->passed->len && !target->repeats; i++) {
        const Passed *passed = &g_array_index(target->passed, Passed, i);
        if (tells_apart(targets, target, passed->name, passed->value)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* ---- a part whose targets the top makefile hands on ------------------------------------------ */

static char *handed_key(const char *target, const char *folder)
{
    return g_strdup_printf("%s\1%s", target, folder);
}

static void keep_word(const char *word, gpointer data)
{
    GPtrArray *words = data;
    if (*word != '\0' && words->len < HANDED_WORDS_MAX) {
        g_ptr_array_add(words, g_strdup(word));
    }
}

/* A command of the top makefile that calls make with a target of the same name, somewhere else:
 * "cd src; $(MAKE) s", "$(MAKE) -C src $@". */
static void note_handed(MakeReading *self, const MakeStatement *rule, const char *command)
{
    g_auto(GStrv) targets = g_strsplit_set(rule->targets, " \t", HANDED_WORDS_MAX);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    make_each_shell_word(command, keep_word, words);
    for (guint i = 0; i < words->len; i++) {
        const char *folder = make_path(self, self->top, words->pdata[i]);
        for (guint t = 0; targets[t] != NULL && folder != NULL; t++) {
            gboolean named =
                g_ptr_array_find_with_equal_func(words, targets[t], g_str_equal, NULL) ||
                g_ptr_array_find_with_equal_func(words, "$@", g_str_equal, NULL);
            if (named && *targets[t] != '\0' && tree_is_folder(self->tree, folder)) {
                g_hash_table_insert(self->handed_on, handed_key(targets[t], folder),
                                    GUINT_TO_POINTER(rule->line));
            }
        }
    }
}

void make_find_handed_on(MakeReading *self, const MakeSource *top)
{
    const MakeFile *file = top->file;
    const MakeStatement *rule = NULL;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        rule = statement->kind == MAKE_RULE ? statement : rule;
        if (statement->kind == MAKE_RECIPE && rule != NULL && are_goals(rule->targets) &&
            make_calls_make(statement->value)) {
            note_handed(self, rule, statement->value);
        }
    }
}

/* The line of the top makefile that lets a person give the target; 0 when there is none. */
static guint line_of(const MakeReading *self, const MakeSource *source, const MakeSource *top,
                     const Target *target)
{
    if (source == top) {
        return target->line;
    }
    g_autofree char *key = handed_key(target->name, source->file->folder);
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->handed_on, key));
}

/* ---- the option ------------------------------------------------------------------------------ */

/* What the makefile makes when no target is given: its first one, or the only thing that this one
 * needs. The caller frees it. */
static char *default_goal(const MakeFile *file)
{
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *rule = &g_array_index(file->statements, MakeStatement, i);
        if (rule->kind == MAKE_RULE && *rule->targets != '.' && are_goals(rule->targets)) {
            g_autofree char *needs = g_strstrip(g_strdup(rule->value));
            gboolean one = *needs != '\0' && strpbrk(needs, " \t$") == NULL;
            g_auto(GStrv) names = g_strsplit_set(rule->targets, " \t", 2);
            return one ? g_steal_pointer(&needs) : g_strdup(names[0]);
        }
    }
    return NULL;
}

/* A target that configures the build, at its place in the top makefile. */
typedef struct {
    const MakeSource *source;
    const MakeSource *top;
    const Target *target;
    Span at;
    Guard chosen;
    gboolean is_default;
} Choice;

static void note_choice(MakeReading *self, const Choice *choice)
{
    (void)choice;
    make_variable(self, OPTION_TARGETS)->chooses = TRUE;
}

/* Where makefiles ask for a variable that only targets give, they ask for the target. */
static void assign_settings(MakeReading *self, const Choice *choice)
{
    for (guint i = 0; i < choice->target->passed->len; i++) {
        const Passed *setting = &g_array_index(choice->target->passed, Passed, i);
        MakeVariable *variable = make_variable(self, setting->name);
        if (variable->role == ROLE_COMPUTED && !variable->written) {
            const Piece piece = {arena_intern(self->scratch, setting->value), choice->chosen,
                                 FALSE};
            g_array_append_val(variable->pieces, piece);
            variable->unset = GUARD_FALSE;
        }
    }
}

static void declare_choice(MakeReading *self, const Choice *choice)
{
    MakeVariable *variable = make_variable(self, OPTION_TARGETS);
    const char *name = arena_intern(self->arena, choice->target->name);
    for (guint i = 0; i < variable->values->len; i++) {
        if (strcmp(((const AllowedValue *)variable->values->pdata[i])->value, name) == 0) {
            return;
        }
    }
    AllowedValue *value = arena_new0(self->arena, AllowedValue);
    *value = (AllowedValue){.value = name, .origin = VALUE_DECLARED, .at = choice->at};
    g_ptr_array_add(variable->values, value);
    if (choice->is_default) {
        g_array_set_size(variable->declarations, 0);
    }
    if (variable->declarations->len == 0) {
        const Declaration declaration = {.at = choice->at,
                                         .file = choice->top->file,
                                         .value = choice->is_default ? name : NULL,
                                         .when = GUARD_TRUE,
                                         .kind =
                                             choice->is_default ? DECLARES_DEFAULT : DECLARES_TEST};
        g_array_append_val(variable->declarations, declaration);
    }
}

static void walk_choice(MakeReading *self, const Choice *choice)
{
    declare_choice(self, choice);
    self->file = choice->source->file;
    self->folder = self->file->folder;
    self->at = (Span){self->file->path, choice->target->line, 0};
    for (guint i = 0; i < choice->target->passed->len; i++) {
        const Passed *setting = &g_array_index(choice->target->passed, Passed, i);
        make_effects_of(self, setting->name, setting->value, choice->chosen, NULL);
    }
}

/* "gpu-tests": what it builds is tried at once, and not for use. */
static gboolean is_for_tests(const char *name)
{
    static const char *const words[] = {"test", "tests", "check", "checks", NULL};
    const char *last = name + strlen(name);
    while (last > name && strchr("-_", last[-1]) == NULL) {
        last--;
    }
    return g_strv_contains(words, last);
}

static void each_choice(MakeReading *self, const MakeSource *source, const MakeSource *top,
                        void (*take)(MakeReading *self, const Choice *choice))
{
    g_autoptr(GArray) targets = targets_of(source->file);
    g_autofree char *goal = default_goal(top->file);
    mark_repeats(targets);
    for (guint i = 0; i < targets->len; i++) {
        const Target *target = &g_array_index(targets, Target, i);
        guint line = line_of(self, source, top, target);
        if (line != 0 && is_choice(targets, target) && !is_for_tests(target->name)) {
            Unknown *goals = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, OPTION_TARGETS);
            const Choice choice = {source,
                                   top,
                                   target,
                                   {top->file->path, line, 0},
                                   unknown_equals(self->unknowns, goals, target->name),
                                   g_strcmp0(goal, target->name) == 0};
            take(self, &choice);
        }
    }
}

void make_find_target_choices(MakeReading *self, const MakeSource *source, const MakeSource *top)
{
    each_choice(self, source, top, note_choice);
}

void make_assign_targets(MakeReading *self, const MakeSource *source, const MakeSource *top)
{
    each_choice(self, source, top, assign_settings);
}

void make_walk_targets(MakeReading *self, const MakeSource *source, const MakeSource *top)
{
    each_choice(self, source, top, walk_choice);
}
