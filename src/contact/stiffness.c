/* SPDX-License-Identifier: MIT */
/* Sums of stiffnesses and dashpots by clump (stiffness.h). */
#include "contact/stiffness.h"
#include "contact/backend.h"
#include "contact/solid/shafts.h"
#include "search/capsule_pairs.h"
#include "search/near.h"

/* Resolution and bound of a number, in units; a sum of 2^14 numbers at the bound fits. */
#define STIFFNESS_SCALE 0x1p32
#define STIFFNESS_MOST  0x1p16

void stiffness_begin(StiffnessSums *s, double dt, StiffnessBounds present, PetscInt rows)
{
  s->dt      = dt;
  s->present = present;
  if (!s->row || rows > s->capacity) {
    array_free(&s->row);
    s->capacity = rows + rows / 4 + 1; /* there may be none */
    array_create(&s->row, sizeof *s->row, s->capacity);
  }
  memset(s->row, 0, (size_t)rows * sizeof *s->row);
}

void stiffness_free(StiffnessSums *s)
{
  array_free(&s->row);
}

/* ---- one contact ---- */

/* Stiffnesses, N/m, dashpots, kg/s, or what a matrix gets of both, kg; `turn` of couples, with
   another m^2. */
typedef struct {
  double along, across, turn;
} Moduli;

/* Springs and dashpots of contact k. */
static void find_moduli(const Law *law, const Clumps *c, bool wall, const Tile *t,
                        const ContactBatch *b, int k, Moduli *spring, Moduli *dashpot)
{
  const double ra = t->a.lever[k] - 0.5 * b->gap[k], rb = t->b.lever[k] - 0.5 * b->gap[k],
               radius  = wall ? ra : ra * rb / (ra + rb),
               overlap = max_real(-b->gap[k] / radius, LEAST_OVERLAP);
  const double whole   = t->a.inverse[k] + t->b.inverse[k],
               point = law->needs & NEEDS_POINT_MASS && b->point_mass[k] > 0 ? 1 / b->point_mass[k]
                                                                             : whole;
  double turn        = 0;

  for (int side = 0; side < 2; side++) {
    const int32_t row = side ? t->b.row[k] : t->a.row[k];
    const Vec3    i   = row >= 0 ? c->motion[row].inverse_inertia : vec3(0, 0, 0);

    turn += max_real(i.x, max_real(i.y, i.z));
  }
  *spring  = (Moduli){.along  = law_stiffness(law, SLOTS_ALONG, radius, overlap),
                      .across = law_stiffness(law, SLOTS_ACROSS, radius, overlap),
                      .turn   = law_stiffness(law, SLOTS_TURN, radius, overlap)};
  *dashpot = (Moduli){.along  = law_slowing(law, SLOTS_ALONG, radius, overlap, whole, point, 1),
                      .across = law_slowing(law, SLOTS_ACROSS, radius, overlap, whole, whole, 1),
                      .turn   = law_slowing(law, SLOTS_TURN, radius, overlap, turn, turn, 1)};
}

/* x in units as an integer; what is no number counts as the bound. */
static int64_t rounded(double x)
{
  return llrint(STIFFNESS_SCALE * (fabs(x) < STIFFNESS_MOST ? x : STIFFNESS_MOST));
}

/* The columns of G for the three axes of the lab, and for the normal. root: 1 / sqrt of mass, and of
   the principal moments. */
typedef struct {
  double axis[3][6], normal[6];
  double root[6];
} Ways;

static void find_ways(const Clumps *c, int32_t row, Vec3 arm, Vec3 n, double inverse, Ways *w)
{
  const Vec3   i     = c->motion[row].inverse_inertia;
  const double whole = sqrt(inverse), along[3] = {n.x, n.y, n.z};

  for (int k = 0; k < 3; k++) w->root[k] = whole;
  w->root[3] = sqrt(i.x);
  w->root[4] = sqrt(i.y);
  w->root[5] = sqrt(i.z);
  memset(w->normal, 0, sizeof w->normal);
  for (int d = 0; d < 3; d++) {
    const Vec3 turn = quat_turn_back(c->pose[row].q, vec3_cross(arm, vec3(d == 0, d == 1, d == 2)));

    for (int k = 0; k < 3; k++) w->axis[d][k] = k == d ? whole : 0;
    for (int k = 0; k < 3; k++) w->axis[d][3 + k] = w->root[3 + k] * vec3_axis(turn, k);
    for (int k = 0; k < 6; k++) w->normal[k] += along[d] * w->axis[d][k];
  }
}

static Moduli times(double x, const Moduli *m)
{
  return (Moduli){x * m->along, x * m->across, x * m->turn};
}

/* The trace of the matrix of a contact. */
static double trace_of(const Ways *w, const Moduli *m)
{
  double trace = 0;

  for (int k = 0; k < 6; k++) {
    for (int d = 0; d < 3; d++) trace += m->across * (w->axis[d][k] * w->axis[d][k]);
    trace += (m->along - m->across) * (w->normal[k] * w->normal[k]);
    if (k >= 3) trace += m->turn * (w->root[k] * w->root[k]);
  }
  return trace;
}

/* Add a contact to the sums of a row. coming: it may begin. */
static void add_contact(StiffnessSums *s, bool coming, int32_t row, const Ways *w,
                        const Moduli *spring, const Moduli *dashpot)
{
  const Moduli m    = {spring->along + dashpot->along, spring->across + dashpot->across,
                       spring->turn + dashpot->turn};
  const double more = m.along - m.across;
  int64_t     *sum  = s->row[row];
  int          part = coming ? STIFFNESS_COMING : STIFFNESS_PRESENT;

  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++, part++) {
      double x = more * (w->normal[i] * w->normal[j]);

      for (int d = 0; d < 3; d++) x += m.across * (w->axis[d][i] * w->axis[d][j]);
      if (i == j && i >= 3) x += m.turn * (w->root[i] * w->root[i]);
      sum[part] += rounded(x);
    }
  sum[STIFFNESS_SPRINGS + coming] += rounded(trace_of(w, spring));
}

void stiffness_add(StiffnessSums *s, const Clumps *c, const Law *law, bool walls, const Tile *t,
                   const ContactBatch *b, const double *share)
{
  for (int k = 0; k < b->n; k++) {
    const double part = share ? share[k] : 1;
    Moduli       spring, dashpot;

    find_moduli(law, c, walls, t, b, k, &spring, &dashpot);
    spring  = times(part * s->dt * s->dt / s->present.springs, &spring);
    dashpot = times(part * s->dt / s->present.dashpots, &dashpot);
    for (int side = 0; side < 2; side++) {
      const TileBody *body = side ? &t->b : &t->a;
      const int32_t   row  = body->row[k];
      Ways            ways;

      if (row < 0) continue;
      find_ways(c, row, tile_arm(body, k), batch_normal(b, k), body->inverse[k], &ways);
      add_contact(s, false, row, &ways, &spring, &dashpot);
    }
  }
}

void contacts_stiffness(Contacts *c, const ContactScene *scene, StiffnessSums *sums)
{
  const ContactSink sink = {.kind = SINK_STIFFNESS, .stiffness = sums};

  c->backend->evaluate(c, scene, 0, c->pebbles[!c->now].n_runs, &sink);
  solids_evaluate(c, scene, &sink);
}

/* Part `part` of the matrix of a row. */
static double value_of(const int64_t *sum, int part, double coming)
{
  return ((double)sum[STIFFNESS_PRESENT + part] + coming * (double)sum[STIFFNESS_COMING + part]) /
         STIFFNESS_SCALE;
}

double stiffness_trace(const StiffnessSums *s, PetscInt row, double coming, double *springs)
{
  const int64_t *sum = s->row[row];
  const double some  = (double)sum[STIFFNESS_SPRINGS] + coming * (double)sum[STIFFNESS_SPRINGS + 1];
  double       trace = 0;

  for (int i = 0, part = 0; i < 6; i++, part += i + 1) trace += value_of(sum, part, coming);
  *springs = trace > 0 ? min_real(1, some / (STIFFNESS_SCALE * trace)) : 0;
  return trace;
}

double stiffness_matrix(const StiffnessSums *s, PetscInt row, double coming, double a[6][6])
{
  double springs;
  int    part = 0;

  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++, part++) a[i][j] = a[j][i] = value_of(s->row[row], part, coming);
  (void)stiffness_trace(s, row, coming, &springs);
  return springs;
}

double stiffness_approach(const StiffnessSums *s, PetscInt row)
{
  return (double)s->row[row][STIFFNESS_SQUARE] / STIFFNESS_SCALE;
}

/* ---- contacts that may begin ---- */

/* One of them: row -1 of a wall that no clump carries. */
typedef struct {
  int32_t row[2];
  Vec3    arm[2], v[2]; /* m; of the surfaces at the contact point, m/s */
  Vec3    n;            /* from a to b */
  double  gap, radius;  /* m; reduced */
  double  change; /* m/s: by which the speed of approach may rise beside StiffnessComing.pull */
  double  part;   /* of the force of the pair that acts here */
} Encounter;

static void set_body(const Clumps *c, int side, int32_t row, Vec3 arm, Encounter *m)
{
  const Pose *p = &c->pose[row];

  m->row[side] = row;
  m->arm[side] = arm;
  m->v[side]   = vec3_add(p->v, vec3_cross(p->w, arm));
}

/* The dashpot with which it begins, relative to the bound of those along the normal. */
static Moduli first_dashpot(const Law *law, const Encounter *m, double overlap, double whole,
                            double point, const StiffnessComing *by)
{
  const double rest = min_real(overlap, REFERENCE_OVERLAP);

  return (Moduli){
    .along  = law_slowing(law, SLOTS_ALONG, m->radius, FIRST_TOUCH * overlap, whole, point, 1),
    .across = by->bounds.dashpots / by->across *
              law_slowing(law, SLOTS_ACROSS, m->radius, rest, whole, whole, 1)};
}

/* Add it, if it may begin in time, or has just begun. */
static void add_coming(const Clumps *c, const Law *law, const Encounter *m,
                       const StiffnessComing *by, StiffnessSums *s)
{
  const double approach = vec3_dot(vec3_sub(m->v[0], m->v[1]), m->n) +
                          (m->gap > 0 ? by->pull * by->time + m->change : 0),
               within = min_real(by->most, approach * by->time);
  Ways   ways[2];
  Moduli spring, dashpot;
  double whole = 0, point = 0, overlap, along;

  if (!(m->gap < within) || !(m->gap > -0.5 * within)) return;
  for (int side = 0; side < 2; side++) {
    if (m->row[side] < 0) continue;
    find_ways(c, m->row[side], m->arm[side], m->n, c->pose[m->row[side]].inverse_mass, &ways[side]);
    whole += c->pose[m->row[side]].inverse_mass;
    for (int k = 0; k < 6; k++) point += ways[side].normal[k] * ways[side].normal[k];
  }
  if (!(point > 0)) return;
  overlap = law_overlap(law, m->radius, 1 / point, approach);
  along   = PETSC_PI / law_time(law, m->radius, overlap, 1);
  spring  = (Moduli){.along  = along * along,
                     .across = law_stiffness(law, SLOTS_ACROSS, m->radius, overlap),
                     .turn   = law_stiffness(law, SLOTS_TURN, m->radius, overlap)};
  dashpot = first_dashpot(law, m, overlap, whole, point, by);
  spring  = times(m->part * s->dt * s->dt / by->bounds.springs, &spring);
  dashpot = times(m->part * s->dt / by->bounds.dashpots, &dashpot);
  for (int side = 0; side < 2; side++) {
    if (m->row[side] < 0) continue;
    add_contact(s, true, m->row[side], &ways[side], &spring, &dashpot);
    s->row[m->row[side]][STIFFNESS_SQUARE] +=
      rounded(m->part * (approach / by->fast) * (approach / by->fast));
  }
}

/* A pair of pebbles. */
static void see_pebbles(const ContactScene *s, const Law *law, PetscInt pair,
                        const StiffnessComing *by, StiffnessSums *sums)
{
  const PairList *list = &s->pairs->listed_pebbles;
  const Pebbles  *p    = s->pebbles;
  const int32_t   i = list->a[pair], j = list->b[pair], a = p->clump[i], b = p->clump[j];
  const Vec3      x = pebble_centre(p, i), y = pebble_centre(p, j), way = vec3_sub(y, x);
  const double    ra = p->at[i].r, rb = p->at[j].r, distance = vec3_norm(way);
  Encounter       m = {.gap = distance - (ra + rb), .radius = ra * rb / (ra + rb), .part = 1};

  if (!(distance > 0)) return;
  m.n = vec3_scale(1 / distance, way);
  set_body(s->clumps, 0, a, vec3_axpy(vec3_sub(x, s->clumps->pose[a].x), ra, m.n), &m);
  set_body(s->clumps, 1, b, vec3_axpy(vec3_sub(y, s->clumps->pose[b].x), -rb, m.n), &m);
  add_coming(s->clumps, law, &m, by, sums);
}

/* A pair with a capsule, at one of its places. */
static void see_capsule(const ContactScene *s, const Law *law, PetscInt pair,
                        const StiffnessComing *by, StiffnessSums *sums)
{
  const PairList *list = &s->pairs->listed_pebbles;
  const int32_t   i = list->a[pair], j = list->b[pair];
  CapsuleTouch    touch;
  Encounter       m;

  if (!capsule_touch(s, i, j, &touch) || !(touch.gap < by->most)) return;
  m =
    (Encounter){.gap = touch.gap, .radius = touch.radius, .n = touch.normal, .part = touch.weight};
  set_body(s->clumps, 0, s->pebbles->clump[i], touch.arm_a, &m);
  set_body(s->clumps, 1, s->pebbles->clump[j], touch.arm_b, &m);
  add_coming(s->clumps, law, &m, by, sums);
}

/* A pebble and a feature of a wall, of the nearest places of several. */
static void see_wall(const ContactScene *s, const Law *law, PetscInt pair, const Nearest *near,
                     int k, const StiffnessComing *by, StiffnessSums *sums)
{
  const PairList *list = &s->pairs->listed_walls;
  const Pebbles  *p    = s->pebbles;
  const int32_t   i = list->a[pair], a = p->clump[i];
  const Wall     *wall = &s->walls->list[list->b[pair]];
  const double    r    = p->at[i].r;
  const Vec3      x    = pebble_centre(p, i);
  Encounter       m    = {.row    = {-1, -1},
                          .n      = nearest_way(near, k),
                          .gap    = near->distance[k] - r,
                          .radius = r,
                          .change = by->change[list->b[pair]],
                          .part   = 1};

  set_body(s->clumps, 0, a, vec3_axpy(vec3_sub(x, s->clumps->pose[a].x), r, m.n), &m);
  if (wall->carried)
    set_body(
      s->clumps, 1, wall->row,
      arm_of_carrier(s->domain, vec3_sub(x, s->clumps->pose[wall->row].x), vec3_scale(r, m.n)), &m);
  else
    m.v[1] = vec3_add(wall->velocity,
                      vec3_cross(wall->spin, vec3_sub(nearest_point(near, k), wall->pivot)));
  add_coming(s->clumps, law, &m, by, sums);
}

/* A capsule and a ridge of a wall. */
static void see_shaft(const ContactScene *s, const Law *law, PetscInt pair,
                      const StiffnessComing *by, StiffnessSums *sums)
{
  const PairList *list = &s->pairs->listed_walls;
  const int32_t   i    = list->a[pair];
  const Wall     *wall = &s->walls->list[list->b[pair]];
  SolidPlace      place;
  Encounter       m = {.row = {-1, -1}, .change = by->change[list->b[pair]], .part = 1};
  Vec3            at;

  if (!shaft_place(s, list, (int32_t)pair, by->most, &place)) return;
  m.n      = place.n;
  m.gap    = place.gap;
  m.radius = pebble_radius(s->pebbles, i);
  set_body(s->clumps, 0, s->pebbles->clump[i], place.point, &m);
  at     = vec3_add(domain_wrapped(s->domain, s->clumps->pose[s->pebbles->clump[i]].x),
                    vec3_sub(place.point, place.shift));
  m.v[1] = vec3_add(wall->velocity, vec3_cross(wall->spin, vec3_sub(at, wall->pivot)));
  add_coming(s->clumps, law, &m, by, sums);
}

/* Listed pairs of one law in one block, which are in the shells that have come near enough. */
static void see_cell(const ContactScene *s, const Law *law, bool walls, int cell,
                     const StiffnessComing *by, StiffnessSums *sums)
{
  const PairList *list  = walls ? &s->pairs->listed_walls : &s->pairs->listed_pebbles;
  const WallPairs all   = {s->domain, s->pebbles, s->walls, list};
  const Ball     *at    = s->pebbles->at;
  const int       first = cell * SHELLS;
  int             n     = walls ? SHELLS : 1;
  PetscInt        pair  = list->shell[first];

  while (n < SHELLS && shell_bound(s->pairs->skin, n) <= by->most + by->moved) n++;
  for (; pair < list->shell[first + n]; pair++) {
    const int32_t one = (int32_t)pair;
    Nearest       near;

    if (pairs_of_capsules(s->pairs, cell))
      (walls ? see_shaft : see_capsule)(s, law, pair, by, sums);
    else if (!walls) {
      if (near_one(at[list->a[pair]], at[list->b[pair]], by->most))
        see_pebbles(s, law, pair, by, sums);
    } else if (wall_pairs_touch(&all, by->most, one)) {
      wall_pairs_nearest(&all, &one, 1, &near);
      see_wall(s, law, pair, &near, 0, by, sums);
    }
  }
}

void contacts_coming(const Contacts *c, const ContactScene *s, const StiffnessComing *by,
                     StiffnessSums *sums)
{
  const Pairs *pairs = s->pairs;

  for (int cell = 0; cell < pairs->n_blocks * pairs->n_laws && by->most > 0; cell++) {
    const Law *law = &c->laws->list[cell % c->laws->n];

    see_cell(s, law, false, cell, by, sums);
    see_cell(s, law, true, cell, by, sums);
  }
}
