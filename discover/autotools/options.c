/* The options of a configure script: --enable-x, --with-x and variables of the environment. */
#include "discover/autotools/option_form.h"
#include <string.h>

/* Behind its call a name may stand that many lines further on and still be part of it. */
#define CALL_LINES_MAX 4u

/* Blanks become one space each. */
static char *in_one_line(const char *text)
{
    GString *line = g_string_new(NULL);
    g_autoptr(GString) joined = g_string_new(text);
    g_string_replace(joined, "\\\n", " ", 0);
    g_auto(GStrv) words = g_strsplit_set(joined->str, " \t\r\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] != '\0') {
            g_string_append_printf(line, "%s%s", line->len > 0 ? " " : "", words[i]);
        }
    }
    return g_string_free(line, FALSE);
}

/* "--with-x=<location of x> use it": the blanks in the brackets belong to the form. */
static gsize end_of_form(const char *start, gsize length)
{
    gsize blank = strcspn(start, " ");
    const char *open = memchr(start, '<', MIN(blank, length));
    const char *close = open != NULL ? memchr(open, '>', length - (gsize)(open - start)) : NULL;
    return close != NULL ? (gsize)(close + 1 - start) : blank;
}

/* What the brackets of a form without any further words say. The caller frees it. */
static char *words_of_form(const char *form)
{
    const char *open = strchr(form, '<');
    const char *close = open != NULL ? strrchr(open, '>') : NULL;
    gboolean words = close != NULL && memchr(open, ' ', (gsize)(close - open)) != NULL;
    return words ? g_strndup(open + 1, (gsize)(close - open - 1)) : g_strdup("");
}

/* A help text in its two halves: what is given, and what it does. */
static void split_help(const char *raw, char **left, char **right)
{
    g_autofree char *text = configure_plain(raw);
    char *begin = strchr(text, HELP_BEGIN);
    char *middle = begin != NULL ? strchr(begin, HELP_MIDDLE) : NULL;
    char *end = middle != NULL ? strchr(middle, HELP_END) : NULL;
    if (end != NULL) {
        *middle = *end = '\0';
        *left = in_one_line(begin + 1);
        *right = in_one_line(middle + 1);
        return;
    }
    const char *start = text + strspn(text, " \t\n");
    if (*start != '-') {
        *left = g_strdup("");
        *right = in_one_line(start);
        return;
    }
    /* By hand: the option, two blanks or more, the text. */
    gsize length = strcspn(start, "\t\n");
    const char *gap = strstr(start, "  ");
    if (gap != NULL && (gsize)(gap - start) < length) {
        length = (gsize)(gap - start);
    }
    gsize blank = end_of_form(start, length);
    /* "--with-x= the x library": nothing stands behind "=". */
    gboolean nothing = blank > 0 && blank < length && start[blank - 1] == '=';
    if (nothing || (blank < length && (gap == NULL || (gsize)(gap - start) > length))) {
        length = blank;
    }
    *left = g_strndup(start, length);
    *right = in_one_line(start + length);
    if (**right == '\0') {
        g_free(*right);
        *right = words_of_form(*left);
    }
}

/* "--with-x=[DIR]", "--with-x=[=DIR]": all of it may be left out. */
static gboolean is_bracketed(const char *argument)
{
    const char *close = strchr(argument, ']');
    return *argument == '[' && close != NULL && close[1] == '\0';
}

/* Reads the form "--disable-x" or "--with-x=DIR": how the help spells the name, and what it takes.
 */
static void read_form(Configure *self, OptionState *state, const char *kind, const char *left,
                      char **spelled)
{
    static const struct {
        const char *prefix;
        const char *kind;
        gboolean negative;
    } rows[] = {{"--enable-", "enable", FALSE},
                {"--disable-", "enable", TRUE},
                {"--with-", "with", FALSE},
                {"--without-", "with", TRUE}};
    state->form = arena_strdup(self->arena, left);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *at = strstr(left, rows[i].prefix);
        if (at == NULL || strcmp(rows[i].kind, kind) != 0) {
            continue;
        }
        at += strlen(rows[i].prefix);
        gsize length = strcspn(at, " =[,<(");
        *spelled = g_strndup(at, length);
        state->negative = rows[i].negative;
        const char *argument = at + length;
        state->optional = (*argument == '[' || *argument == '(') && argument[1] == '=';
        argument += state->optional ? 1 : 0;
        if (*argument == '=') {
            state->argument = arena_strdup(self->arena, argument + 1);
            state->optional = state->optional || is_bracketed(state->argument);
        }
        return;
    }
}

/* AS_HELP_STRING([--with-x[=DIR]], ...): M4 takes brackets that are not doubled for its own, and
 * the help does not show them. How the file has the form says all the same that "=DIR" may be left
 * out.
 */
static gboolean loses_brackets(Configure *self, const M4Mark *mark, const char *form)
{
    Span at = configure_span(self, text_origin(mark->argv->pdata[2], 0));
    const char *equals = strchr(form, '=');
    if (equals == NULL || at.path == NULL || at.line == 0) {
        return FALSE;
    }
    g_autofree char *written = g_strdup_printf("%.*s[=", (int)(equals - form), form);
    g_autofree char *text = tree_read_text(self->tree, at.path, NULL, NULL);
    const char *line = text;
    for (guint number = 1; line != NULL && number < at.line + CALL_LINES_MAX; number++) {
        gsize length = strcspn(line, "\n");
        if (number >= at.line && g_strstr_len(line, (gssize)length, written) != NULL) {
            return TRUE;
        }
        line = line[length] != '\0' ? line + length + 1 : NULL;
    }
    return FALSE;
}

/* The place where the project asks for the option: where its name was written, if that is a call of
 * a macro of the project. */
static Origin asked_at(const M4Mark *mark, const Text *name, GPtrArray *wrappers, Configure *self)
{
    Origin origin = text_origin(name, 0);
    gboolean same = origin.file == mark->at.file && origin.line >= mark->at.line &&
                    origin.line <= mark->at.line + CALL_LINES_MAX;
    if (origin.file == 0 || same) {
        return mark->at;
    }
    for (guint i = 0; i < mark->callers->len; i++) {
        const M4Caller *caller = &g_array_index(mark->callers, M4Caller, i);
        gboolean before = caller->at.file == origin.file && caller->at.line <= origin.line &&
                          origin.line <= caller->at.line + CALL_LINES_MAX;
        if (wrappers->len == 0 && !before) {
            continue;
        }
        Wrapper *wrapper = arena_new0(self->arena, Wrapper);
        *wrapper = (Wrapper){.command = arena_intern(self->arena, caller->name),
                             .at = configure_span(self, caller->at)};
        g_ptr_array_add(wrappers, wrapper);
    }
    if (wrappers->len > 0) {
        const Wrapper *outermost = wrappers->pdata[0];
        origin.line = outermost->at.line;
    }
    return origin;
}

static OptionState *add_option(Configure *self, const M4Mark *mark, const char *name,
                               const char *variable, guint name_argument)
{
    const Text *name_text = mark->argv->pdata[name_argument];
    GPtrArray *wrappers = arena_array(self->arena);
    Span at = configure_span(self, asked_at(mark, name_text, wrappers, self));
    OptionState *state = g_hash_table_lookup(self->options, variable);
    if (state == NULL) {
        state = arena_new0(self->arena, OptionState);
        state->record = recorder_option(self->recorder, name, TRUE);
        state->variable = arena_intern(self->arena, variable);
        state->symbol = symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, state->record->name);
        state->record->symbol = state->symbol->id;
        state->form = "";
        state->touched = g_ptr_array_new();
        g_hash_table_insert(self->options, (gpointer)state->variable, state);
        g_ptr_array_add(self->option_list, state);
    }
    DefinitionRecord *definition = recorder_define(self->recorder, state->record, at,
                                                   configure_span(self, mark->at), self->path);
    definition->own = TRUE;
    definition->type = OPTION_STRING;
    if (definition->wrappers->len == 0) {
        definition->wrappers = wrappers;
    }
    return state;
}

static DefinitionRecord *last_definition(const OptionState *state)
{
    return state->record->definitions->pdata[state->record->definitions->len - 1];
}

/* `form`: what the help tells of where that is the opposite, "--disable-x"; else NULL. */
static void set_help(Configure *self, OptionState *state, const char *help, const char *form)
{
    for (guint i = 0; i < state->record->definitions->len; i++) {
        DefinitionRecord *definition = state->record->definitions->pdata[i];
        if (definition->help == NULL && *help != '\0') {
            definition->help = arena_strdup(self->arena, help);
            definition->help_form = form;
        }
    }
}

/* Shorter words say little: "do not use x". */
#define TELLING_WORD_MIN 4u

/* Whether a text has a word that the other one has not. */
static gboolean says_more(const char *text, const char *than)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);
    g_autofree char *other = g_ascii_strdown(than, -1);
    g_auto(GStrv) words = g_strsplit_set(lower, " ,.;:()'\"", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) >= TELLING_WORD_MIN && strstr(other, words[i]) == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* AC_ARG_WITH once for "--with-x=DIR" and once for "--without-x": the help says what each does. */
static void add_other_way(Configure *self, OptionState *state, const OptionState *form,
                          const char *help)
{
    const DefinitionRecord *first = state->record->definitions->pdata[0];
    if (state->both_ways || *state->form == '\0' || *form->form == '\0' ||
        state->negative == form->negative || first->help == NULL || !says_more(help, first->help)) {
        return;
    }
    const char *joined = arena_printf(self->arena, "%s; %s: %s", first->help, form->form, help);
    for (guint i = 0; i < state->record->definitions->len; i++) {
        ((DefinitionRecord *)state->record->definitions->pdata[i])->help = joined;
    }
    state->both_ways = TRUE;
}

/* "[auto/AVX2/AVX512]": a list where one of the words leaves the answer open; "/opt/none" and
 * "PREFIX/auto" are paths. */
static gboolean lists_by_slashes(const char *argument)
{
    if (*argument == '/') {
        return FALSE;
    }
    g_auto(GStrv) words = g_strsplit_set(argument, "/()[]{}<>", -1);
    gboolean answers = FALSE;
    for (guint i = 0; words[i] != NULL; i++) {
        answers = answers || option_form_is_automatic(words[i]) || strcmp(words[i], "none") == 0;
        if (strpbrk(words[i], " .$|,") != NULL || option_form_is_place_word(words[i])) {
            return FALSE;
        }
    }
    return answers && strchr(argument, '/') != NULL;
}

/* Capitals stand for something to be put in, "DIR", unless numbers are part of the name. */
static gboolean is_placeholder(const char *word)
{
    return word[strcspn(word, G_CSET_A_2_Z)] != '\0' && word[strcspn(word, G_CSET_DIGITS)] == '\0';
}

/* "--with-simd=(none|sse|avx)": the values that the form itself lists. */
static void add_form_values(Configure *self, const OptionState *state)
{
    gboolean slashes = state->argument != NULL && lists_by_slashes(state->argument);
    if (state->argument == NULL || (strchr(state->argument, '|') == NULL && !slashes)) {
        return;
    }
    g_auto(GStrv) values =
        g_strsplit_set(state->argument, slashes ? "/()[]{}<>" : "|()[]{}<> ,", -1);
    for (guint i = 0; values[i] != NULL; i++) {
        gboolean word =
            *values[i] != '\0' && !is_placeholder(values[i]) &&
            values[i][strspn(values[i], G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-.+")] == '\0';
        if (word && strcmp(values[i], "...") != 0) {
            recorder_value(self->recorder, state->record, values[i], VALUE_HELP,
                           last_definition(state)->at);
        }
    }
}

/* A text between the options of the help is put there by an option that nobody is to give: it
 * speaks of options, but not of this one. */
static gboolean is_heading(const char *raw, const char *left, const char *spelled)
{
    return strchr(raw, HELP_BEGIN) == NULL && *left == '\0' && spelled == NULL &&
           (strstr(raw, "--with") != NULL || strstr(raw, "--enable") != NULL);
}

/* By hand a text may have a line for each value. NULL when it is written in another way. */
static const char *lines_of(Configure *self, const char *raw)
{
    gboolean by_hand = strchr(raw, HELP_BEGIN) == NULL && strchr(raw, '\n') != NULL;
    g_autofree char *text = by_hand ? configure_plain(raw) : NULL;
    return by_hand ? arena_strdup(self->arena, text) : NULL;
}

/* "--with-x=DIR ... --without-x to do without it", in one text. */
static gboolean tells_both_ways(const char *raw, const char *kind, const char *name)
{
    const char *other = strcmp(kind, "with") == 0 ? "without" : "disable";
    g_autofree char *on = g_strdup_printf("--%s-%s", kind, name);
    g_autofree char *off = g_strdup_printf("--%s-%s", other, name);
    return strstr(raw, on) != NULL && strstr(raw, off) != NULL;
}

static ShellVariable *variable_given(Configure *self, const char *kind)
{
    return configure_variable(self, strcmp(kind, "enable") == 0 ? "enableval" : "withval");
}

/* $enableval is what was given for the option at hand, whatever it was for those before; of all of
 * them together nothing definite would be known. Takes over `value`. */
static void enter_arms(Configure *self, OptionState *state, const char *kind, Value *value)
{
    ShellVariable *given = variable_given(self, kind);
    gboolean nested = self->arms > 0 && given->value != NULL && state->outer == NULL;
    if (nested) {
        state->outer = value_ref(given->value);
    }
    value_unref(given->value);
    given->value = value;
    self->arms += state->inside ? 0 : 1;
    state->inside = TRUE;
}

static void leave_arms(Configure *self, OptionState *state, const char *kind)
{
    self->arms -= state->inside ? 1 : 0;
    state->inside = FALSE;
    if (state->outer != NULL) {
        ShellVariable *given = variable_given(self, kind);
        value_unref(given->value);
        given->value = g_steal_pointer(&state->outer);
    }
}

/* The name that a mark gives an option; worked out, it is none. The caller frees it. */
static char *bare_name(const M4Mark *mark, guint argument, gboolean *known)
{
    char *name = configure_plain(text_string(mark->argv->pdata[argument]));
    g_strstrip(name);
    *known = *name != '\0' && strpbrk(name, "$` \t\n") == NULL;
    return name;
}

/* configure takes x_y and x-y for the same; the help says which is meant. */
static const char *shown_name(const char *kind, const char *name, const char *spelled)
{
    g_autofree char *variable = configure_option_variable(kind, name);
    g_autofree char *in_help = spelled != NULL ? configure_option_variable(kind, spelled) : NULL;
    return g_strcmp0(in_help, variable) == 0 ? spelled : name;
}

char *configure_option_name(Configure *self, const M4Mark *mark, char **variable)
{
    gboolean known = FALSE;
    gboolean option = mark != NULL && strcmp(mark->name, "xaas_option") == 0 && mark->argv->len > 1;
    g_autofree char *name = option ? bare_name(mark, 1, &known) : NULL;
    if (!known) {
        return NULL;
    }
    const char *kind = text_string(mark->argv->pdata[0]);
    g_autofree char *left = NULL;
    g_autofree char *help = NULL;
    split_help(mark->argv->len > 2 ? text_string(mark->argv->pdata[2]) : "", &left, &help);
    OptionState form = {0};
    g_autofree char *spelled = NULL;
    read_form(self, &form, kind, left, &spelled);
    *variable = configure_option_variable(kind, name);
    return g_strdup_printf("--%s-%s", kind, shown_name(kind, name, spelled));
}

void configure_option(Configure *self, const M4Mark *mark)
{
    if (mark->argv->len < 2 || guard_is_false(self->path)) {
        return;
    }
    const char *kind = text_string(mark->argv->pdata[0]);
    gboolean known = FALSE;
    g_autofree char *name = bare_name(mark, 1, &known);
    if (!known) {
        configure_ledger(self, mark->at, "option's name not known", name);
        return;
    }
    g_autofree char *left = NULL;
    g_autofree char *help = NULL;
    const char *raw = mark->argv->len > 2 ? text_string(mark->argv->pdata[2]) : "";
    split_help(raw, &left, &help);
    OptionState form = {0};
    g_autofree char *spelled = NULL;
    read_form(self, &form, kind, left, &spelled);
    if (is_heading(raw, left, spelled)) {
        return;
    }
    form.optional = form.optional || (form.argument != NULL && loses_brackets(self, mark, left));
    g_autofree char *variable = configure_option_variable(kind, name);
    const char *shown = shown_name(kind, name, spelled);
    g_autofree char *full = g_strdup_printf("--%s-%s", kind, shown);
    OptionState *state = add_option(self, mark, full, variable, 1);
    if (*state->form == '\0') {
        state->form = form.form;
        state->argument = form.argument;
        state->lines = lines_of(self, raw);
        state->optional = form.optional;
        state->negative = form.negative;
        state->both_ways = tells_both_ways(raw, kind, shown);
    }
    add_other_way(self, state, &form, help);
    gboolean opposite = form.negative && !state->both_ways;
    set_help(self, state, help, opposite ? form.form : NULL);
    add_form_values(self, state);
    Value *value = value_of_text(symbol_hole(self->symbols, state->symbol));
    configure_assign(self, variable, value_ref(value));
    enter_arms(self, state, kind, value);
    state->log = self->assigned->len;
}

void configure_option_end(Configure *self, const M4Mark *mark)
{
    if (mark->argv->len < 2) {
        return;
    }
    g_autofree char *variable = configure_option_variable(text_string(mark->argv->pdata[0]),
                                                          text_string(mark->argv->pdata[1]));
    OptionState *state = g_hash_table_lookup(self->options, variable);
    if (state == NULL) {
        return;
    }
    leave_arms(self, state, text_string(mark->argv->pdata[0]));
    for (guint i = state->log; i < self->assigned->len; i++) {
        const ShellVariable *assigned = self->assigned->pdata[i];
        gboolean known = assigned->value == NULL;
        for (guint k = 0; k < state->touched->len; k++) {
            known = known || ((Touched *)state->touched->pdata[k])->name == assigned->name;
        }
        if (!known) {
            Touched *touched = arena_new0(self->arena, Touched);
            *touched = (Touched){assigned->name, value_ref(assigned->value)};
            g_ptr_array_add(state->touched, touched);
        }
    }
}

void configure_precious(Configure *self, const M4Mark *mark)
{
    if (mark->argv->len < 1 || guard_is_false(self->path)) {
        return;
    }
    gboolean known = FALSE;
    g_autofree char *name = bare_name(mark, 0, &known);
    if (!known) {
        configure_ledger(self, mark->at, "option's name not known", name);
        return;
    }
    if (self->surroundings != NULL && g_hash_table_contains(self->surroundings, name)) {
        return;
    }
    OptionState *state = add_option(self, mark, name, name, 0);
    state->precious = TRUE;
    g_autofree char *raw =
        configure_plain(mark->argv->len > 1 ? text_string(mark->argv->pdata[1]) : "");
    g_autofree char *help = in_one_line(raw);
    set_help(self, state, help, NULL);
    if (configure_variable(self, name)->value == NULL) {
        configure_assign(self, name, value_of_text(symbol_hole(self->symbols, state->symbol)));
    }
}
