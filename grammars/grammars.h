/* clang-format off */
/* The languages that xaas reads with tree-sitter.
 *
 * Each function returns a constant of the program: give it to ts_parser_set_language(), never free it, use it
 * from any number of threads at once (a TSParser itself belongs to one thread). They never return NULL, and the
 * build has checked that the installed library reads them.
 *
 * The CMake tree is flat. Its named nodes and fields:
 *
 *   source_file           any number of command_invocation, comments and errors
 *   command_invocation    name: identifier, then for each argument the field `argument`, and comments and
 *                         errors without a field. Its own parentheses are no nodes
 *   identifier            a command's name as written; CMake ignores its case
 *   unquoted_argument     leaf. Escapes, ${references}, @references@ and semicolons are in its text as written,
 *                         and so are quotes that do not start it (-Da="b c")
 *   quoted_argument       leaf, with both quotes. Backslash-newline continues the line
 *   bracket_argument      leaf, with its brackets [==[ ]==]. A newline right after the opening bracket is in the
 *                         leaf but not in the value. Nothing in it is expanded
 *   parenthesis           leaf, "(" or ")" among the arguments: CMake hands it to the command as an unquoted
 *                         argument of that one character, balanced within a command
 *   line_comment          leaf, from '#' to before the newline; with CRLF it ends in '\r'
 *   bracket_comment       leaf, #[==[ to ]==]
 *
 * What CMake refuses (a file without these three is read by CMake, but for what grammar.js says):
 *
 *   stray                 something that is no command where one should begin; or, in a command, a backslash that
 *                         escapes nothing. It may have one child
 *   unterminated          leaf, from a quote or bracket that nothing closes, or from a NUL byte among commands or
 *                         unquoted arguments, to the end of the file
 *   unclosed              empty, last in a command whose ")" is missing; the file ends there
 *
 * The CMake grammar is total: whatever the bytes, there is no ERROR or MISSING node, the tree is
 * three nodes deep, and time and memory are linear in the file's size. CRLF, a byte order mark, a
 * missing last newline and bytes that are not UTF-8 are all read. CMake accepts NUL bytes in
 * quotes, brackets and comments, and drops them, so text is handled with its length. A tree takes
 * some 40 bytes for each byte of an ordinary file, but 300 for nothing but parentheses: whoever
 * reads hostile files gives at most GRAMMAR_CMAKE_BYTES to the parser (the largest file of those in
 * docs/grammars.md has 0.1 MiB) and records the rest as not read.
 *
 * The C and C++ grammars are not like that. The tree-sitter of Debian 12 (0.20.7) keeps a node's
 * number of children in 16 bits and destroys its memory when there are more, which both deep
 * nesting and a long run of comments bring about. So text from a scanned project goes to them in
 * pieces of at most GRAMMAR_PIECE_BYTES, which cannot hold that many tokens, and with a timeout. */
/* clang-format on */
#pragma once

#include <glib.h>
#include <tree_sitter/api.h>

#define GRAMMAR_CMAKE_BYTES (4 * 1024 * 1024)
#define GRAMMAR_PIECE_BYTES 32000

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TSParser, ts_parser_delete)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TSTree, ts_tree_delete)

const TSLanguage *grammar_cmake(void);
const TSLanguage *grammar_c(void);
const TSLanguage *grammar_cpp(void);
