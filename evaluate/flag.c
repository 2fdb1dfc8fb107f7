#include "evaluate/flag.h"
#include "core/point_flag.h"
#include "core/switch_word.h"
#include <string.h>

const char *flag_value(Arena *arena, const char *text)
{
    const char *begin = text;
    const char *end = text + strlen(text);
    /* A reply may hold as many quotes as it likes: each is looked at once. */
    for (;;) {
        while (begin < end && g_ascii_isspace(*begin)) {
            begin++;
        }
        while (begin < end && g_ascii_isspace(end[-1])) {
            end--;
        }
        if (end - begin < 2 || (*begin != '"' && *begin != '\'') || end[-1] != *begin) {
            break;
        }
        begin++;
        end--;
    }
    g_autofree char *bare = g_strndup(begin, (gsize)(end - begin));
    return arena_intern(arena, switch_word_is_on(bare)    ? FLAG_ON
                               : switch_word_is_off(bare) ? FLAG_OFF
                                                          : bare);
}

static Flag flag_of(Arena *arena, const char *option, const char *value)
{
    Flag flag = {arena_intern(arena, option), arena_intern(arena, value), NULL};
    g_autofree char *key = g_strdup_printf("%s=%s", option, value);
    flag.key = arena_intern(arena, key);
    return flag;
}

/* Autoconf reads --enable-a_b and --enable-a-b as the same; --disable-x is --enable-x=no. */
static gboolean read_feature(Arena *arena, const char *name, const char *value, Flag *flag)
{
    ArgumentSense sense = argument_sense(name);
    if (sense == ARGUMENT_OTHER) {
        return FALSE;
    }
    gboolean off = sense == ARGUMENT_WITHOUT;
    g_autofree char *option = off ? argument_opposite_of(name, strlen(name)) : g_strdup(name);
    *flag = flag_of(arena, g_strdelimit(option, "_", '-'),
                    off             ? FLAG_OFF
                    : value == NULL ? FLAG_ON
                                    : flag_value(arena, value));
    return TRUE;
}

/* "FLAGS+=-DNAME" and "FLAGS+=-DNAME=VALUE" are a line of a makefile: what comes before the second
 * '=' is what it sets. */
static const char *behind_line(const char *text)
{
    const char *mark = strstr(text, "+=");
    return mark != NULL ? mark + strlen("+=") : text;
}

Flag flag_read(Arena *arena, const char *text)
{
    g_autofree char *stripped = g_strstrip(g_strdup(text));
    char *equals = strchr(behind_line(stripped), '=');
    if (equals != NULL) {
        *equals = '\0';
    }
    const char *value = equals == NULL ? NULL : equals + 1;
    Flag flag;
    if (read_feature(arena, stripped, value, &flag)) {
        return flag;
    }
    /* CMake's -DNAME:TYPE=VALUE and -D NAME=VALUE. */
    gboolean definition = g_str_has_prefix(stripped, "-D");
    const char *name = definition ? stripped + 2 : stripped;
    name += strspn(name, " \t");
    gsize length = definition ? strcspn(name, ":") : strlen(name);
    g_autofree char *option = g_strdup_printf("%s%.*s", definition ? "-D" : "", (int)length, name);
    return flag_of(arena, option, value == NULL ? FLAG_ON : flag_value(arena, value));
}

char **flag_split(const char *text)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    g_autoptr(GString) part = g_string_new(NULL);
    char quote = '\0';
    int depth = 0;
    for (const char *at = text;; at++) {
        gboolean blank = g_ascii_isspace(*at) && quote == '\0' && depth == 0;
        /* "-D NAME=VALUE" is one argument in spirit. */
        gboolean lone = part->len == 2 && strcmp(part->str, "-D") == 0;
        if (*at == '\0' || (blank && !lone)) {
            if (part->len > 0) {
                g_strv_builder_add(builder, part->str);
                g_string_truncate(part, 0);
            }
            if (*at == '\0') {
                break;
            }
            continue;
        }
        if (blank) {
            continue;
        }
        if (quote == *at) {
            quote = '\0';
        } else if (quote == '\0' && (*at == '"' || *at == '\'')) {
            quote = *at;
        }
        if (strchr("[{(<", *at) != NULL) {
            depth++;
        } else if (strchr("]})>", *at) != NULL && depth > 0) {
            depth--;
        }
        g_string_append_c(part, *at);
    }
    return g_strv_builder_end(builder);
}
