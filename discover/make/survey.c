/* Which variables a person is meant to give. All files are looked at together, before anything is
 * followed: what one file tests may be documented in another. */
#include "discover/make/comment.h"
#include "discover/make/reading.h"
#include <string.h>

#define TESTED_MAX 256u

void make_each_reference(const char *text, void (*visit)(const char *name, gpointer data),
                         gpointer data)
{
    for (const char *c = strchr(text, '$'); c != NULL && c[1] != '\0'; c = strchr(c + 1, '$')) {
        if (c[1] == '$') {
            c++;
            continue;
        }
        if (c[1] != '(' && c[1] != '{') {
            continue;
        }
        gsize length = 0;
        while (g_ascii_isalnum(c[2 + length]) || c[2 + length] == '_' || c[2 + length] == '-') {
            length++;
        }
        if (length > 0 && strchr("):}", c[2 + length]) != NULL && c[2 + length] != '\0') {
            g_autofree char *name = g_strndup(c + 2, length);
            visit(name, data);
        }
    }
}

/* ---- counting -------------------------------------------------------------------------------- */

typedef struct {
    MakeReading *reading;
    const MakeSource *source;
    Span at;
    gboolean shown; /* the text is only shown to people */
} Visit;

/* Who speaks of it at all. */
static void count_mention(MakeVariable *variable, const MakeSource *source)
{
    gboolean other = variable->machines != NULL && variable->machines != source->machines;
    if (source->machines == NULL || other) {
        variable->known_elsewhere++;
    } else {
        variable->known_by += variable->mentioned_by != source ? 1 : 0;
        variable->machines = source->machines;
    }
    variable->mentioned_by = source;
}

static void count_use(const char *name, gpointer data)
{
    Visit *visit = data;
    MakeVariable *variable = make_variable(visit->reading, name);
    count_mention(variable, visit->source);
    variable->uses++;
    variable->shown += visit->shown ? 1 : 0;
    if (variable->places->len < OPTION_USES_MAX) {
        g_array_append_val(variable->places, visit->at);
    }
}

/* "$(NAME)" and nothing else, quoted or stripped or not: the name, or NULL. The caller frees it. */
static char *only_reference(const char *text)
{
    g_autofree char *plain = g_strstrip(g_strdup(text));
    static const char *const wrappers[] = {"$(strip ", "$(origin "};
    for (guint i = 0; i < G_N_ELEMENTS(wrappers); i++) {
        if (g_str_has_prefix(plain, wrappers[i]) && g_str_has_suffix(plain, ")")) {
            g_autofree char *inner =
                g_strndup(plain + strlen(wrappers[i]), strlen(plain) - strlen(wrappers[i]) - 1);
            g_strstrip(inner);
            return i == 1 && make_is_name(inner) ? g_steal_pointer(&inner) : only_reference(inner);
        }
    }
    gsize length = strlen(plain);
    if (length > 2 && *plain == '"' && plain[length - 1] == '"') {
        plain[length - 1] = '\0';
        return only_reference(plain + 1);
    }
    if (length < 4 || plain[0] != '$' || (plain[1] != '(' && plain[1] != '{')) {
        return NULL;
    }
    g_autofree char *name = g_strndup(plain + 2, length - 3);
    return make_is_name(name) ? g_steal_pointer(&name) : NULL;
}

static void note_tested(MakeVariable *variable, const char *constant)
{
    if (strchr(constant, '$') == NULL && *constant != '\0' &&
        g_hash_table_size(variable->tested) < TESTED_MAX) {
        g_hash_table_add(variable->tested, (gpointer)constant);
    }
}

static void count_test_of(MakeReading *self, const char *name, const char *constant, Span at)
{
    MakeVariable *variable = make_variable(self, name);
    const MakeSource *source = g_hash_table_lookup(self->sources, at.path);
    count_mention(variable, source);
    variable->tests++;
    variable->tests_elsewhere += source->machines == NULL ? 1 : 0;
    variable->central_tests += source->central ? 1 : 0;
    variable->exported_tests += !source->central && self->exports ? 1 : 0;
    if (variable->first_test.path == NULL || (source->central && variable->central_tests == 1)) {
        variable->first_test = at;
    }
    if (variable->places->len < OPTION_USES_MAX) {
        g_array_append_val(variable->places, at);
    }
    if (constant != NULL) {
        note_tested(variable, constant);
    }
}

/* Variables in other tests: $(filter a b,$(X)), $(findstring x,$(Y)). */
typedef struct {
    MakeReading *reading;
    Span at;
    char **words; /* that it is compared with; NULL */
} TestVisit;

static void count_test_inside(const char *name, gpointer data)
{
    const TestVisit *visit = data;
    count_test_of(visit->reading, name, NULL, visit->at);
    for (char **word = visit->words; word != NULL && *word != NULL; word++) {
        note_tested(make_variable(visit->reading, name),
                    arena_intern(visit->reading->scratch, *word));
    }
}

/* The words of $(filter a b,...), which what follows is compared with; NULL for another text. */
static char **filtered_words(const char *text)
{
    static const char *const functions[] = {"$(filter ", "$(filter-out "};
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        const char *begin = strstr(text, functions[i]);
        begin = begin != NULL ? begin + strlen(functions[i]) : NULL;
        const char *comma = begin != NULL ? strchr(begin, ',') : NULL;
        if (comma != NULL) {
            g_autofree char *list = g_strndup(begin, (gsize)(comma - begin));
            return g_strsplit_set(g_strstrip(list), " \t", -1);
        }
    }
    return NULL;
}

/* $(if $(X),...), $(or $(X),...): a test within a text. */
static void count_tests_in(const Visit *visit, const char *text)
{
    static const char *const functions[] = {"$(if ", "$(or ", "$(and "};
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        for (const char *call = strstr(text, functions[i]); call != NULL;
             call = strstr(call + 1, functions[i])) {
            const char *begin = call + strlen(functions[i]);
            begin += strspn(begin, " ");
            const char *end = *begin == '$' ? make_reference_end(begin) : begin;
            g_autofree char *first = g_strndup(begin, (gsize)(end - begin));
            g_autofree char *name = only_reference(first);
            if (name != NULL) {
                MakeVariable *variable = make_variable(visit->reading, name);
                count_test_of(visit->reading, name, NULL, visit->at);
                /* Its use as a text was counted, but is none. */
                variable->uses--;
                variable->shown -= visit->shown ? 1 : 0;
            }
        }
    }
}

/* Returns the name that the test says is not set, or NULL; the caller frees it. */
static char *count_test(MakeReading *self, const MakeStatement *statement, Span at)
{
    if (statement->test == TEST_DEFINED || statement->test == TEST_NOT_DEFINED) {
        if (make_is_name(statement->left)) {
            count_test_of(self, statement->left, NULL, at);
            make_variable(self, statement->left)->defined_tests++;
            return statement->test == TEST_NOT_DEFINED ? g_strdup(statement->left) : NULL;
        }
        return NULL;
    }
    const char *sides[] = {statement->left, statement->right};
    char *unset = NULL;
    for (guint i = 0; i < 2 && sides[0] != NULL && sides[1] != NULL; i++) {
        g_autofree char *name = only_reference(sides[i]);
        const char *other = sides[1 - i];
        if (name != NULL) {
            count_test_of(self, name, other, at);
            gboolean origin = strstr(sides[i], "$(origin ") != NULL;
            gboolean asks = origin
                                ? strcmp(other, "undefined") == 0 || strcmp(other, "default") == 0
                                : *other == '\0' || strcmp(other, "\"\"") == 0;
            if (asks && statement->test == TEST_EQUAL && unset == NULL) {
                unset = g_steal_pointer(&name);
            }
        } else {
            g_auto(GStrv) words = filtered_words(sides[i]);
            TestVisit visit = {self, at, words};
            make_each_reference(sides[i], count_test_inside, &visit);
        }
    }
    return unset;
}

/* Assignments on the command line of another make; "X=$(X)" hands on what a person gave. A program
 * that gets "X=1 $(MAKEFLAGS)" starts make with what a person says, of which this is one way. */
static void count_passed(MakeReading *self, const char *command)
{
    gboolean make = strstr(command, "$(MAKE)") != NULL || strstr(command, "${MAKE}") != NULL;
    gboolean flags =
        strstr(command, "(MAKEFLAGS)") != NULL || strstr(command, "{MAKEFLAGS}") != NULL;
    if (!make && !flags) {
        return;
    }
    for (const char *equal = strchr(command, '='); equal != NULL; equal = strchr(equal + 1, '=')) {
        /* "echo X = yes >> file; make" passes nothing on. */
        const char *begin = equal;
        const char *end = equal;
        while (begin > command && (g_ascii_isalnum(begin[-1]) || begin[-1] == '_')) {
            begin--;
        }
        if (begin == end || g_ascii_isdigit(*begin) ||
            (begin > command && strchr(" \t\"'", begin[-1]) == NULL)) {
            continue;
        }
        g_autofree char *name = g_strndup(begin, (gsize)(end - begin));
        const char *value = equal + 1 + strspn(equal + 1, " \t\"'");
        g_autofree char *round = g_strdup_printf("$(%s)", name);
        g_autofree char *curly = g_strdup_printf("${%s}", name);
        gboolean handed_on = g_str_has_prefix(value, round) || g_str_has_prefix(value, curly);
        MakeVariable *variable = make_variable(self, name);
        variable->passed = variable->passed || (make && !handed_on);
        variable->asked = variable->asked || !make;
    }
}

/* "$(NVCC) $(FLAGS) -c $<" runs what the variable holds. */
static void count_program(MakeReading *self, const char *command)
{
    const char *begin = command + strspn(command, " \t@+-");
    if (*begin == '$') {
        g_autofree char *first = g_strndup(begin, (gsize)(make_reference_end(begin) - begin));
        g_autofree char *name = only_reference(first);
        if (name != NULL) {
            make_variable(self, name)->runs = TRUE;
        }
    }
}

/* Whether one of the tests around says that the variable is not set. */
static gboolean is_unset(const GPtrArray *unset, const char *name)
{
    for (guint i = 0; i < unset->len; i++) {
        if (g_strcmp0(unset->pdata[i], name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The variable that a test compares with a text, whatever the text; NULL. The caller frees it. */
static char *compared_name(const MakeStatement *statement)
{
    if (statement->test != TEST_EQUAL || statement->left == NULL || statement->right == NULL) {
        return NULL;
    }
    const char *sides[] = {statement->left, statement->right};
    for (guint i = 0; i < 2; i++) {
        const char *other = sides[1 - i];
        gboolean text = *other != '\0' && strpbrk(other, "$\"'") == NULL;
        char *name = text ? only_reference(sides[i]) : NULL;
        if (name != NULL) {
            return name;
        }
    }
    return NULL;
}

/* The variable of which a test says that it is given, whatever it is; NULL. The caller frees it. */
static char *given_name(const MakeStatement *statement)
{
    if (statement->test == TEST_DEFINED) {
        return make_is_name(statement->left) ? g_strdup(statement->left) : NULL;
    }
    if (statement->test != TEST_NOT_EQUAL || statement->left == NULL || statement->right == NULL) {
        return NULL;
    }
    const char *side = *statement->left == '\0' ? statement->right : statement->left;
    return *statement->left == '\0' || *statement->right == '\0' ? only_reference(side) : NULL;
}

/* The tests that are open around a statement: in each the name that it says is not set, the one
 * that it compares with a text, and the one that it says is given; any of them NULL. */
typedef struct {
    GPtrArray *unset;
    GPtrArray *compared;
    GPtrArray *given;
    guint goals; /* of the outermost that asks what is to be made, counted from 1; 0: none */
} OpenTests;

/* "ifneq (,$(filter check,$(MAKECMDGOALS)))", "ifeq ($(MAKECMDGOALS),check)". Whatever is not for
 * some goals ("ifneq ($(MAKECMDGOALS),clean)") is the build itself. */
static gboolean asks_for_goal(const MakeStatement *statement)
{
    const char *sides[] = {statement->left, statement->right};
    for (guint i = 0; i < 2 && sides[0] != NULL && sides[1] != NULL; i++) {
        gboolean empty = *sides[1 - i] == '\0';
        gboolean filters =
            strstr(sides[i], "$(filter ") != NULL || strstr(sides[i], "$(findstring ") != NULL;
        if (strstr(sides[i], "(MAKECMDGOALS)") != NULL &&
            (statement->test == TEST_EQUAL
                 ? !empty && !filters
                 : statement->test == TEST_NOT_EQUAL && empty && filters)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What is assigned for one goal only, as "check: X = 1" does, decides nothing about the build. */
static gboolean is_within_goal(const OpenTests *tests)
{
    return tests->goals > 0;
}

static void open_tests_enter(MakeReading *self, OpenTests *tests, const MakeStatement *statement,
                             Span at)
{
    g_ptr_array_add(tests->unset, count_test(self, statement, at));
    g_ptr_array_add(tests->compared, compared_name(statement));
    g_ptr_array_add(tests->given, given_name(statement));
    if (tests->goals == 0 && asks_for_goal(statement)) {
        tests->goals = tests->unset->len;
    }
}

static void open_tests_leave(OpenTests *tests)
{
    if (tests->unset->len > 0) {
        g_ptr_array_set_size(tests->unset, (int)tests->unset->len - 1);
        g_ptr_array_set_size(tests->compared, (int)tests->compared->len - 1);
        g_ptr_array_set_size(tests->given, (int)tests->given->len - 1);
        tests->goals = tests->goals > tests->unset->len ? 0 : tests->goals;
    }
}

/* A flag that makes no sense without what is written behind it. */
static gboolean is_bare_flag(const char *value)
{
    static const char *const flags[] = {"-D", "-I", "-L", "-l", "-J", "-WF,-D", NULL};
    g_autofree char *plain = g_strstrip(g_strdup(value));
    return g_strv_contains(flags, plain);
}

/* "@NAME@", and nothing else but blanks. */
static gboolean is_filled_in(const char *value)
{
    const char *begin = value + strspn(value, " \t");
    gsize length =
        *begin == '@' ? strspn(begin + 1, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") : 0;
    return length > 0 && begin[length + 1] == '@' &&
           begin[length + 2 + strspn(begin + length + 2, " \t")] == '\0';
}

/* "X = $(Y)", and never the value of another one. */
static void count_copy(MakeReading *self, MakeVariable *variable, const MakeStatement *statement)
{
    g_autofree char *other = only_reference(statement->value);
    if (other != NULL && (variable->copied == NULL || strcmp(variable->copied, other) == 0)) {
        variable->copied = arena_intern(self->scratch, other);
        variable->copies++;
    }
}

/* "USE_MPI = TRUE", and the makefile of the framework that asks for it is included below. */
static void count_handed_on(MakeVariable *variable, const MakeSource *source,
                            const MakeStatement *statement, gboolean switched)
{
    gboolean word = source->hands_on == G_MAXUINT && strpbrk(statement->value, " \t$/.,:-") == NULL;
    if (statement->line < source->hands_on && source->central && *statement->value != '\0' &&
        (switched || word) && variable->handed_by != source) {
        variable->handed_on++;
        variable->handed_by = source;
    }
}

/* "ifdef X", "X = -DX": the command line beats the line, so that people give the very words or
 * nothing. FALSE when it is another text, which the build works out. */
static gboolean count_reworded(MakeReading *self, MakeVariable *variable, const MakeSource *source,
                               const MakeStatement *statement)
{
    gboolean plain =
        statement->operation == ASSIGN_RECURSIVE || statement->operation == ASSIGN_SIMPLE;
    if (!plain || variable->assigned + variable->defaults + variable->edited > 0) {
        return FALSE;
    }
    g_auto(GStrv) words = g_strsplit_set(statement->value, " \t", -1);
    gboolean flags = words[0] != NULL;
    for (guint i = 0; words[i] != NULL; i++) {
        flags = flags && (*words[i] == '-' || (i > 0 && *words[i] == '\0'));
    }
    if (!flags || strchr(statement->value, '$') != NULL) {
        return FALSE;
    }
    AllowedValue *value = arena_new0(self->arena, AllowedValue);
    *value = (AllowedValue){.value = arena_intern(self->arena, statement->value),
                            .origin = VALUE_DECLARED,
                            .at = {.path = source->file->path, .line = statement->line}};
    g_ptr_array_add(variable->reworded, value);
    return TRUE;
}

static void count_assignment(MakeReading *self, const MakeSource *source,
                             const MakeStatement *statement, const OpenTests *tests)
{
    const GPtrArray *unset = tests->unset;
    if (is_within_goal(tests)) {
        return;
    }
    /* "ifeq ($(X),auto)", "X := $(shell guess)": what somebody gave is put in other words. */
    if (!make_is_name(statement->name) || is_unset(tests->compared, statement->name)) {
        return;
    }
    MakeVariable *variable = make_variable(self, statement->name);
    count_mention(variable, source);
    if (is_unset(tests->given, statement->name) &&
        count_reworded(self, variable, source, statement)) {
        return;
    }
    variable->machine = variable->machine || make_asks_platform(statement->value);
    variable->filled += self->configured && is_filled_in(statement->value) ? 1 : 0;
    variable->blank += *statement->value == '\0' ? 1 : 0;
    variable->bare += is_bare_flag(statement->value) ? 1 : 0;
    gboolean plain = statement->operation == ASSIGN_RECURSIVE ||
                     statement->operation == ASSIGN_SIMPLE || statement->operation == ASSIGN_SHELL;
    gboolean explicit = statement->operation == ASSIGN_DEFAULT;
    gboolean switched = unknown_is_on(statement->value) || unknown_is_off(statement->value);
    variable->answers += switched && *statement->value != '\0' ? 1 : 0;
    if (plain && unset->len == 0) {
        count_handed_on(variable, source, statement, switched);
    }
    if (explicit || (plain && is_unset(unset, statement->name))) {
        /* What a part of the build assumes without a word is nobody's business but its own. */
        if (!source->central && !source->edited &&
            comment_above_group(self->scratch, source->file, statement->line) == NULL) {
            return;
        }
        variable->defaults++;
        variable->explicit += explicit ? 1 : 0;
    } else if (source->edited && plain) {
        variable->edited++;
    } else {
        variable->assigned++;
        variable->assigning += variable->assigned_by != source ? 1 : 0;
        variable->assigned_by = source;
        variable->always += unset->len == 0 ? 1 : 0;
        if (source->central && !source->named) {
            gboolean fixed = plain && unset->len == 0 && strchr(statement->value, '$') == NULL;
            variable->central_assigned++;
            variable->setting = fixed ? statement->value : NULL;
            variable->overridden = variable->overridden || (fixed && statement->override);
        }
        count_copy(self, variable, statement);
        variable->settled = variable->settled || (plain && unset->len == 0 && source->central &&
                                                  switched && *statement->value != '\0');
    }
    if (strchr(statement->value, '$') == NULL && plain) {
        variable->varied = variable->varied || (variable->constant != NULL &&
                                                strcmp(variable->constant, statement->value) != 0);
        variable->constant = statement->value;
    } else {
        variable->varied = TRUE;
    }
}

/* Where the statements of a file stand that people read first. */
typedef struct {
    gboolean rules;      /* a rule was seen: what follows is how things are built */
    guint block;         /* of lines one below the other; unique among all files */
    guint line;          /* the block's last */
    gboolean documented; /* a comment stands above the block */
} Settings;

/* What a single assignment among the settings of a makefile says of whose it is. */
static void count_setting(MakeReading *self, Settings *settings, const MakeSource *source,
                          const MakeStatement *statement)
{
    gboolean documented = comment_above(self->scratch, source->file, statement->line) != NULL;
    if (statement->line != settings->line + 1) {
        settings->block++;
        settings->documented = documented;
    }
    settings->line = statement->line;
    if (settings->rules || !source->central || !make_is_name(statement->name)) {
        return;
    }
    MakeVariable *variable = make_variable(self, statement->name);
    variable->block = settings->block;
    variable->documented = documented || settings->documented;
}

/* An include guard: "ifndef X", then "X = 1", and nobody else asks. */
static void count_guard_test(MakeReading *self, const char *unset)
{
    if (unset != NULL) {
        make_variable(self, unset)->guard_tests++;
    }
}

/* Whether the branch that the statement at `index` stands in assigns the variable itself: then what
 * a comment there shows is another way to write the makefile, not something to switch on. */
#define BRANCH_STATEMENTS_MAX 512u

static gboolean branch_assigns(const MakeFile *file, guint index, int step)
{
    const MakeStatement *commented = &g_array_index(file->statements, MakeStatement, index);
    guint depth = 0;
    MakeKind opens = step > 0 ? MAKE_IF : MAKE_ENDIF;
    MakeKind closes = step > 0 ? MAKE_ENDIF : MAKE_IF;
    for (guint n = 0, i = index + (guint)step;
         n < BRANCH_STATEMENTS_MAX && i < file->statements->len; n++, i += (guint)step) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        gboolean ends = statement->kind == closes || statement->kind == MAKE_ELSE;
        if (depth == 0 && ends) {
            return FALSE;
        }
        if (statement->kind == opens) {
            depth++;
        } else if (statement->kind == closes) {
            depth--;
        } else if (depth == 0 && statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL &&
                   statement->operation != ASSIGN_DEFAULT &&
                   strcmp(statement->name, commented->name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "@echo USE_X = $(USE_X)", "$(error bad USE_X: $(USE_X))", and nothing else on the line: what is
 * shown to people is worth showing, but decides nothing. */
static gboolean is_shown(const MakeStatement *statement)
{
    static const char *const functions[] = {"$(info ", "$(warning ", "$(error "};
    const char *text = statement->value != NULL ? statement->value : "";
    gboolean recipe = statement->kind == MAKE_RECIPE;
    text += strspn(text, " \t@-");
    if (strstr(text, "$(eval ") != NULL) {
        return FALSE;
    }
    /* Behind a rule, a message that begins with a tab looks like a recipe. */
    for (guint i = 0; (recipe || statement->kind == MAKE_TEXT) && i < G_N_ELEMENTS(functions);
         i++) {
        if (g_str_has_prefix(text, functions[i])) {
            const char *end = make_reference_end(text);
            return end[strspn(end, " \t")] == '\0';
        }
    }
    return recipe && g_str_has_prefix(text, "echo ") && strpbrk(text, ">|;&`") == NULL;
}

static void survey_file(MakeReading *self, const MakeSource *source, guint *blocks)
{
    const MakeFile *file = source->file;
    Settings settings = {.block = *blocks, .line = G_MAXUINT}; /* no line stands above the first */
    g_autoptr(GPtrArray) unset = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) compared = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) given = g_ptr_array_new_with_free_func(g_free);
    OpenTests tests = {unset, compared, given, 0};
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        Visit visit = {self, source, {file->path, statement->line, 0}, is_shown(statement)};
        const char *texts[] = {statement->name, statement->value, statement->targets};
        if (statement->kind == MAKE_COMMENTED) {
            gboolean example = unset->len > 0 && !source->edited &&
                               (branch_assigns(file, i, -1) || branch_assigns(file, i, 1));
            if (statement->operation != ASSIGN_APPEND && !example &&
                (source->central || source->edited)) {
                MakeVariable *variable = make_variable(self, statement->name);
                count_mention(variable, source);
                variable->commented++;
                variable->offered += source->edited ? 1 : 0;
            }
            continue;
        }
        for (guint k = 0; k < G_N_ELEMENTS(texts); k++) {
            if (texts[k] != NULL) {
                make_each_reference(texts[k], count_use, &visit);
                count_tests_in(&visit, texts[k]);
            }
        }
        switch (statement->kind) {
        case MAKE_IF:
            open_tests_enter(self, &tests, statement, visit.at);
            count_guard_test(self, unset->pdata[unset->len - 1]);
            break;
        case MAKE_ELSE:
            if (unset->len > 0) {
                open_tests_leave(&tests);
                open_tests_enter(self, &tests, statement, visit.at);
            }
            break;
        case MAKE_ENDIF:
            open_tests_leave(&tests);
            break;
        case MAKE_ASSIGNMENT:
            if (statement->targets == NULL) {
                count_assignment(self, source, statement, &tests);
            }
            if (statement->targets == NULL && unset->len == 0) {
                count_setting(self, &settings, source, statement);
            }
            count_passed(self, statement->value);
            break;
        case MAKE_RECIPE:
            count_passed(self, statement->value);
            count_program(self, statement->value);
            break;
        case MAKE_RULE:
            settings.rules = TRUE;
            break;
        case MAKE_INCLUDE:
        case MAKE_TEXT:
        case MAKE_COMMENTED:
            break;
        }
    }
    *blocks = settings.block;
}

static void count_all(MakeReading *self)
{
    guint blocks = 0;
    for (guint i = 0; i < self->order->len; i++) {
        survey_file(self, self->order->pdata[i], &blocks);
    }
}

/* What depends on which files are edited. */
static void forget_counts(MakeReading *self)
{
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        variable->assigned = variable->defaults = variable->edited = variable->commented = 0;
        variable->handed_on = 0;
        variable->handed_by = variable->assigned_by = NULL;
        variable->assigning = 0;
        variable->always = variable->offered = variable->explicit = 0;
        variable->filled = variable->blank = variable->bare = 0;
        variable->tests = variable->central_tests = variable->guard_tests = variable->uses = 0;
        variable->shown = variable->answers = variable->exported_tests = 0;
        variable->known_by = variable->known_elsewhere = variable->tests_elsewhere = 0;
        variable->machines = NULL;
        variable->mentioned_by = NULL;
        variable->defined_tests = 0;
        variable->varied = variable->settled = variable->documented = FALSE;
        variable->overridden = FALSE;
        variable->block = variable->central_assigned = variable->copies = 0;
        variable->constant = variable->setting = variable->copied = NULL;
        variable->first_test = SPAN_NONE;
        g_array_set_size(variable->places, 0);
    }
}

/* Whether the text calls the command, in a line where no comment stands before it. */
static gboolean calls(const char *text, const char *command)
{
    for (const char *at = strstr(text, command); at != NULL; at = strstr(at, command)) {
        const char *begin = at;
        while (begin > text && begin[-1] != '\n' && begin[-1] != '#') {
            begin--;
        }
        if (begin == text || begin[-1] == '\n') {
            return TRUE;
        }
        at += strcspn(at, "\n");
    }
    return FALSE;
}

/* CMake's configure_file fills templates, too. */
static gboolean fills_files(MakeReading *self, const char *name)
{
    const char *path =
        strcmp(name, "CMakeLists.txt") == 0 ? make_path(self, self->top, name) : NULL;
    g_autofree char *text = path != NULL ? tree_read_text(self->tree, path, NULL, NULL) : NULL;
    return text != NULL && calls(text, "configure_file");
}

/* Whether a script in the top folder fills in templates; where none does, people write the file. */
static gboolean has_configure(MakeReading *self)
{
    const GPtrArray *children = tree_children(self->tree, self->top);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        const char *name = children->pdata[i];
        if (g_ascii_strncasecmp(name, "configure", strlen("configure")) == 0 ||
            fills_files(self, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the file that the build begins with exports all that it assigns. */
static gboolean hands_all_on(const MakeReading *self)
{
    for (guint i = 0; i < self->order->len; i++) {
        const MakeSource *source = self->order->pdata[i];
        if (source->central && source->file->exports &&
            strcmp(source->file->folder, self->top) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

void make_survey(MakeReading *self)
{
    self->configured = has_configure(self);
    self->exports = hands_all_on(self);
    count_all(self);
    make_survey_writers(self);
    make_read_commands(self);
    make_decide_roles(self);
    /* Whether a person chooses a file decides whether what it assigns is for people, too. */
    make_mark_edited(self);
    forget_counts(self);
    count_all(self);
    make_decide_roles(self);
}
