/* SPDX-License-Identifier: MIT */
/* The field table: what columns a struct of columns has, their units, and when each one travels. Growing, packing for
   migration, checkpoints, frames and the manual's data chapter all walk it. Some fields share a column: they are members of
   its rows, and whoever owns the struct makes room for them. */
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

/* When a column travels. */
enum {
  HELD_ONCE = 1, /* with the creation of a held copy */
  MIGRATES  = 2, /* with its clump to a new owner */
  SAVED     = 4, /* in checkpoints */
  SHOWN     = 8  /* in frames */
};

/* Where its items are. */
typedef struct {
  size_t column;      /* offset of the column's pointer in the owning struct */
  size_t member, row; /* where in a row of so many bytes; row 0: the field has the column to itself */
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
void  *field_item(const Field *field, const void *owner, PetscInt item);

/* Every column that a field has to itself gets room for n items. */
PetscErrorCode fields_reserve(const Field *fields, void *owner, PetscInt n, PetscInt *capacity);
void           fields_free(const Field *fields, void *owner);
/* Bytes of one item over all columns that a field has to itself. */
size_t fields_owned_size(const Field *fields);
/* Bytes of one item over all columns that travel with any of `when`; pack and unpack in table order. */
size_t fields_size(const Field *fields, unsigned when);
void   fields_pack(const Field *fields, const void *owner, PetscInt item, unsigned when, char *bytes);
void   fields_unpack(const Field *fields, void *owner, PetscInt item, unsigned when, const char *bytes);
/* new[i] = old[order[i]] for i < n, in every column. */
PetscErrorCode fields_permute(const Field *fields, void *owner, PetscInt n, const PetscInt *order);
void           fields_copy(const Field *fields, void *owner, PetscInt to, PetscInt from);
/* Item `from` of one struct over item `to` of another with the same table. */
void fields_take(const Field *fields, void *owner, PetscInt to, const void *other, PetscInt from);

#endif
