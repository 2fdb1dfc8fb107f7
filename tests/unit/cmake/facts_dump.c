#include "tests/unit/cmake/facts_dump.h"
#include "tests/unit/golden.h"

static void add_condition(GString *out, const char *word, const Condition *condition)
{
    if (condition != condition_true()) {
        g_autofree char *text = condition_text(condition);
        g_string_append_printf(out, " %s %s", word, text);
    }
}

static void add_place(GString *out, const char *word, const Span *span)
{
    g_autofree char *text = span_text(span);
    g_string_append_printf(out, " %s %s", word, text);
}

static void dump_definition(GString *out, const Definition *definition)
{
    g_string_append_printf(out, "  %s%s", option_type_text(definition->type),
                           definition->force ? " force" : "");
    add_place(out, "at", &definition->at);
    if (span_compare(&definition->at, &definition->declared_at) != 0) {
        add_place(out, "declared", &definition->declared_at);
    }
    for (guint i = 0; i < definition->wrappers->len; i++) {
        const Wrapper *wrapper = definition->wrappers->pdata[i];
        g_string_append_printf(out, " through %s", wrapper->command);
        add_place(out, "at", &wrapper->at);
    }
    add_condition(out, "if", definition->exists);
    if (definition->help != NULL) {
        g_string_append_printf(out, " \"%s\"", definition->help);
    }
    g_string_append_c(out, '\n');
    for (guint i = 0; i < definition->defaults->len; i++) {
        const DefaultValue *value = definition->defaults->pdata[i];
        g_string_append_printf(out, "    default %s",
                               value->value != NULL ? value->value : "unknown");
        add_condition(out, "if", value->when);
        g_string_append_c(out, '\n');
    }
}

static void dump_link(GString *out, const OptionLink *link)
{
    const Effect *effect = link->effect;
    g_string_append_printf(out, "    %s %s", effect_kind_text(effect->kind), effect->name);
    g_string_append(out, link->values != NULL ? " with" : " somehow");
    for (guint i = 0; link->values != NULL && i < link->values->len; i++) {
        g_string_append_printf(out, " %s", (const char *)link->values->pdata[i]);
    }
    g_string_append(out, link->alone ? " alone\n" : "\n");
}

static void dump_option(GString *out, const Option *option)
{
    g_string_append_printf(
        out, "option %s %s%s%s%s%s%s%s%s%s\n", option->name, option_type_text(option->type),
        option->advanced ? " advanced" : "", option->vendored ? " vendored" : "",
        option->only_given ? " only given" : "", option->one_way ? " one way" : "",
        option->noted ? " noted" : "", option->only_default ? " only default" : "",
        option->stands_for != NULL ? " stands for " : "",
        option->stands_for != NULL ? option->stands_for : "");
    for (guint i = 0; i < option->definitions->len; i++) {
        dump_definition(out, option->definitions->pdata[i]);
    }
    for (guint i = 0; option->fallbacks != NULL && i < option->fallbacks->len; i++) {
        g_string_append(out, "  nobody gives it:");
        dump_definition(out, option->fallbacks->pdata[i]);
    }
    for (guint i = 0; i < option->uses->len && option->definitions->len == 0; i++) {
        add_place(out, i == 0 ? "  read at" : ",", option->uses->pdata[i]);
        g_string_append(out, i + 1 == option->uses->len ? "\n" : "");
    }
    if (option->outdated.path != NULL) {
        add_place(out, "  deprecated at", &option->outdated);
        g_string_append(out, "\n");
    }
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        g_string_append_printf(out, "%s%s (%s)", i == 0 ? "  values " : ", ", value->value,
                               value_origin_text(value->origin));
    }
    if (option->values->len > 0) {
        g_string_append(out, option->free_form ? ", or others\n" : "\n");
    }
    if (option->links->len > 0) {
        g_string_append(out, "  leads to\n");
    }
    for (guint i = 0; i < option->links->len; i++) {
        dump_link(out, option->links->pdata[i]);
    }
}

static void dump_effect(GString *out, const Effect *effect)
{
    g_string_append_printf(out, "%s %s", effect_kind_text(effect->kind), effect->name);
    if (effect->detail != NULL) {
        g_string_append_printf(out, " [%s]", effect->detail);
    }
    if (effect->file != NULL) {
        g_string_append_printf(out, " in %s", effect->file);
    }
    g_string_append(out, effect->required ? " required" : "");
    add_condition(out, "if", effect->when);
    add_place(out, "at", &effect->at);
    g_string_append_c(out, '\n');
}

static void dump_ledger(GString *out, const LedgerEntry *entry)
{
    g_string_append_printf(out, "ledger %s: %s", entry->reason, entry->subject);
    for (guint i = 0; entry->lost != NULL && i < entry->lost->len; i++) {
        g_string_append_printf(out, "%s%s", i == 0 ? " loses " : " ",
                               (const char *)entry->lost->pdata[i]);
    }
    add_place(out, "at", &entry->at);
    g_string_append_c(out, '\n');
}

char *facts_dump(const Facts *facts, Diagnostics *diagnostics)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        g_string_append_printf(out, "%s %s [%s]\n", builder_text(system->builder), system->file,
                               system->minimum_version != NULL ? system->minimum_version : "");
    }
    g_string_append_printf(out, "project %s [%s]\n", facts->project_name,
                           facts->project_version != NULL ? facts->project_version : "");
    for (guint i = 0; i < facts->options->len; i++) {
        dump_option(out, facts->options->pdata[i]);
    }
    for (guint i = 0; i < facts->effects->len; i++) {
        dump_effect(out, facts->effects->pdata[i]);
    }
    for (guint i = 0; i < facts->constraints->len; i++) {
        const Constraint *constraint = facts->constraints->pdata[i];
        g_string_append_printf(out, "refuses \"%s\"", constraint->message);
        add_condition(out, "if", constraint->when);
        add_place(out, "at", &constraint->at);
        g_string_append_c(out, '\n');
    }
    for (guint i = 0; i < facts->exclusives->len; i++) {
        const Exclusive *exclusive = facts->exclusives->pdata[i];
        g_string_append_printf(out, "refuses \"%s\" if any two of", exclusive->message);
        for (guint k = 0; k < exclusive->options->len; k++) {
            g_string_append_printf(out, " %s", (const char *)exclusive->options->pdata[k]);
        }
        add_place(out, "at", &exclusive->at);
        g_string_append_c(out, '\n');
    }
    for (guint i = 0; i < facts->ledger->len; i++) {
        dump_ledger(out, facts->ledger->pdata[i]);
    }
    const GPtrArray *list = diagnostics_list(diagnostics);
    for (guint i = 0; i < list->len; i++) {
        g_autofree char *line = diagnostic_text(list->pdata[i]);
        g_string_append_printf(out, "%s\n", line);
    }
    return g_string_free(out, FALSE);
}

void assert_facts(const Facts *facts, Diagnostics *diagnostics, const char *folder)
{
    g_autofree char *dump = facts_dump(facts, diagnostics);
    g_autofree char *expected = g_build_filename(folder, "expected.txt", NULL);
    assert_golden(dump, expected);
}

gboolean facts_tell(const Facts *facts, const char *reason)
{
    for (guint i = 0; i < facts->ledger->len; i++) {
        const LedgerEntry *entry = facts->ledger->pdata[i];
        if (strcmp(entry->reason, reason) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}
