/* Which variables a person may give although no file declares them, and the words that they are
 * found in. */
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared.h"

/* What compares each with each does not end before the limit of a test. */
#define PARAMETERS_LARGE 200000u

static void add_command(const char *name, const GArray *words, gpointer data)
{
    static const char *const marks[] = {[TEXT_WORD_PLAIN] = "",
                                        [TEXT_WORD_QUOTED] = "q:",
                                        [TEXT_WORD_BRACKET] = "b:",
                                        [TEXT_WORD_OPEN] = "(",
                                        [TEXT_WORD_CLOSE] = ")"};
    GString *all = data;
    g_string_append(all, name);
    for (guint i = 0; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        g_string_append_printf(all, "|%s%s", marks[word->kind],
                               word->text != NULL ? word->text : "");
    }
    g_string_append_c(all, '\n');
}

static void assert_words(const char *text, const char *expected)
{
    g_autoptr(GString) all = g_string_new(NULL);
    text_commands(text, add_command, all);
    g_assert_cmpstr(all->str, ==, expected);
}

static void test_words(void)
{
    assert_words("Set(a \"b c\" [[d\n)]] ) # set(x)\nif( (A) AND B)\n", "set|a|q:b c|b:[[d\n)]]\n"
                                                                        "if|(|A|)|AND|B\n");
    assert_words("#[=[ set(in a comment)\n ]=] f()", "f\n");
    assert_words("f(\"a\\\"b\" c\\)d)g(a#b\n)", "f|q:a\\\"b|c\\)d\ng|a\n");
    /* What never ends, and what is no command. */
    assert_words("f(a", "f|a\n");
    assert_words("f(\"a", "f|q:\n");
    assert_words("f([[a", "f|b:[[a\n");
    assert_words("1 ) f (a) \"g\"", "f|a\n");
    assert_words("f(a\"b\")", "f|a|q:b\n");
}

/* The names that are found, "*" behind those that are more than switches. */
static char *found_beside(const char *text, const char *path, const char *other)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", text, path, other, NULL);
    g_autoptr(Arena) arena = arena_new();
    UndeclaredGaps gaps;
    g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) names = undeclared_find(tree, arena, &gaps, declared);
    g_assert_cmpuint(gaps.dropped, ==, 0);
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < names->len; i++) {
        const Undeclared *one = &g_array_index(names, Undeclared, i);
        g_string_append_printf(all, "%s%s%s", i > 0 ? " " : "", one->name, one->boolean ? "" : "*");
    }
    return g_string_free(all, FALSE);
}

static char *found(const char *text, const char *other)
{
    return found_beside(text, "cmake/other.cmake", other);
}

static void assert_found(const char *text, const char *expected)
{
    g_autofree char *names = found(text, "");
    g_assert_cmpstr(names, ==, expected);
}

static void test_asked(void)
{
    assert_found("if(A OR (NOT B AND DEFINED C))\nelseif(D STREQUAL E)\nendif(A)", "A B C D*");
    assert_found("if(\"${A}\" STREQUAL x AND ${B} GREATER 3)\nendif()", "A* B*");
    assert_found("if(A)\nendif()\nmessage(\"${A}\")", "A*");
    assert_found("if(TARGET A OR EXISTS B OR POLICY CMP0001 OR COMMAND c OR ON)\nendif()", "");
    assert_found("while(A)\nendwhile()", "A");
    assert_found("if(A)\nadd_definitions(-DA)\ntarget_compile_definitions(t PRIVATE A)\nendif()",
                 "A");
    assert_found("if(CMAKE_A OR _B OR C_FOUND OR PROJECT_D)\nendif()", "");
}

static void test_set_somewhere(void)
{
    assert_found("if(A OR B OR C OR D)\nendif()\nset(A 1)\noption(B)\nmy_own(C)\nforeach(D x)\n"
                 "endforeach()",
                 "");
    assert_found("if(A_B OR X_A_C)\nendif()\nset(A_${x})\nset(${y}_C 1)", "");
    /* What an option() puts together is an option, whichever it is. */
    assert_found("if(A_B OR C_X)\nendif()\noption(A_${x} \"text\")\n"
                 "cmake_dependent_option(C_${x} text ON \"\" OFF)",
                 "A_B C_X");
    assert_found("if(A_B)\nendif()\noption(A_${x} \"text\")\nset(A_${y} 1)", "");
    assert_found("if(P_X OR Q_Y OR R_VERSION)\nendif()\nfind_package(P)\n"
                 "cmake_parse_arguments(Q \"Y\" \"\" \"\")\nproject(R)",
                 "");
    assert_found("if(A)\nendif()\nset_property(CACHE A PROPERTY HELPSTRING text)", "A");
    assert_found("if(A)\nendif()\nset([[A]] \"A is ${B}\")", "");
    g_autofree char *names = found("if(A OR B)\nendif()", "set(B 1)");
    g_assert_cmpstr(names, ==, "A");
}

/* What is told to whoever still gives it. */
static void test_old(void)
{
    assert_found("if(DEFINED A)\nmessage(WARNING \"A is deprecated, use B.\")\nset(B ${A})\n"
                 "endif()",
                 "");
    assert_found("if(A)\nmessage(\"The option 'A' has been DEPRECATED\")\nendif()", "");
    assert_found("if(A)\nmessage(\"A needs B_C, which is deprecated\")\nendif()", "A");
    assert_found("if(A)\nmessage(\"A_B is deprecated\")\nendif()", "A");
    assert_found("if(A)\nendif()\nmessage(\"A is deprecated\")", "A");
}

/* Setting what is not defined leaves it to people. */
static void test_given_a_default(void)
{
    assert_found("if(NOT DEFINED A)\nset(A 1)\nendif()", "A");
    assert_found("if(B AND NOT DEFINED A)\ndetect(A)\nstring(STRIP ${A} A)\nendif()", "A* B");
    assert_found("if(DEFINED A)\nelse()\nset(A 1)\nendif()", "A");
    assert_found("if(DEFINED A)\nelseif(B)\nset(A 1)\nelse()\nset(A 2)\nendif()", "A B");
    assert_found("if(B)\nelseif(NOT DEFINED A)\nif(C)\nset(A 1)\nendif()\nendif()", "A B C");
    assert_found("if(B AND NOT A)\nset(A y)\nendif()\nif(A STREQUAL z)\nendif()", "A* B");
    assert_found("if(NOT A)\nset(A x)\nendif()", "");
    assert_found("if(NOT A)\nset(A x)\nendif()\nif(NOT A)\nset(A x)\nendif()\n"
                 "if(A STREQUAL x)\nset(A x)\nelseif(A STREQUAL y)\nendif()",
                 "A*");
    /* Each is compared with the first one. */
    assert_found("if(NOT A)\nset(A x)\nelse()\nendif()\n"
                 "if(NOT A)\nif(W)\nset(A x)\nelse()\nset(A z)\nendif()\nendif()\n"
                 "if(NOT A)\nset(A z)\nendif()\nif(A STREQUAL x)\nelseif(A STREQUAL z)\nendif()",
                 "W");
    /* What a person gave is in it. */
    assert_found("set(A \"${A} x\")\nif(A MATCHES x)\nendif()", "A*");
    assert_found("set(A ${A} CACHE STRING \"\")\nif(A STREQUAL x)\nendif()", "A*");
    assert_found("set(A ${A} x.c)\nif(A)\nendif()", "");
    assert_found("if(NOT A)\ndetect(A)\nelse()\nset(B 1)\nendif()\nif(B)\nendif()", "");
    assert_found("if(NOT A)\nelse()\nset(A 1)\nendif()", "");
    assert_found("if(NOT A OR B)\nset(A 1)\nendif()", "B");
    /* It is set in other ways, too. */
    assert_found("if(NOT DEFINED A)\nelse()\nset(A 1)\nendif()", "");
    assert_found("if(NOT DEFINED A)\nset(A 1)\nendif()\nset(A 2)", "");
    assert_found("if(NOT DEFINED A OR B)\nset(A 1)\nendif()", "B");
    assert_found("if(NOT DEFINED ${A})\nset(A 1)\nendif()\nendif()\nset(A 2)", "");
}

/* "The first that was found", texts that grow and what functions work out is chosen by the files.
 */
static void test_chosen_by_files(void)
{
    static const char *const texts[] = {
        "if(NOT A)\nset(A x)\nendif()\nif(NOT A)\nset(A z)\nendif()",
        "check(HAVE)\nif(NOT A AND HAVE)\nset(A x)\nendif()",
        "if(NOT A)\nif(Q_FOUND)\nelseif(WIN32)\nset(A x)\nendif()\nendif()",
        "foreach(v x z)\nif(NOT A)\nset(A ${v})\nendif()\nendforeach()",
        "function(pick)\nif(NOT A)\nset(A x)\nendif()\nendfunction()",
        "if(UNIX)\nset(A \"${A} x\")\nendif()",
        "foreach(v x z)\nset(A \"${A} ${v}\")\nendforeach()",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *text = g_strdup_printf("%s\nif(A STREQUAL \"x\")\nendif()", texts[i]);
        g_autofree char *names = found(text, "");
        g_assert_false(g_str_has_prefix(names, "A"));
    }
}

/* A parameter is no variable of the same name. */
static void test_parameters(void)
{
    assert_found("macro(load A)\nif(A OR B)\nendif()\nendmacro()\nif(A)\nendif()", "A B");
    assert_found("function(load A)\nif(A)\nendif()\nendfunction()", "");
}

/* A function for options declares what it sets, wherever it stands; other functions set it. */
static void test_offered(void)
{
    static const char *const function = "function(p_option name value)\n"
                                        "if(NOT given)\nset(${name} ${value} PARENT_SCOPE)\n"
                                        "endif()\nendfunction()";
    static const char *const call = "p_option(A OFF)\nif(A)\nendif()";
    g_autofree char *offered = found(call, function);
    g_assert_cmpstr(offered, ==, "A given");
    g_autofree char *unknown = found(call, "");
    g_assert_cmpstr(unknown, ==, "");
    assert_found("macro(p_option name)\noption(${name} x)\nset(${name} 1)\nendmacro()\n"
                 "p_option(A)\nif(A)\nendif()",
                 "");
    assert_found("macro(p_option name)\nset(P_${name} 1)\nendmacro()\np_option(A)\nif(A)\nendif()",
                 "");
    assert_found("macro(p_set name)\nset(${name} 1)\nendmacro()\np_set(A)\nif(A)\nendif()", "");
    /* On or off is meant for people, without a word; another default is not. */
    static const char *const flag =
        "macro(p_flag name value)\nif(NOT DEFINED ${name})\nset(${name} ${value})\nendif()\n"
        "endmacro()";
    g_autofree char *on = found("p_flag(A 1)\nif(A)\nendif()", flag);
    g_assert_cmpstr(on, ==, "A");
    g_autofree char *text = found("p_flag(A x.c)\nif(A)\nendif()", flag);
    g_assert_cmpstr(text, ==, "");
    g_autofree char *more = found("p_flag(A ON B)\nif(A)\nendif()", flag);
    g_assert_cmpstr(more, ==, "");
}

/* A name and what it is for go into a list; it is an option if some file reads it. */
static void test_registered(void)
{
    static const char *const list =
        "macro(p_flag name text)\nlist(APPEND ALL \"${name}\" \"${text}\")\nendmacro()";
    g_autofree char *read = found("p_flag(A \"what it does\")\nf(\"-m${A}\")", list);
    g_assert_cmpstr(read, ==, "A*");
    g_autofree char *aside = found("p_flag(A \"[B only] what it does\")\nf(\"-m${A}\")", list);
    g_assert_cmpstr(aside, ==, "A*");
    g_autofree char *flags = found("p_flag(A \"-m -n\")\nf(\"-m${A}\")", list);
    g_assert_cmpstr(flags, ==, "");
    g_autofree char *unread = found("p_flag(A \"what it does\")", list);
    g_assert_cmpstr(unread, ==, "");
    g_autofree char *untold = found("p_flag(A word)\nif(A)\nendif()", list);
    g_assert_cmpstr(untold, ==, "");
}

/* What was given is spelt in another way. */
static void test_respelt(void)
{
    assert_found("if(A STREQUAL x)\nendif()\nstring(TOLOWER \"${A}\" A)", "A*");
    assert_found("if(A STREQUAL x)\nendif()\nstring(TOLOWER \"${B}\" A)", "");
    assert_found("if(DEFINED A)\nendif()\nfile(STRINGS x.h A REGEX y)", "");
    assert_found("if(DEFINED A)\nendif()\nfile(STRINGS x.h lines REGEX A)", "A");
    assert_found("if(A STREQUAL x)\nendif()\nstring(REPLACE a b A \"${A}\")", "");
    assert_found("if(\"${A}\" STREQUAL x)\nset(A y)\nendif()", "A*");
    /* The text of a condition sets none of its variables; a list of names may be walked through. */
    assert_found("set(ANY (A OR B))\nif(A)\nendif()", "A");
    assert_found("set(ALL A B)\nif(A)\nendif()", "");
    assert_found("if(\"${A}\" STREQUAL x)\nset(B y)\nendif()\nif(B)\nendif()", "A*");
}

/* Where it is none of the words that it is compared with, it gets one of them. */
static void test_none_of_the_words(void)
{
#define CHAIN                                                                                      \
    "if(\"${A}\" STREQUAL red)\nelseif(B)\nset(A blue)\nelseif(A STREQUAL green)\nelse()\nset(A "  \
    "x)\nendif()\n"
    assert_found(CHAIN CHAIN, "A* B");
    assert_found(CHAIN "set(A green)", "B");
    assert_found("if(A STREQUAL red)\nelse()\nset(A red)\nendif()", "");
#undef CHAIN
}

/* What is searched for is no variable that the search sets. */
static void test_packages_of_the_name(void)
{
    assert_found("if(${A})\nfind_package(A REQUIRED)\nendif()", "A");
    assert_found("find_package(A)\nif(A_FOUND)\nendif()", "");
}

/* Tests that are built with an installed copy: what the copy brings there is still asked of people
 * here. */
static void test_finds_itself(void)
{
    static const char *const own = "project(Tide CXX)\nif(TIDE_USE_A OR Tide_B)\nendif()";
    static const char *const user =
        "project(t)\nfind_package(Tide REQUIRED)\nif(TIDE_HAS_C OR D)\nendif()";
    g_autofree char *tests = found_beside(own, "tests/CMakeLists.txt", user);
    g_assert_cmpstr(tests, ==, "D TIDE_USE_A Tide_B");
    /* A file of functions says nothing of where they are called. */
    g_autofree char *functions = found(own, user);
    g_assert_cmpstr(functions, ==, "D");
    g_autofree char *others = found_beside("project(Ebb)\nif(TIDE_USE_A OR Tide_B)\nendif()",
                                           "tests/CMakeLists.txt", user);
    g_assert_cmpstr(others, ==, "D");
    assert_found("project(Tide)\nfind_package(Tide)\nif(TIDE_USE_A)\nendif()", "");
    g_autofree char *unnamed =
        found_beside("project(${NAME})\nif(TIDE_USE_A)\nendif()", "tests/CMakeLists.txt", user);
    g_assert_cmpstr(unnamed, ==, "D");
}

static void test_cache_files(void)
{
    static const char *const other = "if(D)\nset(A ON CACHE BOOL \"\")\nendif()\nset(B x)";
    g_autofree char *given = found("if(A OR B)\nendif()", other);
    g_assert_cmpstr(given, ==, "A D");
    g_autofree char *switches =
        found("if(A)\nendif()", "option(C \"\" OFF)\nset(A ON CACHE BOOL \"\")");
    g_assert_cmpstr(switches, ==, "A");
    g_autofree char *included = found("if(A OR B)\nendif()\ninclude(cmake/other.cmake)", other);
    g_assert_cmpstr(included, ==, "D");
    g_autofree char *builds = found("if(A)\nendif()", "set(A ON CACHE BOOL \"\")\nproject(p)");
    g_assert_cmpstr(builds, ==, "");
    /* One that looks around first; but a module that is searched for is part of the build. */
    static const char *const looks = "find_library(L l)\nexecute_process(COMMAND c)\n"
                                     "set(A ON CACHE BOOL \"\")";
    g_autofree char *looked = found("if(A)\nendif()", looks);
    g_assert_cmpstr(looked, ==, "A");
    g_autofree char *module =
        found_beside("if(A)\nendif()\nfind_package(Ice)", "cmake/FindIce.cmake", looks);
    g_assert_cmpstr(module, ==, "");
}

/* Files for sites include what they have in common, and people name the former. */
static void test_cache_files_include(void)
{
    static const char *const site =
        "site_name(HERE)\ninclude(${CMAKE_CURRENT_LIST_DIR}/base.cmake)";
    static const char *const base = "set(A ON CACHE BOOL \"\")";
    for (guint i = 0; i < 2; i++) {
        g_autoptr(Diagnostics) diagnostics = diagnostics_new();
        g_autoptr(Tree) tree =
            tree_of_texts(diagnostics, "CMakeLists.txt",
                          i == 0 ? "if(A)\nendif()" : "if(A)\nendif()\ninclude(host/site.cmake)",
                          "host/site.cmake", site, "host/base.cmake", base, NULL);
        g_autoptr(Arena) arena = arena_new();
        UndeclaredGaps gaps;
        g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
        g_autoptr(GArray) names = undeclared_find(tree, arena, &gaps, declared);
        g_assert_cmpuint(names->len, ==, i == 0 ? 1 : 0);
    }
}

static void test_declared(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "CMakeLists.txt",
        "option(PLAIN \"\" ON)\ncmake_dependent_option(HANGING \"\" ON PLAIN OFF)\n"
        "macro(my_option name)\noption(${name} \"\")\nendmacro()\nmy_option(OFFERED)\n"
        "their_option(NOT_DECLARED)\noption(${PUT}_TOGETHER \"\")\nset(OWN 1)\n",
        NULL);
    g_autoptr(Arena) arena = arena_new();
    UndeclaredGaps gaps;
    g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) names = undeclared_find(tree, arena, &gaps, declared);
    g_assert_cmpuint(names->len, ==, 0);
    g_assert_cmpuint(g_hash_table_size(declared), ==, 3);
    g_assert_true(g_hash_table_contains(declared, "PLAIN"));
    g_assert_true(g_hash_table_contains(declared, "HANGING"));
    g_assert_true(g_hash_table_contains(declared, "OFFERED"));
}

static DeclaredKind kind_in(const Tree *tree, const char *name)
{
    g_autoptr(Arena) arena = arena_new();
    UndeclaredGaps gaps;
    g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) names = undeclared_find(tree, arena, &gaps, declared);
    return GPOINTER_TO_UINT(g_hash_table_lookup(declared, name));
}

static DeclaredKind kind_of_a(const char *text, const char *path, const char *other)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autofree char *all = g_strdup_printf("option(A \"\" OFF)\noption(B \"\")\n%s", text);
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", all, path, other, NULL);
    return kind_in(tree, "A");
}

/* option() with an empty text: whether it is true is whether it is given. */
static void test_blank(void)
{
    static const struct {
        const char *text;
        const char *name;
        DeclaredKind kind;
    } cases[] = {
        {"option(A \"\" \"\")\nif(A)\nif(A STREQUAL x OR A STREQUAL z)\nendif()\nendif()", "A",
         DECLARED_CHOICE},
        {"option(A \"\" \"\")\nif(A)\nendif()", "A", DECLARED_AT_ALL},
        {"option(A \"\" \"${B}\")\nif(A AND A STREQUAL x OR A STREQUAL z)\nendif()", "A",
         DECLARED_AT_ALL},
        {"option(A_PATH \"\" \"\")\nif(A_PATH)\nset(B \"${A_PATH}/bin\")\nendif()", "A_PATH",
         DECLARED_CHOICE},
        {"option(A_PATH \"\" OFF)\nif(A_PATH)\nset(B \"${A_PATH}/bin\")\nendif()", "A_PATH",
         DECLARED_AT_ALL},
        {"option(A_PATH \"\" \"\")\nif(A_PATH)\nendif()", "A_PATH", DECLARED_AT_ALL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Diagnostics) diagnostics = diagnostics_new();
        g_autoptr(Tree) tree =
            tree_of_texts(diagnostics, "CMakeLists.txt", cases[i].text, NULL, NULL, NULL);
        g_assert_cmpuint(kind_in(tree, cases[i].name), ==, cases[i].kind);
    }
}

/* What option() declares is no switch where it is compared with several words. */
static void test_compared_with_words(void)
{
    static const char *const choices[] = {
        "if(A STREQUAL x)\nelseif(A STREQUAL z)\nendif()",
        "if(B AND \"${A}\" STREQUAL \"B\" OR A STREQUAL z)\nendif()",
    };
    static const char *const switches[] = {
        "if(A STREQUAL x)\nendif()",
        "if(A STREQUAL \"ON\" OR A STREQUAL false OR A STREQUAL auto)\nendif()",
        "if(A STREQUAL B OR A STREQUAL \"${x}\" OR A STREQUAL x)\nendif()",
        "if(A EQUAL 3 OR A EQUAL 4 OR A)\nendif()",
        /* Its truth counts, too. */
        "if(A STREQUAL x OR A STREQUAL z)\nendif()\nif(B AND NOT A)\nendif()",
        /* What is an error is no choice. */
        "if(A STREQUAL x OR A STREQUAL z)\nmessage(FATAL_ERROR \"no\")\nendif()",
    };
    for (guint i = 0; i < G_N_ELEMENTS(choices); i++) {
        g_assert_cmpuint(kind_of_a(choices[i], NULL, NULL), ==, DECLARED_CHOICE);
    }
    for (guint i = 0; i < G_N_ELEMENTS(switches); i++) {
        g_assert_cmpuint(kind_of_a(switches[i], NULL, NULL), ==, DECLARED_AT_ALL);
    }
}

/* A file that no line reads says nothing. */
static void test_compared_elsewhere(void)
{
    static const char *const other = "if(A STREQUAL x OR A STREQUAL z)\nendif()";
    g_assert_cmpuint(kind_of_a("", "old/a.cmake", other), ==, DECLARED_AT_ALL);
    g_assert_cmpuint(kind_of_a("include(old/a.cmake)", "old/a.cmake", other), ==, DECLARED_CHOICE);
    g_assert_cmpuint(kind_of_a("", "old/CMakeLists.txt", other), ==, DECLARED_AT_ALL);
    g_assert_cmpuint(kind_of_a("add_subdirectory(old)", "old/CMakeLists.txt", other), ==,
                     DECLARED_CHOICE);
}

/* A switch by its declaration, whose values are listed where a macro puts it into a list. */
static void test_listed_values(void)
{
    static const char *const macro =
        "macro(p_flag name text)\nlist(APPEND ALL \"${name}\" \"${text}\")\nendmacro()";
    static const char *const call =
        "p_flag(A \"Which library. Possible values are:\n  MKL - fast\n  OWN - slow\n\")";
    static const char *const plain = "p_flag(A \"Whether a library is used\")";
    g_autofree char *listed = g_strconcat(macro, "\nif(A)\nendif()\n", call, NULL);
    g_autofree char *told = g_strconcat(macro, "\nif(A)\nendif()\n", plain, NULL);
    g_assert_cmpuint(kind_of_a(listed, NULL, NULL), ==, DECLARED_CHOICE);
    g_assert_cmpuint(kind_of_a(told, NULL, NULL), ==, DECLARED_AT_ALL);
}

/* What stands between the parts of a name that is put together has to be there as well. */
static void test_put_together_between(void)
{
    static const char *const asked = "if(WITH_A OR WITH_A_B OR X_B_C_Y OR X_A_C_B_Y)\nendif()\n";
    g_autofree char *two = g_strconcat(asked, "set(WITH_${a}_${b} 1)\n", NULL);
    g_autofree char *three = g_strconcat(asked, "set(X_${${a}}_C_${b}_Y 1)\n", NULL);
    g_autofree char *any = g_strconcat(asked, "set(WITH_${a}@b@${c} 1)\n", NULL);
    g_autofree char *found_two = found(two, "");
    g_assert_cmpstr(found_two, ==, "WITH_A X_A_C_B_Y X_B_C_Y");
    g_autofree char *found_three = found(three, "");
    g_assert_cmpstr(found_three, ==, "WITH_A WITH_A_B X_B_C_Y");
    g_autofree char *found_any = found(any, "");
    g_assert_cmpstr(found_any, ==, "X_A_C_B_Y X_B_C_Y");
}

/* What a document gives is people's, whatever else the files do with it; what a copy asks for is
 * its own matter. */
static void test_given_by_documents(void)
{
    static const char *const text =
        "set(names B C L)\nif(NOT A)\nset(A x)\nendif()\nmessage(${A})\n"
        "if(B OR D OR F_LIBRARIES_C OR G)\nendif()\noption(D)\n"
        "option(K)\nif(DEFINED L)\nset(K ${L})\nendif()\nforeach(v "
        "J)\nendforeach()\nset(F_LIBRARIES_C x)\nset(E "
        "1)\nif(E)\nendif()\nset(G x CACHE STRING \"\")\n";
    static const char *const document = "cmake -DA=1 -DB=ON -DC=1 -DD=ON -D E=2 -DF_LIBRARIES_C=x "
                                        "-DG=y -DH=1 -DJ=ON -DL=ON";
    g_autofree char *given = found_beside(text, "README.md", document);
    g_assert_cmpstr(given, ==, "A* B C* E J*");
    g_autofree char *named =
        found_beside(text, "README.md", "A, -DB and -DE in the compiler's flags");
    g_assert_cmpstr(named, ==, "");
    /* A line that puts names together does not declare what another fills in by its whole name. */
    static const char *const filled =
        "function(f n)\nset(A_${n} 1 CACHE INTERNAL \"\")\nendfunction()\nif(A_FOUND)\n"
        "if(NOT A_B)\nset(A_B 70)\nendif()\nendif()\nmessage(${A_B} ${A_C})\n";
    g_autofree char *together = found_beside(filled, "README.md", "cmake -DA_B=80 -DA_C=1");
    g_assert_cmpstr(together, ==, "A_B*");
    /* What is noted in the cache for other parts gets its value, and is no other name of it. */
    g_autofree char *noted = found_beside(
        "set(A x)\nset(P_A ${A})\nset(P_A ${P_A} CACHE INTERNAL \"\")\nif(A STREQUAL x)\nendif()\n"
        "set(B 1)\nset(P_B ${B})\nset(P_B ${P_B} CACHE BOOL \"\")\nif(B)\nendif()\n",
        "README.md", "cmake -DA=y -DB=ON");
    g_assert_cmpstr(noted, ==, "A*");
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "CMakeLists.txt", "project(p)\n", "README.md", "cmake -DH=1\n",
        "extern/h/LICENSE", "MIT License\n\nPermission is hereby granted\n",
        "extern/h/CMakeLists.txt", "project(h)\nif(NOT H)\nset(H 2)\nendif()\n", NULL);
    g_autoptr(Arena) arena = arena_new();
    UndeclaredGaps gaps;
    g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) names = undeclared_find(tree, arena, &gaps, declared);
    g_assert_cmpuint(names->len, ==, 0);
}

static void test_limit(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < UNDECLARED_MAX + 3; i++) {
        g_string_append_printf(text, "if(V%u)\nendif()\n", i);
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", text->str, NULL);
    g_autoptr(Arena) arena = arena_new();
    UndeclaredGaps gaps;
    g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) names = undeclared_find(tree, arena, &gaps, declared);
    g_assert_cmpuint(names->len, ==, UNDECLARED_MAX);
    g_assert_cmpuint(gaps.dropped, ==, 3);
}

/* Each word of a set() may be any of the function's parameters, and there may be many of both. */
static void test_many_parameters(void)
{
    g_autoptr(GString) names = g_string_new(NULL);
    g_autoptr(GString) values = g_string_new(NULL);
    for (guint i = 0; i < PARAMETERS_LARGE; i++) {
        g_string_append_printf(names, " p%u", i);
        g_string_append_printf(values, " ${q%u}", i);
    }
    g_autofree char *text = g_strdup_printf(
        "function(p_option name%s)\nset(${name}%s)\nendfunction()", names->str, values->str);
    assert_found(text, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/undeclared/words", test_words);
    g_test_add_func("/cmake/undeclared/declared", test_declared);
    g_test_add_func("/cmake/undeclared/given-by-documents", test_given_by_documents);
    g_test_add_func("/cmake/undeclared/put-together-between", test_put_together_between);
    g_test_add_func("/cmake/undeclared/compared-with-words", test_compared_with_words);
    g_test_add_func("/cmake/undeclared/blank", test_blank);
    g_test_add_func("/cmake/undeclared/compared-elsewhere", test_compared_elsewhere);
    g_test_add_func("/cmake/undeclared/cache-files-include", test_cache_files_include);
    g_test_add_func("/cmake/undeclared/asked", test_asked);
    g_test_add_func("/cmake/undeclared/set-somewhere", test_set_somewhere);
    g_test_add_func("/cmake/undeclared/old", test_old);
    g_test_add_func("/cmake/undeclared/given-a-default", test_given_a_default);
    g_test_add_func("/cmake/undeclared/chosen-by-files", test_chosen_by_files);
    g_test_add_func("/cmake/undeclared/parameters", test_parameters);
    g_test_add_func("/cmake/undeclared/many-parameters", test_many_parameters);
    g_test_add_func("/cmake/undeclared/offered", test_offered);
    g_test_add_func("/cmake/undeclared/cache-files", test_cache_files);
    g_test_add_func("/cmake/undeclared/registered", test_registered);
    g_test_add_func("/cmake/undeclared/respelt", test_respelt);
    g_test_add_func("/cmake/undeclared/none-of-the-words", test_none_of_the_words);
    g_test_add_func("/cmake/undeclared/packages-of-the-name", test_packages_of_the_name);
    g_test_add_func("/cmake/undeclared/finds-itself", test_finds_itself);
    g_test_add_func("/cmake/undeclared/listed-values", test_listed_values);
    g_test_add_func("/cmake/undeclared/limit", test_limit);
    return g_test_run();
}
