/* SPDX-License-Identifier: MIT */
/* Options in two dimensions: how many numbers a vector has depends on another option, which tables cannot say. */
#include "base/options_internal.h"

static void check_count(Options *options, const Kind *kind, const char *object, const Option *row, const Value *value,
                        int dimension)
{
  const int whole = row->type == OPTION_VEC3 ? 3 : row->count > 0 ? row->count : row->group;

  if (row->count > 0 || row->type == OPTION_VEC3) {
    if (dimension == 3 && value->n < whole)
      option_mistake(options, kind->kind->name, object, row->key, "%d given; allowed: %d in three dimensions (run: dimension: 3)",
                     value->n, whole);
  } else if (value->n % (dimension == 2 ? whole - 1 : whole) != 0) {
    option_mistake(options, kind->kind->name, object, row->key, "%d numbers given; allowed: a multiple of %d%s", value->n,
                   dimension == 2 ? whole - 1 : whole,
                   dimension == 2 ? " in two dimensions (run: dimension: 2), where z is left out"
                                  : " in three dimensions (run: dimension: 3)");
  }
}

void options_check_plane(Options *options, int dimension)
{
  for (int k = 0; k < options->n_kinds; k++) {
    const Kind *kind = &options->kinds[k];

    for (int i = 0; i < kind->n_objects * kind->n_rows; i++) {
      const int     a = i / kind->n_rows, r = i % kind->n_rows;
      const Option *row   = kind->rows[r];
      const Value  *value = &kind->objects[a].values[r];

      if (!value->has) continue;
      if (value->given && (row->flags & PLANAR)) check_count(options, kind, kind_object_name(kind, a), row, value, dimension);
      if (dimension == 2 && (row->flags & FLAT) && value->n == 3 && value->reals[2] != 0)
        option_mistake(options, kind->kind->name, kind_object_name(kind, a), row->key,
                       "%g along z; allowed: two numbers, or z = 0, in two dimensions (run: dimension: 2)", value->reals[2]);
    }
  }
}
