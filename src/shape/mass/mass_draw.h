/* SPDX-License-Identifier: MIT */
/* Monte Carlo integration over a body: a part of it is drawn with a probability proportional to
   its volume, and a point in that part uniformly; the point has the weight sum of volumes over
   the number of parts that contain it (Karp, Luby & Madras 1989, J. Algorithms 10, 429). So the
   volume of a body without overlaps has no noise, and no points fall into empty space. */
#ifndef SHAPE_MASS_MASS_DRAW_H
#define SHAPE_MASS_MASS_DRAW_H

#include "base/random.h"
#include "shape/mass/mass.h"

/* Terms of the integrals: volume | mass times 1, x, y, z, xx, yy, zz, xy, xz, yz */
enum {
  DRAW_VOLUME,
  DRAW_MASS,
  DRAW_FIRST,
  DRAW_SECOND = DRAW_FIRST + 3,
  DRAW_VALUES = DRAW_SECOND + 6
};

/* Iteration over the points, part by part. Point k falls into the part at (k + a random number
   in [0, 1)) / samples of the volumes laid end to end: each part gets its share of points to
   within one. This stratification only reduces the error of independent points. */
typedef struct {
  double *volume;   /* [n] volumes of the parts, m^3, set by the caller; owned */
  int     n, *near; /* near: [n] for the caller's use: parts that overlap the current one; owned */
  double  total;    /* sum of the volumes, m^3 */
  /* of the current point */
  int  part;   /* part that contains it */
  bool is_new; /* true if the previous point was in another part */
  /* of the iteration */
  int64_t  samples;
  uint64_t seed;
  double   end; /* end of the current part in the volumes laid end to end, m^3 */
} MassDraw;

/* Make room for n parts; false: out of memory. Call mass_draw_free in either case. */
bool mass_draw_create(int n, MassDraw *draw);
void mass_draw_free(MassDraw *draw);
/* Start with the first point; the volumes are set. */
void mass_draw_start(int64_t samples, uint64_t seed, MassDraw *draw);
/* Move on to point k, 0 .. samples - 1 in order. Returns the random stream of the point, which
   depends on the seed and k alone. */
static inline Random mass_draw_next(MassDraw *d, int64_t k)
{
  const int    before = d->part;
  Random       random = random_stream(d->seed, RANDOM_MASS, (uint64_t)k);
  const double at     = ((double)k + random_real(&random)) / (double)d->samples * d->total;

  while (d->part < 0 || (at >= d->end && d->part + 1 < d->n)) d->end += d->volume[++d->part];
  d->is_new = d->part != before;
  return random;
}

/* Terms of the integrals for a point at x with this volume and mass. */
static inline void mass_draw_weigh(Vec3 x, double volume, double mass, double value[DRAW_VALUES])
{
  value[DRAW_VOLUME]     = volume;
  value[DRAW_MASS]       = mass;
  value[DRAW_FIRST]      = mass * x.x;
  value[DRAW_FIRST + 1]  = mass * x.y;
  value[DRAW_FIRST + 2]  = mass * x.z;
  value[DRAW_SECOND]     = mass * x.x * x.x;
  value[DRAW_SECOND + 1] = mass * x.y * x.y;
  value[DRAW_SECOND + 2] = mass * x.z * x.z;
  value[DRAW_SECOND + 3] = mass * x.x * x.y;
  value[DRAW_SECOND + 4] = mass * x.x * x.z;
  value[DRAW_SECOND + 5] = mass * x.y * x.z;
}

/* Error bounds: `bounded` times the standard errors (of first moment and inertia: norms), plus
   the most that a part without any sample can hold in a body nowhere denser than `densest`,
   kg/m^3, and within `far` of the centre found, m. */
MassErrors mass_draw_errors(const MassDraw *draw, const MassErrors *standard, double bounded,
                            double densest, double far);

#endif
