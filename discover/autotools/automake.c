/* Makefile.am: which sources, flags and folders hang on which AM_CONDITIONAL.
 *
 * A variable of such a file is a list of lines, each under the condition of the "if" around it; a
 * reference to one is each of its words under both conditions. Rules are no business of ours. */
#include "discover/autotools/automake.h"
#include "discover/cmake/pure.h"
#include <string.h>

#define FOLDERS_MAX 4000u
#define INCLUDE_DEPTH_MAX 10u
#define REFERENCE_DEPTH_MAX 8u
#define IF_DEPTH_MAX 64u
#define LIMIT_CONDITIONS "limit: depth of conditionals"
#define WORDS_MAX 200000u /* of all files together, references followed */

static Guard condition_of(const AutomakeReader *self)
{
    return self->conditions->len > 0
               ? g_array_index(self->conditions, Guard, self->conditions->len - 1)
               : self->base;
}

static Guard conditional(AutomakeReader *self, const char *name)
{
    Configure *configure = self->configure;
    gboolean negated = *name == '!';
    name += negated;
    const Guard *known = g_hash_table_lookup(configure->conditionals, name);
    Guard guard =
        known != NULL ? *known : configure_unknown(configure, CONDITION_SUBJECT_PROBE, name);
    return negated ? guard_not(configure->guards, guard) : guard;
}

/* What stands below more conditions than are told apart hangs on something unknown. */
static void push(AutomakeReader *self, Guard inner, const char *line, Span at)
{
    Configure *configure = self->configure;
    if (self->conditions->len >= IF_DEPTH_MAX) {
        recorder_ledger(configure->recorder, at, LIMIT_CONDITIONS, line, NULL);
        inner = configure_unknown(configure, CONDITION_SUBJECT_PROBE, LIMIT_CONDITIONS);
    }
    Guard both = guard_and(configure->guards, condition_of(self), inner);
    g_array_append_val(self->conditions, both);
}

static gboolean is_of_make(const char *word)
{
    static const char *const words[] = {"ifeq", "ifneq", "ifdef", "ifndef", NULL};
    return g_strv_contains(words, word);
}

static void flip_condition(AutomakeReader *self)
{
    if (self->conditions->len == 0) {
        return;
    }
    Guard inner = condition_of(self);
    g_array_set_size(self->conditions, self->conditions->len - 1);
    Guard other = guard_minus(self->configure->guards, condition_of(self), inner);
    g_array_append_val(self->conditions, other);
}

/* "if NAME", "else", "endif": TRUE when the line is one of them. */
static gboolean read_condition(AutomakeReader *self, const char *line, Span at)
{
    g_auto(GStrv) words = g_strsplit_set(line, " \t", 3);
    if (words[0] == NULL) {
        return FALSE;
    }
    if (is_of_make(words[0])) {
        /* One that make itself works out. */
        push(self, configure_unknown(self->configure, CONDITION_SUBJECT_PROBE, line), line, at);
    } else if (strcmp(words[0], "if") == 0 && words[1] != NULL) {
        push(self, conditional(self, g_strstrip(words[1])), line, at);
    } else if (strcmp(words[0], "else") == 0) {
        flip_condition(self);
    } else if (strcmp(words[0], "endif") == 0) {
        g_array_set_size(self->conditions, MAX(self->conditions->len, 1u) - 1);
    } else {
        return FALSE;
    }
    return TRUE;
}

static void add_line(AutomakeReader *self, const char *name, const char *text, Span at)
{
    Arena *arena = self->configure->arena;
    AutomakeVariable *variable = g_hash_table_lookup(self->variables, name);
    if (variable == NULL) {
        variable = arena_new0(arena, AutomakeVariable);
        variable->name = arena_intern(arena, name);
        variable->lines = g_array_new(FALSE, FALSE, sizeof(AutomakeLine));
        g_hash_table_insert(self->variables, (gpointer)variable->name, variable);
        g_ptr_array_add(self->in_order, variable);
    }
    AutomakeLine line = {arena_strdup(arena, text), condition_of(self), at};
    g_array_append_val(variable->lines, line);
}

static void read_assignment(AutomakeReader *self, const char *line, Span at)
{
    gsize length = strspn(line, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_@.-");
    const char *sign = line + length + strspn(line + length, " \t");
    gboolean prefixed = *sign == '+' || *sign == ':' || *sign == '?';
    if (length == 0 || (prefixed ? sign[1] : sign[0]) != '=') {
        return;
    }
    g_autofree char *name = g_strndup(line, length);
    add_line(self, name, sign + (prefixed ? 2 : 1), at);
}

char *automake_source_path(const AutomakeReader *self, const char *path)
{
    static const char *const tops[] = {"$(top_srcdir)/", "${top_srcdir}/", "@top_srcdir@/"};
    static const char *const heres[] = {"$(srcdir)/", "${srcdir}/", "@srcdir@/"};
    for (guint i = 0; i < G_N_ELEMENTS(tops); i++) {
        if (g_str_has_prefix(path, tops[i])) {
            return tree_normalize_in(self->configure->folder, path + strlen(tops[i]));
        }
        if (g_str_has_prefix(path, heres[i])) {
            path += strlen(heres[i]);
        }
    }
    return tree_normalize_in(self->folder, path);
}

static void read_file(AutomakeReader *self, const char *path, guint depth);

static void include(AutomakeReader *self, const char *path, Span at, guint depth)
{
    if (depth < INCLUDE_DEPTH_MAX) {
        read_file(self, path, depth + 1);
    } else {
        recorder_ledger(self->configure->recorder, at, "limit: depth of includes", path, NULL);
    }
}

static void read_file(AutomakeReader *self, const char *path, guint depth)
{
    Configure *configure = self->configure;
    g_autofree char *text = tree_read_text(configure->tree, path, NULL, NULL);
    const char *file = arena_intern(configure->arena, path);
    g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        Span at = {file, i + 1, 0};
        if (*lines[i] == '\t' || *lines[i] == '#') {
            continue;
        }
        /* A line goes on behind a backslash; comments end it. */
        g_autoptr(GString) line = g_string_new(NULL);
        for (;; i++) {
            g_autofree char *piece = g_strdup(lines[i]);
            char *comment = strstr(piece, " #");
            if (comment != NULL) {
                *comment = '\0';
            }
            g_strchomp(piece);
            gsize length = strlen(piece);
            gboolean more = length > 0 && piece[length - 1] == '\\' && lines[i + 1] != NULL;
            g_string_append_len(line, piece, (gssize)(length - (more ? 1 : 0)));
            g_string_append_c(line, ' ');
            if (!more) {
                break;
            }
        }
        g_strstrip(line->str);
        if (g_str_has_prefix(line->str, "include ")) {
            g_autofree char *included = automake_source_path(self, g_strstrip(line->str + 8));
            if (included != NULL && tree_find(configure->tree, included) != NULL) {
                include(self, included, at, depth);
            }
        } else if (!read_condition(self, line->str, at)) {
            read_assignment(self, line->str, at);
        }
    }
}

/* Words ---------------------------------------------------------------------------------------- */

/* The name in "$(NAME)", "${NAME}" or "@NAME@" when that is all of the word; `substituted`: the
 * last, for which configure puts its own variable. The caller frees it. */
static char *reference_name(const char *word, gboolean *substituted)
{
    gsize length = strlen(word);
    gboolean dollar = length > 3 && word[0] == '$' &&
                      ((word[1] == '(' && word[length - 1] == ')') ||
                       (word[1] == '{' && word[length - 1] == '}'));
    if (dollar && strcspn(word + 2, "$(:") == length - 2) {
        return g_strndup(word + 2, length - 3);
    }
    *substituted = length > 2 && word[0] == '@' && word[length - 1] == '@';
    if (*substituted) {
        return g_strndup(word + 1, length - 2);
    }
    return NULL;
}

static void each_assigned(AutomakeReader *self, const AutomakeVariable *variable, Guard when,
                          AutomakeAct act, guint depth)
{
    for (guint i = 0; i < variable->lines->len; i++) {
        const AutomakeLine *line = &g_array_index(variable->lines, AutomakeLine, i);
        automake_each_word(self, line->text, guard_and(self->configure->guards, when, line->when),
                           line->at, act, depth + 1);
    }
}

/* The words of a text that are known: of "-DX $given -lx" the first and the last. The caller frees
 * it. */
static char *known_words(const char *text)
{
    GString *known = g_string_new(NULL);
    g_auto(GStrv) words = g_strsplit_set(text, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (!text_has_hole(words[i])) {
            g_string_append_printf(known, "%s ", words[i]);
        }
    }
    return g_string_free(known, FALSE);
}

/* What configure gives the variable. */
static void each_substituted(AutomakeReader *self, const char *name, Guard when, Span at,
                             AutomakeAct act, guint depth)
{
    const ShellVariable *shell = g_hash_table_lookup(self->configure->variables, name);
    for (guint i = 0; shell != NULL && shell->value != NULL && i < shell->value->count; i++) {
        const Alternative *alternative = &shell->value->alternatives[i];
        if (alternative->text != NULL) {
            g_autofree char *known = known_words(alternative->text);
            automake_each_word(self, known,
                               guard_and(self->configure->guards, when, alternative->when), at, act,
                               depth + 1);
        }
    }
}

void automake_each_word(AutomakeReader *self, const char *text, Guard when, Span at,
                        AutomakeAct act, guint depth)
{
    if (guard_is_false(when)) {
        return;
    }
    if (depth > REFERENCE_DEPTH_MAX) {
        recorder_ledger(self->configure->recorder, at, "limit: depth of references", text, NULL);
        return;
    }
    g_auto(GStrv) words = g_strsplit_set(text, " \t\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] == '\0') {
            continue;
        }
        if (self->words++ >= WORDS_MAX) {
            recorder_ledger(self->configure->recorder, at, "limit: words of Makefile.am", "", NULL);
            return;
        }
        gboolean substituted = FALSE;
        g_autofree char *name = reference_name(words[i], &substituted);
        const AutomakeVariable *variable =
            name != NULL && !substituted ? g_hash_table_lookup(self->variables, name) : NULL;
        if (variable != NULL) {
            each_assigned(self, variable, when, act, depth);
        } else if (name != NULL) {
            each_substituted(self, name, when, at, act, depth);
        } else {
            act(self, words[i], when, at);
        }
    }
}

static void record(AutomakeReader *self, EffectKind kind, const char *name, const char *detail,
                   Guard when, Span at)
{
    Arena *arena = self->configure->arena;
    const EffectRecord effect = {.kind = kind,
                                 .name = arena_intern(arena, name),
                                 .detail = detail != NULL ? arena_intern(arena, detail) : NULL,
                                 .when = when,
                                 .at = at};
    recorder_effect(self->configure->recorder, &effect);
}

/* What can be compiled; a header among the sources is only packed. */
gboolean automake_is_source(const char *path)
{
    static const TreeKind kinds[] = {TREE_C,      TREE_CXX,     TREE_CUDA,    TREE_HIP,
                                     TREE_OPENCL, TREE_FORTRAN, TREE_ASSEMBLY};
    TreeKind kind = tree_kind_of(path);
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (kinds[i] == kind) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_source(AutomakeReader *self, const char *word, Guard when, Span at)
{
    g_autofree char *path = automake_is_source(word) ? automake_source_path(self, word) : NULL;
    if (path != NULL && tree_find(self->configure->tree, path) != NULL) {
        record(self, EFFECT_SOURCE, path, NULL, when, at);
    }
}

static void add_flag(AutomakeReader *self, const char *word, Guard when, Span at)
{
    if (strpbrk(word, "$@`") != NULL && strchr(word, '=') == NULL) {
        return;
    }
    if (g_str_has_prefix(word, "-D") && word[2] != '\0') {
        g_auto(GStrv) parts = g_strsplit(word + 2, "=", 2);
        record(self, EFFECT_DEFINITION, parts[0], parts[1], when, at);
    } else if (g_str_has_prefix(word, "-l") && word[2] != '\0') {
        record(self, EFFECT_LINK, word + 2, NULL, when, at);
    } else if (word[0] == '-' && g_ascii_isalpha(word[1]) && strchr("ILWR", word[1]) == NULL &&
               strpbrk(word, "$@`") == NULL) {
        record(self, EFFECT_FLAG, word, NULL, when, at);
    }
}

/* A folder that is built: its own Makefile.am holds under this condition. */
static void add_folder(AutomakeReader *self, const char *word, Guard when, Span at)
{
    g_autofree char *path = tree_normalize_in(self->folder, word);
    if (path == NULL || strcmp(word, ".") == 0 || !tree_is_folder(self->configure->tree, path)) {
        return;
    }
    record(self, EFFECT_FOLDER, path, NULL, when, at);
    const char *folder = arena_intern(self->configure->arena, path);
    Guard *known = g_hash_table_lookup(self->folders, folder);
    if (known != NULL) {
        *known = guard_or(self->configure->guards, *known, when);
    } else if (self->queue->len < FOLDERS_MAX) {
        known = arena_new0(self->configure->arena, Guard);
        *known = when;
        g_hash_table_insert(self->folders, (gpointer)folder, known);
        g_ptr_array_add(self->queue, (gpointer)folder);
    } else {
        recorder_ledger(self->configure->recorder, at, "limit: files of the build", path, NULL);
    }
}

/* A program for checks: what it is made of and with says nothing of what the project offers. */
static void add_program(AutomakeReader *self, const char *word, Guard when, Span at)
{
    (void)when;
    (void)at;
    g_autofree char *name = g_strdup(word);
    g_strcanon(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_@", '_');
    g_hash_table_add(self->programs, (gpointer)arena_intern(self->configure->arena, name));
}

static void collect_programs(AutomakeReader *self)
{
    static const char *const names[] = {"check_PROGRAMS", "noinst_PROGRAMS", "EXTRA_PROGRAMS",
                                        "check_LIBRARIES", "check_LTLIBRARIES"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const AutomakeVariable *variable = g_hash_table_lookup(self->variables, names[i]);
        for (guint k = 0; variable != NULL && k < variable->lines->len; k++) {
            const AutomakeLine *line = &g_array_index(variable->lines, AutomakeLine, k);
            automake_each_word(self, line->text, line->when, line->at, add_program, 0);
        }
    }
}

/* Whether "NAME_SOURCES" and the like belong to one of them. */
static gboolean is_of_program(const AutomakeReader *self, const char *variable)
{
    const char *end = strrchr(variable, '_');
    if (end == NULL) {
        return FALSE;
    }
    const char *name = g_str_has_prefix(variable, "nodist_") ? variable + 7 : variable;
    g_autofree char *owner = name < end ? g_strndup(name, (gsize)(end - name)) : g_strdup("");
    return g_hash_table_contains(self->programs, owner);
}

/* What the variables of Automake mean, by the ends of their names. */
static const struct {
    const char *suffix;
    AutomakeAct act;
} meanings[] = {
    {"_SOURCES", add_source}, {"CPPFLAGS", add_flag},  {"CFLAGS", add_flag},
    {"CXXFLAGS", add_flag},   {"FCFLAGS", add_flag},   {"FFLAGS", add_flag},
    {"LDFLAGS", add_flag},    {"_LIBADD", add_flag},   {"LDADD", add_flag},
    {"_LIBS", add_flag},      {"SUBDIRS", add_folder},
};

static void apply_variable(AutomakeReader *self, const AutomakeVariable *variable)
{
    /* Packed in every case, or made while building: that says nothing of a configuration. */
    if (g_str_has_prefix(variable->name, "DIST_") || g_str_has_prefix(variable->name, "EXTRA_") ||
        strcmp(variable->name, "BUILT_SOURCES") == 0 || is_of_program(self, variable->name)) {
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(meanings); i++) {
        if (!g_str_has_suffix(variable->name, meanings[i].suffix)) {
            continue;
        }
        for (guint k = 0; k < variable->lines->len; k++) {
            const AutomakeLine *line = &g_array_index(variable->lines, AutomakeLine, k);
            automake_each_word(self, line->text, line->when, line->at, meanings[i].act, 0);
        }
        return;
    }
}

static void read_folder(AutomakeReader *self, const char *folder, Guard base)
{
    g_autofree char *path = tree_normalize_in(folder, "Makefile.am");
    if (path == NULL || tree_find(self->configure->tree, path) == NULL) {
        return;
    }
    self->folder = folder;
    self->base = base;
    self->variables = g_hash_table_new(g_str_hash, g_str_equal);
    self->programs = g_hash_table_new(g_str_hash, g_str_equal);
    self->targets = g_hash_table_new(g_str_hash, g_str_equal);
    self->in_order = g_ptr_array_new();
    self->conditions = g_array_new(FALSE, FALSE, sizeof(Guard));
    read_file(self, path, 0);
    collect_programs(self);
    for (guint i = 0; i < self->in_order->len; i++) {
        apply_variable(self, self->in_order->pdata[i]);
    }
    automake_learn_built(self);
    for (guint i = 0; i < self->in_order->len; i++) {
        g_array_unref(((AutomakeVariable *)self->in_order->pdata[i])->lines);
    }
    g_hash_table_unref(self->programs);
    g_hash_table_unref(self->targets);
    g_hash_table_unref(self->variables);
    g_ptr_array_unref(self->in_order);
    g_array_unref(self->conditions);
}

void configure_automake(Configure *self)
{
    AutomakeReader reader = {.configure = self,
                             .folders = g_hash_table_new(g_str_hash, g_str_equal),
                             .queue = g_ptr_array_new(),
                             .always = g_hash_table_new(g_str_hash, g_str_equal)};
    g_hash_table_add(reader.always, (gpointer)self->folder);
    Guard *root = arena_new0(self->arena, Guard);
    *root = GUARD_TRUE;
    g_hash_table_insert(reader.folders, (gpointer)self->folder, root);
    g_ptr_array_add(reader.queue, (gpointer)self->folder);
    for (guint i = 0; i < reader.queue->len; i++) {
        const char *folder = reader.queue->pdata[i];
        /* A folder with a configure script of its own is read with that. */
        if (i == 0 ||
            !g_ptr_array_find_with_equal_func(self->subfolders, folder, g_str_equal, NULL)) {
            read_folder(&reader, folder, *(Guard *)g_hash_table_lookup(reader.folders, folder));
        }
    }
    g_hash_table_unref(reader.folders);
    g_hash_table_unref(reader.always);
    g_ptr_array_unref(reader.queue);
}
