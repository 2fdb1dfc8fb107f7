#include "discover/documented.h"
#include "core/path.h"
#include "core/word_list.h"

#include "discover/builders.h"
#include "discover/documented_comment.h"
#include "discover/documented_names.h"
#include "discover/documented_text.h"

#include <string.h>

static gboolean is_name_byte(char byte)
{
    return g_ascii_isalnum(byte) || byte == '_' || byte == '-';
}

/* Scripts that configure the project for one site or another, one called configure that starts
 * CMake, descriptions of containers and of what a server does with each change. A file without an
 * ending may be a script. Of a copy they may be the copy's own. */
static gboolean is_script(const TreeFile *file)
{
    static const char *const endings[] = {".bash", ".csh",  ".def", ".nix", ".sh",
                                          ".toml", ".yaml", ".yml", NULL};
    const char *name = path_base(file->path);
    if (file->kind == TREE_CONFIGURE) {
        return !file->linked;
    }
    if (file->kind != TREE_OTHER || file->linked) {
        return FALSE;
    }
    return word_list_ends(endings, name) || strchr(name, '.') == NULL ||
           g_str_has_prefix(name, "Dockerfile") || g_str_has_suffix(name, ".Dockerfile");
}

#define WORD_BYTES_MAX 128u

/* The options that are looked for. Nearly every word of a manual is none of them, which its first
 * letter and its length mostly tell. */
typedef struct {
    GHashTable *options; /* name -> GPtrArray of Option *: parts may each have one */
    guint64 lengths[256][WORD_BYTES_MAX / 64]; /* by first byte: a bit for each length */
    guint8 name_bytes[256]; /* is_name_byte(), which is asked of all bytes of all documents */
    Facts *facts;
    /* Instead of all this: the names that are given as "-DNAME=value". */
    DocumentedNames *given;
} Wanted;

static Wanted wanted_of(GHashTable *options, Facts *facts, DocumentedNames *given)
{
    Wanted self = {.options = options, .facts = facts, .given = given};
    for (guint byte = 0; byte < G_N_ELEMENTS(self.name_bytes); byte++) {
        self.name_bytes[byte] = is_name_byte((char)byte) ? 1 : 0;
    }
    return self;
}

static void want(Wanted *self, Option *option)
{
    gsize length = strlen(option->name);
    if (length == 0 || length >= WORD_BYTES_MAX) {
        return;
    }
    GPtrArray *called = g_hash_table_lookup(self->options, option->name);
    if (called == NULL) {
        called = g_ptr_array_new();
        g_hash_table_insert(self->options, (gpointer)option->name, called);
        self->lengths[(guint8)*option->name][length / 64] |= G_GUINT64_CONSTANT(1) << length % 64;
    }
    g_ptr_array_add(called, option);
}

static gboolean may_be_wanted(const Wanted *self, const char *word, gsize length)
{
    return length > 0 && length < WORD_BYTES_MAX &&
           (self->lengths[(guint8)*word][length / 64] >> length % 64 & 1) != 0;
}

/* How far behind its name the word CACHE of a setting is searched for. */
#define SETTING_BYTES_MAX 65536u

/* "set(NAME value CACHE ...)" in a file that puts values in the cache; those that a build reads
 * declare what they set. */
static gboolean is_setting(const char *text, gsize begin, gsize end, gsize length)
{
    static const char command[] = "set(";
    static const char cache[] = " CACHE ";
    gsize before = sizeof command - 1;
    /* This is asked of each word: nearly all have an answer before anything is searched. */
    if (begin < before || g_ascii_strncasecmp(text + begin - before, command, before) != 0) {
        return FALSE;
    }
    gsize rest = MIN(length - end, SETTING_BYTES_MAX);
    const char *line_end = memchr(text + end, '\n', rest);
    rest = line_end != NULL ? (gsize)(line_end - text) - end : rest;
    const char *kind = g_strstr_len(text + end, (gssize)rest, cache);
    return kind != NULL && !g_str_has_prefix(kind + sizeof cache - 1, "INTERNAL");
}

typedef enum {
    DOCUMENT_MANUAL,   /* each word counts */
    DOCUMENT_SETTINGS, /* what it puts in the cache, "-DNAME=value" in its comments and messages */
    DOCUMENT_SCRIPT,   /* what it gives to CMake: "-DNAME=value"; a file of keys these as well */
    DOCUMENT_KEYS,     /* "NAME: true" */
    DOCUMENT_HISTORY, /* what it gives, "-DNAME=value", "NAME=ON": what is named else may be gone */
} DocumentKind;

/* A text of the project, or of a bundled copy, which does not speak for the project. */
typedef struct {
    const Tree *tree;
    const char *path;
    DocumentKind kind;
    gboolean keys;                                      /* "NAME: true" counts */
    enum { COPY_NOT_ASKED, COPY_NO, COPY_YES } of_copy; /* few texts have a word that needs it */
} Document;

/* Whether the word that was found counts in a text of that kind; `given` is whether "-D" stands
 * before it, or a value behind it. */
static gboolean counts(const Document *document, gboolean given, gboolean setting)
{
    switch (document->kind) {
    case DOCUMENT_MANUAL:
        return TRUE;
    case DOCUMENT_SETTINGS:
        return setting;
    case DOCUMENT_SCRIPT:
    case DOCUMENT_KEYS:
    case DOCUMENT_HISTORY:
        return given;
    }
    return FALSE;
}

/* Whether a script runs a command: it stands at the beginning of a line or behind another one, or
 * arguments stand behind it. `text` ends with a zero byte. */
static gboolean runs_command(const char *text, const char *command)
{
    for (const char *at = strstr(text, command); at != NULL; at = strstr(at + 1, command)) {
        const char *before = at;
        while (before > text && (before[-1] == ' ' || before[-1] == '\t')) {
            before--;
        }
        const char *behind = at + strlen(command);
        behind += strspn(behind, " \t");
        /* "-*- mode: cmake -*-" is what an editor reads. */
        if (g_str_has_prefix(behind, "-*-")) {
            continue;
        }
        if (before == text || strchr("\n&;", before[-1]) != NULL ||
            (*behind != '\0' && strchr("-.$/\\\"'<~", *behind) != NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a script runs CMake, and does not give its definitions to a compiler itself. Which CMake
 * it is may be up to a variable. */
static gboolean runs_cmake(const char *text)
{
    static const char *const commands[] = {"cmake ", "$CMAKE ", "${CMAKE} ", "\"${CMAKE}\" "};
    /* A recipe of Nix, or a build of a Python package, has these given to CMake. */
    static const char *const flags[] = {"cmakeFlags", "CMAKE_ARGS", "cmake.args"};
    for (gsize i = 0; i < G_N_ELEMENTS(flags); i++) {
        if (strstr(text, flags[i]) != NULL) {
            return TRUE;
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (runs_command(text, commands[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the document lies beside the copy that declares the option, and not with it. */
static gboolean lies_apart(const Document *document, const Option *option)
{
    const Definition *first = option->definitions != NULL && option->definitions->len > 0
                                  ? g_ptr_array_index(option->definitions, 0)
                                  : NULL;
    const char *path = first != NULL ? first->at.path : NULL;
    const char *slash = path != NULL ? strchr(path, '/') : NULL;
    return slash != NULL && strncmp(path, document->path, (gsize)(slash - path) + 1) != 0;
}

static gboolean is_of_copy(Document *document)
{
    if (document->of_copy == COPY_NOT_ASKED) {
        document->of_copy =
            builders_lies_in_copy(document->tree, document->path) ? COPY_YES : COPY_NO;
    }
    return document->of_copy == COPY_YES;
}

/* Whether a text that has the option's name says something of the option. What a copy's own
 * documents say does not count, nor may a script that lies near it. */
static gboolean speaks_of(Document *document, const Option *option)
{
    gboolean script = document->kind == DOCUMENT_SCRIPT || document->kind == DOCUMENT_KEYS;
    return !option->vendored ||
           (!is_of_copy(document) && (!script || lies_apart(document, option)));
}

typedef enum {
    GIVEN_NOTHING,
    GIVEN_TRUTH, /* what a switch is given */
    GIVEN_NO,    /* which turns off anything else as well */
    GIVEN_OTHER,
} Given;

/* Files of words and their values, by whatever program they are read. */
static gboolean holds_keys(const char *path)
{
    return g_str_has_suffix(path, ".yaml") || g_str_has_suffix(path, ".yml");
}

static gboolean has_capital(const char *text, gsize begin, gsize end)
{
    for (gsize at = begin; at < end; at++) {
        if (g_ascii_isupper(text[at])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Behind the type of "-DNAME:BOOL=value"; `at`, where the name ends, when there is none. */
static gsize behind_type(const char *text, gsize at, gsize length)
{
    gsize end = at;
    if (at < length && text[at] == ':') {
        for (end = at + 1; end < length && g_ascii_isupper(text[end]); end++) {
        }
    }
    return end > at + 1 && end < length && text[end] == '=' ? end : at;
}

/* What the word at `begin` means as a value. */
static Given word_given(const char *text, gsize begin, gsize length)
{
    static const char *const truths[] = {"ON", "OFF", "TRUE", "FALSE", "YES"};
    static const char *const noes[] = {"0", "1", "N", "NO", "Y"};
    if (begin >= length || !g_ascii_isalnum(text[begin])) {
        return GIVEN_NOTHING;
    }
    gsize end = begin;
    while (end < length && is_name_byte(text[end])) {
        end++;
    }
    g_autofree char *value = g_ascii_strup(text + begin, (gssize)(end - begin));
    for (gsize i = 0; i < G_N_ELEMENTS(truths); i++) {
        if (strcmp(value, truths[i]) == 0) {
            return GIVEN_TRUTH;
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(noes); i++) {
        if (strcmp(value, noes[i]) == 0) {
            return GIVEN_NO;
        }
    }
    return GIVEN_OTHER;
}

/* What "-DNAME=value" gives. `begin` is where the name and its type end. */
static Given what_is_given(const char *text, gsize begin, gsize length)
{
    return begin < length && text[begin] == '=' ? word_given(text, begin + 1, length)
                                                : GIVEN_NOTHING;
}

/* Whether the word from `word` to `at` is a key that is given the value of a switch: "NAME: true".
 * Small letters are any program's. */
static gboolean is_switched(const char *text, gsize word, gsize at, gsize length)
{
    if (at >= length || text[at] != ':' || !has_capital(text, word, at)) {
        return FALSE;
    }
    gsize begin = at + 1;
    while (begin < length && text[begin] == ' ') {
        begin++;
    }
    return begin > at + 1 && word_given(text, begin, length) == GIVEN_TRUTH;
}

/* It stays open: that nobody gives it is possible as well. */
static void make_switch(Facts *facts, Option *option)
{
    static const char *const words[] = {"ON", "OFF"};
    GPtrArray *values = arena_array(facts->arena);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        AllowedValue *value = arena_new0(facts->arena, AllowedValue);
        *value =
            (AllowedValue){.value = words[i], .origin = VALUE_COMPARED, .at = option->documented};
        g_ptr_array_add(values, value);
    }
    option->values = values;
}

/* Whether make_switch() has given it its values. */
static gboolean was_made_switch(const Option *option)
{
    const AllowedValue *first =
        option->values->len > 0 ? g_ptr_array_index(option->values, 0) : NULL;
    return first != NULL && option->type == OPTION_UNTYPED &&
           span_compare(&first->at, &option->documented) == 0;
}

/* A word that was found, from `begin` to `end` of the document's text. */
typedef struct {
    Span at;
    Given given;
    gboolean dashed; /* "-D" stands before it */
    const char *text;
    gsize begin, end;
} Mention;

/* What is only read stays wanted until it is given what no switch takes; FALSE once nothing more is
 * to be found out. */
static gboolean read_mention(const Wanted *self, Option *option, const Document *document,
                             const Mention *mention)
{
    Given given = mention->given;
    if (option->documented.path == NULL) {
        option->documented = mention->at;
    }
    if (option->type == OPTION_UNTYPED && option->builder == BUILDER_CMAKE &&
        option->comment == NULL && document->kind == DOCUMENT_MANUAL) {
        g_autofree char *said = documented_row_text(mention->text, mention->begin, mention->end);
        option->comment = said != NULL ? arena_strdup(self->facts->arena, said) : NULL;
    }
    if (given == GIVEN_TRUTH && option->type == OPTION_UNTYPED && option->values->len == 0) {
        make_switch(self->facts, option);
    } else if (given == GIVEN_OTHER && was_made_switch(option)) {
        option->values = arena_array(self->facts->arena);
    }
    return given != GIVEN_OTHER && option->type == OPTION_UNTYPED;
}

/* The word names each option of that name of which the document may speak. */
static void read_word(Wanted *self, Document *document, const char *word, const Mention *mention)
{
    GPtrArray *called = g_hash_table_lookup(self->options, word);
    for (guint i = called != NULL ? called->len : 0; i > 0; i--) {
        Option *option = called->pdata[i - 1];
        gboolean told = mention->dashed && document->kind == DOCUMENT_MANUAL;
        gboolean result = !told && option_is_forced_in_places(option);
        if (!result && speaks_of(document, option) &&
            !read_mention(self, option, document, mention)) {
            g_ptr_array_remove_index(called, i - 1);
        }
    }
    if (called != NULL && called->len == 0) {
        g_hash_table_remove(self->options, word);
    }
}

/* The word may be any project's, so whose document it is is asked last. Which names a script gives
 * together says little: many an old one is kept that builds other projects as well. */
static void gather(DocumentedNames *given, Document *document, const char *word)
{
    gboolean together = document->kind == DOCUMENT_MANUAL && given->runs;
    if ((together || !documented_names_has(given, word)) && !is_of_copy(document)) {
        documented_names_add(given, word, together);
    }
}

/* The word that a command which runs CMake begins with; a sentence may give several names as well.
 */
static gboolean is_program(const char *word, gsize length)
{
    static const char program[] = "cmake";
    return length == sizeof program - 1 && memcmp(word, program, length) == 0;
}

/* Where a line ends, a command does, unless a backslash takes it on; it may end in "\r\n". */
static void end_line(const char *text, gsize at, const Wanted *wanted)
{
    at -= at > 0 && text[at - 1] == '\r' ? 1 : 0;
    if (wanted->given != NULL && (at == 0 || text[at - 1] != '\\')) {
        documented_names_end_command(wanted->given);
    }
}

/* What a key of a file is given is given to CMake for certain only by its name. */
static gboolean is_cmakes(const char *word)
{
    return g_str_has_prefix(word, "CMAKE_");
}

/* Whether the word is one of those that are looked for; `given` is whether it has a value. */
static gboolean may_count(const Wanted *self, const char *word, gsize length, gboolean given)
{
    return self->given != NULL ? given && length < WORD_BYTES_MAX
                               : may_be_wanted(self, word, length);
}

/* message("force it with -DUSE_X=ON") tells people; with a variable's value it tells what is
 * done, and what a file says that searches for a package is for all who use that file. */
static gboolean tells_in_message(const Document *document, const char *text, gsize begin, gsize end)
{
    gboolean shown = text[end] == '=' && text[end + 1] == '$';
    return !shown && !tree_is_find_module(document->path) && documented_in_message(text, begin);
}

/* A text that is read word by word. */
typedef struct {
    const char *text;
    gsize length;
    guint line;
    gsize dash; /* where the word "-D" ended */
    Document *document;
    Wanted *wanted;
} Reading;

/* Looks up a word; "-DNAME=value", or "-D NAME=value", is the word NAME. */
static void take_word(Reading *self, gsize begin, gsize end)
{
    const char *text = self->text;
    Document *document = self->document;
    Wanted *wanted = self->wanted;
    if (wanted->given != NULL && is_program(text + begin, end - begin)) {
        wanted->given->runs = TRUE;
    }
    gboolean given = end - begin > 2 && strncmp(text + begin, "-D", 2) == 0;
    begin += given ? 2 : 0;
    if (end - begin == 2 && strncmp(text + begin, "-D", 2) == 0) {
        self->dash = end;
        return;
    }
    given = (given || (self->dash > 0 && begin == self->dash + 1 && text[self->dash] == ' ')) &&
            document->kind != DOCUMENT_KEYS;
    gsize typed = given ? behind_type(text, end, self->length) : end;
    gboolean switched = document->keys && !given && is_switched(text, begin, end, self->length) &&
                        (wanted->given == NULL || is_cmakes(text + begin));
    if (!may_count(wanted, text + begin, end - begin,
                   switched || (given && typed < self->length && text[typed] == '='))) {
        return;
    }
    Given value = switched ? GIVEN_TRUTH : what_is_given(text, typed, self->length);
    gboolean told = document->kind == DOCUMENT_HISTORY && value == GIVEN_TRUTH;
    if (!counts(document, given || switched || told,
                document->kind == DOCUMENT_SETTINGS &&
                    (is_setting(text, begin, end, self->length) ||
                     (given && (documented_in_comment(text, begin) ||
                                tells_in_message(document, text, begin, typed)))))) {
        return;
    }
    char word[WORD_BYTES_MAX];
    memcpy(word, text + begin, end - begin);
    word[end - begin] = '\0';
    if (wanted->given != NULL) {
        gather(wanted->given, document, word);
        return;
    }
    Mention mention = {.at = {.path = document->path, .line = self->line, .column = 1},
                       .given = value,
                       .dashed = given,
                       .text = text,
                       .begin = begin,
                       .end = end};
    read_word(wanted, document, word, &mention);
}

static void read_text(const char *text, gsize length, Document *document, Wanted *wanted)
{
    Reading self = {text, length, 1, 0, document, wanted};
    gsize at = 0;
    while (at < length) {
        if (wanted->name_bytes[(guint8)text[at]] == 0) {
            if (text[at] == '\n') {
                end_line(text, at, wanted);
                self.line++;
            }
            at++;
            continue;
        }
        gsize begin = at;
        while (at < length && wanted->name_bytes[(guint8)text[at]] != 0) {
            at++;
        }
        take_word(&self, begin, at);
    }
    end_line(text, 0, wanted);
}

/* What a file may tell; FALSE: nothing. */
static gboolean kind_of(const TreeFile *file, DocumentKind *kind)
{
    if (file->kind == TREE_CMAKE && !file->linked) {
        *kind = DOCUMENT_SETTINGS;
        return TRUE;
    }
    if (documented_is_manual(file)) {
        *kind = documented_tells_history(file->path) ? DOCUMENT_HISTORY : DOCUMENT_MANUAL;
        return TRUE;
    }
    *kind = DOCUMENT_SCRIPT;
    return is_script(file);
}

/* Whether the text is read; what runs no CMake may still have keys. */
static gboolean is_read(Document *document, const GByteArray *text)
{
    if (document->kind != DOCUMENT_SCRIPT) {
        return text->len <= DOCUMENTED_FILE_BYTES_MAX;
    }
    document->keys = holds_keys(document->path);
    if (!runs_cmake((const char *)text->data)) {
        document->kind = DOCUMENT_KEYS;
    }
    return text->len <= DOCUMENTED_SCRIPT_BYTES_MAX &&
           (document->keys || document->kind == DOCUMENT_SCRIPT);
}

static void note_limit(Facts *facts, const char *path)
{
    facts_add_ledger(facts, (Span){.path = arena_strdup(facts->arena, path)}, "limit: documents",
                     NULL);
}

static void read_tables(Document *document, const char *text, Wanted *wanted)
{
    if (wanted->given != NULL && document->kind == DOCUMENT_MANUAL && !is_of_copy(document)) {
        documented_names_read_tables(wanted->given, text);
    }
}

/* Either the scripts or all else, as long as something is left to be found. */
static void read_files(const Tree *tree, Facts *facts, gboolean scripts, Wanted *wanted)
{
    const GPtrArray *files = tree_files(tree);
    g_autoptr(GByteArray) buffer = g_byte_array_new();
    gsize left = DOCUMENTED_BYTES_MAX;
    for (guint i = 0; i < files->len; i++) {
        if (wanted->given == NULL && g_hash_table_size(wanted->options) == 0) {
            return;
        }
        const TreeFile *file = g_ptr_array_index(files, i);
        DocumentKind kind;
        if (!kind_of(file, &kind) || (kind == DOCUMENT_SCRIPT) != scripts) {
            continue;
        }
        if (left == 0) {
            note_limit(facts, file->path);
            if (wanted->given != NULL && wanted->given->cut == NULL) {
                wanted->given->cut = g_strdup(file->path);
            }
            break;
        }
        if (!tree_read_into(tree, file, buffer, NULL)) {
            continue;
        }
        left -= MIN(left, buffer->len);
        Document document = {.tree = tree, .path = file->path, .kind = kind};
        if (is_read(&document, buffer)) {
            if (documented_is_markdown(file->path)) {
                documented_hide_comments((char *)buffer->data, buffer->len);
                read_tables(&document, (const char *)buffer->data, wanted);
            }
            document.path = arena_strdup(facts->arena, file->path);
            read_text((const char *)buffer->data, buffer->len, &document, wanted);
        }
    }
}

void documented_read(const Tree *tree, Facts *facts)
{
    g_autoptr(GHashTable) options =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    Wanted wanted = wanted_of(options, facts, NULL);
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = g_ptr_array_index(facts->options, i);
        if (option->type == OPTION_UNTYPED || option->vendored ||
            option_is_forced_in_places(option)) {
            want(&wanted, option);
        }
    }
    for (guint i = 0; i < facts->settings->len; i++) {
        const Setting *setting = g_ptr_array_index(facts->settings, i);
        GPtrArray *called = g_hash_table_lookup(options, setting->option);
        for (guint k = 0; called != NULL && k < called->len; k++) {
            ((Option *)called->pdata[k])->documented = setting->at;
        }
        g_hash_table_remove(options, setting->option);
    }
    /* Of scripts there may be many that are data; they take nothing from what is written for
     * people. */
    read_files(tree, facts, FALSE, &wanted);
    read_files(tree, facts, TRUE, &wanted);
}

DocumentedNames *documented_given(const Tree *tree)
{
    g_autoptr(Arena) arena = arena_new();
    DocumentedNames *given = documented_names_new();
    Wanted wanted = wanted_of(NULL, facts_new(arena), given);
    read_files(tree, wanted.facts, FALSE, &wanted);
    read_files(tree, wanted.facts, TRUE, &wanted);
    return given;
}
