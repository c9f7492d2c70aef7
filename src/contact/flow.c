/* SPDX-License-Identifier: MIT */
/* Quantities of a tile of contacts, one by one, not vectorised: the other columns of the tile are in
   the first-level cache. */
#include "contact/flow.h"
#include "base/bounds.h"
#include "contact/elastic.h"

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

static void add_flow(const ContactScene *s, const PairList *list, const int32_t *hits,
                     const Tile *t, int q, const ContactBatch *b, Loads *loads,
                     ContactReport *report)
{
  const double *column = b->exchanges[q].flow;
  Accumulator  *to     = loads_find(loads, quantities[q]->fields[QUANTITY_FLOW].name);
  double       *most   = to ? &report->largest_more[to - loads->more] : NULL;

  for (int k = 0; to && k < b->n; k++) {
    const double  flow = column[k];
    const int64_t n    = quanta(flow, to->quantum.inverse);

    if (!(fabs(flow) <= FLOW_MOST)) note_wild(s, list, hits, t, q, flow, k, report);
    else *most = max_real(*most, fabs(flow));
    loads_add(&to->sum[t->a[k]], n);
    if (t->b[k] >= 0) loads_add(&to->sum[t->b[k]], (int64_t)(0 - (uint64_t)n));
  }
}

void flow_add(const ContactScene *s, const PairList *list, const int32_t *hits, const Tile *t,
              const Law *law, const ContactBatch *b, Loads *loads, ContactReport *report)
{
  for (int q = 0; law->flows >> q; q++)
    if (law->flows >> q & 1) add_flow(s, list, hits, t, q, b, loads, report);
}
