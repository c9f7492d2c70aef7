/* SPDX-License-Identifier: MIT */
/* Box, faces, grid. */
#include "space/domain.h"

const char *const boundary_names[] = {"open", "free", "periodic", NULL};

enum {
  GRID_BITS = 50, /* coordinates up to 2^50 quanta: two bits below the mantissa for sums of two coordinates */
  FREE_BITS = 8   /* how many doublings a free direction may grow before positions leave the grid's range */
};

/* Largest coordinate that may occur: an image one length outside the box, and clumps that stick out of it. */
static double reach_of(Vec3 lo, Vec3 hi, double extent)
{
  double edge = 0;

  for (int k = 0; k < 3; k++)
    edge = max_real(edge, max_real(fabs(vec3_axis(lo, k)), fabs(vec3_axis(hi, k))) + (vec3_axis(hi, k) - vec3_axis(lo, k)));
  return edge + 4 * extent;
}

bool domain_fits(const Domain *d, double extent)
{
  return reach_of(d->lo, d->hi, extent) <= d->limit;
}

Domain domain_create(int dimension, Vec3 lo, Vec3 hi, const Boundary boundary[3], double extent, double quantum)
{
  Domain d    = {.dimension = dimension, .boundary = {boundary[0], boundary[1], dimension == 2 ? BOUNDARY_FREE : boundary[2]}};
  bool   free = false;
  int    exponent;

  if (dimension == 2) lo.z = hi.z = 0;
  for (int k = 0; k < dimension; k++) free = free || boundary[k] == BOUNDARY_FREE;
  frexp(reach_of(lo, hi, extent), &exponent);
  d.quantum = quantum > 0 ? quantum : ldexp(1, exponent + (free ? FREE_BITS : 0) - GRID_BITS);
  d.magic   = ldexp(1.5, 52) * d.quantum;
  d.limit   = ldexp(1, GRID_BITS) * d.quantum;
  d.lo      = grid_round3(&d, lo);
  d.hi      = grid_round3(&d, hi);
  d.length  = vec3_sub(d.hi, d.lo);
  return d;
}

/* floor((x - lo) / length), corrected for the rounding of the quotient: compare on the grid, where all is exact. 0 for what is
   not a number. */
static int32_t boxes(double x, double lo, double length)
{
  double n = floor((x - lo) / length);

  if (isnan(n)) return 0;
  if (x - n * length < lo) n -= 1;
  if (x - n * length >= lo + length) n += 1;
  return (int32_t)n;
}

Image domain_boxes_beyond(const Domain *d, Vec3 x)
{
  return (Image){d->boundary[0] == BOUNDARY_PERIODIC ? boxes(x.x, d->lo.x, d->length.x) : 0,
                 d->boundary[1] == BOUNDARY_PERIODIC ? boxes(x.y, d->lo.y, d->length.y) : 0,
                 d->boundary[2] == BOUNDARY_PERIODIC ? boxes(x.z, d->lo.z, d->length.z) : 0};
}

Vec3 domain_wrapped(const Domain *d, Vec3 x)
{
  const Image n = domain_boxes(d, x);

  return domain_shifted(d, x, (Image){-n.x, -n.y, -n.z});
}

static void images_along(const Domain *d, int axis, double x, double radius, int32_t *from, int32_t *to)
{
  const double length = vec3_axis(d->length, axis), lo = vec3_axis(d->lo, axis), hi = vec3_axis(d->hi, axis);

  *from = *to = 0;
  if (d->boundary[axis] != BOUNDARY_PERIODIC) return;
  while (x + (*to + 1) * length - radius < hi) (*to)++;
  while (x + (*from - 1) * length + radius >= lo) (*from)--;
}

void domain_images(const Domain *d, Vec3 x, double radius, Image *from, Image *to)
{
  images_along(d, 0, x.x, radius, &from->x, &to->x);
  images_along(d, 1, x.y, radius, &from->y, &to->y);
  images_along(d, 2, x.z, radius, &from->z, &to->z);
}

bool domain_has_left(const Domain *d, Vec3 x)
{
  for (int k = 0; k < 3; k++) {
    const double c = vec3_axis(x, k);

    if (d->boundary[k] == BOUNDARY_OPEN && (c < vec3_axis(d->lo, k) || c >= vec3_axis(d->hi, k))) return true; /* not for NaN */
  }
  return false;
}
