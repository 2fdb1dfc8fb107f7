#include "discover/classify/values.h"

#include "discover/classify/words.h"

#include <string.h>

/* What the knowledge files call debugging. */
#define TERM_DEBUG "debug"

/* The technology that the whole value spells, or the strongest one that a part of it does. `whole`
 * tells which: of "AVX2_256" AVX2 is a part, so the value's own spelling stays its name. */
static const Term *technology_of(const Mentions *mentions, Category category, gboolean *whole)
{
    const Term *best = NULL;
    double best_weight = 0;
    *whole = FALSE;
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        const Term *term = mention->term;
        if (!term->technology) {
            continue;
        }
        gboolean fits = term->category == category || (term->also & (1u << category)) != 0;
        double weight = mention->factor * (fits ? 2.0 : 1.0);
        if (weight > best_weight) {
            best_weight = weight;
            best = term;
            *whole = mention->count == mentions->words->len && mention->factor == 1.0;
        }
    }
    return best;
}

static void reject(ValueDecision *decision, const char *reason)
{
    decision->rejected = TRUE;
    decision->reason = reason;
}

/* Whether some value is more than a way to say on, off or automatic. */
static gboolean names_something(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        if (knowledge_value_word(project->knowledge, value->value) == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A help text may say more about a value, directly behind it: "pack[built-in]". */
static const char *remarked(const Option *option, const char *value, Arena *arena)
{
    gsize length = strlen(value);
    for (guint i = 0; i < option->definitions->len; i++) {
        const char *help = ((const Definition *)g_ptr_array_index(option->definitions, i))->help;
        const char *at = help != NULL && length > 0 ? strstr(help, value) : NULL;
        for (; at != NULL; at = strstr(at + 1, value)) {
            gboolean begins = at == help || !g_ascii_isalnum(at[-1]);
            const char *close = at[length] == '[' ? strchr(at + length, ']') : NULL;
            if (begins && close != NULL) {
                return arena_strndup(arena, at, (gsize)(close + 1 - at));
            }
        }
    }
    return NULL;
}

/* "0" among words: none of them. Among numbers it is one of them. */
static gboolean is_none_of_words(const Option *option, const char *value)
{
    if (strcmp(value, "0") != 0 || option->values->len < 2) {
        return FALSE;
    }
    for (guint i = 0; i < option->values->len; i++) {
        const char *other = ((const AllowedValue *)g_ptr_array_index(option->values, i))->value;
        if (strcmp(other, "0") != 0 && !g_ascii_isalpha(*other)) {
            return FALSE;
        }
    }
    return TRUE;
}

static ValueDecision *decide(const Project *project, const Option *option,
                             const AllowedValue *value, const Mentions *mentions, Category category,
                             Arena *arena)
{
    ValueDecision *decision = arena_new0(arena, ValueDecision);
    decision->value = value;
    decision->name = value->value;
    const char *said = is_none_of_words(option, value->value) ? "off" : value->value;
    const ValueWord *word = knowledge_value_word(project->knowledge, said);
    if (word != NULL) {
        gboolean only_way = strcmp(word->meaning, "on") == 0 && !names_something(project, option);
        if ((word->kept_in & (1u << category)) == 0 && !only_way) {
            reject(decision, word->reason);
        }
        return decision;
    }
    gboolean whole = FALSE;
    const Term *term = mentions != NULL ? technology_of(mentions, category, &whole) : NULL;
    if (term != NULL) {
        decision->technology = term->id;
        /* Only a different way to write the same letters is put right; a level keeps the project's
         * spelling, since that is what people know it by. */
        char spelt[PHRASE_BYTES_MAX];
        char known[PHRASE_BYTES_MAX];
        words_squash(value->value, spelt, sizeof spelt);
        words_squash(term->name, known, sizeof known);
        if (whole && category != CATEGORY_SIMD && strcmp(spelt, known) == 0) {
            decision->name = term->name;
        }
    }
    const char *longer = remarked(option, value->value, arena);
    if (longer != NULL) {
        decision->name = longer;
    }
    return decision;
}

static gboolean mentions_debugging(const Mentions *mentions)
{
    for (guint i = 0; mentions != NULL && i < mentions->mentions->len; i++) {
        if (strcmp(g_array_index(mentions->mentions, Mention, i).term->id, TERM_DEBUG) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "debug", or "icpc-debug" beside "icpc": what chooses something is the value that it begins with.
 */
static gboolean is_for_debugging(const Subject *subject, guint index)
{
    const GPtrArray *values = subject->option->values;
    const char *text = ((const AllowedValue *)values->pdata[index])->value;
    const Mentions *mentions = index < subject->values->len ? subject->values->pdata[index] : NULL;
    if (mentions == NULL || !mentions_debugging(mentions)) {
        return FALSE;
    }
    if (mentions->words->len == 1) {
        return TRUE;
    }
    for (guint i = 0; i < values->len; i++) {
        const char *other = ((const AllowedValue *)values->pdata[i])->value;
        gsize length = strlen(other);
        if (length > 0 && g_str_has_prefix(text, other) && strchr("-_.", text[length]) != NULL &&
            text[length] != '\0') {
            return TRUE;
        }
    }
    return FALSE;
}

/* ---- choices of compilers ---------------------------------------------------------------------
 */

/* The programs that one of the option's values builds with: set of const char *. */
static GHashTable *programs_of(const Option *option, const char *value)
{
    GHashTable *programs = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->effect->kind == EFFECT_PROGRAM && link->values != NULL &&
            g_ptr_array_find_with_equal_func((GPtrArray *)link->values, value, g_str_equal, NULL)) {
            g_hash_table_add(programs, (gpointer)link->effect->name);
        }
    }
    return programs;
}

static gboolean is_part_of(GHashTable *some, GHashTable *all)
{
    GHashTableIter iterator;
    gpointer name = NULL;
    g_hash_table_iter_init(&iterator, some);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        if (!g_hash_table_contains(all, name)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* "ftn-gnu" beside "ftn"; "GCCX86" beside "GCC", where what follows is a word that means something.
 */
static gboolean is_variant_of(const Project *project, const char *value, const char *other)
{
    gsize length = strlen(other);
    if (length == 0 || !g_str_has_prefix(value, other) || value[length] == '\0') {
        return FALSE;
    }
    g_autofree char *behind = g_ascii_strdown(value + length, -1);
    return strchr("-_.", *behind) != NULL ||
           knowledge_spellings(project->knowledge, behind) != NULL;
}

/* Whether a value has the name of a compiler, or of the very program that it builds with. */
static gboolean is_called_after(const Project *project, const ValueDecision *decision,
                                GHashTable *programs)
{
    const Term *term = decision->technology != NULL
                           ? knowledge_term(project->knowledge, decision->technology)
                           : NULL;
    return !decision->rejected && ((term != NULL && term->category == CATEGORY_COMPILER) ||
                                   g_hash_table_contains(programs, decision->value->value));
}

static void add_all(GHashTable *all, GHashTable *some)
{
    GHashTableIter iterator;
    gpointer name = NULL;
    g_hash_table_iter_init(&iterator, some);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        g_hash_table_add(all, name);
    }
}

/* Whether the value is called after a compiler, or a variant of one that is. */
static gboolean is_named(const Project *project, const GPtrArray *decisions,
                         const GPtrArray *programs, guint index)
{
    const ValueDecision *decision = decisions->pdata[index];
    gboolean named = is_called_after(project, decision, programs->pdata[index]);
    for (guint i = 0; !named && i < decisions->len; i++) {
        const ValueDecision *other = decisions->pdata[i];
        named = is_called_after(project, other, programs->pdata[i]) &&
                is_variant_of(project, decision->value->value, other->value->value);
    }
    return named;
}

/* A value that stands in no line is the name of a file. */
static gboolean is_file(const ValueDecision *decision)
{
    return !decision->rejected && decision->value->at.path != NULL && decision->value->at.line == 0;
}

/* "hilltop_gpu" beside "hilltop_cpu" */
static gboolean begin_alike(const char *a, const char *b)
{
    gsize length = strcspn(a, "-_.");
    return length == strcspn(b, "-_.") && strncmp(a, b, length) == 0;
}

/* "hilltop_knl": only a part of the machine is called after what is known. */
static gboolean names_part(const ValueDecision *decision, const Mentions *mentions)
{
    return decision->technology != NULL && mentions != NULL && mentions->words->len > 1 &&
           !mentions->covered[0];
}

/* So many, twice as many as are called after compilers, are machines, whatever they build with. */
#define SITES_MANY 6u

static gboolean is_compiler(const Project *project, const ValueDecision *decision)
{
    const Term *term = decision->technology != NULL
                           ? knowledge_term(project->knowledge, decision->technology)
                           : NULL;
    return !decision->rejected && term != NULL && term->category == CATEGORY_COMPILER;
}

/* Whether another value builds with the same programs: compilers that nobody here knows are
 * programs of their own. */
static gboolean shares_programs(const GPtrArray *programs, guint index)
{
    GHashTable *own = programs->pdata[index];
    for (guint i = 0; g_hash_table_size(own) > 0 && i < programs->len; i++) {
        if (i != index && is_part_of(own, programs->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether most values are files that are called after no compiler, and build with what other ones
 * build with. */
static gboolean are_machines(const Project *project, const Subject *subject,
                             const GPtrArray *decisions, const GPtrArray *programs)
{
    guint compilers = 0;
    guint others = 0;
    guint sharing = 0;
    for (guint i = 0; i < decisions->len && i < subject->values->len; i++) {
        const ValueDecision *decision = decisions->pdata[i];
        if (is_called_after(project, decision, programs->pdata[i])) {
            compilers += names_part(decision, subject->values->pdata[i]) ? 0 : 1;
        } else if (is_file(decision) && !is_named(project, decisions, programs, i)) {
            others++;
            sharing += shares_programs(programs, i) ? 1 : 0;
        }
    }
    return others >= SITES_MANY && others >= 2 * compilers && 2 * sharing > others;
}

/* "hilltop-gnu" beside "gnu" or "generic-gnu": the compiler is there without the machine. A word
 * that only one file begins with may as well be a maker of compilers: "apple-clang". */
static gboolean is_site_of_another(const Subject *subject, const GPtrArray *decisions, guint index,
                                   gboolean machines)
{
    const ValueDecision *decision = decisions->pdata[index];
    if (index >= subject->values->len || !is_file(decision) ||
        !names_part(decision, subject->values->pdata[index])) {
        return FALSE;
    }
    gboolean general = FALSE;
    gboolean machine = machines;
    for (guint i = 0; i < decisions->len && i < subject->values->len; i++) {
        const ValueDecision *other = decisions->pdata[i];
        general = general ||
                  (!other->rejected && g_strcmp0(other->technology, decision->technology) == 0 &&
                   !names_part(other, subject->values->pdata[i]));
        machine = machine || (i != index && other->value->at.line == 0 &&
                              begin_alike(other->value->value, decision->value->value));
    }
    return general && machine;
}

static void reject_sites_of_others(const Project *project, const Subject *subject,
                                   const GPtrArray *decisions, gboolean machines)
{
    for (guint i = 0; i < decisions->len; i++) {
        if (is_compiler(project, decisions->pdata[i]) &&
            is_site_of_another(subject, decisions, i, machines)) {
            reject(decisions->pdata[i], "another value names the compiler without the machine");
        }
    }
}

/* Fewer are more likely compilers that nobody here knows. */
#define SITES_MIN 2u

/* Among compilers the values that are called after none of them stand for machines of one site or
 * another: what they build with is what one that has a compiler's name does, or what nothing here
 * says. */
static void reject_sites(const Project *project, const GPtrArray *decisions,
                         const GPtrArray *programs, gboolean machines)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    guint compilers = 0;
    for (guint i = 0; i < decisions->len; i++) {
        if (is_called_after(project, decisions->pdata[i], programs->pdata[i])) {
            add_all(known, programs->pdata[i]);
            compilers++;
        }
    }
    g_autoptr(GArray) sites = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < decisions->len; i++) {
        const ValueDecision *decision = decisions->pdata[i];
        if (!decision->rejected && !is_named(project, decisions, programs, i)) {
            g_array_append_val(sites, i);
        }
    }
    if (sites->len < SITES_MIN || sites->len < compilers || g_hash_table_size(known) == 0) {
        return;
    }
    for (guint i = 0; i < sites->len; i++) {
        guint at = g_array_index(sites, guint, i);
        GHashTable *used = programs->pdata[at];
        if (is_part_of(used, known)) {
            reject(decisions->pdata[at],
                   g_hash_table_size(used) > 0
                       ? "it builds with compilers that other values are called after"
                       : "other values are called after compilers, and nothing says what it "
                         "builds with");
        } else if (machines) {
            reject(decisions->pdata[at],
                   "it is called after no compiler, as most values beside it");
        }
    }
}

/* "hilltop_gnu" and "valley_cray" among machines: whoever has the machine chooses its compiler. */
static void reject_compilers_of_machines(const Project *project, const Subject *subject,
                                         const GPtrArray *decisions)
{
    for (guint i = 0; i < decisions->len && i < subject->values->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        if (is_file(decision) && is_compiler(project, decision) &&
            names_part(decision, subject->values->pdata[i])) {
            reject(decision, "it is called after a machine, as most values beside it");
        }
    }
}

static void reject_machines(const Project *project, const Subject *subject,
                            const GPtrArray *decisions)
{
    g_autoptr(GPtrArray) programs =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref);
    for (guint i = 0; i < decisions->len; i++) {
        const ValueDecision *decision = decisions->pdata[i];
        g_ptr_array_add(programs, programs_of(subject->option, decision->value->value));
    }
    gboolean machines = are_machines(project, subject, decisions, programs);
    reject_sites_of_others(project, subject, decisions, machines);
    reject_sites(project, decisions, programs, machines);
    if (machines) {
        reject_compilers_of_machines(project, subject, decisions);
    }
}

/* Whether compilers are given flags with a value, and none of them for a processor. */
static gboolean is_for_any_processor(const Option *option, const char *value)
{
    guint flags = 0;
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->effect->kind != EFFECT_FLAG || link->values == NULL ||
            !g_ptr_array_find_with_equal_func((GPtrArray *)link->values, value, g_str_equal,
                                              NULL)) {
            continue;
        }
        if (strncmp(link->effect->name, "-m", 2) == 0 ||
            strncmp(link->effect->name, "-x", 2) == 0 ||
            strstr(link->effect->name, "arch") != NULL) {
            return FALSE;
        }
        flags++;
    }
    return flags > 0;
}

/* Among files that are called after processors those that are called after sites, with whatever
 * begins alike. Processors are an open set: what is called after nothing that is known is one,
 * unless its own file says how one site's machine is used. */
static void reject_site_files(const Subject *subject, const GPtrArray *decisions)
{
    guint own = 0;
    g_autoptr(GPtrArray) sites = g_ptr_array_new();
    for (guint i = 0; i < decisions->len && i < subject->values->len; i++) {
        const ValueDecision *decision = decisions->pdata[i];
        gboolean says = decision->value->site && decision->technology == NULL;
        if (is_file(decision) && (says || names_part(decision, subject->values->pdata[i]))) {
            g_ptr_array_add(sites, (gpointer)decision->value->value);
            own += decision->value->site ? 1 : 0;
        }
    }
    for (guint i = 0; i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        if (is_file(decision) && decision->technology == NULL &&
            is_for_any_processor(subject->option, decision->value->value)) {
            reject(decision, "nothing in its file is for one processor");
        }
    }
    for (guint i = 0; own >= SITES_MIN && i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        for (guint k = 0; is_file(decision) && k < sites->len; k++) {
            if (begin_alike(decision->value->value, sites->pdata[k])) {
                reject(decision, "it names the settings of a site, not a processor");
            }
        }
    }
}

/* "if(X STREQUAL old) set(X new CACHE STRING "" FORCE)": another value takes its place. */
static gboolean is_replaced(const Option *option, const char *value)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        const Condition *when = definition->exists;
        const DefaultValue *other =
            definition->defaults->len == 1 ? definition->defaults->pdata[0] : NULL;
        if (definition->force && other != NULL && other->value != NULL && when != NULL &&
            when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_OPTION &&
            strcmp(when->subject, option->name) == 0 && g_strcmp0(when->relation, "=") == 0 &&
            strcmp(when->value, value) == 0 && strcmp(other->value, value) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "default|auto", "ON;TRUE": two words of one row of the knowledge files are one value, written as
 * the default is. Words for off that are kept may be two ways to do without something. */
static void keep_one_spelling(const Project *project, const Subject *subject,
                              const GPtrArray *decisions)
{
    const char *fallback = subject_default(subject->option);
    g_autoptr(GHashTable) kept = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        const ValueWord *word = knowledge_value_word(project->knowledge, decision->value->value);
        if (decision->rejected || word == NULL || strcmp(word->meaning, "off") == 0) {
            continue;
        }
        ValueDecision *before = g_hash_table_lookup(kept, word);
        gboolean better = before != NULL && g_strcmp0(decision->value->value, fallback) == 0;
        if (before != NULL) {
            reject(better ? before : decision, "it is another spelling of a value beside it");
        }
        if (before == NULL || better) {
            g_hash_table_insert(kept, (gpointer)word, decision);
        }
    }
}

GPtrArray *values_decide(const Project *project, const Subject *subject, Category category,
                         Arena *arena)
{
    GPtrArray *decisions = arena_array(arena);
    if ((subject->traits & TRAIT_BIT(TRAIT_CHOICE)) == 0) {
        return decisions;
    }
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const GPtrArray *values = subject->option->values;
    for (guint i = 0; i < values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(values, i);
        const Mentions *mentions =
            i < subject->values->len ? g_ptr_array_index(subject->values, i) : NULL;
        ValueDecision *decision =
            decide(project, subject->option, value, mentions, category, arena);
        if (value->value[0] == '\0') {
            reject(decision, "it is empty");
        } else if (is_for_debugging(subject, i)) {
            reject(decision, "it is for debugging");
        } else if (is_replaced(subject->option, value->value)) {
            reject(decision, "the build takes another value for it");
        } else if (!g_hash_table_add(seen, g_ascii_strdown(value->value, -1))) {
            reject(decision, "it is another spelling of a value before it");
        }
        g_ptr_array_add(decisions, decision);
    }
    keep_one_spelling(project, subject, decisions);
    if (category == CATEGORY_COMPILER) {
        reject_machines(project, subject, decisions);
    } else if (category == CATEGORY_SIMD) {
        reject_site_files(subject, decisions);
    }
    return decisions;
}
