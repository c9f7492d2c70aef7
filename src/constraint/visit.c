/* SPDX-License-Identifier: MIT */
/* Visits of hard contacts and of links of constraints (contact/visit.h). */
#include "constraint/hard/hard.h"

/* ---- hard contacts ---- */

/* Index of the pebble at the centre of its clump; contacts in columns are contacts of these
   pebbles. */
static int32_t member_in_middle(const ConstraintScene *s, int32_t row)
{
  const Template *t = &s->templates->list[s->clumps->template[row]];

  for (int32_t m = 0; m < t->n; m++)
    if (vec3_is_zero(t->offset[m])) return m;
  return 0;
}

static double radius_of(const ConstraintScene *s, int32_t row, int32_t member)
{
  return s->clumps->pose[row].scale * s->templates->list[s->clumps->template[row]].radius[member];
}

static ContactSeen seen_sphere(const Hard *h, const ConstraintScene *s, PetscInt k)
{
  const HardSpheres *l = &h->spheres;
  const int32_t      a = l->a[k], b = l->b[k];
  ContactSeen        seen = {
           .kind     = SEEN_HARD,
           .name     = h->laws[l->law[k]].name,
           .b        = s->clumps->id[b],
           .member_a = member_in_middle(s, a),
           .member_b = member_in_middle(s, b),
           .gap      = l->column[SPHERES_GAP][k],
           .age      = NAN,
           .normal = vec3(l->column[SPHERES_NX][k], l->column[SPHERES_NY][k], l->column[SPHERES_NZ][k])};

  seen.radius_a = radius_of(s, a, seen.member_a);
  seen.radius_b = radius_of(s, b, seen.member_b);
  seen.arm_a    = vec3_scale(seen.radius_a + 0.5 * seen.gap, seen.normal);
  seen.arm_b    = vec3_scale(-(seen.radius_b + 0.5 * seen.gap), seen.normal);
  seen.force    = vec3_scale(-l->column[SPHERES_LAMBDA][k] / (s->dt * s->dt), seen.normal);
  seen_of_rows(s->domain, s->clumps, a, b, &seen);
  return seen;
}

static ContactSeen seen_hard(const Hard *h, const ConstraintScene *s, PetscInt k)
{
  const HardContact *at      = &h->list[k];
  const HardPlace   *p       = &h->place[k];
  const Pebbles     *pebbles = s->pebbles;
  const bool         solid   = at->kind == HARD_SOLID;
  const Vec3         impulse = vec3_axpy(at->grip, at->lambda, p->n);
  ContactSeen        seen    = {.kind     = SEEN_HARD,
                                .name     = h->laws[at->law].name,
                                .member_a = solid ? h->key[at->j].part : pebbles->member[at->i],
                                .radius_a =
                        solid ? h->solids->side[h->key[at->j].body].radius : pebbles->at[at->i].r,
                                .arm_a  = p->arm_a,
                                .arm_b  = p->arm_b,
                                .gap    = p->gap,
                                .age    = NAN,
                                .normal = p->n,
                                .force  = vec3_scale(-1 / (s->dt * s->dt), impulse)};

  seen_of_rows(s->domain, s->clumps, at->a, at->b, &seen);
  if (at->kind != HARD_PEBBLES) {
    const int32_t w = hard_wall(h, at);

    if (!s->walls->list[w].carried) seen.arm_b = vec3_sub(p->x, s->walls->list[w].pivot);
    seen_of_wall(s->clumps, s->walls, w,
                 solid ? h->key[at->j].place : h->pairs->walls.feature[at->j], p->facet, &seen);
    return seen;
  }
  seen.b        = s->clumps->id[at->b];
  seen.member_b = pebbles->member[at->j];
  seen.radius_b = pebbles->at[at->j].r;
  return seen;
}

void hard_visit(const Hard *h, const ConstraintScene *s, const ContactVisitor *to)
{
  if (!h) return;
  for (PetscInt k = 0; k < h->spheres.n; k++) {
    ContactSeen seen;

    if (!(h->spheres.column[SPHERES_LAMBDA][k] > 0)) continue;
    seen = seen_sphere(h, s, k);
    to->see(to->self, &seen, 1);
  }
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    ContactSeen seen;

    if (!(h->list[k].lambda > 0)) continue;
    seen = seen_hard(h, s, k);
    to->see(to->self, &seen, 1);
  }
}

/* ---- links ---- */

void constraints_visit(const Links *links, const ContactScene *s, const Templates *templates,
                       const ContactVisitor *to)
{
  const LinkSet *set = constraint_set_of(links);
  LinkCursor     at  = {0};
  LinkTile      *t;

  if (links->total == 0 || !links->placed) return;
  array_create(&t, sizeof *t, 1);
  while (links_next_tile(set, s, templates, &at, t))
    for (int i = 0; i < t->batch.n; i++) {
      ContactSeen seen = link_seen(set, s, t, i);

      seen.kind  = SEEN_CONSTRAINT;
      seen.force = vec3_scale(t->batch.memory[i][CONSTRAINT_FORCE], seen.normal);
      to->see(to->self, &seen, 1);
    }
  array_free(&t);
}
