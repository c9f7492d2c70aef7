/* SPDX-License-Identifier: MIT */
/* Voxel grid of a body: a bit for each cell, set if the middle of the cell is inside. For fast
   counts of cells covered by spheres. */
#ifndef SHAPE_GENERATE_VOXELS_H
#define SHAPE_GENERATE_VOXELS_H

#include "shape/mesh/mesh.h"

typedef struct {
  Vec3   corner; /* m; the middle of cell (i, j, k) is corner + edge (i + 1/2, j + 1/2, k + 1/2) */
  double edge;   /* m */
  int    n[3];
  int    words;  /* 64-bit words in a row along x */
  uint64_t *bit; /* [n[2]][n[1]][words] */
} Voxels;

/* Set the cells inside a closed mesh, in a grid with a margin of `margin` m around it. Crossings of
   rays along x decide. Local. Returns false if there is no memory or there would be too many cells;
   voxels_free must be called then too. */
bool voxels_create(const Mesh *mesh, double edge, double margin, Voxels *voxels);
/* Make the same grid with all bits inverted. */
bool voxels_invert(const Voxels *from, Voxels *voxels);
void voxels_free(Voxels *voxels);

/* Number of set cells with their middle in the sphere; clear them. Cost: rows in the sphere times
   words. */
int64_t voxels_count(const Voxels *voxels, Vec3 x, double r);
void    voxels_clear(Voxels *voxels, Vec3 x, double r);

static inline bool voxels_has(const Voxels *v, int i, int j, int k)
{
  return v->bit[((size_t)k * (size_t)v->n[1] + (size_t)j) * (size_t)v->words + (size_t)i / 64] >>
           (i % 64) &
         1;
}

static inline Vec3 voxels_middle(const Voxels *v, int i, int j, int k)
{
  return vec3(v->corner.x + v->edge * (i + 0.5), v->corner.y + v->edge * (j + 0.5),
              v->corner.z + v->edge * (k + 0.5));
}

#endif
