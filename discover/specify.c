#include "discover/option_name.h"
#include "discover/specify_internal.h"
#include <string.h>

/* So many equal marks in a row are a rule that is drawn, not text. */
#define RULE_LENGTH_MIN 4u

const char *specify_text(Arena *arena, const char *text)
{
    if (text == NULL) {
        return NULL;
    }
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_autoptr(GString) line = g_string_new(NULL);
    for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        if (g_unichar_isspace(character) || !g_unichar_isprint(character)) {
            /* Blanks of any kind become one, and so do control characters. */
            if (line->len > 0 && line->str[line->len - 1] != ' ') {
                g_string_append_c(line, ' ');
            }
        } else if (line->len >= SPECIFY_TEXT_MAX) {
            g_string_append(line, "...");
            break;
        } else {
            g_string_append_unichar(line, character);
        }
    }
    g_strchomp(line->str);
    return *line->str == '\0' ? NULL : arena_strdup(arena, line->str);
}

const char *specify_version(const char *text)
{
    const char *digits = text != NULL && (*text == 'v' || *text == 'V') ? text + 1 : text;
    return digits != NULL && g_ascii_isdigit(*digits) ? text : NULL;
}

const char *specify_message(Arena *arena, const char *text)
{
    g_autoptr(GString) plain = g_string_new(NULL);
    for (const char *at = text; at != NULL && *at != '\0';) {
        gsize run = 1;
        while (g_ascii_ispunct(*at) && at[run] == *at) {
            run++;
        }
        if (run < RULE_LENGTH_MIN) {
            g_string_append_len(plain, at, (gssize)run);
        }
        at += run;
    }
    const char *cut = specify_unreadable(plain->str);
    if (cut != NULL) {
        g_string_truncate(plain, (gsize)(cut - plain->str));
        g_string_append(plain,
                        cut == plain->str ? "a message that could not be worked out" : "...");
    }
    return specify_text(arena, plain->str);
}

static const char *or_null(const char *text)
{
    return text == NULL || *text == '\0' ? NULL : text;
}

/* The first build system that was read and is the project's own; what people call the project's. */
static const BuildSystem *choose_main_build(const Facts *facts)
{
    const BuildSystem *first =
        facts->build_systems->len == 0 ? NULL : facts->build_systems->pdata[0];
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        if (system->read && !system->vendored) {
            return system;
        }
    }
    return first;
}

static void add_build(Specifier *self, const BuildSystem *system)
{
    SpecificationBuild *build = arena_new0(self->arena, SpecificationBuild);
    *build = (SpecificationBuild){.type = builder_text(system->builder),
                                  .folder = or_null(system->folder),
                                  .file = system->file == NULL ? "" : system->file,
                                  .minimum_version = or_null(system->minimum_version),
                                  .vendored = system->vendored,
                                  .unread = !system->read};
    g_ptr_array_add(self->specification->builds, build);
}

static void add_builds(Specifier *self)
{
    self->main_build = choose_main_build(self->facts);
    if (self->main_build != NULL) {
        add_build(self, self->main_build);
    }
    for (guint i = 0; i < self->facts->build_systems->len; i++) {
        if (self->facts->build_systems->pdata[i] != self->main_build) {
            add_build(self, self->facts->build_systems->pdata[i]);
        }
    }
}

/* NULL when it is the first build system's, which needs no mention. */
static const char *build_of(const Specifier *self, const Option *option)
{
    gboolean same = self->main_build != NULL && self->main_build->builder == option->builder;
    return same ? NULL : builder_text(option->builder);
}

static gboolean has_value(const GPtrArray *values, const char *text)
{
    for (guint i = 0; i < values->len; i++) {
        if (g_str_equal(((const PointValue *)values->pdata[i])->value, text)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_values(Specifier *self, GPtrArray *values, const Decision *decision)
{
    for (guint i = 0; decision->values != NULL && i < decision->values->len; i++) {
        const ValueDecision *given = decision->values->pdata[i];
        if (has_value(values, given->value->value)) {
            continue;
        }
        PointValue *value = point_value_new(self->arena);
        value->value = given->value->value;
        gboolean named = given->name != NULL && !g_str_equal(given->name, value->value);
        value->name = named ? given->name : NULL;
        value->flag = specify_flag(self->arena, decision->option, POINT_CHOICE, value->value);
        value->rejected = !given->rejected        ? NULL
                          : given->reason == NULL ? "no choice of its own"
                                                  : specify_text(self->arena, given->reason);
        g_ptr_array_add(values, value);
    }
}

static void add_evidence(Specifier *self, Point *point, Span at, const char *text)
{
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *known = point->evidence->pdata[i];
        if (span_compare(&known->at, &at) == 0) {
            return;
        }
    }
    if (at.path != NULL && point->evidence->len < self->evidence_most) {
        Evidence *evidence = arena_new0(self->arena, Evidence);
        at.column = 0;
        *evidence = (Evidence){.at = at, .text = specify_text(self->arena, text)};
        g_ptr_array_add(point->evidence, evidence);
    }
}

/* Places that another build system adds to a point. */
#define EVIDENCE_OF_OTHERS_MAX 3u

/* Effects that tell most about a performance technology; the others would crowd them out. */
static gboolean is_telling(EffectKind kind)
{
    return kind == EFFECT_PACKAGE || kind == EFFECT_MACRO || kind == EFFECT_DEFINITION ||
           kind == EFFECT_LANGUAGE;
}

/* Files that use the option: that somebody builds like that is worth telling, a few times. */
#define SETTINGS_TOLD_MAX 3u

static void add_settings(Specifier *self, Point *point, const Option *option)
{
    guint told = 0;
    for (guint i = 0; i < self->facts->settings->len && told < SETTINGS_TOLD_MAX; i++) {
        const Setting *setting = self->facts->settings->pdata[i];
        if (!g_str_equal(setting->option, option->name)) {
            continue;
        }
        const char *name = setting->combination;
        g_autofree char *text = g_strdup_printf(
            "%s%s%s sets it%s%s", recipe_kind_text(setting->kind), name != NULL ? " " : "",
            name != NULL ? name : "", setting->value != NULL ? " to " : "",
            setting->value != NULL ? setting->value : "");
        add_evidence(self, point, setting->at, text);
        told++;
    }
}

/* Of an option that nothing declares: the first place in each of that many files that read it. */
#define USES_TOLD_MAX 3u

static void add_uses(Specifier *self, Point *point, const Option *option)
{
    const char *last = NULL;
    guint told = 0;
    for (guint i = 0; option->uses != NULL && i < option->uses->len && told < USES_TOLD_MAX; i++) {
        const Span *use = option->uses->pdata[i];
        if (g_strcmp0(use->path, last) != 0) {
            add_evidence(self, point, *use, "it is read here");
            last = use->path;
            told++;
        }
    }
}

/* At most `most` places more than the point has. */
static void add_all_evidence(Specifier *self, Point *point, const Option *option, guint most)
{
    guint before = point->evidence->len;
    self->evidence_most = before + most;
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        Span at = definition->at.path == NULL ? definition->declared_at : definition->at;
        add_evidence(self, point, at, definition->text);
        add_evidence(self, point, definition->help_at, definition->help);
    }
    if (option->definitions == NULL || option->definitions->len == 0) {
        add_uses(self, point, option);
    }
    for (guint i = 0; option->links != NULL && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        const Effect *effect = link->effect;
        if (link->values == NULL || !is_telling(effect->kind)) {
            continue;
        }
        g_autofree char *text = g_strdup_printf("%s %s%s%s", effect_kind_text(effect->kind),
                                                effect->name, effect->detail == NULL ? "" : " ",
                                                effect->detail == NULL ? "" : effect->detail);
        add_evidence(self, point, effect->at, text);
    }
    add_settings(self, point, option);
    if (option->definitions == NULL || option->definitions->len == 0) {
        add_evidence(self, point, option->documented, "the documentation names it");
    }
}

static gboolean has_evidence(const Point *point, const Span *at)
{
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *evidence = point->evidence->pdata[i];
        if (evidence->at.line == at->line && g_str_equal(evidence->at.path, at->path)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Where each value comes from, unless all come from one place or the evidence tells. */
static void add_places_of_values(const Point *point, const Decision *decision)
{
    gboolean differ = FALSE;
    for (guint i = 1; decision->values != NULL && i < decision->values->len; i++) {
        const ValueDecision *first = decision->values->pdata[0];
        const ValueDecision *other = decision->values->pdata[i];
        differ = differ || first->value->at.line != other->value->at.line ||
                 g_strcmp0(first->value->at.path, other->value->at.path) != 0;
    }
    for (guint i = 0; differ && i < decision->values->len; i++) {
        const AllowedValue *given = ((const ValueDecision *)decision->values->pdata[i])->value;
        PointValue *value = specify_find_value(point, given->value);
        if (value != NULL && value->at.path == NULL && given->at.path != NULL &&
            !has_evidence(point, &given->at)) {
            value->at = (Span){given->at.path, given->at.line, 0};
        }
    }
}

static void add_reasons(Specifier *self, GPtrArray *reasons, const GPtrArray *given)
{
    for (guint i = 0; given != NULL && i < given->len; i++) {
        const char *text = specify_text(self->arena, given->pdata[i]);
        if (text != NULL) {
            g_ptr_array_add(reasons, (gpointer)text);
        }
    }
}

/* Two digits are all that a confidence is worth, and they keep differences small. */
static double round_confidence(double confidence)
{
    return (guint)(CLAMP(confidence, 0.0, 1.0) * 100 + 0.5) / 100.0;
}

static Opinion *tidy_opinion(Specifier *self, const Opinion *given)
{
    if (given == NULL) {
        return NULL;
    }
    Opinion *opinion = arena_new0(self->arena, Opinion);
    *opinion = *given;
    opinion->confidence = round_confidence(given->confidence);
    opinion->reasons = arena_array(self->arena);
    add_reasons(self, opinion->reasons, given->reasons);
    return opinion;
}

static const char *help_of(const Option *option)
{
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const char *help = ((const Definition *)option->definitions->pdata[i])->help;
        if (or_null(help) != NULL) {
            return help;
        }
    }
    return NULL;
}

static gboolean is_on(const Point *point)
{
    return g_strcmp0(point_default_setting(point), "ON") == 0;
}

static void add_point(Specifier *self, const Decision *decision, gboolean with_reach)
{
    const Option *option = decision->option;
    Point *point = point_new(self->arena);
    point->category = decision->category;
    point->option = option->name;
    point->id = point_id(self->arena, decision->category, option->name);
    point->build = build_of(self, option);
    point->folder = or_null(option->folder);
    point->name = or_null(decision->name);
    point->kind = specify_kind(option, decision);
    point->help = specify_text(self->arena, help_of(option));
    point->free_form = option->free_form && point->kind == POINT_CHOICE;
    point->only_given = option->only_given && point->kind == POINT_SWITCH;
    point->polarity = point->kind == POINT_SWITCH ? decision->polarity : POLARITY_POSITIVE;
    point->advanced = option->advanced;
    point->vendored = option->vendored;
    point->condition = specify_existence(self, option);
    specify_defaults(self, point, option);
    point->flag = point->only_given && is_on(point)
                      ? specify_flag_off(self->arena, option)
                      : specify_flag(self->arena, option, point->kind, NULL);
    if (point->kind == POINT_CHOICE) {
        add_values(self, point->values, decision);
    }
    for (guint i = 0; decision->macros != NULL && i < decision->macros->len; i++) {
        g_ptr_array_add(point->macros, decision->macros->pdata[i]);
    }
    if (with_reach) {
        point->reach = arena_new0(self->arena, PointReach);
        *point->reach =
            (PointReach){decision->reach.files, decision->reach.lines, decision->reach.regions};
    }
    add_all_evidence(self, point, option, SPECIFY_EVIDENCE_MAX);
    add_places_of_values(point, decision);
    point->confidence = round_confidence(decision->confidence);
    add_reasons(self, point->reasons, decision->reasons);
    point->decided_by = decision->decided_by == NULL ? DECIDED_BY_RULES : decision->decided_by;
    point->second_opinion = tidy_opinion(self, decision->second_opinion);
    g_ptr_array_add(self->specification->points, point);
    if (!g_hash_table_contains(self->points, option->name)) {
        g_hash_table_insert(self->points, (gpointer)option->name, point);
    }
}

/* What another build system calls the decision. */
static void add_alternative(Specifier *self, const Decision *decision)
{
    const Decision *leader = g_hash_table_lookup(self->leaders, decision);
    const Option *option = decision->option;
    Point *point = NULL;
    for (guint i = 0; i < self->specification->points->len && point == NULL; i++) {
        Point *candidate = self->specification->points->pdata[i];
        const char *build = build_of(self, leader->option);
        gboolean same = g_str_equal(candidate->option, leader->option->name) &&
                        g_strcmp0(candidate->build, build) == 0 &&
                        g_strcmp0(candidate->folder, or_null(leader->option->folder)) == 0;
        point = same ? candidate : NULL;
    }
    if (point == NULL) {
        return;
    }
    add_all_evidence(self, point, option, EVIDENCE_OF_OTHERS_MAX);
    /* What is only read takes what the one that is declared takes; a place, where it is. */
    gboolean place = option_name_says_place(option->name);
    PointKind kind = option->type == OPTION_UNTYPED && point->kind == POINT_SWITCH && !place
                         ? point->kind
                         : specify_kind(option, decision);
    Point other = {
        .kind = kind, .condition = condition_true(), .defaults = arena_array(self->arena)};
    specify_defaults(self, &other, option);
    PointAlternative *alternative = point_alternative_new(self->arena);
    alternative->option = option->name;
    alternative->build = builder_text(option->builder);
    alternative->folder = or_null(option->folder);
    gboolean opposite = other.kind == POINT_SWITCH && point->kind == POINT_SWITCH &&
                        specify_is_opposite(leader->option, option);
    other.only_given = option->only_given && other.kind == POINT_SWITCH;
    /* What only leaving it out gives has no flag. */
    if (!other.only_given || is_on(&other) == opposite) {
        alternative->flag = opposite ? specify_flag_off(self->arena, option)
                                     : specify_flag(self->arena, option, other.kind, NULL);
    }
    alternative->default_value = other.default_value;
    if (other.kind == POINT_CHOICE) {
        add_values(self, alternative->values, decision);
    }
    if (option->definitions != NULL && option->definitions->len > 0) {
        alternative->at = ((const Definition *)option->definitions->pdata[0])->at;
        alternative->at.column = 0;
    }
    g_ptr_array_add(point->alternatives, alternative);
}

static void add_rejected(Specifier *self, const Decision *decision)
{
    const Option *option = decision->option;
    const char *reason = decision->reasons == NULL || decision->reasons->len == 0
                             ? NULL
                             : specify_text(self->arena, decision->reasons->pdata[0]);
    RejectedOption *rejected = arena_new0(self->arena, RejectedOption);
    *rejected = (RejectedOption){.option = option->name,
                                 .build = build_of(self, option),
                                 .folder = or_null(option->folder),
                                 .category = decision->category,
                                 .reason = reason == NULL ? "no evidence for any category" : reason,
                                 .decided_by = decision->decided_by,
                                 .second_opinion = tidy_opinion(self, decision->second_opinion)};
    if (option->definitions != NULL && option->definitions->len > 0) {
        const Definition *first = option->definitions->pdata[0];
        rejected->at = first->at.path == NULL ? first->declared_at : first->at;
    } else if (option->uses != NULL && option->uses->len > 0) {
        rejected->at = *(const Span *)option->uses->pdata[0];
    }
    g_ptr_array_add(self->specification->rejected, rejected);
    if (decision->is_beside) {
        g_hash_table_add(self->beside, (gpointer)option->name);
    }
}

typedef struct {
    const Specifier *specifier;
    gboolean found;
} PointSearch;

static void find_point(const Condition *atom, void *data)
{
    PointSearch *search = data;
    search->found =
        search->found || (atom->subject_kind == CONDITION_SUBJECT_OPTION &&
                          g_hash_table_contains(search->specifier->points, atom->subject));
}

static gboolean mentions_point(const Specifier *self, const Condition *condition)
{
    PointSearch search = {.specifier = self};
    condition_each_atom(condition, find_point, &search);
    return search.found;
}

static void add_ledger(Specifier *self, const char *reason, guint count)
{
    LedgerCount *entry = arena_new0(self->arena, LedgerCount);
    *entry = (LedgerCount){.reason = reason, .count = count};
    g_ptr_array_add(self->specification->ledger, entry);
}

/* Only what somebody who chooses among the points can bring about; the others are demands on the
 * machine, or about options that are no points. */
static void add_constraints(Specifier *self)
{
    guint left_out = 0;
    guint unknown = 0;
    for (guint i = 0; i < self->facts->constraints->len; i++) {
        const Constraint *given = self->facts->constraints->pdata[i];
        const Condition *plain = specify_plain(self, given->when);
        if (!mentions_point(self, plain)) {
            continue;
        }
        const Condition *when = specify_known(self, plain);
        if (when->kind == CONDITION_FALSE) {
            unknown += plain->kind == CONDITION_FALSE ? 0 : 1;
            continue;
        }
        if (self->specification->constraints->len >= SPECIFY_CONSTRAINTS_MAX) {
            left_out++;
            continue;
        }
        SpecificationConstraint *constraint = arena_new0(self->arena, SpecificationConstraint);
        *constraint = (SpecificationConstraint){
            .when = when, .message = specify_message(self->arena, given->message), .at = given->at};
        g_ptr_array_add(self->specification->constraints, constraint);
    }
    if (unknown > 0) {
        add_ledger(self, "refused configurations that depend on something unknown", unknown);
    }
    if (left_out > 0) {
        add_ledger(self, "limit: refused configurations in the specification", left_out);
    }
}

static int compare_counts(gconstpointer a, gconstpointer b)
{
    return g_strcmp0((*(const LedgerCount *const *)a)->reason,
                     (*(const LedgerCount *const *)b)->reason);
}

static void add_ledger_counts(Specifier *self)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->facts->ledger->len; i++) {
        const LedgerEntry *entry = self->facts->ledger->pdata[i];
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, entry->reason));
        g_hash_table_insert(counts, (gpointer)entry->reason, GUINT_TO_POINTER(count + 1));
    }
    GHashTableIter iterator;
    gpointer reason = NULL;
    gpointer count = NULL;
    g_hash_table_iter_init(&iterator, counts);
    while (g_hash_table_iter_next(&iterator, &reason, &count)) {
        add_ledger(self, reason, GPOINTER_TO_UINT(count));
    }
    g_ptr_array_sort(self->specification->ledger, compare_counts);
}

Specification *specify(const Facts *facts, const GPtrArray *decisions, const SourceIndex *sources,
                       Arena *arena)
{
    g_autoptr(GHashTable) points = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) beside = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) plain_defaults = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) plain = g_hash_table_new(NULL, NULL);
    Specifier self = {.arena = arena,
                      .facts = facts,
                      .specification = specification_new(arena),
                      .points = points,
                      .beside = beside,
                      .plain = plain,
                      .plain_defaults = plain_defaults};
    SpecificationProject *project = self.specification->project;
    project->name = facts->project_name == NULL ? "" : facts->project_name;
    project->version = specify_version(facts->project_version);
    project->at = facts->project_at;
    add_builds(&self);
    g_autoptr(GHashTable) leaders = specify_join(&self, decisions);
    self.leaders = leaders;
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        if (g_hash_table_contains(leaders, decision)) {
            continue;
        }
        if (decision->is_point) {
            add_point(&self, decision, sources != NULL);
        } else {
            add_rejected(&self, decision);
        }
    }
    /* Dependencies name other points, so that all have to be there first. */
    guint next = 0;
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        if (g_hash_table_contains(leaders, decision)) {
            add_alternative(&self, decision);
        } else if (decision->is_point) {
            specify_option_needs(&self, self.specification->points->pdata[next++],
                                 decision->option);
        }
    }
    add_constraints(&self);
    specify_refusals(&self);
    specify_simplest(&self);
    add_ledger_counts(&self);
    specification_sort(self.specification);
    return self.specification;
}

const Point *specify_point_of(const Specification *specification, const Option *option)
{
    const SpecificationBuild *first =
        specification->builds->len == 0 ? NULL : specification->builds->pdata[0];
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        const char *build = point->build != NULL ? point->build : first == NULL ? "" : first->type;
        if (g_str_equal(point->option, option->name) &&
            g_str_equal(build, builder_text(option->builder)) &&
            g_strcmp0(point->folder, or_null(option->folder)) == 0) {
            return point;
        }
    }
    return NULL;
}
