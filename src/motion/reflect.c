/* SPDX-License-Identifier: MIT */
/* Reflecting faces: flights between bounces, times of bounces, impulses. */
#include "motion/reflect.h"
#include "base/kernel.h"

/* Pebbles are kept inside by MARGIN position quanta, so that rounding to the grid leaves none
   outside. Pebbles within TIE quanta of a face touch it together. */
#define MARGIN 8.0
#define TIE    4.0

enum {
  TOUCHES = 64,   /* pebbles that take impulses together, at most */
  PLAIN   = 8,    /* elastic bounces in a step before they are made higher */
  BOUNCES = 64,   /* in a step, at most */
  RAISES  = 16,   /* times that a bounce is made higher, at most */
  SWEEPS  = 1000, /* of the impulses taken together, at most */
  HALVES  = 100   /* steps of the search of a time, at most */
};

/* Constants of a clump in a step. */
typedef struct {
  const Clumps     *clumps;
  PetscInt          row;
  const Template   *form;
  const MotionStep *step;
  Vec3              from, rest; /* centre at the start, m */
  /* acceleration, m/s^2, and torque, N m; with translations blocked along axes of the body that of
     a clump free to move */
  Vec3   pull, torque;
  Vec3   force;      /* of the loads, N */
  double inverse[3]; /* 1 over the mass along each axis, 1/kg; 0: blocked */
  bool   turns;
} Flight;

typedef struct {
  Vec3 way; /* of the centre since the start, m */
  Quat q;
  Vec3 v, momentum;
} Instant;

/* A pebble at a face. */
typedef struct {
  int    pebble, axis;
  double sign;       /* 1: face at lo; -1: at hi */
  double gap;        /* m */
  Vec3   push;       /* change of the velocity by a unit impulse, 1/kg */
  Vec3   turn, spin; /* arm x normal, m; change of the spin by a unit impulse, 1/(kg m) */
  double own;        /* change of the speed by a unit impulse, 1/kg */
  double speed;      /* away from the face, m/s */
  double impulse;    /* N s */
} Touch;

typedef struct {
  Flight  flight;
  Instant now, end;   /* at `elapsed`, and at the end of the step if nothing more is met */
  double  elapsed;    /* s */
  Vec3    kick, turn; /* sums of the changes of velocity and angular momentum */
  int     n;
  Touch   touch[TOUCHES];
} Bounce;

/* ---- flight ---- */

/* True if the momentum turns with the body. */
static bool in_body(const Flight *f)
{
  return f->clumps->blocked[f->row] & BLOCK_BODY;
}

/* True if velocities along some axes turn with the body. */
static bool glides(const Flight *f)
{
  return f->clumps->blocked[f->row] & BLOCK_BODY_MOVE;
}

/* Advance by the time h: half of the kick, the drift, and the other half of the kick. */
static void glide(const Flight *f, const Instant *s, double h, Instant *to)
{
  const Clumps *c    = f->clumps;
  const Vec3    half = vec3_scale(0.5 * h, f->pull);

  to->v   = vec3_add(s->v, clump_free_way(c, f->row, s->q, half));
  to->way = vec3_axpy(s->way, h, motion_glide(c, f->row, s->q, to->q, &to->v));
  to->v   = vec3_add(to->v, clump_free_way(c, f->row, to->q, half));
}

static Instant later(const Flight *f, const Instant *s, double h)
{
  const bool planar = f->step->domain->dimension == 2;
  Instant    to     = *s;
  Vec3       middle = vec3_axpy(s->momentum, 0.5 * h, f->torque);

  to.way = vec3_axpy(to.way, h, vec3_axpy(s->v, 0.5 * h, f->pull));
  to.v   = vec3_axpy(s->v, h, f->pull);
  to.q   = motion_turned(f->clumps, f->row, s->q, &middle, h, planar);
  to.momentum =
    in_body(f) ? vec3_axpy(middle, 0.5 * h, f->torque) : vec3_axpy(s->momentum, h, f->torque);
  if (glides(f)) glide(f, s, h, &to);
  return to;
}

static Vec3 unit(int axis)
{
  return (Vec3){axis == 0, axis == 1, axis == 2};
}

/* Distance of the clump's centre from a face, less the margin, m. */
static double room_of(const Flight *f, const Instant *s, int axis, double sign)
{
  const Domain *d    = f->step->domain;
  const double  face = vec3_axis(sign > 0 ? d->lo : d->hi, axis),
               off   = (vec3_axis(f->from, axis) - face) +
                     (vec3_axis(f->rest, axis) + vec3_axis(s->way, axis));

  return sign * off - MARGIN * d->quantum;
}

/* Gap of a pebble whose clump's centre has this room; normal: of the face, in the principal
   frame. */
static double gap_at(const Flight *f, double room, Vec3 normal, int pebble)
{
  const double scale = f->clumps->scale[f->row];

  return room + scale * (vec3_dot(normal, f->form->offset[pebble]) - f->form->radius[pebble]);
}

static double gap_of(const Flight *f, const Instant *s, const Touch *t)
{
  const Vec3 normal = quat_turn_back(s->q, vec3_scale(t->sign, unit(t->axis)));

  return gap_at(f, room_of(f, s, t->axis, t->sign), normal, t->pebble);
}

/* Add pebbles whose gap to one face is below `below`. */
static void add_near(Bounce *b, const Instant *s, int axis, double sign, double below)
{
  const Flight *f      = &b->flight;
  const double  room   = room_of(f, s, axis, sign);
  const Vec3    normal = quat_turn_back(s->q, vec3_scale(sign, unit(axis)));

  if (room - f->form->bound * f->clumps->scale[f->row] * (1 + 1e-12) > below) return;
  for (int i = 0; i < f->form->n && b->n < TOUCHES; i++) {
    const double gap = gap_at(f, room, normal, i);

    if (gap < below)
      b->touch[b->n++] = (Touch){.pebble = i, .axis = axis, .sign = sign, .gap = gap};
  }
}

/* List the pebbles nearer than `below` to a face from which they can be kept away. */
static void find_near(Bounce *b, const Instant *s, double below)
{
  const Domain *d = b->flight.step->domain;

  b->n = 0;
  for (int k = 0; k < d->dimension; k++) {
    if (!boundary_reflects(d->boundary[k])) continue;
    if (!(b->flight.inverse[k] > 0) && !b->flight.turns) continue;
    add_near(b, s, k, 1, below);
    add_near(b, s, k, -1, below);
  }
}

/* ---- the time of the next bounce ---- */

/* Set the members of a touch from which impulses are computed, at this instant. */
static void prepare(const Flight *f, const Instant *s, Touch *t)
{
  const Clumps *c      = f->clumps;
  const Vec3    normal = vec3_scale(t->sign, unit(t->axis)),
             arm       = vec3_scale(c->scale[f->row], quat_turn(s->q, f->form->offset[t->pebble])),
             w = motion_spin(c, f->row, s->q, s->momentum), none = {0, 0, 0};

  t->turn    = vec3_cross(arm, normal);
  t->spin    = f->turns ? clump_spin_by(c, f->row, s->q, t->turn) : none;
  t->push    = glides(f) ? vec3_scale(1 / c->mass[f->row], clump_free_way(c, f->row, s->q, normal))
                         : vec3_scale(f->inverse[t->axis], normal);
  t->own     = vec3_dot(normal, t->push) + vec3_dot(t->turn, t->spin);
  t->speed   = vec3_dot(normal, s->v) + vec3_dot(w, t->turn);
  t->impulse = 0;
}

/* Time from now, below `to`, at which a pebble meets its face that is outside at `to`, by regula
   falsi with halved ends (Illinois; Dowell & Jarratt 1971, BIT 11, 168). At this time the pebble is
   inside, within a fraction of TIE. */
static double meeting(const Flight *f, const Instant *now, const Touch *t, double to)
{
  const double near = 0.25 * TIE * f->step->domain->quantum;
  double       from = 0, inside = gap_of(f, now, t), outside, gap;
  int          side  = 0;
  Instant      at    = later(f, now, to);
  Touch        touch = *t;

  prepare(f, now, &touch);
  outside = gap_of(f, &at, t);
  if (inside <= TIE * f->step->domain->quantum && touch.speed < 0) return 0;
  for (int k = 0; !(inside > near) && k < HALVES; k++) { /* it leaves the face and comes back */
    at  = later(f, now, 0.5 * to);
    gap = gap_of(f, &at, t);
    if (gap > 0) from = 0.5 * to, inside = gap;
    else to *= 0.5, outside = gap;
  }
  gap = inside;
  for (int k = 0; gap > near && to - from > 1e-15 * f->step->dt && k < HALVES; k++) {
    double time = from + (to - from) * inside / (inside - outside);

    if (!(time > from && time < to)) time = 0.5 * (from + to);
    at = later(f, now, time);
    if (gap_of(f, &at, t) >= 0) {
      gap = inside = gap_of(f, &at, t);
      from         = time;
      if (side > 0) outside *= 0.5;
      side = 1;
    } else {
      outside = gap_of(f, &at, t);
      to      = time;
      if (side < 0) inside *= 0.5;
      side = -1;
    }
  }
  return from;
}

/* Move on to the first time at which a pebble on the list, outside at the end, meets its face. */
static void fly_to_meeting(Bounce *b)
{
  const Flight *f    = &b->flight;
  double        time = f->step->dt - b->elapsed;
  Instant       at   = b->end;

  for (int i = 0; i < b->n; i++) {
    if (gap_of(f, &at, &b->touch[i]) >= 0) continue;
    time = meeting(f, &b->now, &b->touch[i], time);
    at   = later(f, &b->now, time);
  }
  b->now = at;
  b->elapsed += time;
}

/* ---- impulses ---- */

/* Find impulses J >= 0 that make each speed at least `wanted`, and equal to it where J > 0
   (Gauss-Seidel). */
static void solve(Touch *list, int n, const double *wanted)
{
  Vec3   v = {0, 0, 0}, w = {0, 0, 0};
  double change = 1, most = 0;

  for (int sweep = 0; sweep < SWEEPS && change > 1e-16 * most; sweep++) {
    change = 0;
    for (int i = 0; i < n; i++) {
      Touch       *t     = &list[i];
      const double speed = t->speed + t->sign * vec3_axis(v, t->axis) + vec3_dot(t->turn, w),
                   more  = t->own > 0 ? (wanted[i] - speed) / t->own : 0,
                   by    = max_real(more, -t->impulse);

      t->impulse += by;
      v      = vec3_axpy(v, by, t->push);
      w      = vec3_axpy(w, by, t->spin);
      change = max_real(change, fabs(by) * t->own);
      most   = max_real(most, t->impulse * t->own);
    }
  }
}

/* Book the energy and momenta that the faces take. The work of the loads is booked as if the
   velocity before had lasted for half of the step. */
static void book(const Bounce *b, double factor, Vec3 v, Vec3 w)
{
  const MotionFaces *faces = b->flight.step->faces;
  double             lost  = 0;

  for (int i = 0; i < b->n; i++) {
    const Touch *t     = &b->touch[i];
    const double after = t->speed + t->sign * vec3_axis(v, t->axis) + vec3_dot(t->turn, w);

    lost -= 0.5 * factor * t->impulse * (t->speed + after);
    if (faces->momentum && t->impulse > 0)
      sum_add(&faces->momentum[(t->sign > 0 ? 0 : 3) + t->axis], -t->sign * factor * t->impulse);
  }
  if (faces->corrected)
    lost -= (vec3_dot(b->flight.force, v) + vec3_dot(b->flight.torque, w)) *
            (0.5 * b->flight.step->dt - b->elapsed);
  if (faces->lost) sum_add(faces->lost, lost);
}

/* Apply the impulses on the list, times a factor, and set the end of the flight after them. */
static void take(Bounce *b, double factor)
{
  const Flight *f = &b->flight;
  Vec3          v = {0, 0, 0}, w = {0, 0, 0}, turn = {0, 0, 0};

  for (int i = 0; i < b->n; i++) {
    const Touch *t  = &b->touch[i];
    const double by = factor * t->impulse;

    v = vec3_axpy(v, by, t->push);
    w = vec3_axpy(w, by, t->spin);
    if (f->turns) turn = vec3_axpy(turn, by, t->turn);
  }
  book(b, factor, v, w);
  b->now.v        = vec3_add(b->now.v, v);
  b->now.momentum = vec3_add(b->now.momentum, turn);
  b->kick         = vec3_add(b->kick, v);
  b->turn         = vec3_add(b->turn, turn);
  b->end          = later(f, &b->now, f->step->dt - b->elapsed);
}

/* Bounce off all faces that pebbles touch now. */
static void bounce_plainly(Bounce *b)
{
  const Domain *d             = b->flight.step->domain;
  const double  none[TOUCHES] = {0};

  find_near(b, &b->now, TIE * d->quantum);
  for (int i = 0; i < b->n; i++) prepare(&b->flight, &b->now, &b->touch[i]);
  solve(b->touch, b->n, none);
  take(b, 1 + d->restitution);
}

/* True if a pebble of the last bounce is outside again at the end. */
static bool is_back(const Bounce *b)
{
  bool is = false;

  for (int i = 0; i < b->n; i++) is = is || gap_of(&b->flight, &b->end, &b->touch[i]) < 0;
  return is;
}

/* Make the bounce so high that all pebbles are inside at the end. */
static void raise(Bounce *b)
{
  const Flight *f    = &b->flight;
  const double  left = max_real(f->step->dt - b->elapsed, 1e-3 * f->step->dt);

  find_near(b, &b->end, 0);
  for (int k = 0; b->n > 0 && k < RAISES; k++) {
    double wanted[TOUCHES];

    for (int i = 0; i < b->n; i++) {
      Touch *t = &b->touch[i];

      prepare(f, &b->now, t);
      wanted[i] = t->speed + (0.5 * TIE * f->step->domain->quantum - t->gap) / left;
    }
    solve(b->touch, b->n, wanted);
    take(b, 1);
    find_near(b, &b->end, 0);
  }
}

/* ---- a clump ---- */

/* Last resort, for a clump that the bounces of a step could not bring inside: move it. */
static void push_in(Bounce *b)
{
  find_near(b, &b->end, 0);
  for (int i = 0; i < b->n; i++) {
    const Touch *t   = &b->touch[i];
    const double gap = gap_of(&b->flight, &b->end, t);

    if (gap < 0 && b->flight.inverse[t->axis] > 0)
      vec3_set(&b->end.way, t->axis, vec3_axis(b->end.way, t->axis) - t->sign * gap);
  }
}

/* Fly from bounce to bounce. False if there was none. */
static bool bounce(Bounce *b)
{
  const bool elastic = b->flight.step->domain->restitution == 1;
  int        n       = 0;

  for (find_near(b, &b->end, 0); b->n > 0 && n < BOUNCES; n++) {
    fly_to_meeting(b);
    bounce_plainly(b);
    if ((!elastic || n >= PLAIN) && is_back(b)) raise(b);
    find_near(b, &b->end, 0);
  }
  if (n == BOUNCES) push_in(b);
  return n > 0;
}

static Bounce bounce_of(const Clumps *c, const MotionStep *step, PetscInt a, int k, MotionTile *t)
{
  const double   half    = 0.5 * step->dt;
  const uint64_t blocked = c->blocked[a];
  const Vec3     kick = get3(t->kick, k), torque = get3(&t->load[LOAD_TORQUE], k);
  Bounce         b = {.flight = {.clumps = c,
                                 .row    = a,
                                 .form   = &step->faces->templates->list[c->template[a]],
                                 .step   = step,
                                 .from   = c->pose[a].x,
                                 .rest   = c->motion[a].rest,
                                 .pull   = vec3_scale(1 / half, kick),
                                 .torque = torque,
                                 .force  = get3(&t->load[LOAD_FORCE], k),
                                 .turns  = (blocked & BLOCK_TURN) != BLOCK_TURN},
                      .now    = {.q        = c->pose[a].q,
                                 .v        = vec3_sub(get3(&t->motion[U], k), kick),
                                 .momentum = vec3_axpy(get3(&t->motion[L], k), -half, torque)}};

  for (int i = 0; i < 3; i++)
    b.flight.inverse[i] =
      blocked & ((uint64_t)BLOCK_X << i) && !glides(&b.flight) ? 0 : 1 / c->mass[a];
  if (glides(&b.flight)) {
    b.flight.pull = vec3_scale(c->pose[a].inverse_mass, b.flight.force);
    if (clump_is_heavy(c, a)) b.flight.pull = vec3_add(b.flight.pull, step->gravity);
    b.now.v = c->motion[a].v;
  }
  b.end = later(&b.flight, &b.now, step->dt);
  return b;
}

/* Replace the columns of a clump that bounced. */
static void put_bounced(const Bounce *b, int k, MotionTile *t, Watch *watch)
{
  const Flight *f    = &b->flight;
  const double  dt   = f->step->dt;
  const Vec3    last = vec3_scale(0.5 * dt, clump_free_way(f->clumps, f->row, b->end.q, f->pull)),
             u = glides(f) ? vec3_sub(b->end.v, last) : vec3_add(get3(&t->motion[U], k), b->kick),
             momentum = in_body(f) ? vec3_axpy(b->end.momentum, -0.5 * dt, f->torque)
                                   : vec3_add(get3(&t->motion[L], k), b->turn);
  const Quat p        = quat_mul(quat_conjugate(f->clumps->pose[f->row].q), b->end.q);

  put3(&t->motion[U], k, u);
  put3(&t->motion[L], k, momentum);
  tile_drift_from(t, k, f->from, f->rest, b->end.way, f->step->domain->magic);
  put4(&t->pose[Q], k, b->end.q);
  put3(&t->pose[V], k, glides(f) ? b->end.v : vec3_add(u, get3(t->kick, k)));
  put3(&t->pose[W], k,
       motion_spin(f->clumps, f->row, b->end.q, vec3_axpy(momentum, 0.5 * dt, f->torque)));
  t->turn[k] = 2 * vec3_norm((Vec3){p.x, p.y, p.z}) * f->clumps->extent[f->row];
  t->way[k]  = vec3_norm(b->end.way) + t->turn[k];
  watch_bounced(vec3_scale(1 / dt, b->end.way), watch);
}

/* ---- a tile ---- */

/* True if a ball around some centre, with the clump's arm as radius, reaches a reflecting face. */
KERNEL static bool may_reach(const MotionTile *t, int axis, double lo, double hi)
{
  double nearest = INFINITY;

#pragma omp simd reduction(min : nearest)
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const double x = t->pose[X + axis][k], arm = 1 / t->pose[PER_ARM][k],
                 gap = min_real(x - lo, hi - x) - arm;

    nearest = min_real(gap, nearest);
  }
  return nearest < 0;
}

/* True if the clump's bounding sphere reaches a reflecting face at the end of the step. */
static bool reaches(const Domain *d, Vec3 x, double bound)
{
  bool is = false;

  for (int k = 0; k < d->dimension; k++)
    is =
      is || (boundary_reflects(d->boundary[k]) && (vec3_axis(x, k) - vec3_axis(d->lo, k) < bound ||
                                                   vec3_axis(d->hi, k) - vec3_axis(x, k) < bound));
  return is;
}

void reflect_tile(const Clumps *c, const MotionStep *step, PetscInt from, int n, MotionTile *t,
                  Watch *watch)
{
  const Domain *d   = step->domain;
  bool          may = false;

  for (int k = 0; k < d->dimension; k++)
    may = may || (boundary_reflects(d->boundary[k]) &&
                  may_reach(t, k, vec3_axis(d->lo, k), vec3_axis(d->hi, k)));
  for (int k = 0; may && k < n; k++) {
    const PetscInt a = from + k;
    const double   bound =
      step->faces->templates->list[c->template[a]].bound * c->scale[a] + 2 * MARGIN * d->quantum;
    Bounce b;

    if (clump_is_fixed(c, a) || !domain_in_range(d, get3(&t->pose[X], k)) ||
        !reaches(d, get3(&t->pose[X], k), bound))
      continue;
    b = bounce_of(c, step, a, k, t);
    if (bounce(&b)) put_bounced(&b, k, t, watch);
  }
}
