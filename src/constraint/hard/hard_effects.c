/* SPDX-License-Identifier: MIT */
/* Effects of hard contacts in a step: forces on walls, work of moving walls, overlaps that are
   left. */
#include "constraint/hard/hard.h"

/* ---- overlaps ---- */

static void note_overlap(HardEffects *d, const Clumps *c, double gap, double smaller, int32_t a,
                         int32_t b, int wall)
{
  d->deepest = max_real(d->deepest, -gap);
  if (!(-gap > d->part * smaller)) return;
  d->part = -gap / smaller;
  d->a    = c->id[a];
  d->wall = b < 0;
  d->b    = b < 0 ? wall : c->id[b];
}

/* Smaller radius of two pebbles, or that of the pebble at a wall, or of the corners of a free mesh.
   */
static double smaller_of(const Hard *h, const Pebbles *p, const HardContact *k)
{
  if (k->kind == HARD_SOLID) return h->solids->side[h->key[k->j].body].radius;
  return k->kind == HARD_WALL ? p->at[k->i].r : min_real(p->at[k->i].r, p->at[k->j].r);
}

/* ---- impulses ---- */

static void add_push(Hard *h, const ConstraintScene *s, const HardContact *k, const HardPlace *p,
                     const ConstraintWork *work)
{
  HardEffects  *d       = &h->effects;
  const int32_t w       = hard_wall(h, k);
  const Wall   *wall    = &s->walls->list[w];
  const Vec3    impulse = vec3_axpy(k->grip, k->lambda, p->n), /* on b, from a, times dt, kg m */
    force               = vec3_scale(-1 / (s->dt * s->dt), impulse);         /* on the clump */
  const double done     = k->b < 0 ? s->dt * vec3_dot(force, p->wall_v) : 0; /* else of a clump */

  array_reserve(&d->push, sizeof *d->push, d->n_pushes + 1, &d->push_capacity);
  d->push[d->n_pushes++] = (WallPush){.wall     = w,
                                      .facet    = p->facet,
                                      .force    = force,
                                      .arm      = k->b < 0 ? vec3_sub(p->x, wall->pivot) : p->arm_b,
                                      .velocity = p->wall_v,
                                      .normal   = vec3_scale(-1, p->n),
                                      .slip     = k->slip,
                                      .done     = isfinite(done) ? done : 0};
  if (!s->walls->move || k->b >= 0 || !isfinite(done)) return;
  /* clumps have lost this much more in contacts than the change of their energy shows */
  sum_add(work->walls, done);
  sum_add(work->taken, done);
}

void hard_find_effects(const Constraints *c, const ConstraintScene *s, const ConstraintWork *work)
{
  Hard              *h = c->hard;
  HardEffects       *d = &h->effects;
  const HardSpheres *l = &h->spheres;

  d->touching = d->n_pushes = 0;
  d->deepest = d->part = 0;
  for (PetscInt k = 0; k < l->n; k++) {
    const double gap = l->column[SPHERES_GAP][k];

    d->touching += l->column[SPHERES_LAMBDA][k] > 0;
    if (gap < 0)
      note_overlap(d, s->clumps, gap, l->column[SPHERES_SMALLER][k], l->a[k], l->b[k], -1);
  }
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    const HardContact *at = &h->list[k];
    const HardPlace   *p  = &h->place[k];

    if (p->gap < 0)
      note_overlap(d, s->clumps, p->gap, smaller_of(h, s->pebbles, at), at->a, at->b,
                   at->b < 0 ? hard_wall(h, at) : -1);
    if (!(at->lambda > 0)) continue;
    d->touching++;
    if (at->kind != HARD_PEBBLES) add_push(h, s, at, p, work);
  }
}

/* ---- reports ---- */

void hard_add_wall_loads(const Hard *h, const Walls *walls, double limit, Contacts *contacts,
                         ContactReport *report)
{
  const HardEffects *d;

  if (!h) return;
  d = &h->effects;
  for (PetscInt k = 0; k < d->n_pushes; k++) wall_loads_push(contacts, walls, &d->push[k]);
  report->deepest_gap = max_real(report->deepest_gap, d->deepest);
  if (!(d->part > limit) || d->part <= report->deepest) return;
  report->deepest      = d->part;
  report->deepest_a    = d->a;
  report->deepest_b    = d->b;
  report->deepest_wall = d->wall;
}
