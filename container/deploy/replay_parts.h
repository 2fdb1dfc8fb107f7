/* What the parts of replaying share: which steps there are, and how one command is run. */
#pragma once

#include "container/deploy/replay.h"

/* What install scripts and the like end with; they hold paths of the trees. */
#define REPLAY_SCRIPT ".cmake"
#define REPLAY_SCRIPT_BYTES_MAX (64u * 1024u * 1024u)

/* All steps of the recipe. */
const json_t *replay_steps_of(const ReplayRequest *request);
/* Whether a step is one of those that run. */
gboolean replay_is_needed(const ReplayRequest *request, const json_t *step);
gboolean replay_is_kind(const json_t *step, const char *kind);
/* A text with the sandbox's paths as commands see them. The caller frees it. */
char *replay_seen(const ReplayRequest *request, const char *text);
/* Runs a command, which gets a NULL at its end, in a folder as it sees it; `output` (may be NULL)
 * is a folder of the host that it may write to. FALSE and an error when it does not go well:
 * REPLAY_ERROR_FAILED with the end of what it said when it ran. */
gboolean replay_run(const ReplayRequest *request, GPtrArray *command, const char *directory,
                    const char *output, GError **error);
