#include "discover/classify/needed.h"
#include "core/path.h"
#include "discover/classify/included.h"
#include "discover/classify/words.h"

#include <string.h>

/* Libraries of these kinds have no stand-ins. Of others a project often has several, each with
 * files of its own that some makefile takes or leaves: networks, accelerators, BLAS. */
static gboolean is_only_one(Category category)
{
    return category == CATEGORY_LIBRARY || category == CATEGORY_IO || category == CATEGORY_FFT ||
           category == CATEGORY_MEMORY;
}

/* Files and folders that bear its name may be left out by makefiles that nobody follows. */
static gboolean is_called_after(const Project *project, const char *path, const Term *term)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Mentions) mentions = mentions_of_name(project->knowledge, arena, path);
    for (guint i = 0; i < mentions->mentions->len; i++) {
        if (g_array_index(mentions->mentions, Mention, i).term == term) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a file is always compiled, as far as its name tells. */
static gboolean is_plain_code(const Project *project, const char *path, const Term *term)
{
    return !project_is_side_path(project, path) && !project_is_others_path(project, path) &&
           !is_called_after(project, path, term);
}

/* Different names of headers that one technology is seen by. */
#define SEEN_MAX 64u

/* What a library's use by a build system is called in the table. The caller frees it. */
static char *use_key(const char *folder, const char *technology)
{
    return g_strconcat(technology, ":", folder, NULL);
}

/* "curl/curl.h" is "curl", "H5open" is "h5open", "libssh.h" is "ssh". The caller frees it. */
static char *plain_name(const char *text)
{
    char *name = g_ascii_strdown(text, (gssize)strcspn(text, "/."));
    gsize lib = g_str_has_prefix(name, "lib") && strlen(name) > 3 ? 3 : 0;
    memmove(name, name + lib, strlen(name + lib) + 1);
    return name;
}

/* A technology may be of several libraries: what was seen has to bear the name of this one. */
static gboolean is_seen(const GPtrArray *seen, const char *name)
{
    g_autofree char *plain = plain_name(name);
    for (guint i = 0; i < seen->len; i++) {
        const char *other = seen->pdata[i];
        if (g_str_has_prefix(other, plain) || g_str_has_prefix(plain, other)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_seen(GHashTable *needed, const char *key, const char *text)
{
    GPtrArray *seen = g_hash_table_lookup(needed, key);
    if (seen == NULL) {
        seen = g_ptr_array_new_with_free_func(g_free);
        g_hash_table_insert(needed, g_strdup(key), seen);
    }
    g_autofree char *name = plain_name(text);
    if (*name != '\0' && seen->len < SEEN_MAX &&
        !g_ptr_array_find_with_equal_func(seen, name, g_str_equal, NULL)) {
        g_ptr_array_add(seen, g_steal_pointer(&name));
    }
}

/* Path -> folder of the build system that compiles it whatever is given; of several the first. */
static GHashTable *built_sources(const Facts *facts)
{
    GHashTable *built = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->built->len; i++) {
        const BuiltSource *source = facts->built->pdata[i];
        if (!g_hash_table_contains(built, source->path)) {
            g_hash_table_insert(built, (gpointer)source->path, (gpointer)source->folder);
        }
    }
    return built;
}

GHashTable *needed_learn(const Project *project, const SourceIndex *sources)
{
    GHashTable *needed =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GHashTable) built = built_sources(project->facts);
    if (g_hash_table_size(built) > 0) {
        included_add(sources, built);
    }
    const GArray *hits = source_index_hits(sources);
    g_autofree gboolean *guarded = g_new0(gboolean, hits->len + 1);
    included_mark_guarded(sources, hits, guarded);
    for (guint i = 0; i < hits->len; i++) {
        const SourceHit *hit = &g_array_index(hits, SourceHit, i);
        const TreeFile *file = g_ptr_array_index(source_index_files(sources), hit->file);
        const Term *term = knowledge_term(project->knowledge, hit->technology);
        const char *folder = g_hash_table_lookup(built, file->path);
        if (guarded[i] || folder == NULL || term == NULL || !is_only_one(term->category)) {
            continue;
        }
        g_autofree char *key = use_key(folder, term->id);
        if (is_plain_code(project, file->path, term)) {
            add_seen(needed, key, hit->text);
        }
    }
    return needed;
}

/* The words of a mention as one. The caller frees it. */
static char *mentioned_text(const Mentions *mentions, const Mention *mention)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < mention->count; i++) {
        g_string_append(text, g_array_index(mentions->words, Word, mention->first + i).text);
    }
    return g_string_free(text, FALSE);
}

/* Whether all technologies that it is named after are used anyway, and there is one. */
static gboolean is_named_after_needed(const Project *project, const Subject *subject)
{
    guint count = 0;
    const GArray *mentions = subject->name->mentions;
    for (guint i = 0; i < mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions, Mention, i);
        if (mention->first < subject->prefix || !mention->term->has_category) {
            continue;
        }
        g_autofree char *key = use_key(subject->option->folder, mention->term->id);
        const GPtrArray *seen = g_hash_table_lookup(project->needed, key);
        g_autofree char *name = mentioned_text(subject->name, mention);
        if (!mention->term->technology || mention->factor != 1.0 || seen == NULL ||
            !is_seen(seen, name)) {
            return FALSE;
        }
        count++;
    }
    return count > 0;
}

/* "src/snapshot.o", "x.c": something that is built with it. */
static gboolean names_code(const char *value)
{
    static const char *const objects[] = {".o", ".lo", ".obj"};
    g_auto(GStrv) words = g_strsplit_set(value, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        for (guint k = 0; k < G_N_ELEMENTS(objects); k++) {
            if (g_str_has_suffix(words[i], objects[k])) {
                return TRUE;
            }
        }
        if (tree_kind_is_source(tree_kind_of(words[i]))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "X_HOME=/opt/x", "X_LIBS=-L${--with-x}/lib": where it is, or how to link it. */
static gboolean says_where(const char *value)
{
    if (value == NULL || value[0] == '\0') {
        return TRUE;
    }
    return !names_code(value) &&
           (value[0] == '-' || strpbrk(value, "/$") != NULL || strstr(value, " -") != NULL);
}

/* Whether code of the project asks for the macro. */
static gboolean is_asked_for(const Project *project, const SourceIndex *sources, const char *macro)
{
    const GArray *regions = source_index_regions(sources, macro);
    for (guint r = 0; regions != NULL && r < regions->len; r++) {
        const MacroRegion *region = &g_array_index(regions, MacroRegion, r);
        const TreeFile *file = g_ptr_array_index(source_index_files(sources), region->file);
        if (!project_is_side_path(project, file->path)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the effect is more than that the library is found. */
static gboolean decides(const Project *project, const SourceIndex *sources, const Effect *effect)
{
    switch (effect->kind) {
    case EFFECT_PACKAGE:
    case EFFECT_LINK:
    case EFFECT_FLAG:
    case EFFECT_PROGRAM:
    case EFFECT_OPTION:
        return FALSE;
    case EFFECT_VARIABLE:
        return !says_where(effect->detail);
    case EFFECT_MACRO:
    case EFFECT_DEFINITION:
        return is_asked_for(project, sources, effect->name);
    case EFFECT_SOURCE:
    case EFFECT_FOLDER:
    case EFFECT_LANGUAGE:
    case EFFECT_DOWNLOAD:
        return TRUE;
    }
    return TRUE;
}

static gboolean is_with_place(const Option *option)
{
    return option->builder == BUILDER_AUTOTOOLS && g_str_has_prefix(option->name, "--with-") &&
           (option->type == OPTION_BOOL || option->type == OPTION_PATH);
}

/* "not found(numa)", "not check(header numa.h)", or any of such: the build stops without it. */
static gboolean misses(const Condition *when, const char *plain)
{
    for (guint i = 0; when->kind == CONDITION_ANY && i < when->operand_count; i++) {
        if (misses(when->operands[i], plain)) {
            return TRUE;
        }
    }
    const Condition *atom = when->kind == CONDITION_NOT ? when->operands[0] : NULL;
    if (atom == NULL || atom->kind != CONDITION_ATOM ||
        (atom->subject_kind != CONDITION_SUBJECT_PACKAGE &&
         atom->subject_kind != CONDITION_SUBJECT_PROBE)) {
        return FALSE;
    }
    static const char header[] = "header ";
    gsize skipped = g_str_has_prefix(atom->subject, header) ? strlen(header) : 0;
    g_autofree char *found = plain_name(atom->subject + skipped);
    return strcmp(found, plain) == 0;
}

/* Whether the condition asks if the option has the word for leaving it out. */
static gboolean asks_for_off(const Project *project, const Condition *when, const char *name)
{
    for (guint i = 0; i < when->operand_count; i++) {
        if (asks_for_off(project, when->operands[i], name)) {
            return TRUE;
        }
    }
    if (when->kind != CONDITION_ATOM || when->subject_kind != CONDITION_SUBJECT_OPTION ||
        when->value == NULL || strcmp(when->subject, name) != 0) {
        return FALSE;
    }
    return knowledge_value_means(project->knowledge, when->value, MEANS_OFF);
}

/* Whether leaving it out is something that the script knows of. */
static gboolean may_be_left_out(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if (asks_for_off(project, effect->when, option->name)) {
            return TRUE;
        }
    }
    const GPtrArray *constraints = project->facts->constraints;
    for (guint i = 0; i < constraints->len; i++) {
        const Constraint *refused = constraints->pdata[i];
        if (asks_for_off(project, refused->when, option->name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Checks that are too many to tell: what is known of options would stand beside them, so they may
 * fail whatever is given. */
static gboolean is_any_of_many_checks(const Condition *when)
{
    return when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_PROBE &&
           when->relation == NULL && g_str_has_prefix(when->subject, CONDITION_MANY);
}

static gboolean has_mention(const Mentions *said, const char *name)
{
    for (guint i = 0; i < said->mentions->len; i++) {
        g_autofree char *other = mentioned_text(said, &g_array_index(said->mentions, Mention, i));
        if (strcmp(other, name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "could not find the BLAS library": whether the message names all technologies that the option is
 * named after, by the same word, of which there is one at least. */
static gboolean is_said_of(const Project *project, const char *message, const Subject *subject)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Mentions) said = mentions_of_sentence(project->knowledge, arena, message);
    guint count = 0;
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (mention->first < subject->prefix || !mention->term->technology) {
            continue;
        }
        g_autofree char *name = mentioned_text(subject->name, mention);
        if (!has_mention(said, name)) {
            return FALSE;
        }
        count++;
    }
    return count > 0;
}

/* A switch that the script always offers, and that is on by itself. */
static gboolean is_on_anyway(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        gboolean always = definition->exists == NULL || definition->exists->kind == CONDITION_TRUE;
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = definition->defaults->pdata[d];
            always = always && knowledge_value_means(project->knowledge, value->value, MEANS_ON);
        }
        if (!always) {
            return FALSE;
        }
    }
    return option->type == OPTION_BOOL;
}

/* BLAS is looked for in dozens of libraries, and the build stops where none of them is there. */
static gboolean is_missed_among_many(const Project *project, const Subject *subject)
{
    const Option *option = subject->option;
    const GPtrArray *constraints = project->facts->constraints;
    guint count = is_on_anyway(project, option) ? constraints->len : 0;
    for (guint i = 0; i < count; i++) {
        const Constraint *refused = constraints->pdata[i];
        if (is_any_of_many_checks(refused->when) && refused->message != NULL &&
            path_is_below(refused->at.path, option->folder) &&
            is_said_of(project, refused->message, subject)) {
            return !may_be_left_out(project, option);
        }
    }
    return FALSE;
}

/* Whether the condition says that nobody gave the option. */
static gboolean says_not_given(const Condition *when, const char *name)
{
    return when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_OPTION &&
           strcmp(when->subject, name) == 0 && g_strcmp0(when->relation, "=") == 0 &&
           *when->value == '\0';
}

/* "not check(file ${--with-x}/lib/x.conf)": it is not in the place that is given. */
static gboolean misses_in_place(const Condition *when, const char *name)
{
    const Condition *atom = when->kind == CONDITION_NOT ? when->operands[0] : NULL;
    if (atom == NULL || atom->kind != CONDITION_ATOM ||
        atom->subject_kind != CONDITION_SUBJECT_PROBE) {
        return FALSE;
    }
    g_autofree char *beginning = g_strdup_printf("file ${%s}/", name);
    return g_str_has_prefix(atom->subject, beginning);
}

/* "--with-x is empty and not found(x)", or that it is nowhere in the place: together with what the
 * script asks of a place, doing without is nothing that it knows. */
static gboolean misses_one_way(const Condition *when, const char *name, const char *plain)
{
    gboolean missing = FALSE;
    for (guint i = 0; when->kind == CONDITION_ALL && i < when->operand_count; i++) {
        const Condition *part = when->operands[i];
        gboolean absent = misses(part, plain) || misses_in_place(part, name);
        if (!absent && !says_not_given(part, name)) {
            return FALSE;
        }
        missing = missing || absent;
    }
    return missing;
}

/* Whether the build stops where what the option is called after is not found, whatever is given or
 * while nobody says where it is. */
static gboolean is_refused_without(const Project *project, const Option *option)
{
    if (option->type != OPTION_PATH || may_be_left_out(project, option)) {
        return FALSE;
    }
    g_autofree char *plain = plain_name(option->name + strlen("--with-"));
    const GPtrArray *constraints = project->facts->constraints;
    for (guint i = 0; i < constraints->len; i++) {
        const Constraint *refused = constraints->pdata[i];
        if (path_is_below(refused->at.path, option->folder) &&
            (misses(refused->when, plain) || misses_one_way(refused->when, option->name, plain))) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean needed_anyway(const Project *project, const Subject *subject, const SourceIndex *sources)
{
    const Option *option = subject->option;
    if (project->needed == NULL || !is_with_place(option) ||
        subject_is_off_by_default(project->knowledge, option) ||
        (!is_named_after_needed(project, subject) && !is_refused_without(project, option) &&
         !is_missed_among_many(project, subject))) {
        return FALSE;
    }
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        if (decides(project, sources, link->effect)) {
            return FALSE;
        }
    }
    return TRUE;
}
