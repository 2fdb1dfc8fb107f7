/* What xaas-record is told by its environment and what it leaves in its log. It runs in whatever
 * root a build sees, and so hangs on nothing of it where it can be linked statically.
 *
 * A folder of links that are called like compilers, archivers and linkers, all to xaas-record,
 * stands first in PATH while a project's makefiles run. Each call runs the program of that name
 * that PATH has further on, or the one that was named by its full path, which preload.c brings
 * here, as if it had been called itself (tool.h, headers.h), and what went well becomes one line of
 * the log, a JSON object. A call that cannot be told fails, and says why.
 *
 *   {"directory": DIR, "words": [PROGRAM, WORD...],
 *    "read":  [{"path": P, "real": R, "id": I, "word": N, "digest": D, "searched": true}...],
 *    "wrote": [...the same],
 *    "included": [[P, I]...], "variables": [NAME...],
 *    "began": T, "ended": T}
 *
 * Response files are written out in `words`, of which N is the one that names the file; 0 says that
 * none does, and that it is called so where nobody says. P and DIR are absolute and without "..". R
 * is where symbolic links lead, where that is another path. Of the files that words may name
 * (container/record/named.h) those are listed that lie below the roots or are newer than the folder
 * of links, once for each word; "searched" are those of -lX, and "code": true begins as objects,
 * archives and programs do. `id` tells a file from all others and from what it was before it was
 * written again; `digest` is the SHA-256 of its bytes. Times are microseconds of a clock that all
 * calls have. Variables are those with which compilers are told more than by words. What a compiler
 * included below the roots is asked of it; the digest of each as it was then is a file called
 * file_key() in the folder for these. Links to what was compiled, included or made of one source
 * stand beside them, for builds that remove it, where that can be done (file_bytes_key()). */
#pragma once

#define RECORD_LOG "XAAS_RECORD_LOG"     /* file that lines are added to; unset: nothing is told */
#define RECORD_LINKS "XAAS_RECORD_LINKS" /* the folder of links */
#define RECORD_SEEN "XAAS_RECORD_SEEN"   /* folder for digests of what was included, and links */
#define RECORD_ROOTS "XAAS_RECORD_ROOTS" /* folders, with ':' between */
#define RECORD_GIVEN "XAAS_RECORD_GIVEN" /* record_variables() of who has a build recorded */

/* Exit status where the call itself fails; as shells have it, 127 where there is no such program.
 */
#define RECORD_STATUS_FAILED 125
#define RECORD_STATUS_MISSING 127
