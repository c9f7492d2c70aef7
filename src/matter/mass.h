/* SPDX-License-Identifier: MIT */
/* Mass properties of sets of overlapping spheres: one file a method, behind one interface. */
#ifndef MATTER_MASS_H
#define MATTER_MASS_H

#include "matter/template.h"

/* What methods may be told; each looks at its own. */
typedef struct {
  int      div;       /* grid: cells per smallest radius, >= 1 */
  double   tolerance; /* octree: relative, of volume and mass, >= MASS_LEAST_TOLERANCE */
  int64_t  samples;   /* montecarlo, >= 1 */
  uint64_t seed;      /* montecarlo */
} MassOptions;

extern const MassOptions mass_defaults;
#define MASS_LEAST_TOLERANCE 0.00005 /* of PFC's calculate */

/* Finds volume, mass, centre, inertia and error of the set; mass_principal fills principal and axes afterwards.
   Local, not collective. Methods may call sin, cos, atan2 and the like of the C library, whose last bits differ between
   libraries and processors: find on one rank and send the result to the others. */
typedef struct {
  const char *name, *text, *source;
  /* `why` has room for 256 characters; returns false when the set is refused */
  bool (*find)(const PebbleSet *set, const Materials *materials, const MassOptions *options, MassProperties *out, char *why);
} MassMethod;

extern const MassMethod *const mass_methods[];  /* ends with NULL */
extern const MassMethod        mass_sum;        /* every pebble whole: right when none overlap */
extern const MassMethod        mass_exact;      /* the union of the spheres */
extern const MassMethod        mass_grid;       /* regular sampling of the union */
extern const MassMethod        mass_octree;     /* boxes fully in, extrapolated */
extern const MassMethod        mass_montecarlo; /* random sampling of the union */

const MassMethod *mass_method_find(const char *name);

/* Principal moments (ascending) and axes of out->inertia. The axes are the same whatever the method and its rounding:
   - of moments equal to 1e-13 of the largest, the axes are those next to x, y, z (a sphere keeps the given axes);
   - the largest component of the first two axes is positive, and the third completes a right-handed frame. */
void mass_principal(MassProperties *out);

/* What `given` takes: inertia about the centre in the given axes; fills all of out, with error 0. Refuses (false, with the
   reason in why, room for 256) numbers that are not finite or not positive, and principal moments that no body can
   have: one larger than the other two together. */
bool mass_given(double volume, double mass, Vec3 centre, Sym3 inertia, MassProperties *out, char *why);

/* The largest gap that separates the set into parts, m: 0 when all pebbles connect (touch or overlap, to 1e-9 of the
   smallest radius), else the longest of the shortest bridges that would connect all parts. Cost n log n. */
double pebbles_gap(const PebbleSet *set);
/* Sum of sphere volumes over volume of the union, minus 1. */
double pebbles_overlap(const PebbleSet *set, double union_volume);
/* Merge pebbles that coincide (same centre and radius, to 1e-12 of the radius) into the first of them, whatever their
   materials; the order of the rest stays. Returns how many went. */
int pebbles_merge(PebbleSet *set);

/* What every method asks first: a pebble at least, finite centres, positive radii, known materials with positive density. */
bool   pebbles_are_sound(const PebbleSet *set, const Materials *materials, char *why);
double sphere_volume(double r); /* m^3 */

/* out->error, once volume, mass and inertia are in out: they are off by no more than volume m^3, mass kg and inertia kg m^2
   (as an operator). The body is no less than its largest pebble, so it is finite. */
void mass_error_set(const PebbleSet *set, const Materials *materials, double volume, double mass, double inertia,
                    MassProperties *out);

#endif
