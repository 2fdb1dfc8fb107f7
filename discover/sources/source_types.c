#include "discover/sources/source_index_private.h"
#include <string.h>

/* A part that gives types has few lines. */
#define PART_LINES_MAX 40u
/* Files that are looked at for one macro. */
#define TYPE_FILES_MAX 8u
/* Names that one file gives types. */
#define FILE_TYPES_MAX 4096u

/* A type's width in bits and its kind, as one number; 0: no plain type of numbers. */
enum { KIND_INTEGER = 1000, KIND_FLOAT = 2000 };

typedef struct {
    char *name;
    guint width;
    guint line;
} GivenType;

static void given_type_clear(gpointer data)
{
    g_free(((GivenType *)data)->name);
}

/* "uint64_t" */
static guint width_of_name(const char *word)
{
    const char *digits = word + strcspn(word, "0123456789");
    gboolean integer = g_str_has_prefix(word, "int") || g_str_has_prefix(word, "uint");
    guint64 bits = g_ascii_strtoull(digits, NULL, 10);
    gboolean known = bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
    return integer && known && g_str_has_suffix(digits, "_t") ? KIND_INTEGER + (guint)bits : 0;
}

/* "unsigned long int", where addresses have 64 bits. */
static guint width_in_c(const char *type)
{
    static const char *const plain[] = {"unsigned", "signed", "const", "int",
                                        "long",     "short",  NULL};
    static const char std[] = "std::";
    g_auto(GStrv) words =
        g_strsplit_set(g_str_has_prefix(type, std) ? type + strlen(std) : type, " \t", -1);
    guint longs = 0;
    guint shorts = 0;
    const char *other = NULL;
    for (guint i = 0; words[i] != NULL; i++) {
        longs += strcmp(words[i], "long") == 0 ? 1 : 0;
        shorts += strcmp(words[i], "short") == 0 ? 1 : 0;
        if (*words[i] != '\0' && !g_strv_contains(plain, words[i])) {
            if (other != NULL) {
                return 0;
            }
            other = words[i];
        }
    }
    if (other == NULL) {
        return KIND_INTEGER + (shorts > 0 ? 16 : longs > 0 ? 64 : 32);
    }
    if (strcmp(other, "float") == 0) {
        return KIND_FLOAT + 32;
    }
    return strcmp(other, "double") == 0 ? KIND_FLOAT + (longs > 0 ? 128 : 64)
                                        : width_of_name(other);
}

/* The kinds of Fortran that are usual: digits or the end of what tells them, by width. */
static guint width_in_fortran(const char *kind)
{
    static const struct {
        const char *form;
        guint width;
    } forms[] = {
        {"^kind\\(0?1\\.?0?(?:e0)?\\)$", KIND_FLOAT + 32},
        {"^kind\\(0?1\\.?0?d0\\)$", KIND_FLOAT + 64},
        {"^kind\\([01]\\.?0?_4\\)$", KIND_FLOAT + 32},
        {"^kind\\([01]\\.?0?_8\\)$", KIND_FLOAT + 64},
        {"^kind\\([01]\\.?0?_16\\)$", KIND_FLOAT + 128},
        {"^(?:real32|c_float|selected_real_kind\\(\\s*(?:p\\s*=\\s*)?6\\b.*)$", KIND_FLOAT + 32},
        {"^(?:real64|c_double|selected_real_kind\\(\\s*(?:p\\s*=\\s*)?1[2-5]\\b.*)$",
         KIND_FLOAT + 64},
        {"^(?:real128|selected_real_kind\\(\\s*(?:p\\s*=\\s*)?(?:3\\d|2\\d|1[6-9])\\b.*)$",
         KIND_FLOAT + 128},
        {"^(?:int32|c_int|selected_int_kind\\(\\s*[5-9]\\s*\\))$", KIND_INTEGER + 32},
        {"^(?:int64|c_long|c_long_long|selected_int_kind\\(\\s*1\\d\\s*\\))$", KIND_INTEGER + 64},
        {"^4$", KIND_FLOAT + 32},
        {"^8$", KIND_FLOAT + 64},
        {"^16$", KIND_FLOAT + 128},
    };
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
        if (g_regex_match_simple(forms[i].form, kind, G_REGEX_CASELESS, 0)) {
            return forms[i].width;
        }
    }
    return 0;
}

/* Forms in which a line gives a name a type. */
typedef struct {
    GRegex *c;
    GRegex *fortran;
} Forms;

static void forms_clear(Forms *self)
{
    g_regex_unref(self->c);
    g_regex_unref(self->fortran);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Forms, forms_clear)

static Forms forms_new(void)
{
    return (Forms){
        g_regex_new("^[ \\t]*(?:typedef[ \\t]+(?<type>[\\w: \\t]+?)[ \\t]+(?<name>\\w+)[ \\t]*;"
                    "|using[ \\t]+(?<name>\\w+)[ \\t]*=[ \\t]*(?<type>[\\w: \\t]+?)[ \\t]*;"
                    "|#[ \\t]*define[ \\t]+(?<name>\\w+)[ \\t]+(?<type>[\\w: \\t]+?)[ \\t\\r]*$)",
                    G_REGEX_RAW | G_REGEX_DUPNAMES, 0, NULL),
        g_regex_new("^[ \\t]*integer\\b[^!]*\\bparameter\\b[^!]*::[ \\t]*(?<name>\\w+)[ \\t]*=[ "
                    "\\t]*(?<type>[^!\\r,]*(?:\\([^!]*\\))?)[ \\t]*(?:!.*)?$",
                    G_REGEX_RAW | G_REGEX_CASELESS, 0, NULL)};
}

static void read_line(const Forms *forms, const char *line, guint number, GArray *types)
{
    const GRegex *both[] = {forms->c, forms->fortran};
    for (guint i = 0; i < G_N_ELEMENTS(both) && types->len < FILE_TYPES_MAX; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (!g_regex_match(both[i], line, 0, &match)) {
            continue;
        }
        g_autofree char *type = g_strstrip(g_match_info_fetch_named(match, "type"));
        guint width = i == 0 ? width_in_c(type) : width_in_fortran(type);
        if (width != 0) {
            GivenType given = {g_match_info_fetch_named(match, "name"), width, number};
            g_array_append_val(types, given);
        }
    }
}

/* All that a file gives types. The caller unrefs it. */
static GArray *types_of_file(const SourceIndex *self, guint file)
{
    GArray *types = g_array_new(FALSE, FALSE, sizeof(GivenType));
    g_array_set_clear_func(types, given_type_clear);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    if (!tree_read_into(self->tree, g_ptr_array_index(self->files, file), bytes, NULL)) {
        return types;
    }
    g_auto(Forms) forms = forms_new();
    char *next = (char *)bytes->data;
    for (guint number = 1; next != NULL; number++) {
        char *line = next;
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        read_line(&forms, line, number, types);
    }
    return types;
}

static gboolean is_within(const GivenType *type, const MacroRegion *part)
{
    return type->line >= part->first && type->line <= part->last;
}

/* Whether the part gives a name a type, to which the same file gives a wider or narrower one of the
 * same kind elsewhere. */
static gboolean part_differs(const GArray *types, const MacroRegion *part)
{
    for (guint i = 0; i < types->len; i++) {
        const GivenType *own = &g_array_index(types, GivenType, i);
        for (guint k = 0; is_within(own, part) && k < types->len; k++) {
            const GivenType *other = &g_array_index(types, GivenType, k);
            if (!is_within(other, part) && other->width != own->width &&
                other->width / KIND_INTEGER == own->width / KIND_INTEGER &&
                strcmp(own->name, other->name) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

gboolean source_index_chooses_width(const SourceIndex *self, const char *macro)
{
    const GArray *parts = source_index_regions(self, macro);
    g_autoptr(GArray) types = NULL;
    guint file = G_MAXUINT;
    guint files = 0;
    for (guint i = 0; parts != NULL && i < parts->len; i++) {
        const MacroRegion *part = &g_array_index(parts, MacroRegion, i);
        if (part->last < part->first || part->last - part->first >= PART_LINES_MAX) {
            continue;
        }
        if (part->file != file) {
            if (files++ == TYPE_FILES_MAX) {
                return FALSE;
            }
            file = part->file;
            g_clear_pointer(&types, g_array_unref);
            types = types_of_file(self, file);
        }
        if (part_differs(types, part)) {
            return TRUE;
        }
    }
    return FALSE;
}
