/* Files that people copy or choose, from what names them. */
#include "discover/make/template.h"
#include "discover/make/stub.h"
#include <string.h>

/* Texts of variables that are looked at as names of included files, in all makefiles together. */
#define INCLUDE_TEXTS_MAX 256u

void make_note_included(MakeSource *source, MakeSource *by)
{
    gboolean begins = tree_kind_of(by->file->path) == TREE_MAKE && by->file->rules > 0;
    source->central = source->central || by->central ||
                      (begins && source->included_by != NULL &&
                       strcmp(source->included_by->file->folder, by->file->folder) != 0);
    source->included_by = source->included_by != NULL || !begins ? source->included_by : by;
}

/* FALSE when there is no such file. */
static gboolean note_file(MakeReading *self, MakeSource *by, const char *path)
{
    gboolean there = tree_find(self->tree, path) != NULL;
    MakeSource *source = there ? make_source(self, path) : NULL;
    if (source != NULL && source != by) {
        make_note_included(source, by);
    }
    return there;
}

/* A name of which all is known is one file, seen from the makefile's folder or from the one that
 * make was started in. FALSE when there is none. */
static gboolean include_known(MakeReading *self, MakeSource *by, const char *word)
{
    g_autofree char *known = make_known_place(by->file, word);
    const char *place = known != NULL ? known : word;
    const char *const folders[] = {by->file->folder, self->top};
    gboolean found = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(folders) && strchr(place, '$') == NULL; i++) {
        const char *path = make_path(self, folders[i], place);
        found = (path != NULL && note_file(self, by, path)) || found;
    }
    return found;
}

/* Of any other name every file may be meant. FALSE when there is none. */
static gboolean include_named(MakeReading *self, MakeSource *by, const char *base)
{
    const GPtrArray *paths = g_hash_table_lookup(self->base_names, base);
    for (guint i = 0; paths != NULL && i < paths->len; i++) {
        note_file(self, by, paths->pdata[i]);
    }
    return paths != NULL && paths->len > 0;
}

const char *make_assigned_text(const MakeFile *file, const char *word, gboolean *others)
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
    const char *text = make_assigned_text(file, word, &others);
    return text != NULL && strchr(text, '$') == NULL ? text : NULL;
}

/* The words of a text; blanks within a reference are none between words. The caller frees them. */
static char **words_outside(const char *text)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    while (*text != '\0') {
        const char *end = text;
        while (*end != '\0' && strchr(" \t", *end) == NULL) {
            end = *end == '$' && end[1] != '\0' ? make_reference_end(end) : end + 1;
        }
        if (end > text) {
            g_autofree char *one = g_strndup(text, (gsize)(end - text));
            g_strv_builder_add(words, one);
        }
        text = end + strspn(end, " \t");
    }
    return g_strv_builder_end(words);
}

/* "site.$(SITE).mk" within $(wildcard ...): a file that is chosen, and may as well be missing. */
static gboolean is_choice(const char *pattern)
{
    const char *base = make_last_part(pattern);
    return !make_is_pattern(pattern) && strchr(base, '$') != NULL && g_ascii_isalpha(*base) &&
           !g_str_has_suffix(base, ".d");
}

/* Each pattern of "$(wildcard a-*.mk b-$(X).mk)" is a name of its own. */
static void add_names(GStrvBuilder *names, const char *word)
{
    static const char call[] = "$(wildcard ";
    if (!g_str_has_prefix(word, call) || !g_str_has_suffix(word, ")") ||
        *make_reference_end(word) != '\0') {
        g_strv_builder_add(names, word);
        return;
    }
    const char *begin = word + strlen(call);
    g_autofree char *text = g_strndup(begin, strlen(begin) - 1);
    g_auto(GStrv) patterns = words_outside(text);
    for (guint i = 0; patterns[i] != NULL; i++) {
        g_autofree char *one = is_choice(patterns[i]) ? g_strdup(patterns[i])
                                                      : g_strdup_printf("%s%s)", call, patterns[i]);
        g_strv_builder_add(names, one);
    }
}

char **make_include_words(const MakeFile *file, const char *text)
{
    g_autofree char *plain = g_strstrip(g_strdup(text));
    gboolean others = FALSE;
    const char *assigned =
        make_is_reference(plain) ? make_assigned_text(file, plain, &others) : NULL;
    g_auto(GStrv) words = words_outside(assigned != NULL && !others ? assigned : plain);
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    for (guint i = 0; words[i] != NULL; i++) {
        add_names(names, words[i]);
    }
    return g_strv_builder_end(names);
}

const char *make_include_base(const MakeFile *file, const char *word)
{
    /* Of a pattern the folder says which files are meant. */
    if (make_is_pattern(word) && strchr(word, '$') != NULL) {
        return word;
    }
    const char *base = make_last_part(word);
    /* "SETTINGS ?= build.conf", and nothing else is said of it. */
    const char *constant = make_is_reference(base) ? constant_of(file, base) : NULL;
    gboolean name = constant != NULL && *constant != '\0' && strpbrk(constant, " \t/") == NULL;
    return name ? constant : base;
}

static void look_at_name(MakeReading *self, MakeSource *by, const char *word)
{
    const MakeFile *file = by->file;
    if (make_find_pattern(self, by, word)) {
        return;
    }
    const char *base = make_include_base(file, word);
    word = base != make_last_part(word) ? base : word;
    /* Hidden files and lists of dependencies are made by the build. */
    if (*base == '\0' || *base == '.' || strchr(base, '%') != NULL ||
        g_str_has_suffix(base, ".d") || strstr(base, ".d)") != NULL ||
        make_templates_for(self, base) != NULL) {
        return;
    }
    /* "$(dir $(lastword $(MAKEFILE_LIST)))flags.mk" */
    if (strchr(base, '$') != NULL && include_known(self, by, word)) {
        return;
    }
    if (strchr(base, '$') == NULL) {
        if (!make_find_in_folders(self, by, word, base) && !include_known(self, by, word) &&
            !include_named(self, by, base)) {
            make_find_copied(self, by, base);
            make_find_written(self, by, base, base);
            gboolean found = make_templates_for(self, base)->files->len > 0;
            by->hands_on = found || *word != '$' ? by->hands_on : self->at.line;
            if (!found) {
                make_find_stub(self, by, word);
            }
        }
        return;
    }
    gboolean others = FALSE;
    if (make_is_reference(word) && make_assigned_text(file, word, &others) == NULL) {
        make_find_whole(self, by, word);
        return;
    }
    g_autofree char *folder = g_strndup(word, (gsize)(base - word));
    const char *near = strchr(folder, '$') == NULL && *folder != '\0'
                           ? make_path(self, file->folder, folder)
                           : NULL;
    make_find_chosen(self, by, base, near, folder);
}

/* "ifneq ($(SITE),)", "FILE = arch/$(SITE).mk", "else", "FILE = arch.mk": any of them. */
static void look_at_include(MakeReading *self, MakeSource *by, const char *word)
{
    const MakeFile *file = by->file;
    gboolean others = FALSE;
    if (!make_is_reference(word) || make_assigned_text(file, word, &others) == NULL || !others) {
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
            make_find_chosen(self, by, base, near, folder);
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
            g_autofree char *whole = g_strstrip(g_strdup(statement->value));
            if (make_is_reference(whole) && g_strv_length(words) == 1) {
                const char *wanted = make_include_base(file, words[0]);
                make_find_passed(self, source, whole, wanted);
                make_find_written(self, source, whole, wanted);
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
    make_find_named(self, top);
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
