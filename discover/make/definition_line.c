/* The lines of a makefile that add definitions to a variable, those that somebody switched off, and
 * what comments explain: "# -DHDF5   write files of that kind". */
#include "discover/make/comment.h"
#include "discover/make/definition_list.h"
#include <string.h>

#define LISTED_MAX 2000u
/* Lines that tell of one definition. */
#define LISTED_PLACES_MAX 64u

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

static void group(DefinitionLists *self, ListedDefinition *listed)
{
    guint count = make_count_listed(self, listed->variable);
    g_hash_table_insert(self->counts, (gpointer)listed->variable, GUINT_TO_POINTER(count + 1));
    GPtrArray *same = g_hash_table_lookup(self->by_macro, listed->macro);
    if (same == NULL) {
        same = g_ptr_array_new();
        g_hash_table_insert(self->by_macro, (gpointer)listed->macro, same);
    }
    g_ptr_array_add(same, listed);
}

ListedDefinition *make_listed_of(DefinitionLists *self, const char *variable,
                                 const char *definition)
{
    Arena *arena = self->reading->arena;
    const char *macro = arena_intern_length(arena, definition, strcspn(definition, "="));
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
        group(self, listed);
    }
    if (listed == NULL) {
        make_ledger(self->reading, "limit: definitions of lists", variable, NULL);
    }
    return listed;
}

static gboolean is_about_one(const char *value)
{
    guint count = 0;
    g_auto(GStrv) words = g_strsplit_set(value, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        count += g_str_has_prefix(words[i], "-D") ? 1 : 0;
    }
    return count <= 1;
}

/* What is said of one line: behind it, or right above it. What stands above a group is about all of
 * it, and so about none, and what is said of a line with several is about all of them. */
static const char *help_of(MakeReading *self, const MakeFile *file, const MakeStatement *statement)
{
    const guint line = statement->line;
    if (!is_about_one(statement->value)) {
        return NULL;
    }
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

static const char *explained_in(const DefinitionLists *self, const char *macro, const char *path)
{
    g_autofree char *key = g_strdup_printf("%s\1%s", macro, path);
    return g_hash_table_lookup(self->explained, key);
}

void make_add_listed_place(DefinitionLists *self, ListedDefinition *listed,
                           const ListedPlace *place)
{
    if (listed->places->len < LISTED_PLACES_MAX) {
        g_array_append_val(listed->places, *place);
    }
    if (place->off) {
        g_hash_table_add(self->offered,
                         g_strdup_printf("%s\1%s", listed->variable, place->at.path));
        g_hash_table_add(self->offered, g_strdup(place->at.path));
    }
}

/* "#-DA #-DB": only definitions that somebody took out of a list. */
static gboolean is_set_aside(const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, "# \t", -1);
    guint count = 0;
    for (guint i = 0; words[i] != NULL; i++) {
        count += g_str_has_prefix(words[i], "-D") ? 1 : 0;
        if (*words[i] != '\0' && !g_str_has_prefix(words[i], "-D")) {
            return FALSE;
        }
    }
    return count > 0;
}

/* "OPTS = -DA #-DB #-DC", and below it lines that hold nothing but "#-DD". */
static void read_set_aside(DefinitionLists *self, const MakeFile *file, ListedRank rank,
                           const MakeStatement *statement)
{
    for (guint line = statement->line; line - statement->line < COMMENT_LINES_MAX; line++) {
        g_autofree char *whole = make_file_line(file, line);
        const char *text =
            whole == NULL || (line > statement->line && *whole != '#') ? NULL : strchr(whole, '#');
        if (text == NULL || !is_set_aside(text)) {
            /* A list may go on in the next line. */
            if (line > statement->line || whole == NULL || g_str_has_suffix(whole, "\\")) {
                return;
            }
            continue;
        }
        g_auto(GStrv) words = g_strsplit_set(text, "# \t", -1);
        for (guint i = 0; words[i] != NULL; i++) {
            const char *definition =
                *words[i] != '\0' ? definition_of_word(self->reading, words[i]) : NULL;
            ListedDefinition *listed =
                definition != NULL ? make_listed_of(self, statement->name, definition) : NULL;
            const ListedPlace place = {
                .at = {file->path, line, 0}, .file = file, .rank = rank, .off = TRUE};
            if (listed != NULL) {
                make_add_listed_place(self, listed, &place);
            }
        }
    }
}

static void note_use(const char *name, gpointer data)
{
    g_hash_table_add(data, g_strdup(name));
}

/* The text of a value without the patterns of functions that look for words or take them out,
 * "$(filter-out -DX -DY,$(FLAGS))": what stands there is not added. The caller frees it. */
static char *without_patterns(const char *value)
{
    static const char *const begins[] = {"$(filter-out ", "$(filter ", "$(findstring ", "$(subst ",
                                         "$(patsubst "};
    char *text = g_strdup(value);
    for (guint i = 0; i < G_N_ELEMENTS(begins); i++) {
        for (char *at = strstr(text, begins[i]); at != NULL; at = strstr(at + 1, begins[i])) {
            gsize length = strlen(begins[i]);
            memset(at + length, ' ', strcspn(at + length, ","));
        }
    }
    return text;
}

static void read_statement(DefinitionLists *self, const MakeSource *source, ListedRank rank,
                           const MakeStatement *statement)
{
    MakeReading *reading = self->reading;
    const MakeFile *file = source->file;
    if (g_hash_table_contains(self->checks, statement->name)) {
        return;
    }
    gboolean off = statement->kind == MAKE_COMMENTED;
    gboolean replaced =
        !off &&
        statement->line < GPOINTER_TO_UINT(g_hash_table_lookup(self->replacing, statement->name));
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    gboolean mixed = FALSE;
    g_autofree char *added = without_patterns(statement->value);
    g_auto(GStrv) words = g_strsplit_set(added, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *definition = definition_of_word(reading, words[i]);
        ListedDefinition *listed =
            definition != NULL ? make_listed_of(self, statement->name, definition) : NULL;
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
                                   .help = help != NULL ? help : help_of(reading, file, statement),
                                   .rank = rank,
                                   .off = off,
                                   .replaced = replaced};
        make_add_listed_place(self, listed, &place);
        g_ptr_array_add(found, listed);
    }
    for (guint i = 0; i < found->len; i++) {
        ListedDefinition *listed = found->pdata[i];
        listed->mixed = listed->mixed || mixed;
    }
    if ((found->len > 0 || mixed) && statement->kind == MAKE_ASSIGNMENT) {
        read_set_aside(self, file, rank, statement);
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

static void read_explanations(DefinitionLists *self, const MakeFile *file)
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

guint make_count_listed(const DefinitionLists *self, const char *variable)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->counts, variable));
}

static gboolean is_in_file(const ListedDefinition *listed, const char *path)
{
    for (guint i = 0; i < listed->places->len; i++) {
        if (strcmp(g_array_index(listed->places, ListedPlace, i).at.path, path) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

const char *make_main_list(const DefinitionLists *self, const char *path)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
    const char *best = NULL;
    guint most = 0;
    for (guint i = 0; i < self->list->len; i++) {
        const ListedDefinition *listed = self->list->pdata[i];
        /* Beside other flags a definition may be of any kind. */
        gboolean fits = path != NULL ? is_in_file(listed, path) : listed->mixed;
        if (!fits) {
            continue;
        }
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, listed->variable)) + 1;
        g_hash_table_insert(counts, (gpointer)listed->variable, GUINT_TO_POINTER(count));
        if (count > most) {
            most = count;
            best = listed->variable;
        }
    }
    return best;
}

/* What a comment explains and no line adds is for the variable that gets most of the others. */
static void add_explained(DefinitionLists *self, const MakeFile *file, ListedRank rank)
{
    const char *variable = make_main_list(self, file->path);
    for (guint line = 1; variable != NULL && line <= file->line_starts->len; line++) {
        g_autofree char *text = NULL;
        g_autofree char *name = explained_name(file, line, &text);
        if (name == NULL || g_hash_table_contains(self->by_macro, name)) {
            continue;
        }
        ListedDefinition *listed = make_listed_of(self, variable, name);
        const ListedPlace place = {.at = {file->path, line, 0},
                                   .file = file,
                                   .help = explained_in(self, name, file->path),
                                   .rank = rank,
                                   .off = TRUE};
        if (listed != NULL) {
            make_add_listed_place(self, listed, &place);
        }
    }
}

/* "ifdef X", "FLAGS += -DWITH_X": that is what X is for. */
static void note_decided(DefinitionLists *self, const MakeStatement *statement)
{
    g_auto(GStrv) words = g_strsplit_set(statement->value, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (g_str_has_prefix(words[i], "-D")) {
            const char *name = words[i] + strlen("-D");
            g_hash_table_add(self->decided, g_strndup(name, strcspn(name, "=")));
        }
    }
}

/* "TEST = $(CXX) -DX probe.cpp", "$(shell $(TEST))": a command by which the makefile looks for
 * something; what is defined for it the sources never see. */
static void note_checks(DefinitionLists *self, const MakeFile *file)
{
    static const char call[] = "$(shell $(";
    g_hash_table_remove_all(self->checks);
    for (const char *at = strstr(file->text, call); at != NULL; at = strstr(at + 1, call)) {
        const char *name = at + strlen(call);
        g_hash_table_add(self->checks, g_strndup(name, strcspn(name, ") \t\n")));
    }
}

/* "FLAGS = -DA" and below it "FLAGS = -DB": only what is added from the last on holds. */
static void note_replacing(DefinitionLists *self, const MakeFile *file)
{
    guint depth = 0;
    g_hash_table_remove_all(self->replacing);
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        depth += statement->kind == MAKE_IF ? 1 : 0;
        depth -= statement->kind == MAKE_ENDIF && depth > 0 ? 1 : 0;
        gboolean sets =
            statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL &&
            (statement->operation == ASSIGN_RECURSIVE || statement->operation == ASSIGN_SIMPLE ||
             statement->operation == ASSIGN_SHELL);
        if (depth > 0 || !sets) {
            continue;
        }
        /* "FLAGS := $(FLAGS) -DB" goes on. */
        g_autoptr(GHashTable) used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        make_each_reference(statement->value, note_use, used);
        if (!g_hash_table_contains(used, statement->name)) {
            g_hash_table_insert(self->replacing, (gpointer)statement->name,
                                GUINT_TO_POINTER(statement->line));
        }
    }
}

/* What a conditional decides is nobody else's choice. */
void make_read_definition_lines(DefinitionLists *self, const MakeSource *source, ListedRank rank)
{
    const MakeFile *file = source->file;
    guint depth = 0;
    if (!g_hash_table_add(self->read, (gpointer)file->path)) {
        return;
    }
    self->reading->file = file;
    read_explanations(self, file);
    note_replacing(self, file);
    note_checks(self, file);
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
