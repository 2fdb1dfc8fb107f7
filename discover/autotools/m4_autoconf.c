/* What Autoconf itself does with macros: definitions that provide a feature, shell constructs with
 * arguments as arms, help texts, and macros that nobody has defined. */
#include "discover/autotools/m4_private.h"
#include <string.h>

/* Projects write AC_CONFIG_SUBDIRS anew, to configure a part at once or with further words: such a
 * macro hands on what the script was given, and starts another one. */
static gboolean starts_configure(const char *body)
{
    return strstr(body, "ac_configure_args") != NULL && strstr(body, "/configure") != NULL;
}

static void define_macro(M4 *self, const M4Call *call, gboolean once)
{
    const Text *body = m4_argument(self, call, 1);
    g_autoptr(Text) marked = text_new();
    if (starts_configure(text_string(body))) {
        text_append_string(marked, "xaas_configured($@)\n", call->at);
    }
    text_append(marked, body);
    m4_defun(self, m4_argument_string(call, 0), marked, once);
}

static void autoconf_defun(M4 *self, const M4Call *call)
{
    define_macro(self, call, FALSE);
}

static void autoconf_defun_once(M4 *self, const M4Call *call)
{
    define_macro(self, call, TRUE);
}

/* AU_ALIAS(OLD, NEW) */
static void autoconf_alias(M4 *self, const M4Call *call)
{
    g_autofree char *body = g_strdup_printf("%s($@)", m4_argument_string(call, 1));
    g_autoptr(Text) text = text_of_string(body, call->at);
    m4_define(self, m4_argument_string(call, 0), text, FALSE);
}

static void autoconf_require(M4 *self, const M4Call *call)
{
    g_autoptr(Text) name = m4_expand_part(self, m4_argument(self, call, 0));
    m4_require(self, call, text_string(name));
}

static void autoconf_provide(M4 *self, const M4Call *call)
{
    m4_provide(self, m4_argument_string(call, 0));
}

static void autoconf_provide_if(M4 *self, const M4Call *call)
{
    guint index = m4_is_provided(self, m4_argument_string(call, 0)) ? 1 : 2;
    m4_push(self, text_ref((Text *)m4_argument(self, call, index)));
}

/* AS_IF(TEST, THEN, TEST, THEN, ..., ELSE) */
static void autoconf_if(M4 *self, const M4Call *call)
{
    Text *text = text_new();
    guint i = 0;
    for (; i + 1 < call->argc || i == 0; i += 2) {
        text_append_string(text, i == 0 ? "if " : "\nelif ", call->at);
        text_append(text, m4_argument(self, call, i));
        text_append_string(text, "\nthen\n", call->at);
        text_append(text, m4_argument(self, call, i + 1));
    }
    if (i < call->argc) {
        text_append_string(text, "\nelse\n", call->at);
        text_append(text, m4_argument(self, call, i));
    }
    text_append_string(text, "\nfi\n", call->at);
    m4_push(self, text);
}

/* Where a pattern begins behind the lines of comments that people write above it. */
static gsize pattern_begin(const Text *pattern)
{
    const char *text = text_string(pattern);
    const char *at = text;
    while (*at == '#') {
        at += strcspn(at, "\n");
        at += strspn(at, " \t\n");
    }
    return (gsize)(at - text);
}

/* AS_CASE(WORD, PATTERN, THEN, ..., DEFAULT). Each pattern gets both its parentheses: a single one
 * would end the call that this may stand in. */
static void autoconf_case(M4 *self, const M4Call *call)
{
    Text *text = text_new();
    text_append_string(text, "case ", call->at);
    text_append(text, m4_argument(self, call, 0));
    text_append_string(text, " in\n", call->at);
    guint i = 1;
    for (; i < call->argc; i += 2) {
        gboolean last = i + 1 == call->argc;
        text_append_string(text, last ? "(*" : "(", call->at);
        if (!last) {
            gsize begin = pattern_begin(call->argv[i]);
            text_append_part(text, call->argv[i], begin, text_length(call->argv[i]) - begin);
        }
        text_append_string(text, ") ", call->at);
        text_append(text, m4_argument(self, call, last ? i : i + 1));
        text_append_string(text, "\n;;\n", call->at);
    }
    text_append_string(text, "esac\n", call->at);
    m4_push(self, text);
}

/* "--enable-x[=LEVEL]": Autoconf takes these brackets for quotes and shows none, but they tell that
 * the word may be left out. A place in them says where something is, which yes does not. */
static void keep_optional(GString *form)
{
    g_autoptr(GRegex) optional = g_regex_new("\\[(=(?![^][]*(?:dir|path|prefix|root))[^][]*+)\\]",
                                             G_REGEX_RAW | G_REGEX_CASELESS, 0, NULL);
    g_autofree char *kept = g_regex_replace(optional, form->str, -1, 0, "@<:@\\1@:>@", 0, NULL);
    g_string_assign(form, kept);
}

/* One half of a help text, in one line. Brackets are written so that no further expansion takes
 * them for quotes; those on the right side are part of the text from the start. */
static void append_help(M4 *self, Text *to, const Text *half, gboolean right, Origin at)
{
    g_autoptr(GString) protected = g_string_new(text_string(half));
    g_string_replace(protected, "\\\n", " ", 0);
    if (right) {
        g_string_replace(protected, "[", "@<:@", 0);
        g_string_replace(protected, "]", "@:>@", 0);
    } else {
        keep_optional(protected);
    }
    g_autoptr(Text) source = text_of_string(protected->str, at);
    g_autoptr(Text) text = m4_expand_part(self, source);
    gboolean blank = FALSE;
    gboolean any = FALSE;
    for (const char *byte = text_string(text); *byte != '\0'; byte++) {
        if (g_ascii_isspace(*byte)) {
            blank = any;
            continue;
        }
        const char plain[] = {*byte, '\0'};
        text_append_string(to, blank ? " " : "", at);
        text_append_string(to, *byte == '[' ? "@<:@" : *byte == ']' ? "@:>@" : plain, at);
        blank = FALSE;
        any = TRUE;
    }
}

/* AS_HELP_STRING(LEFT, RIGHT) */
static void autoconf_help(M4 *self, const M4Call *call)
{
    g_autoptr(Text) text = text_new();
    text_append_byte(text, HELP_BEGIN, call->at);
    append_help(self, text, m4_argument(self, call, 0), FALSE, call->at);
    text_append_byte(text, HELP_MIDDLE, call->at);
    append_help(self, text, m4_argument(self, call, 1), TRUE, call->at);
    text_append_byte(text, HELP_END, call->at);
    m4_emit(self, text);
}

/* Whether an argument is a piece of shell script: an assignment, or a macro that makes one. */
static gboolean is_script(const char *text)
{
    static const char *const prefixes[] = {"AC_", "AM_", "AS_", "AX_", "PKG_"};
    for (const char *at = text; *at != '\0';) {
        gboolean begins = at == text || strchr(" \t\n;[{(", at[-1]) != NULL;
        gsize length = strspn(at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
        if (length == 0) {
            at++;
            continue;
        }
        if (begins && at[length] == '=' && !g_ascii_isdigit(*at)) {
            return TRUE;
        }
        for (guint i = 0; begins && i < G_N_ELEMENTS(prefixes); i++) {
            if (g_str_has_prefix(at, prefixes[i])) {
                return TRUE;
            }
        }
        at += length;
    }
    return FALSE;
}

/* The names of the shell's variables that a text reads, with a blank before each. */
static void append_variables(GString *names, const char *text)
{
    for (const char *at = strchr(text, '$'); at != NULL; at = strchr(at, '$')) {
        at += at[1] == '{' ? 2 : 1;
        gsize length = strspn(at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
        if (length > 0) {
            g_string_append_printf(names, " %.*s", (int)length, at);
        }
        at += length;
    }
}

/* A macro that nobody has defined, with the variables that it is given. By convention its last
 * arguments are what is done when a thing was found and when not: both are read, each as something
 * that may happen. */
static void autoconf_unknown(M4 *self, const M4Call *call)
{
    if (m4_call_members(self, call)) {
        return;
    }
    Text *text = text_new();
    g_autoptr(GString) given = g_string_new(NULL);
    for (guint i = 0; i < call->argc; i++) {
        append_variables(given, text_string(call->argv[i]));
    }
    g_autofree char *head = g_strdup_printf("xaas_unknown([%s],[%s])\n", call->name, given->str);
    text_append_string(text, head, call->at);
    guint arms = 0;
    for (guint i = 0; i < call->argc; i++) {
        if (!is_script(text_string(call->argv[i]))) {
            continue;
        }
        g_autofree char *test = g_strdup_printf("if xaas_check([probe],[%s])\nthen\n", call->name);
        text_append_string(text, arms % 2 == 0 ? test : "\nelse\n", call->at);
        text_append(text, call->argv[i]);
        text_append_string(text, arms % 2 == 1 ? "\nfi\n" : "", call->at);
        arms++;
    }
    text_append_string(text, arms % 2 == 1 ? "\nfi\n" : "", call->at);
    m4_push(self, text);
}

void m4_add_autoconf(M4 *self)
{
    static const struct {
        const char *name;
        M4Builtin builtin;
    } rows[] = {
        {"AC_DEFUN", autoconf_defun},
        {"AC_DEFUN_ONCE", autoconf_defun_once},
        {"m4_defun", autoconf_defun},
        {"m4_defun_once", autoconf_defun_once},
        {"AU_DEFUN", autoconf_defun},
        {"AU_ALIAS", autoconf_alias},
        {"AC_REQUIRE", autoconf_require},
        {"m4_require", autoconf_require},
        {"AC_PROVIDE", autoconf_provide},
        {"m4_provide", autoconf_provide},
        {"AC_PROVIDE_IFELSE", autoconf_provide_if},
        {"m4_provide_if", autoconf_provide_if},
        {"AS_IF", autoconf_if},
        {"AS_CASE", autoconf_case},
        {"AS_HELP_STRING", autoconf_help},
        {"AC_HELP_STRING", autoconf_help},
        {M4_UNKNOWN_MACRO, autoconf_unknown},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        m4_builtin(self, rows[i].name, rows[i].builtin, TRUE);
    }
}
