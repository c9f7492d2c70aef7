/* SPDX-License-Identifier: MIT */
/* Tables that a host looks at: one const struct each, listed in look.c. What a look makes, such as
   columns that the simulation does not hold as they are shown, is kept until the state changes. */
#ifndef API_LOOK_H
#define API_LOOK_H

#include "api/api.h"

/* Keys that identify the rows of a column, and sort them. */
typedef struct {
  const void *first; /* key of row 0 */
  size_t      size;  /* of a key: a multiple of 8 bytes */
  int64_t     stride;
  int (*compare)(const void *, const void *);
} RowKeys;

typedef struct {
  const char *name;
  /* Name of column k; NULL: there are no more. */
  const char *(*column)(const clast *self, int k);
  /* True if the column is of no use before the loads of the start have been found; NULL: each is
     so. */
  bool (*needs_loads)(const clast *self, const char *column);
  /* Set the array, of a column that the table has. Collective. */
  PetscErrorCode (*look)(clast *self, const char *column, clast_array *array);
  /* The same with the values that they have on any number of ranks, and the keys of the rows. NULL:
     the table is the same on all ranks. Collective. */
  PetscErrorCode (*rows)(clast *self, const char *column, clast_array *array, RowKeys *keys);
} Table;

extern const Table clump_table, pebble_table, contact_table, link_table, wall_look_table,
  total_table;

/* The table that has this column, which is looked for before the run begins if it needs no loads;
   NULL: there is none, as clast_message says, or the state is of no use. Sets *status. Collective. */
PetscErrorCode table_ready(clast *self, const char *table, const char *column, const Table **found,
                           clast_status *status);

/* ---- columns that are members of rows ---- */

typedef struct {
  const char *name, *unit;
  clast_type  type;
  int         components;
  size_t      offset;
} RowColumn; /* a list ends with name == NULL */

static inline const char *row_column_name(const RowColumn *columns, int k)
{
  for (int i = 0; i < k && columns->name; i++) columns++;
  return columns->name;
}

static inline const RowColumn *row_column_find(const RowColumn *columns, const char *name)
{
  while (strcmp(columns->name, name) != 0) columns++;
  return columns;
}

size_t type_size(clast_type type);

/* The array of a column of n rows of `size` bytes. */
static inline clast_array row_column_array(const RowColumn *c, const void *rows, int64_t n,
                                           size_t size)
{
  return (clast_array){.data       = n > 0 ? (const char *)rows + c->offset : NULL,
                       .n          = n,
                       .components = c->components,
                       .type       = c->type,
                       .stride     = (int64_t)size,
                       .unit       = c->unit};
}

/* ---- what looks have made ---- */

/* Something of a table that was made since the state changed last, and of how many rows it is; NULL:
   nothing of this name. */
void *look_made(const clast *self, const Table *table, const char *what, int64_t *n);
/* Keep it until the state changes; it is freed with array_free. `what` must stay. */
void look_keep(clast *self, const Table *table, const char *what, int64_t n, void *made);

#endif
