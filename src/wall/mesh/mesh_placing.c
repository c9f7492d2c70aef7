/* SPDX-License-Identifier: MIT */
/* Keys that put a mesh in its place. */
#include "wall/mesh/mesh_placing.h"
#include "base/bounds.h"
#include "options/rows.h"

#define SHIFT_ROW \
  VEC3_FLAT(IN(MeshPlacing, shift), "m", "0,0,0", SIGNED(LENGTH_MOST), \
            "added to all points, after scale")
#define PIVOT_ROW \
  VEC3_FLAT(IN(MeshPlacing, pivot), "m", "0,0,0", SIGNED(LENGTH_MOST), \
            "point about which attitude turns")

/* clang-format off */
const Option mesh_placing_options[] = {
  REAL(IN(MeshPlacing, scale), "1", "1",       POSITIVE_UP_TO(SCALE_MOST),
      "factor on all lengths of the file"),
  SHIFT_ROW,
  REALS(KEY("attitude"),       "",  "1,0,0,0", ANY_NUMBER,
      "quaternion w, x, y, z of any length: a turn about the pivot, after shift; in two "
      "dimensions x and y are 0", .count = 4),
  PIVOT_ROW,
  {NULL},
};
/* clang-format on */

const Option mesh_moving_options[] = {SHIFT_ROW, PIVOT_ROW, {.key = NULL}};

bool mesh_placing_read(Options *options, const char *kind, const char *object, MeshPlacing *place)
{
  *place = (MeshPlacing){0};
  options_read_into(options, kind, object, mesh_placing_options, place);
  return option_attitude(options, kind, object, &place->attitude);
}

Vec3 mesh_placing_apply(const MeshPlacing *p, Vec3 point)
{
  const Vec3 y = vec3_axpy(p->shift, p->scale, point);

  if (p->attitude.x == 0 && p->attitude.y == 0 && p->attitude.z == 0) return y;
  return vec3_add(p->pivot, quat_turn(p->attitude, vec3_sub(y, p->pivot)));
}
