/* SPDX-License-Identifier: MIT */
/* Harmonic oscillation along a line: a (sin(2 pi f t + phase) - sin(phase)), 0 at its start. */
#include "base/bounds.h"
#include "base/elementary.h"
#include "motion/prescribed/prescribed.h"
#include "options/rows.h"

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
  {NULL},
};
/* clang-format on */

static PetscErrorCode oscillate_read(void *self, const MotionSource *s)
{
  Oscillate  *m       = self;
  Options    *options = s->options;
  const char *motion  = s->name;
  double      cosine;

  PetscFunctionBeginUser;
  m->direction = prescribed_direction(options, motion, "direction");
  options_read_into(options, "motion", motion, oscillate_options, m);
  sine_cosine_degrees(m->phase, &m->from, &cosine);
  if (2 * PETSC_PI * m->frequency * m->amplitude > SPEED_MOST)
    option_mistake(options, "motion", motion, "amplitude",
                   "%g m at %g 1/s are more than %g m/s: give less of either", m->amplitude,
                   m->frequency, SPEED_MOST);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void oscillate_at(const void *self, double t, Prescribed *out)
{
  const Oscillate *m = self;
  double           sine, cosine;

  sine_cosine_degrees(prescribed_phase(m->frequency * t, m->phase), &sine, &cosine);
  out->shift    = vec3_scale(m->amplitude * (sine - m->from), m->direction);
  out->velocity = vec3_scale(2 * PETSC_PI * m->frequency * m->amplitude * cosine, m->direction);
}

static void oscillate_most(const void *self, double *speed, double *rate)
{
  const Oscillate *m = self;

  *speed = 2 * PETSC_PI * m->frequency * m->amplitude;
  *rate  = 0;
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
