/* SPDX-License-Identifier: MIT */
/* Prescribed motions with their times (timed.h). */
#include "motion/prescribed/timed.h"
#include "base/elementary.h"
#include "options/selection.h"

/* ---- reading ---- */

static void restore(const World *w, TimedMotion *m, bool *stored)
{
  const StatePart part = state_part(STATE_FOLDER, "motion", m->name, m->kind->state, m->constants);
  char            why[STATE_WHY];

  *stored = false;
  if (!w->saved || !m->kind->state || !state_has_part(w->saved, &part)) return;
  state_restore(w->saved, &part, stored, why);
  if (!*stored) option_mistake(w->options, "motion", m->name, NULL, "cannot restart: %s", why);
}

PetscErrorCode timed_motion_read(const World *w, const char *name, TimedMotion *m)
{
  Options      *options = w->options;
  const Plugin *kind = plugin_find(prescribed_kinds, option_word(options, "motion", name, "type"));
  MotionSource  source = {.par = w->par, .options = options, .name = m->name};
  Span          span;

  PetscFunctionBeginUser;
  snprintf(m->name, sizeof m->name, "%s", name);
  if (strlen(name) >= NAME_LENGTH)
    option_mistake(options, "motion", name, NULL, "the name is longer than %d characters",
                   NAME_LENGTH - 1);
  span       = span_read(options, "motion", m->name);
  m->kind    = (const PrescribedMotion *)kind;
  m->start   = span.start;
  m->end     = span.end;
  m->length  = span.length;
  m->stopped = INFINITY;
  m->ramp    = option_real(options, "motion", m->name, "ramp");
  if (m->length > 0 && 2 * m->ramp > m->length)
    option_mistake(options, "motion", m->name, "ramp",
                   "%g s to speed up and as much to slow down are more than the %g s from start to "
                   "end",
                   m->ramp, m->length);
  if (!kind || strlen(name) >= NAME_LENGTH) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&m->constants, m->kind->size, 1);
  restore(w, m, &source.stored);
  plugin_read_into(options, "motion", name, &m->kind->head, m->constants);
  if (m->kind->read) PetscCall(m->kind->read(m->constants, &source));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void timed_motion_free(TimedMotion *m)
{
  if (m->constants && m->kind->release) m->kind->release(m->constants);
  array_free(&m->constants);
}

/* ---- one motion ---- */

/* Time of the motion's own clock, s, which ramps speed up and slow down, at the time `since` its
   start; *rate: clock time over time. */
static double clock_of(const TimedMotion *m, double since, double *rate)
{
  const double left = m->length - since;

  *rate = 1;
  if (!(m->ramp > 0)) return since;
  if (since < m->ramp) {
    *rate = since / m->ramp;
    return 0.5 * since * *rate;
  }
  if (left < m->ramp) {
    *rate = left / m->ramp;
    return since - 0.5 * m->ramp - 0.5 * (m->ramp - left) * (1 - *rate);
  }
  return since - 0.5 * m->ramp;
}

/* Displacement and velocities at this time, s. After its end the displacement is that of the end,
   and velocities are 0. */
static Prescribed timed_motion_at(const TimedMotion *m, double time)
{
  const double end  = min_real(m->end, m->stopped);
  Prescribed   p    = PRESCRIBED_REST;
  double       rate = 1;

  if (time > m->start)
    m->kind->at(m->constants, clock_of(m, min_real(time, end) - m->start, &rate), &p);
  else m->kind->at(m->constants, 0, &p);
  if (m->ramp > 0 && time == m->start) rate = 0;
  if (!(time >= m->start && time < m->end))
    return (Prescribed){.shift = p.shift, .turn = p.turn, .turned = p.turned};
  if (rate == 1) return p;
  p.velocity = vec3_scale(rate, p.velocity);
  p.spin     = vec3_scale(rate, p.spin);
  p.slide    = vec3_scale(rate, p.slide);
  return p;
}

void timed_motion_begin(TimedMotion *m, double time)
{
  double rate;

  if (m->kind->begin && time >= m->start && time < min_real(m->end, m->stopped))
    m->kind->begin(m->constants, clock_of(m, time - m->start, &rate));
}

void timed_motion_respond(TimedMotion *m, double time, const Reaction *reaction)
{
  double rate;

  if (time >= m->start && time < min_real(m->end, m->stopped))
    m->kind->respond(m->constants, clock_of(m, time - m->start, &rate), reaction);
}

/* True if the follower has a motion already that responds. */
static bool responds(const TimedMotion *motions, const Follower *f)
{
  for (int k = 0; k < f->n; k++)
    if (motions[f->motion[k]].kind->respond) return true;
  return false;
}

/* ---- sums ---- */

void follower_create(int n, Follower *f)
{
  *f = (Follower){.turner = -1};
  array_create(&f->motion, sizeof *f->motion, n + 1);
}

Prescribed follower_at(const TimedMotion *motions, const Follower *f, double time)
{
  Prescribed sum = PRESCRIBED_REST;

  for (int k = 0; k < f->n; k++) {
    const Prescribed p = timed_motion_at(&motions[f->motion[k]], time);

    sum.shift    = vec3_add(sum.shift, p.shift);
    sum.velocity = vec3_add(sum.velocity, p.velocity);
    sum.turn     = quat_mul(p.turn, sum.turn);
    sum.turned   = vec3_add(sum.turned, p.turned);
    sum.spin     = vec3_add(sum.spin, p.spin);
    sum.slide    = vec3_add(sum.slide, p.slide);
  }
  return sum;
}

Displacement follower_place(const Follower *f, const Prescribed *p)
{
  return (Displacement){.pivot = f->point, .shift = p->shift, .turn = p->turn};
}

double follower_angle(const Follower *f, const Prescribed *p)
{
  if (f->turner < 0) return 0;
  if (vec3_norm(f->axis) > 0) return vec3_dot(p->turned, f->axis) * (180 / PETSC_PI);
  return 2 * arc_degrees(vec3_norm((Vec3){p->turn.x, p->turn.y, p->turn.z}), fabs(p->turn.w));
}

/* True if both are the same line, up to rounding. */
static bool is_same_axis(Vec3 point, Vec3 axis, Vec3 other_point, Vec3 other_axis)
{
  const Vec3   between = vec3_sub(other_point, point);
  const double size    = vec3_norm(point) + vec3_norm(other_point);

  return vec3_norm(vec3_cross(axis, other_axis)) < 1e-9 &&
         vec3_norm(vec3_cross(axis, between)) <= 1e-9 * size;
}

/* The axis of a motion; axis (0, 0, 0): it turns about several. Returns false if it never turns. */
static bool axis_of(const TimedMotion *m, Vec3 *point, Vec3 *axis)
{
  Vec3 other;

  if (!m->kind->axis || !m->kind->axis(m->constants, 0, point, axis)) return false;
  for (int k = 1; m->kind->axis(m->constants, k, point, &other); k++)
    if (vec3_norm(vec3_cross(*axis, other)) > 0) {
      *axis = (Vec3){0, 0, 0};
      return true;
    }
  return true;
}

static void add_axis(Options *options, const TimedMotion *motions, int motion, const char *what,
                     Follower *f)
{
  const TimedMotion *m = &motions[motion];
  Vec3               point, axis;

  if (!axis_of(m, &point, &axis)) return;
  if (f->turner >= 0 && (!(vec3_norm(axis) > 0) || !(vec3_norm(f->axis) > 0) ||
                         !is_same_axis(f->point, f->axis, point, axis)))
    option_mistake(options, "motion", m->name, NULL,
                   "%s turns %s, too, and not about the same axis alone: rotations of a body add "
                   "up about one axis only; for others give one table of positions and attitudes",
                   motions[f->turner].name, what);
  if (f->turner >= 0) return;
  f->turner = motion;
  f->point  = point;
  f->axis   = axis;
}

void follower_add(Options *options, const TimedMotion *motions, int motion, const char *what,
                  Follower *f)
{
  if (motions[motion].kind->respond && responds(motions, f))
    option_mistake(options, "motion", motions[motion].name, NULL,
                   "%s has a servo already, and cannot have two: give it one", what);
  add_axis(options, motions, motion, what, f);
  f->motion[f->n++] = motion;
}

double follower_lever(const Follower *f, Vec3 shift, Vec3 x)
{
  const Vec3 arm = vec3_sub(x, vec3_add(f->point, shift));

  return vec3_norm(f->axis) > 0 ? vec3_norm(vec3_cross(f->axis, arm)) : vec3_norm(arm);
}

/* Bound of the speed at `time`: by all motions that act then, or may act at any time (loose). */
static double speed_at(const TimedMotion *motions, const Follower *f, double time, double lever)
{
  double sum = 0;

  for (int k = 0; k < f->n; k++) {
    const TimedMotion *m    = &motions[f->motion[k]];
    PrescribedMost     most = {0, 0};

    if (m->kind->most) most = m->kind->most(m->constants);
    if (m->loose || (time >= m->start && time < m->end)) sum += most.speed + most.rate * lever;
  }
  return sum;
}

double follower_speed(const TimedMotion *motions, const Follower *f, double lever)
{
  double most = 0;

  for (int k = 0; k < f->n; k++)
    most = max_real(most, speed_at(motions, f, motions[f->motion[k]].start, lever));
  return most;
}

/* ---- events ---- */

void timed_motion_wait(TimedMotion *m)
{
  m->start = m->end = INFINITY;
  m->stopped        = INFINITY;
}

bool timed_motion_turn(TimedMotion *m, bool on, double time)
{
  const bool stopped = m->stopped < INFINITY;

  if (on && stopped) {
    const double pause = time - m->stopped; /* it goes on from where it was stopped */

    m->start += pause;
    m->end += pause;
    m->stopped = INFINITY;
  } else if (on && m->start > time) {
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
