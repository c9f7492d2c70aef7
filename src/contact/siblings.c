/* SPDX-License-Identifier: MIT */
/* Sibling contacts (evaluate.h). */
#include "contact/evaluate.h"

/* All contacts of two bodies. */
typedef struct {
  double overlap;        /* sum, m */
  Vec3   normal;         /* sum of the normals, from a to b */
  Vec3   turn_a, turn_b; /* sums of arm x normal, m */
} Together;

static void add_contact(Together *all, double overlap, Vec3 n, Vec3 arm_a, Vec3 arm_b)
{
  all->overlap += overlap;
  all->normal = vec3_add(all->normal, n);
  all->turn_a = vec3_add(all->turn_a, vec3_cross(arm_a, n));
  all->turn_b = vec3_add(all->turn_b, vec3_cross(arm_b, n));
}

/* Centre of a pebble from the clump's centre. */
static Vec3 arm_of(const ContactScene *s, int32_t row, const Template *t, int member)
{
  const Pose *p = &s->clumps->pose[row];

  return pebble_arm(p->q, vec3_scale(p->scale, t->offset[member]), s->domain->magic);
}

static const Template *template_of(const ContactScene *s, int32_t row)
{
  return &s->clumps->templates->list[s->clumps->template[row]];
}

/* True if the law is that of these materials: what other laws, or none, give is not shared. */
static bool is_between(const Law *law, int a, int b)
{
  return (law->a == a && law->b == b) || (law->a == b && law->b == a);
}

/* Sum over the contacts between all pebbles of two clumps. */
static Together pebbles_together(const ContactScene *s, const Law *law, int32_t a, int32_t b)
{
  const Template *ta = template_of(s, a), *tb = template_of(s, b);
  const Pose     *pa = &s->clumps->pose[a], *pb = &s->clumps->pose[b];
  const Vec3      way = vec3_sub(pb->x, pa->x);
  Together        all = {0};

  for (int i = 0; i < ta->n; i++) {
    const Vec3   oa = arm_of(s, a, ta, i);
    const double ra = pa->scale * ta->radius[i];

    for (int j = 0; j < tb->n; j++) {
      const Vec3   ob = arm_of(s, b, tb, j), d = vec3_add(way, vec3_sub(ob, oa));
      const double rb = pb->scale * tb->radius[j], distance = vec3_norm(d),
                   overlap = ra + rb - distance;
      const Vec3 n         = vec3_scale(1 / distance, d);

      if (!(overlap > 0) || !(distance > 0) || !is_between(law, ta->material[i], tb->material[j]))
        continue;
      add_contact(&all, overlap, n, vec3_axpy(oa, ra - 0.5 * overlap, n),
                  vec3_axpy(ob, 0.5 * overlap - rb, n));
    }
  }
  return all;
}

/* Sum over the contacts of all pebbles of a clump with a feature of a wall. carrier: row of the
   clump that carries the wall, or -1. */
static Together wall_together(const ContactScene *s, const Law *law, int32_t a, const Wall *wall,
                              int32_t feature, int32_t carrier)
{
  const Template *t   = template_of(s, a);
  const Pose     *p   = &s->clumps->pose[a];
  Together        all = {0};
  Nearest         near;

  for (int i = 0; i < t->n; i++) {
    const Vec3   arm = arm_of(s, a, t, i), x = domain_wrapped(s->domain, vec3_add(p->x, arm));
    const double r = p->scale * t->radius[i];
    double       overlap;
    Vec3         n, place;

    nearest_one(wall->surface, wall->constants, feature, x, r, &near);
    overlap = r - near.distance[0];
    if (!(overlap > 0) || !is_between(law, t->material[i], wall->material)) continue;
    n     = nearest_way(&near, 0);
    place = vec3_axpy(arm, r - 0.5 * overlap, n);
    add_contact(&all, overlap, n, place,
                carrier >= 0 ? vec3_sub(vec3_add(p->x, place), s->clumps->pose[carrier].x)
                             : vec3(0, 0, 0));
  }
  return all;
}

/* u . I^-1 . v of a row, 1/(kg m^2) times the units of u and v. */
static double turning(const Clumps *c, int32_t row, Vec3 u, Vec3 v)
{
  const Vec3 x = quat_turn_back(c->pose[row].q, u), y = quat_turn_back(c->pose[row].q, v),
             i = c->motion[row].inverse_inertia;

  return x.x * y.x * i.x + x.y * y.y * i.y + x.z * y.z * i.z;
}

/* 1 / effective mass of contact k with its siblings, 1/kg. */
static double inverse_with(const ContactScene *s, const Tile *t, const ContactBatch *b, int k,
                           const Together *all)
{
  const Vec3 n       = batch_normal(b, k);
  double     inverse = vec3_dot(n, all->normal) * (t->a.inverse[k] + t->b.inverse[k]) +
                   turning(s->clumps, t->a.row[k], vec3_cross(tile_arm(&t->a, k), n), all->turn_a);

  if (t->b.row[k] >= 0)
    inverse += turning(s->clumps, t->b.row[k], vec3_cross(tile_arm(&t->b, k), n), all->turn_b);
  return inverse;
}

static bool is_partly_blocked(const Clumps *c, int32_t row)
{
  return row >= 0 && clump_is_partly_blocked(c->blocked[row]);
}

void siblings_find(const ContactScene *s, const Law *law, const PairList *list, bool walls,
                   const int32_t *hits, const Tile *t, ContactBatch *b, double *share)
{
  Together all     = {0};
  int32_t  last[3] = {-2, -2, -2};

  if (law->siblings == SIBLINGS_SHARED) b->share = share;
  for (int k = 0; k < b->n; k++) {
    const int32_t now[3] = {t->a.row[k], walls ? list->b[hits[k]] : t->b.row[k],
                            walls ? list->feature[hits[k]] : 0};
    double        inverse;

    share[k] = 1;
    if (!(b->gap[k] < 0)) continue;
    if (memcmp(now, last, sizeof now) != 0)
      all = walls ? wall_together(s, law, now[0], &s->walls->list[now[1]], now[2], t->b.row[k])
                  : pebbles_together(s, law, now[0], now[1]);
    memcpy(last, now, sizeof now);
    if (law->siblings == SIBLINGS_SHARED && all.overlap > -b->gap[k])
      share[k] = -b->gap[k] / all.overlap;
    if (!(law->needs & NEEDS_POINT_MASS) || is_partly_blocked(s->clumps, t->a.row[k]) ||
        is_partly_blocked(s->clumps, t->b.row[k]))
      continue;
    inverse = inverse_with(s, t, b, k, &all);
    if (inverse < t->a.inverse[k] + t->b.inverse[k] && b->point_mass[k] > 0)
      inverse = 1 / b->point_mass[k]; /* forces of siblings act against each other */
    b->point_mass[k] = inverse > 0 ? 1 / (share[k] * inverse) : 0;
    b->slip_mass[k]  = b->point_mass[k]; /* else not so beside a partly blocked body */
  }
}

void shares_apply(const Law *law, const double *share, ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++) {
    b->fx[k] *= share[k];
    b->fy[k] *= share[k];
    b->fz[k] *= share[k];
    if (energy) energy[k] *= share[k];
    if (!(law->gives & GIVES_COUPLE)) continue;
    b->cx[k] *= share[k];
    b->cy[k] *= share[k];
    b->cz[k] *= share[k];
  }
}

void shares_apply_to_flows(const Law *law, const double *share, ContactBatch *b)
{
  for (int q = 0; law->flows >> q; q++) {
    if (!(law->flows >> q & 1)) continue;
    for (int k = 0; k < b->n; k++) b->exchanges[q].flow[k] *= share[k];
  }
}
