/* SPDX-License-Identifier: MIT */
/* Walks a table of columns: grow, pack, unpack, permute. */
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

PetscErrorCode fields_reserve(const Field *fields, void *owner, PetscInt n, PetscInt *capacity)
{
  PetscInt room = *capacity;

  PetscFunctionBeginUser;
  if (n <= *capacity && *capacity > 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (const Field *f = fields; f->name; f++) {
    if (f->at.row > 0) continue;
    room = *capacity;
    PetscCall(array_reserve((char *)owner + f->at.column, field_size(f), n, &room));
  }
  *capacity = room;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void fields_free(const Field *fields, void *owner)
{
  for (const Field *f = fields; f->name; f++)
    if (f->at.row == 0) array_free((char *)owner + f->at.column);
}

size_t fields_owned_size(const Field *fields)
{
  size_t size = 0;

  for (const Field *f = fields; f->name; f++)
    if (f->at.row == 0) size += field_size(f);
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

void fields_unpack(const Field *fields, void *owner, PetscInt item, unsigned when, const char *bytes)
{
  for (const Field *f = fields; f->name; f++) {
    if (!(f->travels & when)) continue;
    memcpy(field_item(f, owner, item), bytes, field_size(f));
    bytes += field_size(f);
  }
}

PetscErrorCode fields_permute(const Field *fields, void *owner, PetscInt n, const PetscInt *order)
{
  PetscFunctionBeginUser;
  for (const Field *f = fields; f->name; f++) {
    const size_t size = field_size(f);
    char        *copy;

    PetscCall(array_create(&copy, size, n));
    for (PetscInt i = 0; i < n; i++) memcpy(copy + size * (size_t)i, field_item(f, owner, order[i]), size);
    for (PetscInt i = 0; i < n; i++) memcpy(field_item(f, owner, i), copy + size * (size_t)i, size);
    array_free(&copy);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void fields_copy(const Field *fields, void *owner, PetscInt to, PetscInt from)
{
  fields_take(fields, owner, to, owner, from);
}

void fields_take(const Field *fields, void *owner, PetscInt to, const void *other, PetscInt from)
{
  for (const Field *f = fields; f->name; f++) memcpy(field_item(f, owner, to), field_item(f, other, from), field_size(f));
}
