/* SPDX-License-Identifier: MIT */
/* Links of kinds that evaluate them as columns: gathered, evaluated and added to the loads. */
#include "base/bounds.h"
#include "base/rows.h"
#include "link/links.h"

/* Links of one object, and the rows of their clumps. */
typedef struct {
  LinkLanes lanes;
  PetscInt  link[LINK_LANES];
  int32_t   row[2][LINK_LANES], member[2][LINK_LANES];
} Group;

/* ---- gather ---- */

/* Links at->next .. of the object at->object that act, up to a full group. */
ALWAYS_INLINE void pick_links(const LinkSet *set, const ContactScene *s, LinkCursor *at, Group *g)
{
  int n = 0;

  for (; at->next < set->n && n < LINK_LANES; at->next++) {
    const LinkEnds *ends = &set->ends[at->next];

    g->link[n]      = at->next;
    g->row[0][n]    = ends->row[0];
    g->row[1][n]    = ends->row[1];
    g->member[0][n] = ends->member[0];
    g->member[1][n] = ends->member[1];
    n += ends->object == at->object && link_acts(set, s->clumps, at->next);
  }
  g->lanes.n = n;
}

/* Read n rows of at least four reals to columns; n > 0, rows are padded (rows_pad). The last four
   reals of a row are read together. */
ALWAYS_INLINE void read_rows(const double *rows, int columns, const int32_t *row, int n,
                             double (*to)[LINK_LANES])
{
  for (int at = 0; at < columns; at += 4) {
    const int first = at + 4 <= columns ? at : columns - 4;

    for (int k = 0; k < n; k += 4) {
      Four c[4];

      four_gather(rows + first, (size_t)columns, row + k, c);
      for (int i = 0; i < 4; i++) four_put(&to[first + i][k], c[i]);
    }
  }
}

/* Set arms and radii of the ends of one side. */
ALWAYS_INLINE void place_ends(const ContactScene *s, const Templates *templates, const Group *g,
                              int side, LinkSide *end)
{
  const int n    = g->lanes.n;
  bool      some = false;

  for (int k = 0; k < n; k++) {
    const int32_t   member = g->member[side][k];
    const Template *t      = &templates->list[s->clumps->template[g->row[side][k]]];
    const Vec3      none = {0, 0, 0}, o = member == LINK_CENTRE ? none : t->offset[member];
    const double    scale = end->pose[POSE_SCALE][k];

    end->radius[k] = member == LINK_CENTRE ? 0 : scale * t->radius[member];
    some           = some || o.x != 0 || o.y != 0 || o.z != 0;
    lanes_put(end->arm, k, vec3_scale(scale, o));
  }
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Vec3 none = {0, 0, 0};

    lanes_put(end->arm, k,
              some ? pebble_arm(lanes_quat(end->pose + POSE_QW, k), lanes_vector(end->arm, k),
                                s->domain->magic)
                   : none);
  }
}

KERNEL static void gather(const LinkSet *set, const ContactScene *s, const Templates *templates,
                          int columns, LinkCursor *at, Group *g)
{
  LinkLanes *l = &g->lanes;
  int32_t    memory[LINK_LANES];

  l->dimension = s->domain->dimension;
  pick_links(set, s, at, g);
  if (l->n == 0) return;
  for (int k = 0; k < l->n; k++) memory[k] = (int32_t)(g->link[k] - g->link[0]);
  (void)rows_pad(memory, l->n);
  (void)rows_pad(g->row[0], l->n);
  (void)rows_pad(g->row[1], l->n);
  read_rows(set->memory + (size_t)g->link[0] * (size_t)columns, columns, memory, l->n, l->memory);
  read_rows((const double *)s->clumps->pose, POSE_REALS, g->row[0], l->n, l->a.pose);
  read_rows((const double *)s->clumps->pose, POSE_REALS, g->row[1], l->n, l->b.pose);
  place_ends(s, templates, g, 0, &l->a);
  place_ends(s, templates, g, 1, &l->b);
#pragma omp simd
  for (int k = 0; k < l->n; k++) {
    const Vec3 x = vec3_sub(lanes_vector(l->b.pose, k), lanes_vector(l->a.pose, k));

    lanes_put(l->way, k,
              vec3_add(x, vec3_sub(lanes_vector(l->b.arm, k), lanes_vector(l->a.arm, k))));
  }
}

/* ---- loads ---- */

/* Forces on a, torques on a, torques of the same forces and couples about b, in quanta. */
typedef struct {
  int64_t  f[3][LINK_LANES], ta[3][LINK_LANES], tb[3][LINK_LANES];
  uint64_t work, damped;             /* sums, J in quanta, which may wrap */
  double   force, torque, most;      /* the largest, as of the report */
  double   sizes[LINK_LANES];        /* of force and torque, N */
  double   wild[LINK_LANES], n_wild; /* 1: it is wild; their number */
} Rounded;

ALWAYS_INLINE void put_quanta(int64_t (*to)[LINK_LANES], int k, Vec3 v, double inverse)
{
  to[0][k] = quanta(v.x, inverse);
  to[1][k] = quanta(v.y, inverse);
  to[2][k] = quanta(v.z, inverse);
}

/* Torques of links are monitored like couples, as they are not bounded by the force. */
KERNEL static void round_loads(const LinkLanes *l, double half, const Loads *loads, Rounded *q)
{
  const double unit = loads->force.inverse, turn = loads->torque.inverse,
               each = loads->work.inverse;
  uint64_t work = 0, damped = 0;
  double   most_force = 0, most_torque = 0, most_work = 0, n_wild = 0;

#pragma omp simd reduction(+ : work, damped, n_wild) \
  reduction(max : most_force, most_torque, most_work)
  for (int k = 0; k < l->n; k++) {
    const double pa = l->a.pose[POSE_PER_ARM][k], pb = l->b.pose[POSE_PER_ARM][k];
    const Vec3   f = lanes_vector(l->force, k), c = lanes_vector(l->couple, k);
    const Vec3   arm_a = vec3_add(lanes_vector(l->a.arm, k), lanes_vector(l->at_a, k)),
               arm_b   = vec3_add(lanes_vector(l->b.arm, k), lanes_vector(l->at_b, k)),
               wa = lanes_vector(l->a.pose + POSE_W, k), wb = lanes_vector(l->b.pose + POSE_W, k);
    const Vec3 ta = vec3_add(vec3_cross(arm_a, f), c), tb = vec3_add(vec3_cross(arm_b, f), c);
    const Vec3 v =
      vec3_add(vec3_sub(lanes_vector(l->a.pose + POSE_V, k), lanes_vector(l->b.pose + POSE_V, k)),
               vec3_sub(vec3_cross(wa, arm_a), vec3_cross(wb, arm_b)));
    const double took   = -half * (vec3_dot(f, v) + vec3_dot(c, vec3_sub(wa, wb))),
                 lost   = half * l->damped[k];
    const double size_a = pa * vec3_largest(ta), size_b = pb * vec3_largest(tb);
    const double force = vec3_largest(f), torque = size_a > size_b ? size_a : size_b,
                 taken = fabs(took) > lost ? fabs(took) : lost;
    const double wild  = (vec3_dot(f, f) >= 0) & (vec3_dot(ta, ta) >= 0) & (vec3_dot(tb, tb) >= 0) &
                            (force <= FORCE_MOST) & (torque <= FORCE_MOST) & (taken <= WORK_MOST)
                           ? 0
                           : 1;

    q->wild[k]  = wild;
    q->sizes[k] = force > torque ? force : torque;
    n_wild += wild;
    most_force  = force > most_force ? force : most_force;
    most_torque = torque > most_torque ? torque : most_torque;
    most_work   = taken > most_work ? taken : most_work;
    work += (uint64_t)quanta(took, each);
    damped += (uint64_t)quanta(lost, each);
    put_quanta(q->f, k, f, unit);
    put_quanta(q->ta, k, ta, pa * turn);
    put_quanta(q->tb, k, tb, pb * turn);
  }
  q->work   = work;
  q->damped = damped;
  q->force  = most_force;
  q->torque = most_torque;
  q->most   = most_work;
  q->n_wild = n_wild;
}

/* A link without force. */
static void silence(LinkLanes *l, int k)
{
  const Vec3 none = {0, 0, 0};

  lanes_put(l->force, k, none);
  lanes_put(l->couple, k, none);
  lanes_put(l->at_a, k, none);
  lanes_put(l->at_b, k, none);
  l->energy[k] = l->damped[k] = 0;
}

/* Report the first wild link; none of them acts. */
static void leave_wild(const LinkSet *set, const Rounded *q, Group *g, ContactReport *report)
{
  for (int k = 0; k < g->lanes.n; k++) {
    const Link *link = &set->list[g->link[k]];

    if (!(q->wild[k] > 0)) continue;
    if (report->possible) report_wild_link(link, q->sizes[k], report);
    silence(&g->lanes, k);
  }
}

static void scatter(const Group *g, const Rounded *q, int64_t *sum)
{
  for (int k = 0; k < g->lanes.n; k++) {
    int64_t *a = sum + (size_t)g->row[0][k] * LOAD_PARTS,
            *b = sum + (size_t)g->row[1][k] * LOAD_PARTS;

    for (int i = 0; i < 3; i++) {
      loads_add(a + LOAD_FORCE + i, q->f[i][k]);
      loads_add(a + LOAD_TORQUE + i, q->ta[i][k]);
      loads_add(b + LOAD_FORCE + i, (int64_t)(0 - (uint64_t)q->f[i][k]));
      loads_add(b + LOAD_TORQUE + i, (int64_t)(0 - (uint64_t)q->tb[i][k]));
    }
  }
}

/* Note the links that break, which have no force. */
static void find_ruptures(Group *g, uint8_t *rupture, Links *links)
{
  LinkLanes *l = &g->lanes;

  for (int k = 0; k < l->n; k++) {
    if (!(l->rupture[k] > 0)) continue;
    rupture[g->link[k]] = (uint8_t)l->rupture[k];
    links->some_broke   = true;
    if (l->energy[k] <= WORK_MOST) sum_add(&links->lost, l->energy[k]);
    silence(l, k);
  }
}

static bool next_group(const LinkSet *set, const ContactScene *s, const Templates *templates,
                       LinkCursor *at, Group *g)
{
  const int columns = link_columns(set->kind);

  for (; at->object < set->n_objects; at->object++, at->next = 0) {
    gather(set, s, templates, columns, at, g);
    if (g->lanes.n > 0) return true;
  }
  return false;
}

void links_apply_lanes(LinkSet *set, const ContactScene *s, const Templates *templates,
                       uint8_t *rupture, Links *links, Loads *loads, Sum *work,
                       ContactReport *report)
{
  const double half = 0.5 * s->dt;
  LinkCursor   at   = {0};
  Group        g;
  Rounded      q;

  while (next_group(set, s, templates, &at, &g)) {
    set->kind->evaluate(set->objects[at.object].constants, &g.lanes);
    find_ruptures(&g, rupture, links);
    round_loads(&g.lanes, half, loads, &q);
    if (q.n_wild > 0) {
      leave_wild(set, &q, &g, report);
      round_loads(&g.lanes, half, loads, &q);
    }
    scatter(&g, &q, loads->sum);
    report->largest_force  = max_real(report->largest_force, q.force);
    report->largest_torque = max_real(report->largest_torque, q.torque);
    report->largest_work   = max_real(report->largest_work, q.most);
    if (!(report->largest_work <= loads->work.largest)) continue;
    sum_add_scaled(work, (int64_t)q.work, loads->work.exponent);
    if (q.damped) sum_add_scaled(&links->damped, (int64_t)q.damped, loads->work.exponent);
  }
}

/* ---- links of a batch ---- */

static void put_end(const LinkEnd *from, int k, LinkSide *to)
{
  double *const q = to->pose[POSE_QW];

  for (int i = 0; i < 4; i++) q[i * LINK_LANES + k] = (&from->q.w)[i];
  lanes_put(to->pose + POSE_V, k, from->v);
  lanes_put(to->pose + POSE_W, k, from->w);
  lanes_put(to->arm, k, from->arm);
  to->radius[k] = from->radius;
}

/* Results of links 0 .. l->n - 1 to those of the batch at `first`. */
static void give_results(const LinkLanes *l, LinkBatch *b, int first)
{
  for (int k = 0; k < l->n; k++) {
    const int i = first + k;

    b->rupture[i] = (int)l->rupture[k];
    if (b->rupture[i]) {
      b->lost[i] = l->energy[k];
      continue;
    }
    b->energy[i] = l->energy[k];
    b->damped[i] = l->damped[k];
    b->force[i]  = lanes_vector(l->force, k);
    b->couple[i] = lanes_vector(l->couple, k);
    b->at_a[i]   = lanes_vector(l->at_a, k);
    b->at_b[i]   = lanes_vector(l->at_b, k);
  }
}

void link_apply(const LinkKind *kind, const void *self, LinkBatch *b)
{
  const int columns = link_columns(kind);
  LinkLanes l;

  if (!kind->evaluate) {
    kind->apply(self, b);
    return;
  }
  l.dimension = b->dimension;
  for (int first = 0; first < b->n; first += LINK_LANES) {
    l.n = (int)min_int(b->n - first, LINK_LANES);
    for (int k = 0; k < l.n; k++) {
      put_end(&b->a[first + k], k, &l.a);
      put_end(&b->b[first + k], k, &l.b);
      lanes_put(l.way, k, b->way[first + k]);
      for (int i = 0; i < columns; i++) l.memory[i][k] = b->memory[first + k][i];
    }
    kind->evaluate(self, &l);
    give_results(&l, b, first);
  }
}
