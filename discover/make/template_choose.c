/* Files that a variable or a target chooses: Make.$(arch), arch/$(ARCH).psmp, MAKE/Makefile.$@. */
#include "core/text_order.h"
#include "discover/make/template.h"
#include <string.h>

#define TEMPLATES_MAX 256u

int make_templates_compare(gconstpointer a, gconstpointer b)
{
    const MakeTemplate *x = a;
    const MakeTemplate *y = b;
    return strcmp(x->source->file->path, y->source->file->path);
}

MakeTemplates *make_templates_new(MakeReading *self, const char *wanted)
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

void make_templates_add(MakeTemplates *templates, MakeSource *source, const char *const *values)
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

gboolean make_read_pattern(MakeReading *self, const char *name, gboolean literal, GString *regex,
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

MakeSource *make_likely_source(MakeReading *self, const char *path)
{
    TreeKind kind = tree_kind_of(path);
    if (kind == TREE_CMAKE || kind == TREE_MESON || tree_kind_is_source(kind)) {
        return NULL;
    }
    MakeSource *source = make_source(self, path);
    /* Make would stop at an "else" of another language. */
    gboolean alike = source != NULL && source->file->assignments > 0 &&
                     source->file->stray_line == 0 &&
                     source->file->assignments * 2 >= source->file->statements->len / 4;
    return alike ? source : NULL;
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
    MakeSource *source = make_likely_source(self, path);
    if (source == NULL) {
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
    make_templates_add(templates, source, values);
}

/* "/arch/compilers/" of "$(TOP)/../arch//compilers/": what is certain of the folder that a path
 * with references leads to; NULL when nothing is. The caller frees it. */
static char *certain_folder(const char *written)
{
    const char *tail = NULL;
    for (const char *c = written; *c != '\0'; c++) {
        tail = *c == ')' || *c == '}' ? c + 1 : tail;
    }
    if (tail == NULL || *tail != '/') {
        return NULL;
    }
    g_auto(GStrv) parts = g_strsplit(tail, "/", -1);
    g_autoptr(GString) folder = g_string_new("/");
    for (guint i = 0; parts[i] != NULL; i++) {
        if (strcmp(parts[i], "..") == 0) {
            g_string_assign(folder, "/");
        } else if (*parts[i] != '\0' && strcmp(parts[i], ".") != 0) {
            g_string_append_printf(folder, "%s/", parts[i]);
        }
    }
    return folder->len > 1 ? g_string_free(g_steal_pointer(&folder), FALSE) : NULL;
}

/* `certain`: how the file's folder ends; NULL: no matter how. */
static gboolean lies_at(const char *path, const char *certain)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *whole = g_strconcat("/", folder, "/", NULL);
    return certain == NULL || g_str_has_suffix(whole, certain);
}

/* Where no file below the top folder fits: those of the only folder beside it that has some, which
 * people name as "$(TARGET)" ("../build/gcc"), or copy from. By any name where it is certain how
 * the folder is called. */
static void find_beside(MakeReading *self, const Choice *choice, const char *certain)
{
    const GPtrArray *files = tree_files(self->tree);
    g_autoptr(GPtrArray) fitting = g_ptr_array_new();
    g_autofree char *folder = NULL;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if ((certain == NULL ? file->kind != TREE_MAKE : !lies_at(file->path, certain)) ||
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

/* All files below the top folder that fit and lie there. */
static void find_below(MakeReading *self, const Choice *choice, const char *certain)
{
    GHashTableIter iterator;
    gpointer base = NULL;
    g_autoptr(GPtrArray) bases = g_ptr_array_new();
    g_hash_table_iter_init(&iterator, self->base_names);
    while (g_hash_table_iter_next(&iterator, &base, NULL)) {
        g_ptr_array_add(bases, base);
    }
    g_ptr_array_sort(bases, text_order);
    for (guint i = 0; i < bases->len; i++) {
        const GPtrArray *paths = g_hash_table_lookup(self->base_names, bases->pdata[i]);
        for (guint k = 0; k < paths->len; k++) {
            if (lies_at(paths->pdata[k], certain)) {
                add_matching(self, choice, paths->pdata[k]);
            }
        }
    }
}

void make_find_fitting_name(MakeReading *self, const MakeSource *by, MakeTemplates *templates,
                            GRegex *regex, const char *certain)
{
    const Choice choice = {by, templates, regex, NULL};
    find_below(self, &choice, certain);
    if (templates->files->len == 0 && *self->top != '\0') {
        find_beside(self, &choice, certain);
    }
    g_array_sort(templates->files, make_templates_compare);
}

void make_find_chosen(MakeReading *self, const MakeSource *by, const char *base_name,
                      const char *folder, const char *written)
{
    g_autoptr(GString) text = g_string_new("^");
    const char *choosers[MAKE_CHOOSERS_MAX] = {NULL};
    if (!make_read_pattern(self, base_name, folder != NULL && strcmp(folder, by->file->folder) != 0,
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
        templates = make_templates_new(self, wanted);
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
        g_autofree char *certain = certain_folder(written);
        find_below(self, &choice, certain);
        /* The reference may hold more than the way to the top. */
        if (templates->files->len == 0 && certain != NULL) {
            find_below(self, &choice, NULL);
        }
        if (templates->files->len == 0 && !targets && *self->top != '\0') {
            find_beside(self, &choice, certain);
            if (templates->files->len == 0 && certain != NULL) {
                find_beside(self, &choice, NULL);
            }
        }
    }
    g_array_sort(templates->files, make_templates_compare);
}
