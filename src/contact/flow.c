/* SPDX-License-Identifier: MIT */
/* Temperatures and heat of a tile of contacts, one by one, not vectorised: the other columns of the
   tile are in the first-level cache. */
#include "contact/flow.h"
#include "base/bounds.h"

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

void flow_gather(const ContactScene *s, unsigned needs, const PairList *list, const int32_t *hits,
                 const Tile *t, ContactBatch *b)
{
  const double *temperature = s->clumps->predicted;

  for (int k = 0; k < b->n; k++) {
    const bool   wall  = t->b[k] < 0;
    const double depth = -b->gap[k], ra = t->lever_a[k] + 0.5 * depth,
                 rb = wall ? 0 : t->lever_b[k] + 0.5 * depth;

    b->heat[k] = 0;
    if (needs & NEEDS_CIRCLE) b->circle2[k] = circle2(ra, rb, depth);
    if (!(needs & NEEDS_TEMPERATURE)) continue;
    b->temperature_a[k] = temperature[t->a[k]];
    b->temperature_b[k] =
      wall ? s->walls->list[list->b[hits[k]]].temperature : temperature[t->b[k]];
    if (wall && !(b->temperature_b[k] > 0)) b->temperature_b[k] = b->temperature_a[k];
  }
}

/* A flow that is not a number, or beyond all bounds. */
static void note_wild(const ContactScene *s, const PairList *list, const int32_t *hits,
                      const Tile *t, const ContactBatch *b, int k, ContactReport *report)
{
  if (!report->possible) return;
  report->possible  = false;
  report->wild_flow = true;
  report->wild      = b->heat[k];
  report->wild_a    = s->clumps->id[t->a[k]];
  report->wild_wall = t->b[k] < 0;
  report->wild_b    = t->b[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b[k]];
}

void flow_add(const ContactScene *s, const PairList *list, const int32_t *hits, const Tile *t,
              const ContactBatch *b, Loads *loads, ContactReport *report)
{
  Accumulator *heat = loads_find(loads, "heat");
  double      *most = heat ? &report->largest_more[heat - loads->more] : NULL;

  for (int k = 0; heat && k < b->n; k++) {
    const double  flow = b->heat[k];
    const int64_t q    = quanta(flow, heat->quantum.inverse);

    if (!(fabs(flow) <= FLOW_MOST)) note_wild(s, list, hits, t, b, k, report);
    else *most = max_real(*most, fabs(flow));
    loads_add(&heat->sum[t->a[k]], q);
    if (t->b[k] >= 0) loads_add(&heat->sum[t->b[k]], (int64_t)(0 - (uint64_t)q));
  }
}
