#include "grammars/grammars.h"

/* What the generated parsers export; they come without a header. */
const TSLanguage *tree_sitter_cmake(void);
const TSLanguage *tree_sitter_c(void);
const TSLanguage *tree_sitter_cpp(void);

const TSLanguage *grammar_cmake(void)
{
    return tree_sitter_cmake();
}

const TSLanguage *grammar_c(void)
{
    return tree_sitter_c();
}

const TSLanguage *grammar_cpp(void)
{
    return tree_sitter_cpp();
}
