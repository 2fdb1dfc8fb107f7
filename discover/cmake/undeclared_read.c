/* What each command of a CMake file says of names (undeclared.h). */
#include "core/identifier.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/text_kinds.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared.h"
#include "discover/cmake/undeclared_search.h"
#include "discover/cmake/unread.h"
#include "discover/value_list.h"
#include <string.h>

void undeclared_use(Search *search, const char *name, gsize length, guint how)
{
    char buffer[256];
    if (length >= sizeof buffer) {
        return;
    }
    memcpy(buffer, name, length);
    buffer[length] = '\0';
    gboolean declared = (how & (USE_DECLARED | USE_CHOSEN | USE_CACHED)) != 0;
    how |= search->copy ? 0 : USE_OUTSIDE | (declared ? USE_OWN : 0);
    if ((how & USE_SET) == 0 && undeclared_is_brought(search, buffer)) {
        return;
    }
    gpointer key;
    gpointer known = NULL;
    if (!g_hash_table_lookup_extended(search->uses, buffer, &key, &known)) {
        g_hash_table_insert(search->uses, g_strdup(buffer), GUINT_TO_POINTER(how));
    } else if ((GPOINTER_TO_UINT(known) & how) != how) {
        g_hash_table_insert(search->uses, g_strdup(buffer),
                            GUINT_TO_POINTER(GPOINTER_TO_UINT(known) | how));
    }
}

static void count_truth(Search *search, const char *name, gsize length, int more)
{
    char *key = g_strndup(name, length);
    int count = GPOINTER_TO_INT(g_hash_table_lookup(search->truths, key)) + more;
    g_hash_table_replace(search->truths, key, GINT_TO_POINTER(count));
}

gboolean undeclared_is_needed(const Search *search, const char *name)
{
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    return (uses & USE_NEEDED) != 0 && g_hash_table_contains(search->given, name) &&
           GPOINTER_TO_INT(g_hash_table_lookup(search->truths, name)) == 0;
}

/* Conditions ----------------------------------------------------------------------------------- */

static const char *const joins[] = {"AND", "OR", "NOT", NULL};
static const char *const unary[] = {"COMMAND",      "POLICY",     "TARGET",      "TEST", "EXISTS",
                                    "IS_DIRECTORY", "IS_SYMLINK", "IS_ABSOLUTE", NULL};
static const char *const constants[] = {"ON", "OFF", "TRUE", "FALSE",  "YES",      "NO",
                                        "Y",  "N",   "1",    "IGNORE", "NOTFOUND", NULL};

gsize undeclared_place_stem(const char *name, gsize length)
{
    static const char *const endings[] = {"_DIR", "_ROOT", "_PREFIX"};
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        gsize ending = strlen(endings[i]);
        if (length > ending && strncmp(name + length - ending, endings[i], ending) == 0) {
            return length - ending;
        }
    }
    return 0;
}

/* Between two ANDs, ORs or parentheses: NAME, DEFINED NAME, or NAME with an operator behind it. */
static void read_test(Search *search, const GArray *words, guint begin, guint end)
{
    static const char *const defined[] = {"DEFINED", NULL};
    static const char *const equal[] = {"STREQUAL", NULL};
    gboolean asks_defined = text_words_is(words, begin, defined);
    if (text_words_is(words, begin, unary)) {
        return;
    }
    begin += asks_defined ? 1 : 0;
    if (begin >= end) {
        return;
    }
    const char *name = NULL;
    gsize length = text_word_variable(&g_array_index(words, TextWord, begin), &name);
    if (length == 0 || text_words_is(words, begin, constants) ||
        undeclared_is_parameter(search, name, length)) {
        return;
    }
    g_autofree char *package = g_ascii_strdown(name, (gssize)undeclared_place_stem(name, length));
    if (*package != '\0' && !g_hash_table_contains(search->here, package)) {
        undeclared_use(search, name, length, USE_PLACE);
    }
    if (end - begin == 3 && text_words_is(words, begin + 1, equal)) {
        text_compared_note(search->compared, name, length, words, begin + 2);
    }
    gboolean truth = end - begin == 1 && !asks_defined;
    if (truth) {
        count_truth(search, name, length, 1);
    }
    undeclared_use(search, name, length,
                   USE_ASKED | (end - begin > 1 ? USE_COMPARED : 0) | (truth ? USE_TRUTH : 0) |
                       (asks_defined ? USE_DEFINED : 0) | (search->depended ? USE_DEPENDED : 0));
}

static void read_condition(Search *search, const GArray *words)
{
    guint begin = 0;
    for (guint i = 0; i <= words->len; i++) {
        const TextWord *word = i < words->len ? &g_array_index(words, TextWord, i) : NULL;
        gboolean parenthesis =
            word != NULL && (word->kind == TEXT_WORD_OPEN || word->kind == TEXT_WORD_CLOSE);
        if (word == NULL || parenthesis || text_words_is(words, i, joins)) {
            if (i > begin) {
                read_test(search, words, begin, i);
            }
            begin = i + 1;
        }
    }
}

static void read_dependency(const char *name, const GArray *words, gpointer data)
{
    Search *search = data;
    (void)name;
    search->depended = TRUE;
    read_condition(search, words);
    search->depended = FALSE;
}

/* "A;NOT B;C STREQUAL d": conditions that another option depends on. */
static void read_dependencies(Search *search, const char *text)
{
    g_auto(GStrv) conditions = g_strsplit(text, ";", -1);
    for (char **condition = conditions; *condition != NULL; condition++) {
        g_autofree char *command = g_strdup_printf("if(%s)", *condition);
        text_commands(command, read_dependency, search);
    }
}

/* What sets variables -------------------------------------------------------------------------- */

/* "${a}_NAME_${b}": what is certain at both ends; nothing when nothing is. */
static void note_composed(Search *search, const char *text)
{
    const char *first = strchr(text, '$');
    const char *last = strrchr(text, '}');
    if (first == NULL || last == NULL || last < first) {
        return;
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (!identifier_has_byte(*c) && strchr("${}@-.", *c) == NULL) {
            return; /* no variable's name */
        }
    }
    if (first > text || last[1] != '\0') {
        undeclared_add_composed(search, text);
    }
}

void undeclared_set(Search *search, const char *text)
{
    /* A list of names, as cmake_parse_arguments is given, names each. */
    static const char separators[] = "; \t\r\n";
    for (text += strspn(text, separators); *text != '\0'; text += strspn(text, separators)) {
        gsize length = strcspn(text, separators);
        if (text_name_length(text) == length) {
            undeclared_use(search, text, length,
                           text_branches_absent(search->branches, text, length) ? USE_ABSENT
                                                                                : USE_SET);
        } else if (memchr(text, '$', length) != NULL) {
            g_autofree char *part = g_strndup(text, length);
            note_composed(search, part);
        }
        text += length;
    }
}

static void note_references(Search *search, const char *text)
{
    for (const char *at = strstr(text, "${"); at != NULL; at = strstr(at + 2, "${")) {
        gsize length = text_name_length(at + 2);
        if (length > 0 && at[2 + length] == '}') {
            undeclared_use(search, at + 2, length, USE_READ);
        }
    }
}

/* set(NAME (A OR B)): the text of a condition, which sets none of its variables. */
static gboolean is_condition_text(const char *name, const GArray *words)
{
    return strcmp(name, "set") == 0 &&
           (text_words_have(words, "OR") || text_words_have(words, "AND"));
}

/* string(TOLOWER "${NAME}" NAME): what was given is in it still. */
static gboolean is_respelt(const char *name, const GArray *words, guint index)
{
    static const char *const respelling[] = {"TOLOWER", "TOUPPER", "STRIP", NULL};
    if (strcmp(name, "string") != 0 || index != 2 || !text_words_is(words, 0, respelling)) {
        return FALSE;
    }
    const TextWord *from = &g_array_index(words, TextWord, 1);
    const char *to = g_array_index(words, TextWord, 2).text;
    const char *own = NULL;
    gsize length = from->text != NULL ? text_word_variable(from, &own) : 0;
    return length > 0 && own != from->text && strlen(to) == length && strncmp(own, to, length) == 0;
}

/* foreach(ITEM IN LISTS NAME) and list(LENGTH NAME result) set other variables than NAME; in
 * file(STRINGS file lines REGEX NAME) it is a pattern. */
static gboolean only_reads(const char *name, const GArray *words, guint index)
{
    static const char *const reading[] = {"LENGTH", "GET", "JOIN", "SUBLIST", "FIND", NULL};
    static const char *const strings[] = {"STRINGS", NULL};
    if (strcmp(name, "foreach") == 0) {
        return index > 0;
    }
    if (strcmp(name, "file") == 0 && text_words_is(words, 0, strings)) {
        return index > 2;
    }
    return is_respelt(name, words, index) ||
           (strcmp(name, "list") == 0 && index == 1 && text_words_is(words, 0, reading));
}

/* "enable_flag(NAME OFF)": nothing but a switch's default. */
static gboolean is_switch(const GArray *words)
{
    const TextWord *value = words->len == 2 ? &g_array_index(words, TextWord, 1) : NULL;
    return value != NULL && value->kind == TEXT_WORD_PLAIN &&
           (cmake_is_true(value->text) || cmake_is_false(value->text));
}

/* What the call says the first argument is for; NULL for nothing. */
static const char *sentence_of(const GArray *words)
{
    for (guint i = 1; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        if (word->kind == TEXT_WORD_QUOTED && text_is_sentence(word->text)) {
            return word->text;
        }
    }
    return NULL;
}

gboolean undeclared_lists_values(const char *sentence)
{
    gboolean announced = FALSE;
    g_autoptr(ValueList) list = value_list_read_lines(sentence, &announced);
    return list != NULL && announced && list->items->len > 1;
}

static void note_offer(Search *search, const char *command, const GArray *words)
{
    const char *name = g_array_index(words, TextWord, 0).text;
    const char *sentence = sentence_of(words);
    /* A default without a word is not meant for people, unless it makes a switch. */
    Offer offer = {.command = g_strdup(command),
                   .name = g_strdup(name),
                   .absent = text_branches_absent(search->branches, name, strlen(name)),
                   .sentence = sentence != NULL,
                   .listing = sentence != NULL && undeclared_lists_values(sentence),
                   .told = sentence != NULL || is_switch(words) || text_speaks_of_options(command)};
    g_array_append_val(search->offers, offer);
}

/* "set(NAME "${NAME} more")": what a person gave is still in it. A list that grows has none but its
 * own elements mostly. */
static gboolean keeps_itself(const GArray *words)
{
    const char *name = words->len > 1 ? g_array_index(words, TextWord, 0).text : NULL;
    const TextWord *value = name != NULL ? &g_array_index(words, TextWord, 1) : NULL;
    if (value == NULL || value->text == NULL ||
        (value->kind != TEXT_WORD_QUOTED && !text_words_have(words, "CACHE"))) {
        return FALSE;
    }
    g_autofree char *reference = g_strdup_printf("${%s}", name);
    return strstr(value->text, reference) != NULL;
}

/* The one text that a set() gives, as it is written; NULL for several. The caller frees it. */
static char *value_of(const GArray *words)
{
    return words->len == 2 ? g_strdup(g_array_index(words, TextWord, 1).text) : NULL;
}

/* Whether a set() may leave its variable to people; choose() sees what else is done with it. In
 * functions and loops, files work things out for themselves; so they do with a text that grows
 * under conditions. */
static gboolean is_left(Search *search, const GArray *words)
{
    const char *name = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (name == NULL || search->function != NULL || text_branches_loop(search->branches)) {
        return FALSE;
    }
    gboolean cached = text_words_have(words, "CACHE");
    if (keeps_itself(words) && (cached || text_branches_always(search->branches))) {
        undeclared_use(search, name, strlen(name), cached ? USE_KEPT : USE_DEFAULT);
        return TRUE;
    }
    if (text_branches_no_word(search->branches, name)) {
        undeclared_use(search, name, strlen(name), USE_NO_WORD);
        return TRUE;
    }
    guint branch = text_branches_false(search->branches, name);
    if (branch == 0 || keeps_itself(words)) {
        return FALSE;
    }
    Default one = {g_strdup(name), branch, value_of(words),
                   text_branches_asked(search->branches, name)};
    g_array_append_val(search->defaults, one);
    return TRUE;
}

/* "set(ENABLE_MPI ${MPI_ENABLE} CACHE BOOL ...)" */
static void note_handed(Search *search, const GArray *words)
{
    const char *to = words->len > 1 ? g_array_index(words, TextWord, 0).text : NULL;
    const TextWord *value = to != NULL ? &g_array_index(words, TextWord, 1) : NULL;
    const char *from = NULL;
    gsize length = value != NULL && value->text != NULL ? text_word_variable(value, &from) : 0;
    if (length > 0 && from != value->text && text_is_name(to)) {
        g_hash_table_insert(search->handed, g_strndup(from, length), g_strdup(to));
    }
}

/* What each of a command's words refers to, offers or sets; of an if() only what stands within
 * texts, since read_condition() reads the rest. */
static void note_words(Search *search, const char *name, const GArray *words, gboolean condition)
{
    gboolean sets = !text_command_sets_nothing(name);
    gboolean left = strcmp(name, "set") == 0 && is_left(search, words);
    gboolean offers = sets && !text_command_writes(name);
    gboolean asks = is_condition_text(name, words);
    gboolean options = strcmp(name, "option") == 0 || strcmp(name, "cmake_dependent_option") == 0;
    search->caching = strcmp(name, "set") == 0 && text_words_have(words, "CACHE");
    for (guint i = 0; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        if (word->text == NULL || word->kind == TEXT_WORD_BRACKET) {
            continue;
        }
        gboolean whole = condition && text_word_variable(word, &(const char *){NULL}) > 0;
        if (!whole) {
            note_references(search, word->text);
        }
        gboolean absent = search->caching && i == 0 &&
                          text_branches_absent(search->branches, word->text, strlen(word->text));
        if (search->caching && i == 0 && text_words_have(words, "INTERNAL")) {
            undeclared_use(search, word->text, strlen(word->text), USE_NOTE);
        }
        if (absent || (left && search->caching && i == 0)) {
            undeclared_use(search, word->text, strlen(word->text), USE_CACHED);
        }
        if (left && i == 0) {
            continue;
        }
        if (search->caching && i == 0) {
            if (!absent) { /* whether it counts is known at the end of the file */
                g_ptr_array_add(search->cached, g_strdup(word->text));
            }
        } else if (offers && i == 0 && text_is_name(word->text)) {
            note_offer(search, name, words);
        } else if (sets && !(asks && i > 0) && !only_reads(name, words, i)) {
            search->optional = options && i == 0;
            undeclared_set(search, word->text);
            search->optional = FALSE;
        } else if (!search->copy && strcmp(name, "foreach") == 0 && text_is_name(word->text)) {
            g_hash_table_add(search->looped, g_strdup(word->text));
        }
    }
}

/* find_program(NAME ...): where something lies, whatever other lines set it to. */
static gboolean is_place(const char *command)
{
    static const char *const commands[] = {"find_file", "find_library", "find_path", "find_program",
                                           NULL};
    return g_strv_contains(commands, command);
}

/* What the option() or set(CACHE) of a name says of it. */
static void note_declared(Search *search, const char *name, const GArray *words, const char *first)
{
    if (search->caching && text_words_have(words, "STRING") && !text_words_have(words, "FORCE")) {
        g_ptr_array_add(search->chosen, g_strdup(first)); /* as `cached` */
    }
    if (search->caching && text_words_have(words, "BOOL")) {
        g_hash_table_add(search->switches, g_strdup(first));
    }
    gboolean dependent = strcmp(name, "cmake_dependent_option") == 0;
    if (dependent || strcmp(name, "option") == 0) {
        const TextWord *value =
            !dependent && words->len > 2 ? &g_array_index(words, TextWord, 2) : NULL;
        gboolean blank = value != NULL && value->kind == TEXT_WORD_QUOTED && value->text != NULL &&
                         *value->text == '\0';
        undeclared_use(search, first, strlen(first), USE_DECLARED | (blank ? USE_BLANK : 0));
    }
    if (dependent && words->len > 3 && g_array_index(words, TextWord, 3).text != NULL) {
        read_dependencies(search, g_array_index(words, TextWord, 3).text);
    }
}

/* if(NOT NAME) message(FATAL_ERROR ...) */
static void note_refusal(Search *search, const GArray *words)
{
    static const char *const fatal[] = {"FATAL_ERROR", "SEND_ERROR", NULL};
    const char *needed =
        text_words_is(words, 0, fatal) ? text_branches_untrue_alone(search->branches) : NULL;
    if (needed != NULL && text_is_name(needed)) {
        undeclared_use(search, needed, strlen(needed), USE_NEEDED);
        count_truth(search, needed, strlen(needed), -1);
    }
}

/* Whether a part that may be the project's own is fetched: one whose address bears its name, which
 * may stand in a variable that people can change. */
static void note_fetched(Search *search, const char *name, const GArray *words)
{
    static const char *const fetching[] = {"fetchcontent_makeavailable", "fetchcontent_populate",
                                           "cpmaddpackage", "externalproject_add", NULL};
    static const char *const naming[] = {"set", "fetchcontent_declare", "cpmaddpackage",
                                         "externalproject_add", NULL};
    if (search->copy || search->own == NULL) {
        return;
    }
    search->fetches = search->fetches || g_strv_contains(fetching, name);
    for (guint i = 0; g_strv_contains(naming, name) && i < words->len; i++) {
        const char *text = g_array_index(words, TextWord, i).text;
        search->own_elsewhere =
            search->own_elsewhere || (text != NULL && strstr(text, "://") != NULL &&
                                      unread_may_be_own(NULL, text, search->own));
    }
}

void undeclared_read_command(const char *name, const GArray *words, gpointer data)
{
    Search *search = data;
    gboolean condition =
        strcmp(name, "if") == 0 || strcmp(name, "elseif") == 0 || strcmp(name, "while") == 0;
    text_compared_follow(search->compared, name, words);
    if (condition) {
        read_condition(search, words);
    }
    text_branches_follow(search->branches, name, words);
    if (undeclared_follow_function(search, name, words)) {
        return;
    }
    if (strcmp(name, "set") == 0 || strcmp(name, "option") == 0 ||
        strcmp(name, "cmake_dependent_option") == 0) {
        undeclared_note_setter(search, name, words);
    }
    if (strcmp(name, "set") == 0) {
        note_handed(search, words);
    }
    if (strcmp(name, "message") == 0) {
        note_refusal(search, words);
    }
    if (strcmp(name, "list") == 0) {
        undeclared_note_registering(search, words);
    }
    search->settings = search->settings && text_command_is_setting(name);
    note_fetched(search, name, words);
    undeclared_note_old(search, name, words);
    note_words(search, name, words, condition);
    const char *first = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (first != NULL) {
        note_declared(search, name, words, first);
        if (is_place(name)) {
            undeclared_use(search, first, strlen(first), USE_FOUND);
        }
        undeclared_note_brought(search, name, words, first);
    }
}
