#include "discover/autotools/python_classes.h"
#include "core/path.h"
#include "discover/autotools/python_libraries.h"
#include <string.h>

void python_modules_init(PythonModules *self, const Tree *tree, Arena *arena)
{
    *self = (PythonModules){.tree = tree,
                            .arena = arena,
                            .classes = g_ptr_array_new(),
                            .by_name = g_hash_table_new(g_str_hash, g_str_equal),
                            .names = python_names_new(arena),
                            .takers = python_takers_new(arena),
                            .refused = g_hash_table_new(g_str_hash, g_str_equal)};
}

void python_modules_clear(PythonModules *self)
{
    for (guint i = 0; i < self->classes->len; i++) {
        g_hash_table_unref(((PythonClass *)self->classes->pdata[i])->attributes);
        g_hash_table_unref(((PythonClass *)self->classes->pdata[i])->methods);
    }
    g_ptr_array_unref(self->classes);
    g_hash_table_unref(self->by_name);
    python_names_free(self->names);
    python_takers_free(self->takers);
    g_hash_table_unref(self->refused);
}

void python_modules_learn(PythonModules *self, const char *path)
{
    g_autofree char *text = tree_read_text(self->tree, path, NULL, NULL);
    if (text != NULL && (strstr(text, "'--'") != NULL || strstr(text, "\"--\"") != NULL)) {
        python_takers_read(self->takers, python_lines(self->arena, text));
    }
}

/* The method calls that declare an option, and where the option's form stands. */
static const struct {
    const char *method;
    guint form;
} declarations[] = {{".addArgument(", 1}, {".add_argument(", 0}, {".add_option(", 0}};

gboolean python_modules_declaration(const PythonModules *self, const char *text,
                                    PythonDeclaration *declaration)
{
    for (guint i = 0; i < G_N_ELEMENTS(declarations); i++) {
        const char *found = python_find(text, declarations[i].method);
        if (found != NULL) {
            *declaration = (PythonDeclaration){found + strlen(declarations[i].method) - 1,
                                               declarations[i].form, NULL};
            return TRUE;
        }
    }
    *declaration = (PythonDeclaration){NULL, 0, NULL};
    declaration->taker = python_takers_find(self->takers, text, &declaration->open);
    return declaration->taker != NULL;
}

/* "config.package.Package" in a file -> "package.Package", which is how it is looked up. */
static const char *two_parts(const char *name)
{
    const char *last = strrchr(name, '.');
    while (last != NULL && last > name && last[-1] != '.') {
        last--;
    }
    return last != NULL ? last : name;
}

static void add_class_name(PythonModules *self, const char *name, PythonClass *class)
{
    const char *key = arena_intern(self->arena, name);
    gpointer known = NULL;
    gboolean there = g_hash_table_lookup_extended(self->by_name, key, NULL, &known);
    g_hash_table_insert(self->by_name, (gpointer)key, there && known != class ? NULL : class);
}

static PythonClass *begin_class(PythonModules *self, const char *path, const PythonLine *line)
{
    PythonClass *class = arena_new0(self->arena, PythonClass);
    const char *name = line->text + strlen("class ");
    gsize length = strcspn(name, " (:");
    class->name = arena_strndup(self->arena, name, length);
    const char *base = path_base(path);
    class->module = arena_strndup(self->arena, base,
                                  g_str_has_suffix(base, ".py") ? strlen(base) - 3 : strlen(base));
    class->path = path;
    class->line = line->line;
    class->text = line->text;
    class->statements = arena_array(self->arena);
    class->methods = g_hash_table_new(g_str_hash, g_str_equal);
    class->attributes = g_hash_table_new(g_str_hash, g_str_equal);
    class->libraries = arena_array(self->arena);
    const char *open = strchr(line->text, '(');
    class->bases = open != NULL ? python_arguments(self->arena, open) : arena_array(self->arena);
    g_ptr_array_add(self->classes, class);
    g_autofree char *full = g_strdup_printf("%s.%s", class->module, class->name);
    add_class_name(self, full, class);
    return class;
}

static void read_attribute(PythonModules *self, PythonClass *class, const char *text)
{
    if (!g_str_has_prefix(text, "self.")) {
        return;
    }
    const char *name = text + strlen("self.");
    gsize length = strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    const char *sign = name + length + strspn(name + length, " \t");
    if (length == 0 || *sign != '=' || sign[1] == '=') {
        return;
    }
    const char *key = arena_intern_length(self->arena, name, length);
    /* The first assignment is the one that setting up makes. */
    if (!g_hash_table_contains(class->attributes, key)) {
        const char *expression = sign + 1 + strspn(sign + 1, " \t");
        g_hash_table_insert(class->attributes, (gpointer)key, (gpointer)expression);
        python_libraries(self->arena, expression, class->libraries);
    }
}

/* "if 'with-x' in given:" and then "raise": bases declare the option for all that is derived from
 * them, and this one does not take it. */
static void read_refusal(PythonModules *self, const PythonLine *line, const PythonLine *next)
{
    static const char membership[] = " in ";
    const char *name = line->text + strlen("if ");
    const char *end = *name == '\'' || *name == '"' ? strchr(name + 1, *name) : NULL;
    if (end == NULL || !g_str_has_prefix(end + 1, membership) ||
        !g_str_has_prefix(next->text, "raise ")) {
        return;
    }
    const char *given = end + strlen(membership) + 1;
    gsize length = strspn(given, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.");
    if (length > 0 && strcmp(given + length, ":") == 0) {
        g_hash_table_add(self->refused, (gpointer)arena_intern_length(self->arena, name + 1,
                                                                      (gsize)(end - name - 1)));
    }
}

/* "url, found = given.take('with-x')" and then "if found:" with an end of the script: a name that
 * it knows and does not take. */
static gboolean is_refused_then(const GPtrArray *lines, guint at)
{
    const PythonLine *line = lines->pdata[at];
    const PythonLine *question = at + 2 < lines->len ? lines->pdata[at + 1] : NULL;
    if (question == NULL || question->indent != line->indent ||
        !g_str_has_prefix(question->text, "if ")) {
        return FALSE;
    }
    const PythonLine *answer = lines->pdata[at + 2];
    g_autofree char *ends = g_ascii_strdown(answer->text, -1);
    g_autofree char *name =
        g_strndup(question->text + strlen("if "), strcspn(question->text + strlen("if "), ":"));
    g_autofree char *targets = g_strndup(line->text, strcspn(line->text, "="));
    g_auto(GStrv) words = g_strsplit_set(targets, ", ", -1);
    gboolean stops = g_str_has_prefix(ends, "raise ") || strstr(ends, "exit(") != NULL;
    return stops && answer->indent > question->indent &&
           g_strv_contains((const char *const *)words, name);
}

typedef struct {
    guint indent;
    const char *condition;
} Branch;

/* The conditions of what stands deeper than `indent`; NULL: none. The caller frees it. */
static char *joined_condition(const GArray *branches, guint indent)
{
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = 0; i < branches->len; i++) {
        const Branch *branch = &g_array_index(branches, Branch, i);
        if (branch->indent > indent || indent == 0) {
            gsize length = strlen(branch->condition);
            gboolean colon = length > 0 && branch->condition[length - 1] == ':';
            g_string_append_printf(joined, "%s%.*s", joined->len > 0 ? " and " : "",
                                   (int)(length - (colon ? 1 : 0)), branch->condition);
        }
    }
    return joined->len > 0 ? g_string_free(g_steal_pointer(&joined), FALSE) : NULL;
}

static void read_class_line(PythonModules *self, PythonClass *class, const PythonLine *line,
                            const char *method, const char *condition)
{
    PythonDeclaration declaration;
    read_attribute(self, class, line->text);
    gboolean super = strstr(line->text, "(self") != NULL && method != NULL;
    g_autofree char *call = method != NULL ? g_strdup_printf(".%s(", method) : NULL;
    if (!python_modules_declaration(self, line->text, &declaration) &&
        (!super || strstr(line->text, call) == NULL)) {
        return;
    }
    PythonStatement *statement = arena_new0(self->arena, PythonStatement);
    *statement = (PythonStatement){line, method,
                                   condition != NULL ? arena_strdup(self->arena, condition) : NULL};
    g_ptr_array_add(class->statements, statement);
}

/* Where in a module the line under way stands. */
typedef struct {
    const char *path;
    GArray *branches;   /* Branch: the open ones */
    PythonClass *class; /* NULL outside of classes */
    PythonClass *top;   /* of what stands outside of them; NULL before there is any */
    const char *method; /* or function; NULL outside of one */
    guint method_indent;
    guint body_indent; /* of what it does in any case */
} ModulePlace;

/* Ends what this line is no longer part of. */
static void leave_blocks(ModulePlace *place, const PythonLine *line)
{
    GArray *branches = place->branches;
    while (branches->len > 0 &&
           g_array_index(branches, Branch, branches->len - 1).indent >= line->indent) {
        g_array_set_size(branches, branches->len - 1);
    }
    if (line->indent == 0) {
        place->class = NULL;
    }
    if (line->indent <= place->method_indent) {
        place->method = NULL;
    }
}

/* Whether the line, before `next` (or NULL), begins a class or a function. */
static gboolean enter_block(PythonModules *self, ModulePlace *place, const PythonLine *line,
                            const PythonLine *next)
{
    if (g_str_has_prefix(line->text, "class ") && line->indent == 0) {
        place->class = begin_class(self, place->path, line);
        place->method = NULL;
        return TRUE;
    }
    if (!g_str_has_prefix(line->text, "def ")) {
        return FALSE;
    }
    place->method = arena_strndup(self->arena, line->text + 4, strcspn(line->text + 4, " ("));
    place->method_indent = line->indent;
    place->body_indent = next != NULL ? next->indent : 0;
    if (place->class != NULL) {
        g_hash_table_add(place->class->methods, (gpointer)place->method);
    }
    return TRUE;
}

static void follow_branch(PythonModules *self, ModulePlace *place, const PythonLine *line,
                          const PythonLine *next)
{
    gboolean begins = g_str_has_prefix(line->text, "if ");
    if (!begins && !g_str_has_prefix(line->text, "elif ")) {
        return;
    }
    Branch branch = {line->indent, line->text + strlen(begins ? "if " : "elif ")};
    g_array_append_val(place->branches, branch);
    if (begins && next != NULL && place->method != NULL && line->indent == place->body_indent) {
        read_refusal(self, line, next);
    }
}

void python_modules_read(PythonModules *self, const char *path)
{
    g_autofree char *text = tree_read_text(self->tree, path, NULL, NULL);
    if (text == NULL) {
        return;
    }
    GPtrArray *lines = python_lines(self->arena, text);
    python_names_read(self->names, lines);
    g_autoptr(GArray) branches = g_array_new(FALSE, FALSE, sizeof(Branch));
    ModulePlace place = {.path = path, .branches = branches};
    for (guint i = 0; i < lines->len; i++) {
        const PythonLine *line = lines->pdata[i];
        const PythonLine *next = i + 1 < lines->len ? lines->pdata[i + 1] : NULL;
        leave_blocks(&place, line);
        if (enter_block(self, &place, line, next)) {
            continue;
        }
        follow_branch(self, &place, line, next);
        PythonDeclaration declaration;
        if (place.class == NULL && place.top == NULL &&
            python_modules_declaration(self, line->text, &declaration)) {
            const PythonLine whole = {line->line, 0, "class :"};
            place.top = begin_class(self, path, &whole);
        }
        PythonClass *class = place.class != NULL ? place.class : place.top;
        if (class != NULL && !is_refused_then(lines, i)) {
            g_autofree char *condition =
                joined_condition(branches, place.method != NULL ? place.method_indent : 0);
            read_class_line(self, class, line, place.method, condition);
        }
    }
}

PythonClass *python_modules_class(const PythonModules *self, const PythonClass *from,
                                  const char *name)
{
    g_autofree char *key = strchr(name, '.') == NULL ? g_strdup_printf("%s.%s", from->module, name)
                                                     : g_strdup(two_parts(name));
    return g_hash_table_lookup(self->by_name, key);
}
