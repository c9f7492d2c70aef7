/* SPDX-License-Identifier: MIT */
/* Setup of the random points, and error bounds. */
#include "shape/mass/mass_draw.h"

/* A part of the volume that no sample hits is smaller than this over the number of samples,
   except with probability exp(-10). */
static const double unseen = 10;

bool mass_draw_create(int n, MassDraw *draw)
{
  *draw        = (MassDraw){.n = n};
  draw->volume = malloc((size_t)n * sizeof *draw->volume);
  draw->near   = malloc((size_t)n * sizeof *draw->near);
  return draw->volume && draw->near;
}

void mass_draw_start(int64_t samples, uint64_t seed, MassDraw *draw)
{
  draw->samples = samples;
  draw->seed    = seed;
  draw->part    = -1;
  draw->end = draw->total = 0;
  for (int i = 0; i < draw->n; i++) draw->total += draw->volume[i];
}

void mass_draw_free(MassDraw *draw)
{
  free(draw->volume);
  free(draw->near);
  *draw = (MassDraw){.n = 0};
}

MassErrors mass_draw_errors(const MassDraw *draw, const MassErrors *standard, double bounded,
                            double densest, double far)
{
  const double n = (double)draw->samples, share = draw->total * (unseen / n + n * 0x1p-53);

  return (MassErrors){.volume  = bounded * standard->volume + share,
                      .mass    = bounded * standard->mass + share * densest,
                      .first   = bounded * standard->first + share * densest * far,
                      .inertia = bounded * standard->inertia + share * densest * far * far};
}
