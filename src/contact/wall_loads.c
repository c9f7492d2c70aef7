/* SPDX-License-Identifier: MIT */
/* Loads on walls, contact by contact: there are few of them beside those of pebbles. */
#include "contact/wall_loads.h"

void wall_loads_create(Contacts *c, int n)
{
  array_create(&c->on_walls, sizeof *c->on_walls, n);
  c->n_walls = n;
}

void facet_hits_create(Contacts *c)
{
  if (!c->on_facets) array_create(&c->on_facets, sizeof *c->on_facets, 1);
}

void wall_loads_clear(Contacts *c)
{
  if (c->n_walls > 0) memset(c->on_walls, 0, (size_t)c->n_walls * sizeof *c->on_walls);
  if (c->on_facets) c->on_facets->n = 0;
}

void wall_loads_free(Contacts *c)
{
  array_free(&c->on_walls);
  if (c->on_facets) array_free(&c->on_facets->list);
  array_free(&c->on_facets);
}

bool wall_loads_are_asked(const Contacts *c, const Walls *walls)
{
  return walls->move || c->n_walls > 0 || c->on_facets;
}

/* List a contact with a facet, unless it is not finite. */
static void list_hit(FacetHits *list, FacetHit hit)
{
  if (!isfinite(hit.force.x + hit.force.y + hit.force.z) || !isfinite(hit.slip)) return;
  array_reserve(&list->list, sizeof *list->list, list->n + 1, &list->capacity);
  list->list[list->n++] = hit;
}

static void add_to_walls(Contacts *c, const ContactScene *s, unsigned gives, const int32_t *hits,
                         const Tile *t)
{
  const ContactBatch *b = c->batch;

  for (int k = 0; k < b->n; k++) {
    const Vec3 none = {0, 0, 0}, force = batch_force(b, k),
               couple = gives & GIVES_COUPLE ? batch_couple(b, k) : none, arm = tile_arm(&t->b, k),
               spin     = tile_spin(&t->b, k),
               velocity = vec3_add(tile_velocity(&t->b, k), vec3_cross(spin, arm));
    const double power  = vec3_dot(force, velocity) + vec3_dot(couple, spin),
                 work   = t->b.row[k] < 0 ? 0.5 * s->dt * power : 0; /* else of a clump */
    WallLoads *on       = c->n_walls > 0 ? &c->on_walls[s->pairs->walls.b[hits[k]]] : NULL;
    Sum       *w        = on ? on->sum : NULL;

    sum_add_finite(&c->driven, work);
    if (!w) continue;
    on->contacts++;
    sum_add_vec3(w + WALL_FORCE, vec3_scale(-1, force));
    sum_add_vec3(w + WALL_TORQUE, vec3_scale(-1, vec3_add(vec3_cross(arm, force), couple)));
    sum_add_finite(w + WALL_WORK, work);
  }
}

void wall_loads_add(Contacts *c, const ContactScene *s, unsigned gives, const int32_t *hits,
                    const Tile *t)
{
  const ContactBatch *b = c->batch;

  if (s->walls->move || c->n_walls > 0) add_to_walls(c, s, gives, hits, t);
  for (int k = 0; c->on_facets && k < b->n; k++) {
    const int32_t wall  = s->pairs->walls.b[hits[k]];
    const Vec3    force = vec3_scale(-1, batch_force(b, k)), n = batch_normal(b, k),
               v = batch_velocity(b, k);

    if (s->walls->list[wall].surface->geometry.gives_facet)
      list_hit(c->on_facets, (FacetHit){wall, t->facet[k], force, vec3_dot(force, n),
                                        vec3_norm(vec3_axpy(v, -vec3_dot(v, n), n))});
  }
}

void wall_loads_push(Contacts *c, const Walls *walls, const WallPush *p)
{
  const Wall  *wall = &walls->list[p->wall];
  const double work = wall->carried ? 0 : 0.5 * p->dt * vec3_dot(p->force, p->velocity);
  const Vec3   f    = vec3_scale(-1, p->force);

  if (!wall_loads_are_asked(c, walls)) return;
  sum_add_finite(&c->driven, work);
  if (c->n_walls > 0) {
    WallLoads *on = &c->on_walls[p->wall];

    on->contacts++;
    sum_add_vec3(on->sum + WALL_FORCE, f);
    sum_add_vec3(on->sum + WALL_TORQUE, vec3_cross(p->arm, f));
    sum_add_finite(on->sum + WALL_WORK, work);
    sum_add_finite(on->sum + WALL_DONE, p->done);
  }
  if (c->on_facets && wall->surface->geometry.gives_facet)
    list_hit(c->on_facets,
             (FacetHit){p->wall, p->facet, f, vec3_dot(p->force, p->normal), p->slip});
}
