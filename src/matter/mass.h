/* SPDX-License-Identifier: MIT */
/* Mass properties of sets of overlapping spheres, or discs in the plane: one file a method, behind one interface. */
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

/* Finds volume, mass, centre, inertia and both errors of the set; mass_principal fills principal and axes afterwards.
   Local, not collective. Methods may call sin, cos, atan2 and the like of the C library, whose last bits differ between
   libraries and processors: find on one rank and send the result to the others. */
typedef struct {
  const char *name, *text, *source;
  /* `why` has room for 256 characters; returns false when the set is refused */
  bool (*find)(const PebbleSet *set, const Materials *materials, const MassOptions *options, MassProperties *out, char *why);
} MassMethod;

extern const MassMethod *const mass_methods[];  /* ends with NULL */
extern const MassMethod        mass_sum;        /* every pebble whole: right when none overlap */
extern const MassMethod        mass_exact;      /* the union of the pebbles */
extern const MassMethod        mass_grid;       /* regular sampling of the union */
extern const MassMethod        mass_octree;     /* boxes (squares) fully in, extrapolated */
extern const MassMethod        mass_montecarlo; /* random sampling of the union */

const MassMethod *mass_method_find(const char *name);

/* Principal moments (ascending) and axes of out->inertia. The axes are the same whatever the method and its rounding:
   - of moments equal to 1e-13 of the largest, the axes are those next to x, y, z (a sphere keeps the given axes);
   - the largest component of the first two axes is positive, and the third completes a right-handed frame.
   A lamina in the plane z = 0 (xz = yz = 0 and zz = xx + yy, to the bit, as all methods find it in dimension 2) keeps z as its
   third axis, to the bit: axes.x = axes.y = 0. Then the second axis completes the frame, and free axes are x, y. */
void mass_principal(MassProperties *out);

/* Has a mass or moment an inverse, with some room? */
static inline bool mass_is_reckonable(double x)
{
  return x > 1e-300 && x < 1e300;
}

/* How far each axis may be from that of the true inertia, rad, at most pi / 2, which says nothing: half the arc sine of twice the
   error of the inertia over the gap to the nearest other moment (Davis & Kahan 1970, SIAM J. Numer. Anal. 7, 1, the theorem of
   sin 2 theta; below half the gap no axis turns past 45 degrees on the way). pi / 2 for moments that are equal within the error;
   0 for z of a lamina. After mass_principal. */
Vec3 mass_axes_error(const MassProperties *mass);

/* What `given` takes: inertia about the centre in the given axes; fills all of out, with errors 0. Refuses (false, with the
   reason in why, room for 256) numbers that are not finite or not positive, and principal moments that no body can
   have: one larger than the other two together. */
bool mass_given(double volume, double mass, Vec3 centre, Sym3 inertia, MassProperties *out, char *why);
/* The same in dimension 2: area in m^2, the centre in the plane z = 0, polar inertia about it in kg m^2. How a lamina shares
   its polar inertia among the axes in its plane has no effect on motion in the plane and is not asked for: half each, so
   that the axes given are kept. */
bool mass_given_flat(double area, double mass, Vec3 centre, double polar, MassProperties *out, char *why);

/* The largest gap that separates the set into parts, m: 0 when all pebbles connect (touch or overlap, to 1e-9 of the
   smallest radius), else the longest of the shortest bridges that would connect all parts. Cost n log n. */
double pebbles_gap(const PebbleSet *set);
/* Sum of the volumes of the pebbles over volume of the union, minus 1. */
double pebbles_overlap(const PebbleSet *set, double union_volume);
/* Merge pebbles that coincide (same centre and radius, to PEBBLES_SAME of the radius) into the first of them, which becomes of
   the densest of their materials, the first declared of equals; the order of the rest stays. Returns how many went. */
#define PEBBLES_SAME 1e-12
int pebbles_merge(PebbleSet *set, const Materials *materials);

/* What every method asks first: a pebble at least, finite centres, in the plane z = 0 if they are discs, positive radii, known
   materials with positive density. */
bool   pebbles_are_sound(const PebbleSet *set, const Materials *materials, char *why);
double sphere_volume(double r);                     /* m^3 */
double pebble_volume(const PebbleSet *set, int i);  /* of pebble i: m^3, or m^2 of a disc */
double pebble_inertia(const PebbleSet *set, int i); /* its largest moment over its mass: 2/5 r^2, or 1/2 r^2 of a disc */

/* Centre of mass of the pebbles each whole, a sound set: near that of the body. */
Vec3 pebbles_centre(const PebbleSet *set, const Materials *materials);

/* tr(s) E - s: inertia from second moments. */
Sym3   inertia_of_seconds(Sym3 s);
double sym3_trace(Sym3 s);
double sym3_norm(Sym3 s);       /* Frobenius */
double inertia_largest(Sym3 s); /* of an inertia: its largest moment, all but, as no entry of the diagonal is above that */

/* How far what was found may be off: volume m^3, mass kg, first moment about the centre found kg m, inertia kg m^2 (as an
   operator, about that centre on both sides: mass_error_set adds what a shift of the centre takes). */
typedef struct {
  double volume, mass, first, inertia;
} MassDoubt;

/* From moments about a point `far` from the centre found, m, to those about the centre, where the first moment found is zero. */
void mass_doubt_move(double far, MassDoubt *doubt);

/* What a body has at least, as its parts have it: a part has no more of each moment, whatever else there is. */
typedef struct {
  double volume, mass, inertia; /* inertia: of its largest moment */
} MassLeast;

/* out->error and out->centre_error, once volume, mass, centre and inertia are in out. The body is no less than `least`, so both
   are finite. */
void mass_error_set(MassLeast least, const MassDoubt *doubt, MassProperties *out);
/* Of pebbles: no less than the largest; with the rounding of the centre. */
void pebbles_error_set(const PebbleSet *set, const Materials *materials, const MassDoubt *doubt, MassProperties *out);

#endif
