/* SPDX-License-Identifier: MIT */
/* Probes: fields of clumps, interpolated at given points or on a grid (the section `probe`).

   With V_b = m_b / rho_b the volume of a body, W the kernel of its smoothing length h_b (of SPH, or
   given), and d_b the vector from the point r to its centre, correction

     none      A(r) = sum_b V_b A_b W(d_b, h_b),   grad A(r) = sum_b V_b A_b grad W(d_b, h_b)
     shepard   A(r) = S_A / S_1 with the sums above,  grad A(r) = sum_b V_b (A_b - A(r)) grad W / S_1
     linear    A(r) and grad A(r) = g for which sum_b V_b W (A(r) + g . d_b - A_b)^2 is least

   (Gingold & Monaghan 1977, Mon. Not. R. Astron. Soc. 181, 375; Shepard 1968, Proc. 23rd ACM Nat.
   Conf., 517; Lancaster & Salkauskas 1981, Math. Comp. 37, 141.) shepard is exact for constant
   fields, linear for linear ones. Where no body is near, none gives 0, and the others no number;
   neither does linear where the bodies near do not span all directions.

   Sums are integers, multiples of a unit that follows from the largest contribution that any body
   of the run can give: the same bits on any number of ranks. */
#ifndef MEASURE_PROBE_PROBE_H
#define MEASURE_PROBE_PROBE_H

#include "interaction/interactions.h"
#include "interaction/sph/sph.h"
#include "matter/group.h"
#include "matter/world.h"
#include "options/options.h"
#include "space/domain.h"

/* ---- plug-in kind Sampled: fields of clumps that probes interpolate, such as their velocity. A field
   is one const struct in sampled.c, and one line in the list below ---- */

/* A clump whose field is asked for. */
typedef struct {
  const Clumps  *clumps;
  PetscInt       row;
  double         volume;     /* m^3, in two dimensions m^2 */
  double *const *sph_column; /* columns of SPH; NULL: it is no particle of SPH */
} SampledBody;

typedef struct {
  Plugin          head;
  const char     *unit;
  int             width;                  /* 1, or 3: a vector */
  bool            of_sph;                 /* particles of SPH alone have it */
  const Quantity *quantity;               /* the run must have it; NULL: none */
  Vec3 (*value)(const SampledBody *body); /* a number is x */
} Sampled;

/* The list of fields: one line each. */
#define SAMPLED_LIST(SAMPLED) \
  SAMPLED(sampled_density) \
  SAMPLED(sampled_velocity) \
  SAMPLED(sampled_angular_velocity) \
  SAMPLED(sampled_pressure) \
  SAMPLED(sampled_smoothing_length) \
  SAMPLED(sampled_temperature) \
  SAMPLED(sampled_internal_energy) \
  SAMPLED(sampled_charge_density) \
  SAMPLED(sampled_volume_fraction)

#define DECLARE_SAMPLED(sampled) extern const Sampled sampled;
SAMPLED_LIST(DECLARE_SAMPLED)
#undef DECLARE_SAMPLED

extern const Plugin *const sampled_table[];

/* ---- probes ---- */

enum { PROBE_FIELDS = 16 };

typedef enum { CORRECT_NONE, CORRECT_SHEPARD, CORRECT_LINEAR } Correction;

/* An object of the section. */
typedef struct {
  const char      *name; /* owned by the options */
  double           every;
  int              dimension;
  const Sph       *sph; /* NULL: clumps with the kernel and length below */
  const Smoothing *kernel;
  double           length; /* m */
  uint64_t         groups; /* mask of groups of clumps; 0: all */
  Correction       correction;
  bool             gradient;
  int              n_fields;
  const Sampled   *field[PROBE_FIELDS];
  /* the points: of a list, or of a grid, x fastest */
  int64_t n;
  bool    grid;
  double *points; /* [n][3], in ascending order of x; owned; NULL: a grid */
  int    *row;    /* [n] of the point in the scenario; owned */
  Vec3    lo;
  double  spacing;     /* m */
  int64_t size[3];     /* points along each axis */
  Vec3    least, most; /* bounds of all points, m */
} Probe;

typedef struct {
  int    n;
  Probe *list;
} Probes;

/* The section `probe` of the scenario. */
extern const OptionKind probe_kind;

/* Read the section, when interactions, groups and quantities of the run are known; mistakes are
   noted in the options. */
void probes_read(const World *world, Probes *probes);
void probes_free(Probes *probes);

/* Place of point i, m. */
Vec3 probe_point(const Probe *probe, int64_t i);
/* Numbers of a point: for each field its components, then, if asked for, their gradients, component
   by component. */
int probe_numbers(const Probe *probe);
/* Interpolate at the points that this rank writes: it gets those from .. from + n - 1, with the
   numbers of each, *numbers [n][probe_numbers], to be freed with array_free. Velocities must be
   complete. Collective. */
PetscErrorCode probe_evaluate(const Probe *probe, const Parallel *par, const Domain *domain,
                              const Clumps *clumps, int64_t *from, int64_t *n, double **numbers);

enum {
  PROBE_MOMENTS = 10, /* basis functions in three dimensions: 1, 3, 6 */
  PROBE_COLUMNS = PROBE_MOMENTS + 4 * 3 * PROBE_FIELDS
};

/* A sum: of a basis function times a scalar (a number of a field), or by itself (-1). Basis
   functions: 0: W; 1 .. d: gradient of W, with correction linear W times the components of the
   vector to the body; from d + 1 on the products of two components, (0, 0), (1, 0), (1, 1),
   ..., times W. */
typedef struct {
  int basis, scalar;
} ProbeColumn;

int         probe_scalars(const Probe *probe);
int         probe_columns(const Probe *probe);
ProbeColumn probe_column(const Probe *probe, int k);
/* Numbers of a point from its sums [probe_columns]. */
void probe_solve(const Probe *probe, const double *sum, double *numbers);

#endif
