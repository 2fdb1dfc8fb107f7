#include "discover/program/print_table.h"
#include "core/json.h"
#include "core/table.h"
#include "discover/program/describe.h"
#include <string.h>

/* Names are what people copy, and many of a project differ in their ends only: none is cut. */
static const TableColumn point_columns[] = {
    {.title = "CATEGORY", .style = STYLE_GOOD, .minimum = 8, .priority = 2},
    {.title = "OPTION", .style = STYLE_NAME, .cut = CUT_NOT, .minimum = 16, .priority = 1},
    {.title = "VALUES", .cut = CUT_LIST, .minimum = 18, .priority = 3},
    {.title = "DEFAULT", .minimum = 9, .priority = 5},
    {.title = "REACH", .right = TRUE, .minimum = 5, .droppable = TRUE},
    {.title = "EVIDENCE",
     .style = STYLE_FAINT,
     .cut = CUT_BEGIN,
     .minimum = 20,
     .priority = 4,
     .droppable = TRUE},
};

#define REACH_COLUMN 4u

static int compare_decisions(gconstpointer a, gconstpointer b)
{
    const Decision *first = *(const Decision *const *)a;
    const Decision *second = *(const Decision *const *)b;
    if (first->category != second->category) {
        return first->category < second->category ? -1 : 1;
    }
    int names = strcmp(first->option->name, second->option->name);
    return names != 0 ? names : strcmp(first->option->folder, second->option->folder);
}

static gboolean is_at(const char *option, const char *build, const char *folder,
                      const Decision *decision)
{
    return strcmp(option, decision->option->name) == 0 &&
           (build == NULL || strcmp(build, builder_text(decision->option->builder)) == 0) &&
           g_strcmp0(folder != NULL ? folder : "", decision->option->folder) == 0;
}

/* Whether it is only another build system's way to ask for a point of the specification. */
static gboolean is_alternative(const Specification *specification, const Decision *decision)
{
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = g_ptr_array_index(specification->points, i);
        for (guint k = 0; k < point->alternatives->len; k++) {
            const PointAlternative *other = g_ptr_array_index(point->alternatives, k);
            if (is_at(other->option, other->build, other->folder, decision)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* The decisions that are points, in the order of the table. The caller frees the array. */
static GPtrArray *sorted_points(const Analysis *analysis, const Specification *specification)
{
    GPtrArray *points = g_ptr_array_new();
    for (guint i = 0; i < analysis->decisions->len; i++) {
        Decision *decision = g_ptr_array_index(analysis->decisions, i);
        if (decision->is_point && !is_alternative(specification, decision)) {
            g_ptr_array_add(points, decision);
        }
    }
    g_ptr_array_sort(points, compare_decisions);
    return points;
}

guint count_points(const Analysis *analysis, const Specification *specification)
{
    g_autoptr(GPtrArray) points = sorted_points(analysis, specification);
    return points->len;
}

guint count_rejected(const Analysis *analysis)
{
    guint count = 0;
    for (guint i = 0; i < analysis->decisions->len; i++) {
        count += ((const Decision *)analysis->decisions->pdata[i])->is_point ? 0 : 1;
    }
    return count;
}

/* NULL when the specification has none, which it may call by another name. */
static const Point *point_of(const Specification *specification, const Decision *decision)
{
    const Point *found = NULL;
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = g_ptr_array_index(specification->points, i);
        if (is_at(point->option, point->build, point->folder, decision)) {
            return point;
        }
        gboolean same = strcmp(point->option, decision->option->name) == 0;
        found = found == NULL && same && point->build == NULL ? point : found;
    }
    return found;
}

/* "make", or "cmake in viewer" where it is another folder's. The caller frees it. */
static char *describe_build(const Point *point, const PointAlternative *other)
{
    const char *own = point->folder != NULL ? point->folder : "";
    const char *folder = other->folder != NULL ? other->folder : "";
    return strcmp(own, folder) == 0
               ? g_strdup(other->build)
               : g_strdup_printf("%s in %s", other->build, *folder != '\0' ? folder : ".");
}

/* One line for each build system that asks for the point in its own way. */
static void add_alternatives(Table *table, const Point *point)
{
    for (guint i = 0; i < point->alternatives->len; i++) {
        const PointAlternative *other = g_ptr_array_index(point->alternatives, i);
        g_autofree char *name = g_strconcat("  or ", other->option, NULL);
        g_autofree char *standard = describe_default(other->default_value, FALSE);
        g_autofree char *evidence = span_text(&other->at);
        g_autofree char *build = describe_build(point, other);
        const char *cells[] = {"", name, build, standard, "", evidence};
        G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(point_columns));
        table_add(table, cells);
    }
}

/* With its folder where builds of several folders have one of that name. The caller frees it. */
static char *describe_name(const GPtrArray *points, guint at)
{
    const Option *option = ((const Decision *)points->pdata[at])->option;
    for (guint i = at > 0 ? at - 1 : at; i < points->len && i <= at + 1; i++) {
        const Option *beside = ((const Decision *)points->pdata[i])->option;
        if (strcmp(beside->name, option->name) == 0 &&
            strcmp(beside->folder, option->folder) != 0) {
            const char *folder = *option->folder != '\0' ? option->folder : ".";
            return g_strdup_printf("%s (%s)", option->name, folder);
        }
    }
    return g_strdup(option->name);
}

gboolean print_table(const Terminal *terminal, const Analysis *analysis,
                     const Specification *specification)
{
    g_autoptr(GPtrArray) points = sorted_points(analysis, specification);
    g_autoptr(Table) table = table_new(point_columns, G_N_ELEMENTS(point_columns));
    gboolean depends = FALSE;
    gboolean reaches = FALSE;
    for (guint i = 0; i < points->len; i++) {
        const Decision *decision = g_ptr_array_index(points, i);
        Span place = describe_place(decision->option);
        g_autofree char *values = describe_values(decision);
        const Point *point = point_of(specification, decision);
        g_autofree char *standard =
            point == NULL ? g_strdup("")
                          : describe_default(point->default_value, point->defaults->len > 1);
        depends = depends || g_str_has_suffix(standard, "*");
        g_autofree char *reach = describe_reach(&decision->reach);
        reaches = reaches || *reach != '\0';
        g_autofree char *evidence = span_text(&place);
        g_autofree char *name = describe_name(points, i);
        const char *cells[] = {
            category_text(decision->category), name, values, standard, reach, evidence};
        G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(point_columns));
        table_add(table, cells);
        if (point != NULL) {
            add_alternatives(table, point);
        }
    }
    if (points->len > 0) {
        table_print(table, terminal);
    }
    if (depends) {
        terminal_print(terminal, STYLE_FAINT,
                       "* is the default when nothing is set; others are in the specification\n");
    }
    return reaches && table_shows(table, terminal, REACH_COLUMN);
}

static TerminalStyle severity_style(DiagnosticSeverity severity)
{
    switch (severity) {
    case DIAGNOSTIC_NOTE:
        return STYLE_FAINT;
    case DIAGNOSTIC_WARNING:
        return STYLE_NAME;
    case DIAGNOSTIC_ERROR:
        return STYLE_BAD;
    }
    g_assert_not_reached();
}

void print_diagnostics(const Terminal *terminal, const Analysis *analysis, DiagnosticSeverity least)
{
    gboolean all = least == DIAGNOSTIC_NOTE;
    const GPtrArray *list = diagnostics_list(analysis->diagnostics);
    guint hidden = diagnostics_dropped(analysis->diagnostics);
    guint warnings = 0;
    for (guint i = 0; i < list->len; i++) {
        const Diagnostic *diagnostic = g_ptr_array_index(list, i);
        if (diagnostic->severity < least) {
            continue;
        }
        if (diagnostic->severity == DIAGNOSTIC_WARNING && ++warnings > DIAGNOSTICS_SHOWN && !all) {
            hidden++;
            continue;
        }
        g_autofree char *text = diagnostic_text(diagnostic);
        g_autofree char *safe = terminal_text(text);
        terminal_print(terminal, severity_style(diagnostic->severity), safe);
        fputc('\n', terminal->stream);
    }
    if (hidden > 0) {
        fprintf(terminal->stream, "... and %u more%s\n", hidden,
                all ? "" : "; --verbose shows them");
    }
}

json_t *summary_json(const Analysis *analysis, const Specification *specification,
                     const char *written)
{
    g_autoptr(GPtrArray) points = sorted_points(analysis, specification);
    json_t *categories = json_object();
    for (guint i = 0; i < points->len; i++) {
        const Decision *decision = g_ptr_array_index(points, i);
        const char *category = category_text(decision->category);
        json_t *names = json_object_get(categories, category);
        if (names == NULL) {
            names = json_array();
            json_object_set_new(categories, category, names);
        }
        json_array_append_new(names, json_of_text(decision->option->name));
    }
    const Facts *facts = analysis->facts;
    json_t *systems = json_array();
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(facts->build_systems, i);
        json_array_append_new(systems,
                              json_pack("{s:s, s:o, s:b}", "type", builder_text(system->builder),
                                        "file", json_of_text(system->file), "read", system->read));
    }
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:i, s:i, s:i, s:i, s:i, s:i, s:o}", "project",
        json_of_text(facts->project_name), "version", json_of_text(facts->project_version),
        "written", json_of_text(written), "build_systems", systems, "options",
        (int)facts->options->len, "points", (int)points->len, "rejected",
        (int)count_rejected(analysis), "ledger", (int)facts->ledger->len, "warnings",
        (int)diagnostics_count(analysis->diagnostics, DIAGNOSTIC_WARNING), "errors",
        (int)diagnostics_count(analysis->diagnostics, DIAGNOSTIC_ERROR), "categories", categories);
}
