/* SPDX-License-Identifier: MIT */
/* Specification of a random fill: number, templates, sizes and attitudes of its clumps. It is fixed
   before any position is tried, so that clumps that fit less easily are not rarer than requested:
   the template and size of clump j follow from (seed, object, number of clumps, j) alone, and it is
   tried until it has a place.

   Templates are dealt by quota: each gets its share of the clumps, with an error of less than one
   clump (largest remainder). Sizes are dealt by strata: the distribution is divided into as many
   equal parts as the template has clumps, and one size is taken from each, so that the achieved
   curve differs from it by at most one clump. A shuffle decides which clump gets which template and
   part. */
#ifndef SUPPLY_FILL_FILL_SPEC_H
#define SUPPLY_FILL_FILL_SPEC_H

#include "base/parallel.h"
#include "base/random.h"
#include "matter/template.h"
#include "options/options.h"
#include "supply/fill/region.h"

/* ---- distribution of sizes (distribution.c) ---- */

/* Size distribution of clumps: a piecewise linear cumulative curve, by number or by mass. A size is
   a length, m, or a scale. Drawing uses only + - * / and sqrt, so that every rank draws the same
   bits. */

struct SizeKind; /* fill_internal.h, as its constants, Sizes */

/* Specification of a distribution. */
typedef struct {
  const struct SizeKind *kind;
  const void            *sizes;     /* the constants */
  int                    dimension; /* 3 or 2: mass grows with this power of the size */
  bool                   by_mass;   /* shares are by mass, not by number */
} SizeSpread;

typedef struct {
  int     n;      /* number of points, at least 1 */
  double *size;   /* ascending, > 0 */
  double *number; /* cumulative share by number of sizes up to this one; the last is 1 */
  double  moment; /* mean by number of size^dimension */
  int     dimension;
  /* pieces are linear by mass: number density within each falls as size^-dimension */
  bool by_mass;
} Distribution;

/* Make the curve of a spread. Curves by mass are converted to number by the weight size^-dimension,
   exactly for linear pieces. False: the spread is refused, with the reason in why (256 characters),
   and the distribution is empty.

   Local; it calls erfc, exp and log of the C library, whose last bits differ between machines:
   create on one rank, then distribution_share. */
bool distribution_create(const SizeSpread *spread, Distribution *d, char *why);
/* Copy the distribution of rank 0 to all ranks; on the others it is empty before. Collective. */
PetscErrorCode distribution_share(const Parallel *par, Distribution *d);
void           distribution_free(Distribution *d);

/* Quantile: size that the share u of the clumps does not exceed, 0 <= u <= 1. */
double distribution_size(const Distribution *d, double u);

/* ---- specification ---- */

/* Keys of `clumps` that only fills have, except the oldest, which are in population_options.c; and
   those of templates, sizes and attitudes, which fills and inlets share. */
extern const Option fill_options[], mix_options[];

/* Attitudes of the clumps of a fill: a way to turn (fill_internal.h) with its constants. */
typedef struct {
  const struct AttitudeKind *kind;
  int                        dimension; /* 2: about z alone */
  char                      *own;       /* constants of the kind; freed by fill_spec_free */
} Attitudes;

typedef struct {
  const char  *kind, *name;  /* the object: clumps, inlet */
  uint64_t     seed, stream; /* of its random numbers; set by the caller */
  int          dimension;
  int          n_templates, *templates;
  int          n_variants; /* materials of an inlet that draws those of its clumps; else 1 */
  int         *variants; /* [n_templates n_variants] templates of these materials, or themselves */
  double      *unit;     /* [n_templates] size of the template at scale 1 */
  int64_t     *first; /* [n_templates + 1] offsets of its clumps, in the order before the shuffle */
  Distribution sizes; /* n = 0: all at scale 1 */
  Attitudes    attitudes;
  Region       region; /* that all pebbles lie in */
  const char  *amount; /* key that gives the number: count, mass or solid_fraction */
  int64_t      count, attempts;
  Vec3         velocity, spin;
  Vec3         velocity_spread, spin_spread; /* of an inlet: half widths, m/s, rad/s */
  double      *share; /* of an inlet, [n_templates]: cumulative shares in the number of clumps */
  double       mean_mass, mean_volume; /* of an inlet: means over its clumps, kg, m^3 */
  double       density; /* replaces the density of the templates, kg/m^3; 0: theirs */
  /* bounds over all clumps, m: distance of a surface from its centre; radius of a pebble */
  double largest, smallest;
} FillSpec;

typedef struct {
  int template; /* index of the template */
  double scale;
  double mass; /* of the clump, kg; 0: that of the template at this scale and density */
  int    of;   /* index in the templates of the object; -1: none of them */
} FillClump;

/* Read and check the settings of an object that is a fill; mistakes are reported to options.
   Missing templates are reported elsewhere. good false: there were mistakes, and `spec` may only
   be passed to fill_spec_free. Collective; the same on every rank. */
PetscErrorCode fill_spec_read(const Parallel *par, Options *options, const Templates *templates,
                              const char *name, FillSpec *spec, bool *good);
void           fill_spec_free(FillSpec *spec);
/* Read an object of the kind `inlet`, whose number of clumps is not known; its spin and spreads are
   read with the inlet. */
PetscErrorCode inlet_spec_read(const Parallel *par, Options *options, const Materials *materials,
                               const Templates *templates, const char *name, FillSpec *spec,
                               bool *good);
/* Set the defaults of keys that only fills, or inlets, have. kind: clumps or inlet. */
PetscErrorCode fill_spec_defaults(Options *options, const char *kind, const char *name);

/* Template and scale of clump j, 0 <= j < count. */
FillClump fill_spec_clump(const FillSpec *spec, int64_t j);
/* Template and scale of clump j >= 0 of an inlet: point j of a sequence that fills the unit square
   evenly, from a start that follows from seed and stream (R2: Roberts 2018; a Kronecker sequence
   with powers of the plastic number). The first n clumps have the shares of templates, and the
   curve of sizes, to about log(n)^2 clumps, for any n. */
FillClump inlet_spec_clump(const FillSpec *spec, int64_t j);
/* Note mistakes for materials without density that masses of its clumps depend on. */
void fill_spec_need_densities(Options *options, const Materials *materials,
                              const Templates *templates, const FillSpec *spec);
/* Mass of a clump as it will be in the run, kg. */
double fill_clump_mass(const FillSpec *spec, const Templates *templates, FillClump drawn);
/* Draw an attitude: rotation from the principal frame of a template with these axes to the lab. */
Quat attitude_draw(const Attitudes *attitudes, Quat axes, Random *random);

#endif
