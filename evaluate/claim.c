#include "evaluate/claim.h"
#include "core/point_flag.h"
#include <string.h>

const char *claim_name_key(Arena *arena, const char *name)
{
    g_autoptr(GString) key = g_string_new(NULL);
    for (const char *at = name; *at != '\0'; at++) {
        if (g_ascii_isalnum(*at) || (guchar)*at >= 0x80) {
            g_string_append_c(key, g_ascii_tolower(*at));
        }
    }
    return arena_intern(arena, key->str);
}

static Claim *add_one(Arena *arena, GPtrArray *claims, const Claim *like, const char *text)
{
    Claim *claim = arena_new0(arena, Claim);
    *claim = *like;
    claim->text = text == NULL ? NULL : arena_strdup(arena, text);
    claim->flag = text == NULL ? (Flag){0} : flag_read(arena, text);
    if (claim->places == NULL) {
        claim->places = arena_array(arena);
    }
    g_ptr_array_add(claims, claim);
    return claim;
}

Claim *claim_add(Arena *arena, GPtrArray *claims, const Claim *like, const char *text)
{
    g_auto(GStrv) parts = text == NULL ? NULL : flag_split(text);
    Claim *last = NULL;
    for (gsize i = 0; parts != NULL && parts[i] != NULL; i++) {
        last = add_one(arena, claims, like, parts[i]);
    }
    return last == NULL ? add_one(arena, claims, like, NULL) : last;
}

static ClaimDefault default_if(const char *chosen, const char *value)
{
    return chosen == NULL ? DEFAULT_UNKNOWN : chosen == value ? DEFAULT_YES : DEFAULT_NO;
}

static const char *value_or_null(Arena *arena, const char *text)
{
    return text == NULL ? NULL : flag_value(arena, text);
}

/* The place of the value itself, before those of its point. */
static GPtrArray *places_of_value(Arena *arena, const PointValue *value, GPtrArray *others)
{
    if (value->at.path == NULL) {
        return others;
    }
    GPtrArray *places = arena_array(arena);
    g_ptr_array_add(places, (gpointer)&value->at);
    g_ptr_array_extend(places, others, NULL, NULL);
    return places;
}

static void add_values(Arena *arena, const Point *point, const Claim *like, GPtrArray *claims)
{
    const char *chosen = value_or_null(arena, point->default_value);
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        Claim claim = *like;
        claim.name = value->name != NULL ? value->name : value->value;
        claim.is_default = default_if(chosen, flag_value(arena, value->value));
        claim.neutral = like->neutral || value->rejected != NULL;
        claim.example = point->free_form;
        claim.places = places_of_value(arena, value, like->places);
        const char *flag = value->flag != NULL ? value->flag
                           : point->flag != NULL
                               ? arena_printf(arena, "%s%s", point->flag, value->value)
                               : NULL;
        /* One argument, even with blanks in it. */
        if (flag == NULL) {
            claim_add(arena, claims, &claim, NULL);
        } else {
            add_one(arena, claims, &claim, flag);
        }
    }
}

/* What a switch is without a flag, as flags say it. Of one that has no other name than
 * "--without-x" the default tells whether that is given: "no" is "--with-x". */
static const char *default_of_switch(Arena *arena, const Point *point)
{
    const char *given = value_or_null(arena, point->default_value);
    if (given == NULL || g_strcmp0(flag_read(arena, point->option).value, FLAG_OFF) != 0) {
        return given;
    }
    return g_str_equal(given, FLAG_OFF)  ? arena_intern(arena, FLAG_ON)
           : g_str_equal(given, FLAG_ON) ? arena_intern(arena, FLAG_OFF)
                                         : given;
}

static void add_point(Arena *arena, const Specification *specification, const Point *point,
                      GPtrArray *claims)
{
    const SpecificationBuild *first =
        specification->builds->len == 0 ? NULL : specification->builds->pdata[0];
    Claim claim = {.categories = CATEGORY_BIT(point->category),
                   .category = point->category,
                   .name = point->name != NULL ? point->name : point->option,
                   .neutral = point->vendored,
                   .build = point->build != NULL ? point->build
                            : first != NULL      ? first->type
                                                 : NULL,
                   .folder = point->folder,
                   .places = arena_array(arena)};
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *evidence = point->evidence->pdata[i];
        g_ptr_array_add(claim.places, (gpointer)&evidence->at);
    }
    if (point->kind == POINT_CHOICE && point->values->len > 0) {
        add_values(arena, point, &claim, claims);
        if (point->free_form && point->flag != NULL) {
            claim.neutral = TRUE;
            add_one(arena, claims, &claim, point->flag);
        }
        return;
    }
    Claim *added = point->flag == NULL ? claim_add(arena, claims, &claim, NULL)
                                       : add_one(arena, claims, &claim, point->flag);
    if (point->kind == POINT_SWITCH && added->flag.value != NULL) {
        added->is_default = default_if(default_of_switch(arena, point), added->flag.value);
    }
}

/* Options are labelled as what switches them on. The flag of an alternative that says the opposite
 * of its point switches it off: "--disable-x" is the option --enable-x, and "-DNO_X=OFF" NO_X. */
static const char *labelled_form(Arena *arena, const PointAlternative *alternative)
{
    const char *flag = alternative->flag;
    const char *own = alternative->option;
    if (flag == NULL || own == NULL) {
        return flag;
    }
    const char *definition = arena_printf(arena, "-D%s=OFF", own);
    if (strcmp(flag, definition) == 0) {
        return arena_printf(arena, "-D%s=ON", own);
    }
    const char *opposite =
        argument_sense(own) == ARGUMENT_WITH ? argument_opposite(arena, own) : NULL;
    return g_strcmp0(opposite, flag) == 0 ? own : flag;
}

/* What another build system calls the same decision is a claim about that build system. */
static void add_alternatives(Arena *arena, const Specification *specification, const Point *point,
                             GPtrArray *claims)
{
    for (guint i = 0; i < point->alternatives->len; i++) {
        const PointAlternative *alternative = point->alternatives->pdata[i];
        Evidence *evidence = arena_new0(arena, Evidence);
        *evidence = (Evidence){.at = alternative->at};
        Point other = *point;
        other.option = alternative->option;
        other.build = alternative->build;
        other.folder = alternative->folder;
        other.flag =
            point->kind == POINT_SWITCH ? labelled_form(arena, alternative) : alternative->flag;
        other.default_value = alternative->default_value;
        other.values = alternative->values;
        other.evidence = arena_array(arena);
        g_ptr_array_add(other.evidence, evidence);
        add_point(arena, specification, &other, claims);
    }
}

void claims_of_specification(Arena *arena, const Specification *specification,
                             const YamlDocument *document, GPtrArray *claims)
{
    const json_t *list = document == NULL ? NULL : json_object_get(yaml_root(document), "points");
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        if (point->review != REVIEW_REJECTED && point->status != STATUS_GONE) {
            guint first = claims->len;
            add_point(arena, specification, point, claims);
            add_alternatives(arena, specification, point, claims);
            Span at = list == NULL ? SPAN_NONE : yaml_item_place(document, list, i);
            for (guint j = first; j < claims->len; j++) {
                ((Claim *)claims->pdata[j])->at =
                    (Span){arena_intern(arena, at.path), at.line, at.column};
            }
        }
    }
}

void claims_of_labels(Arena *arena, const Labels *labels, GPtrArray *claims)
{
    for (guint i = 0; i < labels->points->len; i++) {
        const LabelledPoint *point = labels->points->pdata[i];
        Claim claim = {.categories = CATEGORY_BIT(point->category),
                       .category = point->category,
                       .name = point->name,
                       .is_default = !point->default_known ? DEFAULT_UNKNOWN
                                     : point->is_default   ? DEFAULT_YES
                                                           : DEFAULT_NO,
                       .at = point->label_at,
                       .places = arena_array(arena)};
        g_ptr_array_add(claim.places, (gpointer)&point->at);
        for (guint j = 0; j < point->also_at->len; j++) {
            Span *also = arena_new0(arena, Span);
            *also = record_place(arena, point->also_at->pdata[j]);
            g_ptr_array_add(claim.places, also);
        }
        add_one(arena, claims, &claim, point->flag);
    }
}
