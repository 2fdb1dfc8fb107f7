/* One question and its answer as a file, so that it can be played back without a network.
 *
 * The file is named after the key: the SHA-256 of provider, sample and request, all as canonical
 * JSON (members sorted, no blanks). The request holds model, prompt and parameters; credentials and
 * headers are no part of it, so that neither key nor file can betray them. docs/llm.md describes
 * the format; such files can be written by hand. */
#pragma once

#include "discover/llm/provider.h"

#define EXCHANGE_SCHEMA "xaas-exchange/1"
#define EXCHANGE_BYTES_MAX (16u * 1024u * 1024u)
/* Hexadecimal digits of a key in messages. */
#define EXCHANGE_KEY_SHOWN 12

/* `sample` counts repeated questions of the same text from 0. To be freed. */
char *exchange_key(const char *provider, guint sample, const json_t *request);

/* Writes FOLDER/KEY.json, whole or not at all; makes the folder if need be. `request` is what was
 * sent, `text` what came (already without credentials). */
gboolean exchange_write(const char *folder, const char *key, const char *provider,
                        const json_t *request, const Answer *answer, GError **error);
/* TRUE when it is there; then `answer` is for answer_clear. FALSE without an error when it is not,
 * and with one when it is malformed.
 */
gboolean exchange_read(const char *folder, const char *key, Answer *answer, GError **error);

#define EXCHANGE_ERROR exchange_error_quark()
GQuark exchange_error_quark(void);
typedef enum { EXCHANGE_ERROR_MALFORMED, EXCHANGE_ERROR_FOLDER } ExchangeError;
