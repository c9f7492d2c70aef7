/* SPDX-License-Identifier: MIT */
/* Walls that follow prescribed motions (wall_motion.h). */
#include "motion/wall_motion.h"

/* ---- places ---- */

/* A motion at a time: beyond its end it stays, without velocities. */
static Prescribed motion_at(const TimedMotion *m, double time)
{
  const double end = min_real(m->end, m->stopped);
  Prescribed   p   = PRESCRIBED_REST;

  if (time > m->start) m->kind->at(m->constants, min_real(time, end) - m->start, &p);
  else m->kind->at(m->constants, 0, &p);
  if (time >= m->start && time < end) return p;
  return (Prescribed){.shift = p.shift, .turn = p.turn};
}

/* The sum of the motions of a wall. */
static Prescribed sum_at(const WallMotions *motions, const MovingWall *w, double time)
{
  Prescribed sum = PRESCRIBED_REST;

  for (int k = 0; k < w->n; k++) {
    const Prescribed p = motion_at(&motions->motions[w->motion[k]], time);

    sum.shift    = vec3_add(sum.shift, p.shift);
    sum.velocity = vec3_add(sum.velocity, p.velocity);
    sum.turn     = quat_mul(p.turn, sum.turn);
    sum.spin     = vec3_add(sum.spin, p.spin);
    sum.slide    = vec3_add(sum.slide, p.slide);
  }
  return sum;
}

static Displacement place_of(const MovingWall *w, const Prescribed *p)
{
  return (Displacement){.pivot = w->point, .shift = p->shift, .turn = p->turn};
}

void wall_motions_place(WallMotions *motions, double time, Walls *walls)
{
  for (int k = 0; k < motions->n; k++) {
    MovingWall      *w    = &motions->list[k];
    Wall            *wall = &walls->list[w->wall];
    const Prescribed p    = sum_at(motions, w, time);

    w->now = place_of(w, &p);
    wall->surface->place(wall->constants, &w->now);
    wall->pivot    = w->turner >= 0 ? vec3_add(w->point, p.shift) : (Vec3){0, 0, 0};
    wall->velocity = p.velocity;
    wall->spin     = p.spin;
    wall->slide    = displaced_vector(&w->now, p.slide);
  }
}

/* ---- travel ---- */

double moving_wall_lever(const MovingWall *w, Vec3 shift, Vec3 x)
{
  return vec3_norm(vec3_cross(w->axis, vec3_sub(x, vec3_add(w->point, shift))));
}

PetscErrorCode wall_motions_mark(WallMotions *motions, const Parallel *par, const Pebbles *p,
                                 bool built)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < motions->n; k++) {
    MovingWall *w = &motions->list[k];

    w->near = w->now;
    if (!built) continue;
    w->built = w->now;
    w->lever = 0;
    if (w->turner < 0) continue;
    for (PetscInt i = 0; i < p->n; i++)
      w->lever = max_real(w->lever, moving_wall_lever(w, w->now.shift, pebble_centre(p, i)));
    PetscCall(parallel_max(par, &w->lever, 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bound of the displacement of the points of a wall that pebbles can be near to. A distance from the
   wall changes by no more than the point that is fixed to the wall moves: by the shift, and by the
   chord of the turn, 2 sin(angle / 2) times its distance from the axis. */
static Travel travel_of(const MovingWall *w, const Displacement *from, const Displacement *to,
                        double way)
{
  const Vec3   d      = vec3_sub(to->shift, from->shift);
  const Quat   turn   = quat_mul(to->turn, quat_conjugate(from->turn));
  const double chord  = 2 * vec3_norm((Vec3){turn.x, turn.y, turn.z}),
               lever  = w->lever + way + vec3_norm(vec3_sub(to->shift, w->built.shift)),
               turned = w->turner >= 0 ? chord * lever : 0;

  return (Travel){
    .lo = {d.x, d.y, d.z}, .hi = {d.x, d.y, d.z}, .turn = turned, .way = vec3_norm(d) + turned};
}

Travel wall_motions_travel(const WallMotions *motions, Since since, double time, double way)
{
  Travel all = TRAVEL_NONE;

  for (int k = 0; k < motions->n; k++) {
    const MovingWall  *w  = &motions->list[k];
    const Prescribed   p  = sum_at(motions, w, time);
    const Displacement to = place_of(w, &p);

    all = travel_join(all, travel_of(w, since == SINCE_BUILT ? &w->built : &w->near, &to, way));
  }
  return all;
}

/* ---- speeds ---- */

/* Bound of the speed while these motions act that act at `time`. */
static double speed_at(const WallMotions *motions, const MovingWall *w, double time, double lever)
{
  double sum = 0;

  for (int k = 0; k < w->n; k++) {
    const TimedMotion *m = &motions->motions[w->motion[k]];
    double             speed, rate;

    m->kind->most(m->constants, &speed, &rate);
    if (m->loose || (time >= m->start && time < m->end)) sum += speed + rate * lever;
  }
  return sum;
}

double moving_wall_speed(const WallMotions *motions, const MovingWall *w, double lever)
{
  double most = 0;

  for (int k = 0; k < w->n; k++)
    most = max_real(most, speed_at(motions, w, motions->motions[w->motion[k]].start, lever));
  return most;
}

/* ---- events ---- */

TimedMotion *wall_motions_find(const WallMotions *motions, const char *name)
{
  for (int k = 0; k < motions->n_motions; k++)
    if (strcmp(motions->motions[k].name, name) == 0) return &motions->motions[k];
  return NULL;
}

void timed_motion_wait(TimedMotion *m)
{
  m->start = m->end = INFINITY;
  m->stopped        = INFINITY;
}

/* Go on, as if the time since it was stopped had not been. */
static void resume(TimedMotion *m, double time)
{
  const double pause = time - m->stopped;

  m->start += pause;
  m->end += pause;
  m->stopped = INFINITY;
}

bool timed_motion_turn(TimedMotion *m, bool on, double time)
{
  const bool stopped = m->stopped < INFINITY;

  if (on && stopped) resume(m, time);
  else if (on && m->start > time) {
    m->start = time;
    m->end   = time + m->length;
  } else if (!on && time < m->start && m->start < INFINITY) timed_motion_wait(m);
  else if (!on && time >= m->start && time < m->end && !stopped) m->stopped = time;
  else return false;
  return true;
}

bool timed_motion_is_done(const TimedMotion *m, double time)
{
  return time >= m->end && !(m->stopped < INFINITY);
}
