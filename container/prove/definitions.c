#include "container/prove/definitions.h"

struct Definitions {
    GPtrArray *macros; /* by name: Macro, or NULL */
    guint32 rest;      /* __VA_ARGS__; 0: stands nowhere */
};

static void definition_free(gpointer data)
{
    Definition *definition = data;
    g_clear_pointer(&definition->parameters, g_array_unref);
    g_free(definition);
}

static void macro_free(gpointer data)
{
    Macro *macro = data;
    if (macro != NULL) {
        g_ptr_array_unref(macro->definitions);
        g_free(macro);
    }
}

const Macro *definitions_find(const Definitions *self, guint32 name)
{
    return name < self->macros->len ? self->macros->pdata[name] : NULL;
}

/* Reads "(a, b, ...)" or "(a, b...)". */
static void read_parameters(const Definitions *self, Definition *definition)
{
    guint32 token = TOKEN_OPEN;
    definition->parameters = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint at = definition->begin + 1; at < definition->end && token != TOKEN_CLOSE; at++) {
        guint32 previous = token;
        token = token_at(definition->tokens, at);
        if (token_is_name(token)) {
            g_array_append_val(definition->parameters, token);
        } else if (token == TOKEN_OTHER && !definition->variadic) {
            definition->variadic = TRUE;
            if (!token_is_name(previous)) {
                g_array_append_val(definition->parameters, self->rest);
            }
        }
        definition->begin = at + 1;
    }
}

static Macro *macro_of(Definitions *self, guint32 name)
{
    Macro *macro = self->macros->pdata[name];
    if (macro == NULL) {
        macro = g_new0(Macro, 1);
        macro->name = name;
        macro->definitions = g_ptr_array_new_with_free_func(definition_free);
        self->macros->pdata[name] = macro;
    }
    return macro;
}

/* The compiler's own: what it is given is to be followed there, too. */
static void add_question(Definitions *self, guint32 name)
{
    Macro *macro = macro_of(self, name);
    macro->function_like = TRUE;
    macro->pastes = TRUE;
    macro->arity = MAX(macro->arity, 1);
}

static void add_definition(Definitions *self, guint32 name, Definition *definition)
{
    Macro *macro = macro_of(self, name);
    g_ptr_array_add(macro->definitions, definition);
    *(definition->call ? &macro->function_like : &macro->object_like) = TRUE;
    if (definition->call) {
        macro->arity = MAX(macro->arity, definition->parameters->len);
    }
}

static void collect(Definitions *self, const GArray *tokens)
{
    for (guint i = 0; i < tokens->len; i++) {
        guint32 token = token_at(tokens, i);
        if (token != TOKEN_DEFINE && token != TOKEN_DEFINE_CALL) {
            continue;
        }
        Definition *definition = g_new0(Definition, 1);
        definition->tokens = tokens;
        definition->begin = i + 2;
        definition->end = i + 2;
        while (token_at(tokens, definition->end) != TOKEN_LINE_END) {
            definition->end++;
        }
        definition->call = token == TOKEN_DEFINE_CALL;
        guint32 name = token_at(tokens, i + 1);
        i = definition->end;
        if (definition->call) {
            read_parameters(self, definition);
        }
        add_definition(self, name, definition);
    }
}

Arguments definition_arguments(const Definition *self, const Macro *macro, guint32 name)
{
    guint count = self->parameters == NULL || !token_is_name(name) ? 0 : self->parameters->len;
    for (guint i = 0; i < count; i++) {
        if (g_array_index(self->parameters, guint32, i) == name) {
            gboolean rest = self->variadic && i + 1 == count;
            return (Arguments){i, rest ? macro->arity : i + 1};
        }
    }
    return (Arguments){0, 0};
}

gboolean definition_pastes_at(const Definition *self, guint at)
{
    return (at > self->begin && token_at(self->tokens, at - 1) == TOKEN_PASTE) ||
           (at + 1 < self->end && token_at(self->tokens, at + 1) == TOKEN_PASTE);
}

static gboolean is_argument(const Definition *self, const Macro *macro, guint32 token)
{
    Arguments arguments = definition_arguments(self, macro, token);
    return arguments.first < arguments.end;
}

guint tokens_chain_begin(const GArray *tokens, guint begin, guint close)
{
    guint depth = 0;
    for (guint i = close + 1; i-- > begin;) {
        guint32 token = token_at(tokens, i);
        depth += token == TOKEN_CLOSE ? 1 : 0;
        if (token == TOKEN_OPEN && --depth == 0) {
            guint32 before = i > begin ? token_at(tokens, i - 1) : (guint32)TOKEN_OTHER;
            if (token_is_name(before)) {
                return i - 1;
            }
            if (before != TOKEN_CLOSE) {
                return NO_TOKEN;
            }
        }
    }
    return NO_TOKEN;
}

/* Whether what an argument or another macro brings may be used as a macro here: parentheses follow
 * it, or something that may become some. */
static gboolean may_use(const Definitions *self, const Macro *macro, const Definition *definition)
{
    for (guint i = definition->begin; i + 1 < definition->end; i++) {
        guint32 token = token_at(definition->tokens, i);
        guint32 next = token_at(definition->tokens, i + 1);
        if (next != TOKEN_OPEN && definitions_find(self, next) == NULL &&
            !is_argument(definition, macro, next)) {
            continue;
        }
        guint begin = token == TOKEN_CLOSE
                          ? tokens_chain_begin(definition->tokens, definition->begin, i)
                          : NO_TOKEN;
        guint32 called = begin == NO_TOKEN ? token : token_at(definition->tokens, begin);
        if (is_argument(definition, macro, called) ||
            (begin != NO_TOKEN && definitions_find(self, called) != NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean has_paste(const Definition *definition)
{
    for (guint i = definition->begin; i < definition->end; i++) {
        if (token_at(definition->tokens, i) == TOKEN_PASTE) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean mentions_pasting(const Definitions *self, const Definition *definition)
{
    for (guint i = definition->begin; i < definition->end; i++) {
        const Macro *macro = definitions_find(self, token_at(definition->tokens, i));
        if (macro != NULL && macro->pastes) {
            return TRUE;
        }
    }
    return FALSE;
}

static void spread(Definitions *self)
{
    for (gboolean changed = TRUE; changed;) {
        changed = FALSE;
        for (guint32 name = TOKEN_FIRST_NAME; name < self->macros->len; name++) {
            Macro *macro = self->macros->pdata[name];
            guint count = macro == NULL ? 0 : macro->definitions->len;
            for (guint i = 0; i < count && !macro->pastes; i++) {
                macro->pastes = mentions_pasting(self, macro->definitions->pdata[i]);
                changed = changed || macro->pastes;
            }
        }
    }
}

Definitions *definitions_new(const Lexicon *lexicon, const GPtrArray *files)
{
    Definitions *self = g_new0(Definitions, 1);
    self->macros = g_ptr_array_new_with_free_func(macro_free);
    g_ptr_array_set_size(self->macros, (int)lexicon_size(lexicon));
    self->rest = lexicon_find(lexicon, "__VA_ARGS__");
    for (guint f = 0; f < files->len; f++) {
        collect(self, ((const LexedFile *)files->pdata[f])->tokens);
    }
    add_question(self, lexicon_find(lexicon, QUESTION_BUILTIN));
    for (guint32 name = TOKEN_FIRST_NAME; name < self->macros->len; name++) {
        Macro *macro = self->macros->pdata[name];
        for (guint i = 0; macro != NULL && i < macro->definitions->len; i++) {
            const Definition *definition = macro->definitions->pdata[i];
            macro->pastes =
                macro->pastes || has_paste(definition) || may_use(self, macro, definition);
        }
    }
    spread(self);
    return self;
}

void definitions_free(Definitions *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->macros);
        g_free(self);
    }
}
