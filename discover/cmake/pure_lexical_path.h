/* Paths as text, after C++'s std::filesystem::path on POSIX systems, which cmake_path shows. No
 * file is looked at. Results are in the arena, or point into `path`. */
#pragma once

#include "core/arena.h"

gboolean lexical_path_is_absolute(const char *path);
/* The name behind the last slash, which may be empty. */
const char *lexical_path_filename(const char *path);
/* Where in a file name the extension begins, at its end when it has none: at the last dot, or when
 * `wide` at the first, a dot in front not counted. */
const char *lexical_path_extension(const char *filename, gboolean wide);
/* What comes behind the root. */
const char *lexical_path_relative_part(const char *path);
const char *lexical_path_parent(Arena *arena, const char *path);

/* Without empty names: each run of slashes becomes one. */
const char *lexical_path_generic(Arena *arena, const char *path);

/* `path`/`added`; `added` alone when that is absolute. */
const char *lexical_path_append(Arena *arena, const char *path, const char *added);
/* The same without empty names, as C++ writes the result in its generic form. */
const char *lexical_path_append_generic(Arena *arena, const char *path, const char *added);
const char *lexical_path_remove_filename(Arena *arena, const char *path);
const char *lexical_path_replace_extension(Arena *arena, const char *path, const char *extension,
                                           gboolean wide);
const char *lexical_path_normal(Arena *arena, const char *path);
/* How to come from `base` to `path`, "" when there is no way. */
const char *lexical_path_relative_to(Arena *arena, const char *path, const char *base);

gboolean lexical_path_equal(Arena *arena, const char *a, const char *b);
gboolean lexical_path_is_prefix(Arena *arena, const char *prefix, const char *path);
