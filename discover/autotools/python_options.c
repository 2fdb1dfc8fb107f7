#include "discover/autotools/python_options.h"
#include "discover/autotools/python_classes.h"
#include "discover/autotools/python_conditions.h"
#include <string.h>

#define LIMIT_BASES "limit: classes that a class stands on"
#define LIMIT_FILES "limit: files of the build"

typedef struct {
    PythonModules modules;
    DeclaredOptions *options;
    GHashTable *seen;    /* names of one class's options */
    GHashTable *scripts; /* modules whose own argument parsers count */
    guint count;
} Reader;

/* A class and those it is derived from, nearest first. */
typedef struct {
    Reader *reader;
    const PythonClass *classes[PYTHON_BASES_MAX];
    guint count;
} Lineage;

static void collect_bases(Reader *self, const PythonClass *class, Lineage *line)
{
    if (line->count >= PYTHON_BASES_MAX) {
        declared_options_ledger(self->options, (Span){.path = class->path}, LIMIT_BASES,
                                class->name);
        return;
    }
    line->classes[line->count++] = class;
    for (guint i = 0; i < class->bases->len; i++) {
        const PythonClass *base =
            python_modules_class(&self->modules, class, class->bases->pdata[i]);
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
        return python_names_constant(line->reader->modules.names, name);
    }
    for (guint i = 0; i < line->count; i++) {
        const char *expression = g_hash_table_lookup(line->classes[i]->attributes, name);
        if (expression != NULL) {
            /* The name of the module's file is known, however the script asks for it. */
            gboolean file = strstr(expression, "__file__") != NULL;
            return file
                       ? arena_printf(line->reader->modules.arena, "'%s'", line->classes[0]->module)
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
        return strcmp(expression, "0") == 0 ? "" : arena_strdup(self->modules.arena, expression);
    }
    return python_string(self->modules.arena, expression, lookup, (gpointer)line);
}

/* The sentences of a help text, without what breaks its lines; NULL when it is not known. */
static const char *help_of(Reader *self, const Lineage *line, const char *expression)
{
    const char *text = expression != NULL
                           ? python_string(self->modules.arena, expression, lookup, (gpointer)line)
                           : NULL;
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
    return arena_strdup(self->modules.arena, help->str);
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
    const GPtrArray *arguments = python_arguments(self->modules.arena, open);
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
    GPtrArray *values = arena_array(self->modules.arena);
    GPtrArray *elements = python_arguments(self->modules.arena, list);
    for (guint i = 0; i < elements->len; i++) {
        const char *element = elements->pdata[i];
        const char *value = python_string(self->modules.arena, element, lookup, (gpointer)line);
        if (value == NULL && *element != '\0' &&
            strspn(element, G_CSET_DIGITS) == strlen(element)) {
            value = element;
        }
        if (value == NULL && *list == '{') {
            /* "'a': ..." of a dictionary. */
            g_autofree char *key = g_strndup(element, strcspn(element, ":"));
            value = python_string(self->modules.arena, g_strchomp(key), lookup, (gpointer)line);
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
    GPtrArray *values = arena_array(self->modules.arena);
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
    const PythonSwitch *words =
        type != NULL ? python_names_switch(self->modules.names, type) : NULL;
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
    const char *list = choices != NULL ? python_names_list(self->modules.names, choices) : NULL;
    if (list != NULL) {
        option->values = read_choices(self, line, list, option->declared_at);
    }
}

/* What a class declares for those derived from it stands where they are. */
static void add_option(Reader *self, const Lineage *line, const PythonClass *owner,
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
static void take(Reader *self, const Lineage *line, const PythonClass *owner,
                 const PythonLine *source, const PythonDeclaration *declaration)
{
    const GPtrArray *arguments = python_arguments(self->modules.arena, declaration->open);
    Span at = {owner->path, source->line, 0};
    const char *written = arguments->len > 0 ? arguments->pdata[0] : "";
    const char *name = python_string(self->modules.arena, written, lookup, (gpointer)line);
    if (name == NULL || *name == '\0') {
        declared_options_ledger(self->options, at, "option's name not known", written);
        return;
    }
    if (!g_hash_table_add(self->seen, (gpointer)arena_intern(self->modules.arena, name))) {
        return;
    }
    const PythonTaker *taker = declaration->taker;
    DeclaredOption option = {.name = arena_printf(self->modules.arena, "--%s", name),
                             .argument = taker->bare ? NULL : "",
                             .fallback = taker->bare && taker->off ? "no" : NULL,
                             .boolean = taker->bare,
                             .path = taker->path && !taker->bare,
                             .at = at,
                             .declared_at = at,
                             .text = source->text};
    add_option(self, line, owner, &option);
}

/* How the option is given, "--with-x=<y>": where it may be in a short and a long way, the long one
 * counts. NULL where no way is known. */
static const char *declared_name(const Reader *self, const Lineage *line,
                                 const GPtrArray *arguments, guint form)
{
    const char *text = NULL;
    for (guint i = form; i < arguments->len && (i == form || form == 0); i++) {
        const char *way =
            python_string(self->modules.arena, arguments->pdata[i], lookup, (gpointer)line);
        if (way != NULL && *way == '-' && (text == NULL || g_str_has_prefix(way, "--"))) {
            text = way;
        }
    }
    return text;
}

/* Whether an argument stands for a name all the same. "*args" hands on what the method was called
 * with. */
static gboolean is_computed_name(const Reader *self, const Lineage *line, const char *written,
                                 gboolean own_parser)
{
    return own_parser ? *written != '*' &&
                            !python_string(self->modules.arena, written, lookup, (gpointer)line)
                      : g_str_has_prefix(written, "'-") || g_str_has_prefix(written, "\"-");
}

static void declare(Reader *self, const Lineage *line, const PythonClass *owner,
                    const PythonLine *source)
{
    PythonDeclaration declaration;
    python_modules_declaration(&self->modules, source->text, &declaration);
    if (declaration.taker != NULL) {
        take(self, line, owner, source, &declaration);
        return;
    }
    guint form = declaration.form;
    const GPtrArray *arguments = python_arguments(self->modules.arena, declaration.open);
    Span declared_at = {owner->path, source->line, 0};
    gboolean own_parser = form == 0;
    if (arguments->len <= form ||
        (own_parser && !g_hash_table_contains(self->scripts, owner->path))) {
        return;
    }
    const char *text = declared_name(self, line, arguments, form);
    if (text == NULL) {
        const char *written = arguments->pdata[form];
        if (is_computed_name(self, line, written, own_parser)) {
            declared_options_ledger(self->options, declared_at, "option's name not known", written);
        }
        return;
    }
    gsize dashes = strspn(text, "-");
    gsize length = strcspn(text, "= <[");
    DeclaredOption option = {.declared_at = declared_at, .at = declared_at};
    g_autofree char *name = g_strndup(text + dashes, length > dashes ? length - dashes : 0);
    if (strlen(name) < 2 || g_hash_table_contains(self->modules.refused, name) ||
        !g_hash_table_add(self->seen, (gpointer)arena_intern(self->modules.arena, name))) {
        return;
    }
    /* What is all capitals is a variable, as CC=... is for every configure script. Python's own
     * parsers take a name as it is written, "-mpi"; others take any number of dashes. */
    gboolean variable = strspn(name, G_CSET_A_2_Z G_CSET_DIGITS "_") == strlen(name);
    const char *given = variable ? "" : own_parser && dashes == 1 ? "-" : "--";
    option.name = arena_printf(self->modules.arena, "%s%s", given, name);
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
        const PythonClass *class = line->classes[i];
        for (guint k = 0; k < class->statements->len; k++) {
            const PythonStatement *statement = class->statements->pdata[k];
            PythonDeclaration declaration;
            if (g_strcmp0(statement->method, method) != 0 ||
                !python_may_hold(self->modules.arena, statement->condition, lookup,
                                 (gpointer)line)) {
                continue;
            }
            if (python_modules_declaration(&self->modules, statement->line->text, &declaration)) {
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

static void read_options(Reader *self, const PythonClass *class)
{
    Lineage line = {.reader = self};
    collect_bases(self, class, &line);
    g_hash_table_remove_all(self->seen);
    g_autoptr(GPtrArray) methods = g_ptr_array_new();
    for (guint i = 0; i < line.count; i++) {
        for (guint k = 0; k < line.classes[i]->statements->len; k++) {
            const char *method = ((PythonStatement *)line.classes[i]->statements->pdata[k])->method;
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
    g_autofree char *text = tree_read_text(self->modules.tree, script, NULL, NULL);
    GPtrArray *lines = python_lines(self->modules.arena, text != NULL ? text : "");
    g_hash_table_add(self->scripts, (gpointer)arena_intern(self->modules.arena, script));
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
                g_hash_table_add(self->scripts, (gpointer)arena_intern(self->modules.arena, path));
            if (read && first && tree_find(self->modules.tree, path) != NULL) {
                python_modules_read(&self->modules, arena_intern(self->modules.arena, path));
            }
        }
    }
}

/* The methods that take options, which may be called in files before the one that defines them.
 * `prefix`: the folder of modules with a slash; NULL: none. */
static void read_takers(Reader *self, const char *script, const char *prefix)
{
    const GPtrArray *files = tree_files(self->modules.tree);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        gboolean module =
            prefix != NULL && g_str_has_prefix(path, prefix) && g_str_has_suffix(path, ".py");
        if (!module && strcmp(path, script) != 0) {
            continue;
        }
        python_modules_learn(&self->modules, path);
    }
}

guint python_options_read(const Tree *tree, const char *script, const char *folder,
                          DeclaredOptions *options)
{
    Reader self = {.options = options,
                   .seen = g_hash_table_new(g_str_hash, g_str_equal),
                   .scripts = g_hash_table_new(g_str_hash, g_str_equal)};
    python_modules_init(&self.modules, tree, options->facts->arena);
    g_autofree char *own = g_path_get_dirname(script);
    const char *beside = strcmp(own, ".") == 0 ? "" : own;
    g_autofree char *prefix = g_strconcat(folder != NULL ? folder : "", "/", NULL);
    read_takers(&self, script, folder != NULL ? prefix : NULL);
    python_modules_read(&self.modules, script);
    add_imports(&self, script, folder != NULL ? folder : beside, folder == NULL);
    const GPtrArray *files = tree_files(tree);
    guint count = 0;
    for (guint i = 0; i < files->len && folder != NULL; i++) {
        const TreeFile *file = files->pdata[i];
        if (!g_str_has_prefix(file->path, prefix) || !g_str_has_suffix(file->path, ".py")) {
            continue;
        }
        if (count++ == PYTHON_FILES_MAX) {
            declared_options_ledger(options, (Span){.path = script}, LIMIT_FILES, file->path);
            break;
        }
        python_modules_read(&self.modules, file->path);
    }
    for (guint i = 0; i < self.modules.classes->len; i++) {
        const PythonClass *class = self.modules.classes->pdata[i];
        for (guint k = 0; k < class->bases->len; k++) {
            PythonClass *base = python_modules_class(&self.modules, class, class->bases->pdata[k]);
            if (base != NULL && base != class) {
                base->derived_from = TRUE;
            }
        }
    }
    for (guint i = 0; i < self.modules.classes->len; i++) {
        const PythonClass *class = self.modules.classes->pdata[i];
        if (!class->derived_from) {
            read_options(&self, class);
        }
    }
    python_modules_clear(&self.modules);
    g_hash_table_unref(self.seen);
    g_hash_table_unref(self.scripts);
    return self.count;
}
