/* The project's folder as the analysis sees it: one walk, an index of the files, bounded reads.
 *
 * Nothing outside the root is read, whatever links or "../" in the project say. Folders and files
 * that cannot be read, links that leave the tree or loop, and limits that were reached become
 * diagnostics, never silent gaps. Paths are relative to the root, with '/' and without "." or "..".
 * Reading is safe from several threads once the tree is open. */
#pragma once

#include "core/arena.h"
#include "core/diagnostic.h"

#define TREE_FILES_MAX 1000000u                   /* more files and folders end the walk */
#define TREE_DEPTH_MAX 128u                       /* folders inside folders */
#define TREE_FILE_BYTES_MAX (64u * 1024u * 1024u) /* larger files are named, not read */

/* What a file is, by its name alone. The names that lead to each kind are the tables of
 * tree_kind.c.
 */
typedef enum {
    TREE_OTHER,
    TREE_CMAKE, /* CMakeLists.txt, *.cmake */
    TREE_C,     /* C sources; and headers of unknown language */
    TREE_CXX,
    TREE_CUDA,
    TREE_HIP,
    TREE_OPENCL,
    TREE_FORTRAN,   /* .F and .f alike: many run cpp on the latter */
    TREE_ASSEMBLY,  /* preprocessed: .S, .sx */
    TREE_AUTOCONF,  /* configure.ac, configure.in, *.m4 */
    TREE_AUTOMAKE,  /* Makefile.am */
    TREE_CONFIGURE, /* a configure script */
    TREE_MAKE,      /* Makefile, GNUmakefile, make.inc*, *.mk */
    TREE_MESON,     /* meson.build, meson_options.txt */
    TREE_TEMPLATE,  /* *.in, *.cmakein, *.cmake.in: input of configure_file */
} TreeKind;

typedef struct {
    const char *path; /* relative to the root; interned in the tree */
    TreeKind kind;
    guint64 size;    /* 0 for kind OTHER, of which the walk does not ask it */
    gboolean linked; /* reached through a symbolic link: the tree has it a second time */
} TreeFile;

/* What the walk left out, though it may belong to the project. */
typedef struct {
    const char *path;
    const char *reason; /* of the ledger */
} TreeGap;

typedef struct Tree Tree;

typedef struct {
    guint files_max; /* more files and folders end the walk; 0: TREE_FILES_MAX */
    /* Called now and then, with the number of files and folders so far; may be NULL. */
    void (*progress)(guint found, gpointer data);
    gpointer data;
} TreeOptions;

/* Walks `root`. NULL and an error when it is not a folder that can be read. `diagnostics` must
 * outlive the tree. Folders of version control systems are left out, as are CMake build trees
 * inside the project (a folder with a CMakeCache.txt), which a diagnostic names. Links are followed
 * when they stay inside the root and do not lead back to a folder that contains them. Devices,
 * pipes and sockets, and names that are not UTF-8, are never opened. */
Tree *tree_open(const char *root, Diagnostics *diagnostics, GError **error);
Tree *tree_open_with(const char *root, const TreeOptions *options, Diagnostics *diagnostics,
                     GError **error);
/* A tree made of memory, for tests: pairs of path and contents, ended by NULL. */
Tree *tree_of_texts(Diagnostics *diagnostics, const char *path, ...) G_GNUC_NULL_TERMINATED;
void tree_free(Tree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Tree, tree_free)

/* What was left out: links out of the project to a folder, to sources or to a build description,
 * folders that cannot be read, and what is beyond a limit. Elements are `const TreeGap *`, in the
 * order of the walk. */
const GPtrArray *tree_gaps(const Tree *self);
/* Whether there were too many files and folders to walk them all. */
gboolean tree_is_cut(const Tree *self);
/* How many were allowed. */
guint tree_files_max(const Tree *self);

/* The absolute path of the root ("" for a tree made of memory). */
const char *tree_root(const Tree *self);
/* All files sorted bytewise by path; elements are `const TreeFile *`. */
const GPtrArray *tree_files(const Tree *self);
/* Where the file of that path is among files that are sorted as those of a tree are; FALSE when it
 * is not there. */
gboolean tree_files_find(const GPtrArray *files, const char *path, guint *index);
/* The file of that path, relative to the root; NULL when there is none. It belongs to the tree. */
const TreeFile *tree_find(const Tree *self, const char *path);
/* Whether a folder of the tree has that path; "" is the root. */
gboolean tree_is_folder(const Tree *self, const char *path);
/* Names (no folders in them) directly inside a folder, sorted; NULL when there is no such folder.
 * Elements are `const char *` and belong to the tree. */
const GPtrArray *tree_children(const Tree *self, const char *folder);

/* Whether a file is called as a CMake module that searches for a package is: FindX.cmake. */
gboolean tree_is_find_module(const char *path);
/* Whether a file's name (no folders in it) is that of a licence. */
gboolean tree_is_licence(const char *name);
/* Whether a licence lies right in the folder, as in that of a project of its own. */
gboolean tree_has_licence(const Tree *self, const char *folder);
/* The same, unless all that are right in the folder say what one in the root says and one of them
 * names who holds the rights: a part of the project that may be built alone carries the project's
 * along, while two projects may share the bare text of a common licence. */
gboolean tree_has_own_licence(const Tree *self, const char *folder);
/* Whether one right in the folder says something that none in the root says. */
gboolean tree_has_other_licence(const Tree *self, const char *folder);
/* Whether there is one right in the folder, and each says what one of the root's says, white space
 * and what stands behind it aside as long as that names nobody: how to apply the licence. */
gboolean tree_shares_licence(const Tree *self, const char *folder);

/* The file's size in bytes, of kind OTHER too; 0 when it is gone. */
guint64 tree_file_size(const Tree *self, const TreeFile *file);
/* Whether the file's first bytes are those of `text`, TREE_PADDING at most; no more of it is read.
 * FALSE when it cannot be read. */
gboolean tree_begins_with(const Tree *self, const TreeFile *file, const char *text);
/* The file's bytes. NULL and an error when it can't be read or is over TREE_FILE_BYTES_MAX. (A
 * copy, not a mapping: for files of a few kilobytes that is faster, and a file that shrinks
 * meanwhile does not kill the process.) */
GBytes *tree_read(const Tree *self, const char *path, GError **error);
/* The same for many files in a row: replaces what `buffer` holds. Behind the last byte the buffer
 * has TREE_PADDING zero bytes that `buffer->len` does not count. */
#define TREE_PADDING 64u
gboolean tree_read_into(const Tree *self, const TreeFile *file, GByteArray *buffer, GError **error);
/* The same as text: NUL-terminated, NUL bytes and what is not UTF-8 replaced by '?' (so that
 * offsets stay); one diagnostic a file names the line of the first. The caller frees it. */
char *tree_read_text(const Tree *self, const char *path, gsize *length, GError **error);

/* Whether a folder above the file has one of the names (a set, in small letters; NULL: none). */
gboolean tree_lies_in(const char *path, GHashTable *names);

/* "a/b/../c/./d" -> "a/c/d"; NULL when it leaves the root. The caller frees it. */
char *tree_normalize(const char *path);
/* The same for a path as it is written in a folder of the tree. The caller frees it. */
char *tree_normalize_in(const char *folder, const char *path);

/* Whether files of that kind are compiled, or included by what is. */
gboolean tree_kind_is_source(TreeKind kind);
/* What files of that kind are to a build: what it compiles, or what describes it. */
typedef enum { TREE_ROLE_NONE, TREE_ROLE_SOURCE, TREE_ROLE_BUILD } TreeRole;
TreeRole tree_kind_role(TreeKind kind);
/* By the last component of a path. */
TreeKind tree_kind_of(const char *path);
/* Whether it is a text for people, by its name: a manual, a licence, *.txt that no builder reads.
 */
gboolean tree_is_document(const char *path);

#define TREE_ERROR tree_error_quark()
GQuark tree_error_quark(void);
typedef enum {
    TREE_ERROR_NOT_A_FOLDER,
    TREE_ERROR_NOT_IN_TREE, /* no such file, or outside of the root */
    TREE_ERROR_UNREADABLE,
    TREE_ERROR_TOO_LARGE,
} TreeError;
