/* Lists of definitions of several kinds:
 *     DFLAGS += -DHDF5
 *     #DFLAGS += -DPRECISION=1
 *     OPTS = -DMPI -DSINGLE
 * and what a comment explains: "# -DHDF5   write files of that kind". */
#include "discover/make/definition_list.h"
#include "discover/make/comment.h"
#include <string.h>

#define LISTED_MAX 2000u
/* Lines that tell of one definition. */
#define LISTED_PLACES_MAX 64u

typedef struct {
    MakeReading *reading;
    GPtrArray *list;       /* ListedDefinition *, in order of first mention */
    GHashTable *by_name;   /* -> ListedDefinition * */
    GHashTable *offered;   /* variable and file: a line in a comment adds something there */
    GHashTable *uses;      /* variables that lines in comments refer to */
    GHashTable *decided;   /* macros that conditionals decide about */
    GHashTable *explained; /* macro and file -> what a comment of the file says of it */
    GHashTable *read;      /* paths of files that were looked at */
    GHashTable *family;    /* paths of makefiles of which people name one; empty: there are none */
} Lists;

static void listed_free(gpointer data)
{
    ListedDefinition *self = data;
    g_array_unref(self->places);
    g_free(self);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* The part behind "-D" of "-DNAME" or "-DNAME=VALUE" without references in it; NULL for anything
 * else. A reference in front may stand for "-D" where compilers differ: "$(D)NAME". */
static const char *definition_of_word(MakeReading *self, const char *word)
{
    const char *text = word;
    if (*word == '$' && *make_reference_end(word) != '\0' && strchr(word + 1, '$') == NULL) {
        g_autoptr(GArray) ways = make_expand(self, word, GUARD_TRUE);
        for (guint i = 0; i < ways->len && *text == '$'; i++) {
            const char *way = g_array_index(ways, MakeAlternative, i).text;
            text = g_str_has_prefix(way, "-D") ? way : text;
        }
    }
    if (!g_str_has_prefix(text, "-D") || strpbrk(text, "$\"'\\`") != NULL ||
        unknown_text_has_hole(text)) {
        return NULL;
    }
    g_autofree char *name = g_strndup(text + 2, strcspn(text + 2, "="));
    return make_is_name(name) && strpbrk(name, ".-") == NULL ? text + 2 : NULL;
}

static ListedDefinition *listed_of(Lists *self, const char *variable, const char *definition)
{
    Arena *arena = self->reading->arena;
    const char *macro = arena_strndup(arena, definition, strcspn(definition, "="));
    const char *name = arena_printf(arena, "%s" OPTION_LISTED "%s", variable, macro);
    ListedDefinition *listed = g_hash_table_lookup(self->by_name, name);
    if (listed == NULL && self->list->len < LISTED_MAX) {
        listed = g_new0(ListedDefinition, 1);
        *listed = (ListedDefinition){.name = name,
                                     .variable = arena_intern(arena, variable),
                                     .macro = macro,
                                     .places = g_array_new(FALSE, FALSE, sizeof(ListedPlace))};
        g_ptr_array_add(self->list, listed);
        g_hash_table_insert(self->by_name, (gpointer)name, listed);
    }
    if (listed == NULL) {
        make_ledger(self->reading, "limit: definitions of lists", variable, NULL);
    }
    return listed;
}

/* What is said of one line: behind it, or right above it. What stands above a group is about all of
 * it, and so about none. */
static const char *help_of(MakeReading *self, const MakeFile *file, guint line)
{
    const char *behind = comment_behind(self->scratch, file, line);
    if (behind != NULL) {
        return comment_summary(self->arena, behind);
    }
    g_autofree char *above = line > 1 ? make_file_line(file, line - 1) : NULL;
    CommentedAssignment found = {0};
    gboolean comment =
        above != NULL && *g_strchug(above) == '#' && !comment_assignment(above, &found);
    g_free(found.name);
    g_free(found.value);
    return comment ? comment_summary(self->arena, comment_above(self->scratch, file, line)) : NULL;
}

static const char *explained_in(const Lists *self, const char *macro, const char *path)
{
    g_autofree char *key = g_strdup_printf("%s\1%s", macro, path);
    return g_hash_table_lookup(self->explained, key);
}

static void add_place(Lists *self, ListedDefinition *listed, const ListedPlace *place)
{
    if (listed->places->len < LISTED_PLACES_MAX) {
        g_array_append_val(listed->places, *place);
    }
    if (place->off) {
        g_hash_table_add(self->offered,
                         g_strdup_printf("%s\1%s", listed->variable, place->at.path));
    }
}

static void note_use(const char *name, gpointer data)
{
    g_hash_table_add(data, g_strdup(name));
}

static void read_statement(Lists *self, const MakeSource *source, ListedRank rank,
                           const MakeStatement *statement)
{
    MakeReading *reading = self->reading;
    const MakeFile *file = source->file;
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    gboolean mixed = FALSE;
    g_auto(GStrv) words = g_strsplit_set(statement->value, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *definition = definition_of_word(reading, words[i]);
        ListedDefinition *listed =
            definition != NULL ? listed_of(self, statement->name, definition) : NULL;
        mixed = mixed || (*words[i] == '-' && definition == NULL);
        if (listed == NULL) {
            continue;
        }
        const char *equal = strchr(definition, '=');
        const char *value = equal != NULL && strcmp(equal, "=1") != 0
                                ? arena_strdup(reading->arena, equal + 1)
                                : NULL;
        const char *help = explained_in(self, listed->macro, file->path);
        const ListedPlace place = {.at = {file->path, statement->line, 0},
                                   .file = file,
                                   .value = value,
                                   .help = help != NULL ? help
                                                        : help_of(reading, file, statement->line),
                                   .rank = rank,
                                   .off = statement->kind == MAKE_COMMENTED};
        add_place(self, listed, &place);
        g_ptr_array_add(found, listed);
    }
    for (guint i = 0; i < found->len; i++) {
        ListedDefinition *listed = found->pdata[i];
        listed->mixed = listed->mixed || mixed;
    }
    if (statement->kind == MAKE_COMMENTED) {
        make_each_reference(statement->value, note_use, self->uses);
    }
}

/* ---- what comments explain ------------------------------------------------------------------- */

/* "# -DNAME   what it is for", which may go on in the lines below, or begin there. NULL for any
 * other line. The caller frees it. */
static char *explained_name(const MakeFile *file, guint line, char **text)
{
    g_autofree char *whole = make_file_line(file, line);
    gboolean comment = whole != NULL && *whole == '#';
    const char *mark = comment ? whole + strspn(whole, "# \t") : NULL;
    if (mark == NULL || !g_str_has_prefix(mark, "-D")) {
        return NULL;
    }
    const char *begin = mark + strlen("-D");
    gsize length = strspn(begin, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    g_autofree char *name = g_strndup(begin, length);
    const char *rest = begin + length;
    const char *told = rest + strspn(rest, " \t:-");
    if (!make_is_name(name) || (*rest != '\0' && (told == rest || !g_ascii_isalpha(*told)))) {
        return NULL;
    }
    GString *help = g_string_new(told);
    for (guint next = line + 1; next - line < COMMENT_LINES_MAX; next++) {
        g_autofree char *more = make_file_line(file, next);
        const char *words = more != NULL && *more == '#' ? more + strspn(more, "# \t") : "";
        if (!g_ascii_isalpha(*words)) {
            break;
        }
        g_string_append_printf(help, "%s%s", help->len > 0 ? " " : "", words);
    }
    *text = g_string_free(help, FALSE);
    return **text != '\0' ? g_steal_pointer(&name) : NULL;
}

static void read_explanations(Lists *self, const MakeFile *file)
{
    for (guint line = 1; line <= file->line_starts->len; line++) {
        g_autofree char *text = NULL;
        g_autofree char *name = explained_name(file, line, &text);
        if (name != NULL) {
            g_hash_table_insert(self->explained, g_strdup_printf("%s\1%s", name, file->path),
                                (gpointer)comment_summary(self->reading->arena, text));
        }
    }
}

static guint count_of(const Lists *self, const char *variable, const char *path)
{
    guint count = 0;
    for (guint i = 0; i < self->list->len; i++) {
        const ListedDefinition *listed = self->list->pdata[i];
        gboolean here = path == NULL;
        for (guint k = 0; k < listed->places->len && !here; k++) {
            here = strcmp(g_array_index(listed->places, ListedPlace, k).at.path, path) == 0;
        }
        count += here && strcmp(listed->variable, variable) == 0 ? 1 : 0;
    }
    return count;
}

/* The variable to which the file adds most; NULL when it adds nothing to any. */
static const char *main_variable(const Lists *self, const char *path)
{
    const char *best = NULL;
    guint most = 0;
    for (guint i = 0; i < self->list->len; i++) {
        const char *variable = ((const ListedDefinition *)self->list->pdata[i])->variable;
        guint count = count_of(self, variable, path);
        if (count > most) {
            most = count;
            best = variable;
        }
    }
    return best;
}

static gboolean has_macro(const Lists *self, const char *macro)
{
    for (guint i = 0; i < self->list->len; i++) {
        if (strcmp(((const ListedDefinition *)self->list->pdata[i])->macro, macro) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What a comment explains and no line adds is for the variable that gets most of the others. */
static void add_explained(Lists *self, const MakeFile *file, ListedRank rank)
{
    const char *variable = main_variable(self, file->path);
    for (guint line = 1; variable != NULL && line <= file->line_starts->len; line++) {
        g_autofree char *text = NULL;
        g_autofree char *name = explained_name(file, line, &text);
        if (name == NULL || has_macro(self, name)) {
            continue;
        }
        ListedDefinition *listed = listed_of(self, variable, name);
        const ListedPlace place = {.at = {file->path, line, 0},
                                   .file = file,
                                   .help = explained_in(self, name, file->path),
                                   .rank = rank,
                                   .off = TRUE};
        if (listed != NULL) {
            add_place(self, listed, &place);
        }
    }
}

/* "ifdef X", "FLAGS += -DWITH_X": that is what X is for. */
static void note_decided(Lists *self, const MakeStatement *statement)
{
    g_auto(GStrv) words = g_strsplit_set(statement->value, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (g_str_has_prefix(words[i], "-D")) {
            const char *name = words[i] + strlen("-D");
            g_hash_table_add(self->decided, g_strndup(name, strcspn(name, "=")));
        }
    }
}

/* What a conditional decides is nobody else's choice. */
static void read_file(Lists *self, const MakeSource *source, ListedRank rank)
{
    const MakeFile *file = source->file;
    guint depth = 0;
    if (!g_hash_table_add(self->read, (gpointer)file->path)) {
        return;
    }
    self->reading->file = file;
    read_explanations(self, file);
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        depth += statement->kind == MAKE_IF ? 1 : 0;
        depth -= statement->kind == MAKE_ENDIF && depth > 0 ? 1 : 0;
        gboolean assigns = statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL &&
                           !statement->defined && statement->operation != ASSIGN_SHELL;
        if (depth == 0 && (assigns || statement->kind == MAKE_COMMENTED)) {
            self->reading->at = (Span){file->path, statement->line, 0};
            read_statement(self, source, rank, statement);
        } else if (assigns) {
            note_decided(self, statement);
        }
    }
    add_explained(self, file, rank);
}

/* ---- files ----------------------------------------------------------------------------------- */

static ListedRank rank_of(const MakeReading *self, const MakeSource *source, const MakeSource *top)
{
    ListedRank rank = source == top ? LISTED_IN_TOP : LISTED_IN_INCLUDED;
    for (guint i = 0; i < self->templates->len; i++) {
        const MakeTemplates *templates = self->templates->pdata[i];
        for (guint f = 1; f < templates->files->len; f++) {
            if (g_array_index(templates->files, MakeTemplate, f).source == source) {
                rank = LISTED_IN_OTHER;
            }
        }
    }
    return rank;
}

/* "make.inc.template" in a folder of files that a variable chooses: what may stand in one of them.
 */
static void read_models(Lists *self)
{
    MakeReading *reading = self->reading;
    for (guint i = 0; i < reading->templates->len; i++) {
        const MakeTemplates *templates = reading->templates->pdata[i];
        if (templates->choosers[0] == NULL || templates->files->len == 0) {
            continue;
        }
        const MakeFile *one = g_array_index(templates->files, MakeTemplate, 0).source->file;
        const GPtrArray *children = tree_children(reading->tree, one->folder);
        for (guint k = 0; children != NULL && k < children->len; k++) {
            const char *path = make_path(reading, one->folder, children->pdata[k]);
            const MakeSource *source = path != NULL && make_is_general(children->pdata[k])
                                           ? make_source(reading, path)
                                           : NULL;
            if (source != NULL && source->file->rules == 0) {
                read_file(self, source, LISTED_IN_MODEL);
            }
        }
    }
}

/* "Makefile.AVX.gcc" beside "Makefile.gcc": people name one of them with -f. */
static void read_beside(Lists *self, const MakeSource *top)
{
    MakeReading *reading = self->reading;
    const GPtrArray *children = tree_children(reading->tree, top->file->folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        const char *path = make_path(reading, top->file->folder, children->pdata[i]);
        const MakeSource *source = path != NULL && make_is_named_makefile(children->pdata[i]) &&
                                           !g_hash_table_contains(self->read, path)
                                       ? make_source(reading, path)
                                       : NULL;
        if (source != NULL && source->file->rules > 0) {
            g_hash_table_add(self->family, (gpointer)source->file->path);
            read_file(self, source, LISTED_BESIDE);
        }
    }
    if (g_hash_table_size(self->family) > 0) {
        g_hash_table_add(self->family, (gpointer)top->file->path);
    }
}

/* ---- verdict --------------------------------------------------------------------------------- */

/* Some makefiles of a family have it and others do not. */
static gboolean tells_family_apart(const Lists *self, const ListedDefinition *listed)
{
    g_autoptr(GHashTable) with = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < listed->places->len; i++) {
        const char *path = g_array_index(listed->places, ListedPlace, i).at.path;
        if (g_hash_table_contains(self->family, path)) {
            g_hash_table_add(with, (gpointer)path);
        }
    }
    guint count = g_hash_table_size(with);
    return count > 0 && count < g_hash_table_size(self->family);
}

/* Whether people are meant to change the lines: the file is there for that, or the same file shows
 * others of the list that are switched off. What a file is chosen for by a variable it just does.
 */
static gboolean is_for_people(const Lists *self, const ListedDefinition *listed)
{
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        const MakeSource *source = g_hash_table_lookup(self->reading->sources, place->at.path);
        g_autofree char *key = g_strdup_printf("%s\1%s", listed->variable, place->at.path);
        gboolean copied = source->edited && !make_is_chosen(self->reading, place->at.path);
        if (place->off || copied || g_hash_table_contains(self->offered, key)) {
            return TRUE;
        }
    }
    return tells_family_apart(self, listed);
}

/* The only definition that a variable is ever given, and nothing beside it, is a value of the
 * variable; what nothing reads defines nothing. */
static gboolean is_list(const Lists *self, const ListedDefinition *listed)
{
    const MakeVariable *variable = g_hash_table_lookup(self->reading->variables, listed->variable);
    gboolean read = (variable != NULL && variable->uses > 0) ||
                    g_hash_table_contains(self->uses, listed->variable);
    return read && (listed->mixed || count_of(self, listed->variable, NULL) > 1);
}

/* Compilers of several languages get the same definitions: the longest list stands for all. */
static gboolean is_main(const Lists *self, const ListedDefinition *listed)
{
    guint count = count_of(self, listed->variable, NULL);
    gboolean before = TRUE;
    for (guint i = 0; i < self->list->len; i++) {
        const ListedDefinition *other = self->list->pdata[i];
        before = before && other != listed;
        if (other == listed || strcmp(other->macro, listed->macro) != 0 || !is_list(self, other) ||
            !is_for_people(self, other)) {
            continue;
        }
        guint others = count_of(self, other->variable, NULL);
        if (others > count || (others == count && before)) {
            return FALSE;
        }
    }
    return TRUE;
}

void make_read_definitions(MakeReading *self, const MakeSource *top)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(listed_free);
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) offered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) uses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) decided = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) explained = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) family = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) read = g_hash_table_new(g_str_hash, g_str_equal);
    Lists lists = {self, list, by_name, offered, uses, decided, explained, read, family};
    for (guint i = 0, count = self->order->len; i < count; i++) {
        const MakeSource *source = self->order->pdata[i];
        if (source->central || source->edited) {
            read_file(&lists, source, rank_of(self, source, top));
        }
    }
    read_models(&lists);
    read_beside(&lists, top);
    for (guint i = 0; i < list->len; i++) {
        const ListedDefinition *listed = list->pdata[i];
        if (is_list(&lists, listed) && is_for_people(&lists, listed) && is_main(&lists, listed) &&
            !g_hash_table_contains(decided, listed->macro)) {
            make_add_listed(self, listed);
        }
    }
}
