/* From what was followed under guards to facts with conditions. */
#include "discover/make/comment.h"
#include "discover/make/link.h"
#include "discover/make/list_word.h"
#include "discover/make/reading.h"
#include <string.h>

/* Places where one option is declared. */
#define DEFINITIONS_MAX 64u

/* ---- options --------------------------------------------------------------------------------- */

static const char *line_text(MakeReading *self, const Declaration *declaration)
{
    g_autofree char *line = make_file_line(declaration->file, declaration->at.line);
    g_autofree char *valid = g_utf8_make_valid(line != NULL ? g_strstrip(line) : "", -1);
    return arena_strdup(self->arena, valid);
}

/* The condition of a declaration without what it says of its own variable. */
static Guard existence(MakeReading *self, const MakeVariable *variable, Guard when)
{
    const Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    return unknown->given != G_MAXUINT ? guard_restrict(self->guards, when, unknown->given, FALSE)
                                       : when;
}

/* NULL for what a script fills in, and for a switch that hangs on another variable of which nothing
 * is certain. */
static const char *default_text(MakeReading *self, const MakeVariable *variable, OptionType type,
                                const char *value)
{
    const char *text = make_value_of(self, variable, value);
    if (make_is_filled_somewhere(text) || (type == OPTION_BOOL && make_is_reference(text))) {
        return NULL;
    }
    if (type != OPTION_BOOL) {
        return text;
    }
    return unknown_is_on(text) ? "ON" : "OFF";
}

static void add_default(MakeReading *self, GPtrArray *defaults, const char *text,
                        const Condition *when)
{
    DefaultValue *added = arena_new0(self->arena, DefaultValue);
    *added = (DefaultValue){text, when};
    g_ptr_array_add(defaults, added);
}

/* Whether it configures only a part of the build. */
static gboolean is_aside(const MakeReading *self, const Declaration *declaration)
{
    const MakeSource *source = g_hash_table_lookup(self->sources, declaration->at.path);
    return source == NULL || !source->central;
}

/* Whether no file of the tree says it, but a stub. */
static gboolean is_outside(const MakeReading *self, const Declaration *declaration)
{
    const MakeSource *source = g_hash_table_lookup(self->sources, declaration->at.path);
    return source != NULL && source->stub_text != NULL;
}

/* The file that people edit comes first, what it sets before what it offers; then other defaults.
 * What configures only a part of the build stands behind all that. */
static guint rank(const MakeReading *self, const Declaration *declaration)
{
    const MakeSource *source = g_hash_table_lookup(self->sources, declaration->at.path);
    gboolean edited = source != NULL && source->edited;
    guint aside = is_aside(self, declaration) ? 8 : 0;
    /* Whatever the project says itself of what it includes from elsewhere counts first. */
    if (is_outside(self, declaration)) {
        return aside + 5;
    }
    switch (declaration->kind) {
    case DECLARES_DEFAULT:
        return aside + (edited ? 0 : 2);
    case DECLARES_OFFER:
        return aside + 1;
    case DECLARES_VARIANT:
        return aside + 3;
    case DECLARES_TEST:
        return aside + 4;
    }
    return aside;
}

static int compare_declarations(gconstpointer a, gconstpointer b, gpointer data)
{
    const Declaration *x = a;
    const Declaration *y = b;
    guint rank_x = rank(data, x);
    guint rank_y = rank(data, y);
    return rank_x != rank_y ? (rank_x < rank_y ? -1 : 1) : span_compare(&x->at, &y->at);
}

/* A default while it is put together. */
typedef struct {
    const char *text; /* NULL: not known */
    Guard when;
} DefaultDraft;

static void join_default(MakeReading *self, GArray *drafts, const char *text, Guard when)
{
    for (guint i = 0; i < drafts->len; i++) {
        DefaultDraft *draft = &g_array_index(drafts, DefaultDraft, i);
        if (g_strcmp0(draft->text, text) == 0) {
            draft->when = guard_or(self->guards, draft->when, when);
            return;
        }
    }
    const DefaultDraft draft = {text, when};
    g_array_append_val(drafts, draft);
}

/* What the option is when nobody gives it, everywhere that says so. */
static GPtrArray *all_defaults(MakeReading *self, const MakeVariable *variable, OptionType type)
{
    g_autoptr(GArray) drafts = g_array_new(FALSE, FALSE, sizeof(DefaultDraft));
    Guard rest = GUARD_TRUE;
    const Declaration *first = &g_array_index(variable->declarations, Declaration, 0);
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        /* What a part of the build assumes is not the default of the whole. */
        gboolean whole = is_aside(self, declaration) == is_aside(self, first);
        if (declaration->kind == DECLARES_DEFAULT && whole) {
            Guard when = existence(self, variable, declaration->when);
            when = guard_and(self->guards, when, rest);
            rest = guard_minus(self->guards, rest, when);
            g_autoptr(GArray) ways = make_default_ways(self, variable, declaration->value, when);
            for (guint k = 0; k < ways->len; k++) {
                const MakeAlternative *way = &g_array_index(ways, MakeAlternative, k);
                join_default(self, drafts, default_text(self, variable, type, way->text),
                             way->when);
            }
        }
    }
    const char *other = make_usage_default(variable);
    join_default(self, drafts, default_text(self, variable, type, other != NULL ? other : ""),
                 rest);
    GPtrArray *defaults = arena_array(self->arena);
    for (guint i = 0; i < drafts->len; i++) {
        const DefaultDraft *draft = &g_array_index(drafts, DefaultDraft, i);
        const Condition *when = unknowns_condition(self->unknowns, draft->when, GUARD_TRUE);
        if (when->kind != CONDITION_FALSE) {
            add_default(self, defaults, draft->text, when);
        }
    }
    return defaults;
}

static int compare_places(gconstpointer a, gconstpointer b)
{
    return span_compare(&((const Declaration *)a)->at, &((const Declaration *)b)->at);
}

/* What is said above the line that declares it, or else around it. */
static const char *told_above(MakeReading *self, const char *name, const Declaration *declaration)
{
    const MakeFile *file = declaration->file;
    guint line = declaration->at.line;
    gboolean test = declaration->kind == DECLARES_TEST;
    if (test && (comment_is_of_file(file, line, name) || comment_tells_refusal(file, line))) {
        return NULL;
    }
    const char *above = comment_above(self->arena, file, line);
    return above != NULL || test ? above : comment_around(self->arena, file, line);
}

/* What is said of the line that declares it: behind it, or else above. */
static const char *told_at(MakeReading *self, const char *name, const Declaration *declaration)
{
    const char *behind = comment_behind(self->scratch, declaration->file, declaration->at.line);
    return behind != NULL ? behind : told_above(self, name, declaration);
}

/* All that is said there, which may list values. */
static const char *all_told_at(MakeReading *self, const char *name, const Declaration *declaration)
{
    const char *behind = comment_behind(self->scratch, declaration->file, declaration->at.line);
    const char *above = told_above(self, name, declaration);
    return behind == NULL || above == NULL
               ? (behind != NULL ? arena_strdup(self->arena, behind) : above)
               : arena_printf(self->arena, "%s\n%s", behind, above);
}

/* What is written above each of the ways to give it, in the order of the file, once each. */
static const char *comments_of_ways(MakeReading *self, const MakeVariable *variable)
{
    g_autoptr(GArray) ways = g_array_copy(variable->declarations);
    g_autoptr(GPtrArray) comments = g_ptr_array_new();
    g_array_sort(ways, compare_places);
    for (guint i = 0; i < ways->len; i++) {
        const Declaration *way = &g_array_index(ways, Declaration, i);
        const char *comment = way->kind == DECLARES_DEFAULT || way->kind == DECLARES_OFFER
                                  ? comment_above(self->scratch, way->file, way->at.line)
                                  : NULL;
        if (comment != NULL &&
            !g_ptr_array_find_with_equal_func(comments, comment, g_str_equal, NULL)) {
            g_ptr_array_add(comments, (gpointer)comment);
        }
    }
    g_ptr_array_add(comments, NULL);
    g_autofree char *joined = g_strjoinv("\n", (char **)comments->pdata);
    return *joined != '\0' ? arena_intern(self->scratch, joined) : NULL;
}

/* NULL for one that is never reached. */
static Definition *definition_new(MakeReading *self, const MakeVariable *variable,
                                  const Declaration *declaration, OptionType type, gboolean first)
{
    /* A person may give a variable wherever it gets its default. */
    Guard reached = existence(self, variable, declaration->when);
    const Condition *exists =
        first ? condition_true() : unknowns_condition(self->unknowns, reached, GUARD_TRUE);
    if (exists->kind == CONDITION_FALSE) {
        return NULL;
    }
    Definition *definition = arena_new0(self->arena, Definition);
    const char *comment = first && variable->refers ? comments_of_ways(self, variable)
                                                    : told_at(self, variable->name, declaration);
    g_autofree char *words =
        variable->told_words != NULL ? make_words_of_item(variable->told_words) : NULL;
    gboolean told = words != NULL && *words != '\0';
    gboolean own = variable->told_of_it && is_outside(self, declaration);
    comment = (comment == NULL || own) && first && told ? words : comment;
    /* What stands above a test is about what is done there. */
    gboolean shown = first && variable->shown_for != NULL;
    comment = shown && (comment == NULL || declaration->kind == DECLARES_TEST) ? variable->shown_for
                                                                               : comment;
    /* A comment above may be about others as well; what a list says is about this one. */
    comment = first && variable->listed != NULL ? variable->listed : comment;
    GPtrArray *defaults = arena_array(self->arena);
    if (first) {
        defaults = all_defaults(self, variable, type);
    } else if (declaration->kind != DECLARES_OFFER) {
        /* What stands in a comment is offered beside what holds. */
        const char *value = declaration->value != NULL ? declaration->value : "";
        add_default(self, defaults, default_text(self, variable, type, value), condition_true());
    }
    *definition = (Definition){.at = declaration->at,
                               .declared_at = declaration->at,
                               .text = line_text(self, declaration),
                               .help = comment_summary(self->arena, comment),
                               .type = type,
                               .exists = exists,
                               .defaults = defaults,
                               .wrappers = arena_array(self->arena)};
    return definition;
}

static int compare_spans(gconstpointer a, gconstpointer b)
{
    return span_compare(a, b);
}

static GPtrArray *uses_of(MakeReading *self, MakeVariable *variable)
{
    GPtrArray *uses = arena_array(self->arena);
    g_array_sort(variable->places, compare_spans);
    for (guint i = 0; i < variable->places->len; i++) {
        const Span *place = &g_array_index(variable->places, Span, i);
        if (i == 0 || span_compare(place, place - 1) != 0) {
            Span *use = arena_new0(self->arena, Span);
            *use = *place;
            g_ptr_array_add(uses, use);
        }
    }
    return uses;
}

/* A variable that is only part of a file's name is told of where that file is included. */
static void add_chosen_at(MakeReading *self, MakeVariable *variable)
{
    for (guint i = 0; i < self->templates->len && variable->declarations->len == 0; i++) {
        const MakeTemplates *templates = self->templates->pdata[i];
        const MakeSource *source = g_hash_table_lookup(self->sources, templates->at.path);
        for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
            if (strcmp(templates->choosers[k], variable->name) == 0) {
                const Declaration declaration = {.at = templates->at,
                                                 .file = source->file,
                                                 .when = GUARD_TRUE,
                                                 .kind = DECLARES_TEST};
                g_array_append_val(variable->declarations, declaration);
                break;
            }
        }
    }
}

/* "LIBS = $(LIBS_PARALLEL)", and in a comment "LIBS = $(LIBS_SERIAL)": one of the things that the
 * file has names for. */
static gboolean refers_to_ways(const MakeVariable *variable)
{
    const char *first = NULL;
    gboolean several = FALSE;
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->kind != DECLARES_DEFAULT && declaration->kind != DECLARES_OFFER) {
            continue;
        }
        if (declaration->value == NULL || !make_is_reference(declaration->value)) {
            return FALSE;
        }
        several = several || (first != NULL && strcmp(first, declaration->value) != 0);
        first = declaration->value;
    }
    return several;
}

/* What a variable is while nobody gives it; NULL when that is not said. */
static const char *said_default(MakeReading *self, const char *name)
{
    const MakeVariable *variable = make_variable(self, name);
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->kind == DECLARES_DEFAULT) {
            return declaration->value;
        }
    }
    return NULL;
}

/* What each of the ways brings, as long as what it is called is left as it is. */
static void add_effects_of_ways(MakeReading *self, const MakeVariable *variable)
{
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->kind != DECLARES_DEFAULT && declaration->kind != DECLARES_OFFER) {
            continue;
        }
        g_autofree char *way = g_strndup(declaration->value + 2, strlen(declaration->value) - 3);
        const char *text = said_default(self, way);
        if (text != NULL) {
            self->file = declaration->file;
            self->at = declaration->at;
            make_effects_of(self, way, text,
                            unknown_equals(self->unknowns, unknown, declaration->value), NULL);
        }
    }
}

/* The first test that asks for the variable, or for a word of the list that it is. */
static Span first_question(const MakeVariable *variable)
{
    const GPtrArray *words = variable->list_words;
    return variable->first_test.path != NULL || words == NULL
               ? variable->first_test
               : ((const MakeListWord *)words->pdata[0])->at;
}

/* Before anything is written down: whether people think of it as on or off decides how conditions
 * read. */
static void settle_type(MakeBuild *build, MakeVariable *variable)
{
    MakeReading *self = build->reading;
    add_chosen_at(self, variable);
    const Span asked = first_question(variable);
    if (variable->declarations->len == 0 && asked.path != NULL) {
        const MakeSource *source = g_hash_table_lookup(self->sources, asked.path);
        const Declaration declaration = {
            .at = asked, .file = source->file, .when = GUARD_TRUE, .kind = DECLARES_TEST};
        g_array_append_val(variable->declarations, declaration);
    }
    g_array_sort_with_data(variable->declarations, compare_declarations, self);
    make_settle_families(self, variable);
    for (guint i = 0; i < variable->declarations->len && variable->comment == NULL; i++) {
        variable->comment = all_told_at(self, variable->name,
                                        &g_array_index(variable->declarations, Declaration, i));
    }
    variable->counts = make_counts(self, variable);
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    unknown->is_switch = make_is_switch(variable);
    variable->refers = refers_to_ways(variable);
}

/* Nothing gives it a value, not even in a comment. */
static gboolean is_only_asked(const MakeVariable *variable)
{
    for (guint i = 0; i < variable->declarations->len; i++) {
        if (g_array_index(variable->declarations, Declaration, i).kind != DECLARES_TEST) {
            return FALSE;
        }
    }
    return !variable->chooses;
}

/* "X = # -DY": the line is told of where it gives the value that X has. */
static gboolean is_offered_beside(const MakeVariable *variable, const Declaration *offer)
{
    for (guint i = 0; offer->kind == DECLARES_OFFER && i < variable->declarations->len; i++) {
        const Declaration *other = &g_array_index(variable->declarations, Declaration, i);
        if (other->kind != DECLARES_OFFER && span_compare(&other->at, &offer->at) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void build_option(MakeBuild *build, MakeVariable *variable)
{
    MakeReading *self = build->reading;
    OptionType type = make_option_type(variable);
    Option *option = arena_new0(self->arena, Option);
    option->handed_on = variable->handed_on > 0;
    option->only_asked = is_only_asked(variable);
    GPtrArray *definitions = arena_array(self->arena);
    const char *comment = variable->comment;
    for (guint i = 0; i < variable->declarations->len && i < DEFINITIONS_MAX; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (is_offered_beside(variable, declaration)) {
            continue;
        }
        Definition *definition = definition_new(self, variable, declaration, type, i == 0);
        if (definition != NULL) {
            g_ptr_array_add(definitions, definition);
        }
    }
    if (comment == NULL && variable->told != NULL) {
        comment = variable->told;
        g_array_append_val(variable->places, variable->told_at);
    }
    if (variable->listed != NULL) {
        g_array_append_val(variable->places, variable->listed_at);
    }
    option->name = arena_intern(self->arena, variable->name);
    option->builder = BUILDER_MAKE;
    option->folder = self->top;
    option->type = type;
    option->definitions = definitions;
    option->values = make_option_values(self, variable, type, comment);
    option->number = type == OPTION_STRING && make_takes_number(variable);
    option->free_form = type != OPTION_BOOL && variable->chooses == FALSE;
    option->links = arena_array(self->arena);
    option->uses = uses_of(self, variable);
    option->comment = comment;
    g_ptr_array_add(self->facts->options, option);
    g_hash_table_insert(build->options, (gpointer)option->name, option);
}

static void build_refusals(MakeReading *self)
{
    for (guint i = 0; i < self->refusals->len; i++) {
        const MakeRefusal *refusal = &g_array_index(self->refusals, MakeRefusal, i);
        if (guard_is_false(refusal->when) || guard_is_true(refusal->when)) {
            continue;
        }
        Constraint *constraint = arena_new0(self->arena, Constraint);
        *constraint = (Constraint){unknowns_condition(self->unknowns, refusal->when, GUARD_TRUE),
                                   refusal->message, refusal->at};
        if (constraint->when->kind != CONDITION_FALSE) {
            g_ptr_array_add(self->facts->constraints, constraint);
        }
    }
}

/* Only some of the files that people may copy know the variable, and only they use it: a part of
 * how such a file is written. */
static gboolean is_private_to_variants(const MakeReading *self, const MakeVariable *variable)
{
    g_autoptr(GHashTable) variants = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        gboolean chosen = declaration->kind == DECLARES_DEFAULT && variable->explicit == 0 &&
                          declaration->file->rules == 0 &&
                          make_is_chosen(self, declaration->at.path);
        if (declaration->kind != DECLARES_VARIANT && !chosen) {
            return FALSE;
        }
        g_hash_table_add(variants, (gpointer)declaration->at.path);
    }
    for (guint i = 0; i < variable->places->len; i++) {
        const Span *use = &g_array_index(variable->places, Span, i);
        if (!g_hash_table_contains(variants, use->path)) {
            return FALSE;
        }
    }
    /* Whom a comment tells what to write there is meant to. */
    return variable->tests == 0 && variable->spelled == NULL;
}

void make_build_facts(MakeReading *self)
{
    g_autoptr(GHashTable) options = g_hash_table_new(g_str_hash, g_str_equal);
    MakeBuild build = {self, options, NULL};
    g_autoptr(GuardLinks) links =
        guard_links_new(&make_link_methods, self->guards, self->arena, &build);
    build.links = links;
    g_autoptr(GPtrArray) wanted = g_ptr_array_new();
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        if (variable->role == ROLE_OPTION) {
            settle_type(&build, variable);
        }
        if (variable->role == ROLE_OPTION && variable->declarations->len > 0 &&
            !is_private_to_variants(self, variable)) {
            g_ptr_array_add(wanted, variable);
        }
    }
    for (guint i = 0; i < wanted->len; i++) {
        const MakeVariable *variable = wanted->pdata[i];
        if (variable->refers) {
            add_effects_of_ways(self, variable);
        }
    }
    for (guint i = 0; i < wanted->len; i++) {
        build_option(&build, wanted->pdata[i]);
        make_add_list_words(self, wanted->pdata[i], options);
    }
    for (guint i = 0; i < self->effects->len; i++) {
        make_link_effect(&build, &g_array_index(self->effects, MakeEffect, i));
    }
    build_refusals(self);
}
