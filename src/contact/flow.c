/* SPDX-License-Identifier: MIT */
/* Quantities of a tile of contacts, one by one, not vectorised: the other columns of the tile are in
   the first-level cache. */
#include "contact/flow.h"
#include "base/bounds.h"
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

static void gather_circles(const Tile *t, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const double depth = -b->gap[k], ra = t->lever_a[k] + 0.5 * depth,
                 rb = t->b[k] < 0 || t->inverse_distance[k] == 0 ? 0 : t->lever_b[k] + 0.5 * depth;

    b->circle2[k] = circle2(ra, rb, depth);
  }
}

static double wall_value(const Wall *wall, int q, double otherwise)
{
  return wall->quantity.given >> q & 1 ? wall->quantity.start[q] : otherwise;
}

static void gather_values(const ContactScene *s, int q, const PairList *list, const int32_t *hits,
                          const Tile *t, const ContactBatch *b, Exchange *exchange)
{
  const double *value = s->clumps->quantity[q].predicted;

  for (int k = 0; k < b->n; k++) {
    exchange->flow[k] = 0;
    exchange->a[k]    = value[t->a[k]];
    exchange->b[k]    = t->b[k] >= 0
                          ? value[t->b[k]]
                          : wall_value(&s->walls->list[list->b[hits[k]]], q, exchange->a[k]);
  }
}

void flow_gather(const ContactScene *s, const Law *law, const PairList *list, const int32_t *hits,
                 const Tile *t, ContactBatch *b)
{
  b->law   = law;
  b->share = NULL;
  if (law->needs & NEEDS_CIRCLE) gather_circles(t, b);
  if (law->needs & NEEDS_ELASTIC) elastic_gather(s, law, list, hits, t, b);
  for (int q = 0; law->quantities >> q; q++)
    if (law->quantities >> q & 1) gather_values(s, q, list, hits, t, b, &b->exchanges[q]);
}

/* A flow that is not a number, or beyond all bounds. */
static void note_wild(const ContactScene *s, const PairList *list, const int32_t *hits,
                      const Tile *t, int q, double flow, int k, ContactReport *report)
{
  if (!report->possible) return;
  report->possible  = false;
  report->wild_flow = quantities[q];
  report->wild      = flow;
  report->wild_a    = s->clumps->id[t->a[k]];
  report->wild_wall = t->b[k] < 0;
  report->wild_b    = t->b[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b[k]];
}

/* Part of a gain that goes to a: half, or all where b is a wall without a value. */
static double part_of_a(const ContactScene *s, const PairList *list, const int32_t *hits,
                        const Tile *t, int q, int k)
{
  return t->b[k] >= 0 || s->walls->list[list->b[hits[k]]].quantity.given >> q & 1 ? 0.5 : 1;
}

static void add_flow(const ContactScene *s, const PairList *list, const int32_t *hits,
                     const Tile *t, int q, bool gains, const ContactBatch *b, Loads *loads,
                     ContactReport *report)
{
  const double *column = b->exchanges[q].flow;
  Accumulator  *to     = loads_find(loads, quantities[q]->fields[QUANTITY_FLOW].name);
  double       *most   = to ? &report->largest_more[to - loads->more] : NULL;

  for (int k = 0; to && k < b->n; k++) {
    const double   gain = gains ? b->gain[k] : 0, size = fabs(column[k]) + fabs(gain);
    const uint64_t n   = (uint64_t)quanta(column[k], to->quantum.inverse);
    uint64_t       all = 0, of_a = 0; /* the gain */

    if (!(size <= FLOW_MOST)) note_wild(s, list, hits, t, q, column[k] + gain, k, report);
    else *most = max_real(*most, size);
    if (gains) {
      all  = (uint64_t)quanta(gain, to->quantum.inverse);
      of_a = (uint64_t)quanta(part_of_a(s, list, hits, t, q, k) * gain, to->quantum.inverse);
    }
    loads_add(&to->sum[t->a[k]], (int64_t)(n + of_a));
    if (t->b[k] >= 0) loads_add(&to->sum[t->b[k]], (int64_t)(all - of_a - n));
  }
}

void flow_add(const ContactScene *s, const PairList *list, const int32_t *hits, const Tile *t,
              const Law *law, const ContactBatch *b, Loads *loads, ContactReport *report)
{
  for (int q = 0; law->flows >> q; q++)
    if (law->flows >> q & 1) add_flow(s, list, hits, t, q, law->gains >> q & 1, b, loads, report);
}
