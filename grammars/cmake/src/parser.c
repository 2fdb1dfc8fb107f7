#include "tree_sitter/parser.h"

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

#define LANGUAGE_VERSION 14
#define STATE_COUNT 15
#define LARGE_STATE_COUNT 8
#define SYMBOL_COUNT 20
#define ALIAS_COUNT 0
#define TOKEN_COUNT 13
#define EXTERNAL_TOKEN_COUNT 9
#define FIELD_COUNT 2
#define MAX_ALIAS_SEQUENCE_LENGTH 4
#define PRODUCTION_ID_COUNT 6

enum ts_symbol_identifiers {
  sym_identifier = 1,
  sym_unquoted_argument = 2,
  sym__backslash = 3,
  sym_quoted_argument = 4,
  sym_bracket_argument = 5,
  sym_line_comment = 6,
  sym_bracket_comment = 7,
  sym__open = 8,
  sym__close = 9,
  sym_parenthesis = 10,
  sym_unclosed = 11,
  sym_unterminated = 12,
  sym_source_file = 13,
  sym_command_invocation = 14,
  sym__argument = 15,
  sym_stray = 16,
  sym__comment = 17,
  aux_sym_source_file_repeat1 = 18,
  aux_sym_command_invocation_repeat1 = 19,
};

static const char * const ts_symbol_names[] = {
  [ts_builtin_sym_end] = "end",
  [sym_identifier] = "identifier",
  [sym_unquoted_argument] = "unquoted_argument",
  [sym__backslash] = "_backslash",
  [sym_quoted_argument] = "quoted_argument",
  [sym_bracket_argument] = "bracket_argument",
  [sym_line_comment] = "line_comment",
  [sym_bracket_comment] = "bracket_comment",
  [sym__open] = "_open",
  [sym__close] = "_close",
  [sym_parenthesis] = "parenthesis",
  [sym_unclosed] = "unclosed",
  [sym_unterminated] = "unterminated",
  [sym_source_file] = "source_file",
  [sym_command_invocation] = "command_invocation",
  [sym__argument] = "_argument",
  [sym_stray] = "stray",
  [sym__comment] = "_comment",
  [aux_sym_source_file_repeat1] = "source_file_repeat1",
  [aux_sym_command_invocation_repeat1] = "command_invocation_repeat1",
};

static const TSSymbol ts_symbol_map[] = {
  [ts_builtin_sym_end] = ts_builtin_sym_end,
  [sym_identifier] = sym_identifier,
  [sym_unquoted_argument] = sym_unquoted_argument,
  [sym__backslash] = sym__backslash,
  [sym_quoted_argument] = sym_quoted_argument,
  [sym_bracket_argument] = sym_bracket_argument,
  [sym_line_comment] = sym_line_comment,
  [sym_bracket_comment] = sym_bracket_comment,
  [sym__open] = sym__open,
  [sym__close] = sym__close,
  [sym_parenthesis] = sym_parenthesis,
  [sym_unclosed] = sym_unclosed,
  [sym_unterminated] = sym_unterminated,
  [sym_source_file] = sym_source_file,
  [sym_command_invocation] = sym_command_invocation,
  [sym__argument] = sym__argument,
  [sym_stray] = sym_stray,
  [sym__comment] = sym__comment,
  [aux_sym_source_file_repeat1] = aux_sym_source_file_repeat1,
  [aux_sym_command_invocation_repeat1] = aux_sym_command_invocation_repeat1,
};

static const TSSymbolMetadata ts_symbol_metadata[] = {
  [ts_builtin_sym_end] = {
    .visible = false,
    .named = true,
  },
  [sym_identifier] = {
    .visible = true,
    .named = true,
  },
  [sym_unquoted_argument] = {
    .visible = true,
    .named = true,
  },
  [sym__backslash] = {
    .visible = false,
    .named = true,
  },
  [sym_quoted_argument] = {
    .visible = true,
    .named = true,
  },
  [sym_bracket_argument] = {
    .visible = true,
    .named = true,
  },
  [sym_line_comment] = {
    .visible = true,
    .named = true,
  },
  [sym_bracket_comment] = {
    .visible = true,
    .named = true,
  },
  [sym__open] = {
    .visible = false,
    .named = true,
  },
  [sym__close] = {
    .visible = false,
    .named = true,
  },
  [sym_parenthesis] = {
    .visible = true,
    .named = true,
  },
  [sym_unclosed] = {
    .visible = true,
    .named = true,
  },
  [sym_unterminated] = {
    .visible = true,
    .named = true,
  },
  [sym_source_file] = {
    .visible = true,
    .named = true,
  },
  [sym_command_invocation] = {
    .visible = true,
    .named = true,
  },
  [sym__argument] = {
    .visible = false,
    .named = true,
  },
  [sym_stray] = {
    .visible = true,
    .named = true,
  },
  [sym__comment] = {
    .visible = false,
    .named = true,
  },
  [aux_sym_source_file_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_command_invocation_repeat1] = {
    .visible = false,
    .named = false,
  },
};

enum ts_field_identifiers {
  field_argument = 1,
  field_name = 2,
};

static const char * const ts_field_names[] = {
  [0] = NULL,
  [field_argument] = "argument",
  [field_name] = "name",
};

static const TSFieldMapSlice ts_field_map_slices[PRODUCTION_ID_COUNT] = {
  [1] = {.index = 0, .length = 1},
  [3] = {.index = 1, .length = 1},
  [4] = {.index = 2, .length = 2},
  [5] = {.index = 4, .length = 2},
};

static const TSFieldMapEntry ts_field_map_entries[] = {
  [0] =
    {field_name, 0},
  [1] =
    {field_argument, 0},
  [2] =
    {field_argument, 2, .inherited = true},
    {field_name, 0},
  [4] =
    {field_argument, 0, .inherited = true},
    {field_argument, 1, .inherited = true},
};

static const TSSymbol ts_alias_sequences[PRODUCTION_ID_COUNT][MAX_ALIAS_SEQUENCE_LENGTH] = {
  [0] = {0},
  [2] = {
    [0] = sym_stray,
  },
};

static const uint16_t ts_non_terminal_alias_map[] = {
  0,
};

static const TSStateId ts_primary_state_ids[STATE_COUNT] = {
  [0] = 0,
  [1] = 1,
  [2] = 2,
  [3] = 3,
  [4] = 4,
  [5] = 5,
  [6] = 6,
  [7] = 7,
  [8] = 8,
  [9] = 9,
  [10] = 10,
  [11] = 11,
  [12] = 12,
  [13] = 13,
  [14] = 14,
};

static bool ts_lex(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      if (eof) ADVANCE(9);
      if (lookahead == '$') ADVANCE(11);
      if (lookahead == '[') ADVANCE(12);
      if (lookahead == '\\') ADVANCE(14);
      if (lookahead == '\t' ||
          lookahead == '\n' ||
          lookahead == '\r' ||
          lookahead == ' ') SKIP(0);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(10);
      if (lookahead != 0 &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')') ADVANCE(13);
      END_STATE();
    case 1:
      if (lookahead == '"') ADVANCE(13);
      if (lookahead == '$') ADVANCE(1);
      if (lookahead == '(') ADVANCE(6);
      if (lookahead == '\\') ADVANCE(8);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r' &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')') ADVANCE(2);
      END_STATE();
    case 2:
      if (lookahead == '"') ADVANCE(13);
      if (lookahead == '$') ADVANCE(1);
      if (lookahead == '\\') ADVANCE(8);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r' &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')') ADVANCE(2);
      END_STATE();
    case 3:
      if (lookahead == '"') ADVANCE(2);
      if (lookahead == '$') ADVANCE(11);
      if (lookahead == '=') ADVANCE(3);
      if (lookahead == '\\') ADVANCE(7);
      if (lookahead != 0 &&
          lookahead != '\t' &&
          lookahead != '\n' &&
          lookahead != '\r' &&
          lookahead != ' ' &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')' &&
          lookahead != '[' &&
          lookahead != '\\') ADVANCE(13);
      END_STATE();
    case 4:
      if (lookahead == '$') ADVANCE(11);
      if (lookahead == '[') ADVANCE(12);
      if (lookahead == '\\') ADVANCE(14);
      if (lookahead == '\t' ||
          lookahead == '\n' ||
          lookahead == '\r' ||
          lookahead == ' ') SKIP(4);
      if (lookahead != 0 &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')') ADVANCE(13);
      END_STATE();
    case 5:
      if (lookahead == ')') ADVANCE(13);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(5);
      END_STATE();
    case 6:
      if (lookahead == ')') ADVANCE(2);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(6);
      END_STATE();
    case 7:
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r') ADVANCE(13);
      END_STATE();
    case 8:
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r') ADVANCE(2);
      END_STATE();
    case 9:
      ACCEPT_TOKEN(ts_builtin_sym_end);
      END_STATE();
    case 10:
      ACCEPT_TOKEN(sym_identifier);
      if (lookahead == '"') ADVANCE(2);
      if (lookahead == '$') ADVANCE(11);
      if (lookahead == '\\') ADVANCE(7);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(10);
      if (lookahead != 0 &&
          lookahead != '\t' &&
          lookahead != '\n' &&
          lookahead != '\r' &&
          lookahead != ' ' &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')') ADVANCE(13);
      END_STATE();
    case 11:
      ACCEPT_TOKEN(sym_unquoted_argument);
      if (lookahead == '"') ADVANCE(2);
      if (lookahead == '$') ADVANCE(11);
      if (lookahead == '(') ADVANCE(5);
      if (lookahead == '\\') ADVANCE(7);
      if (lookahead != 0 &&
          lookahead != '\t' &&
          lookahead != '\n' &&
          lookahead != '\r' &&
          lookahead != ' ' &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')') ADVANCE(13);
      END_STATE();
    case 12:
      ACCEPT_TOKEN(sym_unquoted_argument);
      if (lookahead == '"') ADVANCE(2);
      if (lookahead == '$') ADVANCE(11);
      if (lookahead == '=') ADVANCE(3);
      if (lookahead == '\\') ADVANCE(7);
      if (lookahead != 0 &&
          lookahead != '\t' &&
          lookahead != '\n' &&
          lookahead != '\r' &&
          lookahead != ' ' &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')' &&
          lookahead != '[' &&
          lookahead != '\\') ADVANCE(13);
      END_STATE();
    case 13:
      ACCEPT_TOKEN(sym_unquoted_argument);
      if (lookahead == '"') ADVANCE(2);
      if (lookahead == '$') ADVANCE(11);
      if (lookahead == '\\') ADVANCE(7);
      if (lookahead != 0 &&
          lookahead != '\t' &&
          lookahead != '\n' &&
          lookahead != '\r' &&
          lookahead != ' ' &&
          (lookahead < '"' || '$' < lookahead) &&
          lookahead != '(' &&
          lookahead != ')') ADVANCE(13);
      END_STATE();
    case 14:
      ACCEPT_TOKEN(sym__backslash);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r') ADVANCE(13);
      END_STATE();
    default:
      return false;
  }
}

static const TSLexMode ts_lex_modes[STATE_COUNT] = {
  [0] = {.lex_state = 0, .external_lex_state = 1},
  [1] = {.lex_state = 0, .external_lex_state = 2},
  [2] = {.lex_state = 0, .external_lex_state = 2},
  [3] = {.lex_state = 0, .external_lex_state = 2},
  [4] = {.lex_state = 4, .external_lex_state = 3},
  [5] = {.lex_state = 4, .external_lex_state = 3},
  [6] = {.lex_state = 4, .external_lex_state = 3},
  [7] = {.lex_state = 0, .external_lex_state = 4},
  [8] = {.lex_state = 0, .external_lex_state = 2},
  [9] = {.lex_state = 0, .external_lex_state = 2},
  [10] = {.lex_state = 4, .external_lex_state = 3},
  [11] = {.lex_state = 4, .external_lex_state = 3},
  [12] = {.lex_state = 0, .external_lex_state = 2},
  [13] = {.lex_state = 0, .external_lex_state = 2},
  [14] = {.lex_state = 0},
};

static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
  [0] = {
    [ts_builtin_sym_end] = ACTIONS(1),
    [sym_identifier] = ACTIONS(1),
    [sym_unquoted_argument] = ACTIONS(1),
    [sym__backslash] = ACTIONS(1),
    [sym_quoted_argument] = ACTIONS(1),
    [sym_bracket_argument] = ACTIONS(1),
    [sym_line_comment] = ACTIONS(1),
    [sym_bracket_comment] = ACTIONS(1),
    [sym__open] = ACTIONS(1),
    [sym__close] = ACTIONS(1),
    [sym_parenthesis] = ACTIONS(1),
    [sym_unclosed] = ACTIONS(1),
    [sym_unterminated] = ACTIONS(1),
  },
  [1] = {
    [sym_source_file] = STATE(14),
    [sym_command_invocation] = STATE(2),
    [sym__argument] = STATE(8),
    [sym_stray] = STATE(2),
    [sym__comment] = STATE(2),
    [aux_sym_source_file_repeat1] = STATE(2),
    [ts_builtin_sym_end] = ACTIONS(3),
    [sym_identifier] = ACTIONS(5),
    [sym_unquoted_argument] = ACTIONS(7),
    [sym__backslash] = ACTIONS(7),
    [sym_quoted_argument] = ACTIONS(9),
    [sym_bracket_argument] = ACTIONS(9),
    [sym_line_comment] = ACTIONS(11),
    [sym_bracket_comment] = ACTIONS(11),
    [sym_parenthesis] = ACTIONS(9),
    [sym_unterminated] = ACTIONS(11),
  },
  [2] = {
    [sym_command_invocation] = STATE(3),
    [sym__argument] = STATE(8),
    [sym_stray] = STATE(3),
    [sym__comment] = STATE(3),
    [aux_sym_source_file_repeat1] = STATE(3),
    [ts_builtin_sym_end] = ACTIONS(13),
    [sym_identifier] = ACTIONS(5),
    [sym_unquoted_argument] = ACTIONS(7),
    [sym__backslash] = ACTIONS(7),
    [sym_quoted_argument] = ACTIONS(9),
    [sym_bracket_argument] = ACTIONS(9),
    [sym_line_comment] = ACTIONS(15),
    [sym_bracket_comment] = ACTIONS(15),
    [sym_parenthesis] = ACTIONS(9),
    [sym_unterminated] = ACTIONS(15),
  },
  [3] = {
    [sym_command_invocation] = STATE(3),
    [sym__argument] = STATE(8),
    [sym_stray] = STATE(3),
    [sym__comment] = STATE(3),
    [aux_sym_source_file_repeat1] = STATE(3),
    [ts_builtin_sym_end] = ACTIONS(17),
    [sym_identifier] = ACTIONS(19),
    [sym_unquoted_argument] = ACTIONS(22),
    [sym__backslash] = ACTIONS(22),
    [sym_quoted_argument] = ACTIONS(25),
    [sym_bracket_argument] = ACTIONS(25),
    [sym_line_comment] = ACTIONS(28),
    [sym_bracket_comment] = ACTIONS(28),
    [sym_parenthesis] = ACTIONS(25),
    [sym_unterminated] = ACTIONS(28),
  },
  [4] = {
    [sym__argument] = STATE(11),
    [sym__comment] = STATE(5),
    [aux_sym_command_invocation_repeat1] = STATE(5),
    [sym_unquoted_argument] = ACTIONS(31),
    [sym__backslash] = ACTIONS(33),
    [sym_quoted_argument] = ACTIONS(31),
    [sym_bracket_argument] = ACTIONS(31),
    [sym_line_comment] = ACTIONS(35),
    [sym_bracket_comment] = ACTIONS(35),
    [sym__close] = ACTIONS(37),
    [sym_parenthesis] = ACTIONS(31),
    [sym_unclosed] = ACTIONS(37),
    [sym_unterminated] = ACTIONS(35),
  },
  [5] = {
    [sym__argument] = STATE(11),
    [sym__comment] = STATE(6),
    [aux_sym_command_invocation_repeat1] = STATE(6),
    [sym_unquoted_argument] = ACTIONS(31),
    [sym__backslash] = ACTIONS(33),
    [sym_quoted_argument] = ACTIONS(31),
    [sym_bracket_argument] = ACTIONS(31),
    [sym_line_comment] = ACTIONS(39),
    [sym_bracket_comment] = ACTIONS(39),
    [sym__close] = ACTIONS(41),
    [sym_parenthesis] = ACTIONS(31),
    [sym_unclosed] = ACTIONS(43),
    [sym_unterminated] = ACTIONS(39),
  },
  [6] = {
    [sym__argument] = STATE(11),
    [sym__comment] = STATE(6),
    [aux_sym_command_invocation_repeat1] = STATE(6),
    [sym_unquoted_argument] = ACTIONS(45),
    [sym__backslash] = ACTIONS(48),
    [sym_quoted_argument] = ACTIONS(45),
    [sym_bracket_argument] = ACTIONS(45),
    [sym_line_comment] = ACTIONS(51),
    [sym_bracket_comment] = ACTIONS(51),
    [sym__close] = ACTIONS(54),
    [sym_parenthesis] = ACTIONS(45),
    [sym_unclosed] = ACTIONS(54),
    [sym_unterminated] = ACTIONS(51),
  },
  [7] = {
    [ts_builtin_sym_end] = ACTIONS(56),
    [sym_identifier] = ACTIONS(58),
    [sym_unquoted_argument] = ACTIONS(58),
    [sym__backslash] = ACTIONS(58),
    [sym_quoted_argument] = ACTIONS(56),
    [sym_bracket_argument] = ACTIONS(56),
    [sym_line_comment] = ACTIONS(56),
    [sym_bracket_comment] = ACTIONS(56),
    [sym__open] = ACTIONS(60),
    [sym_parenthesis] = ACTIONS(56),
    [sym_unterminated] = ACTIONS(56),
  },
};

static const uint16_t ts_small_parse_table[] = {
  [0] = 2,
    ACTIONS(58), 3,
      sym_identifier,
      sym_unquoted_argument,
      sym__backslash,
    ACTIONS(56), 7,
      sym_quoted_argument,
      sym_bracket_argument,
      sym_line_comment,
      sym_bracket_comment,
      sym_parenthesis,
      sym_unterminated,
      ts_builtin_sym_end,
  [15] = 2,
    ACTIONS(64), 3,
      sym_identifier,
      sym_unquoted_argument,
      sym__backslash,
    ACTIONS(62), 7,
      sym_quoted_argument,
      sym_bracket_argument,
      sym_line_comment,
      sym_bracket_comment,
      sym_parenthesis,
      sym_unterminated,
      ts_builtin_sym_end,
  [30] = 2,
    ACTIONS(68), 1,
      sym__backslash,
    ACTIONS(66), 9,
      sym_quoted_argument,
      sym_bracket_argument,
      sym_line_comment,
      sym_bracket_comment,
      sym__close,
      sym_parenthesis,
      sym_unclosed,
      sym_unterminated,
      sym_unquoted_argument,
  [45] = 2,
    ACTIONS(72), 1,
      sym__backslash,
    ACTIONS(70), 9,
      sym_quoted_argument,
      sym_bracket_argument,
      sym_line_comment,
      sym_bracket_comment,
      sym__close,
      sym_parenthesis,
      sym_unclosed,
      sym_unterminated,
      sym_unquoted_argument,
  [60] = 2,
    ACTIONS(76), 3,
      sym_identifier,
      sym_unquoted_argument,
      sym__backslash,
    ACTIONS(74), 7,
      sym_quoted_argument,
      sym_bracket_argument,
      sym_line_comment,
      sym_bracket_comment,
      sym_parenthesis,
      sym_unterminated,
      ts_builtin_sym_end,
  [75] = 2,
    ACTIONS(76), 3,
      sym_identifier,
      sym_unquoted_argument,
      sym__backslash,
    ACTIONS(74), 7,
      sym_quoted_argument,
      sym_bracket_argument,
      sym_line_comment,
      sym_bracket_comment,
      sym_parenthesis,
      sym_unterminated,
      ts_builtin_sym_end,
  [90] = 1,
    ACTIONS(78), 1,
      ts_builtin_sym_end,
};

static const uint32_t ts_small_parse_table_map[] = {
  [SMALL_STATE(8)] = 0,
  [SMALL_STATE(9)] = 15,
  [SMALL_STATE(10)] = 30,
  [SMALL_STATE(11)] = 45,
  [SMALL_STATE(12)] = 60,
  [SMALL_STATE(13)] = 75,
  [SMALL_STATE(14)] = 90,
};

static const TSParseActionEntry ts_parse_actions[] = {
  [0] = {.entry = {.count = 0, .reusable = false}},
  [1] = {.entry = {.count = 1, .reusable = false}}, RECOVER(),
  [3] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 0, 0, 0),
  [5] = {.entry = {.count = 1, .reusable = false}}, SHIFT(7),
  [7] = {.entry = {.count = 1, .reusable = false}}, SHIFT(8),
  [9] = {.entry = {.count = 1, .reusable = true}}, SHIFT(8),
  [11] = {.entry = {.count = 1, .reusable = true}}, SHIFT(2),
  [13] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 1, 0, 0),
  [15] = {.entry = {.count = 1, .reusable = true}}, SHIFT(3),
  [17] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0),
  [19] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(7),
  [22] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(8),
  [25] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(8),
  [28] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(3),
  [31] = {.entry = {.count = 1, .reusable = true}}, SHIFT(11),
  [33] = {.entry = {.count = 1, .reusable = false}}, SHIFT(10),
  [35] = {.entry = {.count = 1, .reusable = true}}, SHIFT(5),
  [37] = {.entry = {.count = 1, .reusable = true}}, SHIFT(9),
  [39] = {.entry = {.count = 1, .reusable = true}}, SHIFT(6),
  [41] = {.entry = {.count = 1, .reusable = true}}, SHIFT(12),
  [43] = {.entry = {.count = 1, .reusable = true}}, SHIFT(13),
  [45] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_command_invocation_repeat1, 2, 0, 5), SHIFT_REPEAT(11),
  [48] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_command_invocation_repeat1, 2, 0, 5), SHIFT_REPEAT(10),
  [51] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_command_invocation_repeat1, 2, 0, 5), SHIFT_REPEAT(6),
  [54] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_command_invocation_repeat1, 2, 0, 5),
  [56] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_stray, 1, 0, 0),
  [58] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_stray, 1, 0, 0),
  [60] = {.entry = {.count = 1, .reusable = true}}, SHIFT(4),
  [62] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_command_invocation, 3, 0, 1),
  [64] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_command_invocation, 3, 0, 1),
  [66] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_command_invocation_repeat1, 1, 0, 2),
  [68] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_command_invocation_repeat1, 1, 0, 2),
  [70] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_command_invocation_repeat1, 1, 0, 3),
  [72] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_command_invocation_repeat1, 1, 0, 3),
  [74] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_command_invocation, 4, 0, 4),
  [76] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_command_invocation, 4, 0, 4),
  [78] = {.entry = {.count = 1, .reusable = true}},  ACCEPT_INPUT(),
};

enum ts_external_scanner_symbol_identifiers {
  ts_external_token_quoted_argument = 0,
  ts_external_token_bracket_argument = 1,
  ts_external_token_line_comment = 2,
  ts_external_token_bracket_comment = 3,
  ts_external_token__open = 4,
  ts_external_token__close = 5,
  ts_external_token_parenthesis = 6,
  ts_external_token_unclosed = 7,
  ts_external_token_unterminated = 8,
};

static const TSSymbol ts_external_scanner_symbol_map[EXTERNAL_TOKEN_COUNT] = {
  [ts_external_token_quoted_argument] = sym_quoted_argument,
  [ts_external_token_bracket_argument] = sym_bracket_argument,
  [ts_external_token_line_comment] = sym_line_comment,
  [ts_external_token_bracket_comment] = sym_bracket_comment,
  [ts_external_token__open] = sym__open,
  [ts_external_token__close] = sym__close,
  [ts_external_token_parenthesis] = sym_parenthesis,
  [ts_external_token_unclosed] = sym_unclosed,
  [ts_external_token_unterminated] = sym_unterminated,
};

static const bool ts_external_scanner_states[5][EXTERNAL_TOKEN_COUNT] = {
  [1] = {
    [ts_external_token_quoted_argument] = true,
    [ts_external_token_bracket_argument] = true,
    [ts_external_token_line_comment] = true,
    [ts_external_token_bracket_comment] = true,
    [ts_external_token__open] = true,
    [ts_external_token__close] = true,
    [ts_external_token_parenthesis] = true,
    [ts_external_token_unclosed] = true,
    [ts_external_token_unterminated] = true,
  },
  [2] = {
    [ts_external_token_quoted_argument] = true,
    [ts_external_token_bracket_argument] = true,
    [ts_external_token_line_comment] = true,
    [ts_external_token_bracket_comment] = true,
    [ts_external_token_parenthesis] = true,
    [ts_external_token_unterminated] = true,
  },
  [3] = {
    [ts_external_token_quoted_argument] = true,
    [ts_external_token_bracket_argument] = true,
    [ts_external_token_line_comment] = true,
    [ts_external_token_bracket_comment] = true,
    [ts_external_token__close] = true,
    [ts_external_token_parenthesis] = true,
    [ts_external_token_unclosed] = true,
    [ts_external_token_unterminated] = true,
  },
  [4] = {
    [ts_external_token_quoted_argument] = true,
    [ts_external_token_bracket_argument] = true,
    [ts_external_token_line_comment] = true,
    [ts_external_token_bracket_comment] = true,
    [ts_external_token__open] = true,
    [ts_external_token_parenthesis] = true,
    [ts_external_token_unterminated] = true,
  },
};

#ifdef __cplusplus
extern "C" {
#endif
void *tree_sitter_cmake_external_scanner_create(void);
void tree_sitter_cmake_external_scanner_destroy(void *);
bool tree_sitter_cmake_external_scanner_scan(void *, TSLexer *, const bool *);
unsigned tree_sitter_cmake_external_scanner_serialize(void *, char *);
void tree_sitter_cmake_external_scanner_deserialize(void *, const char *, unsigned);

#ifdef TREE_SITTER_HIDE_SYMBOLS
#define TS_PUBLIC
#elif defined(_WIN32)
#define TS_PUBLIC __declspec(dllexport)
#else
#define TS_PUBLIC __attribute__((visibility("default")))
#endif

TS_PUBLIC const TSLanguage *tree_sitter_cmake(void) {
  static const TSLanguage language = {
    .version = LANGUAGE_VERSION,
    .symbol_count = SYMBOL_COUNT,
    .alias_count = ALIAS_COUNT,
    .token_count = TOKEN_COUNT,
    .external_token_count = EXTERNAL_TOKEN_COUNT,
    .state_count = STATE_COUNT,
    .large_state_count = LARGE_STATE_COUNT,
    .production_id_count = PRODUCTION_ID_COUNT,
    .field_count = FIELD_COUNT,
    .max_alias_sequence_length = MAX_ALIAS_SEQUENCE_LENGTH,
    .parse_table = &ts_parse_table[0][0],
    .small_parse_table = ts_small_parse_table,
    .small_parse_table_map = ts_small_parse_table_map,
    .parse_actions = ts_parse_actions,
    .symbol_names = ts_symbol_names,
    .field_names = ts_field_names,
    .field_map_slices = ts_field_map_slices,
    .field_map_entries = ts_field_map_entries,
    .symbol_metadata = ts_symbol_metadata,
    .public_symbol_map = ts_symbol_map,
    .alias_map = ts_non_terminal_alias_map,
    .alias_sequences = &ts_alias_sequences[0][0],
    .lex_modes = ts_lex_modes,
    .lex_fn = ts_lex,
    .external_scanner = {
      &ts_external_scanner_states[0][0],
      ts_external_scanner_symbol_map,
      tree_sitter_cmake_external_scanner_create,
      tree_sitter_cmake_external_scanner_destroy,
      tree_sitter_cmake_external_scanner_scan,
      tree_sitter_cmake_external_scanner_serialize,
      tree_sitter_cmake_external_scanner_deserialize,
    },
    .primary_state_ids = ts_primary_state_ids,
  };
  return &language;
}
#ifdef __cplusplus
}
#endif
