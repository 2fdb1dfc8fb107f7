/* Objects, libraries and programs as LLVM reads them: code sections and symbols. */
#pragma once

#include <glib.h>

typedef struct {
    const char *name; /* the binary's */
    guint64 address;
    const guint8 *bytes; /* the binary's; NULL where the file holds none */
    gsize length;
} BinarySection;

typedef struct {
    const guint8 *section; /* bytes of the section that it is in */
    guint64 address;
    char *name;
} BinarySymbol;

typedef struct Binary Binary;

/* NULL and an error when it is none. */
Binary *binary_open(const char *path, GError **error);
/* The same of bytes that stand in the file `path`. */
Binary *binary_open_bytes(const char *path, const char *bytes, gsize length, GError **error);
void binary_close(Binary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Binary, binary_close)

/* LLVM's triple of the machine that it is for; NULL when it is not known here. */
const char *binary_triple(const Binary *self);
gboolean binary_is_64_bit(const Binary *self);
/* BinarySection, in the file's order. */
const GArray *binary_sections(const Binary *self);
/* BinarySymbol, sorted by section and address. */
const GArray *binary_symbols(const Binary *self);
/* The last symbol of the section at the address or before it; NULL when there is none. */
const char *binary_symbol_at(const Binary *self, const BinarySection *section, guint64 address);
