#include "evaluate/evaluation.h"
#include "core/command_line.h"
#include "evaluate/inputs.h"
#include "evaluate/mismatch.h"
#include "evaluate/score_sc25.h"
#include "evaluate/score_strict.h"
#include <math.h>
#include <string.h>

static void group_free(gpointer data)
{
    Group *self = data;
    g_free(self->name);
    g_ptr_array_unref(self->scores);
    g_free(self->steps);
    g_free(self->parts);
    g_free(self->confusion);
    g_free(self);
}

void evaluation_free(Evaluation *self)
{
    if (self == NULL) {
        return;
    }
    g_ptr_array_unref(self->comparisons);
    g_ptr_array_unref(self->groups);
    g_ptr_array_unref(self->passed_over);
    g_ptr_array_unref(self->read);
    g_ptr_array_unref(self->mismatches);
    g_free(self);
}

static Group *group_new(Evaluation *self, const char *name)
{
    Group *group = g_new0(Group, 1);
    group->name = g_strdup(name);
    group->scores = g_ptr_array_new_with_free_func((GDestroyNotify)score_free);
    g_ptr_array_add(self->groups, group);
    return group;
}

/* A project that nobody has labelled under the name that the specification gives, and the project
 * of a reply, which gives none, is looked for in the names of the file and its folders: replies lie
 * in PROJECT/MODEL/01.json. */
static const Truth *find_truth(TruthTable *table, const Prediction *prediction, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(prediction->path, G_DIR_SEPARATOR_S, -1);
    guint count = g_strv_length(parts);
    parts[count - 1][strcspn(parts[count - 1], ".")] = '\0';
    const char *project = prediction->project;
    for (guint i = count; !truth_table_knows(table, project) && i > 0; i--) {
        project = parts[i - 1];
    }
    gboolean known = truth_table_knows(table, project);
    return truth_table_find(table, known ? project : prediction->project, error);
}

static gboolean add_file(Evaluation *self, Group *group, const char *path, TruthTable *table,
                         GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(Prediction) prediction = prediction_load(path, &cause);
    if (prediction == NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, "%s", cause->message);
        return FALSE;
    }
    g_ptr_array_add(self->read, g_strdup(path));
    const Truth *truth = find_truth(table, prediction, &cause);
    if (truth == NULL && cause == NULL) {
        g_ptr_array_add(self->passed_over, g_strdup(path));
        return TRUE;
    }
    if (truth == NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, "%s: %s", path, cause->message);
        return FALSE;
    }
    if (self->metric == METRIC_SC25 && truth->reference == NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                    "%s: the sc25 metric needs labels in the layout of the paper's label files",
                    truth->path);
        return FALSE;
    }
    g_ptr_array_add(self->read, g_strdup(truth->path));
    char *mismatch = mismatch_text(prediction, truth);
    if (mismatch != NULL) {
        g_ptr_array_add(self->mismatches, mismatch);
    }
    Score *score = NULL;
    switch (self->metric) {
    case METRIC_STRICT:
        score = score_strict(truth, prediction);
        break;
    case METRIC_SC25:
        score = score_sc25(truth, prediction, self->switches);
        break;
    }
    self->part_count = score->part_count;
    self->part_names = score->part_names;
    self->partial = self->partial || !score->complete;
    self->barren += score->barren ? 1 : 0;
    self->scored++;
    group->failures += score->failure != NULL ? 1 : 0;
    g_ptr_array_add(group->scores, score);
    return TRUE;
}

static gboolean add_argument(Evaluation *self, Group *group, const char *path, TruthTable *table,
                             GError **error)
{
    g_autoptr(GPtrArray) files = inputs_files(path, error);
    if (files == NULL) {
        return FALSE;
    }
    for (guint i = 0; i < files->len; i++) {
        if (!add_file(self, group, files->pdata[i], table, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* NAME=PATH, unless there is a file of that name. */
static Group *group_of_argument(Evaluation *self, const char **path)
{
    const char *equals = strchr(*path, '=');
    if (equals != NULL && !g_file_test(*path, G_FILE_TEST_EXISTS)) {
        g_autofree char *name = g_strndup(*path, (gsize)(equals - *path));
        *path = equals + 1;
        return group_new(self, name);
    }
    g_autofree char *name = g_path_get_basename(*path);
    return group_new(self, name);
}

static void add_share(Share *sum, const Share *share)
{
    sum->of += share->of;
    sum->good += share->good;
}

static void sum_score(const Evaluation *self, Group *group, const Score *score)
{
    for (guint i = 0; i < self->part_count; i++) {
        counts_add(&group->parts[i], &score->parts[i]);
    }
    gsize cells = (gsize)(self->part_count + 1) * (self->part_count + 1);
    for (gsize i = 0; score->confusion != NULL && i < cells; i++) {
        group->confusion[i] += score->confusion[i];
    }
    for (guint i = 0; score->steps != NULL && i < STEP_COUNT; i++) {
        group->steps[i] += score->steps[i] / group->scores->len;
    }
    add_share(&group->defaults, &score->defaults);
    add_share(&group->values, &score->values);
    add_share(&group->evidence, &score->evidence);
    add_share(&group->evidence_file, &score->evidence_file);
    add_share(&group->evidence_line, &score->evidence_line);
    add_share(&group->category, &score->category);
}

/* One figure of all runs, to be freed. */
static double *values_of(const Group *group, double (*figure)(const Score *))
{
    double *values = g_new(double, group->scores->len + 1);
    for (guint i = 0; i < group->scores->len; i++) {
        values[i] = figure(group->scores->pdata[i]);
    }
    return values;
}

static Summary summarise(const Evaluation *self, const Group *group,
                         double (*figure)(const Score *))
{
    g_autofree double *values = values_of(group, figure);
    return summary_of(values, group->scores->len, self->seed);
}

static void finish_group(const Evaluation *self, Group *group)
{
    gsize cells = (gsize)(self->part_count + 1) * (self->part_count + 1);
    group->parts = g_new0(Counts, self->part_count);
    group->confusion = self->metric == METRIC_STRICT ? g_new0(guint, cells) : NULL;
    group->steps = self->metric == METRIC_SC25 ? g_new0(double, STEP_COUNT) : NULL;
    for (guint i = 0; i < group->scores->len; i++) {
        sum_score(self, group, group->scores->pdata[i]);
    }
    group->precision = summarise(self, group, score_precision);
    group->recall = summarise(self, group, score_recall);
    group->f1 = summarise(self, group, score_f1);
    group->macro_f1 = summarise(self, group, score_macro_f1).mean;
}

/* Projects of a group to its scores; NULL when one has several, or a name is not known. */
static GHashTable *scores_by_project(const Group *group)
{
    g_autoptr(GHashTable) table = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < group->scores->len; i++) {
        Score *score = group->scores->pdata[i];
        if (*score->project == '\0' || !g_hash_table_insert(table, score->project, score)) {
            return NULL;
        }
    }
    return g_steal_pointer(&table);
}

/* Two methods on the same projects are compared project by project: how hard a project is says more
 * about F1 than most methods do. FALSE when the groups are not of that kind. */
static gboolean compare_by_project(const Evaluation *self, GroupComparison *comparison)
{
    g_autoptr(GHashTable) others = scores_by_project(comparison->second);
    g_autoptr(GHashTable) own = scores_by_project(comparison->first);
    guint count = comparison->first->scores->len;
    if (others == NULL || own == NULL || count != g_hash_table_size(others)) {
        return FALSE;
    }
    g_autofree double *first = values_of(comparison->first, score_f1);
    g_autofree double *second = g_new(double, count + 1);
    for (guint i = 0; i < count; i++) {
        const Score *score = comparison->first->scores->pdata[i];
        const Score *other = g_hash_table_lookup(others, score->project);
        if (other == NULL) {
            return FALSE;
        }
        second[i] = score_f1(other);
    }
    comparison->f1 = comparison_of_pairs(first, second, count, self->seed);
    return TRUE;
}

static void compare_groups(Evaluation *self)
{
    if (self->groups->len > EVALUATION_COMPARED_MAX) {
        return;
    }
    for (guint i = 0; i < self->groups->len; i++) {
        for (guint j = i + 1; j < self->groups->len; j++) {
            GroupComparison *comparison = g_new0(GroupComparison, 1);
            comparison->first = self->groups->pdata[i];
            comparison->second = self->groups->pdata[j];
            g_ptr_array_add(self->comparisons, comparison);
            if (compare_by_project(self, comparison)) {
                continue;
            }
            g_autofree double *a = values_of(comparison->first, score_f1);
            g_autofree double *b = values_of(comparison->second, score_f1);
            comparison->f1 = comparison_of(a, comparison->first->scores->len, b,
                                           comparison->second->scores->len, self->seed);
        }
    }
}

static gboolean read_arguments(Evaluation *self, const EvaluationRequest *request,
                               TruthTable *table, GError **error)
{
    Group *group = request->runs ? NULL : group_new(self, "all");
    for (gsize i = 0; request->arguments[i] != NULL; i++) {
        const char *path = request->arguments[i];
        Group *own = request->runs ? group_of_argument(self, &path) : group;
        if (!add_argument(self, own, path, table, error)) {
            return FALSE;
        }
    }
    /* A split may leave nothing of a group. */
    for (guint i = self->groups->len; i-- > 0;) {
        const Group *empty = self->groups->pdata[i];
        if (empty->scores->len == 0) {
            g_ptr_array_remove_index(self->groups, i);
        }
    }
    if (self->groups->len == 0) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                            "no prediction is of a project in the split");
    }
    return self->groups->len > 0;
}

Evaluation *evaluation_run(const EvaluationRequest *request, GError **error)
{
    g_autoptr(Evaluation) self = g_new0(Evaluation, 1);
    self->metric = request->metric;
    self->switches = request->switches;
    self->runs = request->runs;
    self->seed = request->seed;
    self->groups = g_ptr_array_new_with_free_func(group_free);
    self->comparisons = g_ptr_array_new_with_free_func(g_free);
    self->read = g_ptr_array_new_with_free_func(g_free);
    self->passed_over = g_ptr_array_new_with_free_func(g_free);
    self->mismatches = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(TruthTable) table =
        truth_table_new(request->labels, request->datasets, request->split, error);
    if (table == NULL || !read_arguments(self, request, table, error)) {
        return NULL;
    }
    for (guint i = 0; i < self->groups->len; i++) {
        finish_group(self, self->groups->pdata[i]);
    }
    compare_groups(self);
    return g_steal_pointer(&self);
}

static void add_below(const char *name, const char *figure, double value, GStrvBuilder *sentences)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(buffer, sizeof buffer, "%.4f", value);
    g_autofree char *sentence = g_strdup_printf("%s: %s is %s", name, figure, buffer);
    g_strv_builder_add(sentences, sentence);
}

char **evaluation_below(const Evaluation *self, double min_f1)
{
    g_autoptr(GStrvBuilder) sentences = g_strv_builder_new();
    for (guint i = 0; i < self->groups->len; i++) {
        const Group *group = self->groups->pdata[i];
        double sum = 0;
        guint defined = 0;
        for (guint j = 0; j < group->scores->len; j++) {
            const Score *score = group->scores->pdata[j];
            double headline = score_headline(score);
            sum += score->barren ? 0 : headline;
            defined += score->barren ? 0 : 1;
            if (!self->runs && headline < min_f1) {
                add_below(score->path, score->complete ? "F1" : "recall", headline, sentences);
            }
        }
        if (self->runs && defined > 0 && sum / defined < min_f1) {
            add_below(group->name, "the mean F1", sum / defined, sentences);
        }
    }
    return g_strv_builder_end(sentences);
}

const Group *evaluation_best(const Evaluation *self)
{
    const Group *best = NULL;
    for (guint i = 0; i < self->groups->len; i++) {
        const Group *group = self->groups->pdata[i];
        if (!isnan(group->f1.mean) && (best == NULL || group->f1.mean > best->f1.mean)) {
            best = group;
        }
    }
    return best;
}

guint evaluation_failures(const Evaluation *self)
{
    guint failures = 0;
    for (guint i = 0; i < self->groups->len; i++) {
        failures += ((const Group *)self->groups->pdata[i])->failures;
    }
    return failures;
}
