/* From what was followed under guards to facts with conditions. */
#include "discover/make/comment.h"
#include "discover/make/reading.h"
#include <string.h>

/* A condition over more options than this is not taken apart by option. */
#define LINK_SUPPORT_MAX 48u
/* Values of one option that are tried against a condition. */
#define LINK_VALUES_MAX 64u
/* Places where one option is declared. */
#define DEFINITIONS_MAX 64u

typedef struct {
    MakeReading *reading;
    GHashTable *options;     /* name -> Option * */
    GHashTable *guard_links; /* guard node -> GPtrArray of GuardLink * */
} Build;

/* How a condition depends on one option. */
typedef struct {
    Option *option;
    const GPtrArray *values;
    gboolean alone;
} GuardLink;

static gboolean is_word_of(const char *text, const char *const *words)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);
    return g_strv_contains(words, lower);
}

static gboolean is_on(const char *text)
{
    static const char *const words[] = {"1", "y", "yes", "on", "true", "t", NULL};
    return is_word_of(text, words);
}

static gboolean is_off(const char *text)
{
    static const char *const words[] = {"", "0", "n", "no", "off", "false", "f", "none", NULL};
    return is_word_of(text, words);
}

static const char *plain_value(MakeReading *self, const char *value)
{
    g_autofree char *stripped = g_strstrip(g_strdup(value));
    gsize length = strlen(stripped);
    if (length > 1 && *stripped == '"' && stripped[length - 1] == '"') {
        stripped[length - 1] = '\0';
        return arena_intern(self->arena, stripped + 1);
    }
    return arena_intern(self->arena, stripped);
}

/* ---- the kind of an option ------------------------------------------------------------------- */

/* Whether the last word of the name says that it is a place. */
static gboolean names_place(const char *name)
{
    static const char *const words[] = {"dir",    "path", "root",    "home",   "prefix", "topdir",
                                        "srcdir", "inc",  "include", "incdir", "libdir", NULL};
    const char *last = strrchr(name, '_');
    return is_word_of(last != NULL ? last + 1 : name, words) || g_str_has_suffix(name, "DIR") ||
           g_str_has_suffix(name, "PATH");
}

static gboolean is_place(const char *value)
{
    return (*value == '/' || *value == '~' || g_str_has_prefix(value, "../") ||
            g_str_has_prefix(value, "$(HOME)") || g_str_has_prefix(value, "${HOME}")) &&
           strpbrk(value, " ") == NULL;
}

/* All that is known to be given to it says on or off. */
static gboolean is_switch(const MakeVariable *variable)
{
    gboolean asked = variable->tests + variable->commented > 0;
    /* One that is only asked for, and never used as text. */
    gboolean any = variable->tests > 0 && variable->uses == 0;
    for (guint i = 0; i < variable->values->len; i++) {
        const char *value = ((const AllowedValue *)variable->values->pdata[i])->value;
        if (!is_on(value) && !is_off(value)) {
            return FALSE;
        }
        any = TRUE;
    }
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->value == NULL) {
            continue;
        }
        /* Nothing at all is no word. */
        if (*declaration->value != '\0' && !is_on(declaration->value) &&
            !is_off(declaration->value)) {
            return FALSE;
        }
        /* A digit that is only passed on may be any number. */
        any = any || (asked && *declaration->value != '\0') || g_ascii_isalpha(*declaration->value);
    }
    return any;
}

/* Whether something that is given to it is a flag, and not one that only says where things are. */
static gboolean takes_flags(const MakeVariable *variable)
{
    for (guint i = 0; i < variable->declarations->len; i++) {
        const char *value = g_array_index(variable->declarations, Declaration, i).value;
        const char *flag = value != NULL ? strchr(value, '-') : NULL;
        if (flag != NULL && (flag[1] == 'D' || flag[1] == 'l')) {
            return TRUE;
        }
    }
    return FALSE;
}

static OptionType type_of(const MakeVariable *variable)
{
    if (is_switch(variable)) {
        return OPTION_BOOL;
    }
    const Declaration *first = &g_array_index(variable->declarations, Declaration, 0);
    if (variable->declarations->len > 0 && first->value != NULL && is_place(first->value)) {
        return OPTION_PATH;
    }
    return names_place(variable->name) && variable->values->len == 0 && !takes_flags(variable)
               ? OPTION_PATH
               : OPTION_STRING;
}

/* ---- links ----------------------------------------------------------------------------------- */

static void add_option_of(const Build *build, const Unknown *unknown, GPtrArray *options)
{
    Option *option = unknown->kind == CONDITION_SUBJECT_OPTION
                         ? g_hash_table_lookup(build->options, unknown->name)
                         : NULL;
    if (option != NULL && !g_ptr_array_find(options, option, NULL)) {
        g_ptr_array_add(options, option);
    }
    for (const guint *id = unknown->origins; id != NULL && *id != G_MAXUINT; id++) {
        add_option_of(build, unknowns_at(build->reading->unknowns, *id), options);
    }
}

static Unknown *unknown_of(const Build *build, const Option *option)
{
    return unknowns_get(build->reading->unknowns, CONDITION_SUBJECT_OPTION, option->name);
}

static const char *plain_default(const Option *option)
{
    const Definition *first = option->definitions->pdata[0];
    return first->defaults->len == 1 ? ((DefaultValue *)first->defaults->pdata[0])->value : NULL;
}

/* Whether the condition can hold when the option has one of the texts and `others` hold. */
static gboolean allows(const Build *build, Guard guard, const Unknown *unknown,
                       const GPtrArray *texts, GArray *others)
{
    guint known = others->len;
    gboolean result = FALSE;
    for (guint i = 0; i < texts->len && !result; i++) {
        unknown_literals(unknown, texts->pdata[i], others);
        result = guard_can_hold(build->reading->guards, guard,
                                (const GuardLiteral *)(const void *)others->data, others->len);
        g_array_set_size(others, known);
    }
    return result;
}

/* The texts that a value of the option stands for: of a switch, all that say the same. */
static GPtrArray *texts_of(const Option *option, const Unknown *unknown, const char *value)
{
    GPtrArray *texts = g_ptr_array_new();
    if (option->type != OPTION_BOOL) {
        g_ptr_array_add(texts, (gpointer)value);
        return texts;
    }
    gboolean on = strcmp(value, "ON") == 0;
    for (guint i = 0; i < unknown->values->len; i++) {
        const char *text = g_array_index(unknown->values, UnknownValue, i).text;
        if (on ? is_on(text) : is_off(text)) {
            g_ptr_array_add(texts, (gpointer)text);
        }
    }
    /* A word that nothing is compared with turns on what only asks for any text. */
    if (!on) {
        g_ptr_array_add(texts, (gpointer) "");
    } else if (texts->len == 0) {
        g_ptr_array_add(texts, (gpointer) "\1on");
    }
    return texts;
}

static GPtrArray *values_to_try(const Option *option, const Unknown *unknown)
{
    GPtrArray *values = g_ptr_array_new();
    if (option->type == OPTION_BOOL) {
        g_ptr_array_add(values, (gpointer) "ON");
        g_ptr_array_add(values, (gpointer) "OFF");
        return values;
    }
    for (guint i = 0; i < unknown->values->len && i < LINK_VALUES_MAX; i++) {
        g_ptr_array_add(values, (gpointer)g_array_index(unknown->values, UnknownValue, i).text);
    }
    return values;
}

static void add_defaults_of_others(const Build *build, const Option *option,
                                   const GPtrArray *options, GArray *literals)
{
    for (guint i = 0; i < options->len; i++) {
        const Option *other = options->pdata[i];
        const char *value = other != option ? plain_default(other) : NULL;
        if (value == NULL) {
            continue;
        }
        const Unknown *unknown = unknown_of(build, other);
        g_autoptr(GPtrArray) texts = texts_of(other, unknown, value);
        unknown_literals(unknown, texts->pdata[texts->len - 1], literals);
    }
}

static GuardLink *guard_link(const Build *build, Guard guard, Option *option,
                             const GPtrArray *options)
{
    GuardLink *link = arena_new0(build->reading->arena, GuardLink);
    link->option = option;
    const Unknown *unknown = unknown_of(build, option);
    g_autoptr(GArray) nothing = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    g_autoptr(GArray) defaults = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    add_defaults_of_others(build, option, options, defaults);
    g_autoptr(GPtrArray) values = values_to_try(option, unknown);
    GPtrArray *allowing = arena_array(build->reading->arena);
    g_autoptr(GPtrArray) other = g_ptr_array_new();
    g_ptr_array_add(other, (gpointer) "\1other");
    gboolean ruled_out = !allows(build, guard, unknown, other, nothing);
    gboolean with_other = !ruled_out && allows(build, guard, unknown, other, defaults);
    for (guint i = 0; i < values->len; i++) {
        g_autoptr(GPtrArray) texts = texts_of(option, unknown, values->pdata[i]);
        if (!allows(build, guard, unknown, texts, nothing)) {
            ruled_out = TRUE;
            continue;
        }
        g_ptr_array_add(allowing, values->pdata[i]);
        link->alone = link->alone || allows(build, guard, unknown, texts, defaults);
    }
    link->alone = link->alone || (values->len == 0 && with_other);
    link->values =
        ruled_out && allowing->len > 0 && allowing->len < MAX(values->len, 2) ? allowing : NULL;
    return link;
}

/* The links of a condition; equal conditions are taken apart once. */
static const GPtrArray *links_of(Build *build, Guard guard)
{
    MakeReading *self = build->reading;
    const GPtrArray *known = g_hash_table_lookup(build->guard_links, GUINT_TO_POINTER(guard.node));
    if (known != NULL) {
        return known;
    }
    GPtrArray *links = arena_array(self->arena);
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (guint i = 0; i < support->len; i++) {
        const Unknown *unknown =
            unknowns_of_variable(self->unknowns, g_array_index(support, guint, i));
        if (unknown != NULL) {
            add_option_of(build, unknown, options);
        }
    }
    for (guint i = 0; i < options->len && options->len <= LINK_SUPPORT_MAX; i++) {
        g_ptr_array_add(links, guard_link(build, guard, options->pdata[i], options));
    }
    g_hash_table_insert(build->guard_links, GUINT_TO_POINTER(guard.node), links);
    return links;
}

static void add_link(const Build *build, Option *option, const Effect *effect,
                     const GPtrArray *values, gboolean alone)
{
    GPtrArray *links = (GPtrArray *)option->links;
    for (guint i = 0; i < links->len; i++) {
        if (((const OptionLink *)links->pdata[i])->effect == effect) {
            return;
        }
    }
    OptionLink *link = arena_new0(build->reading->arena, OptionLink);
    *link = (OptionLink){effect, values, alone};
    g_ptr_array_add(links, link);
}

static void build_effect(Build *build, const MakeEffect *record)
{
    MakeReading *self = build->reading;
    if (guard_is_false(record->when)) {
        return;
    }
    Effect *effect = arena_new0(self->arena, Effect);
    *effect = (Effect){.kind = record->kind,
                       .name = record->name,
                       .detail = record->detail,
                       .when = unknowns_condition(self->unknowns, record->when, GUARD_TRUE),
                       .at = record->at};
    if (effect->when->kind == CONDITION_FALSE) {
        return;
    }
    g_ptr_array_add(self->facts->effects, effect);
    const GPtrArray *links = links_of(build, record->when);
    for (guint i = 0; i < links->len; i++) {
        const GuardLink *link = links->pdata[i];
        add_link(build, link->option, effect, link->values, link->alone);
    }
    Option *owner =
        record->owner != NULL ? g_hash_table_lookup(build->options, record->owner) : NULL;
    if (owner != NULL) {
        add_link(build, owner, effect, NULL, TRUE);
    }
}

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

static const char *default_text(MakeReading *self, OptionType type, const char *value)
{
    const char *text = plain_value(self, value);
    if (type != OPTION_BOOL) {
        return text;
    }
    return is_on(text) ? "ON" : "OFF";
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

/* The file that people edit comes first, what it sets before what it offers; then other defaults.
 * What configures only a part of the build stands behind all that. */
static guint rank(const MakeReading *self, const Declaration *declaration)
{
    const MakeSource *source = g_hash_table_lookup(self->sources, declaration->at.path);
    gboolean edited = source != NULL && source->edited;
    guint aside = is_aside(self, declaration) ? 8 : 0;
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
    const char *text;
    Guard when;
} DefaultDraft;

static void join_default(MakeReading *self, GArray *drafts, const char *text, Guard when)
{
    for (guint i = 0; i < drafts->len; i++) {
        DefaultDraft *draft = &g_array_index(drafts, DefaultDraft, i);
        if (strcmp(draft->text, text) == 0) {
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
            join_default(self, drafts, default_text(self, type, declaration->value), when);
        }
    }
    join_default(self, drafts, default_text(self, type, ""), rest);
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
    const char *comment = comment_above(self->scratch, declaration->file, declaration->at.line);
    GPtrArray *defaults = arena_array(self->arena);
    if (first) {
        defaults = all_defaults(self, variable, type);
    } else {
        const char *value = declaration->value != NULL ? declaration->value : "";
        add_default(self, defaults, default_text(self, type, value), condition_true());
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

static void add_value(MakeReading *self, GPtrArray *values, const char *text, ValueOrigin origin,
                      Span at)
{
    for (guint i = 0; i < values->len; i++) {
        AllowedValue *known = values->pdata[i];
        if (strcmp(known->value, text) == 0) {
            known->origin = MIN(known->origin, origin);
            return;
        }
    }
    AllowedValue *value = arena_new0(self->arena, AllowedValue);
    *value = (AllowedValue){arena_intern(self->arena, text), origin, at};
    g_ptr_array_add(values, value);
}

/* Files that a variable chooses among are its values. */
static void add_template_values(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; i < self->templates->len; i++) {
        const MakeTemplates *templates = self->templates->pdata[i];
        for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
            for (guint f = 0;
                 f < templates->files->len && strcmp(templates->choosers[k], variable->name) == 0;
                 f++) {
                const MakeTemplate *file = &g_array_index(templates->files, MakeTemplate, f);
                add_value(self, values, file->values[k], VALUE_DECLARED,
                          (Span){file->source->file->path, 0, 0});
            }
        }
    }
}

/* A choice also allows what it defaults to. */
static void add_default_values(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; values->len > 0 && i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        const char *text = declaration->value;
        if (declaration->kind == DECLARES_DEFAULT && text != NULL && *text != '\0' &&
            strpbrk(text, "$ \t") == NULL) {
            add_value(self, values, plain_value(self, text), VALUE_DEFAULT, declaration->at);
        }
    }
}

static GPtrArray *values_of(MakeReading *self, const MakeVariable *variable, OptionType type,
                            const char *comment)
{
    GPtrArray *values = arena_array(self->arena);
    if (type == OPTION_BOOL) {
        /* The word that turns it on, which the command line needs. */
        for (guint i = 0; i < variable->values->len && values->len == 0; i++) {
            const AllowedValue *value = variable->values->pdata[i];
            if (is_on(value->value)) {
                add_value(self, values, value->value, value->origin, value->at);
            }
        }
        for (guint i = 0; i < variable->declarations->len && values->len == 0; i++) {
            const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
            if (declaration->value != NULL && *declaration->value != '\0' &&
                is_on(declaration->value)) {
                add_value(self, values, declaration->value, VALUE_DEFAULT, declaration->at);
            }
        }
        return values;
    }
    add_template_values(self, variable, values);
    Span at = variable->declarations->len > 0
                  ? g_array_index(variable->declarations, Declaration, 0).at
                  : variable->first_test;
    g_autoptr(GPtrArray) listed = comment_values(self->scratch, comment);
    for (guint i = 0; i < listed->len; i++) {
        add_value(self, values, listed->pdata[i], VALUE_HELP, at);
    }
    for (guint i = 0; i < variable->values->len; i++) {
        const AllowedValue *value = variable->values->pdata[i];
        if (strchr(value->value, ' ') == NULL) {
            add_value(self, values, value->value, value->origin, value->at);
        }
    }
    add_default_values(self, variable, values);
    return values;
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

/* Before anything is written down: whether people think of it as on or off decides how conditions
 * read. */
static void settle_type(Build *build, MakeVariable *variable)
{
    MakeReading *self = build->reading;
    add_chosen_at(self, variable);
    if (variable->declarations->len == 0 && variable->first_test.path != NULL) {
        const MakeSource *source = g_hash_table_lookup(self->sources, variable->first_test.path);
        const Declaration declaration = {.at = variable->first_test,
                                         .file = source->file,
                                         .when = GUARD_TRUE,
                                         .kind = DECLARES_TEST};
        g_array_append_val(variable->declarations, declaration);
    }
    g_array_sort_with_data(variable->declarations, compare_declarations, self);
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    unknown->is_switch = is_switch(variable);
}

static void build_option(Build *build, MakeVariable *variable)
{
    MakeReading *self = build->reading;
    OptionType type = type_of(variable);
    Option *option = arena_new0(self->arena, Option);
    GPtrArray *definitions = arena_array(self->arena);
    const char *comment = NULL;
    for (guint i = 0; i < variable->declarations->len && i < DEFINITIONS_MAX; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        Definition *definition = definition_new(self, variable, declaration, type, i == 0);
        if (definition != NULL) {
            g_ptr_array_add(definitions, definition);
        }
        comment = comment != NULL
                      ? comment
                      : comment_above(self->arena, declaration->file, declaration->at.line);
    }
    option->name = arena_intern(self->arena, variable->name);
    option->builder = BUILDER_MAKE;
    option->folder = self->top;
    option->type = type;
    option->definitions = definitions;
    option->values = values_of(self, variable, type, comment);
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

void make_build_facts(MakeReading *self)
{
    g_autoptr(GHashTable) options = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) guard_links = g_hash_table_new(NULL, NULL);
    Build build = {self, options, guard_links};
    g_autoptr(GPtrArray) wanted = g_ptr_array_new();
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        if (variable->role == ROLE_OPTION) {
            settle_type(&build, variable);
        }
        if (variable->role == ROLE_OPTION && variable->declarations->len > 0) {
            g_ptr_array_add(wanted, variable);
        }
    }
    for (guint i = 0; i < wanted->len; i++) {
        build_option(&build, wanted->pdata[i]);
    }
    for (guint i = 0; i < self->effects->len; i++) {
        build_effect(&build, &g_array_index(self->effects, MakeEffect, i));
    }
    build_refusals(self);
}
