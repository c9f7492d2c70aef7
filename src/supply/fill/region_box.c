/* SPDX-License-Identifier: MIT */
/* A box along the axes, in two dimensions a rectangle. */
#include "base/bounds.h"
#include "options/rows.h"
#include "supply/fill/region.h"

typedef struct {
  Vec3 lo, hi;
  int  dimension;
} BoxRegion;

/* clang-format off */
static const Option keys[] = {
  VEC3_PLANAR(KEY("lo"), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "lower corner of the box; it may go across a periodic face, but not be longer than the "
      "period"),
  VEC3_PLANAR(KEY("hi"), "m", OPTIONAL, SIGNED(LENGTH_MOST), "upper corner; likewise"),
  {NULL},
};
/* clang-format on */

static Vec3 flat(Vec3 x, int dimension)
{
  return dimension == 2 ? vec3(x.x, x.y, 0) : x;
}

static PetscErrorCode read_box(void *own, Options *o, RegionSource s)
{
  BoxRegion *b  = own;
  const bool lo = region_needs(o, s, "lo"), hi = region_needs(o, s, "hi");

  PetscFunctionBeginUser;
  *b = (BoxRegion){.lo        = flat(option_vec3(o, s.kind, s.object, "lo"), s.dimension),
                   .hi        = flat(option_vec3(o, s.kind, s.object, "hi"), s.dimension),
                   .dimension = s.dimension};
  if (!lo || !hi ||
      (b->lo.x < b->hi.x && b->lo.y < b->hi.y && (s.dimension == 2 || b->lo.z < b->hi.z)))
    PetscFunctionReturn(PETSC_SUCCESS);
  option_mistake(o, s.kind, s.object, "hi",
                 "(%g, %g, %g) m must be beyond lo (%g, %g, %g) m in every direction", b->hi.x,
                 b->hi.y, b->hi.z, b->lo.x, b->lo.y, b->lo.z);
  *s.good = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void box(const void *own, Vec3 *lo, Vec3 *hi)
{
  const BoxRegion *b = own;

  *lo = b->lo;
  *hi = b->hi;
}

static double volume(const void *own)
{
  const BoxRegion *b    = own;
  const Vec3       side = vec3_sub(b->hi, b->lo);

  return side.x * side.y * (b->dimension == 2 ? 1 : side.z);
}

/* True if the box covers the whole of a periodic direction, so that clumps may cross its ends. */
static bool spans(const BoxRegion *b, const Domain *d, int axis)
{
  return boundary_wraps(d->boundary[axis]) && vec3_axis(b->lo, axis) <= vec3_axis(d->lo, axis) &&
         vec3_axis(b->hi, axis) >= vec3_axis(d->hi, axis);
}

/* Distances that the pebbles reach from the centre along -axis and +axis, at scale 1. */
static void reaches(const Template *t, Quat q, int axis, double *below, double *above)
{
  *below = *above = 0;
  for (int i = 0; i < t->n; i++) {
    const double x = vec3_axis(quat_turn(q, t->offset[i]), axis);

    *below = max_real(*below, t->radius[i] - x);
    *above = max_real(*above, t->radius[i] + x);
  }
}

/* Uniform over the places that fit. */
static bool draw(const void *own, const Domain *d, const RegionBody *body, Random *random, Vec3 *x)
{
  const BoxRegion *b    = own;
  bool             fits = true;

  *x = (Vec3){0, 0, 0};
  for (int axis = 0; axis < b->dimension; axis++) {
    double       lo = vec3_axis(b->lo, axis), hi = vec3_axis(b->hi, axis), below, above;
    const double u = random_real(random);

    if (spans(b, d, axis)) {
      lo = vec3_axis(d->lo, axis);
      hi = vec3_axis(d->hi, axis);
    } else {
      reaches(body->template, body->q, axis, &below, &above);
      lo += body->scale * below;
      hi -= body->scale * above;
    }
    fits = fits && lo <= hi;
    vec3_set(x, axis, grid_round(d, lo + u * (hi - lo)));
  }
  return fits;
}

static bool inside(const void *own, const Domain *d, Vec3 x)
{
  const BoxRegion *b    = own;
  const Vec3       near = region_image(d, vec3_scale(0.5, vec3_add(b->lo, b->hi)), x);

  return near.x >= b->lo.x && near.x <= b->hi.x && near.y >= b->lo.y && near.y <= b->hi.y &&
         (b->dimension == 2 || (near.z >= b->lo.z && near.z <= b->hi.z));
}

const RegionKind region_box = {
  .head   = {.name = "box", .text = "A box along the axes.", .options = {keys}},
  .fill   = {.name = "box", .text = "A box along the axes."},
  .size   = sizeof(BoxRegion),
  .at     = {"lo", "hi"},
  .read   = read_box,
  .inside = inside,
  .box    = box,
  .volume = volume,
  .draw   = draw,
};
