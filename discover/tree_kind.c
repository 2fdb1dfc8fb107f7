#include "core/path.h"
#include "core/word_list.h"
#include "discover/tree.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text;
    TreeKind kind;
} NameRule;

/* Whole names come first. Sorted bytewise, as all tables here that are searched by halving. */
static const NameRule whole_names[] = {
    {"CMakeLists.txt", TREE_CMAKE},
    {"Configure", TREE_CONFIGURE},
    {"GNUmakefile", TREE_MAKE},
    {"Makefile", TREE_MAKE},
    {"Makefile.am", TREE_AUTOMAKE},
    {"Makefile.in", TREE_TEMPLATE},
    {"configure", TREE_CONFIGURE},
    {"configure.ac", TREE_AUTOCONF},
    {"configure.ac.in", TREE_AUTOCONF},
    {"configure.in", TREE_AUTOCONF},
    {"configure.py", TREE_CONFIGURE},
    {"configure.sh", TREE_CONFIGURE},
    {"makefile", TREE_MAKE},
    {"meson.build", TREE_MESON},
    {"meson.options", TREE_MESON},
    {"meson_options.txt", TREE_MESON},
};

/* Texts for people, whatever they are called: makefile.rst is the chapter on makefiles. */
static const char *const manual_endings[] = {".adoc", ".html", ".markdown", ".md",
                                             ".rst",  ".tex",  NULL};

/* Then, unless the name ends in ".in", what it begins with: Makefile.mpi is no MPI source. */
static const NameRule beginnings[] = {
    {"GNUmakefile.", TREE_MAKE}, {"Make.inc", TREE_MAKE},  {"Makefile.", TREE_MAKE},
    {"make.inc", TREE_MAKE},     {"makefile.", TREE_MAKE},
};

/* Then the longest ending that starts at a dot and is listed. Letter case matters: .C is C++. */
static const NameRule endings[] = {
    {".C", TREE_CXX},
    {".CPP", TREE_CXX},
    {".F", TREE_FORTRAN},
    {".F03", TREE_FORTRAN},
    {".F08", TREE_FORTRAN},
    {".F18", TREE_FORTRAN},
    {".F77", TREE_FORTRAN},
    {".F90", TREE_FORTRAN},
    {".F95", TREE_FORTRAN},
    {".FOR", TREE_FORTRAN},
    {".FPP", TREE_FORTRAN},
    {".FTN", TREE_FORTRAN},
    {".H", TREE_CXX},
    {".S", TREE_ASSEMBLY},
    {".c", TREE_C},
    {".c++", TREE_CXX},
    {".cc", TREE_CXX},
    {".ccm", TREE_CXX},
    {".cl", TREE_OPENCL},
    {".clc", TREE_OPENCL},
    {".clh", TREE_OPENCL},
    {".cmake", TREE_CMAKE},
    {".cmake.in", TREE_TEMPLATE},
    {".cmakein", TREE_TEMPLATE},
    {".cp", TREE_CXX},
    {".cpp", TREE_CXX},
    {".cppm", TREE_CXX},
    {".cu", TREE_CUDA},
    {".cuh", TREE_CUDA},
    {".cxx", TREE_CXX},
    {".f", TREE_FORTRAN},
    {".f03", TREE_FORTRAN},
    {".f08", TREE_FORTRAN},
    {".f18", TREE_FORTRAN},
    {".f77", TREE_FORTRAN},
    {".f90", TREE_FORTRAN},
    {".f95", TREE_FORTRAN},
    {".for", TREE_FORTRAN},
    {".fpp", TREE_FORTRAN},
    {".ftn", TREE_FORTRAN},
    {".h", TREE_C},
    {".h++", TREE_CXX},
    {".hh", TREE_CXX},
    {".hip", TREE_HIP},
    {".hip.cpp", TREE_HIP},
    {".hip.h", TREE_HIP},
    {".hpp", TREE_CXX},
    {".hxx", TREE_CXX},
    {".icc", TREE_CXX},
    {".in", TREE_TEMPLATE},
    {".inl", TREE_CXX},
    {".ipp", TREE_CXX},
    {".ispc", TREE_C},
    {".isph", TREE_C},
    {".ixx", TREE_CXX},
    {".m4", TREE_AUTOCONF},
    {".mk", TREE_MAKE},
    {".ocl", TREE_OPENCL},
    {".sx", TREE_ASSEMBLY},
    {".tcc", TREE_CXX},
    {".tpp", TREE_CXX},
    {".txx", TREE_CXX},
};

static int name_rule_compare(const void *key, const void *rule)
{
    return strcmp(key, ((const NameRule *)rule)->text);
}

static const NameRule *name_rule_find(const NameRule *rules, gsize count, const char *text)
{
    return bsearch(text, rules, count, sizeof rules[0], name_rule_compare);
}

static gboolean ends_as_manual(const char *name)
{
    return word_list_ends(manual_endings, name);
}

gboolean tree_is_document(const char *path)
{
    const char *name = path_base(path);
    return tree_kind_of(path) == TREE_OTHER &&
           (ends_as_manual(name) || g_str_has_suffix(name, ".txt") || tree_is_licence(name));
}

TreeKind tree_kind_of(const char *path)
{
    const char *name = path_base(path);
    const NameRule *rule = name_rule_find(whole_names, G_N_ELEMENTS(whole_names), name);
    if (rule != NULL) {
        return rule->kind;
    }
    if (ends_as_manual(name)) {
        return TREE_OTHER;
    }
    if (!g_str_has_suffix(name, ".in")) {
        for (gsize i = 0; i < G_N_ELEMENTS(beginnings); i++) {
            if (g_str_has_prefix(name, beginnings[i].text)) {
                return beginnings[i].kind;
            }
        }
    }
    /* A dot in the first place makes a hidden file, not an ending. */
    for (const char *dot = name[0] == '\0' ? NULL : strchr(name + 1, '.'); dot != NULL;
         dot = strchr(dot + 1, '.')) {
        rule = name_rule_find(endings, G_N_ELEMENTS(endings), dot);
        if (rule != NULL) {
            return rule->kind;
        }
    }
    return TREE_OTHER;
}

TreeRole tree_kind_role(TreeKind kind)
{
    switch (kind) {
    case TREE_C:
    case TREE_CXX:
    case TREE_CUDA:
    case TREE_HIP:
    case TREE_OPENCL:
    case TREE_FORTRAN:
    case TREE_ASSEMBLY:
        return TREE_ROLE_SOURCE;
    case TREE_CMAKE:
    case TREE_AUTOCONF:
    case TREE_AUTOMAKE:
    case TREE_CONFIGURE:
    case TREE_MAKE:
    case TREE_MESON:
        return TREE_ROLE_BUILD;
    case TREE_OTHER:
    case TREE_TEMPLATE:
        break;
    }
    return TREE_ROLE_NONE;
}

gboolean tree_is_find_module(const char *path)
{
    static const char begin[] = "Find";
    static const char end[] = ".cmake";
    const char *name = path_base(path);
    return g_str_has_prefix(name, begin) && g_str_has_suffix(name, end) &&
           strlen(name) > sizeof begin - 1 + sizeof end - 1;
}

gboolean tree_kind_is_source(TreeKind kind)
{
    return tree_kind_role(kind) == TREE_ROLE_SOURCE;
}
