/* SPDX-License-Identifier: MIT */
/* Meshes of tests as files: STL text with all digits in the test's folder. */
#ifndef MESHES_H
#define MESHES_H

#include "sim_test.h"
#include "triangles.h"

/* Write as NAME in the test's folder. Collective. */
static inline void write_mesh(const char *name, const Triangles *t)
{
  char  path[400];
  FILE *f;

  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  MPI_Barrier(PETSC_COMM_WORLD);
  if (test_rank() == 0) {
    f = fopen(path, "w");
    if (!f) exit(99);
    fprintf(f, "solid test\n");
    for (int k = 0; k < t->n; k++) {
      const Vec3 x = t->corner[k];

      if (k % 3 == 0) fprintf(f, "facet normal 0 0 0\nouter loop\n");
      fprintf(f, "vertex %.17g %.17g %.17g\n", x.x, x.y, x.z);
      if (k % 3 == 2) fprintf(f, "endloop\nendfacet\n");
    }
    fprintf(f, "endsolid test\n");
    if (fclose(f) != 0) exit(99);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

#endif
