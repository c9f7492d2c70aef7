/* SPDX-License-Identifier: MIT */
/* Operations on all columns of a field table: grow, pack, unpack, permute. */
#include "base/field.h"

static const struct {
  size_t bytes;
  int    components;
} items[] = {
  [FIELD_REAL] = {8, 1},   [FIELD_VEC3] = {24, 3}, [FIELD_QUAT] = {32, 4}, [FIELD_INT32] = {4, 1},
  [FIELD_IMAGE] = {12, 3}, [FIELD_ID] = {8, 1},    [FIELD_BITS] = {8, 1},
};

size_t field_size(const Field *field)
{
  return items[field->type].bytes;
}

int field_components(const Field *field)
{
  return items[field->type].components;
}

size_t field_stride(const Field *field)
{
  return field->at.row > 0 ? field->at.row : field_size(field);
}

void *field_item(const Field *field, const void *owner, PetscInt item)
{
  char *column;

  memcpy(&column, (const char *)owner + field->at.column, sizeof column);
  return column ? column + field->at.member + field_stride(field) * (size_t)item : NULL;
}

const Field *field_find(const Field *fields, const char *name)
{
  for (; fields->name; fields++)
    if (strcmp(fields->name, name) == 0) return fields;
  return NULL;
}

PetscErrorCode fields_select(const Field *fields, unsigned uses, size_t spare, int n_spare,
                             Field **out)
{
  int n = 0, spared = 0;

  PetscFunctionBeginUser;
  for (const Field *f = fields; f->name; f++) n++;
  array_create(out, sizeof **out, n + 1); /* zeroed: ends with name == NULL */
  n = 0;
  for (const Field *f = fields; f->name; f++) {
    Field *to = &(*out)[n];
    size_t place;

    place = spare + (size_t)spared * sizeof(char *);
    spared += f->at.column == 0; /* counted if not used, too: a place does not depend on uses */
    if (f->use != 0 && !(f->use & uses)) continue;
    *to = *f;
    n++;
    if (f->at.column > 0) continue;
    PetscCheck(spared <= n_spare, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "field %s: more than %d fields without a column of their own", f->name, n_spare);
    to->at.column = place;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if the field stands for its column when that is reserved or freed. */
static bool heads_column(const Field *field)
{
  return field->at.row == 0 || field->at.member == 0;
}

void fields_reserve(const Field *fields, void *owner, PetscInt n, PetscInt *capacity)
{
  PetscInt room = *capacity;

  if (n <= *capacity && *capacity > 0) return;
  for (const Field *f = fields; f->name; f++) {
    if (!heads_column(f)) continue;
    room = *capacity;
    array_reserve((char *)owner + f->at.column, field_stride(f), n, &room);
  }
  *capacity = room;
}

void fields_free(const Field *fields, void *owner)
{
  for (const Field *f = fields; f->name; f++)
    if (heads_column(f)) array_free((char *)owner + f->at.column);
}

size_t fields_columns_size(const Field *fields)
{
  size_t size = 0;

  for (const Field *f = fields; f->name; f++)
    if (heads_column(f)) size += field_stride(f);
  return size;
}

size_t fields_size(const Field *fields, unsigned when)
{
  size_t size = 0;

  for (const Field *f = fields; f->name; f++)
    if (f->travels & when) size += field_size(f);
  return size;
}

void fields_pack(const Field *fields, const void *owner, PetscInt item, unsigned when, char *bytes)
{
  for (const Field *f = fields; f->name; f++) {
    if (!(f->travels & when)) continue;
    memcpy(bytes, field_item(f, owner, item), field_size(f));
    bytes += field_size(f);
  }
}

void fields_unpack(const Field *fields, void *owner, PetscInt item, unsigned when,
                   const char *bytes)
{
  for (const Field *f = fields; f->name; f++) {
    if (!(f->travels & when)) continue;
    memcpy(field_item(f, owner, item), bytes, field_size(f));
    bytes += field_size(f);
  }
}

void fields_zero(const Field *fields, void *owner, PetscInt item)
{
  for (const Field *f = fields; f->name; f++) memset(field_item(f, owner, item), 0, field_size(f));
}

/* to[i] = from[order[i]], or from[i] if order is NULL. Inlined with a constant size where
   move_items passes one. */
static inline void move_sized(char *to, size_t to_stride, const char *from, size_t from_stride,
                              size_t size, PetscInt n, const PetscInt *order)
{
  for (PetscInt i = 0; i < n; i++)
    memcpy(to + to_stride * (size_t)i, from + from_stride * (size_t)(order ? order[i] : i), size);
}

static void move_items(char *to, size_t to_stride, const char *from, size_t from_stride,
                       size_t size, PetscInt n, const PetscInt *order)
{
  switch (size) {
  case 4: move_sized(to, to_stride, from, from_stride, 4, n, order); break;
  case 8: move_sized(to, to_stride, from, from_stride, 8, n, order); break;
  case 12: move_sized(to, to_stride, from, from_stride, 12, n, order); break;
  case 24: move_sized(to, to_stride, from, from_stride, 24, n, order); break;
  case 32: move_sized(to, to_stride, from, from_stride, 32, n, order); break;
  default: move_sized(to, to_stride, from, from_stride, size, n, order);
  }
}

void fields_permute(const Field *fields, void *owner, PetscInt from, PetscInt n,
                    const PetscInt *order)
{
  size_t widest = 0;
  char  *copy;

  for (const Field *f = fields; f->name; f++)
    widest = field_size(f) > widest ? field_size(f) : widest;
  array_scratch(&copy, sizeof *copy, widest * (size_t)(n - from));
  for (const Field *f = fields; f->name; f++) {
    const size_t size = field_size(f), stride = field_stride(f);

    if (f->travels == 0) continue;
    move_items(copy, size, field_item(f, owner, 0), stride, size, n - from, order + from);
    move_items(field_item(f, owner, from), stride, copy, size, size, n - from, NULL);
  }
  array_free(&copy);
}

void fields_copy(const Field *fields, void *owner, PetscInt to, PetscInt from)
{
  fields_take(fields, owner, to, owner, from, 0);
}

void fields_take(const Field *fields, void *owner, PetscInt to, const void *other, PetscInt from,
                 unsigned except)
{
  for (const Field *f = fields; f->name; f++) {
    const bool  taken = f->travels && !(f->travels & except);
    const void *item  = taken ? field_item(f, other, from) : NULL;

    if (item) memcpy(field_item(f, owner, to), item, field_size(f));
  }
}
