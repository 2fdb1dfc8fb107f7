#include "discover/classify/subject.h"

#include "discover/classify/otherwise.h"
#include "discover/classify/traits.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* This share of the values that are no on/off words must speak of a thing. */
#define VALUES_SHARE 0.5
/* A thing and what it is called stand no farther apart. */
#define CALLED_WORDS_MAX 3u

/* ---- marks ---------------------------------------------------------------------------------- */

/* What a term implies is present with it, but not its category: cuFFT has to do with accelerators,
 * and yet an option about it does not name an accelerator's backend beside a Fourier transform. */
static void mark_implied(Subject *self, const Knowledge *knowledge, RulePlace place,
                         const Term *term)
{
    for (guint i = 0; i < term->implied->len; i++) {
        guint implied = g_array_index(term->implied, guint, i);
        if ((self->present[implied] & (1u << place)) == 0) {
            self->present[implied] |= (guint16)(1u << place);
            mark_implied(self, knowledge, place, g_ptr_array_index(knowledge->terms, implied));
        }
    }
}

void subject_mark(Subject *self, const Knowledge *knowledge, RulePlace place, const Term *term)
{
    self->present[term->index] |= (guint16)(1u << place);
    if (term->has_category) {
        self->categories[place] |= 1u << term->category;
    }
    mark_implied(self, knowledge, place, term);
}

/* A spelling that has other meanings too is counted, but no rule may build on it. */
static gboolean is_weak(const Mention *mention)
{
    return mention->factor < MENTION_FACTOR_CLEAR;
}

/* Whether a word is part of something known, not just a word that rules speak of ("use"). */
static gboolean is_meant(const Subject *self, guint at)
{
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        if (at >= mention->first && at < mention->first + mention->count &&
            (mention->count > 1 || mention->term->has_category)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Words before the last verb are context: in "Amesos2_ENABLE_SuperLU" the choice is SuperLU. A verb
 * that nothing but fillers follow ends the name: "GPU_SUPPORT_ONLY". */
static guint find_context(const Knowledge *knowledge, const Subject *self)
{
    const GArray *words = self->name->words;
    guint context = self->prefix;
    guint last = words->len;
    while (last > 0 && mentions_is_filler(knowledge, self->name, last - 1) &&
           !is_meant(self, last - 1)) {
        last--;
    }
    for (guint i = self->prefix + 1; i + 1 < last; i++) {
        if (!is_meant(self, i) &&
            g_hash_table_contains(knowledge->verbs, g_array_index(words, Word, i).text)) {
            context = i;
        }
    }
    return context;
}

/* Whether a mention stands in the project's prefix and says nothing by itself. A phrase that goes
 * on behind it does: "cuda visible devices", whatever else begins with CUDA. */
static gboolean is_of_prefix(const Subject *self, const Mention *mention)
{
    return mention->first < self->prefix &&
           (mention->term->technology || mention->first + mention->count <= self->prefix);
}

static void mark_name(const Project *project, Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
    guint first = self->prefix;
    while (first + 1 < self->name->words->len && !is_meant(self, first) &&
           mentions_is_filler(knowledge, self->name, first)) {
        first++;
    }
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        if (is_of_prefix(self, mention) || is_weak(mention) ||
            project_is_own(project, self->name, mention)) {
            continue;
        }
        subject_mark(self, knowledge, PLACE_NAME, mention->term);
        subject_mark(self, knowledge, PLACE_TEXT, mention->term);
        if (mention->first == first) {
            subject_mark(self, knowledge, PLACE_FIRST, mention->term);
        }
        if (mentions_ends(knowledge, self->name, mention)) {
            subject_mark(self, knowledge, PLACE_LAST, mention->term);
        }
    }
}

/* Whether both are called the same: "nfs", and "libnfs" as its library is. */
static gboolean is_same_thing(const char *said, const char *word)
{
    return strcmp(said, word) == 0 ||
           (g_str_has_prefix(said, "lib") && strcmp(said + strlen("lib"), word) == 0);
}

/* Whether a word of the help is an otherwise unknown word of the name. */
static gboolean is_own_word(const Knowledge *knowledge, const Subject *self, const char *word)
{
    for (guint i = self->prefix; i < self->name->words->len; i++) {
        if (!self->name->covered[i] && !mentions_is_filler(knowledge, self->name, i) &&
            is_same_thing(word, g_array_index(self->name->words, Word, i).text)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The same of a word that was divided where small letters end, "TCHInt" of USE_TCHINT: all of it is
 * that word of the name, or one that was divided alike. */
static gboolean is_own_piece(const Knowledge *knowledge, const Subject *self, guint at)
{
    const GArray *said = self->sentence->words;
    guint first = at;
    g_autoptr(GString) piece = g_string_new(g_array_index(said, Word, at).text);
    while (first > 0 && g_array_index(said, Word, first).same_piece) {
        g_string_prepend(piece, g_array_index(said, Word, --first).text);
    }
    g_autoptr(GString) name = g_string_new(NULL);
    for (guint i = self->prefix; first < at && i < self->name->words->len; i++) {
        const Word *word = &g_array_index(self->name->words, Word, i);
        gboolean unknown = !self->name->covered[i] && !mentions_is_filler(knowledge, self->name, i);
        g_string_truncate(name, word->same_piece ? name->len : 0);
        g_string_append(name, unknown ? word->text : "?");
        if (strcmp(name->str, piece->str) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "libtides-ebb": a part of the project, called after it; "the Tides Ebb compiler" need be none. */
static gboolean is_part_called(const Project *project, const Subject *self, guint at)
{
    const GArray *words = self->sentence->words;
    guint start = g_array_index(words, Word, at).start;
    return at > 0 && (self->help[start - 1] == '-' || self->help[start - 1] == '_') &&
           project_is_own_name(project, g_array_index(words, Word, at - 1).text);
}

/* Whether such a word stands just before `at` in the help, or with what kind of thing it is between
 * them: "the Foo sorting library". */
static gboolean follows_own_word(const Project *project, const Subject *self, guint at)
{
    const Knowledge *knowledge = project->knowledge;
    for (guint back = 1; back <= CALLED_WORDS_MAX && back <= at; back++) {
        guint before = at - back;
        if (is_own_word(knowledge, self, g_array_index(self->sentence->words, Word, before).text) ||
            is_own_piece(knowledge, self, before)) {
            return !is_part_called(project, self, before);
        }
        if (g_array_index(self->sentence->words, Word, before + 1).apart ||
            mentions_is_filler(knowledge, self->sentence, before)) {
            return FALSE;
        }
    }
    return FALSE;
}

static gboolean in_name(const Subject *self, const char *word)
{
    for (guint i = self->prefix; i < self->name->words->len; i++) {
        if (strcmp(g_array_index(self->name->words, Word, i).text, word) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a mention before the one at `index` is a technology and ends right before the word. */
static gboolean is_technology_before(const Mentions *sentence, guint index, guint word)
{
    const Mention *before =
        index > 0 ? &g_array_index(sentence->mentions, Mention, index - 1) : NULL;
    return before != NULL && before->term->technology && !before->aside &&
           before->first + before->count == word;
}

/* Whether the help ends with the mention, and a technology or a word of the name stands right
 * before it, or with a verb between them: "readline support in examples". Behind "off" or "and",
 * and where more follows, it does not speak of all that the option does. */
static gboolean closes(const Knowledge *knowledge, const Subject *self, guint index)
{
    const GArray *words = self->sentence->words;
    const Mention *mention = &g_array_index(self->sentence->mentions, Mention, index);
    if (mention->first + mention->count != words->len) {
        return FALSE;
    }
    for (guint at = mention->first; at > 0; at--) {
        const char *before = g_array_index(words, Word, at - 1).text;
        if (g_array_index(words, Word, at).apart) {
            return FALSE;
        }
        if (is_technology_before(self->sentence, index, at)) {
            return TRUE;
        }
        if (!g_hash_table_contains(knowledge->verbs, before)) {
            return !mentions_is_filler(knowledge, self->sentence, at - 1) && in_name(self, before);
        }
    }
    return FALSE;
}

static void mark_help(const Project *project, Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
    guint begin = 0;
    while (begin < self->sentence->words->len &&
           (mentions_is_filler(knowledge, self->sentence, begin) ||
            project_is_own_name(project, g_array_index(self->sentence->words, Word, begin).text))) {
        begin++;
    }
    for (guint i = 0; i < self->sentence->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->sentence->mentions, Mention, i);
        if (mention->aside || is_weak(mention) ||
            project_is_own(project, self->sentence, mention)) {
            continue;
        }
        subject_mark(self, knowledge, PLACE_HELP, mention->term);
        subject_mark(self, knowledge, PLACE_TEXT, mention->term);
        if (mention->first <= begin) {
            subject_mark(self, knowledge, PLACE_BEGINS, mention->term);
        }
        if (follows_own_word(project, self, mention->first)) {
            subject_mark(self, knowledge, PLACE_CALLED, mention->term);
        }
        if (closes(knowledge, self, i)) {
            subject_mark(self, knowledge, PLACE_CLOSES, mention->term);
        }
    }
}

/* Counts, for each term and category, how many values speak of it; those above the share are
 * marked. */
static void mark_values(const Project *project, Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
    g_autofree guint *votes = g_new0(guint, knowledge->terms->len);
    guint category_votes[CATEGORY_COUNT] = {0};
    guint meaningful = 0;
    for (guint v = 0; v < self->values->len; v++) {
        const AllowedValue *value = g_ptr_array_index(self->option->values, v);
        const Mentions *mentions = g_ptr_array_index(self->values, v);
        if (knowledge_value_word(knowledge, value->value) != NULL) {
            continue;
        }
        meaningful++;
        guint32 categories = 0;
        for (guint i = 0; i < mentions->mentions->len; i++) {
            const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
            const Term *term = mention->term;
            if (project_is_own(project, mentions, mention)) {
                continue; /* what the project itself is: FPZIP_FP_FAST */
            }
            subject_mark(self, knowledge, PLACE_VALUE, term);
            votes[term->index]++;
            categories |= term->also | (term->has_category ? 1u << term->category : 0);
        }
        for (guint c = 0; c < CATEGORY_COUNT; c++) {
            category_votes[c] += (categories >> c) & 1u;
        }
    }
    for (guint t = 0; meaningful > 0 && t < knowledge->terms->len; t++) {
        if (votes[t] > 0 && votes[t] >= VALUES_SHARE * meaningful) {
            subject_mark(self, knowledge, PLACE_VALUES, g_ptr_array_index(knowledge->terms, t));
        }
    }
    for (guint c = 0; meaningful > 0 && c < CATEGORY_COUNT; c++) {
        if (category_votes[c] > 0 && category_votes[c] >= VALUES_SHARE * meaningful) {
            self->categories[PLACE_VALUES] |= 1u << c;
        }
    }
}

/* "-DNAME" chooses NAME. */
static const char *bare_value(const char *value)
{
    return g_str_has_prefix(value, "-D") ? value + strlen("-D") : value;
}

/* ---- the whole ------------------------------------------------------------------------------ */

Subject *subject_new(const Project *project, Arena *arena, const Option *option)
{
    const Knowledge *knowledge = project->knowledge;
    Subject *self = g_new0(Subject, 1);
    self->option = option;
    self->help = subject_help(option);
    self->present = g_new0(guint16, knowledge->terms->len + 1);
    self->signs = g_array_new(FALSE, FALSE, sizeof(Sign));
    self->name = mentions_of_name(knowledge, arena, option_name_bare(option->name));
    self->prefix = project_prefix_length(project, self->name->words);
    subject_read_parts(project, self);
    if (self->help != NULL) {
        const char *text = subject_said(project, arena, option, self->help);
        self->sentence = mentions_of_sentence(knowledge, arena, text);
        otherwise_weaken(knowledge, self->name, self->prefix, self->sentence);
    }
    self->context = find_context(knowledge, self);
    mark_name(project, self);
    if (self->sentence != NULL) {
        mark_help(project, self);
    }
    self->values = g_ptr_array_new_with_free_func((GDestroyNotify)mentions_free);
    for (guint i = 0; i < option->values->len && i < SUBJECT_VALUES_MAX; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        g_ptr_array_add(self->values,
                        mentions_of_value(knowledge, arena, bare_value(value->value)));
    }
    mark_values(project, self);
    traits_read(project, self);
    self->detail =
        trait_set_has(&self->traits, TRAIT_EXTRA_WORDS) ? traits_detail_of(project, self) : NULL;
    if (option->values->len == 0 && trait_set_has(&self->traits, TRAIT_TEXT)) {
        const char *value = subject_default(option);
        /* A file's name says nothing, nor the project's own, nor what stands where nothing was
         * found, and the words of a command nothing of what it prints. */
        gboolean word = value != NULL && strchr(value, '/') == NULL &&
                        !project_is_own_name(project, value) &&
                        strstr(value, "-NOTFOUND") == NULL && strstr(value, "$(shell ") == NULL;
        self->fallback = word ? mentions_of_value(knowledge, arena, value) : NULL;
        for (guint i = 0; self->fallback != NULL && i < self->fallback->mentions->len; i++) {
            subject_mark(self, knowledge, PLACE_VALUE,
                         g_array_index(self->fallback->mentions, Mention, i).term);
        }
    }
    return self;
}

void subject_free(Subject *self)
{
    if (self == NULL) {
        return;
    }
    mentions_free(self->name);
    mentions_free(self->sentence);
    mentions_free(self->fallback);
    g_ptr_array_unref(self->values);
    g_array_unref(self->signs);
    g_free(self->present);
    g_free(self);
}

/* ---- rules ---------------------------------------------------------------------------------- */

static gboolean requirement_holds(const Subject *self, const Requirement *requirement)
{
    if (requirement->place == PLACE_OPTION) {
        return trait_set_meets(&self->traits, &requirement->traits);
    }
    guint32 categories = self->categories[requirement->place];
    if (requirement->place == PLACE_TEXT) {
        categories |= self->categories[PLACE_NAME] | self->categories[PLACE_HELP];
    }
    if ((categories & requirement->categories) != 0) {
        return TRUE;
    }
    for (guint i = 0; i < requirement->terms->len; i++) {
        guint term = g_array_index(requirement->terms, guint, i);
        if ((self->present[term] & (1u << requirement->place)) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean subject_holds(const Subject *self, const GPtrArray *groups)
{
    for (guint g = 0; g < groups->len; g++) {
        const GPtrArray *group = g_ptr_array_index(groups, g);
        gboolean all = TRUE;
        for (guint i = 0; all && i < group->len; i++) {
            all = requirement_holds(self, g_ptr_array_index(group, i));
        }
        if (all) {
            return TRUE;
        }
    }
    return FALSE;
}

Sign *subject_sign(const Subject *self, const Term *term)
{
    for (guint i = 0; i < self->signs->len; i++) {
        Sign *sign = &g_array_index(self->signs, Sign, i);
        if (sign->term == term) {
            return sign;
        }
    }
    return NULL;
}

Sign *subject_add_sign(Subject *self, const Term *term)
{
    const Sign sign = {.term = term};
    g_array_append_val(self->signs, sign);
    return &g_array_index(self->signs, Sign, self->signs->len - 1);
}

gboolean subject_is_off_by_default(const Knowledge *knowledge, const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            if (knowledge_value_means(knowledge, value->value, MEANS_OFF)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}
