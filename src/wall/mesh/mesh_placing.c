/* SPDX-License-Identifier: MIT */
/* Keys that put a mesh in its place. */
#include "wall/mesh/mesh_placing.h"
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

bool mesh_placing_read(Options *options, const char *kind, const char *object, MeshPlacing *place)
{
  *place = (MeshPlacing){.scale = option_real(options, kind, object, "scale"),
                         .shift = option_vec3(options, kind, object, "shift"),
                         .pivot = option_vec3(options, kind, object, "pivot")};
  return option_attitude(options, kind, object, &place->attitude);
}

Vec3 mesh_placing_apply(const MeshPlacing *p, Vec3 point)
{
  const Vec3 y = vec3_axpy(p->shift, p->scale, point);

  if (p->attitude.x == 0 && p->attitude.y == 0 && p->attitude.z == 0) return y;
  return vec3_add(p->pivot, quat_turn(p->attitude, vec3_sub(y, p->pivot)));
}
