/* SPDX-License-Identifier: MIT */
/* A velocity gradient of any form that keeps some order of the axes (space/cell/cell.h). */
#include "options/rows.h"
#include "space/cell/deformation.h"

/* clang-format off */
static const Option options[] = {
  REALS(KEY("deformation_matrix"), "1/s", REQUIRED, ANY_NUMBER,
      "velocity gradient by rows: velocity along x by place along x, y, z; along y; along z",
      .count = 9),
  {NULL},
};
/* clang-format on */

static void read(Options *o, Deformation *d)
{
  int           n;
  const double *m = option_reals(o, "domain", NULL, "deformation_matrix", &n);

  for (int i = 0; i < 3 && n == 9; i++)
    for (int j = 0; j < 3; j++) {
      d->full.g[i][j] = m[3 * i + j];
      d->may.g[i][j]  = m[3 * i + j] != 0;
      if (options_dimension(o) == 2 && max_int(i, j) == 2 && m[3 * i + j] != 0)
        option_mistake(o, "domain", NULL, "deformation_matrix",
                       "%g in row %d, column %d; allowed in two dimensions: 0 in the third row and "
                       "column",
                       m[3 * i + j], i + 1, j + 1);
    }
}

const DeformationKind deformation_gradient = {
  .head = {.name    = "gradient",
           .text    = "A velocity gradient: periods P change by P' = matrix P.",
           .options = {options}},
  .read = read,
};
