/* SPDX-License-Identifier: MIT */
/* Quantities of a tile of contacts, one by one, not vectorised: the other columns of the tile are
   in the first-level cache. */
#include "base/bounds.h"
#include "contact/evaluate.h"
#include "contact/terms/elastic.h"

/* Square of the radius of the circle in which spheres of radii ra and rb intersect (rb 0: a plane);
   0 if one is inside the other, m^2. From the triangle of the radii and the distance of the centres
   by Heron's formula. */
static double circle2(double ra, double rb, double depth)
{
  const double d = ra + rb - depth;
  double       product;

  if (rb == 0) return max_real(0, depth * (2 * ra - depth));
  product = depth * (2 * ra - depth) * (2 * rb - depth) * (2 * (ra + rb) - depth);
  return d > 0 && product > 0 ? product / (4 * d * d) : 0;
}

static void gather_values(const ContactScene *s, int q, const PairList *list, const int32_t *hits,
                          const Tile *t, const ContactBatch *b, Exchange *exchange)
{
  const double *value = s->clumps->quantity[q].predicted;

  for (int k = 0; k < b->n; k++) {
    const Wall *wall = t->b.row[k] < 0 ? &s->walls->list[list->b[hits[k]]] : NULL;

    exchange->flow[k] = 0;
    exchange->a[k]    = value[t->a.row[k]];
    exchange->b[k]    = !wall                           ? value[t->b.row[k]]
                        : wall->quantity.given >> q & 1 ? wall->quantity.start[q]
                                                        : exchange->a[k];
  }
}

void flow_gather(const ContactScene *s, const Law *law, const PairList *list, const int32_t *hits,
                 const Tile *t, ContactBatch *b)
{
  b->law   = law;
  b->share = NULL;
  for (int k = 0; law->needs & NEEDS_CIRCLE && k < b->n; k++) {
    const bool   flat  = tile_b_is_flat(t, k);
    const double depth = -b->gap[k], ra = t->a.lever[k] + 0.5 * depth,
                 rb = flat ? 0 : t->b.lever[k] + 0.5 * depth;

    b->circle2[k] = circle2(ra, rb, depth);
  }
  if (law->needs & NEEDS_ELASTIC) elastic_gather(s, law, list, hits, t, b);
  for (int q = 0; law->quantities >> q; q++)
    if (law->quantities >> q & 1) gather_values(s, q, list, hits, t, b, &b->exchanges[q]);
}

void flow_add(const ContactScene *s, const PairList *list, const int32_t *hits, const Tile *t,
              const Law *law, const ContactBatch *b, Loads *loads, ContactReport *report)
{
  for (int q = 0; law->flows >> q; q++) {
    const bool    flows = law->flows >> q & 1, gains = law->gains >> q & 1;
    const double *column = b->exchanges[q].flow;
    Accumulator  *to = flows ? loads_find(loads, quantities[q]->fields[QUANTITY_FLOW].name) : NULL;
    double       *most = to ? &report->largest_more[to - loads->more] : NULL;

    for (int k = 0; to && k < b->n; k++) {
      const double   gain = gains ? b->gain[k] : 0, size = fabs(column[k]) + fabs(gain);
      const uint64_t n   = (uint64_t)quanta(column[k], to->quantum.inverse);
      uint64_t       all = 0, of_a = 0; /* the gain */

      if (size <= FLOW_MOST) *most = max_real(*most, size);
      else if (report->possible) {
        report_wild(report, s, list, hits, t, k, column[k] + gain);
        report->wild_flow = quantities[q];
      }
      if (gains) {
        /* half, or all where b is a wall without a value */
        const bool both =
          t->b.row[k] >= 0 || s->walls->list[list->b[hits[k]]].quantity.given >> q & 1;

        all  = (uint64_t)quanta(gain, to->quantum.inverse);
        of_a = (uint64_t)quanta((both ? 0.5 : 1) * gain, to->quantum.inverse);
      }
      loads_add(&to->sum[t->a.row[k]], (int64_t)(n + of_a));
      if (t->b.row[k] >= 0) loads_add(&to->sum[t->b.row[k]], (int64_t)(all - of_a - n));
    }
  }
}
