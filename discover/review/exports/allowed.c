/* Whether the project takes a configuration, and which generator CMake can build it with. */
#include "core/choice.h"
#include "discover/review/exports/writer.h"

/* For what a project refuses to build with that. */
#define OTHER_GENERATOR "Unix Makefiles"

static GPtrArray *settings_of(const ExportInput *input, const ExportConfiguration *configuration)
{
    GPtrArray *settings = arena_array(input->arena);
    for (guint i = 0; i < configuration->settings->len; i++) {
        const ExportSetting *from = configuration->settings->pdata[i];
        Setting *setting = arena_new0(input->arena, Setting);
        *setting = (Setting){from->point->option, from->value};
        g_ptr_array_add(settings, setting);
    }
    return settings;
}

const char *export_objection(const ExportInput *input, const ExportConfiguration *configuration)
{
    const Choice choice = {input->request->specification, settings_of(input, configuration), NULL};
    const GPtrArray *found = choice_objections(&choice, input->arena);
    return found->len == 0 ? NULL : found->pdata[0];
}

/* What may be refused with one generator, and certainly is not with the other, is built with that:
 * a default that hangs on the machine leaves open whether a refusal holds. */
const char *export_generator(const ExportInput *input, const ExportConfiguration *configuration)
{
    const Specification *specification = input->request->specification;
    const GPtrArray *settings = settings_of(input, configuration);
    const Choice usual = {specification, settings, EXPORT_GENERATOR};
    const Choice other = {specification, settings, OTHER_GENERATOR};
    for (guint i = 0; i < specification->constraints->len; i++) {
        const SpecificationConstraint *constraint = specification->constraints->pdata[i];
        if (choice_condition(&usual, constraint->when) != TRUTH_NO &&
            choice_condition(&other, constraint->when) == TRUTH_NO) {
            return OTHER_GENERATOR;
        }
    }
    return EXPORT_GENERATOR;
}
