/* SPDX-License-Identifier: MIT */
/* Options in two dimensions: the number of items of a vector depends on another option, which
   tables cannot express. */
#include "base/options_internal.h"

/* True if the number of items fits the dimension; else a mistake is noted. */
static bool check_count(Options *options, const Kind *kind, const char *object, const Option *row,
                        const Value *value, int dimension)
{
  const int whole = row->type == OPTION_VEC3 ? 3 : row->count > 0 ? row->count : row->group;
  const int group = dimension == 2 ? whole - 1 : whole;

  if (row->count > 0 || row->type == OPTION_VEC3) {
    if (dimension == 2 || value->n == whole) return true;
    option_mistake(options, kind->kind->name, object, row->key,
                   "%d given; allowed: %d in three dimensions (run: dimension: 3)", value->n,
                   whole);
    return false;
  }
  if (value->n % group == 0) return true;
  option_mistake(options, kind->kind->name, object, row->key,
                 "%d numbers given; allowed: a multiple of %d%s", value->n, group,
                 dimension == 2 ? " in two dimensions (run: dimension: 2), where z is left out"
                                : " in three dimensions (run: dimension: 3)");
  return false;
}

static bool check_flat(Options *options, const Kind *kind, const char *object, const Option *row,
                       const Value *value)
{
  if (value->n < 3 || value->reals[2] == 0) return true;
  option_mistake(
    options, kind->kind->name, object, row->key,
    "%g along z; allowed: two numbers, or z = 0, in two dimensions (run: dimension: 2)",
    value->reals[2]);
  return false;
}

int options_dimension(const Options *options)
{
  return options->dimension == 2 ? 2 : 3;
}

void options_check_plane(Options *options, int dimension)
{
  options->dimension = dimension;
  for (int k = 0; k < options->n_kinds; k++) {
    const Kind *kind = &options->kinds[k];

    for (int i = 0; i < kind->n_objects * kind->n_rows; i++) {
      const int     a = i / kind->n_rows, r = i % kind->n_rows;
      const char   *object = kind_object_name(kind, a);
      const Option *row    = kind->rows[r];
      Value        *value  = &kind->objects[a].values[r];

      if (!value->has || !value->given || !(row->flags & PLANAR)) continue;
      if (check_count(options, kind, object, row, value, dimension) &&
          (dimension != 2 || !(row->flags & FLAT) || check_flat(options, kind, object, row, value)))
        continue;
      value_none(value); /* as after any other mistake */
      value->has   = false;
      value->wrong = true;
    }
  }
}
