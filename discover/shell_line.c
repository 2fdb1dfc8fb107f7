#include "discover/shell_line.h"
#include <string.h>

gboolean shell_line_is_comment(const char *line)
{
    return line[strspn(line, " \t")] == '#';
}

gboolean shell_line_only_prints(const char *line)
{
    line += strspn(line, " \t");
    gboolean prints = g_str_has_prefix(line, "echo ") || g_str_has_prefix(line, "printf ");
    return prints && !g_regex_match_simple("[|]|>(?!&)", line, 0, 0);
}
