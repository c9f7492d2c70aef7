/* SPDX-License-Identifier: MIT */
/* Field table: the columns of a struct of arrays, their types and units, and in which transfers
   each one is included. Growing, packing for migration, checkpoints, frames and the manual's data
   chapter are driven by it. Fields may share a column as members of its rows; such a column is
   allocated by the owner of the struct. */
#ifndef BASE_FIELD_H
#define BASE_FIELD_H

#include "base/base.h"

typedef enum {
  FIELD_REAL,
  FIELD_VEC3,
  FIELD_QUAT,
  FIELD_INT32,
  FIELD_IMAGE,
  FIELD_ID,
  FIELD_BITS
} FieldType; /* IMAGE: 3 int32; BITS: uint64 */

/* Transfers that include a column (Field.travels). */
enum {
  HELD_ONCE = 1, /* creation of a held copy */
  MIGRATES  = 2, /* migration of a clump to a new owner */
  SAVED     = 4, /* checkpoints */
  SHOWN     = 8, /* frames, as clump_NAME: repeated for every pebble of the clump */
  SHARED    = 16 /* frames, as NAME: the value of the clump is also that of its pebbles */
};

/* Location of a field's items. */
typedef struct {
  size_t column;      /* offset of the column's pointer in the owning struct */
  size_t member, row; /* offset in a row, bytes of a row; row 0: the column holds this field only */
} FieldPlace;

typedef struct {
  const char *name, *unit, *text;
  FieldType   type;
  FieldPlace  at;
  unsigned    travels;
} Field; /* a table ends with name == NULL */

size_t field_size(const Field *field);       /* bytes of one item */
int    field_components(const Field *field); /* numbers of one item */
size_t field_stride(const Field *field);     /* bytes from item to item */
/* Address of an item; NULL if the column is not allocated. */
void *field_item(const Field *field, const void *owner, PetscInt item);

/* Reserve n items in every column that holds one field only. */
PetscErrorCode fields_reserve(const Field *fields, void *owner, PetscInt n, PetscInt *capacity);
void           fields_free(const Field *fields, void *owner);
/* Bytes of one item over all columns that hold one field only. */
size_t fields_owned_size(const Field *fields);
/* Bytes of one item over all fields included in any of the transfers `when`; pack and unpack in
   table order. */
size_t fields_size(const Field *fields, unsigned when);
void fields_pack(const Field *fields, const void *owner, PetscInt item, unsigned when, char *bytes);
void fields_unpack(const Field *fields, void *owner, PetscInt item, unsigned when,
                   const char *bytes);
/* new[i] = old[order[i]] for i < n, in every column. */
PetscErrorCode fields_permute(const Field *fields, void *owner, PetscInt n, const PetscInt *order);
/* Copy item `from` to item `to`. */
void fields_copy(const Field *fields, void *owner, PetscInt to, PetscInt from);
/* Copy item `from` of `other` to item `to` of `owner`, which has the same table. */
void fields_take(const Field *fields, void *owner, PetscInt to, const void *other, PetscInt from);

#endif
