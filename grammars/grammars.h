/* The languages that xaas reads with tree-sitter.
 *
 * Each function returns a constant of the program: give it to ts_parser_set_language(), never free
 * it, use it from any number of threads at once (a TSParser itself belongs to one thread). They
 * never return NULL, and the build has checked that the installed library reads them.
 *
 * The CMake tree is flat. Its named nodes and fields:
 *
 *   source_file           command_invocation*, with comments anywhere between
 *   command_invocation    name: identifier, then "(", argument: ..., ")"
 *   argument_group        a parenthesis among the arguments: "(", argument: ..., ")"; it may nest
 *   identifier            a command's name as written; CMake ignores its case
 *   unquoted_argument     leaf. Escapes, ${references}, @references@ and semicolons are in its text
 *                         as written, and so are quotes that do not start it (-Da="b c")
 *   quoted_argument       leaf, with both quotes. Backslash-newline continues the line
 *   bracket_argument      leaf, with its brackets [==[ ]==]. A newline right after the opening
 * bracket is in the leaf but not in the value. Nothing in it is expanded line_comment leaf, from
 * '#' to before the newline; with CRLF it ends in '\r' bracket_comment       leaf, #[==[ to ]==]
 *   unterminated          leaf within an ERROR node: from a quote or bracket that nothing closes to
 * the end of the file
 *
 * Fields: `name` and `argument` (one for each argument; comments have none). Comments may stand
 * between any two nodes, within parentheses too; look only at children with a field, or skip the
 * comments. A file with ts_node_has_error() is one that CMake would not read either; grammar.js
 * names the three rules of CMake that are not enforced (a command on the line of another is read as
 * a second command).
 *
 * CRLF, a UTF-8 byte order mark and a missing last newline are all read. Bytes that are not UTF-8
 * are read as long as they are in arguments or comments. A NUL byte outside a comment is an error,
 * as it is to CMake. Parsing takes time linear in the file's size also for damaged files; whoever
 * parses hostile input still sets a timeout, which bounds tree-sitter's own recovery. */
#pragma once

#include <tree_sitter/api.h>

const TSLanguage *grammar_cmake(void);
const TSLanguage *grammar_c(void);
const TSLanguage *grammar_cpp(void);
