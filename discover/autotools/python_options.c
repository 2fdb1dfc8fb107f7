#include "discover/autotools/python_options.h"
#include "discover/autotools/python_conditions.h"
#include "discover/autotools/python_file.h"
#include "discover/autotools/python_libraries.h"
#include "discover/autotools/python_names.h"
#include "discover/autotools/python_takers.h"
#include <string.h>

/* A line of a class with a declaration or a call of the base's method. */
typedef struct {
    const PythonLine *line;
    const char *method;    /* the def that it is in */
    const char *condition; /* of each "if" around it, joined by "and"; NULL: none */
} Statement;

typedef struct {
    const char *name;   /* as others refer to it: "config.package.Package" ends in it */
    const char *module; /* the file's name without folders and ending */
    const char *path;
    guint line;
    const char *text;       /* of the class line */
    GPtrArray *bases;       /* const char *: last parts of their names */
    GPtrArray *statements;  /* Statement * */
    GHashTable *methods;    /* names of those that it defines itself */
    GHashTable *attributes; /* name -> expression, const char * */
    GPtrArray *libraries;   /* const char *: what its attributes give to a linker */
    gboolean derived_from;
} Class;

typedef struct {
    const Tree *tree;
    Arena *arena;
    DeclaredOptions *options;
    GPtrArray *classes;  /* Class * */
    GHashTable *by_name; /* "module.Class" and "Class" -> Class *; NULL: several */
    GHashTable *seen;    /* names of one class's options */
    PythonNames *names;  /* what stands outside of classes */
    PythonTakers *takers;
    GHashTable *scripts; /* modules whose own argument parsers count */
    GHashTable *refused; /* "with-x": options that the script never takes */
    guint count;
} Reader;

/* The method calls that declare an option, and where the option's form stands. */
static const struct {
    const char *method;
    guint form;
} declarations[] = {{".addArgument(", 1}, {".add_argument(", 0}, {".add_option(", 0}};

typedef struct {
    const char *open; /* the "(" of the call */
    guint form;
    const PythonTaker *taker; /* the script's own method; NULL: one of `declarations` */
} Declaration;

/* FALSE when the line declares nothing. */
static gboolean find_declaration(const Reader *self, const char *text, Declaration *declaration)
{
    for (guint i = 0; i < G_N_ELEMENTS(declarations); i++) {
        const char *found = python_find(text, declarations[i].method);
        if (found != NULL) {
            *declaration = (Declaration){found + strlen(declarations[i].method) - 1,
                                         declarations[i].form, NULL};
            return TRUE;
        }
    }
    *declaration = (Declaration){NULL, 0, NULL};
    declaration->taker = python_takers_find(self->takers, text, &declaration->open);
    return declaration->taker != NULL;
}

/* Classes
 * ------------------------------------------------------------------------------------------ */

/* "config.package.Package" in a file -> "package.Package", which is how it is looked up. */
static const char *two_parts(const char *name)
{
    const char *last = strrchr(name, '.');
    while (last != NULL && last > name && last[-1] != '.') {
        last--;
    }
    return last != NULL ? last : name;
}

static void add_class_name(Reader *self, const char *name, Class *class)
{
    const char *key = arena_intern(self->arena, name);
    gpointer known = NULL;
    gboolean there = g_hash_table_lookup_extended(self->by_name, key, NULL, &known);
    g_hash_table_insert(self->by_name, (gpointer)key, there && known != class ? NULL : class);
}

static Class *begin_class(Reader *self, const char *path, const PythonLine *line)
{
    Class *class = arena_new0(self->arena, Class);
    const char *name = line->text + strlen("class ");
    gsize length = strcspn(name, " (:");
    class->name = arena_strndup(self->arena, name, length);
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
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

static void read_attribute(Reader *self, Class *class, const char *text)
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
static void read_refusal(Reader *self, const PythonLine *line, const PythonLine *next)
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

/* The conditions of what stands deeper than `indent`; NULL: none. */
static const char *joined_condition(Reader *self, const GArray *branches, guint indent)
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
    return joined->len > 0 ? arena_strdup(self->arena, joined->str) : NULL;
}

static void read_class_line(Reader *self, Class *class, const PythonLine *line, const char *method,
                            const char *condition)
{
    Declaration declaration;
    read_attribute(self, class, line->text);
    gboolean super = strstr(line->text, "(self") != NULL && method != NULL;
    g_autofree char *call = method != NULL ? g_strdup_printf(".%s(", method) : NULL;
    if (!find_declaration(self, line->text, &declaration) &&
        (!super || strstr(line->text, call) == NULL)) {
        return;
    }
    Statement *statement = arena_new0(self->arena, Statement);
    *statement = (Statement){line, method, condition};
    g_ptr_array_add(class->statements, statement);
}

static void read_file(Reader *self, const char *path)
{
    g_autofree char *text = tree_read_text(self->tree, path, NULL, NULL);
    if (text == NULL) {
        return;
    }
    GPtrArray *lines = python_lines(self->arena, text);
    python_names_read(self->names, lines);
    g_autoptr(GArray) branches = g_array_new(FALSE, FALSE, sizeof(Branch));
    Class *class = NULL;
    Class *top = NULL; /* of what stands outside of classes */
    const char *method = NULL;
    guint method_indent = 0;
    guint body_indent = 0; /* of what a method does in any case */
    for (guint i = 0; i < lines->len; i++) {
        const PythonLine *line = lines->pdata[i];
        while (branches->len > 0 &&
               g_array_index(branches, Branch, branches->len - 1).indent >= line->indent) {
            g_array_set_size(branches, branches->len - 1);
        }
        if (line->indent == 0) {
            class = NULL;
        }
        if (line->indent <= method_indent) {
            method = NULL;
        }
        if (g_str_has_prefix(line->text, "class ") && line->indent == 0) {
            class = begin_class(self, path, line);
            method = NULL;
            continue;
        }
        if (g_str_has_prefix(line->text, "def ")) {
            method = arena_strndup(self->arena, line->text + 4, strcspn(line->text + 4, " ("));
            method_indent = line->indent;
            body_indent = i + 1 < lines->len ? ((PythonLine *)lines->pdata[i + 1])->indent : 0;
            if (class != NULL) {
                g_hash_table_add(class->methods, (gpointer)method);
            }
            continue;
        }
        gboolean begins = g_str_has_prefix(line->text, "if ");
        if (begins || g_str_has_prefix(line->text, "elif ")) {
            Branch branch = {line->indent, line->text + strlen(begins ? "if " : "elif ")};
            g_array_append_val(branches, branch);
            if (begins && i + 1 < lines->len && method != NULL && line->indent == body_indent) {
                read_refusal(self, line, lines->pdata[i + 1]);
            }
        }
        Declaration declaration;
        if (class == NULL && top == NULL && find_declaration(self, line->text, &declaration)) {
            const PythonLine whole = {line->line, 0, "class :"};
            top = begin_class(self, path, &whole);
        }
        if (class != NULL || top != NULL) {
            const char *condition =
                joined_condition(self, branches, method != NULL ? method_indent : 0);
            if (!is_refused_then(lines, i)) {
                read_class_line(self, class != NULL ? class : top, line, method, condition);
            }
        }
    }
}

/* Options
 * ------------------------------------------------------------------------------------------ */

/* A class and those it is derived from, nearest first. */
typedef struct {
    Reader *reader;
    const Class *classes[PYTHON_BASES_MAX];
    guint count;
} Lineage;

/* A class by what another calls it: one of its own file, or of a module. */
static Class *find_class(const Reader *self, const Class *from, const char *name)
{
    g_autofree char *key = strchr(name, '.') == NULL ? g_strdup_printf("%s.%s", from->module, name)
                                                     : g_strdup(two_parts(name));
    return g_hash_table_lookup(self->by_name, key);
}

static void collect_bases(Reader *self, const Class *class, Lineage *line)
{
    if (line->count >= PYTHON_BASES_MAX) {
        return;
    }
    line->classes[line->count++] = class;
    for (guint i = 0; i < class->bases->len; i++) {
        const Class *base = find_class(self, class, class->bases->pdata[i]);
        gboolean known = base == NULL;
        for (guint k = 0; k < line->count; k++) {
            known = known || line->classes[k] == base;
        }
        if (!known) {
            collect_bases(self, base, line);
        }
    }
}

static const char *lookup(gpointer data, const char *name, gboolean own)
{
    const Lineage *line = data;
    if (!own) {
        return python_names_constant(line->reader->names, name);
    }
    for (guint i = 0; i < line->count; i++) {
        const char *expression = g_hash_table_lookup(line->classes[i]->attributes, name);
        if (expression != NULL) {
            /* The name of the module's file is known, however the script asks for it. */
            gboolean file = strstr(expression, "__file__") != NULL;
            return file ? arena_printf(line->reader->arena, "'%s'", line->classes[0]->module)
                        : expression;
        }
    }
    return NULL;
}

/* An argument given by name: what stands behind "NAME="; else NULL. */
static const char *named_argument(const GPtrArray *arguments, const char *name)
{
    for (guint i = 0; i < arguments->len; i++) {
        const char *argument = arguments->pdata[i];
        if (g_str_has_prefix(argument, name)) {
            const char *sign = argument + strlen(name) + strspn(argument + strlen(name), " ");
            if (*sign == '=' && sign[1] != '=') {
                return sign + 1 + strspn(sign + 1, " ");
            }
        }
    }
    return NULL;
}

static const char *plain_value(Reader *self, const Lineage *line, const char *expression,
                               gboolean boolean)
{
    if (expression == NULL || strcmp(expression, "None") == 0) {
        return "";
    }
    gboolean on = strcmp(expression, "1") == 0 || strcmp(expression, "True") == 0;
    gboolean off = strcmp(expression, "0") == 0 || strcmp(expression, "False") == 0;
    if (boolean && (on || off)) {
        return on ? "yes" : "no";
    }
    if (boolean) {
        /* self.required+self.lookforbydefault and the like: zero when all of it is. */
        g_auto(GStrv) terms = g_strsplit(expression, "+", -1);
        gboolean all_off = terms[0] != NULL;
        for (guint i = 0; terms[i] != NULL; i++) {
            const char *term = g_strstrip(terms[i]);
            const char *known = g_str_has_prefix(term, "self.")
                                    ? lookup((gpointer)line, term + strlen("self."), TRUE)
                                    : term;
            if (g_strcmp0(known, "1") == 0) {
                return "yes";
            }
            all_off = all_off && g_strcmp0(known, "0") == 0;
        }
        return all_off ? "no" : NULL;
    }
    if (expression[strspn(expression, G_CSET_DIGITS ".-")] == '\0') {
        return strcmp(expression, "0") == 0 ? "" : arena_strdup(self->arena, expression);
    }
    return python_string(self->arena, expression, lookup, (gpointer)line);
}

/* The sentences of a help text, without what breaks its lines; NULL when it is not known. */
static const char *help_of(Reader *self, const Lineage *line, const char *expression)
{
    const char *text =
        expression != NULL ? python_string(self->arena, expression, lookup, (gpointer)line) : NULL;
    if (text == NULL || strchr(text, '\n') == NULL) {
        return text;
    }
    g_autoptr(GString) help = g_string_new(NULL);
    g_auto(GStrv) words = g_strsplit_set(text, " \n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] != '\0') {
            g_string_append_printf(help, "%s%s", help->len > 0 ? " " : "", words[i]);
        }
    }
    return arena_strdup(self->arena, help->str);
}

/* The second part of addArgument: nargs.ArgBool(None, DEFAULT, 'help', ...). */
static void read_argument_object(Reader *self, const Lineage *line, const char *object,
                                 DeclaredOption *option)
{
    const char *open = strchr(object, '(');
    if (open == NULL) {
        return;
    }
    g_autofree char *type = g_strndup(object, (gsize)(open - object));
    option->boolean = strstr(type, "Bool") != NULL || declared_option_is_switch(option->argument);
    option->path = strstr(type, "Dir") != NULL || strstr(type, "File") != NULL;
    const GPtrArray *arguments = python_arguments(self->arena, open);
    option->fallback =
        arguments->len > 1 ? plain_value(self, line, arguments->pdata[1], option->boolean) : NULL;
    const char *help = named_argument(arguments, "help");
    if (help == NULL && arguments->len > 2) {
        help = arguments->pdata[2];
    }
    option->help = help_of(self, line, help);
}

/* The choices that a list gives; NULL when one of them is not known. */
static const GPtrArray *read_choices(Reader *self, const Lineage *line, const char *list, Span at)
{
    GPtrArray *values = arena_array(self->arena);
    GPtrArray *elements = python_arguments(self->arena, list);
    for (guint i = 0; i < elements->len; i++) {
        const char *element = elements->pdata[i];
        const char *value = python_string(self->arena, element, lookup, (gpointer)line);
        if (value == NULL && *element != '\0' &&
            strspn(element, G_CSET_DIGITS) == strlen(element)) {
            value = element;
        }
        if (value == NULL && *list == '{') {
            /* "'a': ..." of a dictionary. */
            g_autofree char *key = g_strndup(element, strcspn(element, ":"));
            value = python_string(self->arena, g_strchomp(key), lookup, (gpointer)line);
        }
        if (value == NULL) {
            declared_options_ledger(self->options, at, "values not known", element);
            return NULL;
        }
        g_ptr_array_add(values, (gpointer)value);
    }
    return values;
}

/* A switch that wants a word: "type=str2bool". */
static void read_switch(Reader *self, const Lineage *line, const PythonSwitch *words,
                        const char *fallback, DeclaredOption *option)
{
    const char *value = plain_value(self, line, fallback, TRUE);
    GPtrArray *values = arena_array(self->arena);
    g_ptr_array_add(values, (gpointer)words->on);
    g_ptr_array_add(values, (gpointer)words->off);
    option->boolean = TRUE;
    option->values = values;
    option->fallback = g_strcmp0(value, "yes") == 0  ? words->on
                       : g_strcmp0(value, "no") == 0 ? words->off
                                                     : value;
}

/* argparse and optparse: everything by name. */
static void read_named(Reader *self, const Lineage *line, const GPtrArray *arguments,
                       DeclaredOption *option)
{
    const char *help = named_argument(arguments, "help");
    const char *action = named_argument(arguments, "action");
    const char *choices = named_argument(arguments, "choices");
    const char *fallback = named_argument(arguments, "default");
    const char *type = named_argument(arguments, "type");
    const PythonSwitch *words = type != NULL ? python_names_switch(self->names, type) : NULL;
    gboolean both = action != NULL && strstr(action, "BooleanOptionalAction") != NULL;
    option->help = help_of(self, line, help);
    if (words != NULL) {
        read_switch(self, line, words, fallback, option);
        return;
    }
    option->boolean = both || (action != NULL && strstr(action, "store_") != NULL);
    option->fallback = both              ? plain_value(self, line, fallback, TRUE)
                       : option->boolean ? (strstr(action, "store_false") != NULL ? "yes" : "no")
                                         : plain_value(self, line, fallback, FALSE);
    const char *list = choices != NULL ? python_names_list(self->names, choices) : NULL;
    if (list != NULL) {
        option->values = read_choices(self, line, list, option->declared_at);
    }
}

/* What a class declares for those derived from it stands where they are. */
static void add_option(Reader *self, const Lineage *line, const Class *owner,
                       DeclaredOption *option)
{
    if (owner != line->classes[0]) {
        option->at = (Span){line->classes[0]->path, line->classes[0]->line, 0};
        option->text = line->classes[0]->text;
        option->wrapper = owner->name;
        option->libraries = option->boolean ? line->classes[0]->libraries : NULL;
    }
    declared_options_add(self->options, option);
    self->count++;
}

/* An option that the script's own method looks for among the arguments. */
static void take(Reader *self, const Lineage *line, const Class *owner, const PythonLine *source,
                 const Declaration *declaration)
{
    const GPtrArray *arguments = python_arguments(self->arena, declaration->open);
    Span at = {owner->path, source->line, 0};
    const char *written = arguments->len > 0 ? arguments->pdata[0] : "";
    const char *name = python_string(self->arena, written, lookup, (gpointer)line);
    if (name == NULL || *name == '\0') {
        declared_options_ledger(self->options, at, "option's name not known", written);
        return;
    }
    if (!g_hash_table_add(self->seen, (gpointer)arena_intern(self->arena, name))) {
        return;
    }
    const PythonTaker *taker = declaration->taker;
    DeclaredOption option = {.name = arena_printf(self->arena, "--%s", name),
                             .argument = taker->bare ? NULL : "",
                             .fallback = taker->bare && taker->off ? "no" : NULL,
                             .boolean = taker->bare,
                             .path = taker->path && !taker->bare,
                             .at = at,
                             .declared_at = at,
                             .text = source->text};
    add_option(self, line, owner, &option);
}

static void declare(Reader *self, const Lineage *line, const Class *owner, const PythonLine *source)
{
    Declaration declaration;
    find_declaration(self, source->text, &declaration);
    if (declaration.taker != NULL) {
        take(self, line, owner, source, &declaration);
        return;
    }
    guint form = declaration.form;
    const GPtrArray *arguments = python_arguments(self->arena, declaration.open);
    Span declared_at = {owner->path, source->line, 0};
    gboolean own_parser = form == 0;
    if (arguments->len <= form ||
        (own_parser && !g_hash_table_contains(self->scripts, owner->path))) {
        return;
    }
    /* An option may be given in a short and a long way: the long one counts. */
    const char *text = NULL;
    for (guint i = form; i < arguments->len && (i == form || form == 0); i++) {
        const char *way = python_string(self->arena, arguments->pdata[i], lookup, (gpointer)line);
        if (way != NULL && *way == '-' && (text == NULL || g_str_has_prefix(way, "--"))) {
            text = way;
        }
    }
    if (text == NULL) {
        const char *written = arguments->pdata[form];
        /* "*args" hands on what the method was called with. */
        gboolean computed =
            own_parser
                ? *written != '*' && !python_string(self->arena, written, lookup, (gpointer)line)
                : g_str_has_prefix(written, "'-") || g_str_has_prefix(written, "\"-");
        if (computed) {
            declared_options_ledger(self->options, declared_at, "option's name not known", written);
        }
        return;
    }
    gsize dashes = strspn(text, "-");
    gsize length = strcspn(text, "= <[");
    DeclaredOption option = {.declared_at = declared_at, .at = declared_at};
    g_autofree char *name = g_strndup(text + dashes, length > dashes ? length - dashes : 0);
    if (strlen(name) < 2 || g_hash_table_contains(self->refused, name) ||
        !g_hash_table_add(self->seen, (gpointer)arena_intern(self->arena, name))) {
        return;
    }
    /* What is all capitals is a variable, as CC=... is for every configure script. Python's own
     * parsers take a name as it is written, "-mpi"; others take any number of dashes. */
    gboolean variable = strspn(name, G_CSET_A_2_Z G_CSET_DIGITS "_") == strlen(name);
    const char *given = variable ? "" : own_parser && dashes == 1 ? "-" : "--";
    option.name = arena_printf(self->arena, "%s%s", given, name);
    option.argument = text[length] == '=' ? text + length + 1 : NULL;
    option.text = source->text;
    if (form == 1 && arguments->len > 2) {
        read_argument_object(self, line, arguments->pdata[2], &option);
    } else {
        read_named(self, line, arguments, &option);
    }
    add_option(self, line, owner, &option);
}

/* What a method of the class does, with the bases' methods of that name where it calls them. */
static void run_method(Reader *self, const Lineage *line, guint from, const char *method)
{
    for (guint i = from; i < line->count; i++) {
        const Class *class = line->classes[i];
        for (guint k = 0; k < class->statements->len; k++) {
            const Statement *statement = class->statements->pdata[k];
            Declaration declaration;
            if (g_strcmp0(statement->method, method) != 0 ||
                !python_may_hold(self->arena, statement->condition, lookup, (gpointer)line)) {
                continue;
            }
            if (find_declaration(self, statement->line->text, &declaration)) {
                declare(self, line, class, statement->line);
            } else if (i + 1 < line->count) {
                run_method(self, line, i + 1, method);
            }
        }
        if (method == NULL || g_hash_table_contains(class->methods, method)) {
            return;
        }
    }
}

static void read_options(Reader *self, const Class *class)
{
    Lineage line = {.reader = self};
    collect_bases(self, class, &line);
    g_hash_table_remove_all(self->seen);
    g_autoptr(GPtrArray) methods = g_ptr_array_new();
    for (guint i = 0; i < line.count; i++) {
        for (guint k = 0; k < line.classes[i]->statements->len; k++) {
            const char *method = ((Statement *)line.classes[i]->statements->pdata[k])->method;
            const char *key = method != NULL ? method : "";
            if (!g_ptr_array_find_with_equal_func(methods, key, g_str_equal, NULL)) {
                g_ptr_array_add(methods, (gpointer)key);
                run_method(self, &line, 0, method);
            }
        }
    }
}

/* The script's own modules: those that it imports by name. `read`: nothing else reads them. */
static void add_imports(Reader *self, const char *script, const char *folder, gboolean read)
{
    g_autofree char *text = tree_read_text(self->tree, script, NULL, NULL);
    GPtrArray *lines = python_lines(self->arena, text != NULL ? text : "");
    g_hash_table_add(self->scripts, (gpointer)arena_intern(self->arena, script));
    for (guint i = 0; i < lines->len; i++) {
        const char *line = ((PythonLine *)lines->pdata[i])->text;
        gboolean from = g_str_has_prefix(line, "from ");
        if (from || g_str_has_prefix(line, "import ")) {
            line += strlen(from ? "from " : "import ");
            g_autofree char *module = g_strndup(line, strcspn(line, " ,;"));
            g_strdelimit(module, ".", '/');
            g_autofree char *path = *folder != '\0' ? g_strdup_printf("%s/%s.py", folder, module)
                                                    : g_strdup_printf("%s.py", module);
            gboolean first =
                g_hash_table_add(self->scripts, (gpointer)arena_intern(self->arena, path));
            if (read && first && tree_find(self->tree, path) != NULL) {
                read_file(self, arena_intern(self->arena, path));
            }
        }
    }
}

/* The methods that take options, which may be called in files before the one that defines them.
 * `prefix`: the folder of modules with a slash; NULL: none. */
static void read_takers(Reader *self, const char *script, const char *prefix)
{
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        gboolean module =
            prefix != NULL && g_str_has_prefix(path, prefix) && g_str_has_suffix(path, ".py");
        if (!module && strcmp(path, script) != 0) {
            continue;
        }
        g_autofree char *text = tree_read_text(self->tree, path, NULL, NULL);
        if (text != NULL && (strstr(text, "'--'") != NULL || strstr(text, "\"--\"") != NULL)) {
            python_takers_read(self->takers, python_lines(self->arena, text));
        }
    }
}

guint python_options_read(const Tree *tree, const char *script, const char *folder,
                          DeclaredOptions *options)
{
    Reader self = {.tree = tree,
                   .arena = options->facts->arena,
                   .options = options,
                   .classes = g_ptr_array_new(),
                   .by_name = g_hash_table_new(g_str_hash, g_str_equal),
                   .seen = g_hash_table_new(g_str_hash, g_str_equal),
                   .names = python_names_new(options->facts->arena),
                   .takers = python_takers_new(options->facts->arena),
                   .scripts = g_hash_table_new(g_str_hash, g_str_equal),
                   .refused = g_hash_table_new(g_str_hash, g_str_equal)};
    g_autofree char *own = g_path_get_dirname(script);
    const char *beside = strcmp(own, ".") == 0 ? "" : own;
    g_autofree char *prefix = g_strconcat(folder != NULL ? folder : "", "/", NULL);
    read_takers(&self, script, folder != NULL ? prefix : NULL);
    read_file(&self, script);
    add_imports(&self, script, folder != NULL ? folder : beside, folder == NULL);
    const GPtrArray *files = tree_files(tree);
    guint count = 0;
    for (guint i = 0; i < files->len && folder != NULL && count < PYTHON_FILES_MAX; i++) {
        const TreeFile *file = files->pdata[i];
        if (g_str_has_prefix(file->path, prefix) && g_str_has_suffix(file->path, ".py")) {
            read_file(&self, file->path);
            count++;
        }
    }
    for (guint i = 0; i < self.classes->len; i++) {
        const Class *class = self.classes->pdata[i];
        for (guint k = 0; k < class->bases->len; k++) {
            Class *base = find_class(&self, class, class->bases->pdata[k]);
            if (base != NULL && base != class) {
                base->derived_from = TRUE;
            }
        }
    }
    for (guint i = 0; i < self.classes->len; i++) {
        const Class *class = self.classes->pdata[i];
        if (!class->derived_from) {
            read_options(&self, class);
        }
    }
    for (guint i = 0; i < self.classes->len; i++) {
        g_hash_table_unref(((Class *)self.classes->pdata[i])->attributes);
        g_hash_table_unref(((Class *)self.classes->pdata[i])->methods);
    }
    g_ptr_array_unref(self.classes);
    g_hash_table_unref(self.by_name);
    g_hash_table_unref(self.seen);
    python_names_free(self.names);
    python_takers_free(self.takers);
    g_hash_table_unref(self.scripts);
    g_hash_table_unref(self.refused);
    return self.count;
}
