/* Definitions that documents tell people to add:
 *     -DHDF5    write files of that kind
 *     Pass -DUSE_32_BIT_GRAPH if there are less than 2 billion nodes.
 *     CFLAGS = -O3 -DUSE_NETCDF
 * and the comments of makefiles that people change: "add -DUSE_PLUMED to CFLAGS". */
#include "discover/documented.h"
#include "discover/make/begin.h"
#include "discover/make/comment_values.h"
#include "discover/make/definition_list.h"
#include "discover/make/document_row.h"
#include <string.h>

/* In all documents and comments together. */
#define MENTIONS_MAX 1024u
/* A sentence is told up to here, and looked for so many lines up and down. */
#define SENTENCE_BYTES_MAX 400u
#define SENTENCE_LINES_MAX 12u
/* A longer line is no sentence. */
#define LINE_BYTES_MAX 4096u
/* A shorter word in a line of its own may be any. */
#define TERM_BYTES_MIN 3u
/* So many terms that makefiles define make the others of the document definitions as well. */
#define KNOWN_TERMS_MIN 2u
/* The same for rows of a table in a document that never writes "-DNAME". */
#define KNOWN_ROWS_MIN 3u
/* The paragraphs below it are looked at for values up to here. */
#define TERM_TEXT_MAX 2000u

typedef struct {
    DefinitionLists *lists;
    const char *path;
    char *const *lines;
    gboolean comments;    /* of a makefile */
    gboolean other_build; /* the document speaks of CMake, whose command line looks the same */
    gboolean own_build;   /* it speaks of makefiles */
    gboolean told_list;   /* it says to which variable of makefiles some are added */
    gboolean defines;     /* it speaks of definitions: "-DNAME" */
    guint mentions;
    const char *heading; /* the variable that the last heading of the document names; NULL */
    gboolean plain;      /* the second time round: those that are told of without a variable */
    GRegex *word;
    GRegex *to;
    MakeAsking asking;
    gboolean cmake;         /* CMake builds the same folder */
    gboolean told_of_cmake; /* and any document speaks of it */
    GHashTable *written;    /* set of char *: the definitions in this document */
    DocumentTables tables;  /* with marks, and rows of them that makefiles define */
    guint known_terms;      /* terms of this document that makefiles define */
    const char *known_list; /* the variable of makefiles that defines the first of them; NULL */
} Reading;

static const char *behind_marks(const char *line)
{
    return line + strspn(line, " \t#*+|`\"'-");
}

/* Where what is told of a term begins: with an item, behind a blank line. */
static gboolean goes_on(char *const *lines, guint at)
{
    guint next = at + 1;
    next += lines[next] != NULL && *lines[at] != '\0' && lines[next][0] == '\0' &&
            strchr("-*", *lines[at]) != NULL;
    return lines[next] != NULL && g_ascii_isspace(*lines[next]) &&
           lines[next][strspn(lines[next], " \t\r")] != '\0';
}

static gboolean is_blank(const char *line)
{
    return *behind_marks(line) == '\0';
}

/* "CFLAGS = -O3 -DX", "CFLAGS += -DX": the variable, when the makefiles have it; NULL otherwise. */
static const char *assigned_in(const Reading *self, const char *line)
{
    const char *begin = behind_marks(line);
    gsize length = strspn(begin, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    const char *sign = begin + length + strspn(begin + length, " \t");
    sign += strchr("+:?", *sign) != NULL && *sign != '\0' ? 1 : 0;
    if (length == 0 || *sign != '=') {
        return NULL;
    }
    g_autofree char *name = g_strndup(begin, length);
    const MakeVariable *variable = g_hash_table_lookup(self->lists->reading->variables, name);
    return variable != NULL ? variable->name : NULL;
}

/* Whether the first of the line's words is the definition: an item of a list. */
static gboolean begins_with(const char *line, const char *word)
{
    const char *begin = behind_marks(line);
    return begin > line && begin[-1] == '-' && g_str_has_prefix(begin, word + 1);
}

/* "- ...", "3. ...", "4 - ...": it speaks for itself. */
static gboolean is_item(const char *line)
{
    const char *begin = line + strspn(line, " \t#");
    const char *behind = begin + strspn(begin, G_CSET_DIGITS);
    gboolean bullet = behind == begin && *begin != '\0' && strchr("-*+", *begin) != NULL;
    behind += behind > begin ? strspn(behind, " ") : 0;
    return (bullet && begin[1] == ' ') || (behind > begin && *behind != '\0' &&
                                           strchr(".)-", *behind) != NULL && behind[1] == ' ');
}

/* The lines around one that no empty line separates, as one text. `item`: from the line on. The
 * caller frees it. */
static char *paragraph_of(const Reading *self, guint at, gboolean item)
{
    guint first = at;
    while (!item && first > 0 && at - first < SENTENCE_LINES_MAX && !is_item(self->lines[first]) &&
           !is_blank(self->lines[first - 1])) {
        first--;
    }
    GString *text = g_string_new(NULL);
    for (guint i = first; self->lines[i] != NULL && i - first <= 2 * SENTENCE_LINES_MAX; i++) {
        const char *words = behind_marks(self->lines[i]);
        gboolean next = i > at && item && begins_with(self->lines[i], "-D");
        if (is_blank(self->lines[i]) || next || (i > at && is_item(self->lines[i]))) {
            break;
        }
        g_autofree char *plain =
            g_strchomp(g_strndup(i == at ? self->lines[i] : words, LINE_BYTES_MAX));
        g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", plain);
    }
    return g_string_free(text, FALSE);
}

/* The sentence of a text that holds the word, without the word itself where it begins with it. */
static const char *sentence_about(const Reading *self, const char *text, const char *word)
{
    const char *at = strstr(text, word);
    const char *begin = at != NULL ? at : text;
    while (begin > text && !(g_ascii_isspace(*begin) && strchr(".:;", begin[-1]) != NULL)) {
        begin--;
    }
    begin = behind_marks(begin);
    const char *end = at != NULL ? at : text;
    while (*end != '\0' && !(*end == '.' && (g_ascii_isspace(end[1]) || end[1] == '\0'))) {
        end++;
    }
    gsize length = MIN(end > begin ? (gsize)(end - begin) : 0, SENTENCE_BYTES_MAX);
    g_autofree char *sentence = g_utf8_make_valid(begin, (gssize)length);
    const char *told = sentence;
    if (g_str_has_prefix(told, word + 1)) {
        told += strlen(word + 1);
        told += strspn(told, " \t:`=-");
    }
    return *told != '\0' ? arena_strdup(self->lists->reading->arena, told) : NULL;
}

/* The one that is listed already, or a new one of that variable; NULL for nothing to tell of. */
static ListedDefinition *find_listed(const Reading *self, const char *macro, const char *variable)
{
    const GPtrArray *same = g_hash_table_lookup(self->lists->by_macro, macro);
    if (same != NULL && variable == NULL) {
        return same->pdata[0];
    }
    return variable != NULL ? make_listed_of(self->lists, variable, macro) : NULL;
}

/* What make itself hands to the preprocessor, where rules of the build use it. */
static const char *const preprocessor_flags = "CPPFLAGS";

/* The variable that gets what a document tells to add without saying where. */
static const char *list_for(const Reading *self)
{
    const char *main = self->heading != NULL      ? self->heading
                       : self->known_list != NULL ? self->known_list
                                                  : make_main_list(self->lists, NULL);
    const MakeVariable *flags =
        g_hash_table_lookup(self->lists->reading->variables, preprocessor_flags);
    return main != NULL ? main : flags != NULL && flags->uses > 0 ? preprocessor_flags : NULL;
}

/* "-DX=value   # 8, 16, 32": the values that the line lists for what stands in for one. */
static gboolean stands_for_value(const char *value)
{
    static const char *const words[] = {"value", "val", "number", "num", "n", "xxx", "...", NULL};
    g_autofree char *lower = g_ascii_strdown(value, -1);
    return g_strv_contains(words, lower);
}

/* The place is one for each of the values that the line lists, or for any. */
static void add_any_value(Reading *self, guint at, ListedDefinition *listed, ListedPlace place)
{
    const char *remark = strchr(self->lines[at], '#');
    g_autofree char *list = remark != NULL ? g_strstrip(g_strdup(remark + 1)) : NULL;
    g_autoptr(GPtrArray) values = comment_plain_list(self->lists->reading->arena, list);
    for (guint i = 0; i < MAX(values->len, 1); i++) {
        place.value = i < values->len ? values->pdata[i] : "";
        make_add_listed_place(self->lists, listed, &place);
    }
}

static void tell(Reading *self, guint at, const char *word, const char *macro, const char *value,
                 const char *variable)
{
    g_autofree char *around = paragraph_of(self, at, FALSE);
    if (make_is_beside_build(&self->asking, around, word)) {
        return;
    }
    gboolean item = begins_with(self->lines[at], word);
    const char *list = variable;
    if (list == NULL && !self->comments && !self->other_build &&
        !g_hash_table_contains(self->lists->by_macro, macro) && item) {
        list = list_for(self);
    }
    if (!item && !g_hash_table_contains(self->lists->by_macro, macro)) {
        if (list == NULL && !self->comments && !self->other_build &&
            make_is_asked_for(&self->asking, around, word)) {
            list = list_for(self);
        }
        if (assigned_in(self, self->lines[at]) == NULL &&
            make_is_ruled_out(&self->asking, around, word)) {
            return;
        }
    }
    /* Of what makefiles list the lines themselves have told what their comments say. */
    gboolean told = self->comments && g_hash_table_contains(self->lists->by_macro, macro);
    ListedDefinition *listed = told ? NULL : find_listed(self, macro, list);
    if (listed == NULL) {
        return;
    }
    g_autofree char *text = paragraph_of(self, at, item);
    g_autofree char *line = g_strstrip(g_utf8_make_valid(self->lines[at], -1));
    Arena *arena = self->lists->reading->arena;
    gboolean silent = make_is_command(&self->asking, self->lines[at]);
    const ListedPlace place = {
        .at = {self->path, at + 1, 0},
        .text = arena_strdup(arena, line),
        .value = *value != '\0' && strcmp(value, "1") != 0 ? arena_strdup(arena, value) : NULL,
        .help = silent ? NULL : sentence_about(self, text, word),
        .rank = item ? LISTED_IN_DOCUMENT : LISTED_IN_SENTENCE,
        .off = TRUE,
    };
    /* It is to stand beside what is there. */
    listed->mixed = listed->mixed || listed->places->len == 0;
    if (stands_for_value(value)) {
        add_any_value(self, at, listed, place);
    } else {
        make_add_listed_place(self->lists, listed, &place);
    }
    self->mentions++;
}

/* Whether more may be told; that it may not is noted. */
static gboolean has_room(const Reading *self, const char *macro)
{
    if (self->mentions < MENTIONS_MAX) {
        return TRUE;
    }
    make_ledger(self->lists->reading, "limit: definitions in documents", macro, NULL);
    return FALSE;
}

/* "#### `CFLAGS`: flags of the compiler": the variable, when the makefiles have it; else NULL. */
static const char *variable_in_heading(const Reading *self, const char *line)
{
    g_auto(GStrv) words = g_strsplit_set(line, "# \t`:*", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const MakeVariable *variable =
            strpbrk(words[i], G_CSET_a_2_z) == NULL
                ? g_hash_table_lookup(self->lists->reading->variables, words[i])
                : NULL;
        if (variable != NULL) {
            return variable->name;
        }
    }
    return NULL;
}

/* "-DX to CFLAGS", "the -DX option to the CFLAGS variable": the variable, when the makefiles have
 * it; NULL otherwise. */
static const char *added_to(const Reading *self, guint at, const char *word)
{
    g_autofree char *text = paragraph_of(self, at, TRUE);
    g_autoptr(GMatchInfo) match = NULL;
    for (const char *found = strstr(text, word); found != NULL; found = strstr(found + 1, word)) {
        g_clear_pointer(&match, g_match_info_unref);
        if (g_regex_match(self->to, found + strlen(word), G_REGEX_MATCH_ANCHORED, &match)) {
            break;
        }
    }
    if (match == NULL || !g_match_info_matches(match)) {
        return NULL;
    }
    g_autofree char *name = g_match_info_fetch(match, 1);
    const MakeVariable *variable = g_hash_table_lookup(self->lists->reading->variables, name);
    return variable != NULL ? variable->name : NULL;
}

static gboolean says_on_or_off(const char *value)
{
    return *value != '\0' && (unknown_is_on(value) || unknown_is_off(value)) && *value != '1';
}

/* "USE_MPI: passes messages", where a makefile lists -DUSE_MPI and no variable is called so. */
static void read_named(Reading *self, guint at)
{
    const char *begin = behind_marks(self->lines[at]);
    gsize length = strspn(begin, G_CSET_A_2_Z G_CSET_DIGITS "_");
    const char *behind = begin + length + strspn(begin + length, "`*");
    g_autofree char *macro = g_strndup(begin, length);
    if (length > 0 && behind[0] == ':' && behind[1] == ' ' &&
        g_hash_table_contains(self->lists->by_macro, macro) &&
        !g_hash_table_contains(self->lists->reading->variables, macro)) {
        g_autofree char *word = g_strdup_printf("-%s", macro);
        guint mentions = self->mentions;
        tell(self, at, word, macro, "", NULL);
        self->mentions = mentions;
    }
}

/* "NAME", and what it is for in the lines below, which stand further in, or beside it in a table.
 * The caller frees it; NULL for anything else. */
static char *term_at(const Reading *self, guint at, char **text)
{
    const char *line = self->lines[at];
    char *row = document_row_read(line, text);
    if (row != NULL || !self->defines) {
        return row;
    }
    g_autofree char *term = document_row_term(line);
    if (term == NULL || strlen(term) < TERM_BYTES_MIN || !goes_on(self->lines, at)) {
        return NULL;
    }
    GString *told = g_string_new(NULL);
    for (guint i = at + 1; self->lines[i] != NULL && told->len < TERM_TEXT_MAX &&
                           (is_blank(self->lines[i]) || g_ascii_isspace(*self->lines[i]));
         i++) {
        g_autofree char *more = g_strstrip(g_utf8_make_valid(self->lines[i], -1));
        /* "Default: not defined": nothing of what it is for. */
        if (told->len == 0 && g_ascii_strncasecmp(more, "default", strlen("default")) == 0) {
            continue;
        }
        g_string_append_printf(told, "%s%s", told->len > 0 && *more != '\0' ? " " : "", more);
    }
    *text = g_string_free(told, FALSE);
    return g_steal_pointer(&term);
}

/* The sentences of the text that are told; its beginning when none ends there. */
static const char *told_of_term(const Reading *self, const char *text)
{
    gsize length = 0;
    for (gsize i = 0; text[i] != '\0' && i < SENTENCE_BYTES_MAX; i++) {
        length = text[i] == '.' && (text[i + 1] == ' ' || text[i + 1] == '\0') ? i + 1 : length;
    }
    g_autofree char *told = g_utf8_make_valid(
        text, (gssize)(length > 0 ? length : MIN(strlen(text), SENTENCE_BYTES_MAX)));
    return arena_strdup(self->lists->reading->arena, told);
}

/* Whether makefiles define enough of the terms that stand beside one for it to be a definition. */
static gboolean is_among_known(const Reading *self, guint at, const char *macro)
{
    guint known = self->known_terms;
    gboolean marked = document_tables_known(&self->tables, at, &known);
    guint enough = !marked && self->defines ? KNOWN_TERMS_MIN : KNOWN_ROWS_MIN;
    return known >= enough || g_hash_table_contains(self->written, macro);
}

/* A list of what may be defined, each with a paragraph of its own. */
static void read_term(Reading *self, guint at)
{
    g_autofree char *text = NULL;
    g_autofree char *macro =
        !self->other_build || self->told_list ? term_at(self, at, &text) : NULL;
    MakeReading *reading = self->lists->reading;
    if (macro == NULL || g_hash_table_contains(reading->variables, macro) ||
        !is_among_known(self, at, macro) || !has_room(self, macro)) {
        return;
    }
    self->mentions++;
    gboolean listed = g_hash_table_contains(self->lists->by_macro, macro);
    ListedDefinition *definition = find_listed(self, macro, listed ? NULL : list_for(self));
    g_autoptr(GPtrArray) listed_values = comment_values(reading->arena, text);
    g_autoptr(GPtrArray) own = comment_own_values(reading->arena, text, macro);
    const GPtrArray *values = listed_values->len > 0 ? listed_values : own;
    for (guint i = 0; definition != NULL && i < MAX(values->len, 1); i++) {
        const ListedPlace place = {.at = {self->path, at + 1, 0},
                                   .text = arena_strdup(reading->arena, macro),
                                   .value = i < values->len ? values->pdata[i] : NULL,
                                   .help = told_of_term(self, text),
                                   .rank = LISTED_IN_DOCUMENT,
                                   .off = TRUE};
        definition->mixed = definition->mixed || definition->places->len == 0;
        make_add_listed_place(self->lists, definition, &place);
    }
}

/* "-DOPTION=VAL": how the definitions are given that the document lists by their names. */
static gboolean stands_for_any(const char *macro)
{
    static const char *const words[] = {"option", "name",   "macro", "flag",
                                        "symbol", "define", "xxx",   NULL};
    g_autofree char *lower = g_ascii_strdown(macro, -1);
    return g_strv_contains(words, lower);
}

static void read_line(Reading *self, guint at)
{
    const char *line = self->lines[at];
    if (self->plain) {
        read_named(self, at);
        read_term(self, at);
    }
    if (strstr(line, "-D") == NULL || strstr(line, "cmake ") != NULL ||
        strlen(line) > LINE_BYTES_MAX) {
        return;
    }
    const char *assigned = assigned_in(self, line);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(self->word, line, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *macro = g_match_info_fetch(match, 1);
        g_autofree char *value = g_match_info_fetch(match, 2);
        g_autofree char *word = g_strdup_printf("-D%s", macro);
        const char *variable = assigned != NULL ? assigned : added_to(self, at, word);
        gboolean plain = variable == NULL;
        /* What comments assign has been read as lines of the makefile. */
        if (!says_on_or_off(value) && plain == self->plain && !stands_for_any(macro) &&
            !(self->comments && assigned != NULL) && has_room(self, macro)) {
            tell(self, at, word, macro, value, variable);
        }
    }
}

/* What a line of a document writes as a definition, and whether it is a term that makefiles know.
 */
static void note_written(Reading *self, guint at)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(self->word, self->lines[at], 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *macro = g_match_info_fetch(match, 1);
        self->defines = TRUE;
        self->known_terms += stands_for_any(macro) ? KNOWN_TERMS_MIN : 0;
        g_autofree char *word = g_strdup_printf("-D%s", macro);
        self->told_list = self->told_list || added_to(self, at, word) != NULL;
        g_hash_table_add(self->written, g_steal_pointer(&macro));
    }
    const char *line = self->lines[at];
    g_autofree char *text = NULL;
    char *alone = document_row_term(line);
    g_autofree char *term = alone != NULL ? alone : document_row_read(line, &text);
    const GPtrArray *known = term != NULL ? g_hash_table_lookup(self->lists->by_macro, term) : NULL;
    gboolean marked = document_tables_note(&self->tables, line, known != NULL);
    /* One that the document has written as a definition before shows what the others are. */
    guint shows = term != NULL && g_hash_table_contains(self->written, term) ? 2 : 1;
    self->known_terms += known != NULL && !marked ? shows : 0;
    if (known != NULL && self->known_list == NULL) {
        self->known_list = ((const ListedDefinition *)known->pdata[0])->variable;
    }
}

static void read_lines(MakeReading *reading, const char *path, char *const *lines, gpointer data)
{
    (void)reading;
    Reading *self = data;
    if (!self->comments && documented_tells_history(path)) {
        return;
    }
    self->path = path;
    self->lines = lines;
    self->other_build = self->own_build = self->defines = self->told_list = FALSE;
    self->heading = self->known_list = NULL;
    self->known_terms = 0;
    g_hash_table_remove_all(self->written);
    document_tables_begin(&self->tables);
    for (guint i = 0; lines[i] != NULL && !self->comments; i++) {
        g_autofree char *lower = g_ascii_strdown(lines[i], -1);
        self->other_build = self->other_build || strstr(lower, "cmake") != NULL;
        self->own_build = self->own_build || strstr(lower, "makefile") != NULL;
        note_written(self, i);
    }
    self->told_of_cmake = self->told_of_cmake || (self->cmake && self->other_build);
    /* One of two builds that has a document of its own, as the other one has. */
    self->other_build = self->other_build || (self->told_of_cmake && !self->own_build);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (!self->comments && *lines[i] == '#') {
            self->heading = variable_in_heading(self, lines[i]);
        }
        if (!self->comments || *lines[i] == '#') {
            read_line(self, i);
        }
    }
}

void make_read_definition_documents(DefinitionLists *self)
{
    g_autoptr(GRegex) word =
        g_regex_new("(?<![\\w$)}-])-D([A-Za-z_]\\w*)(?:=([\\w.]+))?(?![\\w$=*<{])", 0, 0, NULL);
    g_autoptr(GRegex) to =
        g_regex_new("[`'\"]*\\s+(?:flag\\s+|option\\s+)?(?:to|in)\\s+(?:the\\s+)?[`'\"$({]*"
                    "([A-Z]\\w*)",
                    0, 0, NULL);
    Reading reading = {.lists = self, .word = word, .to = to};
    make_asking_init(&reading.asking);
    const char *top = self->reading->top;
    g_autofree char *script =
        *top != '\0' ? g_strdup_printf("%s/CMakeLists.txt", top) : g_strdup("CMakeLists.txt");
    reading.cmake = tree_find(self->reading->tree, script) != NULL;
    reading.written = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    document_tables_init(&reading.tables);
    make_each_document(self->reading, read_lines, &reading);
    reading.comments = TRUE;
    for (guint i = 0; i < self->reading->order->len; i++) {
        const MakeSource *source = self->reading->order->pdata[i];
        if (source->central || source->edited) {
            g_auto(GStrv) lines = g_strsplit(source->file->text, "\n", -1);
            read_lines(self->reading, source->file->path, lines, &reading);
        }
    }
    reading.comments = FALSE;
    reading.plain = TRUE;
    make_each_document(self->reading, read_lines, &reading);
    make_asking_clear(&reading.asking);
    g_hash_table_unref(reading.written);
    document_tables_clear(&reading.tables);
}
