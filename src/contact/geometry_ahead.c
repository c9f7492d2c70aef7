/* SPDX-License-Identifier: MIT */
/* Prefetching for geometry.c. */
#include "base/rows.h"
#include "contact/geometry.h"

enum { AHEAD_FROM = 8 << 20 }; /* bytes of poses and loads */

bool tile_ahead_pays(const ContactScene *s)
{
  return (size_t)s->clumps->n * (sizeof(Pose) + LOAD_PARTS * sizeof(int64_t)) > AHEAD_FROM;
}

void tile_ahead(const ContactScene *s, const int32_t *hits, int n, const Loads *loads)
{
  const PairList *list = &s->pairs->pebbles;

  for (int k = 0; k < n; k++) {
    const int32_t rows[2] = {s->pebbles->clump[list->a[hits[k]]],
                             s->pebbles->clump[list->b[hits[k]]]};

    for (int side = 0; side < 2; side++) {
      lines_ahead(&s->clumps->pose[rows[side]], sizeof(Pose));
      lines_ahead(loads->sum + (size_t)rows[side] * LOAD_PARTS, LOAD_PARTS * sizeof *loads->sum);
    }
  }
}
