#include "discover/cmake/undeclared.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/text_branches.h"
#include "discover/cmake/text_compared.h"
#include "discover/cmake/text_kinds.h"
#include "discover/cmake/text_words.h"
#include <string.h>

/* How a name is used, over all files. */
enum {
    USE_ASKED = 1u << 0,    /* if(NAME), if(DEFINED NAME), if(NAME STREQUAL ...) */
    USE_COMPARED = 1u << 1, /* with something else than true or false */
    USE_READ = 1u << 2,     /* ${NAME} */
    USE_SET = 1u << 3,
    USE_DEPENDED = 1u << 4, /* cmake_dependent_option(... "NAME" ...) */
    USE_DECLARED = 1u << 5, /* option(NAME ...) */
    USE_PLACE = 1u << 6,    /* PACKAGE_DIR, asked for where its file has not searched for PACKAGE */
    USE_OFFERED = 1u << 7,  /* my_option(NAME ...) */
    USE_DEFAULT = 1u << 8,  /* if(NOT NAME) set(NAME ...), set(NAME "${NAME} more") */
    USE_KEPT = 1u << 9,     /* set(NAME ${NAME} CACHE ...) */
    USE_ABSENT = 1u << 10,  /* if(NOT DEFINED NAME) set(NAME ...) */
    USE_TRUTH = 1u << 11,   /* if(NAME) */
};

/* A name that is put together: what stands before and after the part that is not known. */
typedef struct {
    char *before;
    char *after;
    gboolean cached; /* set(... CACHE ...): it declares rather than sets */
} Pattern;

/* A file that does nothing but set(... CACHE ...). */
typedef struct {
    char *stem; /* of its name */
    GPtrArray *names;
    GPtrArray *includes; /* stems of the names of files that it includes */
} Script;

/* my_option(NAME ...): whether my_option is a function of the project is known at the end. */
typedef struct {
    char *command;
    char *name;
    gboolean absent; /* called only where nobody has given it */
    gboolean told;   /* the function speaks of options, or the call says what this one is for */
} Offer;

/* if(NOT NAME) set(NAME ...): whether people or the files themselves choose is known at the end. */
typedef struct {
    char *name;
    guint branch;
    GPtrArray *asked; /* the other variables that it hangs on; NULL for too many */
} Default;

typedef struct {
    GHashTable *uses;     /* name -> USE_... */
    GHashTable *patterns; /* Pattern * by itself */
    gboolean caching;     /* in a set(... CACHE ...) */
    gboolean depended;    /* in what another option depends on */
    GHashTable *here;     /* packages, in lower case, that this file has searched for */
    GHashTable *packages; /* the same for all files */
    TextBranches *branches;
    GPtrArray *parameters; /* of the function or macro that is being defined */
    gboolean settings;     /* this file only sets variables, as far as it was read */
    GPtrArray *cached;     /* names that this file puts in the cache */
    GPtrArray *includes;   /* stems of the names of files that this file includes */
    GPtrArray *scripts;    /* Script * */
    GHashTable *included;  /* stems of the names of files that are included */
    GArray *offers;        /* Offer */
    GArray *defaults;      /* Default */
    char *function;        /* that is being defined, in lower case; NULL outside of any */
    GHashTable *setters;   /* functions that set what they are given first, as options are */
    GHashTable *declaring; /* those that declare it */
    TextCompared *compared;
} Search;

static guint pattern_hash(gconstpointer data)
{
    const Pattern *pattern = data;
    return g_str_hash(pattern->before) * 31u + g_str_hash(pattern->after) +
           (pattern->cached ? 1u : 0u);
}

static gboolean pattern_equal(gconstpointer a, gconstpointer b)
{
    const Pattern *x = a;
    const Pattern *y = b;
    return strcmp(x->before, y->before) == 0 && strcmp(x->after, y->after) == 0 &&
           x->cached == y->cached;
}

static void pattern_free(gpointer data)
{
    Pattern *pattern = data;
    g_free(pattern->before);
    g_free(pattern->after);
    g_free(pattern);
}

static void offer_clear(gpointer data)
{
    Offer *offer = data;
    g_free(offer->command);
    g_free(offer->name);
}

static void default_clear(gpointer data)
{
    Default *one = data;
    g_free(one->name);
    g_clear_pointer(&one->asked, g_ptr_array_unref);
}

static void script_free(gpointer data)
{
    Script *script = data;
    g_free(script->stem);
    g_clear_pointer(&script->names, g_ptr_array_unref);
    g_ptr_array_unref(script->includes);
    g_free(script);
}

/* Names are seen far more often than they are new. */
static void use(Search *search, const char *name, gsize length, guint how)
{
    char buffer[256];
    if (length >= sizeof buffer) {
        return;
    }
    memcpy(buffer, name, length);
    buffer[length] = '\0';
    gpointer key;
    gpointer known = NULL;
    if (!g_hash_table_lookup_extended(search->uses, buffer, &key, &known)) {
        g_hash_table_insert(search->uses, g_strdup(buffer), GUINT_TO_POINTER(how));
    } else if ((GPOINTER_TO_UINT(known) & how) != how) {
        g_hash_table_insert(search->uses, g_strdup(buffer),
                            GUINT_TO_POINTER(GPOINTER_TO_UINT(known) | how));
    }
}

static void add_pattern(Search *search, char *before, char *after)
{
    Pattern *pattern = g_new(Pattern, 1);
    *pattern = (Pattern){before, after, search->caching};
    g_hash_table_add(search->patterns, pattern);
}

/* Conditions ----------------------------------------------------------------------------------- */

static const char *const joins[] = {"AND", "OR", "NOT", NULL};
static const char *const unary[] = {"COMMAND",      "POLICY",     "TARGET",      "TEST", "EXISTS",
                                    "IS_DIRECTORY", "IS_SYMLINK", "IS_ABSOLUTE", NULL};
static const char *const constants[] = {"ON", "OFF", "TRUE", "FALSE",  "YES",      "NO",
                                        "Y",  "N",   "1",    "IGNORE", "NOTFOUND", NULL};

/* The length of the package's name in the name of its place, PACKAGE_DIR; 0 for other names. */
static gsize place_stem(const char *name, gsize length)
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

/* What a function is called with is its own matter, whatever else bears the name. */
static gboolean is_parameter(const Search *search, const char *name, gsize length)
{
    for (guint i = 0; i < search->parameters->len; i++) {
        const char *parameter = search->parameters->pdata[i];
        if (strlen(parameter) == length && strncmp(parameter, name, length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void note_parameters(Search *search, const GArray *words)
{
    g_ptr_array_set_size(search->parameters, 0);
    for (guint i = 1; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        if (word->kind == TEXT_WORD_PLAIN) {
            g_ptr_array_add(search->parameters, g_strdup(word->text));
        }
    }
}

static void begin_function(Search *search, const GArray *words)
{
    const char *name = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    g_clear_pointer(&search->function, g_free);
    search->function = name != NULL ? g_ascii_strdown(name, -1) : NULL;
}

/* "set(${name} ${value} PARENT_SCOPE)" in a function for options whose first parameter is "name",
 * or set(${name} ...) in any function where ${name} is not defined. One that also calls option()
 * for it, or puts it in the cache, declares it there. */
static void note_setter(Search *search, const char *command, const GArray *words)
{
    const char *text = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (search->function == NULL || search->parameters->len == 0 || text == NULL) {
        return;
    }
    g_autofree char *reference =
        g_strdup_printf("${%s}", (const char *)search->parameters->pdata[0]);
    /* What is handed back to a caller is no option: an option's default is handed over. */
    gboolean handed = text_branches_absent(search->branches, reference, strlen(reference));
    if (!handed && !text_speaks_of_options(search->function)) {
        return;
    }
    for (guint i = 1; i < words->len; i++) {
        const char *value = g_array_index(words, TextWord, i).text;
        for (guint k = 1; value != NULL && k < search->parameters->len; k++) {
            g_autofree char *other =
                g_strdup_printf("${%s}", (const char *)search->parameters->pdata[k]);
            handed = handed || strcmp(value, other) == 0;
        }
    }
    gboolean plain = strcmp(command, "set") == 0 && !text_words_have(words, "CACHE");
    if (strcmp(text, reference) == 0 && (handed || !plain)) {
        g_hash_table_add(plain ? search->setters : search->declaring, g_strdup(search->function));
    }
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
        is_parameter(search, name, length)) {
        return;
    }
    g_autofree char *package = g_ascii_strdown(name, (gssize)place_stem(name, length));
    if (*package != '\0' && !g_hash_table_contains(search->here, package)) {
        use(search, name, length, USE_PLACE);
    }
    if (end - begin == 3 && text_words_is(words, begin + 1, equal)) {
        text_compared_note(search->compared, name, length, words, begin + 2);
    }
    gboolean truth = end - begin == 1 && !asks_defined;
    use(search, name, length,
        USE_ASKED | (end - begin > 1 ? USE_COMPARED : 0) | (truth ? USE_TRUTH : 0) |
            (search->depended ? USE_DEPENDED : 0));
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
        if (!text_is_name_byte(*c) && strchr("${}@-.", *c) == NULL) {
            return; /* no variable's name */
        }
    }
    if (first > text || last[1] != '\0') {
        add_pattern(search, g_strndup(text, (gsize)(first - text)), g_strdup(last + 1));
    }
}

static void note_set(Search *search, const char *text)
{
    /* A list of names, as cmake_parse_arguments is given, names each. */
    static const char separators[] = "; \t\r\n";
    for (text += strspn(text, separators); *text != '\0'; text += strspn(text, separators)) {
        gsize length = strcspn(text, separators);
        if (text_name_length(text) == length) {
            use(search, text, length,
                text_branches_absent(search->branches, text, length) ? USE_ABSENT : USE_SET);
        } else if (memchr(text, '$', length) != NULL) {
            g_autofree char *part = g_strndup(text, length);
            note_composed(search, part);
        }
        text += length;
    }
}

/* "if(PACKAGE_DIR) find_package(PACKAGE ...)": who wants the package says where it is. Asked for
 * later, the place is what the search has found. */
static void note_search(Search *search, const char *package)
{
    g_hash_table_add(search->here, g_ascii_strdown(package, -1));
    g_hash_table_add(search->packages, g_ascii_strdown(package, -1));
}

/* NAME_ begins variables that are set somewhere else. */
static void note_prefix(Search *search, const char *name)
{
    if (text_is_name(name)) {
        add_pattern(search, g_strconcat(name, "_", NULL), g_strdup(""));
        char *upper = g_ascii_strup(name, -1);
        add_pattern(search, g_strconcat(upper, "_", NULL), g_strdup(""));
        g_free(upper);
    }
}

static void note_project(Search *search, const char *name)
{
    static const char *const endings[] = {"_SOURCE_DIR",    "_BINARY_DIR",    "_VERSION",
                                          "_VERSION_MAJOR", "_VERSION_MINOR", "_VERSION_PATCH",
                                          "_VERSION_TWEAK", "_IS_TOP_LEVEL",  "_DESCRIPTION"};
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *variable = g_strconcat(name, endings[i], NULL);
        note_set(search, variable);
    }
}

static void note_references(Search *search, const char *text)
{
    for (const char *at = strstr(text, "${"); at != NULL; at = strstr(at + 2, "${")) {
        gsize length = text_name_length(at + 2);
        if (length > 0 && at[2 + length] == '}') {
            use(search, at + 2, length, USE_READ);
        }
    }
}

static char *stem_of(const char *path)
{
    char *stem = g_path_get_basename(path);
    if (g_str_has_suffix(stem, ".cmake")) {
        stem[strlen(stem) - strlen(".cmake")] = '\0';
    }
    return stem;
}

static void set_cached(Search *search, const GPtrArray *names)
{
    search->caching = TRUE;
    for (guint i = 0; i < names->len; i++) {
        note_set(search, names->pdata[i]);
    }
    search->caching = FALSE;
}

static void include_all(Search *search, const GPtrArray *stems)
{
    for (guint i = 0; i < stems->len; i++) {
        g_hash_table_add(search->included, g_strdup(stems->pdata[i]));
    }
}

/* Files of settings wait until it is known whether something includes them. */
static void leave_file(Search *search, const char *path)
{
    g_autofree char *stem = stem_of(path);
    text_branches_clear(search->branches);
    g_clear_pointer(&search->function, g_free);
    g_ptr_array_set_size(search->parameters, 0);
    if (search->settings && strcmp(stem, "CMakeLists.txt") != 0) {
        Script *script = g_new(Script, 1);
        *script = (Script){g_steal_pointer(&stem), g_ptr_array_ref(search->cached),
                           g_ptr_array_ref(search->includes)};
        g_ptr_array_add(search->scripts, script);
    } else {
        set_cached(search, search->cached);
        include_all(search, search->includes);
    }
    g_ptr_array_unref(search->cached);
    g_ptr_array_unref(search->includes);
    search->cached = g_ptr_array_new_with_free_func(g_free);
    search->includes = g_ptr_array_new_with_free_func(g_free);
}

/* What a file of settings includes is read when that file is. */
static void settle_scripts(Search *search)
{
    gboolean more = TRUE;
    while (more) {
        more = FALSE;
        for (guint i = 0; i < search->scripts->len; i++) {
            Script *script = search->scripts->pdata[i];
            if (script->names != NULL && g_hash_table_contains(search->included, script->stem)) {
                set_cached(search, script->names);
                include_all(search, script->includes);
                g_clear_pointer(&script->names, g_ptr_array_unref);
                more = TRUE;
            }
        }
    }
}

/* foreach(ITEM IN LISTS NAME) and list(LENGTH NAME result) set other variables than NAME. */
static gboolean only_reads(const char *name, const GArray *words, guint index)
{
    static const char *const reading[] = {"LENGTH", "GET", "JOIN", "SUBLIST", "FIND", NULL};
    if (strcmp(name, "foreach") == 0) {
        return index > 0;
    }
    return strcmp(name, "list") == 0 && index == 1 && text_words_is(words, 0, reading);
}

/* "enable_flag(NAME OFF)": nothing but a switch's default. */
static gboolean is_switch(const GArray *words)
{
    const TextWord *value = words->len == 2 ? &g_array_index(words, TextWord, 1) : NULL;
    return value != NULL && value->kind == TEXT_WORD_PLAIN &&
           (cmake_is_true(value->text) || cmake_is_false(value->text));
}

/* A default without a word is not meant for people, unless it makes a switch. */
static gboolean is_told(const char *command, const GArray *words)
{
    if (is_switch(words)) {
        return TRUE;
    }
    for (guint i = 1; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        if (word->kind == TEXT_WORD_QUOTED && text_is_sentence(word->text)) {
            return TRUE;
        }
    }
    return text_speaks_of_options(command);
}

static void note_offer(Search *search, const char *command, const GArray *words)
{
    const char *name = g_array_index(words, TextWord, 0).text;
    Offer offer = {.command = g_strdup(command),
                   .name = g_strdup(name),
                   .absent = text_branches_absent(search->branches, name, strlen(name)),
                   .told = is_told(command, words)};
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
        use(search, name, strlen(name), cached ? USE_KEPT : USE_DEFAULT);
        return TRUE;
    }
    guint branch = text_branches_false(search->branches, name);
    if (branch == 0 || keeps_itself(words)) {
        return FALSE;
    }
    Default one = {g_strdup(name), branch, text_branches_asked(search->branches, name)};
    g_array_append_val(search->defaults, one);
    return TRUE;
}

static void read_command(const char *name, const GArray *words, gpointer data)
{
    Search *search = data;
    gboolean condition =
        strcmp(name, "if") == 0 || strcmp(name, "elseif") == 0 || strcmp(name, "while") == 0;
    text_compared_follow(search->compared, name, words);
    if (condition) {
        read_condition(search, words);
    }
    text_branches_follow(search->branches, name, words);
    if (strcmp(name, "function") == 0 || strcmp(name, "macro") == 0) {
        search->settings = FALSE;
        note_parameters(search, words);
        begin_function(search, words);
        return;
    }
    if (strcmp(name, "endfunction") == 0 || strcmp(name, "endmacro") == 0) {
        g_ptr_array_set_size(search->parameters, 0);
        g_clear_pointer(&search->function, g_free);
        return;
    }
    if (strcmp(name, "set") == 0 || strcmp(name, "option") == 0 ||
        strcmp(name, "cmake_dependent_option") == 0) {
        note_setter(search, name, words);
    }
    search->settings = search->settings && text_command_is_setting(name);
    gboolean sets = !text_command_sets_nothing(name);
    gboolean left = strcmp(name, "set") == 0 && is_left(search, words);
    gboolean offers = sets && !text_command_writes(name);
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
        if (left && i == 0) {
            continue;
        }
        if (search->caching && i == 0) {
            if (!text_branches_absent(search->branches, word->text, strlen(word->text))) {
                g_ptr_array_add(search->cached, g_strdup(word->text));
            }
        } else if (offers && i == 0 && text_is_name(word->text)) {
            note_offer(search, name, words);
        } else if (sets && !only_reads(name, words, i)) {
            note_set(search, word->text);
        }
    }
    const char *first = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (first == NULL) {
        return;
    }
    gboolean dependent = strcmp(name, "cmake_dependent_option") == 0;
    if (dependent || strcmp(name, "option") == 0) {
        use(search, first, strlen(first), USE_DECLARED);
    }
    if (dependent && words->len > 3 && g_array_index(words, TextWord, 3).text != NULL) {
        read_dependencies(search, g_array_index(words, TextWord, 3).text);
    }
    if (strcmp(name, "find_package") == 0 || strcmp(name, "find_dependency") == 0) {
        note_search(search, first);
    } else if (strcmp(name, "include") == 0) {
        g_ptr_array_add(search->includes, stem_of(first));
    }
    if (strcmp(name, "project") == 0) {
        note_project(search, first);
    } else if (strcmp(name, "cmake_parse_arguments") == 0 && strcmp(first, "PARSE_ARGV") == 0) {
        const char *prefix = words->len > 2 ? g_array_index(words, TextWord, 2).text : NULL;
        note_prefix(search, prefix != NULL ? prefix : "");
    } else if (strcmp(name, "find_package") == 0 || strcmp(name, "cmake_parse_arguments") == 0 ||
               strstr(name, "pkg_") != NULL || strstr(name, "fetchcontent") != NULL) {
        note_prefix(search, first);
    }
}

/* The result ----------------------------------------------------------------------------------- */

/* Functions may be defined behind their calls, in another file. */
static void settle_offers(Search *search)
{
    for (guint i = 0; i < search->offers->len; i++) {
        const Offer *offer = &g_array_index(search->offers, Offer, i);
        gboolean own = offer->told && g_hash_table_contains(search->setters, offer->command) &&
                       !g_hash_table_contains(search->declaring, offer->command);
        use(search, offer->name, strlen(offer->name),
            own             ? USE_ASKED | USE_OFFERED
            : offer->absent ? 0
                            : USE_SET);
    }
}

static gboolean may_be_set(const Search *search, const char *name, gboolean even_cached)
{
    GHashTableIter iter;
    gpointer key;
    gsize length = strlen(name);
    g_hash_table_iter_init(&iter, search->patterns);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const Pattern *pattern = key;
        if ((!pattern->cached || even_cached) &&
            length >= strlen(pattern->before) + strlen(pattern->after) &&
            g_str_has_prefix(name, pattern->before) && g_str_has_suffix(name, pattern->after)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What was searched for, tried out or worked out. */
static gboolean is_result(const Search *search, const char *name)
{
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    if (g_str_has_prefix(name, "CMAKE_") || (uses & USE_DECLARED) != 0) {
        return FALSE;
    }
    return strchr(name, '$') != NULL || g_str_has_suffix(name, "_FOUND") || (uses & USE_SET) != 0;
}

/* What takes one of several values where nothing else has ("the first that was found"), or one that
 * hangs on results, is chosen by the files. */
static void settle_defaults(Search *search)
{
    g_autoptr(GHashTable) branches = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < search->defaults->len; i++) {
        const Default *one = &g_array_index(search->defaults, Default, i);
        guint first = GPOINTER_TO_UINT(g_hash_table_lookup(branches, one->name));
        gboolean chosen = one->asked == NULL || (first != 0 && first != one->branch);
        for (guint k = 0; !chosen && k < one->asked->len; k++) {
            chosen = is_result(search, one->asked->pdata[k]);
        }
        g_hash_table_insert(branches, one->name, GUINT_TO_POINTER(one->branch));
        use(search, one->name, strlen(one->name), chosen ? USE_SET : USE_DEFAULT);
    }
}

static int compare_undeclared(gconstpointer a, gconstpointer b)
{
    return strcmp(((const Undeclared *)a)->name, ((const Undeclared *)b)->name);
}

static gboolean is_variable(gconstpointer data, const char *word)
{
    const Search *search = data;
    return g_hash_table_contains(search->uses, word);
}

/* Where it is asked whether it is true, ON and OFF mean something: a switch, whatever else it is
 * compared with. */
static gboolean is_choice(const Search *search, const char *name, guint uses)
{
    return (uses & USE_TRUTH) == 0 &&
           text_compared_several(search->compared, name, is_variable, search);
}

static GArray *choose(const Search *search, Arena *arena)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(Undeclared));
    GHashTableIter iter;
    gpointer name;
    gpointer how;
    g_hash_table_iter_init(&iter, search->uses);
    while (g_hash_table_iter_next(&iter, &name, &how)) {
        guint uses = GPOINTER_TO_UINT(how);
        /* What is only asked for is what the files themselves have noted. One that has a default
         * already is declared where it is put in the cache. */
        gboolean noted = ((uses & USE_DEFAULT) != 0 && (uses & USE_COMPARED) == 0) ||
                         ((uses & USE_KEPT) != 0 && (uses & USE_ABSENT) != 0);
        gboolean set = noted || (uses & USE_SET) != 0 || may_be_set(search, name, TRUE);
        /* A switch; a text that is compared is declared by whoever knows its values. */
        gboolean depended = (uses & USE_DEPENDED) != 0 &&
                            (uses & (USE_DECLARED | USE_COMPARED)) == 0 &&
                            !may_be_set(search, name, FALSE);
        g_autofree char *package = g_ascii_strdown(name, (gssize)place_stem(name, strlen(name)));
        gboolean place =
            (uses & USE_PLACE) != 0 && g_hash_table_contains(search->packages, package);
        gboolean offered = (uses & USE_OFFERED) != 0;
        if ((uses & USE_ASKED) != 0 && (!set || depended || place || offered) &&
            !text_variable_is_foreign(name)) {
            gboolean truth = !place && (depended || (uses & (USE_COMPARED | USE_READ)) == 0);
            Undeclared one = {arena_intern(arena, name), truth};
            g_array_append_val(found, one);
        }
    }
    g_array_sort(found, compare_undeclared);
    return found;
}

/* Names that are given to option(), or to a function that declares what it is given first. */
static void list_declared(const Search *search, Arena *arena, GHashTable *declared)
{
    GHashTableIter iter;
    gpointer name;
    gpointer how;
    g_hash_table_iter_init(&iter, search->uses);
    while (g_hash_table_iter_next(&iter, &name, &how)) {
        guint uses = GPOINTER_TO_UINT(how);
        if ((uses & USE_DECLARED) != 0 && text_is_name(name)) {
            DeclaredKind kind = is_choice(search, name, uses) ? DECLARED_CHOICE : DECLARED_AT_ALL;
            g_hash_table_insert(declared, (gpointer)arena_intern(arena, name),
                                GUINT_TO_POINTER(kind));
        }
    }
    for (guint i = 0; i < search->offers->len; i++) {
        const Offer *offer = &g_array_index(search->offers, Offer, i);
        if (g_hash_table_contains(search->declaring, offer->command) &&
            !g_hash_table_contains(declared, offer->name)) {
            g_hash_table_insert(declared, (gpointer)arena_intern(arena, offer->name),
                                GUINT_TO_POINTER(DECLARED_AT_ALL));
        }
    }
}

GArray *undeclared_find(const Tree *tree, Arena *arena, guint *dropped, GHashTable *declared)
{
    g_autoptr(GHashTable) uses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) patterns =
        g_hash_table_new_full(pattern_hash, pattern_equal, pattern_free, NULL);
    g_autoptr(GHashTable) here = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) packages = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) included = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) scripts = g_ptr_array_new_with_free_func(script_free);
    g_autoptr(TextBranches) branches = text_branches_new();
    g_autoptr(GPtrArray) parameters = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) offers = g_array_new(FALSE, FALSE, sizeof(Offer));
    g_array_set_clear_func(offers, offer_clear);
    g_autoptr(GArray) defaults = g_array_new(FALSE, FALSE, sizeof(Default));
    g_array_set_clear_func(defaults, default_clear);
    g_autoptr(GHashTable) setters = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) declaring = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(TextCompared) compared = text_compared_new();
    Search search = {.uses = uses,
                     .patterns = patterns,
                     .here = here,
                     .packages = packages,
                     .branches = branches,
                     .parameters = parameters,
                     .cached = g_ptr_array_new_with_free_func(g_free),
                     .includes = g_ptr_array_new_with_free_func(g_free),
                     .scripts = scripts,
                     .included = included,
                     .offers = offers,
                     .defaults = defaults,
                     .setters = setters,
                     .declaring = declaring,
                     .compared = compared};
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (file->kind != TREE_CMAKE || file->linked || file->size > UNDECLARED_FILE_BYTES_MAX) {
            continue;
        }
        g_autofree char *text = tree_read_text(tree, file->path, NULL, NULL);
        g_hash_table_remove_all(here);
        search.settings = TRUE;
        text_compared_begin(compared, file->path);
        if (text != NULL) {
            text_commands(text, read_command, &search);
        }
        leave_file(&search, file->path);
    }
    g_ptr_array_unref(search.cached);
    g_ptr_array_unref(search.includes);
    settle_scripts(&search);
    settle_offers(&search);
    settle_defaults(&search);
    list_declared(&search, arena, declared);
    GArray *found = choose(&search, arena);
    *dropped = found->len > UNDECLARED_MAX ? found->len - UNDECLARED_MAX : 0;
    g_array_set_size(found, MIN(found->len, UNDECLARED_MAX));
    return found;
}
