/* SPDX-License-Identifier: MIT */
/* Mass properties of sets of overlapping spheres, or of discs in the plane: several methods with
   one interface. */
#ifndef SHAPE_MASS_MASS_H
#define SHAPE_MASS_MASS_H

#include "base/bounds.h"
#include "matter/template.h"
#include "options/options.h"
#include "shape/why.h"

/* Parameters of the methods; each reads only its own. */
typedef struct {
  int     div;       /* grid: cells per smallest radius, >= 1 */
  double  tolerance; /* octree: relative error of volume and mass, >= MASS_LEAST_TOLERANCE */
  int64_t samples;   /* montecarlo, >= 1 */
  int64_t seed;      /* montecarlo */
} MassOptions;

extern const MassOptions mass_defaults;
#define MASS_LEAST_TOLERANCE 0.00005 /* the least that PFC's calculate allows */

struct ShapeSet;

/* Method that finds volume, mass, centre, inertia and both errors of the set; mass_principal
   sets principal and axes afterwards. Local, not collective. Methods may call sin, cos, atan2
   and the like of the C library, whose last bits differ between libraries and processors: call
   it on one rank and send the result to the others. */
typedef struct {
  Plugin head;
  /* Returns false, with the reason in `why` of 256 characters, if the set is refused. */
  bool (*find)(const PebbleSet *set, const Materials *materials, const MassOptions *options,
               MassProperties *out, char *why);
  /* As find, of shapes that are not all spheres (shape_mass.h). */
  bool (*find_shapes)(const struct ShapeSet *set, const Materials *materials,
                      const MassOptions *options, MassProperties *out, char *why);
} MassMethod;

/* Every method; a new one is a file and a line here. */
#define MASS_METHODS(METHOD) \
  METHOD(mass_exact) \
  METHOD(mass_sum) \
  METHOD(mass_grid) \
  METHOD(mass_octree) \
  METHOD(mass_montecarlo)

#define DECLARE_METHOD(method) extern const MassMethod method;
MASS_METHODS(DECLARE_METHOD)
#undef DECLARE_METHOD

extern const MassMethod *const mass_methods[]; /* ends with NULL */
extern const Plugin *const     mass_heads[];   /* their heads */

/* Keys of a template for methods with a tolerance; those of other methods hang in their heads. */
extern const Option mass_tolerance_options[];

const MassMethod *mass_method_find(const char *name);

/* Principal moments (ascending) and axes of out->inertia. The axes are the same whatever the method
   and its rounding:
   - of moments equal to 1e-13 of the largest, the axes are those next to x, y, z (a sphere keeps
   the given axes);
   - the largest component of the first two axes is positive, and the third completes a right-handed
   frame. A lamina in the plane z = 0 (xz = yz = 0 and zz = xx + yy, to the bit, as all methods find
   it in dimension 2) keeps z as its third axis, to the bit: axes.x = axes.y = 0. Then the second
   axis completes the frame, and free axes are x, y. */
void mass_principal(MassProperties *out);

/* Properties of a body of density 1 with these integrals of 1, x and x x^T about the origin; the
   centre is the origin plus first / volume. */
MassProperties mass_of_moments(double volume, Vec3 first, Sym3 second, Vec3 origin);

/* True if mass and principal moments are within the bounds of a run (base/bounds.h). */
static inline bool mass_is_possible(double mass, Vec3 principal)
{
  return mass >= MASS_LEAST && mass <= MASS_MOST && principal.x >= INERTIA_LEAST &&
         principal.x <= INERTIA_MOST && principal.y >= INERTIA_LEAST &&
         principal.y <= INERTIA_MOST && principal.z >= INERTIA_LEAST && principal.z <= INERTIA_MOST;
}

/* Bound on the angle between each axis and that of the true inertia, rad, at most pi / 2, which
   bounds nothing: half the arc sine of twice the error of the inertia over the gap to the
   nearest other moment (Davis & Kahan 1970, SIAM J. Numer. Anal. 7, 1, the theorem of sin 2
   theta; for errors below half the gap no axis turns by more than 45 degrees). pi / 2 for
   moments that are equal within the error; 0 for z of a lamina. Call it after mass_principal. */
Vec3 mass_axes_error(const MassProperties *mass);

/* Scale mass and inertia to this total mass, kg. */
void mass_bring(MassProperties *mass, double total);

/* Mass properties that are given, inertia about the centre in the given axes; sets all of out,
   with errors 0. Returns false, with the reason in `why` of 256 characters, for numbers that are
   not finite or not positive, and for principal moments that no body can have: one larger than
   the sum of the other two. */
bool mass_given(double volume, double mass, Vec3 centre, Sym3 inertia, MassProperties *out,
                char *why);

/* Largest gap that separates parts of the set, m: 0 if all pebbles are connected (touch or
   overlap, to PEBBLES_TOUCH of the smallest radius, since positions may be rounded to 7 or 8
   digits), else the longest edge of the minimum spanning tree over the parts. Cost n log n. */
#define PEBBLES_TOUCH 1e-6
double pebbles_gap(const PebbleSet *set);
/* Sum of the volumes of the pebbles over volume of the union, minus 1. */
double pebbles_overlap(const PebbleSet *set, double union_volume);
/* True if two pebbles of different materials coincide, with the first two as a sentence in why.
   Only one of their laws could act, so that templates are refused. */
bool pebbles_clash(const PebbleSet *set, const Materials *materials, char why[256]);
/* Merge pebbles that coincide (same centre and radius, to PEBBLES_SAME of the radius) into the
   first of them, which takes the densest of their materials, the first declared of equally dense
   ones, and keeps its groups; the order of the others is kept. Returns the number of pebbles
   removed. */
#define PEBBLES_SAME 1e-12
int pebbles_merge(PebbleSet *set, const Materials *materials);

/* Checks made by every method: at least one pebble, finite centres, in the plane z = 0 for
   discs, positive radii, known materials with positive density. */
bool   pebbles_are_sound(const PebbleSet *set, const Materials *materials, char *why);
double sphere_volume(double r);                    /* m^3 */
double pebble_volume(const PebbleSet *set, int i); /* m^3; m^2 for a disc */

static inline double pebble_density(const PebbleSet *set, const Materials *materials, int i)
{
  return materials->list[set->material[i]].density;
}

/* Centre of mass of the pebbles, overlaps counted twice, of a set that passed pebbles_are_sound:
   near that of the clump. */
Vec3 pebbles_centre(const PebbleSet *set, const Materials *materials);

/* tr(s) E - s: inertia from second moments. */
Sym3   inertia_of_seconds(Sym3 s);
double sym3_trace(Sym3 s);
double sym3_norm(Sym3 s); /* Frobenius */
/* Largest diagonal entry: at most the largest moment, and at least two thirds of it. */
double inertia_largest(Sym3 s);

/* Bounds on the absolute errors of a result: volume m^3, mass kg, first moment about the centre
   found kg m, inertia kg m^2 (operator norm, both tensors about that centre: mass_error_set adds
   the effect of the shift of the centre). */
typedef struct {
  double volume, mass, first, inertia;
} MassErrors;

/* Convert errors of moments about a point at the distance `far` (m) from the centre found to
   errors of moments about the centre, where the first moment found is zero. */
void mass_errors_move(double far, MassErrors *errors);

/* Lower bounds of volume, mass and inertia of a body, from one of its parts: none of them is
   smaller than that of a part. */
typedef struct {
  double volume, mass, inertia; /* m^3, kg; inertia: of the largest moment, kg m^2 */
} MassLeast;

/* Set out->error and out->centre_error from volume, mass, centre and inertia in out. `least`
   keeps both finite. */
void mass_error_set(MassLeast least, const MassErrors *errors, MassProperties *out);
/* As mass_error_set, for pebbles: `least` is that of the largest pebble; adds the rounding of the
   centre. */
void pebbles_error_set(const PebbleSet *set, const Materials *materials, const MassErrors *errors,
                       MassProperties *out);

#endif
