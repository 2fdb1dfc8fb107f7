/* A Spack package.py: variants for the points, what they depend on and exclude, and the build
 * tool's arguments made from them. A skeleton, because a specification knows neither the project's
 * address nor its checksums.
 *
 * Names and values that Spack's specs cannot hold are left out, with a remark. */
#include "discover/review/exports/writer.h"
#include <string.h>

/* Variants that every package has, or that mean something else to Spack. */
static const char *const reserved[] = {"arch",     "build_system", "build_type", "compiler",
                                       "dev_path", "generator",    "namespace",  "os",
                                       "patches",  "platform",     "target",     NULL};

/* How a project of that build system is packaged. */
typedef struct {
    const char *build;
    const char *base;
    const char *folder;   /* the attribute that names the build system's folder */
    const char *function; /* what returns the arguments */
    gboolean property;
} PackageClass;

static const PackageClass classes[] = {
    {"cmake", "CMakePackage", "root_cmakelists_dir", "cmake_args", FALSE},
    {"autotools", "AutotoolsPackage", "configure_directory", "configure_args", FALSE},
    {"make", "MakefilePackage", "build_directory", "build_targets", TRUE},
    {"meson", "MesonPackage", "root_mesonlists_dir", "meson_args", FALSE},
};
static const PackageClass other_class = {"", "Package", NULL, "build_arguments", FALSE};

static const PackageClass *class_of(const ExportInput *input)
{
    for (gsize i = 0; i < G_N_ELEMENTS(classes); i++) {
        if (g_strcmp0(input->build, classes[i].build) == 0) {
            return &classes[i];
        }
    }
    return &other_class;
}

static gboolean is_spec_word(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (!g_ascii_isalnum(*at) && strchr("_.-", *at) == NULL) {
            return FALSE;
        }
    }
    return *text != '\0' && *text != '-' && *text != '.';
}

/* A variant for each point, each under a name of its own. */
typedef struct {
    const ExportInput *input;
    GString *out;
    GHashTable *names; /* Point * -> const char *: variants that were written */
    GHashTable *taken; /* their names */
    gboolean pairs;    /* a group is told by its pairs */
} Package;

static const char *name_variant(Package *self, const Point *point)
{
    Arena *arena = self->input->arena;
    const char *plain = plain_name(arena, point->option, '_', "option");
    const char *name =
        g_strv_contains(reserved, plain) ? arena_printf(arena, "%s_option", plain) : plain;
    for (guint i = 2; !g_hash_table_add(self->taken, (gpointer)name); i++) {
        name = arena_printf(arena, "%s_%u", plain, i);
    }
    return name;
}

static void add_literal(GString *out, const char *text)
{
    g_autofree char *literal = python_literal(text);
    g_string_append(out, literal);
}

static void add_comment(GString *out, const char *before, const char *text)
{
    g_autofree char *safe = comment_text(text);
    g_string_append_printf(out, "    # %s%s\n", before, safe);
}

/* The values that a spec can hold; the default among them, whatever it is. */
static GPtrArray *spec_values(const ExportInput *input, const Point *point)
{
    GPtrArray *values = arena_array(input->arena);
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        gboolean is_default = g_strcmp0(value->value, point->default_value) == 0;
        if (is_spec_word(value->value) && (is_default || export_value_is_usable(value))) {
            g_ptr_array_add(values, (gpointer)value->value);
        }
    }
    return values;
}

static void add_variant(Package *self, const Point *point)
{
    GString *out = self->out;
    GPtrArray *values = spec_values(self->input, point);
    gboolean choice = point->kind == POINT_CHOICE && !point->free_form;
    const char *fallback = point_default_setting(point);
    if (choice && values->len > 0 &&
        (fallback == NULL ||
         !g_ptr_array_find_with_equal_func(values, fallback, g_str_equal, NULL))) {
        fallback = values->pdata[0];
    }
    if (point->kind != POINT_SWITCH &&
        (fallback == NULL || !is_spec_word(fallback) || (choice && values->len == 0))) {
        add_comment(out, "A variant cannot hold the default or the values of ", point->option);
        return;
    }
    const char *name = name_variant(self, point);
    g_hash_table_insert(self->names, (gpointer)point, (gpointer)name);
    g_string_append(out, "    variant(\n        ");
    add_literal(out, name);
    g_string_append(out, ",\n        default=");
    if (point->kind == POINT_SWITCH) {
        g_string_append(out, g_strcmp0(fallback, "ON") == 0 ? "True" : "False");
    } else {
        add_literal(out, fallback);
        g_string_append(out, ",\n        values=");
        g_string_append(out, choice ? "(" : "lambda value: True");
        for (guint i = 0; choice && i < values->len; i++) {
            add_literal(out, values->pdata[i]);
            g_string_append(out, i + 1 < values->len ? ", " : ",)");
        }
        g_string_append(out, ",\n        multi=False");
    }
    g_string_append(out, ",\n        description=");
    add_literal(out, point->help != NULL ? point->help : point->option);
    g_string_append(out, ",\n    )\n");
}

/* "+mpi", "~mpi", "gpu=CUDA"; NULL when a spec cannot say it. In the arena. */
static const char *spec_of(const Package *self, const Point *point, const char *value)
{
    const char *name = g_hash_table_lookup(self->names, point);
    if (name == NULL || (value != NULL && !is_spec_word(value))) {
        return NULL;
    }
    if (point->kind == POINT_SWITCH) {
        gboolean off = g_strcmp0(value, "OFF") == 0;
        return arena_printf(self->input->arena, "%s%s", off ? "~" : "+", name);
    }
    return value == NULL ? NULL : arena_printf(self->input->arena, "%s=%s", name, value);
}

/* ">=11.0" -> "@11.0:", and so of a range ">=11.0,<13", since Spack's ends take all that begins
 * like them; NULL for what is no single version or lower bound. In the arena. */
static const char *version_of(Arena *arena, const char *version)
{
    if (version == NULL) {
        return "";
    }
    gsize sign = strspn(version, "<>=");
    const char *number = arena_strndup(arena, version + sign, strcspn(version + sign, ","));
    if (!is_spec_word(number)) {
        return NULL;
    }
    if (g_str_has_prefix(version, ">=")) {
        return arena_printf(arena, "@%s:", number);
    }
    return sign == 0 || (sign <= 2 && version[0] == '=') ? arena_printf(arena, "@%s", number)
                                                         : NULL;
}

/* "    conflicts("+mpi", when="gpu=HIP")"; `when` may be NULL. */
static void add_directive(Package *self, const char *directive, const char *spec, const char *when)
{
    g_string_append_printf(self->out, "    %s(", directive);
    add_literal(self->out, spec);
    if (when != NULL) {
        g_string_append(self->out, ", when=");
        add_literal(self->out, when);
    }
    g_string_append(self->out, ")\n");
}

static void add_dependency(Package *self, const Requirement *requirement, const char *when)
{
    Arena *arena = self->input->arena;
    const PackageNames *names = export_package(self->input, requirement->package);
    const char *version = version_of(arena, requirement->version);
    const char *wanted = arena_printf(arena, "%s%s%s%s%s", requirement->package,
                                      requirement->version == NULL ? "" : " ",
                                      requirement->version == NULL ? "" : requirement->version,
                                      when == NULL ? "" : " when ", when == NULL ? "" : when);
    if (requirement->optional) {
        add_comment(self->out, "Used when it is found: ", wanted);
    } else if (names != NULL && names->spack == NULL) {
        return; /* it comes with the compiler */
    } else if (names == NULL || version == NULL) {
        add_comment(self->out, "Needs, under a name that Spack knows: ", wanted);
    } else {
        add_directive(self, "depends_on", arena_printf(arena, "%s%s", names->spack, version), when);
    }
}

/* A directive for a requirement on another point, where a spec can say it. */
static void add_relation(Package *self, const char *directive, const Requirement *requirement,
                         const char *when)
{
    const Point *point =
        requirement->option == NULL ? NULL : export_point(self->input, requirement->option);
    const char *spec = point == NULL ? NULL : spec_of(self, point, requirement->value);
    if (spec != NULL && when != NULL) {
        add_directive(self, directive, spec, when);
    }
}

static void add_relations(Package *self, const GPtrArray *requires, const GPtrArray *conflicts,
                          const char *when)
{
    for (guint i = 0; i < requires->len; i++) {
        const Requirement *requirement = requires->pdata[i];
        if (requirement->package != NULL) {
            add_dependency(self, requirement, when);
        } else {
            add_relation(self, "requires", requirement, when);
        }
    }
    for (guint i = 0; i < conflicts->len; i++) {
        add_relation(self, "conflicts", conflicts->pdata[i], when);
    }
}

static void add_point_relations(Package *self, const Point *point)
{
    /* What any value of a choice needs has no single spec, and stands without a condition. */
    const char *when = point->kind == POINT_SWITCH ? spec_of(self, point, "ON") : NULL;
    if (point->kind != POINT_SWITCH || when != NULL) {
        add_relations(self, export_requires(self->input, point, NULL), point->conflicts, when);
    }
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        const char *chosen = spec_of(self, point, value->value);
        if (chosen != NULL) {
            add_relations(self, export_requires(self->input, point, value), value->conflicts,
                          chosen);
        }
    }
}

/* The specs of a group's members, of which a spec can say each; fewer where it cannot. The caller
 * unrefs. */
static GPtrArray *member_specs(const Package *self, const PointGroup *group)
{
    GPtrArray *specs = g_ptr_array_new();
    for (guint i = 0; i < group->members->len; i++) {
        const Requirement *member = group->members->pdata[i];
        const Point *point =
            member->option == NULL ? NULL : export_point(self->input, member->option);
        const char *spec = point == NULL ? NULL : spec_of(self, point, member->value);
        if (spec != NULL) {
            g_ptr_array_add(specs, (gpointer)spec);
        }
    }
    return specs;
}

/* Any two of a group of which one member may hold exclude each other. */
static void add_group(Package *self, const PointGroup *group)
{
    g_autoptr(GPtrArray) specs = member_specs(self, group);
    if (group->kind == GROUP_AT_LEAST_ONE || specs->len < 2) {
        return;
    }
    self->pairs = TRUE;
    if (group->text != NULL) {
        add_comment(self->out, "", group->text);
    }
    g_string_append(self->out, "    for one, other in itertools.combinations(\n        (\n");
    for (guint i = 0; i < specs->len; i++) {
        g_string_append(self->out, "            ");
        add_literal(self->out, specs->pdata[i]);
        g_string_append(self->out, ",\n");
    }
    g_string_append(self->out,
                    "        ),\n        2,\n    ):\n        conflicts(one, when=other)\n");
}

static void add_argument(const Package *self, const Point *point)
{
    const char *name = g_hash_table_lookup(self->names, point);
    if (name == NULL) {
        return;
    }
    GString *out = self->out;
    if (g_strcmp0(self->input->build, "cmake") == 0) {
        g_string_append(out, "            self.define_from_variant(");
        add_literal(out, point->option);
        g_string_append(out, ", ");
        add_literal(out, name);
        g_string_append(out, "),\n");
        return;
    }
    g_string_append(out, "            ");
    if (point->only_given) {
        gboolean on = g_strcmp0(point_default_setting(point), "ON") == 0;
        g_string_append(out, "*([");
        add_literal(out, point->flag);
        g_string_append_printf(out, "] if self.spec.satisfies(\"%c%s\") else [])", on ? '~' : '+',
                               name);
    } else if (point->kind == POINT_SWITCH) {
        const ExportSetting on = {point, "ON"};
        const ExportSetting off = {point, "OFF"};
        add_literal(out, export_argument(self->input, &on));
        g_string_append_printf(out, " if self.spec.satisfies(\"+%s\") else ", name);
        add_literal(out, export_argument(self->input, &off));
    } else {
        add_literal(out, point->flag == NULL ? "" : point->flag);
        g_string_append_printf(out, " + self.spec.variants[\"%s\"].value", name);
    }
    g_string_append(out, ",\n");
}

/* "GROMACS-mdrun 2" -> "GromacsMdrun2", as Spack derives a class from a package's name. */
static const char *class_name(Arena *arena, const char *project)
{
    const char *plain = plain_name(arena, project, '-', "project");
    GString *name = g_string_new(g_ascii_isdigit(*plain) ? "_" : NULL);
    for (const char *at = plain; *at != '\0'; at++) {
        gboolean begins = at == plain || at[-1] == '-';
        if (*at != '-') {
            g_string_append_c(name, begins ? g_ascii_toupper(*at) : *at);
        }
    }
    const char *result = arena_strdup(arena, name->str);
    g_string_free(name, TRUE);
    return result;
}

static void add_head(Package *self, const PackageClass *class)
{
    const ExportInput *input = self->input;
    const SpecificationProject *project = input->request->specification->project;
    GString *out = self->out;
    g_autofree char *name = comment_text(project->name);
    g_string_append_printf(out,
                           "# The specialization points of %s as a Spack package. Still to be "
                           "written: homepage, url or\n# git, the checksums of versions, licence, "
                           "maintainers.\n%sfrom spack.package import *\n\n\nclass %s(%s):\n    ",
                           name, self->pairs ? "import itertools\n\n" : "",
                           class_name(input->arena, project->name), class->base);
    g_autofree char *title = g_strdup_printf("%s, with its specialization points.", project->name);
    add_literal(out, title);
    g_string_append(out, "\n\n");
    if (project->version != NULL && is_spec_word(project->version)) {
        g_string_append(out, "    version(");
        add_literal(out, project->version);
        g_string_append(out, ")\n\n");
    }
    if (input->folder != NULL && class->folder != NULL) {
        g_string_append_printf(out, "    %s = ", class->folder);
        add_literal(out, input->folder);
        g_string_append(out, "\n\n");
    }
}

char *export_spack(const ExportInput *input, GError **error)
{
    (void)error;
    g_autoptr(GHashTable) names = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
    Package self = {input, g_string_new(NULL), names, taken, FALSE};
    const PackageClass *class = class_of(input);
    for (guint i = 0; i < input->points->len; i++) {
        add_variant(&self, input->points->pdata[i]);
    }
    g_string_append_c(self.out, '\n');
    for (guint i = 0; i < input->points->len; i++) {
        add_point_relations(&self, input->points->pdata[i]);
    }
    const GPtrArray *groups = input->request->specification->groups;
    for (guint i = 0; i < groups->len; i++) {
        add_group(&self, groups->pdata[i]);
    }
    g_string_append_printf(self.out, "\n%s    def %s(self):\n        return [\n",
                           class->property ? "    @property\n" : "", class->function);
    for (guint i = 0; i < input->points->len; i++) {
        add_argument(&self, input->points->pdata[i]);
    }
    g_string_append(self.out, "        ]\n");
    g_autofree char *body = g_string_free(self.out, FALSE);
    self.out = g_string_new(NULL);
    add_head(&self, class);
    g_string_append(self.out, body);
    return g_string_free(self.out, FALSE);
}
