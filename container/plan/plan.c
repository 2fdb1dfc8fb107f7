#include "container/plan/plan.h"
#include "container/plan/rephrase.h"
#include "core/file.h"
#include "core/point_flag.h"
#include <string.h>

G_DEFINE_QUARK(xaas - plan - error, plan_error)

/* A point with the values that it is to have. */
typedef struct {
    const char *option;
    GPtrArray *values; /* const char * */
} Axis;

typedef struct {
    Arena *arena;
    const PlanRequest *request;
    const Specification *specification;
    Matrix *matrix;
    const char *system;     /* what the project is built with */
    GPtrArray *axes;        /* Axis * */
    GPtrArray *passed_over; /* DroppedConfiguration *: values that --all does not take */
    GError **error;
} Planning;

static gboolean refuse(const Planning *self, PlanError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static gboolean refuse(const Planning *self, PlanError code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(self->error, PLAN_ERROR, code, message);
    return FALSE;
}

/* With *opposite, the name is one of another build system, or an id by it, that says the opposite.
 */
static const Point *find_point(const Planning *self, const char *name, gboolean *opposite)
{
    gboolean ambiguous = FALSE;
    *opposite = FALSE;
    const Point *point = specification_point(self->specification, name, &ambiguous);
    if (point != NULL) {
        *opposite = g_str_equal(point->id, name) && point_id_says_opposite(point);
    } else if (!ambiguous) {
        point = specification_point_elsewhere(self->specification, name, opposite);
    }
    /* "--disable-x", which switches --enable-x off, is a way to say it, too. */
    const char *other = argument_opposite(self->arena, name);
    if (point == NULL && !ambiguous && other != NULL) {
        point = specification_point_elsewhere(self->specification, other, opposite);
        *opposite = !*opposite;
    }
    if (point == NULL && ambiguous) {
        refuse(self, PLAN_ERROR_REQUEST, "several points have the option %s; name one by its id",
               name);
    } else if (point == NULL) {
        g_autofree char *others = specification_other_points(self->specification, name);
        refuse(self, PLAN_ERROR_REQUEST,
               "%s has no point %s%s; what is no point is given with --define or --vary-define",
               self->request->specification_path, name, others);
    } else if (point->build != NULL && !g_str_equal(point->build, self->system)) {
        refuse(self, PLAN_ERROR_REQUEST,
               "%s is an option of %s, and configurations are built with %s, where the "
               "specification knows nothing that means the same; give an option of the latter "
               "with --define or --vary-define, or name the former with --build-system",
               name, point->build, self->system);
        point = NULL;
    } else if (!setting_option_is_valid(point->option)) {
        refuse(self, PLAN_ERROR_REQUEST,
               "%s is no name that a build tool takes on its command line", name);
        point = NULL;
    }
    return point;
}

/* The values in the project's order. */
static void add_values(GPtrArray *values, const Point *point)
{
    for (guint i = 0; i < point->values->len; i++) {
        g_ptr_array_add(values, (gpointer)((const PointValue *)point->values->pdata[i])->value);
    }
}

/* The value as the point lists it; NULL and an error when it is none of its own. */
static const char *known_value(const Planning *self, const Point *point, const char *value)
{
    if (point->kind == POINT_SWITCH && !value_is_switch(value)) {
        refuse(self, PLAN_ERROR_REQUEST, "%s is a switch: it is ON or OFF, not \"%s\"",
               point->option, value);
        return NULL;
    }
    if (point->kind != POINT_CHOICE || point->values->len == 0) {
        return value;
    }
    GPtrArray *values = arena_array(self->arena);
    add_values(values, point);
    const char *alike = NULL;
    for (guint i = 0; i < values->len; i++) {
        if (g_str_equal(values->pdata[i], value)) {
            return value;
        }
        alike = g_ascii_strcasecmp(values->pdata[i], value) == 0 ? values->pdata[i] : alike;
    }
    if (alike != NULL || point->free_form) {
        return alike != NULL ? alike : value;
    }
    g_ptr_array_add(values, NULL);
    g_autofree char *list = g_strjoinv(", ", (char **)values->pdata);
    refuse(self, PLAN_ERROR_REQUEST, "%s has no value \"%s\"; it has: %s", point->option, value,
           list);
    return NULL;
}

static Axis *axis_for(const Planning *self, const char *option)
{
    for (guint i = 0; i < self->axes->len; i++) {
        Axis *axis = self->axes->pdata[i];
        if (g_str_equal(axis->option, option)) {
            return axis;
        }
    }
    Axis *axis = arena_new0(self->arena, Axis);
    axis->option = option;
    axis->values = arena_array(self->arena);
    g_ptr_array_add(self->axes, axis);
    return axis;
}

/* The words for on and off are many, and each is one value of a switch. */
static void axis_add(Axis *axis, const char *value, gboolean is_switch)
{
    for (guint i = 0; i < axis->values->len; i++) {
        const char *known = axis->values->pdata[i];
        if (g_str_equal(known, value) || (is_switch && value_is_on(known) == value_is_on(value))) {
            return;
        }
    }
    g_ptr_array_add(axis->values, (gpointer)value);
}

/* "NAME=VALUE" in two; NULL and an error when it is not that. Options that vary take several. */
static const char *split(const Planning *self, const char *option, const char *text,
                         const char **value)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        refuse(self, PLAN_ERROR_REQUEST, "--%s takes %s, not \"%s\"", option,
               g_str_has_prefix(option, "vary") ? "NAME=V1,V2" : "NAME=VALUE", text);
        return NULL;
    }
    *value = arena_intern(self->arena, equals + 1);
    return arena_intern_length(self->arena, text, (gsize)(equals - text));
}

/* "V1,V2" in its values: `const char *` in the arena. A backslash before a comma makes it part of
 * the value; before anything else it is what it is. */
static GPtrArray *split_values(const Planning *self, const char *list)
{
    GPtrArray *values = arena_array(self->arena);
    g_autoptr(GString) value = g_string_new(NULL);
    for (const char *at = list;; at++) {
        if (*at == ',' || *at == '\0') {
            g_ptr_array_add(values, (gpointer)arena_intern(self->arena, value->str));
            g_string_truncate(value, 0);
        } else {
            at += at[0] == '\\' && at[1] == ',' ? 1 : 0;
            g_string_append_c(value, *at);
        }
        if (*at == '\0') {
            return values;
        }
    }
}

/* A value of a switch as the point has it. */
static const char *turned(const char *value, gboolean opposite)
{
    return !opposite ? value : value_is_on(value) ? "OFF" : "ON";
}

static gboolean read_vary(const Planning *self, const char *text)
{
    const char *list = NULL;
    gboolean opposite = FALSE;
    const char *name = split(self, "vary", text, &list);
    const Point *point = name == NULL ? NULL : find_point(self, name, &opposite);
    if (point == NULL) {
        return FALSE;
    }
    const GPtrArray *values = split_values(self, list);
    for (guint i = 0; i < values->len; i++) {
        const char *value = known_value(self, point, values->pdata[i]);
        if (value == NULL) {
            return FALSE;
        }
        axis_add(axis_for(self, point->option), turned(value, opposite),
                 point->kind == POINT_SWITCH);
    }
    return TRUE;
}

static void pass_over(const Planning *self, const Point *point, const PointValue *value)
{
    if (g_ptr_array_find_with_equal_func(axis_for(self, point->option)->values, value->value,
                                         g_str_equal, NULL)) {
        return; /* --vary took it */
    }
    DroppedConfiguration *dropped = arena_new0(self->arena, DroppedConfiguration);
    dropped->settings = arena_array(self->arena);
    dropped->reasons = arena_array(self->arena);
    g_ptr_array_add(dropped->settings, setting_new(self->arena, point->option, value->value));
    g_ptr_array_add(dropped->reasons,
                    arena_printf(self->arena, "%s; --vary takes it", value->rejected));
    g_ptr_array_add(self->passed_over, dropped);
}

/* The values that are choices of their own, and off where that is what the project is by itself. */
static void add_choices(const Planning *self, GPtrArray *values, const Point *point)
{
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        gboolean is_off =
            !value_is_on(value->value) && g_strcmp0(point->default_value, value->value) == 0;
        if (value->rejected == NULL || is_off) {
            g_ptr_array_add(values, (gpointer)value->value);
        } else {
            pass_over(self, point, value);
        }
    }
}

static gboolean read_all(const Planning *self, const char *name)
{
    gboolean opposite = FALSE;
    const Point *point = find_point(self, name, &opposite);
    if (point == NULL) {
        return FALSE;
    }
    GPtrArray *values = arena_array(self->arena);
    if (point->kind == POINT_SWITCH) {
        g_ptr_array_add(values, (gpointer) "OFF");
        g_ptr_array_add(values, (gpointer) "ON");
    } else {
        add_choices(self, values, point);
    }
    if (values->len == 0) {
        return refuse(self, PLAN_ERROR_REQUEST,
                      "the specification lists no values of %s; give some with --vary", name);
    }
    for (guint i = 0; i < values->len; i++) {
        axis_add(axis_for(self, point->option), values->pdata[i], point->kind == POINT_SWITCH);
    }
    return TRUE;
}

static gboolean add_common(const Planning *self, const char *option, const char *value)
{
    for (guint i = 0; i < self->matrix->common->len; i++) {
        const Setting *setting = self->matrix->common->pdata[i];
        if (g_str_equal(setting->option, option)) {
            return refuse(self, PLAN_ERROR_REQUEST, "%s is given twice", option);
        }
    }
    for (guint i = 0; i < self->axes->len; i++) {
        if (g_str_equal(((const Axis *)self->axes->pdata[i])->option, option)) {
            return refuse(self, PLAN_ERROR_REQUEST, "%s is varied and has a fixed value, too",
                          option);
        }
    }
    g_ptr_array_add(self->matrix->common, setting_new(self->arena, option, value));
    return TRUE;
}

static gboolean read_set(const Planning *self, const char *text)
{
    const char *value = NULL;
    gboolean opposite = FALSE;
    const char *name = split(self, "set", text, &value);
    const Point *point = name == NULL ? NULL : find_point(self, name, &opposite);
    value = point == NULL ? NULL : known_value(self, point, value);
    return value != NULL && add_common(self, point->option, turned(value, opposite));
}

/* The name of what is no point; NULL and an error when it cannot be one. */
static const char *split_definition(const Planning *self, const char *option, const char *text,
                                    const char **value)
{
    const char *name = split(self, option, text, value);
    if (name != NULL && !setting_option_is_valid(name)) {
        refuse(self, PLAN_ERROR_REQUEST,
               "\"%s\" is no option's name: letters, digits and \"_.+/-\"", name);
        return NULL;
    }
    return name;
}

static gboolean read_define(const Planning *self, const char *text)
{
    const char *value = NULL;
    const char *name = split_definition(self, "define", text, &value);
    return name != NULL && add_common(self, name, value);
}

static gboolean read_vary_define(const Planning *self, const char *text)
{
    const char *list = NULL;
    const char *name = split_definition(self, "vary-define", text, &list);
    const GPtrArray *values = name == NULL ? NULL : split_values(self, list);
    for (guint i = 0; values != NULL && i < values->len; i++) {
        axis_add(axis_for(self, name), values->pdata[i], FALSE);
    }
    return name != NULL;
}

static gboolean read_each(const Planning *self, const char *const *texts,
                          gboolean (*read)(const Planning *, const char *))
{
    for (; texts != NULL && *texts != NULL; texts++) {
        if (!read(self, *texts)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Whether values alone would not tell what they are about: "ON" and "2" may be those of any option.
 */
static gboolean needs_option(const Axis *axis)
{
    for (guint i = 0; i < axis->values->len; i++) {
        const char *value = axis->values->pdata[i];
        if (value_is_switch(value) || value[strspn(value, "0123456789.")] == '\0') {
            return TRUE;
        }
    }
    return FALSE;
}

/* Names are for folders and people: the values, cleaned, without the dashes that options of
 * compilers begin with, told apart by a number where needed. The settings are the axes' in turn. */
static const char *name_for(const Planning *self, const GPtrArray *settings, GHashTable *taken)
{
    g_autoptr(GString) name = g_string_new(NULL);
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        gboolean say_option = needs_option(self->axes->pdata[i]);
        g_string_append_printf(name, "%s%s%s%s", i > 0 ? "-" : "",
                               say_option ? setting->option + strspn(setting->option, "-") : "",
                               say_option ? "_" : "", setting->value + strspn(setting->value, "-"));
    }
    if (name->len > MATRIX_NAME_BYTES_MAX - 10) {
        g_string_truncate(name, MATRIX_NAME_BYTES_MAX - 10);
    }
    for (gsize i = 0; i < name->len; i++) {
        char c = name->str[i];
        gboolean plain = g_ascii_isalnum(c) || (i > 0 && strchr("._+-", c) != NULL);
        name->str[i] = plain ? c : '_';
    }
    if (name->len == 0) {
        g_string_assign(name, "default");
    }
    gsize length = name->len;
    for (guint number = 2; g_hash_table_contains(taken, name->str); number++) {
        g_string_truncate(name, length);
        g_string_append_printf(name, "-%u", number);
    }
    const char *kept = arena_strdup(self->arena, name->str);
    g_hash_table_add(taken, (gpointer)kept);
    return kept;
}

static void judge(const Planning *self, GPtrArray *settings, GHashTable *names)
{
    g_autoptr(GPtrArray) everything = g_ptr_array_copy(settings, NULL, NULL);
    g_ptr_array_extend(everything, self->matrix->common, NULL, NULL);
    const Choice choice = {self->specification, everything, MATRIX_GENERATOR};
    GPtrArray *objections = choice_objections(&choice, self->arena);
    if (objections->len > 0) {
        DroppedConfiguration *dropped = arena_new0(self->arena, DroppedConfiguration);
        dropped->settings = settings;
        dropped->reasons = objections;
        g_ptr_array_add(self->matrix->dropped, dropped);
        return;
    }
    Configuration *configuration = arena_new0(self->arena, Configuration);
    configuration->name = name_for(self, settings, names);
    configuration->settings = settings;
    configuration->arguments = arena_array(self->arena);
    g_ptr_array_add(self->matrix->configurations, configuration);
}

/* The combinations in the order of a number whose digits are the axes, the last one turning
 * fastest. */
static gboolean combine(const Planning *self)
{
    guint64 count = 1;
    for (guint i = 0; i < self->axes->len; i++) {
        const Axis *axis = self->axes->pdata[i];
        count *= axis->values->len;
        if (count > MATRIX_CONFIGURATIONS_MAX) {
            return refuse(self, PLAN_ERROR_IMPOSSIBLE,
                          "these are more than %u combinations; vary less",
                          MATRIX_CONFIGURATIONS_MAX);
        }
        g_ptr_array_add(self->matrix->varied, (gpointer)axis->option);
    }
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint64 number = 0; number < count; number++) {
        GPtrArray *settings = arena_array(self->arena);
        guint64 weight = count;
        for (guint i = 0; i < self->axes->len; i++) {
            const Axis *axis = self->axes->pdata[i];
            weight /= axis->values->len;
            const char *value = axis->values->pdata[number / weight % axis->values->len];
            g_ptr_array_add(settings, setting_new(self->arena, axis->option, value));
        }
        judge(self, settings, names);
    }
    if (self->matrix->configurations->len == 0) {
        const DroppedConfiguration *first = self->matrix->dropped->pdata[0];
        return refuse(self, PLAN_ERROR_IMPOSSIBLE,
                      "no configuration is possible; of the first combination: %s",
                      (const char *)first->reasons->pdata[0]);
    }
    return TRUE;
}

static gboolean choose_folder(const Planning *self)
{
    const char *given = self->request->folder;
    if (given == NULL) {
        return plan_folder(self->specification, self->system, &self->matrix->folder, self->error);
    }
    self->matrix->folder = arena_intern(self->arena, given);
    return matrix_folder_is_valid(given) ||
           refuse(self, PLAN_ERROR_REQUEST, "--folder takes a folder within the source, not \"%s\"",
                  given);
}

static void take_words(const Planning *self, const char *const *words, GPtrArray *to)
{
    for (; words != NULL && *words != NULL; words++) {
        g_ptr_array_add(to, (gpointer)arena_intern(self->arena, *words));
    }
}

/* What is only for those who build with a configure script or makefiles. */
static gboolean choose_words(const Planning *self)
{
    const PlanRequest *request = self->request;
    Matrix *matrix = self->matrix;
    gboolean is_make = g_str_equal(self->system, BUILD_SYSTEM_MAKE);
    if (request->makefile != NULL && !(is_make && matrix_folder_is_valid(request->makefile))) {
        return refuse(self, PLAN_ERROR_REQUEST,
                      is_make ? "--makefile takes a file within the project's folder, not \"%s\""
                              : "--makefile %s: configurations are not built with makefiles alone; "
                                "--build-system make does that",
                      request->makefile);
    }
    gboolean is_cmake = g_str_equal(self->system, BUILD_SYSTEM_CMAKE);
    if (is_cmake && (request->arguments != NULL || request->make_arguments != NULL)) {
        gboolean first = request->arguments != NULL;
        return refuse(self, PLAN_ERROR_REQUEST,
                      "%s %s: CMake takes options only; --define sets one",
                      first ? "--argument" : "--make-argument",
                      first ? request->arguments[0] : request->make_arguments[0]);
    }
    if (is_make) {
        matrix->makefile = request->makefile != NULL
                               ? arena_intern(self->arena, request->makefile)
                               : plan_makefile(self->specification, matrix->folder);
    }
    take_words(self, request->arguments, matrix->arguments);
    take_words(self, request->make_arguments, matrix->make_arguments);
    return TRUE;
}

/* A folder that is named may have a build system that the specification does not tell of. */
static gboolean choose_system(Planning *self)
{
    const char *wanted = self->request->build_system;
    gboolean by_folder = self->request->folder != NULL && wanted == NULL;
    g_autoptr(GError) failure = NULL;
    self->system = plan_build_system(self->specification, wanted, &failure);
    if (self->system == NULL && by_folder) {
        self->system = BUILD_SYSTEM_CMAKE;
    } else if (self->system == NULL) {
        g_propagate_error(self->error, g_steal_pointer(&failure));
        return FALSE;
    }
    if (!g_str_equal(self->system, BUILD_SYSTEM_CMAKE)) {
        self->matrix->build_system = self->system;
    }
    return TRUE;
}

static char *digest_of_file(const char *path, GError **error)
{
    gsize length = 0;
    g_autofree char *bytes = file_read(path, YAML_BYTES_MAX, &length, error);
    if (bytes == NULL) {
        return NULL;
    }
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length);
    return g_strconcat("sha256:", digest, NULL);
}

Matrix *plan_matrix(Arena *arena, const PlanRequest *request, GError **error)
{
    const Specification *specification =
        specification_load(arena, request->specification_path, error);
    g_autofree char *digest =
        specification == NULL ? NULL : digest_of_file(request->specification_path, error);
    if (digest == NULL) {
        return NULL;
    }
    Matrix *matrix = matrix_new(arena);
    matrix->project->name = specification->project->name;
    matrix->project->version = specification->project->version;
    matrix->specification = arena_strdup(arena, digest);
    matrix->source = arena_strdup(arena, request->source);
    Planning planning = {.arena = arena,
                         .request = request,
                         .specification = specification,
                         .matrix = matrix,
                         .axes = arena_array(arena),
                         .passed_over = arena_array(arena),
                         .error = error};
    if (!choose_system(&planning) || !choose_folder(&planning) || !choose_words(&planning)) {
        return NULL;
    }
    planning.specification =
        specification_rephrased(arena, specification, planning.system, matrix->folder);
    if (!read_each(&planning, request->vary, read_vary) ||
        !read_each(&planning, request->all, read_all) ||
        !read_each(&planning, request->vary_define, read_vary_define) ||
        !read_each(&planning, request->set, read_set) ||
        !read_each(&planning, request->define, read_define) || !combine(&planning)) {
        return NULL;
    }
    /* After the combinations, of which the first tells why nothing is possible. */
    g_ptr_array_extend(matrix->dropped, planning.passed_over, NULL, NULL);
    matrix->points = plan_points(arena, planning.specification, matrix);
    if (matrix->build_system != NULL) {
        plan_word_settings(arena, planning.specification, matrix->common);
        for (guint i = 0; i < matrix->configurations->len; i++) {
            const Configuration *configuration = matrix->configurations->pdata[i];
            plan_word_settings(arena, planning.specification, configuration->settings);
        }
    }
    return matrix;
}
