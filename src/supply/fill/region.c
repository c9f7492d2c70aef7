/* SPDX-License-Identifier: MIT */
/* The table of regions, and functions that several kinds share. */
#include "supply/fill/region.h"
#include "base/box.h"
#include "options/rows.h"

const Plugin *const region_heads[]     = {REGION_KINDS(PLUGIN_HEAD) NULL};
const Plugin *const all_region_heads[] = {REGION_KINDS(PLUGIN_HEAD) ENDLESS_REGIONS(PLUGIN_HEAD)
                                            NULL};

#define FILL_HEAD(region) &(region).fill,
const Plugin *const fill_region_heads[] = {REGION_KINDS(FILL_HEAD) NULL};
#undef FILL_HEAD

/* clang-format off */
const Option region_point_keys[] = {
  VEC3_FLAT(KEY("point"), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "cylinder, cone: centre of one end; sphere: centre; plane: any point of it"),
  {0},
};

const Option region_radius_keys[] = {
  REAL(KEY("radius"), "m", OPTIONAL, RANGE_OF(LENGTH),
      "radius of a cylinder or sphere; in two dimensions half the width of the rectangle, or "
      "radius of the circle"),
  {0},
};
/* clang-format on */

/* True if the object has all keys that its region needs. */
static bool has_keys(RegionSource s, const RegionKind *kind)
{
  bool all = true;

  for (int k = 0; k < 4 && kind->needs[k]; k++) {
    if (option_has_value(s.options, s.kind, s.object, kind->needs[k])) continue;
    if (!option_is_set(s.options, s.kind, s.object, kind->needs[k]))
      option_mistake(s.options, s.kind, s.object, kind->needs[k], "missing: its region needs it");
    all = false;
  }
  return all;
}

PetscErrorCode region_read(RegionSource s, Region *region)
{
  const char *const word = option_word(s.options, s.kind, s.object, "region");

  PetscFunctionBeginUser;
  *region = (Region){.kind = (const RegionKind *)plugin_find(all_region_heads, word)};
  if (region->kind) array_create(&region->own, 1, region->kind->size);
  if (!region->kind || !has_keys(s, region->kind)) {
    *s.good = false; /* a missing kind was reported before */
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  plugin_read_into(s.options, s.kind, s.object, &region->kind->head, region->own);
  if (region->kind->read) PetscCall(region->kind->read(region->own, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void region_free(Region *region)
{
  if (region->kind && region->kind->free && region->own) region->kind->free(region->own);
  array_free(&region->own);
  region->kind = NULL;
}

bool region_misses(const Region *r, Vec3 lo, Vec3 hi)
{
  Vec3 from, to;

  if (r->kind->misses && r->kind->misses(r->own, lo, hi)) return true;
  if (!r->kind->box) return false;
  r->kind->box(r->own, &from, &to);
  return !box_meets(from, to, lo, hi);
}

Vec3 region_image(const Domain *d, Vec3 near, Vec3 x)
{
  if (d->cell.now.tilted) {
    const Vec3 u = vec3_sub(x, near);

    return vec3_add(near, domain_shifted(d, u, domain_nearest(d, u)));
  }
  for (int k = 0; k < d->dimension; k++) {
    const double length = vec3_axis(d->length, k);
    const double off    = vec3_axis(x, k) - vec3_axis(near, k);

    if (boundary_wraps(d->boundary[k]))
      vec3_set(&x, k, vec3_axis(x, k) - length * rint(off / length));
  }
  return x;
}

void body_reaches(const RegionBody *b, Vec3 u, double *below, double *above)
{
  const Template *t = b->template;

  *below = *above = 0;
  for (int i = 0; i < t->n; i++) {
    const double x = vec3_dot(quat_turn(b->q, t->offset[i]), u);

    *below = max_real(*below, b->scale * (t->radius[i] - x));
    *above = max_real(*above, b->scale * (t->radius[i] + x));
  }
}

bool body_is_held(const RegionBody *b, Vec3 x, bool (*holds)(const void *own, Vec3 at, double r),
                  const void *own)
{
  const Template *t = b->template;

  for (int i = 0; i < t->n; i++)
    if (!holds(own, vec3_axpy(x, b->scale, quat_turn(b->q, t->offset[i])), b->scale * t->radius[i]))
      return false;
  return true;
}

/* Distance of x from the interval lo..hi, or from its nearest image at multiples of length (0: it
   has none). */
static double gap_along(double lo, double hi, double x, double length)
{
  const double half = 0.5 * (hi - lo), off = fabs(x - (lo + half)),
               near = length > 0 ? fabs(off - length * rint(off / length)) : off;

  return near - half;
}

bool box_may_meet(const Domain *d, Vec3 lo, Vec3 hi, Vec3 x, double r)
{
  bool may = true;

  if (d->cell.now.tilted) return true; /* images lie at offsets */
  for (int k = 0; k < d->dimension && may; k++) {
    const bool wraps = boundary_wraps(d->boundary[k]);

    may = !(gap_along(vec3_axis(lo, k), vec3_axis(hi, k), vec3_axis(x, k),
                      wraps ? vec3_axis(d->length, k) : 0) > r);
  }
  return may;
}

/* Report a region that goes beyond faces where no clump can be: one mistake for each of its keys. *is:
   true along these axes. */
static void check_faces(Options *o, const char *kind, const char *object, const RegionKind *region,
                        Vec3 lo, Vec3 hi, const Domain *d, bool is[3])
{
  Text beyond[2] = {{0}, {0}};

  for (int k = 0; k < d->dimension; k++) {
    const Boundary faces = d->boundary[k];
    const double   low = vec3_axis(d->lo, k), high = vec3_axis(d->hi, k);
    const double   off   = d->grain; /* lo and hi are rounded to the grid */
    const bool     below = vec3_axis(hi, k) <= high + off;
    Text *const    text  = &beyond[below ? 0 : 1];

    is[k] = boundary_confines(faces) && !(vec3_axis(lo, k) >= low - off && below);
    if (!is[k]) continue;
    text_add(text, "%s%s face%s at %c = %g m", text->n > 0 ? " and the " : "",
             boundary_reflects(faces) ? "reflecting" : "open", text->n > 0 ? "" : " of the domain",
             "xyz"[k], below ? low : high);
  }
  for (int end = 0; end < 2; end++) {
    if (beyond[end].n > 0)
      option_mistake(o, kind, object, region->at[end],
                     "goes beyond the %s, where no clump can be: end the %s there, enlarge the "
                     "domain, or make the face free",
                     beyond[end].s, region->head.name);
    text_free(&beyond[end]);
  }
}

/* Check the region, from .. to along axis k, which lies within faces that keep clumps in. */
static void check_along(Options *o, const char *kind, const char *object, const RegionKind *region,
                        const double ends[2], const Domain *d, int k)
{
  const Boundary faces = d->boundary[k];
  const double   from = ends[0], to = ends[1];
  const double   lo = vec3_axis(d->lo, k), hi = vec3_axis(d->hi, k), limit = vec3_axis(d->limit, k);
  const char    *key = region->at[1], *what = region->head.name;
  const char     axis = "xyz"[k];

  if (boundary_wraps(faces) && to - from > (1 + 1e-12) * (hi - lo)) /* rounding */
    option_mistake(
      o, kind, object, key,
      "the %s is %g m long along %c, where the domain repeats after %g m: give no more", what,
      to - from, axis, hi - lo);
  else if (!(fabs(from) < limit && fabs(to) < limit))
    option_mistake(o, kind, object, key,
                   "the %s is farther out along %c than positions reach (%g m)", what, axis, limit);
}

void region_check(Options *options, const char *kind, const char *object, const Region *region,
                  const Domain *domain)
{
  bool beyond[3];
  Vec3 lo, hi;

  region->kind->box(region->own, &lo, &hi);
  check_faces(options, kind, object, region->kind, lo, hi, domain, beyond);
  for (int k = 0; k < domain->dimension; k++)
    if (!beyond[k])
      check_along(options, kind, object, region->kind,
                  (const double[2]){vec3_axis(lo, k), vec3_axis(hi, k)}, domain, k);
}
