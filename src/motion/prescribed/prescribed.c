/* SPDX-License-Identifier: MIT */
/* Prescribed motions by formulas: translate, oscillate, rotate and surface; and the table of
   all. */
#include "motion/prescribed/prescribed.h"
#include "base/elementary.h"
#include "options/rows.h"

const Plugin *const prescribed_kinds[] = {PRESCRIBED_MOTIONS(PLUGIN_HEAD) NULL};

Vec3 prescribed_direction(Options *options, const char *motion, const char *key)
{
  Vec3 u = option_vec3(options, "motion", motion, key);

  if (!vec3_normalize(&u) && option_has_value(options, "motion", motion, key))
    option_mistake(options, "motion", motion, key,
                   "(0, 0, 0) has no direction: give a vector of any length but 0");
  return u;
}

/* A phase of x cycles and `degrees`, in degrees: without the whole cycles, so that phases of any
   number of cycles keep their accuracy. */
static double prescribed_phase(double cycles, double degrees)
{
  return 360 * (cycles - floor(cycles)) + degrees;
}

void prescribed_turn(Vec3 axis, double angle, double rate, Prescribed *out)
{
  double sine, cosine; /* of half of the angle */

  sine_cosine_degrees(0.5 * prescribed_phase(angle / (2 * PETSC_PI), 0), &sine, &cosine);
  out->turn   = (Quat){cosine, sine * axis.x, sine * axis.y, sine * axis.z};
  out->spin   = vec3_scale(rate, axis);
  out->turned = vec3_scale(angle, axis);
}

/* ---- translate, surface ---- */

/* A constant velocity: of the body; or of its surface along itself while the shape stays, as the
   belt of a conveyor. */

typedef struct {
  Vec3 velocity;
} Steady;

static const Option steady_options[] = {
  VEC3_FLAT(IN(Steady, velocity), "m/s", REQUIRED, SIGNED(SPEED_MOST), "velocity, constant"),
  {0},
};

static void translate_at(const void *self, double t, Prescribed *out)
{
  const Steady *m = self;

  out->shift    = vec3_scale(t, m->velocity);
  out->velocity = m->velocity;
}

static PrescribedMost translate_most(const void *self)
{
  return (PrescribedMost){.speed = vec3_norm(((const Steady *)self)->velocity)};
}

const PrescribedMotion prescribed_translate = {
  .head = {.name    = "translate",
           .text    = "translation at a constant velocity",
           .options = {steady_options}},
  .size = sizeof(Steady),
  .at   = translate_at,
  .most = translate_most,
};

static void surface_at(const void *self, double t, Prescribed *out)
{
  (void)t;
  out->slide = ((const Steady *)self)->velocity;
}

const PrescribedMotion prescribed_surface = {
  .head   = {.name    = "surface",
             .text    = "the surface moves along itself and the shape stays, as a conveyor belt",
             .options = {steady_options}},
  .size   = sizeof(Steady),
  .at     = surface_at,
  .slides = true,
};

/* ---- oscillate ---- */

/* Harmonic oscillation along a line: a (sin(2 pi f t + phase) - sin(phase)), 0 at its start. */

typedef struct {
  Vec3   direction; /* unit */
  double amplitude; /* m */
  double frequency; /* 1/s */
  double phase;     /* degrees */
  double from;      /* sine of the phase */
} Oscillate;

/* clang-format off */
static const Option oscillate_options[] = {
  VEC3_FLAT(KEY("direction"),    "1",       REQUIRED, ANY_NUMBER,
      "vector along which it oscillates, of any length"),
  REAL(IN(Oscillate, amplitude), "m",       REQUIRED, UP_TO(LENGTH_MOST),
      "amplitude a of a (sin(2 pi f t + phase) - sin(phase))"),
  REAL(IN(Oscillate, frequency), "1/s",     REQUIRED, POSITIVE_UP_TO(RATE_MOST), "frequency f"),
  REAL(IN(Oscillate, phase),     "degrees", "0",      SIGNED(1e6),
      "phase at its start; 0: from the middle, forwards; 90: from the far end"),
  {0},
};
/* clang-format on */

static PetscErrorCode oscillate_read(void *self, const MotionSource *s)
{
  Oscillate  *m       = self;
  Options    *options = s->options;
  const char *motion  = s->name;
  double      cosine;

  m->direction = prescribed_direction(options, motion, "direction");
  sine_cosine_degrees(m->phase, &m->from, &cosine);
  if (2 * PETSC_PI * m->frequency * m->amplitude > SPEED_MOST)
    option_mistake(options, "motion", motion, "amplitude",
                   "%g m at %g 1/s are more than %g m/s: give less of either", m->amplitude,
                   m->frequency, SPEED_MOST);
  return PETSC_SUCCESS;
}

static void oscillate_at(const void *self, double t, Prescribed *out)
{
  const Oscillate *m = self;
  double           sine, cosine;

  sine_cosine_degrees(prescribed_phase(m->frequency * t, m->phase), &sine, &cosine);
  out->shift    = vec3_scale(m->amplitude * (sine - m->from), m->direction);
  out->velocity = vec3_scale(2 * PETSC_PI * m->frequency * m->amplitude * cosine, m->direction);
}

static PrescribedMost oscillate_most(const void *self)
{
  const Oscillate *m = self;

  return (PrescribedMost){.speed = 2 * PETSC_PI * m->frequency * m->amplitude};
}

const PrescribedMotion prescribed_oscillate = {
  .head = {.name    = "oscillate",
           .text    = "harmonic oscillation along a line",
           .options = {oscillate_options}},
  .size = sizeof(Oscillate),
  .read = oscillate_read,
  .at   = oscillate_at,
  .most = oscillate_most,
};

/* ---- rotate ---- */

/* Rotation about an axis at a constant rate. */

typedef struct {
  Vec3   point; /* m */
  Vec3   axis;  /* unit */
  double rate;  /* rad/s */
} Rotate;

/* clang-format off */
static const Option rotate_options[] = {
  VEC3_FLAT(IN(Rotate, point), "m",     REQUIRED, SIGNED(LENGTH_MOST), "any point on the axis"),
  VEC3(KEY("axis"),            "1",     REQUIRED, ANY_NUMBER,
      "direction of the axis, of any length; in two dimensions (0, 0, 1) or (0, 0, -1)"),
  REAL(IN(Rotate, rate),       "rad/s", REQUIRED, SIGNED(SPIN_MOST),
      "rate; > 0: by the right-hand rule about the axis; 2 pi rad/s are 60 rpm"),
  {0},
};
/* clang-format on */

static PetscErrorCode rotate_read(void *self, const MotionSource *s)
{
  Rotate     *m       = self;
  Options    *options = s->options;
  const char *motion  = s->name;

  m->axis = prescribed_direction(options, motion, "axis");
  if (options_dimension(options) == 2 && (m->axis.x != 0 || m->axis.y != 0))
    option_mistake(options, "motion", motion, "axis",
                   "(%g, %g, %g) leaves the plane: in two dimensions give (0, 0, 1) or (0, 0, -1)",
                   m->axis.x, m->axis.y, m->axis.z);
  return PETSC_SUCCESS;
}

static void rotate_at(const void *self, double t, Prescribed *out)
{
  const Rotate *m = self;

  prescribed_turn(m->axis, m->rate * t, m->rate, out);
}

static bool rotate_axis(const void *self, int k, Vec3 *point, Vec3 *direction)
{
  const Rotate *m = self;

  *point     = m->point;
  *direction = m->axis;
  return k == 0;
}

static PrescribedMost rotate_most(const void *self)
{
  return (PrescribedMost){.rate = fabs(((const Rotate *)self)->rate)};
}

const PrescribedMotion prescribed_rotate = {
  .head = {.name    = "rotate",
           .text    = "rotation about an axis at a constant rate",
           .options = {rotate_options}},
  .size = sizeof(Rotate),
  .read = rotate_read,
  .at   = rotate_at,
  .axis = rotate_axis,
  .most = rotate_most,
};
