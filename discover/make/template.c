/* Files that people copy or choose: make.inc.example, Make.$(arch), arch/$(ARCH).psmp,
 * MAKE/Makefile.$@. */
#include "discover/make/reading.h"
#include <string.h>

#define TEMPLATES_MAX 256u
/* Texts of variables that are looked at as names of included files, in all makefiles together. */
#define INCLUDE_TEXTS_MAX 256u
/* A sibling belongs to a template when it assigns this share of what the template does. */
#define SIBLING_SHARE 0.5
#define SIBLING_NAMES_MIN 3u

static int compare_files(gconstpointer a, gconstpointer b)
{
    const MakeTemplate *x = a;
    const MakeTemplate *y = b;
    return strcmp(x->source->file->path, y->source->file->path);
}

static MakeTemplates *templates_new(MakeReading *self, const char *wanted)
{
    MakeTemplates *templates = arena_new0(self->scratch, MakeTemplates);
    templates->wanted = arena_intern(self->scratch, wanted);
    templates->at = self->at;
    templates->files = g_array_new(FALSE, TRUE, sizeof(MakeTemplate));
    g_ptr_array_add(self->templates, templates);
    return templates;
}

MakeTemplates *make_templates_for(const MakeReading *self, const char *base_name)
{
    for (guint i = 0; i < self->templates->len; i++) {
        MakeTemplates *templates = self->templates->pdata[i];
        if (strcmp(templates->wanted, base_name) == 0) {
            return templates;
        }
    }
    return NULL;
}

static void add_file(MakeTemplates *templates, MakeSource *source, const char *const *values)
{
    for (guint i = 0; i < templates->files->len; i++) {
        if (g_array_index(templates->files, MakeTemplate, i).source == source) {
            return;
        }
    }
    if (templates->files->len < TEMPLATES_MAX) {
        MakeTemplate file = {.source = source};
        for (guint i = 0; values != NULL && i < MAKE_CHOOSERS_MAX; i++) {
            file.values[i] = values[i];
        }
        g_array_append_val(templates->files, file);
    }
}

/* ---- files that are chosen ------------------------------------------------------------------- */

/* The variable that a reference reads, blanks around its value left out or not; NULL for any other
 * reference. The caller frees it. */
static char *referred_name(const char *begin, const char *end)
{
    if (begin[1] == '@') {
        return g_strdup(OPTION_TARGETS);
    }
    g_autofree char *inner = g_strndup(begin + 2, end > begin + 3 ? (gsize)(end - begin - 3) : 0);
    static const char strip[] = "strip ";
    if (g_str_has_prefix(inner, strip)) {
        const char *within = inner + strlen(strip);
        within += strspn(within, " \t");
        return *within == '$' && make_is_reference(within)
                   ? referred_name(within, within + strlen(within))
                   : NULL;
    }
    return make_is_name(inner) ? g_steal_pointer(&inner) : NULL;
}

/* What stands for references in a name is what chooses. FALSE when the name has no text of its own
 * (unless `literal`: its folder has), or too many references. */
static gboolean read_pattern(MakeReading *self, const char *name, gboolean literal, GString *regex,
                             const char **choosers)
{
    guint count = 0;
    while (*name != '\0') {
        if (*name != '$') {
            g_autofree char *escaped = g_regex_escape_string(name, 1);
            g_string_append(regex, escaped);
            literal = literal || g_ascii_isalnum(*name);
            name++;
            continue;
        }
        const char *end = make_reference_end(name);
        g_autofree char *chooser = referred_name(name, end);
        if (count == MAKE_CHOOSERS_MAX || chooser == NULL) {
            return FALSE;
        }
        choosers[count++] = arena_intern(self->scratch, chooser);
        /* "Linux-ftn-cray" for "$(OS)-$(FORT)": what follows a mark may have more of them. */
        g_string_append(regex, "(.+?)");
        name = end;
    }
    return literal && count > 0;
}

/* A file that is chosen like a makefile has to look like one. */
static gboolean is_makefile(const MakeSource *source)
{
    return source != NULL && source->file->assignments > 0 &&
           source->file->assignments * 2 >= source->file->statements->len / 4;
}

/* The targets that a makefile has; NULL when it takes any. */
static GHashTable *named_targets(const MakeFile *file)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind != MAKE_RULE) {
            continue;
        }
        if (strpbrk(statement->targets, "%$") != NULL) {
            return NULL;
        }
        g_auto(GStrv) targets = g_strsplit_set(statement->targets, " \t", -1);
        for (guint k = 0; targets[k] != NULL; k++) {
            g_hash_table_add(names, g_strdup(targets[k]));
        }
    }
    return g_hash_table_contains(names, ".DEFAULT") ? NULL : g_steal_pointer(&names);
}

/* What chooses among files of a pattern. */
typedef struct {
    const MakeSource *by;
    MakeTemplates *templates;
    GRegex *regex;
    GHashTable *targets; /* that files may be named after; NULL: any */
} Choice;

static void add_matching(MakeReading *self, const Choice *choice, const char *path)
{
    MakeTemplates *templates = choice->templates;
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(choice->regex, make_last_part(path), 0, &match)) {
        return;
    }
    MakeSource *source = make_source(self, path);
    if (!is_makefile(source)) {
        return;
    }
    const char *values[MAKE_CHOOSERS_MAX] = {NULL};
    for (guint i = 0; i < MAKE_CHOOSERS_MAX && templates->choosers[i] != NULL; i++) {
        g_autofree char *value = g_match_info_fetch(match, (int)i + 1);
        values[i] = arena_intern(self->arena, value);
        if (choice->targets != NULL && strcmp(templates->choosers[i], OPTION_TARGETS) == 0 &&
            !g_hash_table_contains(choice->targets, value)) {
            return;
        }
    }
    source->central = source->central || choice->by->central;
    add_file(templates, source, values);
}

/* Where no file below the top folder fits: those of the only folder beside it that has some, which
 * people name as "$(TARGET)" ("../build/gcc"), or copy from. */
static void find_beside(MakeReading *self, const Choice *choice)
{
    const GPtrArray *files = tree_files(self->tree);
    g_autoptr(GPtrArray) fitting = g_ptr_array_new();
    g_autofree char *folder = NULL;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (file->kind != TREE_MAKE ||
            !g_regex_match(choice->regex, make_last_part(file->path), 0, NULL)) {
            continue;
        }
        g_autofree char *own = g_path_get_dirname(file->path);
        if (folder != NULL && strcmp(own, folder) != 0) {
            return;
        }
        g_free(folder);
        folder = g_steal_pointer(&own);
        g_ptr_array_add(fitting, (gpointer)file->path);
    }
    for (guint i = 0; fitting->len > 1 && i < fitting->len; i++) {
        add_matching(self, choice, fitting->pdata[i]);
    }
}

static int compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Whether the file lies where a path with references ends, "$(TOP)/arch/compilers/". */
static gboolean lies_at(const char *path, const char *written)
{
    const char *last = strrchr(written, ')') > strrchr(written, '}') ? strrchr(written, ')')
                                                                     : strrchr(written, '}');
    const char *tail = last != NULL ? last + 1 : "";
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *whole = g_strconcat("/", folder, "/", NULL);
    return *tail != '/' || g_str_has_suffix(whole, tail);
}

/* All files below the top folder whose name fits, and that lie where `written`, the path in front
 * of the name, ends; or only those of one folder. */
static void find_chosen(MakeReading *self, const MakeSource *by, const char *base_name,
                        const char *folder, const char *written)
{
    g_autoptr(GString) text = g_string_new("^");
    const char *choosers[MAKE_CHOOSERS_MAX] = {NULL};
    if (!read_pattern(self, base_name, folder != NULL && strcmp(folder, by->file->folder) != 0,
                      text, choosers)) {
        return;
    }
    g_string_append_c(text, '$');
    g_autoptr(GRegex) regex = g_regex_new(text->str, G_REGEX_RAW, 0, NULL);
    if (regex == NULL) {
        return;
    }
    gboolean targets = strcmp(choosers[0], OPTION_TARGETS) == 0;
    const char *wanted = targets ? OPTION_TARGETS : base_name;
    MakeTemplates *templates = make_templates_for(self, wanted);
    if (templates == NULL) {
        templates = templates_new(self, wanted);
        memcpy(templates->choosers, choosers, sizeof choosers);
    }
    g_autoptr(GHashTable) names = targets ? named_targets(by->file) : NULL;
    const Choice choice = {by, templates, regex, names};
    if (folder != NULL) {
        const GPtrArray *children = tree_children(self->tree, folder);
        for (guint i = 0; children != NULL && i < children->len; i++) {
            const char *path = make_path(self, folder, children->pdata[i]);
            if (path != NULL && tree_find(self->tree, path) != NULL) {
                add_matching(self, &choice, path);
            }
        }
    } else {
        GHashTableIter iterator;
        gpointer base = NULL;
        gpointer paths = NULL;
        g_autoptr(GPtrArray) bases = g_ptr_array_new();
        g_hash_table_iter_init(&iterator, self->base_names);
        while (g_hash_table_iter_next(&iterator, &base, NULL)) {
            g_ptr_array_add(bases, base);
        }
        g_ptr_array_sort(bases, compare_texts);
        for (guint i = 0; i < bases->len; i++) {
            paths = g_hash_table_lookup(self->base_names, bases->pdata[i]);
            for (guint k = 0; k < ((GPtrArray *)paths)->len; k++) {
                if (lies_at(((GPtrArray *)paths)->pdata[k], written)) {
                    add_matching(self, &choice, ((GPtrArray *)paths)->pdata[k]);
                }
            }
        }
        if (templates->files->len == 0 && !targets && *self->top != '\0') {
            find_beside(self, &choice);
        }
    }
    g_array_sort(templates->files, compare_files);
}

/* ---- files that are copied ------------------------------------------------------------------- */

/* What files are called that stand for others. */
static const char *const general_words[] = {"generic", "default", "example", "template", "sample"};

gboolean make_is_general(const char *base)
{
    g_autofree char *lower = g_ascii_strdown(base, -1);
    for (guint i = 0; i < G_N_ELEMENTS(general_words); i++) {
        if (strstr(lower, general_words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "build-default.conf" for "build.conf". */
static gboolean is_general_of(const char *base, const char *wanted)
{
    const char *dot = strrchr(wanted, '.');
    gsize stem = dot != NULL ? (gsize)(dot - wanted) : 0;
    if (stem == 0 || strncmp(base, wanted, stem) != 0 || strchr("._-", base[stem]) == NULL ||
        !g_str_has_suffix(base, dot)) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(general_words); i++) {
        gsize length = strlen(general_words[i]);
        if (base[stem] != '\0' && strncmp(base + stem + 1, general_words[i], length) == 0 &&
            strcmp(base + stem + 1 + length, dot) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "make.inc.example", "make.inc-gfortran" or "example.make.inc" for "make.inc". */
static gboolean is_variant(const char *base, const char *wanted)
{
    gsize length = strlen(wanted);
    gsize whole = strlen(base);
    if (is_general_of(base, wanted)) {
        return TRUE;
    }
    if (whole <= length + 1) {
        return FALSE;
    }
    const char *end = base + whole - length;
    return (g_str_has_prefix(base, wanted) && strchr("._-", base[length]) != NULL) ||
           (strcmp(end, wanted) == 0 && strchr("._-", end[-1]) != NULL);
}

static GHashTable *assigned_names(const MakeFile *file)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL) {
            g_hash_table_add(names, (gpointer)statement->name);
        }
    }
    return names;
}

/* The other files of a template's folder that assign much the same. */
static void add_siblings(MakeReading *self, MakeTemplates *templates, const MakeFile *file)
{
    g_autoptr(GHashTable) names = assigned_names(file);
    const GPtrArray *children = tree_children(self->tree, file->folder);
    if (g_hash_table_size(names) < SIBLING_NAMES_MIN) {
        return;
    }
    for (guint i = 0; children != NULL && i < children->len; i++) {
        const char *path = make_path(self, file->folder, children->pdata[i]);
        if (path == NULL || tree_find(self->tree, path) == NULL ||
            tree_kind_of(path) != TREE_MAKE || strcmp(path, file->path) == 0) {
            continue;
        }
        MakeSource *sibling = make_source(self, path);
        if (sibling == NULL || sibling->file->rules > 0) {
            continue;
        }
        g_autoptr(GHashTable) others = assigned_names(sibling->file);
        guint shared = 0;
        GHashTableIter iterator;
        gpointer name = NULL;
        g_hash_table_iter_init(&iterator, names);
        while (g_hash_table_iter_next(&iterator, &name, NULL)) {
            shared += g_hash_table_contains(others, name) ? 1 : 0;
        }
        if (shared >= SIBLING_SHARE * g_hash_table_size(names)) {
            add_file(templates, sibling, NULL);
        }
    }
}

/* The one that tells most; the first of several. */
static guint find_fullest(const GArray *files)
{
    guint best = 0;
    guint most = 0;
    for (guint i = 0; i < files->len; i++) {
        const MakeFile *file = g_array_index(files, MakeTemplate, i).source->file;
        if (file->assignments + file->commented > most) {
            most = file->assignments + file->commented;
            best = i;
        }
    }
    return best;
}

/* The file that stands for all: one that says so by its name, else the one that tells most. */
static void put_general_first(GArray *files)
{
    guint best = find_fullest(files);
    gsize best_length = G_MAXSIZE;
    for (guint i = 0; i < files->len; i++) {
        const char *path = g_array_index(files, MakeTemplate, i).source->file->path;
        if (make_is_general(path) && strlen(path) < best_length) {
            best = i;
            best_length = strlen(path);
        }
    }
    for (guint i = best; i > 0; i--) {
        MakeTemplate swap = g_array_index(files, MakeTemplate, i);
        g_array_index(files, MakeTemplate, i) = g_array_index(files, MakeTemplate, i - 1);
        g_array_index(files, MakeTemplate, i - 1) = swap;
    }
}

/* Whether a folder has its name from a file, "config" or "configs" from "config.mk". */
static gboolean is_named_after(const char *folder, const char *wanted, gsize stem)
{
    const char *name = make_last_part(folder);
    return strncmp(name, wanted, stem) == 0 &&
           (name[stem] == '\0' || strcmp(name + stem, "s") == 0);
}

/* "config/gcc.mk" and "config/cluster.mk" for a "config.mk" that is nowhere: one of them is
 * copied. A single one is no choice, and who names a file of the folder says what it is for. */
static void add_from_folder(MakeReading *self, MakeTemplates *templates, const char *wanted)
{
    const char *dot = strrchr(wanted, '.');
    gsize stem = dot != NULL ? (gsize)(dot - wanted) : 0;
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer base = NULL;
    gpointer paths = NULL;
    g_hash_table_iter_init(&iterator, self->base_names);
    while (stem > 0 && g_hash_table_iter_next(&iterator, &base, &paths)) {
        for (guint i = 0; g_str_has_suffix(base, dot) && i < ((GPtrArray *)paths)->len; i++) {
            const char *path = ((GPtrArray *)paths)->pdata[i];
            g_autofree char *folder = g_path_get_dirname(path);
            MakeSource *source =
                is_named_after(folder, wanted, stem) ? make_source(self, path) : NULL;
            if (is_makefile(source) && source->file->rules == 0 && source->included_by == NULL) {
                g_ptr_array_add(found, source);
            }
        }
    }
    for (guint i = 0; found->len > 1 && i < found->len; i++) {
        add_file(templates, found->pdata[i], NULL);
    }
}

static void find_copied(MakeReading *self, const char *wanted)
{
    MakeTemplates *templates = templates_new(self, wanted);
    GHashTableIter iterator;
    gpointer base = NULL;
    gpointer paths = NULL;
    g_hash_table_iter_init(&iterator, self->base_names);
    while (g_hash_table_iter_next(&iterator, &base, &paths)) {
        for (guint i = 0; is_variant(base, wanted) && i < ((GPtrArray *)paths)->len; i++) {
            MakeSource *source = make_source(self, ((GPtrArray *)paths)->pdata[i]);
            if (is_makefile(source)) {
                add_file(templates, source, NULL);
            }
        }
    }
    if (templates->files->len == 0) {
        add_from_folder(self, templates, wanted);
    }
    g_array_sort(templates->files, compare_files);
    for (guint i = 0, count = templates->files->len; i < count; i++) {
        add_siblings(self, templates,
                     g_array_index(templates->files, MakeTemplate, i).source->file);
    }
    g_array_sort(templates->files, compare_files);
    put_general_first(templates->files);
}

/* ---- what names them ------------------------------------------------------------------------- */

/* A file that makefiles of several folders include configures all of them. */
static void note_included(MakeSource *source, MakeSource *by)
{
    gboolean begins = tree_kind_of(by->file->path) == TREE_MAKE && by->file->rules > 0;
    source->central = source->central || by->central ||
                      (begins && source->included_by != NULL &&
                       strcmp(source->included_by->file->folder, by->file->folder) != 0);
    source->included_by = source->included_by != NULL || !begins ? source->included_by : by;
}

/* A name without references is one file; else every file of that name may be meant. FALSE when
 * there is none. */
static gboolean include_known(MakeReading *self, MakeSource *by, const char *word, const char *base)
{
    const char *path = strchr(word, '$') == NULL ? make_path(self, by->file->folder, word) : NULL;
    const TreeFile *file = path != NULL ? tree_find(self->tree, path) : NULL;
    const GPtrArray *paths = g_hash_table_lookup(self->base_names, base);
    guint count = paths != NULL ? paths->len : 0;
    for (guint i = 0; i < (file != NULL ? 1 : count); i++) {
        MakeSource *source = make_source(self, file != NULL ? file->path : paths->pdata[i]);
        if (source != NULL && source != by) {
            note_included(source, by);
        }
    }
    return file != NULL || count > 0;
}

/* The first text that the file assigns to what the word refers to; NULL when there is none.
 * `others`: whether it assigns any other. */
static const char *assigned_text(const MakeFile *file, const char *word, gboolean *others)
{
    g_autofree char *name = g_strndup(word + 2, strlen(word) - 3);
    const char *text = NULL;
    *others = FALSE;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL &&
            strcmp(statement->name, name) == 0) {
            *others = *others || text != NULL;
            text = text != NULL ? text : statement->value;
        }
    }
    return text;
}

/* The same when it is a constant. */
static const char *constant_of(const MakeFile *file, const char *word)
{
    gboolean others = FALSE;
    const char *text = assigned_text(file, word, &others);
    return text != NULL && strchr(text, '$') == NULL ? text : NULL;
}

char **make_include_words(const MakeFile *file, const char *text)
{
    g_autofree char *plain = g_strstrip(g_strdup(text));
    gboolean others = FALSE;
    const char *assigned = make_is_reference(plain) ? assigned_text(file, plain, &others) : NULL;
    const char *word = assigned != NULL && !others ? assigned : plain;
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    while (*word != '\0') {
        /* Blanks within a reference are none between words. */
        const char *end = word;
        while (*end != '\0' && strchr(" \t", *end) == NULL) {
            end = *end == '$' && end[1] != '\0' ? make_reference_end(end) : end + 1;
        }
        if (end > word) {
            g_autofree char *one = g_strndup(word, (gsize)(end - word));
            g_strv_builder_add(words, one);
        }
        word = end + strspn(end, " \t");
    }
    return g_strv_builder_end(words);
}

const char *make_include_base(const MakeFile *file, const char *word)
{
    const char *base = make_last_part(word);
    /* "SETTINGS ?= build.conf", and nothing else is said of it. */
    const char *constant = make_is_reference(base) ? constant_of(file, base) : NULL;
    gboolean name = constant != NULL && *constant != '\0' && strpbrk(constant, " \t/") == NULL;
    return name ? constant : base;
}

static void look_at_name(MakeReading *self, MakeSource *by, const char *word)
{
    const MakeFile *file = by->file;
    const char *base = make_include_base(file, word);
    word = base != make_last_part(word) ? base : word;
    /* Hidden files and lists of dependencies are made by the build. */
    if (*base == '\0' || *base == '.' || strchr(base, '%') != NULL ||
        g_str_has_suffix(base, ".d") || strstr(base, ".d)") != NULL ||
        make_templates_for(self, base) != NULL) {
        return;
    }
    if (strchr(base, '$') == NULL) {
        if (!include_known(self, by, word, base)) {
            find_copied(self, base);
            gboolean found = make_templates_for(self, base)->files->len > 0;
            by->hands_on = found || *word != '$' ? by->hands_on : self->at.line;
        }
        return;
    }
    g_autofree char *folder = g_strndup(word, (gsize)(base - word));
    const char *near = strchr(folder, '$') == NULL && *folder != '\0'
                           ? make_path(self, file->folder, folder)
                           : NULL;
    find_chosen(self, by, base, near, folder);
}

/* "ifneq ($(SITE),)", "FILE = arch/$(SITE).mk", "else", "FILE = arch.mk": any of them. */
static void look_at_include(MakeReading *self, MakeSource *by, const char *word)
{
    const MakeFile *file = by->file;
    gboolean others = FALSE;
    if (!make_is_reference(word) || assigned_text(file, word, &others) == NULL || !others) {
        look_at_name(self, by, word);
        return;
    }
    g_autofree char *name = g_strndup(word + 2, strlen(word) - 3);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind != MAKE_ASSIGNMENT || statement->targets != NULL ||
            strcmp(statement->name, name) != 0 || strpbrk(statement->value, " \t") != NULL ||
            make_is_reference(statement->value) ||
            !g_hash_table_add(seen, (gpointer)statement->value)) {
            continue;
        }
        if (self->include_texts == INCLUDE_TEXTS_MAX) {
            make_ledger(self, "limit: alternatives of a variable", name, name);
            return;
        }
        self->include_texts++;
        look_at_name(self, by, statement->value);
    }
}

/* "cp MAKE/Makefile.$@ ..." in a recipe: files that are named after targets. */
static void look_at_recipe(MakeReading *self, const MakeSource *by, const char *command)
{
    const MakeFile *file = by->file;
    if (strstr(command, "$@") == NULL) {
        return;
    }
    g_auto(GStrv) words = g_strsplit_set(command, " \t\"';|&()[]", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *base = make_last_part(words[i]);
        const char *target = strstr(base, "$@");
        gsize literal = target != NULL ? (gsize)(target - base) : 0;
        g_autofree char *folder = g_strndup(words[i], (gsize)(base - words[i]));
        if (literal == 0 || strchr(folder, '$') != NULL || target[2] != '\0') {
            continue;
        }
        const char *near = make_path(self, file->folder, *folder != '\0' ? folder : ".");
        if (near != NULL && tree_is_folder(self->tree, near)) {
            find_chosen(self, by, base, near, folder);
        }
    }
}

/* "$(MAKE) -f Makefile.other": a makefile by another name. */
static void look_at_command(MakeReading *self, MakeSource *by, const char *command)
{
    const char *option = strstr(command, " -f ");
    if (option == NULL || strstr(command, "MAKE") == NULL) {
        return;
    }
    const char *begin = option + strlen(" -f ");
    begin += strspn(begin, " ");
    const char *end = *begin == '$' ? make_reference_end(begin) : begin;
    g_autofree char *word = g_strndup(begin, (gsize)(end - begin) + strcspn(end, " \t);"));
    const char *name = make_is_reference(word) ? constant_of(by->file, word) : word;
    if (name == NULL || strchr(name, '$') != NULL) {
        return;
    }
    const char *path = make_path(self, by->file->folder, name);
    MakeSource *source = path != NULL ? make_source(self, path) : NULL;
    /* The command may have gone to another folder before. */
    source = source != NULL ? source : make_only_source(self, make_last_part(name));
    if (source != NULL && source != by) {
        source->begins = TRUE;
        source->central = source->central || by->central;
    }
}

/* Files that are included and hold nothing but settings, some of them switched off, are meant to be
 * edited in place. */
#define EDITED_COMMENTED_MIN 3u

/* Whether enough of what is switched off stands outside of tests: what a file says of one machine
 * or another is for whoever knows that machine. */
static gboolean offers_settings(const MakeFile *file)
{
    guint depth = 0;
    guint offered = 0;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        depth += statement->kind == MAKE_IF ? 1 : 0;
        depth -= statement->kind == MAKE_ENDIF && depth > 0 ? 1 : 0;
        offered += statement->kind == MAKE_COMMENTED && depth == 0 ? 1 : 0;
    }
    return offered >= EDITED_COMMENTED_MIN;
}

static void look_at(MakeReading *self, MakeSource *source)
{
    const MakeFile *file = source->file;
    g_autoptr(GHashTable) included = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint k = 0; k < file->statements->len; k++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, k);
        self->at = (Span){file->path, statement->line, 0};
        if (statement->kind == MAKE_RECIPE) {
            look_at_recipe(self, source, statement->value);
            look_at_command(self, source, statement->value);
        } else if (statement->kind == MAKE_ASSIGNMENT) {
            look_at_command(self, source, statement->value);
        } else if (statement->kind == MAKE_INCLUDE &&
                   g_hash_table_add(included, (gpointer)statement->value)) {
            g_auto(GStrv) words = make_include_words(file, statement->value);
            for (guint w = 0; words[w] != NULL; w++) {
                look_at_include(self, source, words[w]);
            }
        }
    }
}

gboolean make_is_chosen(const MakeReading *self, const char *path)
{
    for (guint i = 0; i < self->templates->len; i++) {
        const MakeTemplates *templates = self->templates->pdata[i];
        for (guint f = 0; templates->choosers[0] != NULL && f < templates->files->len; f++) {
            const MakeSource *source = g_array_index(templates->files, MakeTemplate, f).source;
            if (strcmp(source->file->path, path) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

void make_find_templates(MakeReading *self, MakeSource *top)
{
    top->central = TRUE;
    look_at(self, top);
    /* Included files may include others, so that the list grows while it is gone through. */
    for (guint i = 0; i < self->order->len; i++) {
        if (self->order->pdata[i] != top) {
            look_at(self, self->order->pdata[i]);
        }
    }
    for (guint i = 0; i < self->templates->len; i++) {
        const MakeTemplates *templates = self->templates->pdata[i];
        for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
            MakeVariable *chooser = make_variable(self, templates->choosers[k]);
            chooser->chooses = chooser->chooses || templates->files->len > 0;
        }
    }
    for (guint i = 0; i < self->order->len; i++) {
        MakeSource *source = self->order->pdata[i];
        /* A file that a variable chooses is edited by nobody, unless a person gives that one. */
        source->edited = source->file->rules == 0 && offers_settings(source->file) &&
                         !make_is_chosen(self, source->file->path);
    }
}

gboolean make_is_of_site(const MakeFile *file)
{
    static const char *const signs[] = {"module load ", "module swap ",   "module switch ",
                                        "module add ",  "module unload ", "module purge",
                                        "#SBATCH ",     "#PBS ",          "#MSUB "};
    for (guint i = 0; i < G_N_ELEMENTS(signs); i++) {
        if (strstr(file->text, signs[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Files for more machines than anybody chooses among, a quarter of which say how one site's is
 * used: whoever builds elsewhere copies one and edits it, so that they are samples, and no values.
 */
#define SITES_SHARE 4u

static gboolean are_samples(MakeReading *self, const MakeTemplates *templates)
{
    guint sites = 0;
    for (guint f = 0; f < templates->files->len; f++) {
        const MakeSource *source = g_array_index(templates->files, MakeTemplate, f).source;
        sites += make_is_of_site(source->file) ? 1 : 0;
    }
    return make_variable(self, templates->choosers[0])->from_environment &&
           templates->files->len > MAKE_CHOSEN_MAX && sites * SITES_SHARE >= templates->files->len;
}

static void turn_into_samples(MakeReading *self, MakeTemplates *templates)
{
    for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
        make_variable(self, templates->choosers[k])->chooses = FALSE;
        templates->choosers[k] = NULL;
    }
    put_general_first(templates->files);
}

void make_mark_edited(MakeReading *self)
{
    for (guint i = 0; i < self->templates->len; i++) {
        MakeTemplates *templates = self->templates->pdata[i];
        gboolean given = FALSE;
        gboolean computed = FALSE;
        for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
            MakeRole role = make_variable(self, templates->choosers[k])->role;
            given = given || role == ROLE_OPTION;
            computed = computed || (role != ROLE_OPTION && role != ROLE_PLATFORM);
        }
        given = (given || templates->choosers[0] == NULL) && !computed;
        for (guint f = 0; given && f < templates->files->len; f++) {
            MakeSource *source = g_array_index(templates->files, MakeTemplate, f).source;
            source->edited = source->central = TRUE;
        }
        if (given && templates->choosers[0] != NULL && are_samples(self, templates)) {
            turn_into_samples(self, templates);
        }
    }
}
