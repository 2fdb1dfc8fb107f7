/* Who is to give what makefiles assign. */
#include "discover/make/comment.h"
#include "discover/make/comment_values.h"
#include "discover/make/survey.h"
#include <string.h>

/* A flag that makes no sense without what is written behind it. */
static gboolean is_bare_flag(const char *value)
{
    static const char *const flags[] = {"-D", "-I", "-L", "-l", "-J", "-WF,-D", NULL};
    g_autofree char *plain = g_strstrip(g_strdup(value));
    return g_strv_contains(flags, plain);
}

/* "X = $(Y)", and never the value of another one. */
static void count_copy(MakeReading *self, MakeVariable *variable, const MakeStatement *statement)
{
    g_autofree char *other = survey_only_reference(statement->value);
    if (other != NULL && (variable->copied == NULL || strcmp(variable->copied, other) == 0)) {
        variable->copied = arena_intern(self->scratch, other);
        variable->copies++;
    }
}

/* "X = $(X_DEFAULT)" where nobody gives X, or for one of its words: whoever wants another value
 * gives X. */
static void count_default_for(MakeReading *self, const MakeVariable *variable, const char *value)
{
    g_autofree char *other = survey_only_reference(value);
    if (other != NULL && strcmp(other, variable->name) != 0) {
        make_variable(self, other)->default_for++;
    }
}

/* "X := $(findstring clang,$(VERSION))": an answer that the makefile looks for. */
static gboolean is_answer(const MakeStatement *statement)
{
    static const char *const functions[] = {"$(findstring ", "$(filter ", "$(shell ",
                                            "$(wildcard "};
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (g_str_has_prefix(statement->value, functions[i])) {
            return statement->operation == ASSIGN_SIMPLE &&
                   *make_reference_end(statement->value) == '\0';
        }
    }
    return FALSE;
}

/* "ifeq ($(LAPACK),internal)", "LAPACK_INTERNAL = 1", or "ifneq ($(SAFE),0)", "PLAIN = 1"; on some
 * machines the makefile may come to the same, "ifeq ($(shell uname -s),Darwin)". */
static void count_note(MakeReading *self, MakeVariable *variable, const OpenTests *tests)
{
    const char *beside = NULL;
    for (guint i = tests->beside->len; i > 0 && beside == NULL; i--) {
        beside = tests->beside->pdata[i - 1];
    }
    gboolean same = variable->noted_for == NULL || g_strcmp0(variable->noted_for, beside) == 0;
    if (beside != NULL && same) {
        variable->noted_for = arena_intern(self->scratch, beside);
        variable->notes++;
    }
    variable->notes_of_machine += beside == NULL && tests->found > 0 ? 1 : 0;
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

static gboolean is_plain(const MakeStatement *statement)
{
    return statement->operation == ASSIGN_RECURSIVE || statement->operation == ASSIGN_SIMPLE ||
           statement->operation == ASSIGN_SHELL;
}

static gboolean is_switch_word(const char *value)
{
    return unknown_is_on(value) || unknown_is_off(value);
}

/* "Set this to X= -fopenmp for threads", above "X =". */
static void note_spelled(MakeReading *self, MakeVariable *variable, const MakeSource *source,
                         const MakeStatement *statement)
{
    if (*statement->value != '\0' || variable->spelled != NULL ||
        !(source->central || source->edited)) {
        return;
    }
    const char *comment = comment_above(self->scratch, source->file, statement->line);
    g_autofree char *flag = comment_spelled(comment, variable->name);
    variable->spelled = flag != NULL ? arena_intern(self->arena, flag) : NULL;
}

/* What the text that is assigned says, wherever that happens. */
static void count_value(const MakeReading *self, MakeVariable *variable, const char *value)
{
    variable->machine = variable->machine || make_asks_platform(value);
    variable->filled += self->configured && make_is_filled_somewhere(value) ? 1 : 0;
    variable->blank += *value == '\0' ? 1 : 0;
    variable->bare += is_bare_flag(value) ? 1 : 0;
    variable->answers += is_switch_word(value) && *value != '\0' ? 1 : 0;
}

/* An assignment that does not give way, `always` where no test is open. */
static void count_assigned(MakeReading *self, MakeVariable *variable, const MakeSource *source,
                           const MakeStatement *statement, const OpenTests *tests)
{
    const char *value = statement->value;
    gboolean plain = is_plain(statement);
    gboolean always = tests->unset->len == 0;
    variable->assigned++;
    variable->from_found = variable->from_found || (plain && tests->found > 0);
    variable->assigning += variable->assigned_by != source ? 1 : 0;
    variable->assigned_by = source;
    variable->always += always ? 1 : 0;
    variable->overrides += plain && !always && statement->override ? 1 : 0;
    variable->replaced += plain && statement->override ? 1 : 0;
    variable->turned_off += plain && !always && unknown_is_off(value) ? 1 : 0;
    if (source->central && !source->named) {
        gboolean fixed = plain && always && strchr(value, '$') == NULL;
        variable->central_assigned++;
        variable->setting = fixed ? value : NULL;
        variable->overridden = variable->overridden || (fixed && statement->override);
    }
    count_copy(self, variable, statement);
    count_note(self, variable, tests);
    variable->settled = variable->settled || (plain && always && source->central &&
                                              is_switch_word(value) && *value != '\0');
}

/* Whether it is the same text everywhere. */
static void compare_constant(MakeVariable *variable, const MakeStatement *statement)
{
    if (strchr(statement->value, '$') == NULL && is_plain(statement)) {
        variable->varied = variable->varied || (variable->constant != NULL &&
                                                strcmp(variable->constant, statement->value) != 0);
        variable->constant = statement->value;
    } else {
        variable->varied = TRUE;
    }
}

/* "$(word 2,$(VERSION))", "-L$(dir $(FILE))": what a function makes of something. */
static gboolean has_call(const char *value)
{
    for (const char *at = strchr(value, '$'); at != NULL; at = strchr(at + 1, '$')) {
        const char *name = at[1] == '(' || at[1] == '{' ? at + 2 : "";
        gsize length = strspn(name, G_CSET_a_2_z "-");
        if (length > 0 && name[length] == ' ') {
            return TRUE;
        }
    }
    return FALSE;
}

/* "main.o", "%.cpp": what the build makes, or makes it from. */
static gboolean is_file_of_build(const char *word)
{
    return g_str_has_suffix(word, ".o") || tree_kind_is_source(tree_kind_of(word));
}

/* "$(BASE) $(addprefix $(OBJ)/,core.o main.o)": names of files, references, and functions of such;
 * a single name may be chosen among others, "FFT = fft_own.o". */
static gboolean lists_files_of_build(const char *text)
{
    guint files = 0;
    gboolean calls = FALSE;
    while (*text != '\0') {
        text += strspn(text, " \t,(){}");
        if (*text == '$') {
            const char *end = make_reference_end(text);
            g_autofree char *reference = g_strndup(text, (gsize)(end - text));
            /* Of a function the arguments are looked at. */
            gboolean call = strchr(reference, ' ') != NULL;
            calls = calls || call;
            text = call ? strchr(text, ' ') : end;
            continue;
        }
        gsize length = strcspn(text, " \t,(){}$");
        g_autofree char *word = g_strndup(text, length);
        gboolean file = is_file_of_build(word);
        gboolean around = length == 0 || word[length - 1] == '/' || strchr(word, '%') != NULL;
        if (!file && !around) {
            return FALSE;
        }
        files += file ? 1 : 0;
        text += length;
    }
    return files > 1 || (files == 1 && calls);
}

/* "$(patsubst sm_%,%,$(CUDA_ARCH))": another one's words in another form. */
static gboolean is_other_form(const char *value)
{
    static const char *const functions[] = {"$(addprefix ",  "$(addsuffix ", "$(filter ",
                                            "$(filter-out ", "$(foreach ",   "$(patsubst ",
                                            "$(strip ",      "$(subst "};
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (g_str_has_prefix(value, functions[i])) {
            return *make_reference_end(value) == '\0' && strchr(value + 1, '$') != NULL;
        }
    }
    return FALSE;
}

/* An assignment in a file that people edit. */
static void count_edited(MakeVariable *variable, const char *value, const OpenTests *tests)
{
    gboolean within = tests->unset->len > 0;
    variable->edited++;
    variable->filled_lines += make_is_filled_in(value) ? 1 : 0;
    variable->within += within ? 1 : 0;
    variable->noted += within && is_switch_word(value) && *value != '\0' ? 1 : 0;
    variable->derived += is_other_form(value) ? 1 : 0;
    variable->worked_out = variable->worked_out || (within && has_call(value));
}

static gboolean is_told_of(MakeReading *self, const MakeSource *source,
                           const MakeStatement *statement)
{
    return comment_above_group(self->scratch, source->file, statement->line) != NULL ||
           comment_around(self->scratch, source->file, statement->line) != NULL;
}

/* "ifneq (,$(shell which icx))", "ICX := 1", and behind it "ICX ?= 0" without a word: what it is
 * when the file has not found the thing. */
static gboolean is_otherwise(MakeReading *self, const MakeVariable *variable,
                             const MakeSource *source, const MakeStatement *statement)
{
    return variable->from_found && variable->assigned_by == source && variable->assigning == 1 &&
           variable->always == 0 && !is_told_of(self, source, statement);
}

/* "ifeq ($(COMPILER),intel)", "FORTRAN ?= ifort". */
static void count_chosen(MakeReading *self, MakeVariable *variable, const OpenTests *tests,
                         const char *value)
{
    const char *compared = NULL;
    for (guint i = tests->compared->len; i > 0 && compared == NULL; i--) {
        compared = tests->compared->pdata[i - 1];
    }
    if (compared == NULL) {
        return;
    }
    variable->chosen++;
    variable->chosen_varied =
        variable->chosen_varied ||
        (variable->chosen_default != NULL && strcmp(variable->chosen_default, value) != 0);
    variable->chosen_default = value;
    variable->chosen_for = arena_intern(self->scratch, compared);
}

/* "ifdef mpi", "USE_MPI = $(mpi)"; with "?=" people may give either. */
static void note_handed(MakeReading *self, MakeVariable *variable, const MakeStatement *statement,
                        const OpenTests *tests)
{
    const char *value = statement->value;
    if (!make_is_reference(value) || !is_plain(statement)) {
        return;
    }
    g_autofree char *other = g_strndup(value + 2, strlen(value) - 3);
    if (strcmp(other, variable->name) != 0 && survey_has_name(tests->given, other)) {
        variable->handed = arena_intern(self->scratch, other);
    }
}

void survey_assignment(MakeReading *self, const MakeSource *source, const MakeStatement *statement,
                       const OpenTests *tests)
{
    const GPtrArray *unset = tests->unset;
    if (survey_is_within_goal(tests) || !make_is_name(statement->name)) {
        return;
    }
    MakeVariable *variable = make_variable(self, statement->name);
    /* "ifeq ($(X),auto)", "X := $(shell guess)": what somebody gave is put in other words. */
    if (survey_has_name(tests->compared, statement->name)) {
        count_default_for(self, variable, statement->value);
        return;
    }
    survey_mention(variable, source);
    /* "X := $(X)": what somebody gave, or nothing. */
    const char *kept = survey_kept_end(statement->name, strlen(statement->name), statement->value);
    if (kept != NULL && *kept == '\0') {
        return;
    }
    if (survey_has_name(tests->given, statement->name) &&
        count_reworded(self, variable, source, statement)) {
        return;
    }
    count_value(self, variable, statement->value);
    variable->collects += statement->operation == ASSIGN_APPEND && unset->len == 0 &&
                                  g_str_has_prefix(statement->value, "-D")
                              ? 1
                              : 0;
    note_spelled(self, variable, source, statement);
    note_handed(self, variable, statement, tests);
    gboolean plain = is_plain(statement);
    gboolean explicit = statement->operation == ASSIGN_DEFAULT;
    if (plain && unset->len == 0) {
        gboolean flags = make_is_sample(self, source->file->path) && *statement->value == '-' &&
                         make_explains_itself(statement->value);
        count_handed_on(variable, source, statement, flags || is_switch_word(statement->value));
    }
    /* "ifdef X", "else", "X := no". */
    gboolean otherwise =
        strchr(statement->value, '$') == NULL && survey_has_name(tests->missing, statement->name);
    gboolean absent = survey_has_name(unset, statement->name) || otherwise;
    if (explicit || (plain && absent)) {
        /* What a part of the build assumes without a word is nobody's business but its own. */
        if (!source->central && !source->edited && !is_told_of(self, source, statement)) {
            return;
        }
        count_default_for(self, variable, statement->value);
        variable->otherwise += is_otherwise(self, variable, source, statement) ? 1 : 0;
        variable->outside = variable->outside || source->stub_text != NULL;
        variable->defaults++;
        variable->explicit += explicit ? 1 : 0;
        if (explicit) {
            count_chosen(self, variable, tests, statement->value);
        }
    } else if (source->edited && plain && !is_answer(statement) &&
               !lists_files_of_build(statement->value)) {
        count_edited(variable, statement->value, tests);
    } else {
        count_assigned(self, variable, source, statement, tests);
    }
    compare_constant(variable, statement);
}

/* What a single assignment among the settings of a makefile says of whose it is. */
void survey_setting(MakeReading *self, Settings *settings, const MakeSource *source,
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
    variable->among_settings = variable->among_settings || source->settles;
}
