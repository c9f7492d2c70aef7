/* SPDX-License-Identifier: MIT */
/* Options in two dimensions: the number of items of a vector depends on another option, which
   tables cannot express. */
#include "options/options_internal.h"

/* True if the number of items fits the dimension; else the problem. */
static bool count_fits(const Option *row, const Value *value, int dimension, Text *problem)
{
  const int whole = row->type == OPTION_VEC3 ? 3 : row->count > 0 ? row->count : row->group;
  const int group = dimension == 2 ? whole - 1 : whole;

  if (row->count > 0 || row->type == OPTION_VEC3) {
    if (dimension == 2 || value->n == whole) return true;
    text_add(problem, "%d given; allowed: %d in three dimensions (run: dimension: 3)", value->n,
             whole);
    return false;
  }
  if (value->n % group == 0) return true;
  text_add(problem, "%d numbers given; allowed: a multiple of %d%s", value->n, group,
           dimension == 2 ? " in two dimensions (run: dimension: 2), where z is left out"
                          : " in three dimensions (run: dimension: 3)");
  value_say_groups(row, value->n, dimension, problem);
  return false;
}

bool value_fits_plane(const Option *row, const Value *value, int dimension, Text *problem)
{
  if (!(row->flags & PLANAR)) return true;
  if (!count_fits(row, value, dimension, problem)) return false;
  if (dimension != 2 || !(row->flags & FLAT) || value->n < 3 || value->reals[2] == 0) return true;
  text_add(problem,
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
  ValueWalk at = {0};

  options->dimension = dimension;
  while (value_next(options, &at)) {
    Value *value   = at.value;
    Text   problem = {0};

    if (!value->has || !value->given || value_fits_plane(at.row, value, dimension, &problem))
      continue;
    option_mistake(options, at.kind->kind->name, at.name, at.row->key, "%s", problem.s);
    text_free(&problem);
    value_none(value); /* as after any other mistake */
    value->has   = false;
    value->wrong = true;
  }
}
