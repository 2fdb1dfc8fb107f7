#include "discover/cmake/source_file.h"
#include "grammars/grammars.h"
#include <string.h>

/* tree-sitter's recovery can take long on hostile text; a file that needs more is given up. */
#define PARSE_TIMEOUT_MICROSECONDS (20u * 1000u * 1000u)

typedef struct {
    Arena *arena;
    Diagnostics *diagnostics;
    const char *path;
    const char *text;
    TSSymbol command, identifier, unquoted, quoted, bracket, parenthesis;
    TSSymbol stray, unterminated, unclosed; /* what is no CMake; see grammars.h */
} Lowering;

/* Pieces -------------------------------------------------------------------------------------- */

/* Collects pieces of one argument; adjacent text is joined. */
typedef struct {
    Lowering *lowering;
    GString *text;
    GArray *pieces; /* Piece */
} PieceBuilder;

static void builder_flush(PieceBuilder *self)
{
    if (self->text->len > 0) {
        Piece piece = {
            .kind = PIECE_TEXT,
            .text = arena_intern_length(self->lowering->arena, self->text->str, self->text->len)};
        g_array_append_val(self->pieces, piece);
        g_string_truncate(self->text, 0);
    }
}

static const Piece *builder_end(PieceBuilder *self, guint *count)
{
    builder_flush(self);
    *count = self->pieces->len;
    Piece *pieces = arena_alloc(self->lowering->arena, self->pieces->len * sizeof(Piece) + 1);
    if (self->pieces->len > 0) {
        memcpy(pieces, self->pieces->data, self->pieces->len * sizeof(Piece));
    }
    g_string_free(self->text, TRUE);
    g_array_unref(self->pieces);
    return pieces;
}

static PieceBuilder builder_begin(Lowering *lowering)
{
    return (PieceBuilder){lowering, g_string_new(NULL), g_array_new(FALSE, FALSE, sizeof(Piece))};
}

/* "${", "$ENV{" or "$CACHE{" at `at`: the kind and the length of the opening; FALSE for other
 * text. */
static gboolean reference_opens(const char *at, const char *end, PieceKind *kind, gsize *length)
{
    static const struct {
        const char *opening;
        PieceKind kind;
    } openings[] = {{"${", PIECE_VARIABLE}, {"$ENV{", PIECE_ENVIRONMENT}, {"$CACHE{", PIECE_CACHE}};
    for (guint i = 0; i < G_N_ELEMENTS(openings); i++) {
        gsize size = strlen(openings[i].opening);
        if ((gsize)(end - at) >= size && memcmp(at, openings[i].opening, size) == 0) {
            *kind = openings[i].kind;
            *length = size;
            return TRUE;
        }
    }
    return FALSE;
}

/* One backslash sequence: what it stands for goes to `out`, the cursor behind it. "\;" stays as
 * written outside of names, so that splitting a list sees it. */
static const char *lower_escape(const char *at, const char *end, GString *out)
{
    if (at + 1 >= end) {
        g_string_append_c(out, '\\');
        return end;
    }
    char c = at[1];
    switch (c) {
    case 'n':
        g_string_append_c(out, '\n');
        break;
    case 't':
        g_string_append_c(out, '\t');
        break;
    case 'r':
        g_string_append_c(out, '\r');
        break;
    case ';':
        g_string_append(out, "\\;");
        break;
    case '\n': /* line continuation in a quoted argument */
        break;
    case '\r':
        if (at + 2 < end && at[2] == '\n') {
            return at + 3;
        }
        break;
    default:
        g_string_append_c(out, c);
        break;
    }
    return at + 2;
}

/* Lowers text up to `end`, or in a name up to its closing brace; gives where it stopped (behind the
 * brace), or NULL when a name is not closed. */
static const char *lower_pieces(PieceBuilder *builder, const char *at, const char *end, guint depth)
{
    gboolean in_name = depth > 0;
    guint open = 0; /* references that are never closed */
    while (at < end) {
        PieceKind kind;
        gsize opening;
        if (*at == '\\') {
            at = lower_escape(at, end, builder->text);
        } else if (in_name && *at == '}') {
            return at + 1;
        } else if (*at == '$' && depth < SOURCE_REFERENCE_DEPTH_MAX &&
                   open < SOURCE_REFERENCES_OPEN_MAX && reference_opens(at, end, &kind, &opening)) {
            PieceBuilder inner = builder_begin(builder->lowering);
            const char *after = lower_pieces(&inner, at + opening, end, depth + 1);
            Piece piece = {.kind = kind};
            piece.parts = builder_end(&inner, &piece.part_count);
            if (after == NULL && in_name) {
                return NULL; /* no brace is left for this one either */
            }
            if (after == NULL) {
                /* CMake refuses an unclosed reference; as text it does least harm. */
                open++;
                g_string_append_len(builder->text, at, (gssize)opening);
                at += opening;
                continue;
            }
            if (piece.part_count == 0) {
                piece.text = arena_intern(builder->lowering->arena, "");
            } else if (piece.part_count == 1 && piece.parts[0].kind == PIECE_TEXT) {
                piece.text = piece.parts[0].text;
            }
            builder_flush(builder);
            g_array_append_val(builder->pieces, piece);
            at = after;
        } else {
            g_string_append_c(builder->text, *at++);
        }
    }
    return in_name ? NULL : end;
}

const Piece *source_file_pieces(Arena *arena, const char *text, guint *count)
{
    Lowering lowering = {.arena = arena};
    PieceBuilder builder = builder_begin(&lowering);
    lower_pieces(&builder, text, text + strlen(text), 0);
    return builder_end(&builder, count);
}

static void argument_of_text(Lowering *self, Argument *argument, const char *begin, const char *end)
{
    PieceBuilder builder = builder_begin(self);
    lower_pieces(&builder, begin, end, 0);
    argument->pieces = builder_end(&builder, &argument->piece_count);
    if (argument->piece_count == 0) {
        argument->constant = arena_intern(self->arena, "");
    } else if (argument->piece_count == 1 && argument->pieces[0].kind == PIECE_TEXT) {
        argument->constant = argument->pieces[0].text;
    }
}

/* "[==[\n text ]==]" without its brackets and the newline that may follow the opening. */
static void argument_of_bracket(Lowering *self, Argument *argument, const char *begin,
                                const char *end)
{
    const char *inner = memchr(begin + 1, '[', (gsize)(end - begin) - 1);
    gsize width = inner != NULL ? (gsize)(inner - begin) + 1 : 0;
    if (width == 0 || (gsize)(end - begin) < 2 * width) {
        argument->constant = arena_intern(self->arena, "");
        return;
    }
    begin += width;
    end -= width;
    if (begin < end && *begin == '\r') {
        begin++;
    }
    if (begin < end && *begin == '\n') {
        begin++;
    }
    argument->constant = arena_intern_length(self->arena, begin, (gsize)(end - begin));
}

static void argument_lower(Lowering *self, TSNode node, TSSymbol symbol, GArray *arguments)
{
    const char *begin = self->text + ts_node_start_byte(node);
    const char *end = self->text + ts_node_end_byte(node);
    Argument argument = {.line = ts_node_start_point(node).row + 1};
    if (symbol == self->quoted) {
        argument.kind = ARGUMENT_QUOTED;
        argument_of_text(self, &argument, begin + 1, MAX(begin + 1, end - 1));
    } else if (symbol == self->bracket) {
        argument.kind = ARGUMENT_BRACKET;
        argument_of_bracket(self, &argument, begin, end);
    } else {
        argument.kind = ARGUMENT_UNQUOTED;
        argument_of_text(self, &argument, begin, end);
    }
    g_array_append_val(arguments, argument);
}

/* The first thing in the file that CMake would refuse. */
static void note_syntax_error(Lowering *self, TSNode error)
{
    TSPoint at = ts_node_start_point(error);
    gsize begin = ts_node_start_byte(error);
    gsize length = MIN((gsize)ts_node_end_byte(error) - begin, 40);
    g_autofree char *text = g_strndup(self->text + begin, length);
    text[strcspn(text, "\r\n")] = '\0';
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    TSSymbol symbol = ts_node_symbol(error);
    const char *what = symbol == self->unterminated ? "a quote or bracket is never closed"
                       : symbol == self->unclosed   ? "a parenthesis is never closed"
                                                    : "this is no command";
    diagnostics_add(
        self->diagnostics, DIAGNOSTIC_ERROR, (Span){self->path, at.row + 1, at.column + 1},
        "CMake stops here too; mend the file", "%s%s%s; the rest is read as far as it can be", what,
        *valid != '\0' ? ": " : "", valid);
}

static gboolean is_error(const Lowering *self, TSSymbol symbol)
{
    return symbol == self->stray || symbol == self->unterminated || symbol == self->unclosed;
}

static void arguments_lower(Lowering *self, TSTreeCursor *cursor, GArray *arguments)
{
    if (!ts_tree_cursor_goto_first_child(cursor)) {
        return;
    }
    do {
        TSNode node = ts_tree_cursor_current_node(cursor);
        TSSymbol symbol = ts_node_symbol(node);
        if (symbol == self->unquoted || symbol == self->quoted || symbol == self->bracket ||
            symbol == self->parenthesis) {
            argument_lower(self, node, symbol, arguments);
        } else if (is_error(self, symbol)) {
            note_syntax_error(self, node);
        }
    } while (ts_tree_cursor_goto_next_sibling(cursor));
    ts_tree_cursor_goto_parent(cursor);
}

static const struct {
    const char *text;
    Word word;
} words[] = {
#define X(id, text) {text, WORD_##id},
    BLOCK_WORDS(X)
#undef X
};

static Word word_of(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strcmp(words[i].text, name) == 0) {
            return words[i].word;
        }
    }
    return WORD_COMMAND;
}

static void command_lower(Lowering *self, TSTreeCursor *cursor, GArray *commands)
{
    TSNode node = ts_tree_cursor_current_node(cursor);
    TSNode name = ts_node_named_child(node, 0);
    if (ts_node_is_null(name) || ts_node_symbol(name) != self->identifier) {
        return;
    }
    g_autofree char *lower =
        g_ascii_strdown(self->text + ts_node_start_byte(name),
                        (gssize)(ts_node_end_byte(name) - ts_node_start_byte(name)));
    g_autoptr(GArray) arguments = g_array_new(FALSE, FALSE, sizeof(Argument));
    arguments_lower(self, cursor, arguments);
    TSPoint start = ts_node_start_point(node);
    Command command = {.name = arena_intern(self->arena, lower),
                       .line = start.row + 1,
                       .column = start.column + 1,
                       .end_line = ts_node_end_point(node).row + 1,
                       .argument_count = arguments->len};
    command.word = word_of(command.name);
    Argument *copy = arena_alloc(self->arena, arguments->len * sizeof(Argument) + 1);
    if (arguments->len > 0) {
        memcpy(copy, arguments->data, arguments->len * sizeof(Argument));
    }
    command.arguments = copy;
    g_array_append_val(commands, command);
}

/* Blocks -------------------------------------------------------------------------------------- */

/* The word that closes the block that `word` opens or continues; WORD_COMMAND for the others. */
static Word closing_word(Word word)
{
    switch (word) {
    case WORD_IF:
    case WORD_ELSEIF:
    case WORD_ELSE:
        return WORD_ENDIF;
    case WORD_FOREACH:
        return WORD_ENDFOREACH;
    case WORD_WHILE:
        return WORD_ENDWHILE;
    case WORD_FUNCTION:
        return WORD_ENDFUNCTION;
    case WORD_MACRO:
        return WORD_ENDMACRO;
    case WORD_BLOCK:
        return WORD_ENDBLOCK;
    case WORD_COMMAND:
    case WORD_ENDIF:
    case WORD_ENDFOREACH:
    case WORD_ENDWHILE:
    case WORD_ENDFUNCTION:
    case WORD_ENDMACRO:
    case WORD_ENDBLOCK:
        return WORD_COMMAND;
    }
    return WORD_COMMAND;
}

static gboolean word_opens(Word word)
{
    return closing_word(word) != WORD_COMMAND && word != WORD_ELSEIF && word != WORD_ELSE;
}

static gboolean word_closes(Word word)
{
    return word != WORD_COMMAND && closing_word(word) == WORD_COMMAND;
}

/* Links each block word to the one that follows it. An end that nothing opened is ignored, a block
 * that nothing ends runs to the end of the file; both are told. */
static void match_blocks(Lowering *self, GArray *commands)
{
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < commands->len; i++) {
        Command *command = &g_array_index(commands, Command, i);
        command->next = commands->len;
        gboolean continues = command->word == WORD_ELSEIF || command->word == WORD_ELSE;
        if (continues || word_closes(command->word)) {
            Word wanted = continues ? WORD_ENDIF : command->word;
            gint level = (gint)open->len - 1;
            while (level >= 0 &&
                   closing_word(
                       g_array_index(commands, Command, g_array_index(open, guint, level)).word) !=
                       wanted) {
                level--;
            }
            if (level < 0) {
                diagnostics_add(self->diagnostics, DIAGNOSTIC_ERROR,
                                (Span){self->path, command->line, command->column},
                                "remove it, or add the command that opens its block",
                                "%s() closes no block", command->name);
                continue;
            }
            for (guint k = open->len - 1; k > (guint)level; k--) {
                const Command *left =
                    &g_array_index(commands, Command, g_array_index(open, guint, k));
                diagnostics_add(self->diagnostics, DIAGNOSTIC_ERROR,
                                (Span){self->path, left->line, left->column}, "close the block",
                                "%s() is not closed before %s() at line %u", left->name,
                                command->name, command->line);
                g_array_index(commands, Command, g_array_index(open, guint, k)).next = i;
            }
            g_array_index(commands, Command, g_array_index(open, guint, level)).next = i;
            g_array_set_size(open, (guint)level);
        }
        if (continues || word_opens(command->word)) {
            g_array_append_val(open, i);
        }
    }
    for (guint k = 0; k < open->len; k++) {
        const Command *left = &g_array_index(commands, Command, g_array_index(open, guint, k));
        diagnostics_add(self->diagnostics, DIAGNOSTIC_ERROR,
                        (Span){self->path, left->line, left->column}, "close the block",
                        "%s() is never closed", left->name);
    }
}

/* The file
 * ---------------------------------------------------------------------------------------- */

static void keep_lines(Arena *arena, SourceFile *file, const char *text, gsize length)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new();
    char *copy = arena_strndup(arena, text, length);
    char *end = copy + length;
    for (char *at = copy; at <= end;) {
        char *newline = memchr(at, '\n', (gsize)(end - at));
        if (newline != NULL) {
            *newline = '\0';
        }
        g_ptr_array_add(lines, at);
        if (newline == NULL) {
            break;
        }
        at = newline + 1;
    }
    const char **kept = arena_alloc(arena, lines->len * sizeof(char *));
    memcpy(kept, lines->pdata, lines->len * sizeof(char *));
    file->lines = kept;
    file->line_count = lines->len;
}

static TSSymbol symbol_named(const TSLanguage *language, const char *name)
{
    return ts_language_symbol_for_name(language, name, (guint32)strlen(name), TRUE);
}

/* NULL when it took too long. */
static TSTree *parse(const char *text, gsize length)
{
    g_autoptr(TSParser) parser = ts_parser_new();
    ts_parser_set_language(parser, grammar_cmake());
    ts_parser_set_timeout_micros(parser, PARSE_TIMEOUT_MICROSECONDS);
    return ts_parser_parse_string(parser, NULL, text, (guint32)length);
}

SourceFile *source_file_lower(Arena *arena, const char *path, const char *text, gsize length,
                              Diagnostics *diagnostics)
{
    SourceFile *file = arena_new0(arena, SourceFile);
    file->path = arena_intern(arena, path);
    keep_lines(arena, file, text, length);

    const TSLanguage *language = grammar_cmake();
    g_autoptr(TSTree) tree = parse(text, length);
    if (tree == NULL) {
        diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, (Span){file->path, 0, 0},
                        "simplify the file", "parsing took too long; the file is not read");
        return file;
    }
    Lowering lowering = {.arena = arena,
                         .diagnostics = diagnostics,
                         .path = file->path,
                         .text = text,
                         .command = symbol_named(language, "command_invocation"),
                         .identifier = symbol_named(language, "identifier"),
                         .unquoted = symbol_named(language, "unquoted_argument"),
                         .quoted = symbol_named(language, "quoted_argument"),
                         .bracket = symbol_named(language, "bracket_argument"),
                         .parenthesis = symbol_named(language, "parenthesis"),
                         .stray = symbol_named(language, "stray"),
                         .unterminated = symbol_named(language, "unterminated"),
                         .unclosed = symbol_named(language, "unclosed")};
    TSNode root = ts_tree_root_node(tree);
    g_autoptr(GArray) commands = g_array_new(FALSE, FALSE, sizeof(Command));
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
        do {
            TSNode node = ts_tree_cursor_current_node(&cursor);
            if (ts_node_symbol(node) != lowering.command) {
                if (is_error(&lowering, ts_node_symbol(node))) {
                    note_syntax_error(&lowering, node);
                }
                continue;
            }
            if (commands->len >= SOURCE_COMMANDS_MAX) {
                diagnostics_add(diagnostics, DIAGNOSTIC_WARNING, (Span){file->path, 0, 0},
                                "split the file", "more than %u commands; the rest is not read",
                                SOURCE_COMMANDS_MAX);
                break;
            }
            command_lower(&lowering, &cursor, commands);
        } while (ts_tree_cursor_goto_next_sibling(&cursor));
    }
    ts_tree_cursor_delete(&cursor);
    match_blocks(&lowering, commands);
    file->command_count = commands->len;
    file->commands = arena_alloc(arena, commands->len * sizeof(Command) + 1);
    if (commands->len > 0) {
        memcpy(file->commands, commands->data, commands->len * sizeof(Command));
    }
    return file;
}

const char *source_file_line(const SourceFile *self, guint line)
{
    return line >= 1 && line <= self->line_count ? self->lines[line - 1] : "";
}
