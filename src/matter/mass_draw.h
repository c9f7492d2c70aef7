/* SPDX-License-Identifier: MIT */
/* Random points of a body, for its integrals: a part of it is drawn by its volume and a point in that, uniformly; the point
   stands for the sum of volumes over the number of parts it is in (Karp, Luby & Madras 1989, J. Algorithms 10, 429). So bodies
   whose parts do not overlap have their volume without noise, and empty space costs nothing. */
#ifndef MATTER_MASS_DRAW_H
#define MATTER_MASS_DRAW_H

#include "base/random.h"
#include "matter/mass.h"

/* What a point adds to the integrals: volume | mass times 1, x, y, z, xx, yy, zz, xy, xz, yz */
enum { DRAW_VOLUME, DRAW_MASS, DRAW_FIRST, DRAW_SECOND = DRAW_FIRST + 3, DRAW_VALUES = DRAW_SECOND + 6 };

/* A walk over the points, that goes from part to part. Point k falls on the part at (k + a random part) / samples of the volumes
   laid end to end: each gets its share to within one, which only makes the error smaller than independent draws have it. */
typedef struct {
  double *volume;   /* [n] of the parts, m^3, for the caller to fill; owned */
  int     n, *near; /* [n] for the caller's use: who shares points with the part; owned */
  double  total;    /* of the volumes, m^3 */
  /* of the point */
  int  part;   /* in which it is */
  bool is_new; /* is that another part than of the point before? */
  /* of the walk */
  int64_t  samples;
  uint64_t seed;
  double   end; /* of the part, in the volumes */
} MassDraw;

/* Room for n parts; false: no memory. mass_draw_free is right after both. */
bool mass_draw_create(int n, MassDraw *draw);
void mass_draw_free(MassDraw *draw);
/* Before the first point, once the volumes are filled in. */
void mass_draw_start(int64_t samples, uint64_t seed, MassDraw *draw);
/* On to point k, from 0 to samples - 1 in turn. Returns what to draw it from, which depends on the seed and k alone. */
static inline Random mass_draw_next(MassDraw *d, int64_t k)
{
  const int    before = d->part;
  Random       random = random_stream(d->seed, RANDOM_MASS, (uint64_t)k);
  const double at     = ((double)k + random_real(&random)) / (double)d->samples * d->total;

  while (d->part < 0 || (at >= d->end && d->part + 1 < d->n)) d->end += d->volume[++d->part];
  d->is_new = d->part != before;
  return random;
}

/* What a point at x adds that stands for this volume and mass. */
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

/* Bounds from standard errors (of first moment and inertia: norms), so many of them, and what no point may have met in a body
   that is nowhere denser than `densest`, kg/m^3, nor reaches further than `far` from the centre found, m. */
MassDoubt mass_draw_doubt(const MassDraw *draw, const MassDoubt *standard, double bounded, double densest, double far);

#endif
