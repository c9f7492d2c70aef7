/* SPDX-License-Identifier: MIT */
/* The sink of contacts that are visited (visit.h). */
#include "contact/visit.h"
#include "contact/evaluate.h"
#include "search/capsule_pairs.h"

/* ---- one contact ---- */

void seen_of_rows(const Domain *domain, const Clumps *c, int32_t a, int32_t b, ContactSeen *seen)
{
  const Vec3  xa    = c->pose[a].x;
  const Image boxes = domain_boxes(domain, xa);
  const bool  moved = boxes.x || boxes.y || boxes.z;

  seen->a       = c->id[a];
  seen->group_a = clump_groups(c, a);
  seen->group_b = 0;
  seen->carrier = -1;
  seen->facet   = -1;
  seen->image   = (Image){0, 0, 0};
  seen->centre  = moved ? domain_shifted(domain, xa, (Image){-boxes.x, -boxes.y, -boxes.z}) : xa;
  seen->branch  = seen->arm_a;
  if (b < 0) return;
  seen->branch  = vec3_sub(c->pose[b].x, xa);
  seen->group_b = clump_groups(c, b);
  seen->image   = image_sub(domain_boxes(domain, c->pose[b].x), boxes);
}

/* Age of contact k, which its law has just noted, s; NAN: it keeps none. */
static double age_of(const Law *law, const ContactBatch *b, int k)
{
  int column = law->keeps > 0 ? LAW_COLUMNS : 0;

  for (int t = 0; t < law->n_terms; column += law->columns[t++])
    if (law->terms[t] == &age_kept) return b->store[column][k];
  return NAN;
}

void seen_of_wall(const Clumps *c, const Walls *walls, int32_t wall, int32_t feature, int32_t facet,
                  ContactSeen *seen)
{
  const Wall *w = &walls->list[wall];

  seen->wall     = true;
  seen->b        = wall;
  seen->member_b = feature;
  seen->radius_b = 0;
  seen->image    = (Image){0, 0, 0};
  seen->branch   = w->carried ? vec3_sub(seen->arm_a, seen->arm_b) : seen->arm_a;
  if (w->surface->geometry.gives_facet) seen->facet = facet;
  if (w->carried) seen->carrier = c->id[w->row];
}

void seen_of_tile(const ContactScene *s, const Law *law, const ContactBatch *b, const Tile *t,
                  bool couples, int k, ContactSeen *seen)
{
  seen->name          = law->name;
  seen->arm_a         = tile_arm(&t->a, k);
  seen->arm_b         = tile_arm(&t->b, k);
  seen->normal        = batch_normal(b, k);
  seen->gap           = b->gap[k];
  seen->force         = batch_force(b, k);
  seen->velocity      = batch_velocity(b, k);
  seen->age           = age_of(law, b, k);
  seen->fresh         = !(b->known[k] > 0);
  seen->couple        = couples ? batch_couple(b, k) : (Vec3){0, 0, 0};
  seen->n_memory      = law->memory;
  seen->memory        = law->memory > 0 ? &b->store[0][k] : NULL;
  seen->memory_stride = TILE;
  seen_of_rows(s->domain, s->clumps, t->a.row[k], t->b.row[k], seen);
}

/* ---- contacts of the pair lists ---- */

/* The ends of pair `pair`; facet: of a wall that gives it. */
static void name_pair(const ContactScene *s, const Side *side, int32_t pair, int32_t facet,
                      ContactSeen *seen)
{
  const Pebbles *p = s->pebbles;
  const int32_t  i = side->list->a[pair], j = side->list->b[pair];

  seen->member_a = p->member[i];
  seen->radius_a = pebble_radius(p, i);
  if (side->walls) {
    seen_of_wall(s->clumps, s->walls, j, side->list->feature[pair], facet, seen);
    return;
  }
  seen->b        = s->clumps->id[p->clump[j]];
  seen->member_b = p->member[j];
  seen->radius_b = pebble_radius(p, j);
}

void contact_show(const Contacts *c, const ContactScene *s, const Side *side, const Law *law,
                  const int32_t *pair, const Tile *t, const ContactVisitor *to)
{
  ContactSeen seen[TILE];

  for (int k = 0; k < c->batch->n; k++) {
    seen[k].kind = SEEN_LAW;
    seen[k].wall = side->walls;
    seen_of_tile(s, law, c->batch, t, contact_gives_couples(side, law), k, &seen[k]);
    name_pair(s, side, pair[k], t->facet[k], &seen[k]);
  }
  to->see(to->self, seen, c->batch->n);
}
