/* SPDX-License-Identifier: MIT */
/* Reflections in walls, and the walls near pebbles. */
#include "base/bounds.h"
#include "contact/term_work.h"
#include "interaction/sph/mirror_list.h"

/* ---- reflections ---- */

/* Normals at right angles to rounding: those of planes and boxes, and of a cylinder and its ends.
   */
static bool is_square(const Mirrors *m, int i, int j)
{
  return fabs(vec3_dot(m->at[i].normal, m->at[j].normal)) < 1e-9;
}

/* Mirrors that both have, ascending: places in a and in b. */
typedef struct {
  int n, a[MIRRORS_MOST], b[MIRRORS_MOST];
} Common;

static Common find_common(const Mirrors *a, const Mirrors *b)
{
  Common c = {0};

  for (int i = 0; i < a->n; i++)
    for (int j = 0; j < b->n; j++)
      if (a->at[i].wall == b->at[j].wall && a->at[i].feature == b->at[j].feature) {
        c.a[c.n]   = i;
        c.b[c.n++] = j;
      }
  return c;
}

/* The reflection in a further mirror, i of those that both have, of one with squared distance d2.
   */
static void reflect_in(const Mirrors *a, const Mirrors *b, const Common *c, int i, Reflection *of)
{
  const int p = c->a[i], q = c->b[i];

  of->d2 += 4 * (a->at[p].depth * b->at[q].depth);
  of->by[of->n].a      = p;
  of->by[of->n].b      = q;
  of->by[of->n].to_a   = 2 * a->at[p].slope * b->at[q].depth;
  of->by[of->n++].to_b = 2 * b->at[q].slope * a->at[p].depth;
}

/* True if mirror i of those that both have is at right angles to all of a reflection. */
static bool is_further(const Mirrors *a, const Mirrors *b, const Common *c, int i,
                       const Reflection *of)
{
  for (int k = 0; k < of->n; k++)
    if (!(is_square(a, c->a[i], of->by[k].a) && is_square(b, c->b[i], of->by[k].b))) return false;
  return of->n < SQUARE_MOST;
}

int mirrors_reflect(const Mirrors *a, const Mirrors *b, double d2, double far,
                    Reflection reflection[REFLECTIONS_MOST])
{
  const Common c = find_common(a, b);
  int          n = 0;

  for (int i = 0; i < c.n; i++) {
    const int before = n;

    for (int k = -1; k < before && n < REFLECTIONS_MOST; k++) {
      Reflection of = {.d2 = d2};

      if (k >= 0) of = reflection[k];
      if (!is_further(a, b, &c, i, &of)) continue;
      reflect_in(a, b, &c, i, &of);
      if (of.d2 < far) reflection[n++] = of;
    }
  }
  return n;
}

/* ---- lists ---- */

/* Context of list_pebble: the item and the list that is made for it. */
typedef struct {
  const Walls   *walls;
  const Acting  *item;
  const int32_t *clump, *material; /* of pebbles */
  MirrorList    *list;
} Listing;

static void list_pebble(void *context, PetscInt i, int n, const int32_t *wall,
                        const int32_t *feature)
{
  const Listing *l    = context;
  MirrorList    *list = l->list;

  array_reserve(&list->pair, sizeof *list->pair, list->n + n, &list->capacity);
  for (int k = 0; k < n; k++)
    if (l->item->kind->passes->mirrors(l->item->constants, l->material[i],
                                       l->walls->list[wall[k]].material))
      list->pair[list->n++] = (MirrorPair){
        .pebble = (int32_t)i, .row = l->clump[i], .wall = wall[k], .feature = feature[k]};
}

void mirrors_build(Interactions *all, const PairSearch *s)
{
  for (int k = 0; k < all->n; k++) {
    Acting       *item   = &all->list[k];
    const Passes *passes = item->kind->passes;
    Pebbles       view   = *s->pebbles;
    Listing  l = {.walls = s->walls, .item = item, .clump = view.clump, .material = view.material};
    uint8_t *left_out;
    Ball    *at;

    if (!passes || !passes->mirrors || !all->mirrored) continue;
    if (!item->mirrors) array_create(&item->mirrors, sizeof *item->mirrors, 1);
    array_reserve(&item->mirrors->of, sizeof *item->mirrors->of, s->clumps->n,
                  &item->mirrors->rows);
    array_create(&left_out, sizeof *left_out, view.n);
    array_create(&at, sizeof *at, view.n);
    for (PetscInt i = 0; i < view.n; i++) {
      at[i]       = view.at[i];
      at[i].r     = item->reach;
      left_out[i] = true;
      for (int w = 0; w < s->walls->n && left_out[i]; w++)
        left_out[i] =
          !passes->mirrors(item->constants, view.material[i], s->walls->list[w].material);
    }
    view.at          = at;
    view.capsules    = false;
    l.list           = item->mirrors;
    item->mirrors->n = 0;
    wall_pairs_visit(s->domain, &view, s->walls, s->skin, left_out, list_pebble, &l);
    array_free(&left_out);
    array_free(&at);
    item->found.mirrors = item->mirrors->of;
  }
}

void mirrors_free(Acting *item)
{
  if (!item->mirrors) return;
  array_free(&item->mirrors->pair);
  array_free(&item->mirrors->of);
  array_free(&item->mirrors);
}

/* ---- places ---- */

/* e and its derivative at the distance d, from -near to near by a polynomial. */
static void find_depth(double d, double near, double *e, double *slope)
{
  const double u = d >= near ? 1 : d <= -near ? 0 : 0.5 * (d / near + 1);

  *slope = u * u * (3 - 2 * u);
  *e     = d >= near ? d : 2 * near * u * u * u * (1 - 0.5 * u);
}

/* Append place k, of a pair of the list, which has a row's places by wall and feature; the nearest
   ones stay. */
static void put(const MirrorPair *pair, const Nearest *t, int k, double radius, Mirrors *m)
{
  if (m->n == MIRRORS_MOST) { /* the farthest one goes */
    int at = 0;

    for (int i = 1; i < m->n; i++)
      if (m->at[i].distance > m->at[at].distance) at = i;
    if (t->distance[k] >= m->at[at].distance) return;
    for (m->n--; at < m->n; at++) m->at[at] = m->at[at + 1];
  }
  m->at[m->n] = (Mirror){.wall     = pair->wall,
                         .feature  = pair->feature,
                         .facet    = t->facet[k],
                         .distance = t->distance[k],
                         .normal   = {t->nx[k], t->ny[k], t->nz[k]}};
  find_depth(t->distance[k], 0.1 * radius, &m->at[m->n].depth, &m->at[m->n].slope);
  m->n++;
}

void mirrors_find(const Acting *item, const InteractionScene *s)
{
  MirrorList *list = item->mirrors;

  for (PetscInt a = 0; list && a < s->clumps->n; a++) list->of[a].n = 0;
  for (PetscInt first = 0; list && first < list->n; first += NEAREST_MOST) {
    int32_t wall[NEAREST_MOST];
    Nearest t = {.n = (int)min_int(list->n - first, NEAREST_MOST)};

    for (int k = 0; k < t.n; k++) {
      const MirrorPair *pair = &list->pair[first + k];
      const Vec3        x    = domain_wrapped(s->domain, pebble_centre(s->pebbles, pair->pebble));

      wall[k]      = pair->wall;
      t.feature[k] = pair->feature;
      t.x[k]       = x.x;
      t.y[k]       = x.y;
      t.z[k]       = x.z;
      t.limit[k]   = item->reach;
      t.facet[k]   = 0;
    }
    walls_nearest(s->walls, wall, false, &t);
    for (int k = 0; k < t.n; k++) {
      const MirrorPair *pair = &list->pair[first + k];

      if (t.distance[k] < item->reach && !s->walls->list[wall[k]].gone)
        put(pair, &t, k, s->pebbles->at[pair->pebble].r, &list->of[pair->row]);
    }
  }
}

/* ---- forces ---- */

/* The place of a wall that pushes a pebble. */
typedef struct {
  const Wall *wall;
  Vec3        arm;      /* from the wall's pivot, m */
  Vec3        velocity; /* of the surface, m/s */
} Place;

static Place place_of(const InteractionScene *s, PetscInt a, const Mirrors *m, int k)
{
  const Wall  *wall = &s->walls->list[m->at[k].wall];
  const Vec3   n = m->at[k].normal, x = domain_wrapped(s->domain, s->clumps->pose[a].x);
  const double along = vec3_dot(wall->slide, n);
  Vec3         arm   = vec3_sub(vec3_axpy(x, -m->at[k].distance, n), wall->pivot);

  if (wall->carried) arm = domain_shifted(s->domain, arm, domain_nearest(s->domain, arm));
  return (Place){.wall     = wall,
                 .arm      = arm,
                 .velocity = vec3_add(vec3_add(wall->velocity, vec3_cross(wall->spin, arm)),
                                      vec3_axpy(wall->slide, -along, n))};
}

/* Add a force with this arm to a clump (m). */
static void add_force(const InteractionScene *s, PetscInt row, Vec3 f, Vec3 arm, Loads *loads,
                      ContactReport *report)
{
  const double per = s->clumps->pose[row].per_arm;
  const Vec3   t   = vec3_cross(arm, f);

  report->largest_force  = max_real(report->largest_force, vec3_norm(f));
  report->largest_torque = max_real(report->largest_torque, per * vec3_norm(t));
  loads_add_vectors(loads->sum + (size_t)row * LOAD_PARTS, f, t, loads->force.inverse,
                    loads->torque.inverse * per);
}

/* Let place k of owned row a push it. *work: quanta of the work that bodies lose in half a step. */
static void push(const Acting *item, const InteractionScene *s, PetscInt a, int k, MirrorLoads *to,
                 uint64_t *work)
{
  const Mirrors    *m  = &item->mirrors->of[a];
  const Place       at = place_of(s, a, m, k);
  const Vec3        v  = vec3_sub(s->clumps->pose[a].v, at.velocity);
  const MirrorPress in = {.found = item->found, .clumps = s->clumps, .row = a, .mirror = k, .v = v};
  double            lost = 0;
  const Vec3        f    = item->kind->passes->press(item->constants, &in, &lost);

  lost *= 0.5 * s->dt;
  if (!(vec3_norm(f) <= FORCE_MOST && fabs(lost) <= WORK_MOST)) {
    (void)interactions_report(to->report, item->name, item->section, s->clumps->id[a], vec3_norm(f),
                              "");
    return;
  }
  to->report->largest_work = max_real(to->report->largest_work, fabs(lost));
  *work += (uint64_t)quanta(lost, to->loads->work.inverse);
  add_force(s, a, f, (Vec3){0, 0, 0}, to->loads, to->report);
  if (at.wall->carried)
    add_force(s, at.wall->row, vec3_scale(-1, f), at.arm, to->loads, to->report);
  wall_loads_push(
    to->contacts, s->walls,
    &(WallPush){.wall     = m->at[k].wall,
                .facet    = m->at[k].facet,
                .force    = f,
                .arm      = at.arm,
                .velocity = at.velocity,
                .normal   = m->at[k].normal,
                .slip     = vec3_norm(vec3_axpy(v, -vec3_dot(v, m->at[k].normal), m->at[k].normal)),
                .dt       = s->dt});
}

void mirrors_press(const Interactions *all, const InteractionScene *s, MirrorLoads *to)
{
  for (int i = 0; i < all->n; i++) {
    const Acting *item = &all->list[i];
    uint64_t      work = 0;

    if (!item->mirrors) continue;
    for (PetscInt a = 0; a < s->clumps->n_owned; a++)
      for (int k = 0; k < item->mirrors->of[a].n; k++)
        if (!clump_is_gone(s->clumps, a)) push(item, s, a, k, to, &work);
    if (to->report->largest_work <= to->loads->work.largest)
      sum_add_scaled(term_work_sum(to->contacts, WORK_INTERACTIONS), (int64_t)work,
                     to->loads->work.exponent);
  }
}
