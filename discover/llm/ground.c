#include "discover/llm/ground.h"
#include "core/json.h"
#include "discover/classify/words.h"
#include "discover/llm/support.h"
#include "discover/llm/target.h"
#include <string.h>

#define NAME_BYTES_MAX 128u

void ground_claims_init(GroundClaims *self)
{
    self->sections = g_hash_table_new(g_str_hash, g_str_equal);
    self->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

void ground_claims_clear(GroundClaims *self)
{
    g_clear_pointer(&self->sections, g_hash_table_unref);
    g_clear_pointer(&self->values, g_hash_table_unref);
}

/* All that grounding one reply needs. */
typedef struct {
    const Ground *ground;
    GroundClaims *claims;
    GroundCounts *counts;
} Work;

static void note_claim(const Work *self, ReferenceSection section, const Target *target)
{
    if (!g_hash_table_contains(self->claims->sections, target->point->option)) {
        g_hash_table_insert(self->claims->sections, (gpointer)target->point->option,
                            GUINT_TO_POINTER((guint)section + 1));
    }
    if (target->value != NULL) {
        g_hash_table_add(self->claims->values,
                         g_strdup_printf("%s=%s", target->point->option, target->value->value));
    }
}

/* ---- the layout's sections --------------------------------------------------------------------
 */

static const char *default_key(ReferenceSection section)
{
    return section == SECTION_SIMD ? "default" : "used_as_default";
}

static void set_default(const Work *self, json_t *entry, ReferenceSection section,
                        const Target *target)
{
    gboolean known = FALSE;
    gboolean chosen = target_is_default(self->ground, target, &known);
    if (known) {
        json_object_set_new(entry, default_key(section), json_boolean(chosen));
    }
}

/* A value is called as the project spells it; what a switch stands for, as it is usually spelled
 * when the model wrote the same in other letter case or punctuation. */
static const char *entry_name(const Target *target, const char *name)
{
    if (target->value != NULL) {
        return target->value->name != NULL && strchr(target->value->name, '[') != NULL
                   ? target->value->name
                   : target->value->value;
    }
    const char *usual = target->point->name;
    return usual != NULL && target_same_words(usual, name) ? usual : name;
}

/* A choice belongs where its values do: fft libraries are no linear algebra, whoever lists them
 * there. Switches stay where the model put them. */
static ReferenceSection entry_section(const Target *target, ReferenceSection section)
{
    ReferenceSection right = reference_section_of(target->point->category);
    gboolean named = right == SECTION_GPU || right == SECTION_PARALLEL ||
                     right == SECTION_ALGEBRA || right == SECTION_FFT || right == SECTION_SIMD;
    return target->value != NULL && named ? right : section;
}

static json_t *section_object(json_t *result, ReferenceSection section)
{
    const char *name = reference_section_text(section);
    json_t *object = json_object_get(result, name);
    if (object == NULL) {
        object = json_object();
        json_object_set_new(result, name, object);
    }
    return object;
}

static void count(const Work *self, gboolean same)
{
    self->counts->kept += same ? 1 : 0;
    self->counts->corrected += same ? 0 : 1;
}

/* Two claims of the same thing are one: the first stays. Of two things that are called alike, the
 * second keeps the name that the model gave it. */
static gboolean put_entry(json_t *result, ReferenceSection section, const char *name,
                          const char *given_name, json_t *entry)
{
    json_t *object = section_object(result, section);
    const json_t *present = json_object_get(object, name);
    if (present != NULL) {
        gboolean same = json_equal(json_object_get(present, "build_flag"),
                                   json_object_get(entry, "build_flag"));
        name = same ? NULL : given_name;
    }
    if (name == NULL || json_object_get(object, name) != NULL) {
        json_decref(entry);
        return FALSE;
    }
    json_object_set_new(object, name, entry);
    return TRUE;
}

/* Whether the build needs a technology with all options left alone. Claimed without a flag it is
 * nothing that anybody chooses. */
static gboolean is_required(const Work *self, const char *name)
{
    for (guint i = 0; i < self->ground->facts->effects->len; i++) {
        const Effect *effect = self->ground->facts->effects->pdata[i];
        if (effect->kind == EFFECT_PACKAGE && effect->required &&
            target_holds_by_default(self->ground, effect->when) == HOLDS &&
            (target_same_words(effect->name, name) ||
             support_is_package(self->ground->knowledge, effect->name, name))) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_entry(const Work *self, json_t *result, ReferenceSection section, const char *name,
                      const json_t *given)
{
    json_t *entry = json_is_object(given) ? json_copy((json_t *)given) : json_object();
    const char *claimed = json_string_value(json_object_get(entry, "build_flag"));
    gboolean has_flag = claimed != NULL && *claimed != '\0';
    Target target = {.point = NULL};
    g_autofree char *flag = NULL;
    self->counts->claims++;
    if (has_flag) {
        flag = target_read_flag(self->ground, claimed, name, &target);
    } else if (target_find_by_name(self->ground, section, name, &target)) {
        flag = target_flag(&target, "");
    }
    if (flag == NULL && (has_flag || is_required(self, name))) {
        self->counts->dropped++;
        json_decref(entry);
        return;
    }
    const char *right_name = name;
    ReferenceSection right_section = section;
    if (flag != NULL) {
        right_name = entry_name(&target, name);
        right_section = entry_section(&target, section);
        json_object_set_new(entry, "build_flag", json_of_text(flag));
        if (right_section != section) {
            json_object_del(entry, default_key(section));
        }
        set_default(self, entry, right_section, &target);
        note_claim(self, right_section, &target);
    } else if (json_is_true(json_object_get(entry, default_key(section)))) {
        /* What no option chooses, no option has as its default. */
        json_object_set_new(entry, default_key(section), json_false());
    }
    gboolean same = right_section == section && strcmp(right_name, name) == 0 &&
                    json_equal(entry, (json_t *)given);
    if (put_entry(result, right_section, right_name, name, entry)) {
        count(self, same);
    } else {
        self->counts->dropped++;
    }
}

static void ground_entries(const Work *self, json_t *result, ReferenceSection section,
                           const json_t *entries)
{
    section_object(result, section);
    const char *name = NULL;
    json_t *entry = NULL;
    json_object_foreach((json_t *)entries, name, entry)
    {
        add_entry(self, result, section, name, entry);
    }
}

/* Whether a flag that is no option is one that the build gives to the compiler all the same. */
static gboolean is_effect(const Work *self, const char *flag)
{
    const char *macro = g_str_has_prefix(flag, "-D") ? flag + 2 : NULL;
    for (guint i = 0; i < self->ground->facts->effects->len; i++) {
        const Effect *effect = self->ground->facts->effects->pdata[i];
        gboolean defines = effect->kind == EFFECT_DEFINITION && macro != NULL &&
                           strncmp(macro, effect->name, strlen(effect->name)) == 0 &&
                           strchr("=", macro[strlen(effect->name)]) != NULL;
        if (defines || (effect->kind == EFFECT_FLAG && strcmp(effect->name, flag) == 0)) {
            return TRUE;
        }
    }
    return FALSE;
}

static json_t *ground_list(const Work *self, ReferenceSection section, const json_t *list)
{
    json_t *result = json_array();
    for (gsize i = 0; i < json_array_size(list); i++) {
        const char *claimed = json_string_value(json_array_get(list, i));
        if (claimed == NULL) {
            continue;
        }
        Target target = {.point = NULL};
        self->counts->claims++;
        g_autofree char *flag = target_read_flag(self->ground, claimed, NULL, &target);
        if (flag == NULL && !is_effect(self, claimed)) {
            self->counts->dropped++;
            continue;
        }
        if (flag != NULL) {
            note_claim(self, section, &target);
        }
        count(self, flag == NULL || strcmp(flag, claimed) == 0);
        json_array_append_new(result, json_of_text(flag != NULL ? flag : claimed));
    }
    return result;
}

/* Whether one name is the other with something behind it: a version, "library". */
static gboolean starts_alike(const char *a, const char *b)
{
    char left[NAME_BYTES_MAX];
    char right[NAME_BYTES_MAX];
    words_squash(a, left, sizeof left);
    words_squash(b, right, sizeof right);
    return g_str_has_prefix(left, right) || g_str_has_prefix(right, left);
}

/* One bundled library; both its parts go when the flag is none. */
static json_t *ground_internal(const Work *self, const json_t *given)
{
    const char *claimed = json_string_value(json_object_get(given, "build_flag"));
    Target target = {.point = NULL};
    if (claimed == NULL || *claimed == '\0') {
        return json_incref((json_t *)given);
    }
    self->counts->claims++;
    g_autofree char *flag = target_read_flag(self->ground, claimed, NULL, &target);
    if (flag == NULL) {
        self->counts->dropped++;
        return json_pack("{s:n, s:n}", "library_name", "build_flag");
    }
    note_claim(self, SECTION_INTERNAL, &target);
    count(self, strcmp(flag, claimed) == 0);
    json_t *entry = json_copy((json_t *)given);
    json_object_set_new(entry, "build_flag", json_of_text(flag));
    const char *library = json_string_value(json_object_get(given, "library_name"));
    if (library != NULL && target.point->name != NULL &&
        starts_alike(library, target.point->name)) {
        json_object_set_new(entry, "library_name", json_of_text(target.point->name));
    }
    return entry;
}

/* The layout has one object there. Of several, that of an option for a bundled copy comes first;
 * the others are kept beside it under a key of their own. */
static json_t *ground_internals(const Work *self, const json_t *given, json_t *others)
{
    if (!json_is_array(given)) {
        return ground_internal(self, given);
    }
    json_t *first = NULL;
    for (gsize i = 0; i < json_array_size(given); i++) {
        json_t *entry = ground_internal(self, json_array_get(given, i));
        const char *flag = json_string_value(json_object_get(entry, "build_flag"));
        Target target = {.point = NULL};
        gboolean bundled = first == NULL && flag != NULL &&
                           target_read_word(self->ground, flag, NULL, &target) &&
                           reference_section_of(target.point->category) == SECTION_INTERNAL;
        if (bundled) {
            first = entry;
        } else {
            json_array_append_new(others, entry);
        }
    }
    return first != NULL ? first : json_pack("{s:n, s:n}", "library_name", "build_flag");
}

/* There is a GPU build when a backend was found; its option is the one that all of them share. */
static json_t *ground_gpu_build(const Work *self, const json_t *given, const json_t *backends)
{
    g_autoptr(GHashTable) options = g_hash_table_new(g_str_hash, g_str_equal);
    const Point *only = NULL;
    const char *name = NULL;
    json_t *entry = NULL;
    json_object_foreach((json_t *)backends, name, entry)
    {
        const char *flag = json_string_value(json_object_get(entry, "build_flag"));
        Target target = {.point = NULL};
        if (flag != NULL && target_read_word(self->ground, flag, name, &target)) {
            g_hash_table_add(options, (gpointer)target.point->option);
            only = target.point;
        }
    }
    const char *claimed = json_string_value(json_object_get(given, "build_flag"));
    Target target = {.point = NULL};
    g_autofree char *flag =
        claimed != NULL ? target_read_flag(self->ground, claimed, NULL, &target) : NULL;
    guint count = g_hash_table_size(options);
    const Point *point = count == 1                                           ? only
                         : flag != NULL && target.point->kind == POINT_CHOICE ? target.point
                                                                              : NULL;
    g_autofree char *bare =
        point == NULL ? NULL : g_strndup(point->flag, strcspn(point->flag, "="));
    return json_pack("{s:b, s:o}", "value", count > 0 || flag != NULL, "build_flag",
                     json_of_text(bare));
}

static json_t *ground_build_system(const Work *self)
{
    const GPtrArray *builds = self->ground->options->builds;
    const SpecificationBuild *build = builds->len == 0 ? NULL : builds->pdata[0];
    return json_pack("{s:o, s:o}", "type", json_of_text(build == NULL ? NULL : build->type),
                     "minimum_version",
                     json_of_text(build == NULL ? NULL : build->minimum_version));
}

json_t *ground_reply(const Ground *ground, const json_t *reply, GroundClaims *claims,
                     GroundCounts *counts)
{
    Work self = {.ground = ground, .claims = claims, .counts = counts};
    json_t *result = json_object();
    for (guint i = 0; i < SECTION_NONE; i++) {
        ReferenceSection section = (ReferenceSection)i;
        const char *name = reference_section_text(section);
        const json_t *given = json_object_get(reply, name);
        if (given == NULL) {
            continue;
        }
        if (section == SECTION_INTERNAL) {
            json_t *others = json_array();
            json_object_set_new(result, name, ground_internals(&self, given, others));
            if (json_array_size(others) > 0) {
                json_object_set(result, "other_internal_builds", others);
            }
            json_decref(others);
        } else if (section == SECTION_FLAGS || section == SECTION_TUNING) {
            json_object_set_new(result, name, ground_list(&self, section, given));
        } else {
            ground_entries(&self, result, section, given);
        }
    }
    const json_t *backends = json_object_get(result, reference_section_text(SECTION_GPU));
    json_object_set_new(result, "gpu_build",
                        ground_gpu_build(&self, json_object_get(reply, "gpu_build"), backends));
    json_object_set_new(result, "build_system", ground_build_system(&self));
    /* What has no flag is the model's word alone. */
    json_object_update_missing(result, (json_t *)reply);
    return result;
}
