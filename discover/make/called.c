/* Parts of the build: makefiles in other folders that the first one, and those that it calls, start
 * make with, "$(MAKE) -C $(SOURCES)", "cd src; $(MAKE)", "for d in $(PARTS); do $(MAKE) -C $$d". */
#include "discover/make/begin.h"
#include "discover/make/reading.h"
#include <string.h>

#define CALLED_MAX 256u
/* References within the names of folders. */
#define CALLED_DEPTH_MAX 4u

typedef struct {
    MakeReading *reading;
    GHashTable *central; /* name -> text, of the makefiles that configure the build */
    GPtrArray *called;   /* MakeSource * */
} Calls;

/* What a makefile assigns, name -> text; NULL for what it assigns more than once. */
static GHashTable *assigned_texts(const MakeFile *file)
{
    GHashTable *texts = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL) {
            gboolean again = g_hash_table_contains(texts, statement->name);
            g_hash_table_insert(texts, (gpointer)statement->name,
                                again ? NULL : (gpointer)statement->value);
        }
    }
    return texts;
}

/* The same of all makefiles that configure the build: the first one that assigns a name tells. */
static GHashTable *central_texts(const MakeReading *self)
{
    GHashTable *texts = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->order->len; i++) {
        const MakeSource *source = self->order->pdata[i];
        if (!source->central) {
            continue;
        }
        g_autoptr(GHashTable) own = assigned_texts(source->file);
        GHashTableIter iterator;
        gpointer name = NULL;
        gpointer text = NULL;
        g_hash_table_iter_init(&iterator, own);
        while (g_hash_table_iter_next(&iterator, &name, &text)) {
            if (!g_hash_table_contains(texts, name)) {
                g_hash_table_insert(texts, name, text);
            }
        }
    }
    return texts;
}

/* The constant that the makefile, whose texts are `own`, or one that configures the build gives to
 * what a reference reads; NULL when it is none. */
static const char *constant_text(const Calls *self, GHashTable *own, const char *reference)
{
    static const char *const here[] = {"$(CURDIR)", "${CURDIR}", "$(PWD)", "${PWD}", NULL};
    if (g_strv_contains(here, reference)) {
        return ".";
    }
    g_autofree char *name = g_strndup(reference + 2, strlen(reference) - 3);
    return g_hash_table_lookup(g_hash_table_contains(own, name) ? own : self->central, name);
}

/* A text in which references to constants are replaced; what is left open stays. The caller frees
 * it. */
static char *with_constants(const Calls *self, GHashTable *own, const char *text)
{
    char *now = g_strdup(text);
    for (guint depth = 0; depth < CALLED_DEPTH_MAX && strchr(now, '$') != NULL; depth++) {
        g_autoptr(GString) next = g_string_new(NULL);
        for (const char *c = now; *c != '\0' && next->len < MAKE_TEXT_BYTES_MAX;) {
            const char *end = *c == '$' && c[1] != '\0' ? make_reference_end(c) : c + 1;
            g_autofree char *piece = g_strndup(c, (gsize)(end - c));
            const char *constant =
                *c == '$' && make_is_reference(piece) ? constant_text(self, own, piece) : NULL;
            g_string_append(next, constant != NULL ? constant : piece);
            c = end;
        }
        g_free(now);
        now = g_string_free(g_steal_pointer(&next), FALSE);
    }
    return now;
}

/* Where the words of a command have got to. */
typedef struct {
    MakeReading *reading;
    gboolean goes; /* the word before says that a folder follows */
} Going;

/* Whether something that makefiles refer to is left open; what the shell works out is none of
 * theirs. */
static gboolean is_open(const char *word)
{
    for (const char *c = strchr(word, '$'); c != NULL && c[1] != '\0'; c = strchr(c + 2, '$')) {
        if (c[1] == '(' || c[1] == '{') {
            return TRUE;
        }
    }
    return FALSE;
}

/* "-C $(WHERE)" or "-C$(WHERE)", of which nothing says what it is: what is built there is not read
 * for that. */
static void tell_open_folder(const char *word, gpointer data)
{
    static const char *const joined[] = {"-C", "--directory="};
    Going *self = data;
    for (guint i = 0; i < G_N_ELEMENTS(joined) && !self->goes; i++) {
        if (g_str_has_prefix(word, joined[i]) && word[strlen(joined[i])] != '\0') {
            word += strlen(joined[i]);
            self->goes = TRUE;
        }
    }
    if (self->goes && is_open(word)) {
        make_ledger(self->reading, "folder that make is called in is not known", word, NULL);
    }
    self->goes = strcmp(word, "-C") == 0 || strcmp(word + strspn(word, "@-+"), "cd") == 0 ||
                 (self->goes && *word == '\0');
}

/* "clean-docs": whether one of its words, or of several such things, says that what it calls is
 * tried, or put away. "docker" and "latest" say nothing of that. */
static gboolean is_aside(const char *target)
{
    static const char *const words[] = {
        "test",      "unittest",  "runtest", "testing",   "check", "clean",   "distclean",
        "realclean", "veryclean", "bench",   "benchmark", "doc",   "example", "documentation"};
    g_auto(GStrv) parts = g_strsplit_set(target, "-_./%", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        for (guint k = 0; k < G_N_ELEMENTS(words); k++) {
            gsize length = strlen(words[k]);
            if (g_ascii_strncasecmp(parts[i], words[k], length) == 0 &&
                (parts[i][length] == '\0' || g_ascii_strcasecmp(parts[i] + length, "s") == 0)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* "check:", not "all clean:", which the folders are built with, too. */
static gboolean is_no_build(const char *targets)
{
    g_auto(GStrv) names = g_strsplit_set(targets, " \t", -1);
    gboolean aside = FALSE;
    for (guint i = 0; names[i] != NULL; i++) {
        if (*names[i] != '\0' && !is_aside(names[i])) {
            return FALSE;
        }
        aside = aside || *names[i] != '\0';
    }
    return aside;
}

static void call_folders(Calls *self, const MakeFile *file, GHashTable *own, const char *text)
{
    MakeReading *reading = self->reading;
    g_autofree char *now = with_constants(self, own, text);
    g_auto(GStrv) words = g_strsplit_set(now, " \t();&|\"'`", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *folder = *words[i] != '\0' && *words[i] != '/'
                                 ? make_path(reading, file->folder, words[i])
                                 : NULL;
        const char *entry = folder != NULL && tree_is_folder(reading->tree, folder)
                                ? make_entry_in(reading->tree, folder)
                                : NULL;
        MakeSource *source = entry != NULL ? g_hash_table_lookup(reading->sources, entry) : NULL;
        if (source == NULL || source->called || source->central) {
            continue;
        }
        if (self->called->len == CALLED_MAX) {
            make_ledger(reading, "limit: files of the build", entry, NULL);
            return;
        }
        source->called = TRUE;
        g_ptr_array_add(self->called, source);
    }
}

static void tell_open_folders(const Calls *self, GHashTable *own, const char *command)
{
    g_autofree char *now = with_constants(self, own, command);
    Going going = {self->reading, FALSE};
    make_each_shell_word(now, tell_open_folder, &going);
}

static void follow_calls(Calls *self, const MakeFile *file)
{
    g_autoptr(GHashTable) own = assigned_texts(file);
    const MakeStatement *rule = NULL;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        rule = statement->kind == MAKE_RULE ? statement : rule;
        if (statement->kind != MAKE_RECIPE || rule == NULL || !make_calls_make(statement->value) ||
            is_no_build(rule->targets)) {
            continue;
        }
        self->reading->at = (Span){file->path, statement->line, 0};
        call_folders(self, file, own, statement->value);
        tell_open_folders(self, own, statement->value);
        if (strstr(statement->value, "$@") != NULL) {
            call_folders(self, file, own, rule->targets);
        }
    }
}

void make_find_called(MakeReading *self, const MakeSource *top)
{
    g_autoptr(GPtrArray) called = g_ptr_array_new();
    g_autoptr(GHashTable) central = central_texts(self);
    Calls calls = {.reading = self, .central = central, .called = called};
    follow_calls(&calls, top->file);
    for (guint i = 0; i < called->len; i++) {
        follow_calls(&calls, ((const MakeSource *)called->pdata[i])->file);
    }
}
