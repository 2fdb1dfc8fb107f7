/* Which of the files that people copy or choose count as edited; those of sites' machines are
 * samples. */
#include "discover/make/template.h"
#include <string.h>

gboolean make_is_of_site(const MakeFile *file)
{
    static const char *const signs[] = {"module load ", "module swap ",   "module switch ",
                                        "module add ",  "module unload ", "module purge",
                                        "#SBATCH ",     "#PBS ",          "#MSUB "};
    for (guint i = 0; i < G_N_ELEMENTS(signs); i++) {
        if (strstr(file->text, signs[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A quarter of the files say how one site's machine is used. */
#define SITES_SHARE 4u

static gboolean are_of_sites(const MakeTemplates *templates)
{
    guint sites = 0;
    for (guint f = 0; f < templates->files->len; f++) {
        const MakeSource *source = g_array_index(templates->files, MakeTemplate, f).source;
        sites += make_is_of_site(source->file) ? 1 : 0;
    }
    return sites * SITES_SHARE >= templates->files->len;
}

/* Files for more machines than anybody chooses among: whoever builds elsewhere copies one and edits
 * it, so that they are samples, and no values. */
static gboolean are_samples(MakeReading *self, const MakeTemplates *templates)
{
    return make_variable(self, templates->choosers[0])->from_environment &&
           templates->files->len > MAKE_CHOSEN_MAX && are_of_sites(templates);
}

static void turn_into_samples(MakeReading *self, MakeTemplates *templates)
{
    for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
        make_variable(self, templates->choosers[k])->chooses = FALSE;
        templates->choosers[k] = NULL;
    }
    make_templates_put_general_first(templates->files);
}

/* Fewer files that one variable chooses are no measure of what the others know. However many there
 * are, those that say nothing of a site are for compilers or kinds of machines: what one of them
 * alone asks for is for whoever has that. */
#define MACHINES_MIN 8u

/* What a file for one machine chooses by is part of it. */
static void mark_machines(const MakeReading *self, const MakeTemplates *templates)
{
    const MakeSource *by = g_hash_table_lookup(self->sources, templates->at.path);
    const MakeTemplates *whole = by != NULL && by->machines != NULL ? by->machines : templates;
    gboolean chosen = templates->choosers[0] != NULL && templates->choosers[1] == NULL &&
                      templates->files->len >= MACHINES_MIN && are_of_sites(templates);
    /* Samples that a script chooses among are for machines, whatever they say. */
    gboolean machines = chosen || (templates->passed != NULL && templates->choosers[0] == NULL);
    for (guint f = 0; machines && f < templates->files->len; f++) {
        g_array_index(templates->files, MakeTemplate, f).source->machines = whole;
    }
}

void make_mark_edited(MakeReading *self)
{
    for (guint i = 0; i < self->templates->len; i++) {
        MakeTemplates *templates = self->templates->pdata[i];
        gboolean given = FALSE;
        gboolean computed = FALSE;
        for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
            MakeRole role = make_variable(self, templates->choosers[k])->role;
            given = given || role == ROLE_OPTION;
            computed = computed || (role != ROLE_OPTION && role != ROLE_PLATFORM);
        }
        given = (given || templates->choosers[0] == NULL) && !computed;
        for (guint f = 0; given && f < templates->files->len; f++) {
            MakeSource *source = g_array_index(templates->files, MakeTemplate, f).source;
            source->edited = source->central = TRUE;
        }
        if (given) {
            mark_machines(self, templates);
        }
        if (given && templates->choosers[0] != NULL && are_samples(self, templates)) {
            turn_into_samples(self, templates);
        }
    }
}
