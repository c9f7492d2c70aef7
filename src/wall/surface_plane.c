/* SPDX-License-Identifier: MIT */
/* Plane: one feature, 0. */
#include "wall/surface_plane.h"
#include "base/bounds.h"
#include "options/rows.h"

/* clang-format off */
static const Option plane_options[] = {
  VEC3_FLAT(KEY("normal"), "1", REQUIRED, ANY_NUMBER,
      "vector towards the side of the clumps, of any length"),
  {NULL},
};
/* clang-format on */

static PetscErrorCode plane_read(Options *options, const char *wall, void **constants)
{
  const bool  has_side = option_has_value(options, "wall", wall, "side");
  const char *side     = has_side ? option_word(options, "wall", wall, "side") : "front";
  Plane       plane    = {.point  = option_vec3(options, "wall", wall, "point"),
                          .normal = option_vec3(options, "wall", wall, "normal"),
                          .both   = strcmp(side, "both") == 0};

  PetscFunctionBeginUser;
  *constants = NULL;
  if (!plane.both && strcmp(side, "front") != 0)
    option_mistake(options, "wall", wall, "side", "of a plane; allowed: front or both");
  if (vec3_normalize(&plane.normal)) {
    plane.point_given  = plane.point;
    plane.normal_given = plane.normal;
    PetscCall(array_create(constants, sizeof plane, 1));
    memcpy(*constants, &plane, sizeof plane);
  } else if (option_has_value(options, "wall", wall, "normal"))
    option_mistake(options, "wall", wall, "normal",
                   "(0, 0, 0) has no direction: give a vector of any length but 0");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void plane_place(void *constants, const Displacement *d)
{
  Plane *plane = constants;

  plane->point  = displaced_point(d, plane->point_given);
  plane->normal = displaced_vector(d, plane->normal_given);
}

static void plane_check_period(Options *options, const char *wall, const void *constants, int axis)
{
  const Plane *plane = constants;

  if (vec3_axis(plane->normal, axis) != 0)
    option_mistake(
      options, "wall", wall, "normal",
      "has a part along %c, which is periodic: a plane must be parallel to periodic directions",
      "xyz"[axis]);
}

/* The distance grows or falls with each coordinate, and so does every rounded operation of
   plane_distance: no point of the box is nearer than one corner, or farther than the opposite one,
   to the bit. */
static PetscErrorCode plane_seek(const void *constants, Vec3 lo, Vec3 hi, double reach,
                                 Features *out)
{
  const Plane *plane = constants;
  const Vec3   n     = plane->normal;
  const Vec3   near  = {n.x > 0 ? lo.x : hi.x, n.y > 0 ? lo.y : hi.y, n.z > 0 ? lo.z : hi.z};
  const Vec3   far   = {n.x > 0 ? hi.x : lo.x, n.y > 0 ? hi.y : lo.y, n.z > 0 ? hi.z : lo.z};

  PetscFunctionBeginUser;
  if (plane_distance(plane, near) <= reach &&
      (!plane->both || plane_distance(plane, far) >= -reach))
    PetscCall(features_add(out, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void plane_nearest(Nearest *t, int from, int to)
{
  for (int k = from; k < to; k++) {
    const Plane *plane = t->constants[k];
    const double s     = plane_distance(plane, (Vec3){t->x[k], t->y[k], t->z[k]});
    const double sign  = plane->both && s < 0 ? -1 : 1;

    t->distance[k] = sign * s;
    t->nx[k]       = sign * plane->normal.x;
    t->ny[k]       = sign * plane->normal.y;
    t->nz[k]       = sign * plane->normal.z;
  }
}

static bool plane_confines(const void *constants, Vec3 up, Vec3 *point, Vec3 *normal)
{
  const Plane *plane = constants;

  (void)up;
  *point  = plane->point;
  *normal = plane->normal;
  return !plane->both;
}

static PetscErrorCode plane_facets(const void *constants, const FacetBox *box, Facets *facets)
{
  const Plane *plane = constants;

  PetscFunctionBeginUser;
  PetscCall(facets_plane(facets, box, plane->point, plane->normal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Surface surface_plane = {
  .head         = {.name    = "plane",
                   .text    = "endless plane, solid behind",
                   .options = {surface_point_options, plane_options, surface_side_options}},
  .read         = plane_read,
  .place        = plane_place,
  .check_period = plane_check_period,
  .geometry     = {.seek     = plane_seek,
                   .nearest  = plane_nearest,
                   .confines = plane_confines,
                   .facets   = plane_facets},
};
