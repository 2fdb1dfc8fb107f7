/**
 * The CMake language, as cmake-language(7) describes it, for programs that evaluate it.
 *
 * The tree is flat on purpose: a file is a sequence of command invocations and comments, and a whole argument
 * is one leaf. Neither `if()`...`endif()` blocks nor `${references}` are seen here: whether `endif` ends a block
 * is decided when commands run, and an unmatched one must not take the rest of the file with it. References and
 * escapes are resolved by whoever evaluates the text of a leaf, which needs that text anyway.
 *
 * Every file that CMake reads is read without an error. The reverse does not hold in three places where keeping
 * CMake's rule would cost a node for every line:
 *   - CMake wants a newline between two commands, and none between a name and its parenthesis;
 *   - CMake wants a space before and after a bracket argument;
 *   - CMake takes a carriage return without a newline after a backslash for an escaped character.
 * Rows of neighbouring nodes tell the first two apart for whoever needs to know.
 */

// One character of an unquoted argument, or an escaped one. `[` and `=` are missing because at the start of
// an argument they may open a bracket argument.
const element = /[^ \t\r\n()#"\[=\\]|\\[^\r\n]/;

// The reference of make, kept by CMake for old files: its parentheses belong to the argument.
const makeReference = /\$\([A-Za-z0-9_]*\)/;

// A quoted part within an unquoted argument: -Da="b c". It stays on its line and holds neither parentheses
// nor `#`; where it would, CMake ends the argument before the quote and a quoted argument follows.
const quotedPart = seq('"', repeat(choice(makeReference, element, /[ \t\[=]/)), '"');

const legacy = choice(makeReference, element, quotedPart);

module.exports = grammar({
    name: 'cmake',

    // src/scanner.c reads these. The last one is in no rule: it is met only after an error and
    // swallows what follows a bracket or quote that nothing closes.
    externals: $ => [$.bracket_argument, $.bracket_comment, $.unterminated],

    extras: $ => [/[ \t\r\n]+/, $.line_comment, $.bracket_comment],

    rules: {
        source_file: $ => repeat($.command_invocation),

        command_invocation: $ => seq(
            field('name', $.identifier),
            '(',
            repeat(field('argument', $._argument)),
            ')',
        ),

        _argument: $ => choice(
            $.unquoted_argument,
            $.quoted_argument,
            $.bracket_argument,
            $.argument_group,
        ),

        argument_group: $ => seq('(', repeat(field('argument', $._argument)), ')'),

        identifier: _ => /[A-Za-z_][A-Za-z0-9_]*/,

        unquoted_argument: _ => token(choice(
            seq(
                choice(makeReference, element, '=', seq('[', repeat('='), legacy)),
                repeat(choice(legacy, /[\[=]/)),
            ),
            '[',
        )),

        // With its quotes. A backslash keeps the character after it, a newline included.
        quoted_argument: _ => /"([^"\\]|\\[^\x00])*"/,

        line_comment: _ => /#[^\n]*/,
    },
});
