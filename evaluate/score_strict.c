#include "evaluate/score_strict.h"
#include <string.h>

/* What became of a label. */
typedef struct {
    const Claim *claim;
    const Claim *match;  /* the prediction that is right; NULL: none */
    const Claim *astray; /* a prediction with its flag in another category */
} Label;

/* The work on one prediction. Flags of the two files were interned in two arenas, so both are read
 * once more into this one, and then compared by pointer. */
typedef struct {
    const Truth *truth;
    Score *score;
    Arena *arena;
    GArray *labels;           /* Label */
    GHashTable *by_flag;      /* flag's key -> index of the label plus one */
    GHashTable *by_name;      /* name's key -> the same, of labels without a flag */
    GHashTable *by_option;    /* flag's option -> the same, of its first label */
    GHashTable *free_options; /* options with a label whose value is free: a set */
    GHashTable *predicted;    /* flag's option -> a claim with it */
    GHashTable *not_points;   /* option or key -> reason */
} Work;

static guint index_of(GHashTable *table, const char *key)
{
    return key == NULL ? 0 : GPOINTER_TO_UINT(g_hash_table_lookup(table, key));
}

static Flag flag_of(const Work *work, const Claim *claim)
{
    return claim->text == NULL ? (Flag){0} : flag_read(work->arena, claim->text);
}

static void index_labels(Work *work)
{
    for (guint i = 0; i < work->truth->claims->len; i++) {
        const Claim *claim = work->truth->claims->pdata[i];
        Label label = {.claim = claim};
        g_array_append_val(work->labels, label);
        Flag flag = flag_of(work, claim);
        gpointer index = GUINT_TO_POINTER(work->labels->len);
        if (flag.key == NULL) {
            g_hash_table_insert(work->by_name, (gpointer)claim_name_key(work->arena, claim->name),
                                index);
            continue;
        }
        g_hash_table_insert(work->by_flag, (gpointer)flag.key, index);
        if (!g_hash_table_contains(work->by_option, flag.option)) {
            g_hash_table_insert(work->by_option, (gpointer)flag.option, index);
        }
        if (*flag.value == '\0') {
            g_hash_table_add(work->free_options, (gpointer)flag.option);
        }
    }
    GHashTableIter iter;
    gpointer key;
    gpointer reason;
    g_hash_table_iter_init(&iter, work->truth->not_points);
    while (g_hash_table_iter_next(&iter, &key, &reason)) {
        g_hash_table_insert(work->not_points, (gpointer)arena_intern(work->arena, key), reason);
    }
}

static Label *label_at(const Work *work, guint index)
{
    return index == 0 ? NULL : &g_array_index(work->labels, Label, index - 1);
}

/* The label that a claim is about: by flag, and where the labels give none, by name. */
static Label *find_label(const Work *work, const Claim *claim, const Flag *flag)
{
    guint index = index_of(work->by_flag, flag->key);
    if (index == 0) {
        index = index_of(work->by_name, claim_name_key(work->arena, claim->name));
        const Label *label = label_at(work, index);
        if (label != NULL && (label->claim->categories & claim->categories) == 0) {
            index = 0;
        }
    }
    return label_at(work, index);
}

/* Whether the labels speak about the build system that a claim belongs to. */
static gboolean is_covered(const Work *work, const Claim *claim)
{
    const Labels *labels = work->truth->labels;
    if (labels == NULL || labels->builds->len == 0 || claim->build == NULL) {
        return TRUE;
    }
    for (guint i = 0; i < labels->builds->len; i++) {
        const LabelledBuild *build = labels->builds->pdata[i];
        if (g_str_equal(build->type, claim->build) &&
            g_strcmp0(build->folder, claim->folder) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static guint *confusion_cell(const Work *work, guint label, guint prediction)
{
    return &work->score->confusion[label * (CATEGORY_COUNT + 1) + prediction];
}

static const char *evidence_place(Score *score, const Claim *claim)
{
    return score_place(score, claim->places->len == 0 ? NULL : claim->places->pdata[0]);
}

/* Why something is wrong: in a word, and for people. */
typedef struct {
    FindingCause cause;
    char *text;
} Reason;

static void add_wrong(const Work *work, const Claim *claim, const Label *label, Reason reason)
{
    Score *score = work->score;
    score->total.wrong++;
    score->parts[claim->category].wrong++;
    guint row = label == NULL ? CATEGORY_COUNT : label->claim->category;
    (*confusion_cell(work, row, claim->category))++;
    Finding finding = {.kind = FINDING_FALSE_POSITIVE,
                       .cause = reason.cause,
                       .part = claim->category,
                       .what = score_text(score, claim->text == NULL ? "(no flag)" : claim->text),
                       .name = score_text(score, claim->name),
                       .reason = score_text(score, reason.text),
                       .label_at = score_place(score, label == NULL ? NULL : &label->claim->at),
                       .prediction_at = score_place(score, &claim->at),
                       .evidence_at = evidence_place(score, claim)};
    score_add_finding(score, &finding);
    g_free(reason.text);
}

static void add_missed(const Work *work, const Label *label, Reason reason)
{
    Score *score = work->score;
    const Claim *claim = label->claim;
    const Claim *astray = label->astray;
    score->total.missed++;
    score->parts[claim->category].missed++;
    if (astray == NULL) {
        (*confusion_cell(work, claim->category, CATEGORY_COUNT))++;
    }
    Finding finding = {.kind = FINDING_FALSE_NEGATIVE,
                       .cause = reason.cause,
                       .part = claim->category,
                       .what = score_text(score, claim->text == NULL ? "(no flag)" : claim->text),
                       .name = score_text(score, claim->name),
                       .reason = score_text(score, reason.text),
                       .label_at = score_place(score, &claim->at),
                       .prediction_at = score_place(score, astray == NULL ? NULL : &astray->at),
                       .evidence_at = evidence_place(score, claim)};
    score_add_finding(score, &finding);
    g_free(reason.text);
}

static void count(Share *share, gboolean good)
{
    share->of++;
    share->good += good ? 1 : 0;
}

static void add_remark(Score *score, const Claim *label, const Claim *claim, Reason reason)
{
    Finding finding = {.kind = FINDING_REMARK,
                       .cause = reason.cause,
                       .part = label->category,
                       .what = score_text(score, claim->text == NULL ? "(no flag)" : claim->text),
                       .name = score_text(score, claim->name),
                       .reason = score_text(score, reason.text),
                       .label_at = score_place(score, &label->at),
                       .prediction_at = score_place(score, &claim->at),
                       .evidence_at = evidence_place(score, claim)};
    score_add_finding(score, &finding);
    g_free(reason.text);
}

static void add_default(Score *score, const Claim *label, const Claim *claim)
{
    static const char *const texts[] = {[DEFAULT_UNKNOWN] = "predicted without a default",
                                        [DEFAULT_NO] = "predicted as not the default",
                                        [DEFAULT_YES] = "predicted as the default"};
    gboolean same = claim->is_default == label->is_default;
    count(&score->defaults, same);
    if (!same) {
        add_remark(score, label, claim,
                   (Reason){CAUSE_DEFAULT,
                            g_strdup_printf("labelled as %s default, %s",
                                            label->is_default == DEFAULT_YES ? "the" : "not the",
                                            texts[claim->is_default])});
    }
}

/* Whether one of the predicted places is the labelled one. */
static void add_places(Score *score, const Claim *label, const Claim *claim)
{
    gboolean same_file = FALSE;
    gboolean same_line = FALSE;
    for (guint i = 0; i < label->places->len; i++) {
        const Span *right = label->places->pdata[i];
        for (guint j = 0; j < claim->places->len; j++) {
            const Span *place = claim->places->pdata[j];
            gboolean file = g_strcmp0(place->path, right->path) == 0;
            same_file = same_file || file;
            same_line = same_line || (file && place->line == right->line);
        }
    }
    count(&score->evidence_file, same_file);
    count(&score->evidence_line, same_line);
    if (!same_line && claim->places->len > 0) {
        add_remark(score, label, claim,
                   (Reason){CAUSE_PLACE, g_strdup_printf("labelled at %s, which is no place of it",
                                                         evidence_place(score, label))});
    }
}

/* What else can be said about a claim that is right. */
static void add_qualities(Score *score, const Claim *label, const Claim *claim)
{
    if (label->is_default != DEFAULT_UNKNOWN) {
        add_default(score, label, claim);
    }
    count(&score->evidence, claim->places->len > 0);
    if (label->places->len > 0) {
        add_places(score, label, claim);
    }
}

static void add_right(const Work *work, Label *label, const Claim *claim)
{
    Category category = label->claim->category;
    label->match = claim;
    work->score->total.right++;
    work->score->parts[category].right++;
    (*confusion_cell(work, category, category))++;
    add_qualities(work->score, label->claim, claim);
}

/* Why a claim without a label is wrong. */
static Reason wrong_reason(const Work *work, const Flag *flag)
{
    if (flag->key == NULL) {
        return (Reason){CAUSE_NO_FLAG, g_strdup("no flag that chooses it")};
    }
    g_autofree char *defined = g_strconcat("-D", flag->key, NULL);
    if (index_of(work->by_flag, flag_read(work->arena, defined).key) != 0) {
        return (Reason){CAUSE_PREFIX, g_strdup("without -D it is no argument of the build tool")};
    }
    const char *reason = g_hash_table_lookup(work->not_points, flag->key);
    reason = reason != NULL ? reason : g_hash_table_lookup(work->not_points, flag->option);
    if (reason != NULL) {
        return (Reason){CAUSE_NO_POINT, g_strdup_printf("labelled as no point: %s", reason)};
    }
    const Label *sibling = label_at(work, index_of(work->by_option, flag->option));
    if (sibling != NULL && sibling->claim->text != NULL) {
        return (Reason){CAUSE_VALUE, g_strdup_printf("not a labelled value of the option, as %s is",
                                                     sibling->claim->text)};
    }
    return (Reason){CAUSE_NOT_LABELLED, g_strdup("not labelled")};
}

/* Why a label was not found. */
static Reason missed_reason(const Work *work, const Label *label)
{
    if (label->astray != NULL) {
        return (Reason){CAUSE_CATEGORY,
                        g_strdup_printf("predicted as %s", category_text(label->astray->category))};
    }
    Flag flag = flag_of(work, label->claim);
    const Claim *other =
        flag.option == NULL ? NULL : g_hash_table_lookup(work->predicted, flag.option);
    if (other != NULL) {
        return (Reason){
            CAUSE_VALUE,
            g_strdup_printf("the option is predicted, as %s, this value is not", other->text)};
    }
    return (Reason){CAUSE_NOT_PREDICTED, g_strdup("not predicted")};
}

static void score_claim(const Work *work, const Claim *claim)
{
    Flag flag = flag_of(work, claim);
    Label *label = find_label(work, claim, &flag);
    gboolean same_category = label != NULL && (label->claim->categories & claim->categories) != 0;
    gboolean example =
        claim->example && label == NULL && g_hash_table_contains(work->free_options, flag.option);
    if (same_category && label->match != NULL) {
        work->score->repeated++;
        return;
    }
    if (!same_category && (claim->neutral || example || !is_covered(work, claim))) {
        work->score->left_out++;
        return;
    }
    work->score->predicted++;
    if (flag.option != NULL) {
        g_hash_table_insert(work->predicted, (gpointer)flag.option, (gpointer)claim);
    }
    if (same_category) {
        add_right(work, label, claim);
        return;
    }
    if (label != NULL) {
        label->astray = label->astray == NULL ? claim : label->astray;
        add_wrong(work, claim, label,
                  (Reason){CAUSE_CATEGORY, g_strdup_printf("labelled as %s",
                                                           category_text(label->claim->category))});
        return;
    }
    if (!work->truth->complete) {
        /* Partial labels say nothing about what they do not list. */
        work->score->predicted--;
        work->score->left_out++;
        return;
    }
    add_wrong(work, claim, NULL, wrong_reason(work, &flag));
}

static void score_misses(const Work *work)
{
    for (guint i = 0; i < work->labels->len; i++) {
        const Label *label = &g_array_index(work->labels, Label, i);
        if (label->match != NULL || label->astray != NULL) {
            count(&work->score->category, label->match != NULL);
        }
        if (label->match == NULL) {
            add_missed(work, label, missed_reason(work, label));
        }
    }
}

/* Of the options with several labelled values of which one was found, how many were. */
static void score_values(const Work *work)
{
    typedef struct {
        guint all;
        guint found;
    } Values;
    g_autoptr(GHashTable) options = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    for (guint i = 0; i < work->labels->len; i++) {
        const Label *label = &g_array_index(work->labels, Label, i);
        Flag flag = flag_of(work, label->claim);
        if (flag.option == NULL) {
            continue;
        }
        Values *values = g_hash_table_lookup(options, flag.option);
        if (values == NULL) {
            values = g_new0(Values, 1);
            g_hash_table_insert(options, (gpointer)flag.option, values);
        }
        values->all++;
        values->found += label->match != NULL ? 1 : 0;
    }
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, options);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const Values *values = value;
        if (values->all > 1 && values->found > 0) {
            work->score->values.of += values->all;
            work->score->values.good += values->found;
        }
    }
}

/* Two claims of one prediction that say the same count once. */
static gboolean is_repeated(GHashTable *seen, const Work *work, const Claim *claim)
{
    Flag flag = flag_of(work, claim);
    const char *key = flag.key != NULL ? flag.key : claim_name_key(work->arena, claim->name);
    g_autofree char *full = g_strdup_printf("%s %x %d", key, claim->categories, flag.key != NULL);
    return !g_hash_table_add(seen, (gpointer)arena_intern(work->arena, full));
}

Score *score_strict(const Truth *truth, const Prediction *prediction)
{
    Score *score = score_new(METRIC_STRICT, CATEGORY_COUNT, category_words);
    score->path = g_strdup(prediction->path);
    score->project = g_strdup(prediction_project(prediction, truth->project));
    score->form = prediction_form_text(prediction->form);
    score->complete = truth->complete;
    /* What cannot be read has not said that there are none. */
    score->barren = truth->complete && truth->claims->len == 0 && prediction->failure == NULL;
    const char *nothing = prediction->claims->len == 0 && !score->barren ? "no points in it" : NULL;
    score->failure = g_strdup(prediction->failure != NULL ? prediction->failure : nothing);
    score->labelled = truth->claims->len;
    score->confusion = g_new0(guint, (CATEGORY_COUNT + 1) * (CATEGORY_COUNT + 1));
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GArray) labels = g_array_new(FALSE, FALSE, sizeof(Label));
    g_autoptr(GHashTable) by_flag = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) by_name = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) by_option = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) free_options = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) predicted = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) not_points = g_hash_table_new(NULL, NULL);
    Work work = {.truth = truth,
                 .score = score,
                 .arena = arena,
                 .labels = labels,
                 .by_flag = by_flag,
                 .by_name = by_name,
                 .by_option = by_option,
                 .free_options = free_options,
                 .predicted = predicted,
                 .not_points = not_points};
    index_labels(&work);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < prediction->claims->len; i++) {
        const Claim *claim = prediction->claims->pdata[i];
        if (is_repeated(seen, &work, claim)) {
            score->repeated++;
        } else {
            score_claim(&work, claim);
        }
    }
    score_misses(&work);
    score_values(&work);
    score_finish(score);
    return score;
}
