/* SPDX-License-Identifier: MIT */
/* Clumps from closed triangle meshes: overlapping spheres fill the body until given error bounds
   hold. Several methods behind one interface, one file each. */
#ifndef SHAPE_GENERATE_GENERATE_H
#define SHAPE_GENERATE_GENERATE_H

#include "shape/shape.h"

/* Errors of the clump that may be bounded. Volume and inertia are those of the union (overlap
   counted once) at density 1, as computed by mass_exact; D is the diameter of the sphere of the
   mesh's volume.

   volume    |V_union - V_mesh| / V_mesh
   inertia   spectral norm of I_union - I_mesh, both about the mesh's centre, over the mesh's
             largest principal moment
   distance  larger of two lengths over D: distance of the mesh's farthest surface point from the
             union; how far a sphere sticks out of the mesh. Upper bounds, at most 1 % too large
   mean      mean distance from the mesh's surface to the union over D, from 20 000 points */
enum { CLUMP_VOLUME, CLUMP_INERTIA, CLUMP_DISTANCE, CLUMP_MEAN, CLUMP_N_ERRORS };
extern const char
  *const clump_error_names[CLUMP_N_ERRORS]; /* "volume error", "inertia error", ... */

typedef struct Generator Generator; /* a method of generation */

enum { GENERATE_MOST = 10000 }; /* pebbles */

typedef struct {
  const Generator *method;
  /* bounds; 0: none. All must hold; without any bound, `most` pebbles are made */
  double error[CLUMP_N_ERRORS];
  int    most;     /* largest number of pebbles, 1 to GENERATE_MOST */
  double smallest; /* smallest radius over D, >= 0 */
  /* share of its radius by which a sphere may stick out of the mesh, [0, 0.5] */
  double bulge;
  /* edt: share of its radius by which a sphere may be entered by new centres, [0, 0.95] */
  double overlap;
  /* add one length to all radii so that the union has the mesh's volume. The volume bound then
     applies before the expansion, the bounds on inertia and distances after it */
  bool    expand;
  int64_t seed; /* seed of the random points of the surface */
} GenerateOptions;

extern const GenerateOptions generate_defaults; /* volume error 2 % by medial */

/* Report on the clump returned. Lengths in m. */
typedef struct {
  int    pebbles;
  double error[CLUMP_N_ERRORS]; /* volume: of the clump returned, expanded or not */
  double volume_before;         /* volume error before the expansion, if any */
  bool   met[CLUMP_N_ERRORS];   /* true where no bound is given */
  bool   all_met;
  bool   exhausted; /* bounds not met, no further sphere; false: options.most was reached */
  double diameter;  /* D */
  /* overlapping shapes: relative error bound of their own volume and inertia; included in the
     errors */
  double doubt;
  double centre; /* distance of the union's centre from the mesh's, over D */
  double gap;    /* largest distance from the mesh's surface to the union, over D */
  /* how far the union sticks out of the mesh, over D: largest, and mean over the union's surface */
  double out, out_mean;
  double expanded;          /* length added to all radii */
  double smallest, largest; /* radius */
  /* Time for tree and voxels; for the choice of spheres; for the errors. Differs from run to
     run. */
  double seconds_mesh, seconds_choice, seconds_measure;
} GenerateReport;

/* Every method; a new one is a file and a line here. */
#define GENERATORS(GENERATOR) \
  GENERATOR(generator_medial) \
  GENERATOR(generator_edt) \
  GENERATOR(generator_ferellec) \
  GENERATOR(generator_favier)

#define DECLARE_GENERATOR(generator) extern const Generator generator;
GENERATORS(DECLARE_GENERATOR)
#undef DECLARE_GENERATOR

extern const Generator *const generators[];      /* ends with NULL */
extern const Plugin *const    generator_heads[]; /* their heads */

const Generator *generator_find(const char *name);
const char      *generator_name(const Generator *generator);

/* True if all options are in range; else the reason is in why (size 256). */
bool generate_options_are_sound(const GenerateOptions *options, char *why);

/* Fill the mesh with spheres: in its frame, of material 0, in the order found. The first k spheres
   are the clump of k pebbles (before expansion). Returns the fewest in this order that meet the
   bounds, or options.most. Inscribed to rounding, unless bulge or expand are set. The caller owns
   the set.

   mesh    closed, not self-folding; a hole is refused with its place
   why     size 256; the reason when false is returned, and then there is nothing to free

   Local and serial; a few seconds for 1e5 faces and 100 pebbles. Same bits for the same input on
   one machine, but not across machines, as it calls acos and others of the C library: run it on one
   rank and send the result to the others. */
bool generate(const Mesh *mesh, const GenerateOptions *options, PebbleSet *set,
              GenerateReport *report, char *why);

/* ---- sets of shapes: each is filled by itself, errors are those of the union ---- */

/* Mass properties of the set itself: exact where shapes do not overlap, else by octree to this
   tolerance (at least MASS_LEAST_TOLERANCE). Errors as shapes_mass. Local. */
bool shapes_mass_own(const ShapeSet *set, const Materials *materials, double tolerance,
                     MassProperties *out, char *why);

/* Fill a set of shapes with pebbles, in the frame of the set, of the shapes' materials, so that the
   error bounds hold for the union:

     sphere   one pebble
     capsule  pebbles of its radius, evenly spaced along its shaft with one at each end
              (chain_length)
     others   by options->method in the closed mesh of the shape, whose error is small against the
              bounds

   Each shape first gets the bounds of the whole (lengths over the D of the whole). If that does not
   suffice, as for shapes that overlap, the bounds of all shapes are reduced. Without any bound,
   options->most is shared out by surface. A pebble within another one of at least its density is
   left out. Expansion adds one length to all pebbles.

   The report compares the union of the pebbles with the union of the shapes: errors of volume and
   inertia include the error bound of the shapes' own, distances are from the surface of the union
   (parts of shapes covered by others do not count).

   why      size 256; set when false is returned: then there is nothing to free

   Local and serial, as generate. */
bool generate_shapes(const ShapeSet *set, const Materials *materials,
                     const GenerateOptions *options, PebbleSet *pebbles, GenerateReport *report,
                     char *why);

/* ---- a capsule as a chain of pebbles along its axis ---- */

/* Errors of n spheres of the capsule's radius, evenly spaced along its shaft with one at each end,
   in closed form. Relative to the capsule, as in GenerateReport, with D of the capsule. They fall
   as n grows. n >= 2, and large enough that neighbours touch. */
void chain_errors(const Shape *capsule, int n, double error[CLUMP_N_ERRORS]);

/* Smallest number of spheres, at most `most`, whose errors do not exceed error[] (0: no bound) and
   whose neighbours touch; `most` if there is no bound or it is reached first. */
int chain_length(const Shape *capsule, const double error[CLUMP_N_ERRORS], int most);

/* Centre of sphere k of n, in the set's frame. */
Vec3 chain_centre(const Shape *capsule, int n, int k);

#endif
