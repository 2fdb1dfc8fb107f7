/* Files of settings that are no makefiles: "#USE_X  # what it is for", to be copied, edited, and
 * turned into definitions by a program that the build runs. */
#include "core/path.h"
#include "discover/make/comment_values.h"
#include "discover/make/reading.h"
#include <string.h>

/* Fewer lines of that kind may be anything. */
#define SETTINGS_MIN 8u
#define SETTINGS_BYTES_MAX (256u * 1024u)
#define SETTINGS_MAX 2000u
/* A setting is explained up to the line in which this is reached. */
#define HELP_BYTES_MAX 2000u

typedef struct {
    guint line;
    const char *text; /* the line as written */
    const char *name;
    const char *value; /* NULL: it is only there or not */
    const char *help;  /* NULL when there is none */
    gboolean off;      /* it stands in a comment */
} ListedSetting;

/* "NAME", "#NAME=2   # help"; FALSE for any other line. */
static gboolean read_setting(Arena *arena, const char *line, ListedSetting *setting)
{
    const char *name = line + (*line == '#' ? 1 : 0);
    gsize length = strspn(name, G_CSET_A_2_Z G_CSET_DIGITS "_");
    if (length < 2 || g_ascii_isdigit(*name)) {
        return FALSE;
    }
    const char *rest = name + length;
    gsize width = *rest == '=' ? strcspn(rest + 1, " \t#") : 0;
    const char *value = *rest == '=' ? arena_strndup(arena, rest + 1, width) : NULL;
    rest += *rest == '=' ? width + 1 : 0;
    const char *comment = rest + strspn(rest, " \t");
    if (*comment != '\0' && (*comment != '#' || comment == rest)) {
        return FALSE;
    }
    comment += strspn(comment, "# \t");
    setting->text = arena_strdup(arena, line);
    setting->name = arena_intern_length(arena, name, length);
    setting->value = value;
    setting->help = *comment != '\0' ? arena_strdup(arena, comment) : NULL;
    setting->off = *line == '#';
    return TRUE;
}

static gboolean goes_on(const char *line)
{
    gsize indent = strspn(line, " \t");
    return indent > 0 && line[indent] == '#';
}

/* Adds what goes on below: an indented comment is about the setting in front of it. */
static void read_further_help(Arena *arena, char *const *below, ListedSetting *setting)
{
    if (below[0] == NULL || !goes_on(below[0])) {
        return;
    }
    g_autoptr(GString) help = g_string_new(setting->help);
    for (guint i = 0; below[i] != NULL && goes_on(below[i]) && help->len < HELP_BYTES_MAX; i++) {
        g_autofree char *more = g_strchomp(g_strdup(below[i] + strspn(below[i], "# \t")));
        g_string_append_printf(help, "%s%s", help->len > 0 ? " " : "", more);
    }
    setting->help = arena_strndup(arena, help->str, help->len);
}

/* The settings of a file that holds nothing else but comments; NULL when it is none of that kind.
 */
static GArray *read_settings(Arena *arena, const char *text)
{
    g_autoptr(GArray) settings = g_array_new(FALSE, FALSE, sizeof(ListedSetting));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint off = 0;
    for (guint i = 0; lines[i] != NULL; i++) {
        g_strchomp(lines[i]);
        if (goes_on(lines[i])) {
            continue;
        }
        ListedSetting setting = {.line = i + 1};
        if (read_setting(arena, lines[i], &setting)) {
            read_further_help(arena, lines + i + 1, &setting);
            g_array_append_val(settings, setting);
            off += setting.off ? 1 : 0;
            continue;
        }
        if (*lines[i] != '\0' && *lines[i] != '#') {
            return NULL;
        }
    }
    gboolean list = settings->len >= SETTINGS_MIN && off * 2 >= settings->len;
    return list ? g_steal_pointer(&settings) : NULL;
}

static gboolean is_name_mark(char c)
{
    return g_ascii_isalnum(c) || strchr("._-", c) != NULL;
}

/* Whether the makefile speaks of a file of that name, as a word. */
static gboolean speaks_of(const char *makefile, const char *name)
{
    gsize length = strlen(name);
    for (const char *at = strstr(makefile, name); at != NULL; at = strstr(at + 1, name)) {
        gboolean begins = at == makefile || !is_name_mark(at[-1]);
        if (begins && (at[length] == '\0' || !is_name_mark(at[length]))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "Template-Config.sh" and "Config.sh.example" for "Config.sh", which the makefile speaks of and
 * which is not there: that is for people to make. */
static gboolean is_to_be_copied(MakeReading *self, const char *folder, const char *path,
                                const char *makefile)
{
    g_autofree char *base = g_strdup(path_base(path));
    for (char *mark = strpbrk(base + 1, "._-"); mark != NULL && mark[1] != '\0';
         mark = strpbrk(mark + 1, "._-")) {
        g_autofree char *before = g_strndup(base, (gsize)(mark - base));
        const char *const names[] = {mark + 1, before};
        for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
            const char *wanted = make_path(self, folder, names[i]);
            if (strchr(names[i], '.') != NULL && speaks_of(makefile, names[i]) && wanted != NULL &&
                tree_find(self->tree, wanted) == NULL) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static Definition *definition_of(MakeReading *self, const ListedSetting *setting, Span at)
{
    const char *value = setting->off ? "" : setting->value;
    if (setting->value == NULL) {
        value = setting->off ? "OFF" : "ON";
    }
    return facts_definition_new(self->arena, at, setting->text, setting->help,
                                setting->value == NULL ? OPTION_BOOL : OPTION_STRING,
                                facts_default_new(self->arena, value));
}

/* The numbers that the help explains, when the setting's own is one of them. */
static void add_numbers(Arena *arena, const ListedSetting *setting, Span at, GPtrArray *values)
{
    g_autoptr(GPtrArray) told = comment_numbers(arena, setting->help);
    if (setting->value == NULL ||
        !g_ptr_array_find_with_equal_func(told, setting->value, g_str_equal, NULL)) {
        return;
    }
    for (guint i = 0; i < told->len; i++) {
        AllowedValue *value = arena_new0(arena, AllowedValue);
        *value = (AllowedValue){.value = told->pdata[i], .origin = VALUE_HELP, .at = at};
        g_ptr_array_add(values, value);
    }
}

static void add_option(MakeReading *self, const ListedSetting *setting, const char *path)
{
    Arena *arena = self->arena;
    const Span at = {path, setting->line, 0};
    gboolean boolean = setting->value == NULL;
    Effect *effect = arena_new0(arena, Effect);
    *effect =
        (Effect){.kind = EFFECT_DEFINITION,
                 .name = setting->name,
                 .when = condition_atom(arena, CONDITION_SUBJECT_OPTION, setting->name, NULL, NULL),
                 .at = at};
    g_ptr_array_add(self->facts->effects, effect);
    OptionLink *link = arena_new0(arena, OptionLink);
    *link = (OptionLink){
        .effect = effect, .values = boolean ? arena_array_of(arena, "ON") : NULL, .alone = TRUE};
    GPtrArray *links = arena_array(arena);
    g_ptr_array_add(links, link);
    GPtrArray *definitions = arena_array(arena);
    g_ptr_array_add(definitions, definition_of(self, setting, at));
    GPtrArray *values = arena_array(arena);
    if (boolean) {
        AllowedValue *on = arena_new0(arena, AllowedValue);
        *on = (AllowedValue){.value = "1", .origin = VALUE_DEFAULT, .at = at};
        g_ptr_array_add(values, on);
    }
    add_numbers(arena, setting, at, values);
    Option *option = arena_new0(arena, Option);
    *option = (Option){.name = setting->name,
                       .builder = BUILDER_MAKE,
                       .folder = self->top,
                       .type = boolean ? OPTION_BOOL : OPTION_STRING,
                       .free_form = !boolean,
                       .example = setting->off ? setting->value : NULL,
                       .definitions = definitions,
                       .values = values,
                       .links = links,
                       .uses = arena_array(arena)};
    g_ptr_array_add(self->facts->options, option);
}

/* The names of the options that the makefiles of this build have. */
static GHashTable *known_names(const MakeReading *self)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->facts->options->len; i++) {
        const Option *option = self->facts->options->pdata[i];
        if (option->builder == BUILDER_MAKE && strcmp(option->folder, self->top) == 0) {
            g_hash_table_add(names, (gpointer)option->name);
        }
    }
    return names;
}

static void add_options(MakeReading *self, GHashTable *known, const GArray *settings,
                        const char *path)
{
    for (guint i = 0; i < settings->len; i++) {
        const ListedSetting *setting = &g_array_index(settings, ListedSetting, i);
        if (i == SETTINGS_MAX) {
            make_ledger(self, "limit: settings of a file", path, NULL);
            return;
        }
        if (g_hash_table_add(known, (gpointer)setting->name)) {
            add_option(self, setting, path);
        }
    }
}

void make_read_settings(MakeReading *self, const char *makefile)
{
    g_autofree char *text = tree_read_text(self->tree, makefile, NULL, NULL);
    g_autofree char *folder = path_folder(makefile);
    g_autoptr(GHashTable) known = known_names(self);
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0; text != NULL && i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        gsize length = path_folder_length(file->path);
        if (file->size > SETTINGS_BYTES_MAX || strlen(folder) != length ||
            strncmp(file->path, folder, length) != 0 ||
            !is_to_be_copied(self, folder, file->path, text)) {
            continue;
        }
        g_autofree char *lines = tree_read_text(self->tree, file->path, NULL, NULL);
        g_autoptr(GArray) settings = lines != NULL ? read_settings(self->arena, lines) : NULL;
        if (settings != NULL) {
            add_options(self, known, settings, file->path);
        }
    }
}
