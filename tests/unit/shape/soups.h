/* SPDX-License-Identifier: MIT */
/* Triangles of cubes, and STL files of a text. */
#ifndef SOUPS_H
#define SOUPS_H

#include "base/random.h"
#include "shape/mesh/mesh_files.h"
#include "unit/files.h"

static const double cube_corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const int    cube_face[12][3]  = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                         {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                         {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

/* Triangles of a cube whose corners differ by up to `noise`. */
static inline void cube_soup(double noise, Vec3 corner[36])
{
  for (int c = 0; c < 36; c++) {
    const double *x = cube_corner[cube_face[c / 3][c % 3]], off = noise * (c % 5 - 2) / 4;

    corner[c] = vec3(x[0] + off, x[1] - off, x[2] + off);
  }
}

#endif
