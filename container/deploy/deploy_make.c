/* From modules to files beside the prefix: code is lowered, linked, tested and installed. */
#include "container/deploy/deploying.h"
#include "container/deploy/whole_link.h"
#include "container/image/machine_code.h"
#include "core/terminal.h"
#include <glib/gstdio.h>

/* What whoever deploys should know of the code that was made. */
static void note_objects(Deploying *self)
{
    const ObjectsResult *objects = &self->result->objects;
    for (guint i = 0; i < objects->notes->len; i++) {
        deploying_note(self, g_strdup(objects->notes->pdata[i]));
    }
    guint apart = objects->units - objects->whole;
    if (self->request->whole_program != WHOLE_PROGRAM_NONE && apart > 0) {
        deploying_note(
            self, g_strdup_printf("%u of %u units are not optimised together with the others: "
                                  "their own commands ask for less, or for something else, than "
                                  "the linker does at level %u",
                                  apart, objects->units, objects->level));
    }
    if (objects->kept > 0) {
        guint kept = objects->kept;
        deploying_note(
            self, g_strdup_printf("%u %s for what the target lacks, as %s own command said: this "
                                  "is right only where the program looks at the machine before it "
                                  "runs their code",
                                  kept, count_noun(kept, "unit is", "units are"),
                                  count_noun(kept, "its", "their")));
    }
    if (objects->others > 0) {
        deploying_note(
            self, g_strdup_printf("%u %s no bitcode, and for the CPU that %s own command named",
                                  objects->others,
                                  count_noun(objects->others, "object is", "objects are"),
                                  count_noun(objects->others, "its", "their")));
    }
    g_autofree char *code = machine_code_text(json_object_get(self->tree->recipe, "machine_code"));
    if (code != NULL) {
        deploying_note(
            self, g_strdup_printf("%s; that stays as it was compiled, whatever the target", code));
    }
}

gboolean deploying_lower(Deploying *self)
{
    const DeployRequest *request = self->request;
    g_autoptr(GHashTable) words = replay_words(&self->replay);
    g_autoptr(GHashTable) others =
        request->whole_program == WHOLE_PROGRAM_NONE ? NULL : replay_words_of_others(&self->replay);
    g_autofree char *folder = g_build_filename(self->tree->folder, "apart", NULL);
    const ObjectsRequest objects = {.container = request->container,
                                    .units = self->units,
                                    .wanted = words,
                                    .whole_program = request->whole_program,
                                    .others = others,
                                    .target = self->target,
                                    .rules = self->rules,
                                    .callees = self->callees,
                                    .cache = self->cache,
                                    .relocation = self->tree->relocation,
                                    .build = self->tree->build,
                                    .apart = {.folder = folder,
                                              .program = request->program,
                                              .knowledge = request->knowledge,
                                              .isolation = request->isolation},
                                    .jobs = request->jobs,
                                    .progress = request->progress,
                                    .data = request->data};
    if (!objects_make(&objects, &self->result->objects, self->error)) {
        return FALSE;
    }
    note_objects(self);
    return TRUE;
}

/* Links become those of a linker that optimises whole programs. */
static gboolean prepare_links(Deploying *self)
{
    const DeployRequest *request = self->request;
    DeployResult *result = self->result;
    if (request->whole_program == WHOLE_PROGRAM_NONE || result->objects.whole == 0) {
        return TRUE;
    }
    self->link_folder = object_cache_links(self->cache);
    if (self->link_folder == NULL) {
        self->link_folder = g_build_filename(self->tree->folder, "links", NULL);
        g_mkdir_with_parents(self->link_folder, 0700);
    }
    g_autofree char *cpu =
        result->target == NULL ? NULL : target_value(result->target, "target-cpu");
    const WholeLinkRequest links = {.rules = self->rules,
                                    .sandbox = self->sandbox,
                                    .build = self->tree->build,
                                    .cache = self->link_folder,
                                    .cpu = cpu,
                                    .level = result->objects.level,
                                    .jobs = request->jobs};
    self->link_words = whole_link_words(&links, self->error);
    /* Such a linker has threads of its own, and takes much memory. */
    self->replay.link_jobs = 1;
    self->replay.link_words = (const char *const *)self->link_words;
    self->replay.link_folder = self->link_folder;
    return self->link_words != NULL;
}

/* What "everything" lacks. */
static void tell_left_out(Deploying *self)
{
    const json_t *outputs = json_object_get(self->tree->recipe, "left_out");
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    gsize index;
    const json_t *output;
    json_array_foreach(outputs, index, output)
    {
        if (json_is_string(output)) {
            g_ptr_array_add(names, (gpointer)json_string_value(output));
        }
    }
    if (names->len > 0 && self->replay.everything) {
        g_autofree char *list = deploying_list(names);
        deploying_note(self,
                       g_strdup_printf("the image leaves out, on request or because it does not "
                                       "compile, what the default build does not need: %s",
                                       list));
    }
}

gboolean deploying_link(Deploying *self)
{
    if (!prepare_links(self)) {
        return FALSE;
    }
    if (!replay_steps(&self->replay, self->linked, self->error)) {
        return FALSE;
    }
    self->result->links = self->linked->len;
    tell_left_out(self);
    return TRUE;
}

gboolean deploying_test(Deploying *self)
{
    if (!self->request->check) {
        return TRUE;
    }
    g_autofree char *host = target_host(self->result->triple);
    g_autofree char *refusal = deploying_refusal(self, host);
    if (refusal != NULL) {
        g_set_error(self->error, REPLAY_ERROR, REPLAY_ERROR_MISSING,
                    "the project's tests cannot run on this machine: %s; deploy without --check",
                    refusal);
        return FALSE;
    }
    if (replay_check(&self->replay, &self->result->tests, self->error)) {
        return TRUE;
    }
    if (self->request->keep == NULL) {
        deploying_tell_more(
            self, "--keep-build DIR leaves the build tree, with what the tests said, at DIR");
    }
    return FALSE;
}

static void tell_unrelocated(Deploying *self)
{
    const Relocation *relocation = self->tree->relocation;
    g_auto(RelocationLeft) left = {0};
    if (relocation == NULL) {
        return;
    }
    relocation_left(relocation, self->staged, &left);
    if (left.files->len > 0) {
        g_autofree char *list = deploying_list(left.files);
        deploying_note(self,
                       g_strdup_printf("%u %s a prefix that does not exist, in a form in which it "
                                       "could not be replaced: %s; plan an image for %s alone, "
                                       "with --define and the build tool's option for the prefix",
                                       left.files->len,
                                       count_noun(left.files->len, "file names", "files name"),
                                       list, relocation_prefix(relocation)));
    }
    if (left.unread->len > 0) {
        g_autofree char *list = deploying_list(left.unread);
        deploying_note(
            self, g_strdup_printf(
                      "%u %s of the installation cannot be read, so that nobody knows "
                      "whether they name a prefix that does not exist: %s",
                      left.unread->len,
                      count_noun(left.unread->len, "file or folder", "files and folders"), list));
    }
}

gboolean deploying_install(Deploying *self)
{
    if (!replay_install(&self->replay, self->stage, self->request->prefix, self->error)) {
        return FALSE;
    }
    const char *configured = json_string_value(json_object_get(self->tree->recipe, "prefix"));
    guint moved = configured == NULL ? 0 : place_gather(self->stage, configured, self->staged);
    if (moved > 0) {
        deploying_note(
            self, g_strdup_printf("%u of the files were installed by absolute paths below %s, "
                                  "the prefix that the project was configured with, and are below "
                                  "this one; programs may still look there",
                                  moved, configured));
    }
    if (g_file_test(self->staged, G_FILE_TEST_IS_DIR)) {
        tell_unrelocated(self);
    } else {
        deploying_note(
            self, g_strdup_printf("nothing is installed, for the project's install rules install "
                                  "nothing below the prefix; --keep-build DIR leaves what was "
                                  "built%s",
                                  self->request->keep != NULL ? ", as it does here" : ""));
    }
    g_autoptr(GPtrArray) outside = place_outside(self->stage, self->staged);
    if (outside->len > 0) {
        g_autofree char *list = deploying_list(outside);
        deploying_note(self,
                       g_strdup_printf("outside of the prefix, and so not installed: %s", list));
    }
    return TRUE;
}
