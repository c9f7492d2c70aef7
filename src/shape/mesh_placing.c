/* SPDX-License-Identifier: MIT */
/* Keys that put a mesh in its place. */
#include "shape/mesh_placing.h"
#include "base/bounds.h"

#define SHIFT_ROW \
  { \
    .key = "shift", .type = OPTION_VEC3, .unit = "m", .fallback = "0,0,0", .lo = -LENGTH_MOST, \
    .hi = LENGTH_MOST, .flags = PLANAR | FLAT, .help = "added to all points, after scale" \
  }
#define PIVOT_ROW \
  { \
    .key = "pivot", .type = OPTION_VEC3, .unit = "m", .fallback = "0,0,0", .lo = -LENGTH_MOST, \
    .hi = LENGTH_MOST, .flags = PLANAR | FLAT, .help = "point about which attitude turns" \
  }

const Option mesh_placing_options[] = {
  {.key      = "scale",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "1",
   .lo       = 0,
   .hi       = SCALE_MOST,
   .flags    = LO_OPEN,
   .help     = "factor on all lengths of the file"},
  SHIFT_ROW,
  {.key      = "attitude",
   .type     = OPTION_REALS,
   .fallback = "1,0,0,0",
   .count    = 4,
   .help     = "quaternion w, x, y, z of any length: a turn about the pivot, after shift; in two "
               "dimensions x and y are 0"},
  PIVOT_ROW,
  {.key = NULL},
};

const Option mesh_moving_options[] = {SHIFT_ROW, PIVOT_ROW, {.key = NULL}};

bool attitude_read(Options *options, const char *kind, const char *object, Quat *q)
{
  int           n;
  const double *a = option_reals(options, kind, object, "attitude", &n);
  double        most;

  if (n != 4) return false; /* reported by the tables */
  most = max_real(max_real(fabs(a[0]), fabs(a[1])), max_real(fabs(a[2]), fabs(a[3])));
  if (!(most > 0))
    option_mistake(options, kind, object, "attitude", "0, 0, 0, 0 is no turn; allowed: any other");
  else if (options_dimension(options) == 2 && (a[1] != 0 || a[2] != 0))
    option_mistake(options, kind, object, "attitude",
                   "turns out of the plane; in two dimensions (run: dimension: 2) x and y are 0");
  else {
    *q = quat_normalized((Quat){a[0] / most, a[1] / most, a[2] / most, a[3] / most});
    return true;
  }
  return false;
}

bool mesh_placing_read(Options *options, const char *kind, const char *object, MeshPlacing *place)
{
  *place = (MeshPlacing){.scale = option_real(options, kind, object, "scale"),
                         .shift = option_vec3(options, kind, object, "shift"),
                         .pivot = option_vec3(options, kind, object, "pivot")};
  return attitude_read(options, kind, object, &place->attitude);
}

Vec3 mesh_placing_apply(const MeshPlacing *p, Vec3 point)
{
  const Vec3 y = vec3_axpy(p->shift, p->scale, point);

  if (p->attitude.x == 0 && p->attitude.y == 0 && p->attitude.z == 0) return y;
  return vec3_add(p->pivot, quat_turn(p->attitude, vec3_sub(y, p->pivot)));
}
