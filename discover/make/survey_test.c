/* What makefiles test, and what stands within tests. */
#include "discover/make/survey.h"
#include <string.h>

#define TESTED_MAX 256u

/* Who speaks of it at all. */
void survey_mention(MakeVariable *variable, const MakeSource *source)
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

/* "$(NAME)" and nothing else, quoted or stripped or in the other case or not: the name, or NULL.
 * The caller frees it. */
char *survey_only_reference(const char *text)
{
    g_autofree char *plain = g_strstrip(g_strdup(text));
    static const char *const wrappers[] = {"$(strip ", "$(origin "};
    for (guint i = 0; i < G_N_ELEMENTS(wrappers); i++) {
        if (g_str_has_prefix(plain, wrappers[i]) && g_str_has_suffix(plain, ")")) {
            g_autofree char *inner =
                g_strndup(plain + strlen(wrappers[i]), strlen(plain) - strlen(wrappers[i]) - 1);
            g_strstrip(inner);
            return i == 1 && make_is_name(inner) ? g_steal_pointer(&inner)
                                                 : survey_only_reference(inner);
        }
    }
    gsize length = strlen(plain);
    static const char shell[] = "$(shell ";
    if (g_str_has_prefix(plain, shell) && *make_reference_end(plain) == '\0') {
        gboolean upper = FALSE;
        g_autofree char *command = g_strndup(plain + strlen(shell), length - strlen(shell) - 1);
        g_autofree char *changed = make_case_changed(command, &upper);
        return changed != NULL ? survey_only_reference(changed) : NULL;
    }
    if (length > 2 && *plain == '"' && plain[length - 1] == '"') {
        plain[length - 1] = '\0';
        return survey_only_reference(plain + 1);
    }
    if (length < 4 || plain[0] != '$' || (plain[1] != '(' && plain[1] != '{')) {
        return NULL;
    }
    g_autofree char *name = g_strndup(plain + 2, length - 3);
    return make_is_name(name) ? g_steal_pointer(&name) : NULL;
}

const char *survey_kept_end(const char *name, gsize length, const char *value)
{
    const char *end = *value == '$' ? make_reference_end(value) : value;
    g_autofree char *reference = g_strndup(value, (gsize)(end - value));
    g_autofree char *kept = survey_only_reference(reference);
    gboolean same = kept != NULL && strlen(kept) == length && strncmp(kept, name, length) == 0;
    return same ? end : NULL;
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
    survey_mention(variable, source);
    variable->tests++;
    variable->tests_elsewhere += source->machines == NULL ? 1 : 0;
    variable->central_tests += source->central ? 1 : 0;
    variable->called_tests += source->called ? 1 : 0;
    variable->offered_tests +=
        source->offers > 0 && constant != NULL && unknown_is_on(constant) ? 1 : 0;
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

/* The end of an argument of a function: the comma or bracket behind it. */
static const char *argument_end(const char *at)
{
    while (*at != '\0' && *at != ',' && *at != ')' && *at != '}') {
        at = *at == '$' ? make_reference_end(at) : at + 1;
    }
    return at;
}

/* An argument of which is asked whether it is empty; `text` where it is what the call gives, too.
 */
static void count_asked_argument(const SurveyVisit *visit, const char *begin, const char *end,
                                 gboolean text)
{
    g_autofree char *argument = g_strndup(begin, (gsize)(end - begin));
    g_autofree char *name = survey_only_reference(argument);
    if (name != NULL) {
        MakeVariable *variable = make_variable(visit->reading, name);
        count_test_of(visit->reading, name, NULL, visit->at);
        /* Its use as a text was counted, but is none. */
        variable->uses -= text ? 0 : 1;
        variable->shown -= !text && visit->shown ? 1 : 0;
    }
}

/* $(if $(X),...), $(or $(X),$(Y)): a test within a text. What follows the first argument of "if" is
 * text; so is what "or" gives, "$(or $(X),$(DEFAULT))", and the last argument of "and", unless the
 * whole call is what "if" asks. */
static void count_calls_in(const SurveyVisit *visit, const char *text)
{
    static const char *const functions[] = {"$(if ", "$(or ", "$(and "};
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        for (const char *call = strstr(text, functions[i]); call != NULL;
             call = strstr(call + 1, functions[i])) {
            gboolean asked = i > 0 && call - text >= 5 && strncmp(call - 5, "$(if ", 5) == 0;
            const char *begin = call + strlen(functions[i]);
            const char *end = argument_end(begin);
            count_asked_argument(visit, begin, end, i == 1 && !asked);
            while (asked && *end == ',') {
                begin = end + 1;
                end = argument_end(begin);
                count_asked_argument(visit, begin, end, FALSE);
            }
        }
    }
}

/* "if [ -n "$(X)" ]" in what the shell runs. */
static void count_shell_tests_in(const SurveyVisit *visit, const char *text)
{
    static const char *const tests[] = {"[ -n \"$", "[ -z \"$", "test -n \"$", "test -z \"$"};
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        for (const char *test = strstr(text, tests[i]); test != NULL;
             test = strstr(test + 1, tests[i])) {
            const char *begin = test + strlen(tests[i]) - 1;
            const char *end = make_reference_end(begin);
            if (*end == '"') {
                count_asked_argument(visit, begin, end, FALSE);
            }
        }
    }
}

/* $(shell echo $(X) | tr A-Z a-z): what is made of it is there to be compared. */
static void count_changed_case(const SurveyVisit *visit, const char *text)
{
    const char *call = strstr(text, "$(shell ");
    if (call != NULL) {
        count_asked_argument(visit, call, make_reference_end(call), FALSE);
    }
}

void survey_tests_in(const SurveyVisit *visit, const char *text)
{
    count_changed_case(visit, text);
    count_calls_in(visit, text);
    count_shell_tests_in(visit, text);
}

/* One side of a test: each call in it has words of its own. */
static void count_tests_inside(MakeReading *self, const char *side, Span at)
{
    for (const char *call = strchr(side, '$'); call != NULL; call = strchr(call, '$')) {
        const char *end = make_reference_end(call);
        g_autofree char *text = g_strndup(call, (gsize)(end - call));
        g_auto(GStrv) words = filtered_words(text);
        TestVisit visit = {self, at, words};
        make_each_reference(text, count_test_inside, &visit);
        call = end;
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
        g_autofree char *name = survey_only_reference(sides[i]);
        const char *other = sides[1 - i];
        if (name != NULL) {
            count_test_of(self, name, other, at);
            make_variable(self, name)->beside_tests += *other == '$' ? 1 : 0;
            gboolean origin = strstr(sides[i], "$(origin ") != NULL;
            gboolean asks = origin
                                ? strcmp(other, "undefined") == 0 || strcmp(other, "default") == 0
                                : *other == '\0' || strcmp(other, "\"\"") == 0;
            if (asks && statement->test == TEST_EQUAL && unset == NULL) {
                unset = g_steal_pointer(&name);
            }
        } else {
            count_tests_inside(self, sides[i], at);
        }
    }
    return unset;
}

/* Whether one of the tests around says that the variable is not set. */
gboolean survey_has_name(const GPtrArray *unset, const char *name)
{
    for (guint i = 0; i < unset->len; i++) {
        if (g_strcmp0(unset->pdata[i], name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "ifeq ($(X),$(filter $(X),a b))", "ifneq (,$(filter a b,$(X)))": the variable that is compared
 * with several texts; NULL. The caller frees it. */
static char *filtered_name(const MakeStatement *statement)
{
    static const char filter[] = "$(filter ";
    if (statement->left == NULL || statement->right == NULL) {
        return NULL;
    }
    const char *side =
        g_str_has_prefix(statement->left, filter) ? statement->left : statement->right;
    const char *other = side == statement->left ? statement->right : statement->left;
    if (!g_str_has_prefix(side, filter) || *make_reference_end(side) != '\0') {
        return NULL;
    }
    const char *begin = side + strlen(filter);
    const char *comma = argument_end(begin);
    if (*comma != ',') {
        return NULL;
    }
    g_autofree char *first = g_strndup(begin, (gsize)(comma - begin));
    g_autofree char *second = g_strndup(comma + 1, strlen(comma + 1) - 1);
    gboolean same = statement->test == TEST_EQUAL && strchr(second, '$') == NULL;
    gboolean any =
        statement->test == TEST_NOT_EQUAL && *other == '\0' && strchr(first, '$') == NULL;
    g_autofree char *name = same  ? survey_only_reference(first)
                            : any ? survey_only_reference(second)
                                  : NULL;
    g_autofree char *beside = same ? survey_only_reference(other) : g_strdup(name);
    return g_strcmp0(name, beside) == 0 ? g_steal_pointer(&name) : NULL;
}

/* The variable that the test holds beside a constant text; NULL. The caller frees it. */
static char *name_beside_text(const MakeStatement *statement)
{
    if (statement->left == NULL || statement->right == NULL) {
        return NULL;
    }
    const char *sides[] = {statement->left, statement->right};
    for (guint i = 0; i < 2; i++) {
        const char *other = sides[1 - i];
        gboolean text = *other != '\0' && strpbrk(other, "$\"'") == NULL;
        char *name = text ? survey_only_reference(sides[i]) : NULL;
        if (name != NULL) {
            return name;
        }
    }
    return NULL;
}

/* The variable that a test compares with a text, whatever the text; NULL. The caller frees it. */
static char *compared_name(const MakeStatement *statement)
{
    char *filtered = filtered_name(statement);
    return filtered != NULL || statement->test != TEST_EQUAL ? filtered
                                                             : name_beside_text(statement);
}

/* "$(filter-out 0,$(X))": the variable that is asked for anything but words for off; NULL. The
 * caller frees it. */
static char *name_not_off(const char *side)
{
    static const char filter[] = "$(filter-out ";
    if (!g_str_has_prefix(side, filter) || *make_reference_end(side) != '\0') {
        return NULL;
    }
    const char *comma = argument_end(side + strlen(filter));
    g_auto(GStrv) words = filtered_words(side);
    for (char **word = words; word != NULL && *word != NULL; word++) {
        if (**word != '\0' && !unknown_is_off(*word)) {
            return NULL;
        }
    }
    g_autofree char *asked =
        *comma == ',' ? g_strndup(comma + 1, strlen(comma + 1) - 1) : g_strdup("");
    return survey_only_reference(asked);
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
    if (*statement->left != '\0' && *statement->right != '\0') {
        return NULL;
    }
    const char *side = *statement->left == '\0' ? statement->right : statement->left;
    char *plain = survey_only_reference(side);
    return plain != NULL ? plain : name_not_off(side);
}

/* What is assigned for one goal only, as "check: X = 1" does, decides nothing about the build. */
gboolean survey_is_within_goal(const OpenTests *tests)
{
    return tests->goals > 0;
}

/* "ifdef X", "ifneq ($(X),gfortran)" above all lines that assign it. */
static void note_asked_first(MakeReading *self, const char *name, const char *path)
{
    MakeVariable *variable = name != NULL ? make_variable(self, name) : NULL;
    const MakeSource *source = g_hash_table_lookup(self->sources, path);
    if (variable != NULL && source->central && variable->asked_first == NULL &&
        variable->assigned + variable->defaults + variable->edited == 0) {
        variable->asked_first = source;
    }
}

/* "ifneq (,$(shell which cc))", "ifneq (,$(wildcard file))": programs, files, or a function of the
 * project's own. */
static gboolean asks_what_is_there(const MakeStatement *statement)
{
    static const char *const calls[] = {"$(shell ", "$(call ", "$(wildcard "};
    const char *sides[] = {statement->left, statement->right};
    for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
        for (guint k = 0; sides[i] != NULL && k < G_N_ELEMENTS(calls); k++) {
            if (strstr(sides[i], calls[k]) != NULL) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

void survey_enter(MakeReading *self, OpenTests *tests, const MakeFile *file,
                  const MakeStatement *statement)
{
    Span at = {file->path, statement->line, 0};
    g_ptr_array_add(tests->unset, count_test(self, statement, at));
    g_ptr_array_add(tests->compared, compared_name(statement));
    gboolean compares = statement->test == TEST_EQUAL || statement->test == TEST_NOT_EQUAL;
    g_ptr_array_add(tests->beside, compares ? name_beside_text(statement) : NULL);
    g_ptr_array_add(tests->given, given_name(statement));
    g_ptr_array_add(tests->missing, NULL);
    note_asked_first(self, tests->given->pdata[tests->given->len - 1], at.path);
    note_asked_first(self, tests->beside->pdata[tests->beside->len - 1], at.path);
    if (tests->found == 0 && asks_what_is_there(statement)) {
        tests->found = tests->unset->len;
    }
    if (tests->goals == 0 && survey_asks_for_goal(self, file, statement)) {
        tests->goals = tests->unset->len;
    }
}

void survey_leave(OpenTests *tests)
{
    if (tests->unset->len > 0) {
        g_ptr_array_set_size(tests->unset, (int)tests->unset->len - 1);
        g_ptr_array_set_size(tests->compared, (int)tests->compared->len - 1);
        g_ptr_array_set_size(tests->beside, (int)tests->beside->len - 1);
        g_ptr_array_set_size(tests->given, (int)tests->given->len - 1);
        g_ptr_array_set_size(tests->missing, (int)tests->missing->len - 1);
        tests->goals = tests->goals > tests->unset->len ? 0 : tests->goals;
        tests->found = tests->found > tests->unset->len ? 0 : tests->found;
    }
}

/* "ifdef X", and "else": there it is not set. Of several that are asked for one after the other it
 * is the first that people are meant to give. */
void survey_go_on(MakeReading *self, OpenTests *tests, const MakeFile *file,
                  const MakeStatement *statement)
{
    guint last = tests->given->len - 1;
    GPtrArray *first = tests->missing->pdata[last] != NULL ? tests->missing : tests->given;
    char *name = g_steal_pointer(&first->pdata[last]);
    survey_leave(tests);
    survey_enter(self, tests, file, statement);
    tests->missing->pdata[last] = name;
}
