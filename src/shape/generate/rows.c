/* SPDX-License-Identifier: MIT */
/* Rows of spheres (rows.h). */
#include "shape/generate/rows.h"
#include "shape/why.h"

int64_t row_pebbles(double length, double r, double ripple)
{
  const double h    = r * sqrt(ripple * (2 - ripple)); /* half the largest spacing */
  const double gaps = ceil(length / (2 * h));

  return gaps < 1e15 ? (int64_t)gaps + 1 : INT64_MAX;
}

/* Number of pebbles in place of pebble i, up to most + 1. */
static int64_t length_of(const PebbleSet *set, int i, double ripple, int most)
{
  const double length = 2 * vec3_norm(pebble_set_axis(set, i));

  return length > 0 ? min_int(row_pebbles(length, set->r[i], ripple), most + 1) : 1;
}

Vec3 row_centre(Vec3 from, Vec3 to, int64_t n, int64_t k)
{
  const Vec3   way = vec3_scale((double)k, vec3_sub(to, from));
  const double all = (double)(n - 1);

  return k == n - 1 ? to : vec3_add(from, vec3(way.x / all, way.y / all, way.z / all));
}

/* Append the row of pebble i of a set to another one. */
static void put_row(const PebbleSet *from, int i, int64_t n, PebbleSet *to)
{
  const Vec3 half = pebble_set_axis(from, i), x = from->x[i];

  for (int64_t k = 0; k < n; k++, to->n++) {
    to->x[to->n]        = n > 1 ? row_centre(vec3_sub(x, half), vec3_add(x, half), n, k) : x;
    to->r[to->n]        = from->r[i];
    to->material[to->n] = from->material[i];
    if (from->group) to->group[to->n] = from->group[i];
  }
}

bool pebble_set_rows(PebbleSet *set, double ripple, int most, char *why)
{
  int64_t   n = 0;
  PebbleSet rows;

  if (!set->axis) return true;
  for (int i = 0; i < set->n && n <= most; i++) n += length_of(set, i, ripple, most);
  if (n > most)
    return why_not(why,
                   "more than %d pebbles would stand for its capsules: allow deeper grooves than "
                   "%g of the radius",
                   most, ripple);
  pebble_set_create((int)n, &rows);
  if (set->group) array_create(&rows.group, sizeof *rows.group, n);
  rows.dimension = set->dimension;
  rows.merged    = set->merged;
  rows.n         = 0;
  for (int i = 0; i < set->n; i++) put_row(set, i, length_of(set, i, ripple, most), &rows);
  pebble_set_free(set);
  *set = rows;
  return true;
}
