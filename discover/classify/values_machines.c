/* Values that stand for somebody's machine, among compilers and among processors. */
#include "discover/classify/value_effects.h"
#include "discover/classify/values_internal.h"
#include <string.h>

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
        if (i != index && names_are_among(own, programs->pdata[i])) {
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
            value_reject(decisions->pdata[i],
                         "another value names the compiler without the machine");
        }
    }
}

/* Fewer are more likely compilers that nobody here knows. */
#define SITES_MIN 2u

/* So many flags that no other value gives are those of a compiler of its own. */
#define OWN_FLAGS_MIN 2u

/* Whether compilers are given flags for the value, and none of them for any other value: no two
 * compilers here have them in common. Where headers and libraries lie says nothing. */
static gboolean speaks_alone(const Option *option, const char *value)
{
    guint own = 0;
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->effect->kind != EFFECT_FLAG || link->values == NULL ||
            g_str_has_prefix(link->effect->name, "-I") ||
            g_str_has_prefix(link->effect->name, "-L") || !option_link_has_value(link, value)) {
            continue;
        }
        if (link->values->len > 1) {
            return FALSE;
        }
        own++;
    }
    return own >= OWN_FLAGS_MIN;
}

/* Whether the value stands for a machine by the programs that it builds with, `known` being those
 * of values that are called after compilers. Among few such values one that nothing is said of may
 * be a compiler that nobody here knows, and one that only names a technology is no machine. */
static gboolean builds_as_others(const Subject *subject, const GPtrArray *decisions,
                                 GHashTable *used, GHashTable *known, guint at, gboolean few)
{
    const ValueDecision *decision = decisions->pdata[at];
    if (!names_are_among(used, known)) {
        return FALSE;
    }
    return !few ||
           (g_hash_table_size(used) > 0 && at < subject->values->len && is_file(decision) &&
            (decision->technology == NULL || names_part(decision, subject->values->pdata[at])));
}

/* Among compilers the values that are called after none of them stand for machines of one site or
 * another: what they build with is what one that has a compiler's name does, or what nothing here
 * says. */
static void reject_sites(const Project *project, const Subject *subject, const GPtrArray *decisions,
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
        gboolean unheard_of = g_hash_table_size(programs->pdata[i]) == 0 &&
                              speaks_alone(subject->option, decision->value->value);
        if (!decision->rejected && !unheard_of && !is_named(project, decisions, programs, i)) {
            g_array_append_val(sites, i);
        }
    }
    if (sites->len < SITES_MIN || g_hash_table_size(known) == 0) {
        return;
    }
    gboolean few = sites->len < compilers;
    for (guint i = 0; i < sites->len; i++) {
        guint at = g_array_index(sites, guint, i);
        GHashTable *used = programs->pdata[at];
        if (builds_as_others(subject, decisions, used, known, at, few)) {
            value_reject(decisions->pdata[at],
                         g_hash_table_size(used) > 0
                             ? "it builds with compilers that other values are called after"
                             : "other values are called after compilers, and nothing says what it "
                               "builds with");
        } else if (machines && !few) {
            value_reject(decisions->pdata[at],
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
            value_reject(decision, "it is called after a machine, as most values beside it");
        }
    }
}

/* ---- variants of one value ------------------------------------------------------------------- */

/* What a word behind a compiler's name may choose beside it. */
#define CATEGORIES_BESIDE                                                                          \
    (1u << CATEGORY_COMPILER | 1u << CATEGORY_MPI | 1u << CATEGORY_THREADING |                     \
     1u << CATEGORY_GPU_BACKEND | 1u << CATEGORY_SIMD | 1u << CATEGORY_PRECISION |                 \
     1u << CATEGORY_TUNING | 1u << CATEGORY_LINEAR_ALGEBRA)

/* Fewer of one value are no machines. */
#define VARIANTS_MIN 2u

/* Whether something behind the first word of a value is a technology that may be chosen. */
static gboolean names_more(const Mentions *mentions)
{
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        if (mention->term->technology && mention->first + mention->count > 1 &&
            (CATEGORIES_BESIDE & (1u << mention->term->category)) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether all programs of one value that say something of a compiler are those of another: a
 * program of MPI starts whichever one is there. Of a value that brings none nothing is known. */
static gboolean builds_alike(const Project *project, GHashTable *some, GHashTable *all)
{
    GHashTableIter iterator;
    gpointer name = NULL;
    g_hash_table_iter_init(&iterator, some);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        const Term *term = knowledge_program(project->knowledge, name);
        gboolean starts_any = term != NULL && term->category == CATEGORY_MPI;
        if (!starts_any && !g_hash_table_contains(all, name)) {
            return FALSE;
        }
    }
    return g_hash_table_size(some) > 0;
}

/* "12" of "gcc-12", "2021.4" of "intel-2021.4": a compiler of its own, and no machine. */
static gboolean is_version(const char *text)
{
    return g_ascii_isdigit(*text) && text[strspn(text, "0123456789.")] == '\0';
}

/* The value that another one is a variant of for some machine or system: "intel" of
 * "intel_hilltop". G_MAXUINT for none. */
static guint base_of(const Project *project, const Subject *subject, const GPtrArray *decisions,
                     const GPtrArray *programs, guint index)
{
    const char *value = ((const ValueDecision *)decisions->pdata[index])->value->value;
    for (guint i = 0; i < decisions->len && index < subject->values->len; i++) {
        const ValueDecision *other = decisions->pdata[i];
        gsize length = strlen(other->value->value);
        if (length > 0 && !other->rejected && g_str_has_prefix(value, other->value->value) &&
            value[length] != '\0' && strchr("-_.", value[length]) != NULL &&
            !is_version(value + length + 1) && !names_more(subject->values->pdata[index]) &&
            builds_alike(project, programs->pdata[index], programs->pdata[i])) {
            return i;
        }
    }
    return G_MAXUINT;
}

/* "intel_hilltop" and "intel_valley" beside "intel" are that compiler on somebody's machine. The
 * value that has such variants is called after what it builds with, whatever that is. */
static void reject_variants(const Project *project, const Subject *subject,
                            const GPtrArray *decisions, const GPtrArray *programs)
{
    g_autofree guint *bases = g_new(guint, decisions->len);
    g_autofree guint *variants = g_new0(guint, decisions->len);
    for (guint i = 0; i < decisions->len; i++) {
        bases[i] = base_of(project, subject, decisions, programs, i);
        if (bases[i] != G_MAXUINT) {
            variants[bases[i]]++;
        }
    }
    for (guint i = 0; i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        if (variants[i] >= VARIANTS_MIN) {
            g_hash_table_add(programs->pdata[i], (gpointer)decision->value->value);
        }
        if (bases[i] != G_MAXUINT && variants[bases[i]] >= VARIANTS_MIN && !decision->rejected) {
            value_reject(decision, "another value names the compiler without the machine");
        }
    }
}

void values_reject_machines(const Project *project, const Subject *subject,
                            const GPtrArray *decisions)
{
    g_autoptr(GPtrArray) programs =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref);
    for (guint i = 0; i < decisions->len; i++) {
        const ValueDecision *decision = decisions->pdata[i];
        g_ptr_array_add(programs,
                        value_effects(subject->option, decision->value->value, EFFECT_PROGRAM));
    }
    reject_variants(project, subject, decisions, programs);
    gboolean machines = are_machines(project, subject, decisions, programs);
    reject_sites_of_others(project, subject, decisions, machines);
    reject_sites(project, subject, decisions, programs, machines);
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
            !option_link_has_value(link, value)) {
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

void values_reject_site_files(const Subject *subject, const GPtrArray *decisions)
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
            value_reject(decision, "nothing in its file is for one processor");
        }
    }
    for (guint i = 0; own >= SITES_MIN && i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        for (guint k = 0; is_file(decision) && k < sites->len; k++) {
            if (begin_alike(decision->value->value, sites->pdata[k])) {
                value_reject(decision, "it names the settings of a site, not a processor");
            }
        }
    }
}
