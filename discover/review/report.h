/* A specification as one page that a maintainer can read, filter and decide in: HTML, style, script
 * and data in one text, which works from disk and fetches nothing.
 *
 * The page's parts are data files (assets/). The project's texts reach the page as JSON only, and
 * the script makes text nodes of them, never markup. As a second wall the page forbids every script
 * and style but its own, by their digests (Content-Security-Policy). */
#pragma once

#include "discover/review/report_data.h"

/* `assets` is the folder with report.html, report.css and the script's files. NULL and an error
 * when it lacks one. The caller frees the text. */
char *report_page(const ReportInput *input, const char *assets, GError **error);
