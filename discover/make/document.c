/* What a project's own documents say of variables: "setenv USE_MPI y" in INSTALL, "make GPU=1" in
 * README.md. */
#include "core/identifier.h"
#include "core/path.h"
#include "discover/documented.h"
#include "discover/make/begin.h"
#include "discover/make/make_text.h"
#include "discover/make/reading.h"
#include <string.h>

#define DOCUMENT_BYTES_MAX (1024u * 1024u)
/* A shorter word in front of a colon may be any. */
#define NAME_BYTES_MIN 3u
/* A paragraph is told up to here. */
#define TOLD_BYTES_MAX 400u
/* And gone through up to here, for what it says of one of several variables. */
#define PARAGRAPH_BYTES_MAX 4000u
/* And looked for so many lines up and down: many variables may stand in one long list. */
#define PARAGRAPH_LINES_MAX 64u

/* Whether a path lies in a folder of documents, which stands in the root: "docs", "README.src". */
static gboolean lies_in_documents(const char *path)
{
    static const char *const folders[] = {"doc/", "docs/",          "Docs/",
                                          "Doc/", "documentation/", "Documentation/"};
    gboolean among = g_str_has_prefix(path, "README");
    for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
        among = among || g_str_has_prefix(path, folders[i]);
    }
    return among;
}

static gboolean is_document(const char *path)
{
    static const char *const beginnings[] = {"README", "INSTALL", "BUILD", "COMPIL"};
    static const char *const endings[] = {".adoc", ".markdown", ".md", ".rst", ".tex"};
    const char *base = path_base(path);
    for (guint i = 0; i < G_N_ELEMENTS(beginnings); i++) {
        if (g_ascii_strncasecmp(base, beginnings[i], strlen(beginnings[i])) == 0) {
            return tree_kind_of(path) == TREE_OTHER;
        }
    }
    /* Among documents plain text is one, too, but for what a tool reads. */
    gboolean document = g_str_has_suffix(path, ".txt") && lies_in_documents(path) &&
                        tree_kind_of(path) == TREE_OTHER;
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        document = document || g_str_has_suffix(base, endings[i]);
    }
    return document;
}

/* The variable that a word of a line sets: "NAME=value", or behind setenv. NULL for none. */
static MakeVariable *variable_set(const MakeReading *self, const char *word, const char *before)
{
    gsize length = identifier_length(word);
    gboolean sets = word[length] == '=' && word[length + 1] != '=';
    gboolean setenv = word[length] == '\0' && g_strcmp0(before, "setenv") == 0;
    if (length == 0 || (!sets && !setenv)) {
        return NULL;
    }
    g_autofree char *name = g_strndup(word, length);
    return g_hash_table_lookup(self->variables, name);
}

/* A command that stands alone is explained by the paragraph before it. */
#define COMMAND_BYTES_MAX 40u

/* "- USE_X=1: what for", "2. make X=1": an item of a list, each of which speaks of its own. */
static gboolean is_item(const char *line)
{
    const char *begin = line + strspn(line, " \t");
    gsize digits = strspn(begin, G_CSET_DIGITS);
    return digits > 0 ? g_str_has_prefix(begin + digits, ". ")
                      : *begin != '\0' && strchr("-*+", *begin) != NULL && begin[1] == ' ';
}

/* Whether another item of the list that begins in `first` begins in `line`, not one below it. */
static gboolean is_next_item(const char *first, const char *line)
{
    return is_item(first) && is_item(line) && strspn(line, " \t") <= strspn(first, " \t");
}

static guint paragraph_begin(char *const *lines, guint at)
{
    guint first = at;
    while (first > 0 && at - first < PARAGRAPH_LINES_MAX && !is_item(lines[first]) &&
           !make_is_blank(lines[first - 1])) {
        first--;
    }
    return first;
}

/* Whether the line is one of a table: the others are about something else. */
static gboolean is_row(const char *line)
{
    const char *begin = line + strspn(line, " \t");
    return *begin == '|' && strchr(begin + 1, '|') != NULL;
}

/* "```bash": where code in a document begins or ends. */
static gboolean is_fence(const char *line)
{
    const char *begin = line + strspn(line, " \t");
    gboolean fence = g_str_has_prefix(begin, "```") || g_str_has_prefix(begin, "~~~");
    return fence && begin[3 + strcspn(begin + 3, " \t`~")] == '\0';
}

/* A line of a document. */
typedef struct {
    char *const *lines;
    guint at;
    gboolean code; /* it lies in a fence, which opens at the line `opened` */
    guint opened;
} Place;

/* Goes to the next line. */
static void place_next(Place *self)
{
    if (is_fence(self->lines[self->at])) {
        self->code = !self->code;
        self->opened = self->at;
    }
    self->at++;
}

/* "make -j4 USE_MPI=TRUE", "$ make CC=gcc": no words about an option. "Make sure that the..." is a
 * sentence. */
static gboolean is_command(const char *line)
{
    static const char *const sentence[] = {"a",   "an", "are", "is",  "it",   "of", "sure",
                                           "the", "to", "use", "you", "with", NULL};
    const char *begin = line + strspn(line, " \t$%>'`\"");
    begin += g_str_has_prefix(begin, "usage: ") ? strlen("usage: ") : 0;
    g_auto(GStrv) words = g_strsplit_set(begin, " \t", -1);
    gboolean command =
        words[0] != NULL && (make_is_own_name(words[0]) || strcmp(words[0], "cd") == 0);
    guint count = 0;
    guint given = 0;
    for (guint i = 0; words[i] != NULL && *words[i] != '#'; i++) {
        command = command && !g_strv_contains(sentence, words[i]);
        count += *words[i] != '\0' ? 1 : 0;
        given += strchr(words[i], '=') != NULL ? 1 : 0;
    }
    return command || (given > 1 && given * 2 > count); /* the line goes on with "CC=gcc FC=..." */
}

/* What a line says in words: all of it, behind a command its comment, nothing of code. */
static const char *words_in(const char *line)
{
    if (is_fence(line) || make_behind_directive(line) != NULL) {
        return "";
    }
    const char *comment = is_command(line) ? strstr(line, " #") : line;
    return comment == NULL ? "" : (comment == line ? line : comment + strspn(comment, " #"));
}

/* The paragraph that begins with the line, as one line, without code where only words are asked
 * for. The caller frees it. */
static char *text_from(char *const *lines, guint first, gboolean words_only)
{
    GString *text = g_string_new(NULL);
    gboolean code = FALSE;
    for (guint i = first;
         lines[i] != NULL && !make_is_blank(lines[i]) && text->len < PARAGRAPH_BYTES_MAX &&
         i - first <= PARAGRAPH_LINES_MAX && (i == first || !is_next_item(lines[first], lines[i]));
         i++) {
        code = is_fence(lines[i]) ? !code : code;
        const char *words = code ? "" : words_in(lines[i]);
        g_autofree char *line = g_strstrip(g_strdup(words_only ? words : lines[i]));
        g_string_append_printf(text, "%s%s", text->len > 0 && *line != '\0' ? " " : "", line);
    }
    return g_string_free(text, FALSE);
}

/* "Give these to make:", in front of the code that opens at the line; no text otherwise. The caller
 * frees it. */
static char *words_before_code(char *const *lines, guint opened)
{
    guint at = opened;
    at -= at > 0 ? 1 : 0;
    at -= at > 0 && make_is_blank(lines[at]) ? 1 : 0;
    /* Further code, or none in front of it. */
    g_autofree char *words =
        is_fence(lines[at]) ? g_strdup("") : text_from(lines, paragraph_begin(lines, at), TRUE);
    gboolean introduces = g_str_has_suffix(words, ":") || g_str_has_suffix(words, "e.g.");
    return g_strdup(introduces ? words : "");
}

/* What is said in words about the code that the line lies in: behind a command, or in front of all
 * of it. */
static const char *words_about_code(MakeReading *self, const Place *place)
{
    const char *whole = place->lines[place->at];
    const char *comment = words_in(whole);
    g_autofree char *behind = g_strstrip(g_strdup(comment != whole ? comment : ""));
    g_autofree char *before = words_before_code(place->lines, place->opened);
    g_autofree char *valid = g_utf8_make_valid(*behind != '\0' ? behind : before, -1);
    return arena_strdup(self->arena, valid);
}

/* "export CC_SET=gnu". */
static gboolean is_export(const char *line)
{
    line += strspn(line, " \t$>");
    return g_str_has_prefix(line, "export ") && strchr(line, '=') != NULL;
}

/* One of several such lines, which are about a variable each: NULL for any other line. */
static const char *exported_alone(MakeReading *self, const Place *place, gboolean words_only)
{
    char *const *lines = place->lines;
    guint at = place->at;
    gboolean beside =
        (at > 0 && is_export(lines[at - 1])) || (lines[at + 1] != NULL && is_export(lines[at + 1]));
    if (!beside || !is_export(lines[at])) {
        return NULL;
    }
    const char *remark = strstr(lines[at], " #");
    const char *told = !words_only      ? lines[at]
                       : remark != NULL ? remark + strspn(remark, " #")
                                        : "";
    g_autofree char *line = g_strstrip(g_strdup(told));
    g_autofree char *valid = g_utf8_make_valid(line, -1);
    return arena_strdup(self->scratch, valid);
}

/* The lines around one that no empty line separates, as one line, however long. */
static const char *paragraph_of(MakeReading *self, const Place *place, gboolean words_only)
{
    char *const *lines = place->lines;
    guint at = place->at;
    if (words_only && place->code) {
        return words_about_code(self, place);
    }
    const char *alone_in_block = exported_alone(self, place, words_only);
    if (alone_in_block != NULL) {
        return alone_in_block;
    }
    if (is_row(lines[at])) {
        g_auto(GStrv) cells = g_strsplit(lines[at], "|", -1);
        g_autofree char *joined = g_strstrip(g_strjoinv(" ", cells));
        g_autofree char *valid = g_utf8_make_valid(joined, -1);
        return strlen(valid) <= TOLD_BYTES_MAX ? arena_strdup(self->arena, valid) : NULL;
    }
    guint first = paragraph_begin(lines, at);
    gboolean alone = first == at && !is_item(lines[at]) && strlen(lines[at]) <= COMMAND_BYTES_MAX &&
                     (lines[at + 1] == NULL || make_is_blank(lines[at + 1]));
    if (alone && at > 1) {
        first = paragraph_begin(lines, at - 1 - (make_is_blank(lines[at - 1]) ? 1 : 0));
    }
    g_autofree char *text = text_from(lines, first, words_only);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    return arena_strdup(self->scratch, valid);
}

/* What people read is no part of the build: nothing is said of bytes in it that are no text. */
char *make_read_document_text(const Tree *tree, const char *path)
{
    g_autoptr(GBytes) bytes = tree_read(tree, path, NULL);
    gsize length = 0;
    const char *data = bytes != NULL ? g_bytes_get_data(bytes, &length) : NULL;
    return data != NULL && length <= DOCUMENT_BYTES_MAX ? g_utf8_make_valid(data, (gssize)length)
                                                        : NULL;
}

/* Whether the next line goes on with the command: "make A=1 \\", or code inside of a sentence, of
 * which no second line is taken, as a stray mark is no reason to take all that follows. */
static gboolean goes_on_below(const char *line, gboolean second)
{
    gboolean code = FALSE;
    gboolean continued = FALSE;
    for (; *line != '\0'; line++) {
        code = *line == '`' ? !code : code;
        continued = *line == '\\' || (continued && g_ascii_isspace(*line));
    }
    return continued || (code && !second);
}

/* "make HDF5=yes": the document tells people to give it. */
static void read_commands(MakeReading *self, const char *path, char *const *lines, gpointer data)
{
    (void)path;
    (void)data;
    gboolean goes_on = FALSE;
    for (guint i = 0; lines[i] != NULL; i++) {
        if (strstr(lines[i], "make ") == NULL && !goes_on) {
            continue;
        }
        g_auto(GStrv) words = g_strsplit_set(lines[i], " \t\"'`,()", -1);
        gboolean command = goes_on;
        for (guint k = 0; words[k] != NULL; k++) {
            MakeVariable *variable = command ? variable_set(self, words[k], NULL) : NULL;
            if (variable != NULL) {
                variable->asked = TRUE;
            }
            command = command || make_is_own_name(words[k]);
        }
        goes_on = command && goes_on_below(lines[i], goes_on);
    }
}

/* What the document says where the place is, for all variables that the line sets. */
typedef struct {
    gboolean asked;
    gboolean naming; /* only the sentence that names it tells of it */
    const char *all; /* NULL for nothing that can be told, the same for `words` */
    const char *words;
} Told;

/* "- `USE_X=1`: what for": an item that begins with the variable is about it; elsewhere it may only
 * stand in a command for something else. */
static gboolean is_item_about(const char *line, const char *name)
{
    if (!is_item(line) && !is_row(line)) {
        return FALSE;
    }
    const char *begin = line + strspn(line, " \t-*+|`\"'" G_CSET_DIGITS ".");
    return g_str_has_prefix(begin, name) && begin[strlen(name)] == '=';
}

/* What is told of the variable there. NULL for NULL. */
static const char *told_of(MakeReading *self, const char *paragraph, const char *name,
                           gboolean naming)
{
    if (paragraph == NULL) {
        return NULL;
    }
    const char *about =
        naming ? make_sentence_naming(paragraph, name) : make_told_about(self, paragraph, name);
    g_autofree char *plain = make_without_markup(about);
    g_autofree char *cut = g_utf8_make_valid(plain, (gssize)MIN(strlen(plain), TOLD_BYTES_MAX));
    return arena_strdup(self->arena, cut);
}

static void tell(MakeReading *self, MakeVariable *variable, const Place *place, const char *path,
                 Told *told)
{
    if (variable == NULL || variable->role != ROLE_OPTION || variable->told_of_it) {
        return;
    }
    gboolean of_it = !place->code && is_item_about(place->lines[place->at], variable->name);
    if (variable->told != NULL && !of_it) {
        return;
    }
    if (!told->asked) {
        told->asked = TRUE;
        /* What a script does tells nobody what for. */
        gboolean script = g_str_has_prefix(place->lines[0], "#!");
        told->all = paragraph_of(self, place, FALSE);
        told->words = script ? NULL : paragraph_of(self, place, TRUE);
    }
    variable->told_of_it = of_it;
    variable->told = told_of(self, told->all, variable->name, told->naming);
    variable->told_words = told_of(self, told->words, variable->name, told->naming);
    variable->told_at = (Span){path, place->at + 1, 0};
}

/* "`FOPTS`: flags of the compiler", "+SYSTEM+:: the machine": the variable that a line of a list or
 * a heading begins with. NULL for none. */
static MakeVariable *variable_listed(const MakeReading *self, const char *line)
{
    const char *begin = line + strspn(line, " \t#-*+|`\"'");
    gsize length = strspn(begin, G_CSET_A_2_Z G_CSET_DIGITS "_");
    const char *behind = begin + length + strspn(begin + length, "`*+\"' ");
    const char *text = behind + strspn(behind, ":");
    if (length < NAME_BYTES_MIN || text == behind || text[0] != ' ' || make_is_blank(text)) {
        return NULL;
    }
    g_autofree char *name = g_strndup(begin, length);
    return g_hash_table_lookup(self->variables, name);
}

/* What it says of it, which goes on to the end of the paragraph. */
static void tell_listed(MakeReading *self, MakeVariable *variable, const Place *place,
                        const char *path)
{
    /* "the MPI compiler" says no more of a program than that it is one. */
    if (variable == NULL || variable->role != ROLE_OPTION || variable->told_of_it || place->code ||
        make_is_called_like_program(variable)) {
        return;
    }
    const char *line = place->lines[place->at];
    g_autofree char *whole =
        *line == '#' ? g_strdup(line) : text_from(place->lines, place->at, TRUE);
    const char *behind = strchr(whole, ':');
    g_autofree char *text =
        make_without_markup(behind != NULL ? behind + strspn(behind, ": ") : "");
    if (*text == '\0') {
        return;
    }
    g_autofree char *cut = g_utf8_make_valid(text, (gssize)MIN(strlen(text), TOLD_BYTES_MAX));
    variable->told_of_it = TRUE;
    variable->told = variable->told_words = arena_strdup(self->arena, cut);
    variable->told_at = (Span){path, place->at + 1, 0};
}

/* Lines below a row of a list that go on with it. */
#define ROW_LINES_MAX 6u

/* "X=1     - what it is" with the lines below that begin further in than where its value does. The
 * caller frees it. */
static char *row_from(char *const *lines, guint at)
{
    GString *row = g_string_new(lines[at]);
    const gsize value = strcspn(lines[at], "=");
    const gboolean begins = lines[at][value] == '=';
    for (guint i = 1; begins && i < ROW_LINES_MAX && lines[at + i] != NULL; i++) {
        const char *next = lines[at + i];
        gsize indent = strspn(next, " \t");
        if (indent <= value || next[indent] == '\0' || strchr(next, '=') != NULL) {
            break;
        }
        gsize kept = row->len;
        while (kept > 0 && g_ascii_isspace(row->str[kept - 1])) {
            kept--;
        }
        g_string_truncate(row, kept);
        g_string_append_printf(row, " %s", next + indent);
    }
    return g_string_free(row, FALSE);
}

static void read_document(MakeReading *self, const char *path, char *const *lines, gpointer data)
{
    (void)data;
    for (Place place = {.lines = lines}; lines[place.at] != NULL; place_next(&place)) {
        make_read_heading(self, lines, place.at, path);
        g_autofree char *row = row_from(lines, place.at);
        make_read_usage(self, lines[place.at], row, (Span){path, place.at + 1, 0});
        tell_listed(self, variable_listed(self, lines[place.at]), &place, path);
        g_auto(GStrv) words = g_strsplit_set(lines[place.at], " \t\"'`,()", -1);
        const char *before = NULL;
        Told told = {0};
        for (guint k = 0; words[k] != NULL; k++) {
            tell(self, variable_set(self, words[k], before), &place, path, &told);
            before = *words[k] != '\0' ? words[k] : before;
        }
    }
}

/* "there is an option `KERNELS` that...": the variable that a word names behind what it is. NULL
 * for none. What is only called a variable may be told of as the place that keeps another choice.
 */
static MakeVariable *variable_named(const MakeReading *self, const char *word, const char *before)
{
    static const char *const kinds[] = {"option", "parameter", "setting", NULL};
    gsize length = strspn(word, G_CSET_A_2_Z G_CSET_DIGITS "_");
    gboolean capitals = length >= NAME_BYTES_MIN && word[length] == '\0';
    return capitals && before != NULL && g_strv_contains(kinds, before)
               ? g_hash_table_lookup(self->variables, word)
               : NULL;
}

/* What sentences name is told where no document gives it. */
static void read_sentences(MakeReading *self, const char *path, char *const *lines, gpointer data)
{
    (void)data;
    if (documented_tells_history(path)) {
        return;
    }
    for (Place place = {.lines = lines}; lines[place.at] != NULL; place_next(&place)) {
        g_auto(GStrv) words = g_strsplit_set(lines[place.at], " \t\"'`,()", -1);
        const char *before = NULL;
        Told told = {.naming = TRUE};
        for (guint k = 0; words[k] != NULL; k++) {
            MakeVariable *variable = place.code ? NULL : variable_named(self, words[k], before);
            tell(self, variable, &place, path, &told);
            before = *words[k] != '\0' ? words[k] : before;
        }
    }
}

/* How likely a document speaks of building: what is called so, at the top or below, goes first. */
static guint rank_of(const char *path)
{
    static const char *const words[] = {"build", "compil", "config", "install", "make", "readme"};
    const char *slash = strrchr(path, '/');
    g_autofree char *base = g_ascii_strdown(slash != NULL ? slash + 1 : path, -1);
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(base, words[i]) != NULL) {
            return slash == NULL ? 0 : 1;
        }
    }
    return 2;
}

static int compare_documents(gconstpointer a, gconstpointer b)
{
    const TreeFile *x = *(const TreeFile *const *)a;
    const TreeFile *y = *(const TreeFile *const *)b;
    guint rank_x = rank_of(x->path);
    guint rank_y = rank_of(y->path);
    return rank_x != rank_y ? (rank_x < rank_y ? -1 : 1) : strcmp(x->path, y->path);
}

GPtrArray *make_documents(const Tree *tree, const char *folder)
{
    GPtrArray *documents = g_ptr_array_new();
    const GPtrArray *files = tree_files(tree);
    gsize top = strlen(folder);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        gboolean near = strchr(file->path, '/') == NULL || lies_in_documents(file->path) ||
                        (strncmp(file->path, folder, top) == 0 && file->path[top] == '/' &&
                         strchr(file->path + top + 1, '/') == NULL);
        if (near && is_document(file->path)) {
            g_ptr_array_add(documents, (gpointer)file);
        }
    }
    g_ptr_array_sort(documents, compare_documents);
    for (guint i = 0; i < documents->len; i++) {
        documents->pdata[i] = (gpointer)((const TreeFile *)documents->pdata[i])->path;
    }
    return documents;
}

void make_each_document(MakeReading *self, MakeDocumentVisit visit, gpointer data)
{
    g_autoptr(GPtrArray) documents = make_documents(self->tree, self->top);
    for (guint i = 0; i < documents->len; i++) {
        const char *path = documents->pdata[i];
        if (i == MAKE_DOCUMENTS_MAX) {
            Span at = self->at;
            self->at = SPAN_NONE;
            make_ledger(self, "limit: documents", path, NULL);
            self->at = at;
            return;
        }
        g_autofree char *text = make_read_document_text(self->tree, path);
        g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
        if (g_str_has_suffix(path, ".tex")) {
            make_plain_lines_of_tex(lines);
        }
        visit(self, arena_intern(self->arena, path), lines, data);
    }
}

void make_read_commands(MakeReading *self)
{
    make_each_document(self, read_commands, NULL);
    for (guint i = 0; i < self->order->len; i++) {
        make_read_asked_of_file(self, ((const MakeSource *)self->order->pdata[i])->file);
    }
}

void make_read_documents(MakeReading *self)
{
    for (guint i = 0; i < self->order->len; i++) {
        const MakeSource *source = self->order->pdata[i];
        if (source->central || source->edited) {
            make_read_usage_of_file(self, source->file);
        }
    }
    make_each_document(self, read_document, NULL);
    make_each_document(self, read_sentences, NULL);
}
