#include "evaluate/reference.h"
#include "core/specification_formats.h"

typedef struct {
    Arena *arena;
    const YamlDocument *document;
    GPtrArray *claims;
} Reader;

/* The members that are no lists of points. */
static const char *const other_members[] = {"gpu_build", "compilers", "architectures",
                                            "build_system", NULL};

gboolean reference_is(const json_t *root)
{
    for (guint i = 0; i < SECTION_NONE; i++) {
        if (json_object_get(root, reference_section_text((ReferenceSection)i)) != NULL) {
            return TRUE;
        }
    }
    for (gsize i = 0; other_members[i] != NULL; i++) {
        if (json_object_get(root, other_members[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static Claim section_claim(ReferenceSection section)
{
    Claim claim = {.category = CATEGORY_COUNT};
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        if (reference_section_of((Category)i) == section) {
            claim.categories |= CATEGORY_BIT(i);
            claim.category = MIN(claim.category, (Category)i);
        }
    }
    return claim;
}

static Span place_of(const Reader *reader, const json_t *container, const char *key)
{
    Span place =
        reader->document == NULL ? SPAN_NONE : yaml_member_place(reader->document, container, key);
    place.path = place.path == NULL ? NULL : arena_intern(reader->arena, place.path);
    return place;
}

static void read_entry(const Reader *reader, Claim claim, const json_t *entry)
{
    /* "default" is what the layout's SIMD section says for the others' "used_as_default". */
    const json_t *chosen = json_object_get(entry, "used_as_default");
    chosen = chosen == NULL ? json_object_get(entry, "default") : chosen;
    claim.is_default = json_is_true(chosen)    ? DEFAULT_YES
                       : json_is_false(chosen) ? DEFAULT_NO
                                               : DEFAULT_UNKNOWN;
    claim_add(reader->arena, reader->claims, &claim,
              json_string_value(json_object_get(entry, "build_flag")));
}

static void read_named(const Reader *reader, ReferenceSection section, json_t *object)
{
    const char *name = NULL;
    json_t *entry = NULL;
    json_object_foreach(object, name, entry)
    {
        Claim claim = section_claim(section);
        claim.name = arena_strdup(reader->arena, name);
        claim.at = place_of(reader, object, name);
        read_entry(reader, claim, entry);
    }
}

static void read_flags(const Reader *reader, ReferenceSection section, const json_t *list, Span at)
{
    gsize index = 0;
    json_t *item = NULL;
    json_array_foreach(list, index, item)
    {
        Claim claim = section_claim(section);
        if (json_is_string(item)) {
            claim.name = arena_strdup(reader->arena, json_string_value(item));
            claim.at = at;
            claim_add(reader->arena, reader->claims, &claim, claim.name);
        }
    }
}

/* One object {library_name, build_flag}, or a list of them; all nulls mean that there is none. */
static void read_internal(const Reader *reader, json_t *value, Span at)
{
    gsize count = json_is_array(value) ? json_array_size(value) : 1;
    for (gsize i = 0; i < count; i++) {
        const json_t *entry = json_is_array(value) ? json_array_get(value, i) : value;
        const char *name = json_string_value(json_object_get(entry, "library_name"));
        const char *flag = json_string_value(json_object_get(entry, "build_flag"));
        if (name != NULL || flag != NULL) {
            Claim claim = section_claim(SECTION_INTERNAL);
            claim.name = arena_strdup(reader->arena, name != NULL ? name : flag);
            claim.at = at;
            claim_add(reader->arena, reader->claims, &claim, flag);
        }
    }
}

void reference_claims(Arena *arena, const json_t *root, const YamlDocument *document,
                      GPtrArray *claims)
{
    Reader reader = {arena, document, claims};
    for (guint i = 0; i < SECTION_NONE; i++) {
        ReferenceSection section = (ReferenceSection)i;
        json_t *value = json_object_get(root, reference_section_text(section));
        Span at = place_of(&reader, root, reference_section_text(section));
        if (section == SECTION_INTERNAL) {
            read_internal(&reader, value, at);
        } else if (section == SECTION_FLAGS || section == SECTION_TUNING) {
            read_flags(&reader, section, value, at);
        } else {
            read_named(&reader, section, value);
        }
    }
}
