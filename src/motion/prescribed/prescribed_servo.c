/* SPDX-License-Identifier: MIT */
/* Servo: a body without mass on a dashpot, that is pushed by a given force (or turned by a given
   torque) and held by the reaction of the clumps: dashpot x speed = force - reaction, where the
   speed is limited. In each step the speed is constant and follows from the reaction at its start.
   A dashpot is passive, so that the servo cannot excite the clumps; with `gain: auto` it is the
   impedance sqrt(stiffness x mass) of a contact times the number of contacts, so that the wall
   absorbs waves. */
#include "motion/prescribed/prescribed.h"
#include "options/rows.h"

typedef struct {
  Vec3   direction; /* unit vector of the shift, or of the axis */
  Vec3   point;     /* point of the axis, m */
  bool   turns;
  double target;    /* force, N, or torque, N m, > 0 along the direction */
  double limit;     /* speed, m/s, or rad/s */
  double gain;      /* speed over force; 0: by the impedance */
  double offset;    /* displacement at the time `since`, m, or rad */
  double since;     /* time of the motion's clock, s */
  double speed;     /* speed from then on, m/s, or rad/s */
  double impedance; /* of one contact, kg/s, for gain: auto */
} Servo;

/* clang-format off */
static const Option servo_options[] = {
  VEC3_FLAT(KEY("direction"),   "1",          OPTIONAL, ANY_NUMBER,
      "vector along which the body pushes, of any length; with force or stress"),
  REAL(KEY("force"),            "N",          OPTIONAL, UP_TO(FORCE_MOST),
      "force along the direction with which the body pushes the clumps"),
  REAL(KEY("stress"),           "Pa",         OPTIONAL, UP_TO(MODULUS_MOST),
      "in place of force: force over the area"),
  REAL(KEY("area"),             "m^2",        OPTIONAL, POSITIVE_UP_TO(MODULUS_MOST),
      "with stress: the area, a length in two dimensions"),
  REAL(KEY("torque"),           "N m",        OPTIONAL, UP_TO(FORCE_MOST),
      "in place of force: torque about the axis with which the body turns the clumps"),
  VEC3(KEY("axis"),             "1",          OPTIONAL, ANY_NUMBER,
      "with torque: direction of the axis, by the right-hand rule, of any length"),
  VEC3_FLAT(KEY("point"), "m", OPTIONAL, SIGNED(LENGTH_MOST), "with torque: any point on the axis"),
  REAL(KEY_IN("speed_limit", Servo, limit), "m/s, rad/s", REQUIRED, POSITIVE_UP_TO(SPEED_MOST),
      "largest speed of the motion, with which the body moves on while it touches nothing"),
  REAL_OR_WORD(IN(Servo, gain), "m/s/N, rad/s/(N m)", "auto", "auto", POSITIVE_UP_TO(1e60),
      "speed over (force - reaction of the clumps); auto, for forces of walls: 1 over the sum of "
      "the impedances of the contacts"),
  {0},
};

static const StateItem servo_state[] = {
  ITEM(REAL, IN(Servo, offset), "m, rad", -TIME_MOST * SPEED_MOST, TIME_MOST * SPEED_MOST,
       "shift, or angle, of the servo after the step"),
  ITEM(REAL, IN(Servo, since), "s", -2 * TIME_MOST, 2 * TIME_MOST,
       "time of the offset, from the start of the motion"),
  ITEM(REAL, IN(Servo, speed), "m s-1, s-1", -SPEED_MOST, SPEED_MOST,
       "speed of the servo in the next step"),
  ITEM(REAL, IN(Servo, impedance), "kg s-1", 0, 1e300,
       "dashpot of the servo for each contact, for gain: auto"),
  {0},
};
/* clang-format on */

/* ---- keys ---- */

static bool has(const MotionSource *s, const char *key)
{
  return option_has_value(s->options, "motion", s->name, key);
}

/* The same, or with a value that is wrong. */
static bool is_given(const MotionSource *s, const char *key)
{
  return has(s, key) || option_is_wrong(s->options, "motion", s->name, key);
}

static double real_of(const Options *options, const char *name, const char *key)
{
  return option_real_or(options, "motion", name, key, 0);
}

/* Set the target from the keys that are given. */
static void take_target(void *self, const Options *o, const char *name)
{
  ((Servo *)self)->target = real_of(o, name, "force") +
                            real_of(o, name, "stress") * real_of(o, name, "area") +
                            real_of(o, name, "torque");
}

static PetscErrorCode servo_read(void *self, const MotionSource *s)
{
  Servo    *m    = self;
  const int ways = is_given(s, "force") + is_given(s, "stress") + is_given(s, "torque");

  if (ways != 1)
    option_mistake(s->options, "motion", s->name, NULL,
                   "a servo keeps one of force, stress (with area) and torque (with axis and "
                   "point): %s",
                   ways == 0 ? "none is given" : "give one only");
  else if (is_given(s, "stress") != is_given(s, "area"))
    option_mistake(s->options, "motion", s->name, "area",
                   "goes with stress: give both, their product is the force, or force");
  else if (is_given(s, "torque") != is_given(s, "axis") ||
           is_given(s, "torque") != is_given(s, "point"))
    option_mistake(s->options, "motion", s->name, NULL, "torque, axis and point go together");
  else if (is_given(s, "torque") == is_given(s, "direction"))
    option_mistake(s->options, "motion", s->name, "direction",
                   "goes with force or stress, which need it; torque takes an axis");
  m->turns = has(s, "torque");
  take_target(m, s->options, s->name);
  if (!isfinite(m->gain)) m->gain = 0; /* auto */
  if (m->turns) m->direction = prescribed_direction(s->options, s->name, "axis");
  else if (has(s, "direction"))
    m->direction = prescribed_direction(s->options, s->name, "direction");
  if (m->turns && has(s, "point")) m->point = option_vec3(s->options, "motion", s->name, "point");
  if (m->turns && !(m->gain > 0))
    option_mistake(s->options, "motion", s->name, "gain",
                   "auto is for forces of walls: give the speed over the torque");
  return PETSC_SUCCESS;
}

/* ---- the motion ---- */

static void servo_at(const void *self, double t, Prescribed *out)
{
  const Servo *m    = self;
  const double gone = m->offset + m->speed * (t - m->since);

  if (m->turns) prescribed_turn(m->direction, gone, m->speed, out);
  else {
    out->shift    = vec3_scale(gone, m->direction);
    out->velocity = vec3_scale(m->speed, m->direction);
  }
}

static bool servo_axis(const void *self, int k, Vec3 *point, Vec3 *direction)
{
  const Servo *m = self;

  *point     = m->point;
  *direction = m->direction;
  return m->turns && k == 0;
}

static PrescribedMost servo_most(const void *self)
{
  const Servo *m = self;

  return m->turns ? (PrescribedMost){.rate = m->limit} : (PrescribedMost){.speed = m->limit};
}

static void servo_respond(void *self, double t, const Reaction *r)
{
  Servo       *m     = self;
  const double bears = -vec3_dot(m->turns ? r->torque : r->force, m->direction);
  const double gain  = m->gain > 0 ? m->gain : 1 / (r->contacts * m->impedance);

  m->offset += m->speed * (t - m->since);
  m->since = t;
  m->speed = r->contacts > 0 ? gain * (m->target - bears) : m->target > 0 ? m->limit : 0;
  m->speed = m->speed > m->limit ? m->limit : m->speed < -m->limit ? -m->limit : m->speed;
}

static bool servo_impedance(void *self, double *impedance)
{
  Servo *m = self;

  if (!(m->impedance > 0)) m->impedance = *impedance;
  *impedance = m->impedance;
  return !(m->gain > 0);
}

const PrescribedMotion prescribed_servo = {
  .head      = {.name    = "servo",
                .text    = "moves so that a force, stress or torque on the clumps is kept",
                .options = {servo_options}},
  .size      = sizeof(Servo),
  .state     = servo_state,
  .read      = servo_read,
  .change    = take_target,
  .at        = servo_at,
  .axis      = servo_axis,
  .most      = servo_most,
  .respond   = servo_respond,
  .impedance = servo_impedance,
};
