/* SPDX-License-Identifier: MIT */
/* A motion that the host program gives (prescribed_host.h), such as that of a body of a multibody code.
   What it gives holds from the end of the next step on, and goes on with constant velocities until it
   gives something else. All is state: a restart goes on with what was given last. */
#include "motion/prescribed/prescribed_host.h"
#include "base/bounds.h"
#include "base/elementary.h"
#include "options/rows.h"

typedef struct {
  Vec3     point;
  int      axes; /* number of axes about which it turns: 0, 1 (z, in two dimensions) or 3 */
  HostPose now;  /* at the time `since` of the motion's clock, s */
  double   since;
  HostPose next;  /* given for the end of the next step */
  int32_t  given; /* 1: there is one */
} Host;

/* clang-format off */
static const Option host_options[] = {
  VEC3_FLAT(IN(Host, point), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "point about which the body turns, moved along by its shift; without it the body never turns"),
  {0},
};

/* Numbers of a pose. */
#define POSE_ITEMS(pose, prefix, of) \
  ITEM(REAL, KEY_IN(prefix "shift", Host, pose.shift), "m", -LENGTH_MOST, LENGTH_MOST, \
       "displacement since the start, " of, .count = 3), \
  ITEM(REAL, KEY_IN(prefix "velocity", Host, pose.velocity), "m s-1", -SPEED_MOST, SPEED_MOST, \
       "velocity, " of, .count = 3), \
  ITEM(REAL, KEY_IN(prefix "turn", Host, pose.turn), "1", -1.001, 1.001, \
       "attitude since the start, w x y z, " of, .count = 4), \
  ITEM(REAL, KEY_IN(prefix "spin", Host, pose.spin), "s-1", -SPIN_MOST, SPIN_MOST, \
       "angular velocity, " of, .count = 3)

static const StateItem host_state[] = {
  POSE_ITEMS(now, "host_", "at the time `host_since`"),
  ITEM(REAL, KEY_IN("host_since", Host, since), "s", -2 * TIME_MOST, 2 * TIME_MOST,
       "time from the start of the motion from which on velocities are constant"),
  POSE_ITEMS(next, "host_next_", "at the end of the next step, if it is given"),
  ITEM(INT32, KEY_IN("host_given", Host, given), NULL, 0, 1, "1: the host has given a pose for the end of the next step"),
  {0},
};
/* clang-format on */

static bool is_unit(Quat q)
{
  return fabs(quat_norm(q) - 1) < 1e-6;
}

static PetscErrorCode host_read(void *self, const MotionSource *s)
{
  static const char *const keys[] = {"start", "ramp", "end", "duration"};
  Host                    *m      = self;

  for (int k = 0; k < 4; k++)
    if (option_real_or(s->options, "motion", s->name, keys[k], 0) != 0)
      option_mistake(s->options, "motion", s->name, keys[k],
                     "does not go with type: host, where the program that uses clast gives the "
                     "motion at all times: leave it out");
  m->axes = !option_has_value(s->options, "motion", s->name, "point") ? 0
            : options_dimension(s->options) == 2                      ? 1
                                                                      : 3;
  if (!s->stored) m->now.turn = m->next.turn = quat_identity();
  if (!is_unit(m->now.turn) || !is_unit(m->next.turn))
    option_mistake(s->options, "motion", s->name, NULL,
                   "cannot restart: its turn in the checkpoint is no unit quaternion");
  return PETSC_SUCCESS;
}

static void host_at(const void *self, double t, Prescribed *out)
{
  const Host  *m    = self;
  const double past = t - m->since, rate = vec3_norm(m->now.spin);

  out->velocity = m->now.velocity;
  out->shift    = vec3_axpy(m->now.shift, past, m->now.velocity);
  out->turn     = m->now.turn;
  if (past != 0 && rate > 0) {
    Prescribed more = PRESCRIBED_REST;

    prescribed_turn(vec3_scale(1 / rate, m->now.spin), rate * past, rate, &more);
    out->turn = quat_normalized(quat_mul(more.turn, m->now.turn));
  }
  out->spin = m->now.spin;
  if (m->axes == 1) {
    const Quat   q     = out->turn;
    const double angle = arc_degrees(fabs(q.z), q.w) * (PETSC_PI / 90); /* 0 to 2 pi */

    out->turned.z = (q.z < 0 ? -1 : 1) * (angle > PETSC_PI ? angle - 2 * PETSC_PI : angle);
  }
}

static bool host_axis(const void *self, int k, Vec3 *point, Vec3 *direction)
{
  const Host *m = self;

  *point     = m->point;
  *direction = (Vec3){0, 0, 0};
  vec3_set(direction, m->axes == 1 ? 2 : k % 3, 1);
  return k < m->axes;
}

static void host_begin(void *self, double t)
{
  Host *m = self;

  if (!m->given) return;
  m->now   = m->next;
  m->since = t;
  m->given = 0;
}

const PrescribedMotion prescribed_host = {
  .head  = {.name    = "host",
            .text    = "the program that uses clast as a library gives the motion (clast_move)",
            .options = {host_options}},
  .size  = sizeof(Host),
  .state = host_state,
  .read  = host_read,
  .at    = host_at,
  .axis  = host_axis,
  .begin = host_begin,
};

/* ---- what the host gives ---- */

static bool fits(Vec3 v, double most)
{
  return fabs(v.x) <= most && fabs(v.y) <= most && fabs(v.z) <= most;
}

/* False: a part of the pose, *what, is not allowed. */
static bool pose_fits(const Host *m, const HostPose *pose, int dimension, const char **what)
{
  const bool flat = dimension == 2, turns = m->axes > 0;
  const Quat q = pose->turn;
  const Vec3 w = pose->spin;

  *what = "shift is not finite, or beyond 1e30 m";
  if (!fits(pose->shift, LENGTH_MOST)) return false;
  *what = "velocity is not finite, or beyond 1e30 m/s";
  if (!fits(pose->velocity, SPEED_MOST)) return false;
  *what = "spin is not finite, or beyond 1e30 rad/s";
  if (!fits(w, SPIN_MOST)) return false;
  *what = "turn is no quaternion w, x, y, z of length 1";
  if (!is_unit(q)) return false;
  *what = "it turns, for which the scenario must give its key point: motion: NAME: point";
  if (!turns && (q.x != 0 || q.y != 0 || q.z != 0 || vec3_norm(w) > 0)) return false;
  *what = "it leaves the plane; in two dimensions z of shift and velocity, and x and y of turn and "
          "spin are 0";
  return !flat || (pose->shift.z == 0 && pose->velocity.z == 0 && q.x == 0 && q.y == 0 &&
                   w.x == 0 && w.y == 0);
}

bool host_motion_set(TimedMotion *motion, const HostPose *pose, double time, int dimension,
                     char *why)
{
  Host       *m = motion->constants;
  const char *what;

  if (motion->kind != &prescribed_host) {
    snprintf(why, HOST_WHY, "motion %s is of type %s; its type must be host", motion->name,
             motion->kind->head.name);
    return false;
  }
  if (motion->stopped < INFINITY || time < motion->start) {
    snprintf(why, HOST_WHY, "motion %s waits for its start, or has been stopped; start it first",
             motion->name);
    return false;
  }
  if (!pose_fits(m, pose, dimension, &what)) {
    snprintf(why, HOST_WHY, "motion %s: %s", motion->name, what);
    return false;
  }
  m->next      = *pose;
  m->next.turn = quat_normalized(pose->turn);
  m->given     = 1;
  return true;
}

Vec3 host_motion_point(const TimedMotion *motion)
{
  return ((const Host *)motion->constants)->point;
}

HostPose host_motion_pose(const TimedMotion *motion)
{
  const Host *m = motion->constants;

  return m->given ? m->next : m->now;
}
