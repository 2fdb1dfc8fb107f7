/* Random cases of list(), and of splitting at semicolons. */
#include "tests/unit/pure/pure_maker.h"
#include <string.h>

static char *list_value(Maker *self)
{
    static const char *const parts[] = {"a",  "b",   "c",   ";",   ";",      ";",  ";",
                                        "aa", "10",  "9",   "[",   "]",      "\\", "\\;",
                                        "B",  "d/b", "x.c", " a ", "$<x:a>", ">"};
    return MAKER_PIECES(self, parts, 14);
}

char *maker_index(Maker *self)
{
    const GPtrArray *words = self->current->words;
    const char *verb = words->len > 1 ? g_ptr_array_index(words, 1) : "";
    gboolean bounded = strcmp(verb, "TRANSFORM") == 0 || strcmp(verb, "REPEAT") == 0;
    static const char *const odd[] = {"x",  "",    " 1",  "+1", "1 ",
                                      "99", "-99", "0x1", "-0", "4294967296"};
    return maker_below(self, 10) == 0
               ? g_strdup(odd[maker_below(self, G_N_ELEMENTS(odd) - bounded)])
               : g_strdup_printf("%d", (int)maker_below(self, 7) - 3);
}

static void add_selector(Maker *self)
{
    switch (maker_below(self, 5)) {
    case 0:
        maker_add(self, "AT");
        for (guint n = 1 + maker_below(self, 2); n > 0; n--) {
            maker_add_owned(self, maker_index(self));
        }
        break;
    case 1:
        maker_add(self, "FOR");
        for (guint n = 1 + maker_below(self, 3); n > 0; n--) {
            maker_add_owned(self, maker_index(self));
        }
        break;
    case 2:
        maker_add(self, "REGEX");
        maker_add_owned(self, maker_regex(self));
        break;
    default:
        break;
    }
    if (maker_below(self, 3) == 0) {
        maker_add(self, "OUTPUT_VARIABLE");
        maker_add(self, "out");
    }
}

static void make_transform(Maker *self)
{
    static const char *const actions[] = {"APPEND", "PREPEND",     "TOUPPER", "TOLOWER",
                                          "STRIP",  "GENEX_STRIP", "REPLACE"};
    const char *action = MAKER_PICK(self, actions);
    maker_add(self, "TRANSFORM");
    maker_add(self, "l");
    maker_add(self, action);
    if (strcmp(action, "REPLACE") == 0) {
        maker_add_owned(self, maker_regex(self));
        maker_add(self, maker_below(self, 2) == 0 ? "<\\0>" : "");
    } else if (strcmp(action, "APPEND") == 0 || strcmp(action, "PREPEND") == 0) {
        maker_add(self, maker_below(self, 2) == 0 ? "+" : "x;y");
    }
    add_selector(self);
}

static void make_sort(Maker *self)
{
    static const char *const options[][2] = {{"COMPARE", "STRING"},        {"COMPARE", "NATURAL"},
                                             {"COMPARE", "FILE_BASENAME"}, {"ORDER", "DESCENDING"},
                                             {"ORDER", "ASCENDING"},       {"CASE", "SENSITIVE"}};
    maker_add(self, "SORT");
    maker_add(self, "l");
    for (guint n = maker_below(self, 3); n > 0; n--) {
        guint option = maker_below(self, G_N_ELEMENTS(options));
        maker_add(self, options[option][0]);
        maker_add(self, options[option][1]);
    }
}

void make_list(Maker *self)
{
    static const char *const forms[][6] = {
        {"LENGTH", "l", "out"},
        {"GET", "l", "#", "out"},
        {"GET", "l", "#", "#", "out"},
        {"JOIN", "l", "%", "out"},
        {"SUBLIST", "l", "#", "#", "out"},
        {"FIND", "l", "%", "out"},
        {"APPEND", "l", "%", "%"},
        {"PREPEND", "l", "%"},
        {"INSERT", "l", "#", "%", "%"},
        {"POP_BACK", "l"},
        {"POP_BACK", "l", "out", "out2"},
        {"POP_FRONT", "l", "out", "out2", "out3"},
        {"POP_FRONT", "l"},
        {"REMOVE_ITEM", "l", "%", "%"},
        {"REMOVE_AT", "l", "#"},
        {"REMOVE_AT", "l", "#", "#"},
        {"REMOVE_DUPLICATES", "l"},
        {"REVERSE", "l"},
        {"FILTER", "l", "INCLUDE", "REGEX", "*"},
        {"FILTER", "l", "EXCLUDE", "REGEX", "*"},
    };
    static const char *const elements[] = {"a", "b", "", "a;b", "aa", "c", ";", "]", "x\\;y"};
    maker_begin(self, "list");
    if (maker_below(self, 20) > 0) {
        maker_set_owned(self, "l", list_value(self));
    }
    guint form = maker_below(self, G_N_ELEMENTS(forms) + 6);
    if (form >= G_N_ELEMENTS(forms)) {
        if (maker_below(self, 3) == 0) {
            make_sort(self);
        } else {
            make_transform(self);
        }
        return;
    }
    for (guint i = 0; i < 6 && forms[form][i] != NULL; i++) {
        const char *word = forms[form][i];
        if (strcmp(word, "#") == 0) {
            maker_add_owned(self, maker_index(self));
        } else if (strcmp(word, "%") == 0) {
            maker_add(self, MAKER_PICK(self, elements));
        } else if (strcmp(word, "*") == 0) {
            maker_add_owned(self, maker_regex(self));
        } else {
            maker_add(self, word);
        }
    }
}

void make_split(Maker *self)
{
    maker_begin(self, "split");
    maker_add_owned(self, list_value(self));
}
