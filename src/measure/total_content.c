/* SPDX-License-Identifier: MIT */
/* Volume, or area in two dimensions, that deformable bodies enclose. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->deforms && m->deforms->encloses;
}

static void add(const Measured *m, Sum *sum)
{
  deforms_content(m->deforms, m->scene->clumps, sum);
}

const Total total_content = {
  .name = "content",
  .unit = "m3",
  .text = "in runs in which deformable bodies have a content_stiffness or a perimeter_time: volume "
          "of all of them; in two dimensions area, m2",
  .is_used = is_used,
  .add     = add,
};
