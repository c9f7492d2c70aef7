/* SPDX-License-Identifier: MIT */
/* All that is behind a plane; in two dimensions behind a line. */
#include "base/bounds.h"
#include "base/box.h"
#include "options/rows.h"
#include "supply/fill/region.h"

typedef struct {
  Vec3 point, normal; /* m; of any length */
} PlaneRegion;

/* clang-format off */
static const Option keys[] = {
  VEC3_FLAT(KEY("normal"), "1", OPTIONAL, SIGNED(LENGTH_MOST),
      "plane: normal, of any length; the region is on the side that it points away from"),
  {NULL},
};
/* clang-format on */

static PetscErrorCode read_plane(void *own, Options *o, RegionSource s)
{
  PlaneRegion *p     = own;
  const bool   point = region_needs(o, s, "point"), normal = region_needs(o, s, "normal");
  double       most;

  PetscFunctionBeginUser;
  *p   = (PlaneRegion){.point  = option_vec3(o, s.kind, s.object, "point"),
                       .normal = option_vec3(o, s.kind, s.object, "normal")};
  most = max_real(fabs(p->normal.x), max_real(fabs(p->normal.y), fabs(p->normal.z)));
  if (most > 0) p->normal = vec3(p->normal.x / most, p->normal.y / most, p->normal.z / most);
  if (!point || !normal || most > 0) PetscFunctionReturn(PETSC_SUCCESS);
  option_mistake(o, s.kind, s.object, "normal", "is zero: give a direction");
  *s.good = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool inside(const void *own, const Domain *d, Vec3 x)
{
  const PlaneRegion *p = own;

  (void)d;
  return vec3_dot(p->normal, vec3_sub(x, p->point)) < 0;
}

static bool misses(const void *own, Vec3 lo, Vec3 hi)
{
  const PlaneRegion *p = own;
  double             least, most;

  box_range(p->normal, lo, hi, &least, &most);
  return !(least < vec3_dot(p->normal, p->point));
}

const RegionKind region_plane = {
  .head =
    {.name = "plane",
     .text =
       "Behind a plane, on the side that its normal points away from; in two dimensions a line.",
     .options = {region_point_keys, keys}},
  .size   = sizeof(PlaneRegion),
  .at     = {"point", "point"},
  .read   = read_plane,
  .inside = inside,
  .misses = misses,
};
