/* SPDX-License-Identifier: MIT */
/* One hard contact: where it is, and its correction. */
#include "constraint/apply.h"
#include "constraint/hard/hard.h"

/* ---- place ---- */

/* Place the pebble where its clump is now; returns its arm. */
static Vec3 place_pebble(const ConstraintScene *s, int32_t i, int32_t row)
{
  Pebbles    *p    = s->pebbles;
  const Pose *pose = &s->clumps->pose[row];
  const Ball  form = p->forms[p->form[i]];
  const Vec3  arm =
    pebble_arm(pose->q, vec3_scale(pose->scale, (Vec3){form.x, form.y, form.z}), s->domain->magic);

  p->at[i].x = pose->x.x + arm.x;
  p->at[i].y = pose->x.y + arm.y;
  p->at[i].z = pose->x.z + arm.z;
  return arm;
}

static Vec3 velocity_at(const ConstraintScene *s, int32_t row, Vec3 arm)
{
  const Pose *pose = &s->clumps->pose[row];

  return vec3_add(pose->v, vec3_cross(pose->w, arm));
}

Vec3 hard_velocity(const ConstraintScene *s, const HardContact *k, const HardPlace *p)
{
  const Vec3 a = velocity_at(s, k->a, p->arm_a);

  return vec3_sub(k->b < 0 ? p->wall_v : velocity_at(s, k->b, p->arm_b), a);
}

/* The contact point is half way in the overlap, as in contact laws (contact/geometry.c). */
void hard_place(const ConstraintScene *s, const HardContact *k, HardPlace *to)
{
  const Vec3 arm_a = place_pebble(s, k->i, k->a), arm_b = place_pebble(s, k->j, k->b),
             x     = {1, 0, 0};
  const Vec3   way = vec3_sub(pebble_centre(s->pebbles, k->j), pebble_centre(s->pebbles, k->i));
  const double d = vec3_norm(way), ra = s->pebbles->at[k->i].r, rb = s->pebbles->at[k->j].r;

  to->n     = d > 0 ? vec3_scale(1 / d, way) : x;
  to->gap   = d - (ra + rb);
  to->arm_a = vec3_axpy(arm_a, ra + 0.5 * to->gap, to->n);
  to->arm_b = vec3_axpy(arm_b, -(rb + 0.5 * to->gap), to->n);
  to->v     = hard_velocity(s, k, to);
}

double hard_margin(const Hard *h, const ConstraintScene *s, int32_t a, int32_t b)
{
  return min_real(s->dt * hard_rest(h, a, b), h->reach[0]);
}

Vec3 hard_wall_velocity(const Wall *wall, Vec3 x, Vec3 n)
{
  const Vec3 slide = vec3_axpy(wall->slide, -vec3_dot(wall->slide, n), n),
             turn  = vec3_cross(wall->spin, vec3_sub(x, wall->pivot));

  return vec3_add(vec3_add(wall->velocity, turn), slide);
}

void hard_place_walls(const ConstraintScene *s, const Hard *h, PetscInt from, int n,
                      HardPlace *places)
{
  const PairList *list             = &h->pairs->walls;
  int32_t         at[NEAREST_MOST] = {0};
  Vec3            arm[NEAREST_MOST];
  Nearest         near;

  for (int m = 0; m < n; m++) {
    const HardContact *k = &h->list[from + m];

    at[m]  = k->j;
    arm[m] = place_pebble(s, k->i, k->a);
  }
  wall_pairs_nearest(&(WallPairs){s->domain, s->pebbles, s->walls, list}, at, n, &near);
  for (int m = 0; m < n; m++) {
    const HardContact *k     = &h->list[from + m];
    HardPlace         *to    = &places[m];
    const Vec3         n_at  = nearest_way(&near, m);
    const double       gap   = near.distance[m] - s->pebbles->at[k->i].r;
    const Vec3         lever = vec3_scale(s->pebbles->at[k->i].r + 0.5 * gap, n_at);

    *to = (HardPlace){.n = n_at, .gap = gap, .arm_a = vec3_add(arm[m], lever)};
    if (k->b < 0) {
      to->x      = vec3_add(nearest_point(&near, m), lever);
      to->wall_v = hard_wall_velocity(&s->walls->list[list->b[k->j]], to->x, to->n);
    } else
      to->arm_b = arm_of_carrier(
        s->domain, vec3_sub(pebble_centre(s->pebbles, k->i), s->clumps->pose[k->b].x), lever);
    to->v     = hard_velocity(s, k, to);
    to->facet = near.facet[m];
  }
}

/* ---- one contact with Coulomb friction, solved by itself ---- */

/* A contact in axes of its own, the first of which is its normal: displacements u = b + k p by the
   impulse p on one side, times dt. k is symmetric, and positive but for axes along which nothing
   moves. */
typedef struct {
  double k[3][3]; /* 1/kg */
  double b[3];    /* m */
  double friction;
} Coulomb;

enum { TURNS = 20 }; /* of the direction of sliding, at most */

/* Part of k[0][0] below which friction and normal impulse would jam (Painleve): their sum is not
   formed. */
#define LEAST 0.05
/* Part of the largest k below which an axis does not move. */
#define STIFF 1e-12
/* Change of the direction of sliding, rad, that ends the search. */
#define CLOSE 1e-10

/* p = -k^-1 b, by L D L^T; 0 along axes that do not move. */
static void stick(const Coulomb *c, double p[3])
{
  const double least = STIFF * max_real(c->k[0][0], max_real(c->k[1][1], c->k[2][2]));
  double       l[3][3], d[3], y[3];

  for (int i = 0; i < 3; i++) {
    d[i] = c->k[i][i];
    y[i] = -c->b[i];
    for (int j = 0; j < i; j++) {
      double sum = c->k[i][j];

      for (int m = 0; m < j; m++) sum -= l[i][m] * d[m] * l[j][m];
      l[i][j] = d[j] > 0 ? sum / d[j] : 0;
      d[i] -= l[i][j] * l[i][j] * d[j];
      y[i] -= l[i][j] * y[j];
    }
    if (!(d[i] > least)) d[i] = 0;
  }
  for (int i = 2; i >= 0; i--) {
    p[i] = d[i] > 0 ? y[i] / d[i] : 0;
    for (int j = i + 1; j < 3; j++) p[i] -= d[i] > 0 ? l[j][i] * p[j] : 0;
  }
}

/* True if something slides along an axis that does not move. */
static bool is_dragged(const Coulomb *c)
{
  const double least = STIFF * max_real(c->k[0][0], max_real(c->k[1][1], c->k[2][2]));

  return (c->b[1] != 0 && !(c->k[1][1] > least)) || (c->b[2] != 0 && !(c->k[2][2] > least));
}

/* Sliding against friction along the unit vector d, which is turned towards that against the slip;
   false: it jams. */
static bool slide(const Coulomb *c, double d[2], double p[3])
{
  const double rate = 1 / (c->k[1][1] + c->k[2][2]), mu = c->friction;
  double       turned = 1;

  for (int n = 0; n < TURNS && turned > CLOSE; n++) {
    const double yields = c->k[0][0] + mu * (c->k[0][1] * d[0] + c->k[0][2] * d[1]);
    double       w[2], size;

    if (!(yields > LEAST * c->k[0][0])) return false;
    p[0] = -c->b[0] / yields;
    for (int i = 0; i < 2; i++) {
      p[i + 1] = mu * p[0] * d[i];
      w[i]     = p[i + 1];
    }
    for (int i = 0; i < 2; i++)
      w[i] -= rate *
              (c->b[i + 1] + c->k[i + 1][0] * p[0] + c->k[i + 1][1] * p[1] + c->k[i + 1][2] * p[2]);
    size = sqrt(w[0] * w[0] + w[1] * w[1]);
    if (!(size > 0)) return true;
    turned = fabs(w[0] / size - d[0]) + fabs(w[1] / size - d[1]);
    d[0]   = w[0] / size;
    d[1]   = w[1] / size;
  }
  return true;
}

/* The impulse p, kg m, for which the contact opens (p = 0, u_0 >= 0), sticks (u = 0, |p_t| <=
   friction p_0), or slides (u_0 = 0, p_t against u_t, of that size). Of several the first that
   there is in this order. k[0][0] must be > 0. */
static void coulomb_solve(const Coulomb *c, double p[3])
{
  double held, d[2], normal;

  if (c->b[0] >= 0) {
    p[0] = p[1] = p[2] = 0;
    return;
  }
  stick(c, p);
  held = sqrt(p[1] * p[1] + p[2] * p[2]);
  if (p[0] > 0 && held <= c->friction * p[0] && !is_dragged(c)) return;
  normal = p[0] > 0 ? p[0] : -c->b[0] / c->k[0][0];
  if (is_dragged(c)) {
    p[1] = -c->b[1];
    p[2] = -c->b[2];
    held = sqrt(p[1] * p[1] + p[2] * p[2]);
  }
  d[0] = held > 0 ? p[1] / held : 0;
  d[1] = held > 0 ? p[2] / held : 0;
  if (slide(c, d, p)) return;
  p[0] = normal; /* it jams */
  p[1] = c->friction * normal * d[0];
  p[2] = c->friction * normal * d[1];
}

/* ---- correction ---- */

/* Displacement of the point at `arm` of a clump by an impulse times dt, kg m. */
static Vec3 respond(const Clumps *c, int32_t row, Vec3 arm, Vec3 impulse)
{
  const Quat q   = c->pose[row].q;
  const Vec3 way = clump_free_way(c, row, q, impulse);

  return vec3_axpy(vec3_cross(clump_spin_by(c, row, q, vec3_cross(arm, impulse)), arm),
                   1 / c->mass[row], way);
}

static Sym3 of_columns(Vec3 x, Vec3 y, Vec3 z)
{
  return (Sym3){.xx = x.x, .yy = y.y, .zz = z.z, .xy = x.y, .xz = x.z, .yz = y.z};
}

/* The tensor that gives the displacement by an impulse, as respond() finds it. */
static Sym3 yields(const Clumps *c, int32_t row, Vec3 r)
{
  const Vec3   i       = c->inertia[row];
  const double inverse = 1 / c->mass[row];
  Sym3         w, k;

  if (c->blocked[row] & BLOCK_ALL)
    return of_columns(respond(c, row, r, vec3(1, 0, 0)), respond(c, row, r, vec3(0, 1, 0)),
                      respond(c, row, r, vec3(0, 0, 1)));
  w = sym3_of_body((Vec3){1 / i.x, 1 / i.y, 1 / i.z}, c->pose[row].q);
  k = of_columns(vec3_cross(sym3_mul(w, vec3(0, r.z, -r.y)), r),
                 vec3_cross(sym3_mul(w, vec3(-r.z, 0, r.x)), r),
                 vec3_cross(sym3_mul(w, vec3(r.y, -r.x, 0)), r));
  k.xx += inverse;
  k.yy += inverse;
  k.zz += inverse;
  return k;
}

void hard_respond(const ConstraintScene *s, const Hard *h, const HardContact *k, HardPlace *p)
{
  const Clumps *c = s->clumps;

  if (h->laws[k->law].friction > 0) {
    p->k = sym3_scale(k->share[0], yields(c, k->a, p->arm_a));
    if (k->b >= 0) p->k = sym3_axpy(p->k, k->share[1], yields(c, k->b, p->arm_b));
    p->kn = sym3_mul(p->k, p->n);
    return;
  }
  p->kn = vec3_scale(k->share[0], respond(c, k->a, p->arm_a, p->n));
  if (k->b >= 0) p->kn = vec3_add(p->kn, vec3_scale(k->share[1], respond(c, k->b, p->arm_b, p->n)));
}

static Vec3 across(Vec3 v, Vec3 n)
{
  return vec3_axpy(v, -vec3_dot(v, n), n);
}

/* A direction across n: that of v, or any if v is 0. */
static Vec3 tangent(Vec3 n, Vec3 v)
{
  const double size = vec3_norm(v);
  const Vec3   any  = across(fabs(n.x) < 0.5 ? vec3(1, 0, 0) : vec3(0, 1, 0), n);

  return size > 0 ? vec3_scale(1 / size, v) : vec3_scale(1 / vec3_norm(any), any);
}

/* Find lambda, which is returned, and the grip one after the other: the normal impulse first. */
static double by_turns(const ConstraintScene *s, const HardContact *k, const HardPlace *p,
                       HardGoal to, double friction, Vec3 *grip)
{
  const double lambda =
    max_real(k->lambda + (to.want - to.soft * k->lambda) / (vec3_dot(p->n, p->kn) + to.soft), 0);
  const Vec3   slip = across(vec3_axpy(vec3_scale(s->dt, p->v), lambda - k->lambda, p->kn), p->n);
  const double size = vec3_norm(slip);
  double       held;

  *grip = across(k->grip, p->n);
  if (size > 0) {
    const Vec3   t      = vec3_scale(1 / size, slip);
    const double needed = size / vec3_dot(t, sym3_mul(p->k, t));

    /* what cannot move along t slides, whatever the grip */
    *grip = isfinite(needed) ? vec3_axpy(*grip, -needed, t) : vec3_scale(-friction * lambda, t);
  }
  held = vec3_norm(*grip);
  if (held > friction * lambda) *grip = vec3_scale(friction * lambda / held, *grip);
  return lambda;
}

/* Find lambda, which is returned, and the grip with which the contact opens, sticks or slides if no
   other one changes. */
static double solve(const ConstraintScene *s, const HardContact *k, const HardPlace *p, HardGoal to,
                    double friction, Vec3 *grip)
{
  const Vec3 by = vec3_axpy(sym3_mul(p->k, k->grip), k->lambda, p->kn), /* of this contact */
    slip = across(vec3_sub(vec3_scale(s->dt, p->v), by), p->n), t = tangent(p->n, slip);
  const Vec3 axes[] = {p->n, t, vec3_cross(p->n, t)};
  Coulomb    c = {.friction = friction, .b = {-to.want - vec3_dot(by, p->n), vec3_norm(slip), 0}};
  double     found[3];

  for (int i = 0; i < 3; i++) {
    const Vec3 along = sym3_mul(p->k, axes[i]);

    for (int j = 0; j < 3; j++) c.k[i][j] = vec3_dot(along, axes[j]);
  }
  c.k[0][0] += to.soft;
  coulomb_solve(&c, found);
  *grip = vec3_axpy(vec3_scale(found[1], axes[1]), found[2], axes[2]);
  return found[0];
}

/* Part of n . K n that is rounding: spheres are not coupled. */
#define SLIGHT 1e-6

/* True if sweeps with momentum need normal and grip together: by turns, a contact that slides
   changes its impulse by up to 1 + friction |K n across n| / (n . K n) times what it lacks, over
   N. Where others share the clump these bear its moment, and turns converge faster. */
static bool is_coupled(const HardContact *k, const HardPlace *p, double friction)
{
  const double share = k->b < 0 ? k->share[0] : min_real(k->share[0], k->share[1]);

  return (share - 1 + SLIGHT) * vec3_dot(p->n, p->kn) < friction * vec3_norm(across(p->kn, p->n));
}

/* Add an impulse times dt on a clump to its sums, unless the clump cannot move at all and nobody
   asks. */
static void push(const Constraints *c, const ConstraintScene *s, int32_t row, Vec3 arm,
                 Vec3 impulse)
{
  if ((s->clumps->blocked[row] & BLOCK_ALL) == BLOCK_ALL && !reactions_are_asked(s)) return;
  correction_add(c, s, row, impulse,
                 vec3_scale(s->clumps->pose[row].per_arm, vec3_cross(arm, impulse)));
}

/* Add an impulse to both bodies, or the part of it that the largest correction allows; returns that
   part, 0 if the impulse is no number. */
static double push_both(const Constraints *c, const ConstraintScene *s, const HardContact *k,
                        const HardPlace *p, Vec3 impulse)
{
  const Pose  *pose = s->clumps->pose;
  const double arms = max_real(pose[k->a].per_arm * vec3_norm(p->arm_a),
                               k->b < 0 ? 0 : pose[k->b].per_arm * vec3_norm(p->arm_b)),
               size = vec3_norm(impulse) * max_real(1, arms),
               part = size > c->move.largest ? c->move.largest / size : 1;

  if (!isfinite(size) || !(part > 0)) return 0;
  impulse = vec3_scale(part, impulse);
  push(c, s, k->a, p->arm_a, vec3_scale(-1, impulse));
  if (k->b >= 0) push(c, s, k->b, p->arm_b, impulse);
  return part;
}

void hard_correct(const Constraints *c, const ConstraintScene *s, HardContact *k,
                  const HardPlace *p, HardGoal to)
{
  const double friction = c->hard->laws[k->law].friction, gives = vec3_dot(p->n, p->kn) + to.soft;
  double       lambda, change, part;
  Vec3         grip = {0, 0, 0}, turn;

  k->slip = vec3_norm(across(p->v, p->n));
  if (!(gives > 0)) return;
  if (friction > 0)
    lambda = (is_coupled(k, p, friction) ? solve : by_turns)(s, k, p, to, friction, &grip);
  else lambda = max_real(k->lambda + (to.want - to.soft * k->lambda) / gives, 0);
  change         = lambda + to.momentum * (lambda - k->before) - k->lambda;
  turn           = vec3_sub(vec3_axpy(grip, to.momentum, vec3_sub(grip, k->grip_before)), k->grip);
  part           = push_both(c, s, k, p, vec3_axpy(turn, change, p->n));
  k->before      = lambda;
  k->grip_before = grip;
  k->lambda += part * change;
  k->grip = vec3_axpy(k->grip, part, turn);
}
