/* SPDX-License-Identifier: MIT */
/* Faces of a clump: sets of pebbles that can touch a plane at the same time, for any normal, and
   the largest inverse effective mass against springs at all of them. */
#ifndef MEASURE_TIMESTEP_FACE_H
#define MEASURE_TIMESTEP_FACE_H

#include "matter/template.h"

/* Inverse mass and inertia of a clump relative to its template. */
typedef struct {
  double whole;     /* 1 over its mass, 1/kg */
  double turning;   /* factor from (arm x force)^2 / moment of the template to that of the clump */
  int    dimension; /* 2: translation in the plane z = 0, rotation about z only */
} FaceBody;

/* Springs of stiffness k at n pebbles have a fastest mode of angular frequency w, w^2 = k x mode. A
   pebble touches a plane if its surface is no farther from it than FACE_DEPTH times its radius. */
#define FACE_DEPTH 0.05
typedef struct {
  double normal; /* largest mode over all planes, springs along the normal of the plane, 1/kg */
  double full;   /* the same with equally stiff springs along and across the normal, 1/kg */
  double point;  /* mean of 1/m at these pebbles along the normal, 1/kg */
  int    n;      /* largest number of pebbles that touch one plane, at least 1 */
  bool   exact;  /* false: the search reached its limit, and these are upper bounds */
} Face;

/* Faces of the pebbles of one material; fewer than FACE_LEAST pebbles are no face (then n is 1 and
   both modes are 0). Branch and bound over the normals: each cell of directions has a list of the
   pebbles that may touch for some direction in it. No direction has a mode more than FACE_SLACK
   above the result. Directions whose modes stay below `enough` (normal, full; 1/kg) are not
   searched.

   Local; cost n times the depth of the search, at most for FACE_CELLS cells. */
#define FACE_SLACK 0.25
enum { FACE_LEAST = 4, FACE_CELLS = 4096 };
void face_find(const Template *t, int material, const FaceBody *body, const double enough[2],
               Face *face);

/* Number of pebbles of one material that a ball of this radius (m, at the scale of the template)
   may touch at once, to FACE_DEPTH: the largest number of centres so close to that of one pebble.
   Local; counted at up to 256 pebbles. */
double face_patch(const Template *t, int material, double radius);

/* Divide a positive semidefinite matrix by its trace, which is returned (0: it is not positive, and nothing
   is done), and square it so many times. Only products, which have the same bits on every machine. */
double matrix_raise(double a[6][6], int squarings);

#endif
