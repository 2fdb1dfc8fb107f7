#include "container/prove/pasting.h"
#include "container/prove/definitions.h"
#include "container/prove/spelling.h"
#include <string.h>

#define NO_USE G_MAXUINT

/* A run of tokens that is expanded together: a macro's body, or a whole file. */
typedef struct {
    const GArray *tokens;
    guint begin, end;
    const Macro *macro; /* whose body it is; NULL: a file */
    const Definition *definition;
} Region;

struct Pasting {
    const Lexicon *lexicon;
    Definitions *definitions;
    Flow *flow;
    guint32 optional;    /* __VA_OPT__; 0: stands nowhere */
    guint asked;         /* set of what builtins are asked by */
    GArray *results;     /* guint by name: set of what the macro leaves, + 1 */
    GArray *arguments;   /* guint by name: set of the first argument, + 1; the others follow */
    GQueue *unread;      /* names of macros whose bodies are to be put into their results */
    GArray *sites;       /* PasteSite */
    GArray *made;        /* guint by site: set of macros whose names it may leave */
    GHashTable *site_at; /* const guint32 *: the `##` -> number + 1 */
    GArray *uses;        /* guint: set of arguments of what is called by a set of names */
    GArray *use_of_name; /* guint by name: what is called where only that name stands, + 1 */
    Spelling *spelling;
};

/* ---- sets ------------------------------------------------------------------------------------ */

/* What a macro may leave. */
static guint result_of(Pasting *self, guint32 name)
{
    guint *set = &g_array_index(self->results, guint, name);
    if (*set == 0) {
        *set = flow_set(self->flow) + 1;
        g_queue_push_tail(self->unread, GUINT_TO_POINTER(name));
    }
    return *set - 1;
}

/* What may be given for an argument, before and after it is expanded. */
static guint argument_of(Pasting *self, const Macro *macro, guint number)
{
    guint *first = &g_array_index(self->arguments, guint, macro->name);
    if (*first == 0) {
        *first = flow_set(self->flow) + 1;
        for (guint i = 1; i < macro->arity; i++) {
            flow_set(self->flow);
        }
    }
    return *first - 1 + number;
}

/* A name stands in the text: there is itself, and what may become of it. */
static void put_name(Pasting *self, guint32 name, guint set)
{
    flow_add(self->flow, set, name);
    if (definitions_find(self->definitions, name) != NULL) {
        flow_link(self->flow, result_of(self, name), set);
    }
}

static guint site_of(const Pasting *self, const Region *region, guint paste)
{
    const guint32 *token = &g_array_index(region->tokens, guint32, paste);
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->site_at, token)) - 1;
}

static void put_site(Pasting *self, guint site, guint set)
{
    flow_add(self->flow, set, PASTED_FIRST + site);
    flow_link(self->flow, g_array_index(self->made, guint, site), set);
}

static Arguments arguments_at(const Region *region, guint at)
{
    return region->definition == NULL ? (Arguments){0, 0}
                                      : definition_arguments(region->definition, region->macro,
                                                             token_at(region->tokens, at));
}

static gboolean put_arguments(Pasting *self, const Region *region, guint at, guint set)
{
    Arguments arguments = arguments_at(region, at);
    for (guint i = arguments.first; i < arguments.end; i++) {
        flow_link(self->flow, argument_of(self, region->macro, i), set);
    }
    return arguments.first < arguments.end;
}

static gboolean is_operand(const Region *region, guint at)
{
    return region->definition != NULL && definition_pastes_at(region->definition, at);
}

/* Whatever may come to stand at this place. Of an argument beside `##` only one token is pasted;
 * the others stay. */
static void put_place(Pasting *self, const Region *region, guint at, guint set)
{
    guint32 token = token_at(region->tokens, at);
    if (!token_is_name(token)) {
        return;
    }
    gboolean given = put_arguments(self, region, at, set);
    if (!is_operand(region, at)) {
        if (!given) {
            put_name(self, token, set);
        }
        return;
    }
    if (at > region->begin && token_at(region->tokens, at - 1) == TOKEN_PASTE) {
        put_site(self, site_of(self, region, at - 1), set);
    }
    if (at + 1 < region->end && token_at(region->tokens, at + 1) == TOKEN_PASTE) {
        put_site(self, site_of(self, region, at + 1), set);
    }
}

static void put_places(Pasting *self, const Region *region, guint begin, guint end, guint set)
{
    for (guint at = begin; at < end; at++) {
        put_place(self, region, at, set);
    }
}

/* ---- pasting --------------------------------------------------------------------------------- */

static void put_operand(Pasting *self, const Region *region, guint at, guint set)
{
    guint32 token = token_at(region->tokens, at);
    if (token_is_name(token) && !put_arguments(self, region, at, set)) {
        flow_add(self->flow, set, token);
    }
}

/* Of __VA_OPT__(...) any token may be the first and the last one. */
static void add_site(Pasting *self, const Region *region, guint paste)
{
    const PasteSite *site = &g_array_index(self->sites, PasteSite, site_of(self, region, paste));
    guint left = site->left;
    guint right = site->right;
    if (paste >= region->begin + 2 && token_at(region->tokens, paste - 2) == TOKEN_PASTE) {
        put_site(self, site_of(self, region, paste - 2), left);
    }
    if (paste > region->begin) {
        put_operand(self, region, paste - 1, left);
        if (token_at(region->tokens, paste - 1) == TOKEN_CLOSE) {
            put_places(self, region, region->begin, paste, left);
        }
    }
    if (paste + 1 < region->end) {
        put_operand(self, region, paste + 1, right);
        if (self->optional != 0 && token_at(region->tokens, paste + 1) == self->optional) {
            put_places(self, region, paste + 1, region->end, right);
        }
    }
}

static void number_sites(Pasting *self, const Region *region)
{
    for (guint at = region->begin; at < region->end; at++) {
        if (token_at(region->tokens, at) == TOKEN_PASTE) {
            PasteSite site = {flow_set(self->flow), flow_set(self->flow)};
            guint made = flow_set(self->flow);
            g_array_append_val(self->sites, site);
            g_array_append_val(self->made, made);
            g_hash_table_insert(self->site_at, &g_array_index(region->tokens, guint32, at),
                                GUINT_TO_POINTER(self->sites->len));
        }
    }
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Where the arguments end that begin with the parenthesis at `open`: the place of the closing one,
 * or the region's end. */
static guint arguments_end(const Region *region, guint open)
{
    guint depth = 0;
    for (guint at = open; at < region->end; at++) {
        guint32 token = token_at(region->tokens, at);
        depth += token == TOKEN_OPEN ? 1 : 0;
        if (token == TOKEN_CLOSE && --depth == 0) {
            return at;
        }
    }
    return region->end;
}

static gboolean is_definition(guint32 token)
{
    return token == TOKEN_DEFINE || token == TOKEN_DEFINE_CALL || token == TOKEN_UNDEFINE;
}

/* Arguments of a macro that is named in the text. Once something of which nobody knows how many
 * arguments it makes is among them, it and what follows may be any of the later ones: what comes
 * from a parameter, and what stands between directives. */
static void call_named(Pasting *self, const Region *region, const Macro *macro, guint open)
{
    guint end = arguments_end(region, open);
    guint number = 0;
    guint depth = 0;
    gboolean uncertain = FALSE;
    for (guint at = open + 1; at < end && macro->arity > 0; at++) {
        guint32 token = token_at(region->tokens, at);
        depth += token == TOKEN_OPEN ? 1 : 0;
        depth -= token == TOKEN_CLOSE ? 1 : 0;
        if (token == TOKEN_COMMA && depth == 0 && !uncertain) {
            number = MIN(number + 1, macro->arity - 1);
        }
        Arguments given = arguments_at(region, at);
        uncertain = uncertain || given.first < given.end || is_operand(region, at) ||
                    token == TOKEN_LINE_END || is_definition(token);
        for (guint i = number; i < (uncertain ? macro->arity : number + 1); i++) {
            put_place(self, region, at, argument_of(self, macro, i));
        }
    }
}

/* What is called is known as a set of names only: the number of such a use, whose arguments are
 * still to be put into its set. */
static guint add_use(Pasting *self, guint called)
{
    guint arguments = flow_set(self->flow);
    g_array_append_val(self->uses, arguments);
    flow_watch(self->flow, called, self->uses->len - 1);
    return self->uses->len - 1;
}

static void visit(guint use, guint32 element, gpointer data)
{
    Pasting *self = data;
    const Macro *macro =
        element < PASTED_FIRST ? definitions_find(self->definitions, element) : NULL;
    if (macro != NULL && macro->function_like && macro->pastes) {
        for (guint i = 0; i < macro->arity; i++) {
            flow_link(self->flow, g_array_index(self->uses, guint, use),
                      argument_of(self, macro, i));
        }
    }
}

static gboolean is_argument(const Region *region, guint at)
{
    Arguments arguments = arguments_at(region, at);
    return arguments.first < arguments.end;
}

/* The use of what may be called when parentheses follow this place; NO_USE when there is nothing
 * that could be. Where a macro is named, all such places share one: whatever it becomes is called
 * with the arguments of each of them. */
static guint use_of_called(Pasting *self, const Region *region, guint at)
{
    guint32 token = token_at(region->tokens, at);
    guint begin = at;
    if (token == TOKEN_CLOSE) {
        begin = tokens_chain_begin(region->tokens, region->begin, at);
        if (begin == NO_TOKEN) {
            return NO_USE;
        }
        token = token_at(region->tokens, begin);
    }
    const Macro *macro = definitions_find(self->definitions, token);
    gboolean is_named = !is_argument(region, begin) && !is_operand(region, begin);
    if (is_named && (macro == NULL || (begin == at && !macro->pastes))) {
        return NO_USE;
    }
    guint *known =
        is_named && begin == at ? &g_array_index(self->use_of_name, guint, macro->name) : NULL;
    if (known != NULL && *known > 0) {
        return *known - 1;
    }
    guint called = flow_set(self->flow);
    if (is_named && begin < at) {
        /* The macro itself is used up. */
        flow_link(self->flow, result_of(self, macro->name), called);
        begin++;
    }
    put_places(self, region, begin, at + 1, called);
    guint use = add_use(self, called);
    if (known != NULL) {
        *known = use + 1;
    }
    return use;
}

static void call(Pasting *self, const Region *region, guint use, guint begin, guint end)
{
    if (use != NO_USE) {
        put_places(self, region, begin, end, g_array_index(self->uses, guint, use));
    }
}

/* What follows directly is no parenthesis, but may become some once it is expanded. In a file that
 * happens within arguments only. */
static void use_before_name(Pasting *self, const Region *region, guint at, guint end)
{
    gboolean may_open = is_argument(region, at + 1) || is_operand(region, at + 1) ||
                        definitions_find(self->definitions, token_at(region->tokens, at + 1));
    if (may_open) {
        call(self, region, use_of_called(self, region, at), at + 1, end);
    }
}

static void use_before_parenthesis(Pasting *self, const Region *region, guint at)
{
    guint32 token = token_at(region->tokens, at);
    const Macro *macro = is_argument(region, at) || is_operand(region, at)
                             ? NULL
                             : definitions_find(self->definitions, token);
    if (macro != NULL && macro->pastes && macro->function_like) {
        call_named(self, region, macro, at + 1);
    }
    if (macro == NULL || macro->object_like) {
        guint use = use_of_called(self, region, at);
        call(self, region, use, at + 2, use == NO_USE ? at : arguments_end(region, at + 1));
    }
}

/* The end of each place's outermost parentheses is asked for only where something may be called. */
static void read_uses(Pasting *self, const Region *region)
{
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint at = region->begin; at < region->end; at++) {
        guint32 token = token_at(region->tokens, at);
        guint32 next =
            at + 1 < region->end ? token_at(region->tokens, at + 1) : (guint32)TOKEN_LINE_END;
        if (region->definition == NULL && is_definition(token)) {
            at++;
            while (token != TOKEN_UNDEFINE && token_at(region->tokens, at) != TOKEN_LINE_END) {
                at++;
            }
            continue;
        }
        if ((token_is_name(token) || token == TOKEN_CLOSE) && next == TOKEN_OPEN) {
            use_before_parenthesis(self, region, at);
        } else if ((token_is_name(token) || token == TOKEN_CLOSE) && token_is_name(next) &&
                   (region->definition != NULL || open->len > 0)) {
            guint end = region->definition != NULL
                            ? region->end
                            : arguments_end(region, g_array_index(open, guint, 0));
            use_before_name(self, region, at, end);
        }
        if (token == TOKEN_OPEN) {
            g_array_append_val(open, at);
        } else if (token == TOKEN_CLOSE && open->len > 0) {
            g_array_set_size(open, open->len - 1);
        }
    }
}

/* ---- all together ---------------------------------------------------------------------------- */

static void each_body(Pasting *self, void (*read)(Pasting *, const Region *))
{
    for (guint32 name = TOKEN_FIRST_NAME; name < self->results->len; name++) {
        const Macro *macro = definitions_find(self->definitions, name);
        for (guint i = 0; macro != NULL && i < macro->definitions->len; i++) {
            const Definition *definition = macro->definitions->pdata[i];
            const Region body = {definition->tokens, definition->begin, definition->end, macro,
                                 definition};
            read(self, &body);
        }
    }
}

static void read_body(Pasting *self, const Region *body)
{
    for (guint at = body->begin; at < body->end; at++) {
        if (token_at(body->tokens, at) == TOKEN_PASTE) {
            add_site(self, body, at);
        }
    }
    read_uses(self, body);
}

static void read_files(Pasting *self, const GPtrArray *files)
{
    for (guint f = 0; f < files->len; f++) {
        const GArray *tokens = ((const LexedFile *)files->pdata[f])->tokens;
        const Region file = {.tokens = tokens, .begin = 0, .end = tokens->len};
        read_uses(self, &file);
    }
}

static void read_results(Pasting *self)
{
    while (!g_queue_is_empty(self->unread)) {
        guint32 name = GPOINTER_TO_UINT(g_queue_pop_head(self->unread));
        const Macro *macro = definitions_find(self->definitions, name);
        for (guint i = 0; i < macro->definitions->len; i++) {
            const Definition *definition = macro->definitions->pdata[i];
            const Region body = {definition->tokens, definition->begin, definition->end, macro,
                                 definition};
            put_places(self, &body, body.begin, body.end, result_of(self, name));
        }
    }
}

/* Macros whose names are results of pasting are expanded in turn. TRUE when there are new ones. */
static gboolean add_made(Pasting *self, GHashTable *known)
{
    gboolean any = FALSE;
    for (guint32 name = TOKEN_FIRST_NAME; name < self->results->len; name++) {
        if (definitions_find(self->definitions, name) == NULL) {
            continue;
        }
        g_autoptr(GArray) sites =
            spelling_sites(self->spelling, lexicon_name(self->lexicon, name), FALSE);
        for (guint i = 0; i < sites->len; i++) {
            guint site = g_array_index(sites, guint, i);
            g_autofree char *key = g_strdup_printf("%u %u", site, name);
            if (!g_hash_table_contains(known, key)) {
                g_hash_table_add(known, g_steal_pointer(&key));
                put_name(self, name, g_array_index(self->made, guint, site));
                any = TRUE;
            }
        }
    }
    return any;
}

static void solve(Pasting *self)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    do {
        do {
            read_results(self);
            flow_run(self->flow, visit, self);
        } while (!g_queue_is_empty(self->unread));
        g_clear_pointer(&self->spelling, spelling_free);
        self->spelling = spelling_new(self->lexicon, self->flow, self->sites);
    } while (add_made(self, known));
}

/* Somebody may define the question with more arguments. */
static void add_asked(Pasting *self)
{
    guint32 name = lexicon_find(self->lexicon, QUESTION_BUILTIN);
    const Macro *question = definitions_find(self->definitions, name);
    self->asked = flow_set(self->flow);
    for (guint i = 0; i < question->arity; i++) {
        flow_link(self->flow, argument_of(self, question, i), self->asked);
    }
}

Pasting *pasting_new(const Lexicon *lexicon, const GPtrArray *files)
{
    Pasting *self = g_new0(Pasting, 1);
    self->lexicon = lexicon;
    self->definitions = definitions_new(lexicon, files);
    self->flow = flow_new();
    self->optional = lexicon_find(lexicon, "__VA_OPT__");
    self->results = g_array_new(FALSE, TRUE, sizeof(guint));
    g_array_set_size(self->results, lexicon_size(lexicon));
    self->arguments = g_array_new(FALSE, TRUE, sizeof(guint));
    g_array_set_size(self->arguments, lexicon_size(lexicon));
    self->unread = g_queue_new();
    self->sites = g_array_new(FALSE, FALSE, sizeof(PasteSite));
    self->made = g_array_new(FALSE, FALSE, sizeof(guint));
    self->site_at = g_hash_table_new(NULL, NULL);
    self->uses = g_array_new(FALSE, FALSE, sizeof(guint));
    self->use_of_name = g_array_new(FALSE, TRUE, sizeof(guint));
    g_array_set_size(self->use_of_name, lexicon_size(lexicon));
    add_asked(self);
    each_body(self, number_sites);
    each_body(self, read_body);
    read_files(self, files);
    solve(self);
    return self;
}

void pasting_free(Pasting *self)
{
    if (self != NULL) {
        g_clear_pointer(&self->spelling, spelling_free);
        definitions_free(self->definitions);
        flow_free(self->flow);
        g_array_unref(self->results);
        g_array_unref(self->arguments);
        g_queue_free(self->unread);
        g_array_unref(self->sites);
        g_array_unref(self->made);
        g_hash_table_unref(self->site_at);
        g_array_unref(self->uses);
        g_array_unref(self->use_of_name);
        g_free(self);
    }
}

/* The name may be a part of the prefix. */
static gboolean begins_no_builtin(gpointer name, gpointer value, gpointer data)
{
    (void)value;
    const char *text = lexicon_name(data, GPOINTER_TO_UINT(name));
    return strncmp(text, BUILTIN_PREFIX, MIN(strlen(text), strlen(BUILTIN_PREFIX))) != 0;
}

GHashTable *pasting_asked(const Pasting *self)
{
    GHashTable *names = spelling_beginnings(self->flow, self->sites, self->asked);
    g_hash_table_foreach_remove(names, begins_no_builtin, (gpointer)self->lexicon);
    return names;
}

static gboolean is_piece(const GPtrArray *pieces, const char *text, gsize length)
{
    for (guint i = 0; i < pieces->len; i++) {
        const char *piece = pieces->pdata[i];
        if (strlen(piece) == length && strncmp(piece, text, length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* reach[i] is whether the first i bytes are made of whole pieces. */
gboolean pasting_can_make(const char *name, const GPtrArray *pieces)
{
    gsize length = strlen(name);
    g_autofree gboolean *reach = g_new0(gboolean, length + 1);
    reach[0] = TRUE;
    for (gsize end = 1; end <= length; end++) {
        for (gsize begin = 0; begin < end && !reach[end]; begin++) {
            reach[end] = reach[begin] && !(begin == 0 && end == length) &&
                         is_piece(pieces, name + begin, end - begin);
        }
    }
    return reach[length];
}

GPtrArray *pasting_pieces(const Pasting *self, const char *name)
{
    g_autoptr(GArray) sites = spelling_sites(self->spelling, name, TRUE);
    return sites->len == 0 ? NULL : spelling_pieces(self->spelling, name);
}
