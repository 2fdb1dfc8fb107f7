#include "discover/program/print_explain.h"
#include "core/table.h"
#include "discover/program/describe.h"
#include "discover/program/explain_effects.h"
#include "discover/specify.h"
#include <string.h>

static const TableColumn effect_columns[] = {
    {.title = "", .style = STYLE_FAINT},
    {.title = "", .cut = CUT_NOT, .minimum = 20, .priority = 2},
    {.title = "", .cut = CUT_NOT, .minimum = 20, .priority = 2},
    {.title = "", .style = STYLE_FAINT, .cut = CUT_BEGIN, .minimum = 14, .priority = 1},
};

static void print_heading(const Terminal *terminal, const char *title)
{
    fputc('\n', terminal->stream);
    terminal_print(terminal, STYLE_HEADING, title);
    fputc('\n', terminal->stream);
}

/* Line ends and the blanks around them as one blank: what a project writes over several lines (help
 * texts, commands) is shown on one. */
static void join_lines(char *text)
{
    char *end = text;
    for (const char *at = text; *at != '\0';) {
        gsize blanks = strspn(at, " \t\r\n");
        if (memchr(at, '\n', blanks) != NULL) {
            *end++ = ' ';
            at += blanks;
        } else {
            gsize rest = MAX(blanks, 1u);
            memmove(end, at, rest);
            end += rest;
            at += rest;
        }
    }
    *end = '\0';
}

/* A line at an indentation, made safe. */
static void print_line(const Terminal *terminal, guint indentation, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static void print_line(const Terminal *terminal, guint indentation, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    join_lines(text);
    g_autofree char *safe = terminal_text(text);
    fprintf(terminal->stream, "%*s%s\n", (int)indentation, "", safe);
}

static void print_more(const Terminal *terminal, guint shown, guint all)
{
    if (all > shown) {
        print_line(terminal, 2, "... and %u more (--facts writes all)", all - shown);
    }
}

static void print_defaults(const Terminal *terminal, Explaining *explaining,
                           const Definition *definition)
{
    for (guint i = 0; i < definition->defaults->len; i++) {
        const DefaultValue *value = g_ptr_array_index(definition->defaults, i);
        g_autofree char *when = explain_when(explaining, value->when);
        print_line(terminal, 4, "default %s%s%s",
                   value->value == NULL    ? "that could not be worked out"
                   : *value->value == '\0' ? "\"\""
                                           : value->value,
                   *when != '\0' ? " " : "", when);
    }
}

static void print_fallback(const Terminal *terminal, Explaining *explaining,
                           const Definition *fallback)
{
    g_autofree char *at = span_text(&fallback->at);
    print_line(terminal, 2, "%s: %s", at, fallback->text != NULL ? fallback->text : "");
    g_autofree char *reached = explain_when(explaining, fallback->exists);
    if (*reached != '\0') {
        print_line(terminal, 4, "reached %s", reached);
    }
    print_defaults(terminal, explaining, fallback);
}

static void print_definition(const Terminal *terminal, Explaining *explaining, const Option *option,
                             const Definition *definition)
{
    g_autofree char *at = span_text(&definition->at);
    print_line(terminal, 2, "%s: %s", at, definition->text != NULL ? definition->text : "");
    for (guint i = 0; i < definition->wrappers->len; i++) {
        const Wrapper *wrapper = g_ptr_array_index(definition->wrappers, i);
        g_autofree char *called = span_text(&wrapper->at);
        print_line(terminal, 4, "through %s, called at %s", wrapper->command, called);
    }
    if (span_compare(&definition->at, &definition->declared_at) != 0) {
        g_autofree char *declared = span_text(&definition->declared_at);
        print_line(terminal, 4, "declared at %s", declared);
    }
    if (definition->help_at.path != NULL) {
        g_autofree char *printed = span_text(&definition->help_at);
        print_line(terminal, 4, "help printed at %s", printed);
    }
    g_autofree char *exists = explain_when(explaining, definition->exists);
    print_line(terminal, 4, "type %s%s%s%s",
               option_is_feature(option) ? "feature" : option_type_text(definition->type),
               *exists != '\0' ? ", exists " : "", exists, definition->force ? ", FORCE" : "");
    print_defaults(terminal, explaining, definition);
}

static void print_definitions(const Terminal *terminal, Explaining *explaining,
                              const Option *option)
{
    print_heading(terminal, "Defined");
    guint shown = MIN(option->definitions->len, EXPLAIN_ROWS_MAX);
    for (guint i = 0; i < shown; i++) {
        print_definition(terminal, explaining, option, g_ptr_array_index(option->definitions, i));
    }
    if (option->definitions->len == 0) {
        gboolean set = option->fallbacks != NULL && option->fallbacks->len > 0;
        print_line(terminal, 2, "nowhere: the project only reads it%s",
                   set ? ", and where nobody gives it, sets it" : "");
        for (guint i = 0; set && i < MIN(option->fallbacks->len, EXPLAIN_ROWS_MAX); i++) {
            print_fallback(terminal, explaining, option->fallbacks->pdata[i]);
        }
        if (option->off_unset) {
            print_line(terminal, 4,
                       "default OFF: it is only asked whether it is true, and nothing "
                       "that was read sets it");
        }
    }
    print_more(terminal, shown, option->definitions->len);
}

/* What is known of the values of an option that is no choice: what the build compares it with. */
static void print_known_values(const Terminal *terminal, const Option *option)
{
    g_autoptr(Table) table = table_new(effect_columns, G_N_ELEMENTS(effect_columns));
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (*value->value != '\0') {
            g_autofree char *first = g_strdup_printf("  %s", value->value);
            g_autofree char *at = span_text(&value->at);
            const char *cells[] = {first, "", value_origin_text(value->origin), at};
            table_add(table, cells);
        }
    }
    table_print(table, terminal);
}

static void print_values(const Terminal *terminal, const Decision *decision)
{
    print_heading(terminal, "Values");
    if (decision->values->len == 0) {
        g_autofree char *values = describe_values(decision);
        if (*values == '(') {
            print_known_values(terminal, decision->option);
        }
        print_line(terminal, 2, "%s", values);
        if (decision->option->only_given) {
            print_line(terminal, 2,
                       "given in either form it does the same, as far as was read: leave it out "
                       "for the default");
        }
        return;
    }
    g_autoptr(Table) table = table_new(effect_columns, G_N_ELEMENTS(effect_columns));
    for (guint i = 0; i < decision->values->len; i++) {
        const ValueDecision *value = g_ptr_array_index(decision->values, i);
        g_autofree char *first = g_strdup_printf("  %s", value->value->value);
        g_autofree char *at = span_text(&value->value->at);
        const char *cells[] = {
            first, value->rejected ? "" : value->name,
            value->rejected ? value->reason : value_origin_text(value->value->origin), at};
        table_add(table, cells);
    }
    table_print(table, terminal);
    if (decision->option->free_form) {
        print_line(terminal, 2, "and any other text");
    }
}

static void print_effects(const Terminal *terminal, Explaining *explaining, const Option *option)
{
    if (option->links->len == 0) {
        return;
    }
    print_heading(terminal, "Turns on");
    g_autoptr(GArray) rows = effect_rows(explaining, option);
    g_autoptr(Table) table = table_new(effect_columns, G_N_ELEMENTS(effect_columns));
    guint of_kind = 0, shown = 0, count = 0;
    for (guint i = 0; i < rows->len; i += count) {
        const EffectRow *row = &g_array_index(rows, EffectRow, i);
        const EffectRow *before = i > 0 ? row - 1 : NULL;
        of_kind = before != NULL && before->effect->kind == row->effect->kind ? of_kind + 1 : 0;
        g_autofree char *names = effect_rows_text(rows, i, &count);
        if (of_kind >= EXPLAIN_ROWS_MAX) {
            continue;
        }
        g_autofree char *kind = g_strdup_printf("  %s", effect_kind_text(row->effect->kind));
        g_autofree char *place = span_text(&row->effect->at);
        g_autofree char *more =
            row->count > 1 ? g_strdup_printf(" +%u more", row->count - 1) : g_strdup("");
        g_autofree char *at = g_strconcat(place, more, NULL);
        const char *cells[] = {kind, names, row->when, at};
        table_add(table, cells);
        shown += count;
    }
    table_print(table, terminal);
    print_more(terminal, shown, rows->len);
}

static void print_macros(const Terminal *terminal, const Analysis *analysis,
                         const Decision *decision)
{
    if (decision->macros->len == 0) {
        return;
    }
    print_heading(terminal, "Macros in the sources");
    static const TableColumn columns[] = {
        {.title = "", .style = STYLE_NAME, .minimum = 16, .priority = 1},
        {.title = "", .right = TRUE},
        {.title = "", .right = TRUE},
        {.title = "", .style = STYLE_FAINT, .cut = CUT_BEGIN, .minimum = 14, .priority = 2},
    };
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    guint shown = MIN(decision->macros->len, EXPLAIN_ROWS_MAX);
    for (guint i = 0; i < shown; i++) {
        const char *macro = g_ptr_array_index(decision->macros, i);
        g_autoptr(GPtrArray) alone = g_ptr_array_new();
        g_autoptr(GPtrArray) none = g_ptr_array_new();
        g_ptr_array_add(alone, (gpointer)macro);
        Reach reach = source_index_reach(analysis->sources, alone, none);
        g_autofree char *first = NULL;
        const GArray *regions = source_index_regions(analysis->sources, macro);
        if (regions != NULL && regions->len > 0) {
            const MacroRegion *region = &g_array_index(regions, MacroRegion, 0);
            const TreeFile *file =
                g_ptr_array_index(source_index_files(analysis->sources), region->file);
            first = g_strdup_printf("first at %s:%u", file->path, region->at);
        }
        g_autofree char *name = g_strdup_printf("  %s", macro);
        g_autofree char *lines = g_strdup_printf("lines %u", reach.lines);
        g_autofree char *files = g_strdup_printf("files %u", reach.files);
        const char *cells[] = {name, lines, files, first != NULL ? first : ""};
        table_add(table, cells);
    }
    table_print(table, terminal);
    print_more(terminal, shown, decision->macros->len);
}

static void print_reasons(const Terminal *terminal, const Decision *decision)
{
    print_heading(terminal, decision->is_point ? "Why this category" : "Why it is no point");
    for (guint i = 0; i < decision->reasons->len; i++) {
        print_line(terminal, 2, "%s", (const char *)g_ptr_array_index(decision->reasons, i));
    }
}

/* A refusal as it is told. */
typedef struct {
    char *what; /* where, and the message */
    char *when;
} Refusal;

static void clear_refusal(gpointer data)
{
    Refusal *self = data;
    g_free(self->what);
    g_free(self->when);
}

/* Adds a refusal, unless it reads as one that is there: several folders of a project may include
 * the same file, and their options of one name are told alike. Takes `when`. */
static void add_refusal(GArray *refusals, const char *refused, const Span *place, char *when_taken)
{
    g_autoptr(Arena) arena = arena_new();
    const char *message = specify_message(arena, refused);
    g_autofree char *at = span_text(place);
    g_autofree char *what = g_strdup_printf("%s: %s", at, message != NULL ? message : "");
    g_autofree char *when = when_taken;
    for (guint i = 0; i < refusals->len; i++) {
        const Refusal *before = &g_array_index(refusals, Refusal, i);
        if (strcmp(before->what, what) == 0 && strcmp(before->when, when) == 0) {
            return;
        }
    }
    const Refusal refusal = {g_steal_pointer(&what), g_steal_pointer(&when)};
    g_array_append_val(refusals, refusal);
}

/* "when FOO is on together with one of BAR, BAZ and 7 more"; NULL when the option is none of them.
 */
static char *exclusive_when(const Exclusive *exclusive, const char *option)
{
    g_autoptr(GString) others = g_string_new(NULL);
    gboolean found = FALSE;
    guint count = 0;
    for (guint i = 0; i < exclusive->options->len; i++) {
        const char *other = exclusive->options->pdata[i];
        if (strcmp(other, option) == 0) {
            found = TRUE;
        } else if (count++ < EXPLAIN_NAMES_MAX) {
            g_string_append_printf(others, "%s%s", count > 1 ? ", " : "", other);
        }
    }
    if (count > EXPLAIN_NAMES_MAX) {
        g_string_append_printf(others, " and %u more", count - EXPLAIN_NAMES_MAX);
    }
    return found ? g_strdup_printf("when %s is on together with one of %s", option, others->str)
                 : NULL;
}

static void add_exclusives(GArray *refusals, const Explaining *explaining, const Option *option)
{
    const GPtrArray *exclusives = explaining->facts->exclusives;
    for (guint i = 0; i < exclusives->len; i++) {
        const Exclusive *exclusive = exclusives->pdata[i];
        char *when = exclusive_when(exclusive, option->name);
        if (when != NULL) {
            add_refusal(refusals, exclusive->message, &exclusive->at, when);
        }
    }
}

/* What a project says in several configurations at one place is told once for each message. */
static void print_constraints(const Terminal *terminal, Explaining *explaining,
                              const Option *option)
{
    const GPtrArray *constraints = explaining->facts->constraints;
    g_autoptr(GArray) refusals = g_array_new(FALSE, FALSE, sizeof(Refusal));
    g_array_set_clear_func(refusals, clear_refusal);
    add_exclusives(refusals, explaining, option);
    guint more = 0;
    for (guint i = 0; i < constraints->len; i++) {
        const Constraint *constraint = g_ptr_array_index(constraints, i);
        if (!condition_mentions(constraint->when, option->name)) {
            continue;
        }
        if (refusals->len < EXPLAIN_ROWS_MAX) {
            add_refusal(refusals, constraint->message, &constraint->at,
                        explain_when(explaining, constraint->when));
        } else {
            more++;
        }
    }
    if (refusals->len > 0) {
        print_heading(terminal, "Refused");
    }
    for (guint i = 0; i < refusals->len; i++) {
        const Refusal *refusal = &g_array_index(refusals, Refusal, i);
        gboolean again = i > 0 && strcmp((refusal - 1)->what, refusal->what) == 0;
        if (!again) {
            print_line(terminal, 2, "%s", refusal->what);
        }
        print_line(terminal, 4, "%s%s", again ? "or " : "", refusal->when);
    }
    print_more(terminal, 0, more);
}

/* An option that a project forgot: what CMake itself reads is called after it, and what a makefile
 * or a script hands on is read elsewhere. */
static gboolean is_forgotten(const Decision *decision)
{
    const Option *option = decision->option;
    return decision->is_point && option->builder == BUILDER_CMAKE && option->uses->len == 0 &&
           option->links->len == 0 && !option->handed_on &&
           !g_str_has_prefix(option->name, "CMAKE_");
}

static void print_uses(const Terminal *terminal, const Facts *facts, const Decision *decision)
{
    const Option *option = decision->option;
    if (option->uses->len == 0 && !is_forgotten(decision)) {
        return;
    }
    print_heading(terminal, "Read");
    if (option->uses->len == 0) {
        print_line(terminal, 2,
                   facts_reading_was_cut(facts, option)
                       ? "not known: the file that declares it was not followed to its end"
                       : "nowhere that decides what is compiled: it may do nothing, or stand in a "
                         "custom command or a rule of installation");
    }
    guint shown = MIN(option->uses->len, EXPLAIN_ROWS_MAX);
    for (guint i = 0; i < shown; i++) {
        g_autofree char *at = span_text(g_ptr_array_index(option->uses, i));
        print_line(terminal, 2, "%s", at);
    }
    print_more(terminal, shown, option->uses->len);
}

void print_explanation_name(const Terminal *terminal, const Decision *decision,
                            const GPtrArray *folders)
{
    g_autofree char *name = terminal_text(decision->option->name);
    terminal_print(terminal, STYLE_NAME, name);
    if (folders == NULL) {
        return;
    }
    fprintf(terminal->stream, " of %s", builder_text(decision->option->builder));
    for (guint i = 0; i < folders->len; i++) {
        const char *folder = folders->pdata[i];
        g_autofree char *safe = terminal_text(*folder != '\0' ? folder : "the root");
        /* What lies in the root only needs no place. */
        if (folders->len > 1 || *folder != '\0') {
            fprintf(terminal->stream, "%s %s",
                    i == 0                 ? " in"
                    : i + 1 < folders->len ? ","
                                           : " and",
                    safe);
        }
    }
}

void print_explanation(const Terminal *terminal, const Analysis *analysis, const Decision *decision)
{
    const Option *option = decision->option;
    if (decision->is_point) {
        print_line(terminal, 0, ": %s (%s), confidence %.2f", category_title(decision->category),
                   category_text(decision->category), decision->confidence);
    } else {
        print_line(terminal, 0, ": not a specialization point, confidence %.2f",
                   decision->confidence);
    }
    const Definition *first =
        option->definitions->len > 0 ? g_ptr_array_index(option->definitions, 0) : NULL;
    if (first != NULL && first->help != NULL) {
        print_line(terminal, 2, "%s", first->help);
    }
    if (decision->reach.files > 0) {
        print_line(terminal, 2, "reaches lines %u, files %u, conditions %u", decision->reach.lines,
                   decision->reach.files, decision->reach.regions);
    }
    Explaining explaining = {.facts = analysis->facts};
    print_definitions(terminal, &explaining, option);
    print_values(terminal, decision);
    print_effects(terminal, &explaining, option);
    print_macros(terminal, analysis, decision);
    print_constraints(terminal, &explaining, option);
    print_uses(terminal, analysis->facts, decision);
    print_reasons(terminal, decision);
    if (explaining.bounded) {
        fputc('\n', terminal->stream);
        print_line(terminal, 0,
                   "Conditions are told for the values that options list and their defaults; "
                   "--facts writes them whole.");
    }
}
