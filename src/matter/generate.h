/* SPDX-License-Identifier: MIT */
/* Clumps from closed triangle meshes: overlapping spheres that fill the body until asked errors hold. One file a method, behind
   one interface. */
#ifndef MATTER_GENERATE_H
#define MATTER_GENERATE_H

#include "matter/mesh.h"
#include "matter/template.h"

/* What may be asked of the clump. Volume and inertia are those of the union (overlap counted once) at density 1, as mass_exact
   finds them; D is the diameter of the sphere of the mesh's volume.

   volume    |V_union - V_mesh| / V_mesh
   inertia   |I_union - I_mesh| as an operator, both about the mesh's centre, over the mesh's largest principal moment
   distance  the larger of: from the farthest point of the mesh's surface to the union; how far a sphere sticks out of the mesh;
             over D. Upper bounds, 1 % above the truth or less
   mean      mean distance from the mesh's surface to the union over D, from 20 000 points of it */
enum { CLUMP_VOLUME, CLUMP_INERTIA, CLUMP_DISTANCE, CLUMP_MEAN, CLUMP_N_ERRORS };
extern const char *const clump_error_names[CLUMP_N_ERRORS]; /* "volume error", "inertia error", ... */

typedef struct Generator Generator; /* a method */

enum { GENERATE_MOST = 10000 }; /* pebbles */

typedef struct {
  const Generator *method;
  double           error[CLUMP_N_ERRORS]; /* asked; 0: not asked. All that are asked must hold;
                                             if none is, `most` pebbles are made */
  int              most;                  /* pebbles, 1 to GENERATE_MOST */
  double           smallest;              /* least radius over D, >= 0 */
  double           bulge;                 /* how much of its radius a sphere may stick out of the mesh, [0, 0.5] */
  double           overlap;               /* edt: the next place may be in others by this share of their radius, [0, 0.95] */
  bool             expand;                /* make all radii larger by one length such that the union has the mesh's volume. The
                                             volume error asked is then that before it; inertia and distances are after it */
  uint64_t         seed;                  /* another seed, other points of the surface */
} GenerateOptions;

extern const GenerateOptions generate_defaults; /* volume error 2 % by medial */

/* Of the clump that was made. Lengths in m. */
typedef struct {
  int    pebbles;
  double error[CLUMP_N_ERRORS]; /* as asked for, except: volume is that of the clump returned, expanded or not */
  double volume_before;         /* the volume error before the expansion; the same without one */
  bool   met[CLUMP_N_ERRORS];   /* what is not asked is met */
  bool   all_met;
  bool   exhausted;         /* not all met, and the method has no further sphere; else most was reached */
  double diameter;          /* D */
  double doubt;             /* of shapes that overlap: their own volume and inertia are known to this only, relative; it is in
                               the errors */
  double centre;            /* from the mesh's centre to the union's, over D */
  double gap;               /* farthest point of the mesh's surface to the union, over D */
  double out, out_mean;     /* how far the union sticks out of the mesh: at most, and its mean over the union's surface, over D */
  double expanded;          /* what was added to all radii */
  double smallest, largest; /* radius */
  double seconds_mesh, seconds_choice, seconds_measure; /* tree and voxels; spheres; errors. The only part that is not
                                                           the same in every run */
} GenerateReport;

extern const Generator *const generators[];       /* ends with NULL */
extern const Generator        generator_favier;   /* along the long axis */
extern const Generator        generator_ferellec; /* tangent at random points of the surface */
extern const Generator        generator_edt;      /* the deepest free place next */
extern const Generator        generator_medial;   /* maximal balls that gain most: the fewest for an error */

const Generator *generator_find(const char *name);
const char      *generator_name(const Generator *generator);
const char      *generator_text(const Generator *generator);

/* What makes no sense in the options: false, with the reason in why (room for 256). */
bool generate_options_are_sound(const GenerateOptions *options, char *why);

/* Spheres that fill the mesh, in its frame, of material 0, in the order in which they were found: the first k of them are the
   clump of k pebbles (before any expansion). The fewest of this order that meet what is asked, or as many as there may be.
   Inscribed, to rounding, unless bulge or expand say otherwise. The set is the caller's.

   mesh    closed, without folds; a hole is refused with its place
   why     room for 256; says why when false is returned, and then nothing is to be freed

   Local and serial, cost about a few seconds for 1e5 faces and 100 pebbles; the same bits for the same input on one machine. It
   calls the C library's acos and such: run on one rank and send the result to the others. */
bool generate(const Mesh *mesh, const GenerateOptions *options, PebbleSet *set, GenerateReport *report, char *why);

#endif
