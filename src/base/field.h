/* SPDX-License-Identifier: MIT */
/* Field table: the columns of a struct of arrays, their types and units, and in which transfers
   each one is included. Growing, packing for migration, the messages of a step, checkpoints,
   frames, final.csv and the manual's data chapter are driven by it. Fields may share a column as
   members of its rows. */
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
  HELD_ONCE = 1,  /* creation of a held copy */
  MIGRATES  = 2,  /* migration of a clump to a new owner */
  SAVED     = 4,  /* checkpoints */
  SHOWN     = 8,  /* frames, as clump_NAME: repeated for every pebble of the clump */
  SHARED    = 16, /* frames, as NAME: the value of the clump is also that of its pebbles */
  RENEWED   = 32, /* held copies, in every step; a multiple of 8 bytes */
  /* back from held copies to the owner, in every step: contributions of contacts as integers, whose
     sum the column gets at the end of a step; FIELD_REAL */
  SUMMED = 128,
  LISTED = 64, /* final.csv, as NAME, and read from such a column of `clumps: file`: one number */
  OWN    = 256 /* a fragment of a clump that breaks has its own value; all others are inherited */
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
  unsigned    use;    /* 0: always there; else a bit: only where that is used (fields_select) */
  double      lo, hi; /* bounds of each number; both 0: it has none */
} Field;              /* a table ends with name == NULL */

/* A row of a table; after the sentence further members may follow. */
/* clang-format off */
#define FIELD(key, kind, place, of_unit, when, ...) \
  {.name = key, .type = FIELD_##kind, .at = place, .unit = of_unit, .travels = when, \
   .text = __VA_ARGS__}
#define DERIVED 0 /* not sent, saved or moved: set anew after rows have moved */
/* Places: none (fields_select gives one), a column, a member of the rows of a column. */
#define FIELD_SPARE                          {0}
#define FIELD_COLUMN(S, column)              {offsetof(S, column), 0, 0}
#define FIELD_MEMBER(S, column, Row, member) \
  {offsetof(S, column), offsetof(Row, member), sizeof(Row)}
/* clang-format on */

size_t field_size(const Field *field);       /* bytes of one item */
int    field_components(const Field *field); /* numbers of one item */
size_t field_stride(const Field *field);     /* bytes from item to item */
/* Address of an item; NULL if the column is not allocated. */
void *field_item(const Field *field, const void *owner, PetscInt item);
/* Field of this name; NULL: there is none. */
const Field *field_find(const Field *fields, const char *name);

/* Write to *out the fields that are always there and those whose bit is in `uses`, in the order of
   the table; free it with array_free. A field without a column (at.column 0) gets the next of the
   n_spare pointers at offset `spare` of the owner. */
PetscErrorCode fields_select(const Field *fields, unsigned uses, size_t spare, int n_spare,
                             Field **out);

/* Reserve n items in every column; *capacity: of all of them, before and after. A column of rows is
   reserved by its field at member 0. */
void fields_reserve(const Field *fields, void *owner, PetscInt n, PetscInt *capacity);
void fields_free(const Field *fields, void *owner);
/* Bytes of one item over all columns. */
size_t fields_columns_size(const Field *fields);
/* Bytes of one item over all fields included in any of the transfers `when`; pack and unpack in
   table order. */
size_t fields_size(const Field *fields, unsigned when);
void fields_pack(const Field *fields, const void *owner, PetscInt item, unsigned when, char *bytes);
void fields_unpack(const Field *fields, void *owner, PetscInt item, unsigned when,
                   const char *bytes);
/* Zero an item of every field. */
void fields_zero(const Field *fields, void *owner, PetscInt item);
/* new[i] = old[order[i]] for from <= i < n, in every field that is not derived; items before `from`
   stay, and order[i] >= from for the others. */
void fields_permute(const Field *fields, void *owner, PetscInt from, PetscInt n,
                    const PetscInt *order);
/* Copy item `from` to item `to`, except derived fields. */
void fields_copy(const Field *fields, void *owner, PetscInt to, PetscInt from);
/* The same from another owner, whose columns lie at the same offsets: fields that are allocated in
   both, except those with any of the flags `except`. */
void fields_take(const Field *fields, void *owner, PetscInt to, const void *other, PetscInt from,
                 unsigned except);

#endif
