/* For files that describe structs: short forms of the rows of a RecordType. */
#pragma once

#include "core/record.h"

/* Struct, member, name in files, kind and presence; what else a kind needs follows. */
#define FIELD(Struct, member, label, field_kind, field_presence, ...)                              \
    {.name = (label),                                                                              \
     .kind = FIELD_##field_kind,                                                                   \
     .presence = FIELD_##field_presence,                                                           \
     .offset = offsetof(Struct, member),                                                           \
     __VA_ARGS__}
/* A type whose fields are in the table IDENTIFIER_fields. */
#define TYPE(identifier, Struct, label, ...)                                                       \
    static const RecordType identifier = {.name = (label),                                         \
                                          .size = sizeof(Struct),                                  \
                                          .fields = identifier##_fields,                           \
                                          .field_count = G_N_ELEMENTS(identifier##_fields),        \
                                          __VA_ARGS__}
