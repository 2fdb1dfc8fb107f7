/**
 * The CMake language, as cmake-language(7) describes it, for programs that evaluate it.
 *
 * The tree is flat on purpose: a file is a sequence of command invocations and comments, a whole
 * argument is one leaf, and a parenthesis among the arguments is a leaf too, because CMake hands it
 * to the command as an argument. Neither `if()`...`endif()` blocks nor `${references}` are seen
 * here: whether `endif` ends a block is decided when commands run, and an unmatched one must not
 * take the rest of the file with it. References and escapes are resolved by whoever evaluates the
 * text of a leaf, which needs that text anyway.
 *
 * The grammar is total: every sequence of bytes has a tree, and what CMake refuses is a node of
 * its own (`stray`, `unterminated`, `unclosed`). So tree-sitter never recovers from an error, whose
 * cost is hard to bound. Inside the library no node has more than a handful of children: comments
 * are not `extras`, for those would all become children of one node. tree-sitter before 0.20.8
 * counts children in 16 bits and destroys its memory when 65,536 comments follow each other.
 *
 * A file that CMake reads has none of those three nodes. The reverse does not hold in these places,
 * where keeping CMake's rule would cost a node for every line:
 *   - CMake wants a newline between two commands, and after a bracket comment;
 *   - CMake wants a space before and after a bracket argument;
 *   - CMake takes a carriage return without a newline after a backslash for an escaped character.
 * The places of neighbouring nodes tell the first two apart for whoever needs to know.
 */

// One character of an unquoted argument, or an escaped one. `[` and `=` are missing because at the
// start of an argument they may open a bracket argument.
const element = /[^ \t\r\n()#"\[=\\]|\\[^\r\n]/;

// The reference of make, kept by CMake for old files: its parentheses belong to the argument.
const makeReference = /\$\([A-Za-z0-9_]*\)/;

// A quoted part within an unquoted argument: -Da="b c". It stays on its line and holds neither
// parentheses nor `#`; where it would, CMake ends the argument before the quote and a quoted
// argument follows.
const quotedPart = seq('"', repeat(choice(makeReference, element, /[ \t\[=]/)), '"');

const legacy = choice(makeReference, element, quotedPart);

module.exports = grammar({
    name: 'cmake',

    // src/scanner.c reads these. Quoted arguments and line comments would be regular expressions
    // if those of tree-sitter could match a NUL byte, which CMake takes there.
    externals: $ => [
        $.quoted_argument,
        $.bracket_argument,
        $.line_comment,
        $.bracket_comment,
        $._open, // the parenthesis of a command, on the line of its name
        $._close, // the one that matches it
        $.parenthesis, // any other, opening or closing
        $.unclosed, // nothing, at the end of a file that ends within a command
        $.unterminated, // a quote or bracket that nothing closes, or a NUL, to the end
    ],

    extras: _ => [/[ \t\r\n]+/],

    rules: {
        source_file: $ => repeat(choice($.command_invocation, $._comment, $.stray, $.unterminated)),

        command_invocation: $ => seq(
            field('name', $.identifier),
            $._open,
            repeat(choice(
                field('argument', $._argument),
                $._comment,
                alias($._backslash, $.stray),
                $.unterminated,
            )),
            choice($._close, $.unclosed),
        ),

        _argument: $ => choice(
            $.unquoted_argument,
            $.quoted_argument,
            $.bracket_argument,
            $.parenthesis,
        ),

        // What stands where a command should begin.
        stray: $ => choice($.identifier, $._argument, $._backslash),

        identifier: _ => /[A-Za-z_][A-Za-z0-9_]*/,

        unquoted_argument: _ => token(choice(
            seq(
                choice(makeReference, element, '=', seq('[', repeat('='), legacy)),
                repeat(choice(legacy, /[\[=]/)),
            ),
            '[',
        )),

        // One that escapes nothing: a newline or the end of the file follows.
        _backslash: _ => '\\',

        _comment: $ => choice($.line_comment, $.bracket_comment),
    },
});
