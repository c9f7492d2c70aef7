/* SPDX-License-Identifier: MIT */
/* A velocity field that clumps follow on average, such as that of a flow down a slope. Two pebbles
   approach each other by their velocities relative to the field, and by the strain of the field
   between them, which is small as they are close. So pair lists age by these two, and not by the
   difference of velocities between the top and the bottom of a flow (travel.h). Physics does not
   depend on it.

   The field F depends on one coordinate z: a polynomial in z cut to an interval. With s = (|F'| +
   |F'_z|) / 2 at most `rate` two points at the distance w approach no faster than s w, as the
   symmetric part of the gradient shows, and F differs by 2 s w at most between them. Displacements
   in a time T are counted relative to T F(z at its start), so that those of steps add up to exactly
   that. */
#ifndef MOTION_PROFILE_H
#define MOTION_PROFILE_H

#include "base/kernel.h"
#include "base/parallel.h"
#include "matter/clumps.h"
#include "space/cell/moving_cell.h"

enum { PROFILE_TERMS = 4 };

typedef struct {
  bool   used;
  int    axis;                /* the axis of z */
  double middle, scale;       /* (z - middle) scale is cut to -1 .. 1; m, 1/m */
  double c[3][PROFILE_TERMS]; /* components x, y, z of F: coefficients of the powers of that, m/s */
  double rate;                /* bound of s, 1/s, > 0 */
} Profile;

/* profile_scaled: a coordinate in units of the interval, cut; profile_part: a component of F there,
   m/s. */
ALWAYS_INLINE double profile_scaled(const Profile *p, double z)
{
  const double t = (z - p->middle) * p->scale, u = t > -1 ? t : -1;

  return u < 1 ? u : 1;
}

ALWAYS_INLINE double profile_part(const double c[PROFILE_TERMS], double s)
{
  return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}

/* F at a place whose coordinate along the axis is z, m/s. */
ALWAYS_INLINE Vec3 profile_at(const Profile *p, double z)
{
  const double s = profile_scaled(p, z);

  return (Vec3){profile_part(p->c[0], s), profile_part(p->c[1], s), profile_part(p->c[2], s)};
}

/* Fit the field to the present velocities of all clumps, along an axis that is not periodic, so
   that a clump and its images have the same; used becomes false if lists would not live longer with
   it. across: see travel_bound_in. The field is the same on every rank. Collective. */
PetscErrorCode profile_find(const Parallel *par, const Domain *domain, const Clumps *clumps,
                            double across, Profile *profile);
/* Take the flow of a cell that deforms, if its gradient has one column across its axis, as that of
   simple shear, and stays as it is; images follow it, too. Else used becomes false. Local. */
void profile_of_cell(const MovingCell *cell, Profile *profile);

#endif
