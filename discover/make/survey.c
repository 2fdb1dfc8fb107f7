/* Which variables a person is meant to give. All files are looked at together, before anything is
 * followed: what one file tests may be documented in another. */
#include "discover/make/survey.h"
#include "core/identifier.h"
#include "discover/make/alternatives.h"
#include "discover/make/comment.h"
#include "discover/make/list_word.h"
#include <string.h>

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

static void count_use(const char *name, gpointer data)
{
    SurveyVisit *visit = data;
    MakeVariable *variable = make_variable(visit->reading, name);
    survey_mention(variable, visit->source);
    variable->uses++;
    variable->shown += visit->shown ? 1 : 0;
    if (variable->places->len < OPTION_USES_MAX) {
        g_array_append_val(variable->places, visit->at);
    }
}

/* Assignments on the command line of another make; "X=$(X)" hands on what a person gave, which is
 * no use of it: what the other one does with it is. A program that gets "X=1 $(MAKEFLAGS)" starts
 * make with what a person says, of which this is one way. */
static void count_passed(MakeReading *self, const char *command, gboolean shown)
{
    gboolean make = strstr(command, "$(MAKE)") != NULL || strstr(command, "${MAKE}") != NULL;
    gboolean flags =
        strstr(command, "(MAKEFLAGS)") != NULL || strstr(command, "{MAKEFLAGS}") != NULL;
    if (!make && !flags) {
        return;
    }
    for (const char *equal = strchr(command, '='); equal != NULL; equal = strchr(equal + 1, '=')) {
        /* "echo X = yes >> file; make" passes nothing on. */
        const char *begin = identifier_begin(command, equal);
        if (begin == equal || g_ascii_isdigit(*begin) ||
            (begin > command && strchr(" \t\"'", begin[-1]) == NULL)) {
            continue;
        }
        g_autofree char *name = g_strndup(begin, (gsize)(equal - begin));
        const char *value = equal + 1 + strspn(equal + 1, " \t\"'");
        g_autofree char *round = g_strdup_printf("$(%s)", name);
        g_autofree char *curly = g_strdup_printf("${%s}", name);
        gboolean handed_on = g_str_has_prefix(value, round) || g_str_has_prefix(value, curly);
        const char *behind = handed_on ? value + strlen(round) : "-";
        MakeVariable *variable = make_variable(self, name);
        variable->passed = variable->passed || (make && !handed_on);
        variable->shown += make && !shown && strchr(" \t\"';&|)", *behind) != NULL ? 1 : 0;
        variable->asked = variable->asked || !make;
    }
}

/* "$(NVCC) $(FLAGS) -c $<" runs what the variable holds. */
static void count_program(MakeReading *self, const char *command)
{
    const char *begin = command + strspn(command, " \t@+-");
    if (*begin == '$') {
        g_autofree char *first = g_strndup(begin, (gsize)(make_reference_end(begin) - begin));
        g_autofree char *name = survey_only_reference(first);
        if (name != NULL) {
            make_variable(self, name)->runs = TRUE;
        }
    }
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

/* "echo USE_X=$(USE_X) >> file": what people gave is kept as it is. */
static gboolean is_kept(const char *command)
{
    const char *name = command + strlen("echo ") + strspn(command + strlen("echo "), " \"'");
    gsize length = strcspn(name, " \t=$>");
    const char *end = name[length] == '=' ? survey_kept_end(name, length, name + length + 1) : NULL;
    return end != NULL && strpbrk(end, ";|&`") == NULL;
}

/* "@echo USE_X = $(USE_X)", "$(error bad USE_X: $(USE_X))", and nothing else on the line: what is
 * shown to people, or kept for them, is worth that, but decides nothing. */
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
    return recipe && g_str_has_prefix(text, "echo ") &&
           (strpbrk(text, ">|;&`") == NULL || is_kept(text));
}

/* The list that a variable of a loop goes through, "$(foreach x,$(LIST),...)": its name, or NULL.
 * The caller frees it. */
static char *list_of_loop(const char *text, const char *name)
{
    g_autofree char *head = g_strdup_printf("$(foreach %s,", name);
    const char *loop = strstr(text, head);
    const char *list = loop != NULL ? loop + strlen(head) : "";
    g_autofree char *reference =
        *list == '$' ? g_strndup(list, (gsize)(make_reference_end(list) - list)) : NULL;
    return reference != NULL ? survey_only_reference(reference) : NULL;
}

/* What may stand before the name of a machine, and the flag that takes it. */
static const struct {
    const char *before;
    const char *flag;
} machine_flags[] = {
    {"--offload-arch=", "--offload-arch="},
    {"-arch=", "-arch="},
    {"sm_", "-arch=sm_"},
    {"compute_", "-arch=sm_"},
    {"-march=", "-march="},
};

static const char *machine_flag_before(const char *text, const char *at)
{
    for (guint i = 0; i < G_N_ELEMENTS(machine_flags); i++) {
        gsize length = strlen(machine_flags[i].before);
        if ((gsize)(at - text) >= length &&
            strncmp(at - length, machine_flags[i].before, length) == 0) {
            return machine_flags[i].flag;
        }
    }
    return NULL;
}

/* "-arch=sm_$(X)": which machine it is for. */
static void count_machine_flags(MakeReading *self, const char *text)
{
    for (const char *at = strchr(text, '$'); at != NULL; at = strchr(at + 1, '$')) {
        const char *flag = machine_flag_before(text, at);
        if (flag == NULL) {
            continue;
        }
        g_autofree char *reference = g_strndup(at, (gsize)(make_reference_end(at) - at));
        g_autofree char *name = survey_only_reference(reference);
        g_autofree char *list = name != NULL ? list_of_loop(text, name) : NULL;
        if (name != NULL) {
            make_variable(self, list != NULL ? list : name)->machine_flag = flag;
        }
    }
}

/* Fewer switches may stand among what a build says of itself. */
#define SETTLED_SWITCHES_MIN 3u

/* "USE_MPI = yes", "POOL_SIZE = 1000", and no rule, test or reference: such a file is there for
 * people to change, and other makefiles make of it what it means. */
static gboolean holds_settings(const MakeFile *file)
{
    guint switches = 0;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind == MAKE_COMMENTED) {
            continue;
        }
        if (statement->kind != MAKE_ASSIGNMENT || statement->targets != NULL ||
            strchr(statement->value, '$') != NULL) {
            return FALSE;
        }
        gboolean answer = unknown_is_on(statement->value) || unknown_is_off(statement->value);
        switches += answer && *statement->value != '\0' ? 1 : 0;
    }
    return switches >= SETTLED_SWITCHES_MIN;
}

/* "X ?= 0" with a comment above, before any rule: a makefile that tells people what to give it. */
static guint count_offers(MakeReading *self, const MakeFile *file)
{
    guint count = 0;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind == MAKE_RULE) {
            break;
        }
        count += statement->kind == MAKE_ASSIGNMENT && statement->operation == ASSIGN_DEFAULT &&
                         (unknown_is_on(statement->value) || unknown_is_off(statement->value)) &&
                         *statement->value != '\0' &&
                         comment_above(self->scratch, file, statement->line) != NULL
                     ? 1
                     : 0;
    }
    return count;
}

static void survey_defined(MakeReading *self, MakeSource *source, const MakeStatement *statement);

/* An assignment in a comment, at that index: it offers the variable, unless it shows what the
 * branch of a test around it does. */
static void survey_commented(MakeReading *self, const MakeSource *source, const MakeFile *file,
                             guint index, const OpenTests *tests)
{
    const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, index);
    gboolean example = tests->unset->len > 0 && !source->edited &&
                       (branch_assigns(file, index, -1) || branch_assigns(file, index, 1)) &&
                       !make_has_alternatives(file, statement->name);
    if (statement->operation == ASSIGN_APPEND || example || (!source->central && !source->edited)) {
        return;
    }
    MakeVariable *variable = make_variable(self, statement->name);
    survey_mention(variable, source);
    variable->commented++;
    variable->offered += source->edited ? 1 : 0;
}

/* What the texts of a statement refer to and ask for. */
static void survey_texts(const SurveyVisit *visit, const MakeStatement *statement)
{
    const char *texts[] = {statement->name, statement->value, statement->targets};
    for (guint k = 0; k < G_N_ELEMENTS(texts); k++) {
        if (texts[k] != NULL) {
            make_each_reference(texts[k], count_use, (gpointer)visit);
            survey_tests_in(visit, texts[k]);
            count_machine_flags(visit->reading, texts[k]);
        }
    }
}

static void survey_statements(MakeReading *self, MakeSource *source, const MakeFile *file,
                              Settings *settings, OpenTests *tests)
{
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        SurveyVisit visit = {self, source, {file->path, statement->line, 0}, is_shown(statement)};
        if (statement->kind != MAKE_COMMENTED) {
            survey_texts(&visit, statement);
        }
        switch (statement->kind) {
        case MAKE_COMMENTED:
            survey_commented(self, source, file, i, tests);
            break;
        case MAKE_IF:
            survey_enter(self, tests, file, statement);
            count_guard_test(self, tests->unset->pdata[tests->unset->len - 1]);
            break;
        case MAKE_ELSE:
            if (tests->unset->len > 0) {
                survey_go_on(self, tests, file, statement);
            }
            break;
        case MAKE_ENDIF:
            survey_leave(tests);
            break;
        case MAKE_ASSIGNMENT:
            if (statement->targets == NULL) {
                survey_assignment(self, source, statement, tests);
            }
            if (statement->targets == NULL && tests->unset->len == 0) {
                survey_setting(self, settings, source, statement);
            }
            count_passed(self, statement->value, visit.shown);
            survey_defined(self, source, statement);
            break;
        case MAKE_RECIPE:
            count_passed(self, statement->value, visit.shown);
            count_program(self, statement->value);
            break;
        case MAKE_RULE:
            settings->rules = TRUE;
            break;
        case MAKE_INCLUDE:
        case MAKE_TEXT:
            break;
        }
    }
}

/* Looks at statements that stand together. */
static void survey_text(MakeReading *self, MakeSource *source, const MakeFile *file,
                        Settings *settings)
{
    g_autoptr(GPtrArray) unset = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) compared = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) given = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) missing = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) beside = g_ptr_array_new_with_free_func(g_free);
    OpenTests tests = {unset, compared, beside, given, missing, 0, 0};
    survey_once(self, file);
    survey_statements(self, source, file, settings, &tests);
}

/* "$(1)": what it is, each call says. */
static gboolean has_parameter(const char *text)
{
    return text != NULL && g_regex_match_simple("\\$[({]?[0-9]", text, 0, 0);
}

/* "define flags", "ifeq ($$(X),1)", ..., "endef", and "$(eval $(call flags))": what is asked there
 * is asked by the makefile. */
static void survey_defined(MakeReading *self, MakeSource *source, const MakeStatement *statement)
{
    if (!statement->defined || strstr(statement->value, "$$") == NULL ||
        !g_regex_match_simple("^[ \\t]*ifn?(?:eq|def)\\b", statement->value, G_REGEX_MULTILINE,
                              0)) {
        return;
    }
    g_auto(GStrv) parts = g_strsplit(statement->value, "$$", -1);
    g_autofree char *text = g_strjoinv("$", parts);
    MakeFile *body =
        make_file_new(self->scratch, source->file->path, arena_strdup(self->scratch, text));
    for (guint i = 0; i < body->statements->len; i++) {
        MakeStatement *inner = &g_array_index(body->statements, MakeStatement, i);
        inner->line = statement->line;
        if (has_parameter(inner->left) || has_parameter(inner->right)) {
            inner->left = inner->right = "";
        }
    }
    Settings none = {.rules = TRUE, .line = G_MAXUINT};
    survey_text(self, source, body, &none);
    make_file_free(body);
}

static void survey_file(MakeReading *self, MakeSource *source, guint *blocks)
{
    source->offers = count_offers(self, source->file);
    source->settles = holds_settings(source->file);
    Settings settings = {.block = *blocks, .line = G_MAXUINT}; /* no line stands above the first */
    survey_text(self, source, source->file, &settings);
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
        variable->filled_lines = variable->within = variable->noted = variable->beside_tests = 0;
        variable->worked_out = variable->from_found = FALSE;
        variable->otherwise = variable->derived = 0;
        variable->handed_on = 0;
        variable->handed_by = variable->assigned_by = NULL;
        variable->assigning = 0;
        variable->always = variable->turned_off = variable->offered = variable->explicit = 0;
        variable->filled = variable->blank = variable->bare = 0;
        variable->tests = variable->central_tests = variable->guard_tests = variable->uses = 0;
        variable->shown = variable->answers = variable->exported_tests = 0;
        variable->known_by = variable->known_elsewhere = variable->tests_elsewhere = 0;
        variable->machines = NULL;
        variable->mentioned_by = NULL;
        variable->defined_tests = 0;
        variable->asked_first = NULL;
        variable->varied = variable->settled = variable->documented = FALSE;
        variable->overridden = FALSE;
        variable->overrides = variable->replaced = variable->chosen = 0;
        variable->chosen_varied = FALSE;
        variable->chosen_default = variable->chosen_for = NULL;
        variable->default_for = variable->notes = variable->offered_tests = 0;
        variable->notes_of_machine = variable->collects = 0;
        variable->called_tests = 0;
        variable->noted_for = NULL;
        variable->handed = NULL;
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
    make_survey_computed(self);
    make_survey_writers(self);
    make_read_commands(self);
    make_find_list_words(self);
    make_decide_roles(self);
    /* Whether a person chooses a file decides whether what it assigns is for people, too. */
    make_mark_edited(self);
    forget_counts(self);
    count_all(self);
    make_survey_computed(self);
    make_decide_roles(self);
}
