/* SPDX-License-Identifier: MIT */
/* Simple shear: v_flow = rate x coordinate along the gradient axis. */
#include "base/bounds.h"
#include "options/rows.h"
#include "space/cell/deformation.h"

/* clang-format off */
static const Option options[] = {
  WORD(KEY("deformation_flow"),     REQUIRED, "x y z", "axis along which the cell is sheared"),
  WORD(KEY("deformation_gradient"), REQUIRED, "x y z",
      "axis along which the velocity grows; both faces of this axis are periodic"),
  REAL(KEY("deformation_rate"),     "1/s", REQUIRED, ANY_NUMBER,
      "shear rate: velocity of the upper face of the gradient axis relative to the lower one over "
      "their distance"),
  {NULL},
};
/* clang-format on */

static int axis_of(const char *word)
{
  return word[0] - 'x';
}

static void read(Options *o, Deformation *d)
{
  const char *flow     = option_word(o, "domain", NULL, "deformation_flow"),
             *gradient = option_word(o, "domain", NULL, "deformation_gradient");
  int i, j;

  if (!flow[0] || !gradient[0]) return; /* reported */
  i = axis_of(flow);
  j = axis_of(gradient);
  if (i == j || max_int(i, j) >= options_dimension(o)) {
    option_mistake(o, "domain", NULL, "deformation_gradient",
                   "'%s', with the flow along %s; allowed: two different axes%s", gradient, flow,
                   options_dimension(o) == 2 ? " of x and y" : "");
    return;
  }
  d->full.g[i][j] = option_real(o, "domain", NULL, "deformation_rate");
  d->may.g[i][j]  = 1;
}

const DeformationKind deformation_shear = {
  .head = {.name    = "shear",
           .text    = "Simple shear at a rate, across periodic faces that slide.",
           .source  = "Lees & Edwards 1972, J. Phys. C 5, 1921",
           .options = {options}},
  .read = read,
};
