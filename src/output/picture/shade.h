/* SPDX-License-Identifier: MIT */
/* Light that leaves a surface, by the same arithmetic for one sample and for many in a loop. */
#ifndef OUTPUT_PICTURE_SHADE_H
#define OUTPUT_PICTURE_SHADE_H

#include "output/picture/render.h"

/* Light that leaves a surface, red, green and blue, each >= 0. It is that of a lamp, of a weak one on
   the other side, and of a sky that is brighter above. colour: its light; seen, lamp: parts of the sky
   and the lamp that it sees, 0 to 1; a fifth of the sky reaches the deepest hole, so that its walls can
   be seen. */
ALWAYS_INLINE Vec3 lit(const Lighting *how, Vec3 colour, Vec3 normal, Vec3 ray, double seen,
                       double lamp)
{
  const double open   = max_real(seen, 0.2);
  const double direct = 0.86 * lamp * max_real(0, vec3_dot(normal, lamp_way)) +
                        0.14 * open * max_real(0, vec3_dot(normal, vec3(0.80, -0.20, -0.56)));
  const double sky = open * (0.44 + 0.14 * vec3_dot(normal, how->up));
  const Vec3   eye = vec3_scale(-1 / vec3_norm(ray), ray), half = vec3_add(lamp_way, eye);
  double       shine = max_real(0, vec3_dot(normal, half) / vec3_norm(half)), white;

  for (int k = 0; k < 5; k++) shine *= shine; /* to the power of 32 */
  white = lamp > 0 ? 0.12 * lamp * shine : 0;
  return vec3_add(vec3_scale(direct + sky, colour), vec3(white, white, white));
}

#endif
