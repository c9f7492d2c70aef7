/* SPDX-License-Identifier: MIT */
/* Rotation about an axis at a constant rate. */
#include "base/bounds.h"
#include "base/elementary.h"
#include "motion/prescribed/prescribed.h"
#include "options/rows.h"

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
  {NULL},
};
/* clang-format on */

static PetscErrorCode rotate_read(void *self, const MotionSource *s)
{
  Rotate     *m       = self;
  Options    *options = s->options;
  const char *motion  = s->name;

  PetscFunctionBeginUser;
  options_read_into(options, "motion", motion, rotate_options, m);
  m->axis = prescribed_direction(options, motion, "axis");
  if (options_dimension(options) == 2 && (m->axis.x != 0 || m->axis.y != 0))
    option_mistake(options, "motion", motion, "axis",
                   "(%g, %g, %g) leaves the plane: in two dimensions give (0, 0, 1) or (0, 0, -1)",
                   m->axis.x, m->axis.y, m->axis.z);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void rotate_at(const void *self, double t, Prescribed *out)
{
  const Rotate *m = self;
  double        sine, cosine;

  /* half of the angle */
  sine_cosine_degrees(0.5 * prescribed_phase(m->rate * t / (2 * PETSC_PI), 0), &sine, &cosine);
  out->turn = (Quat){cosine, sine * m->axis.x, sine * m->axis.y, sine * m->axis.z};
  out->spin = vec3_scale(m->rate, m->axis);
}

static bool rotate_axis(const void *self, int k, Vec3 *point, Vec3 *direction)
{
  const Rotate *m = self;

  *point     = m->point;
  *direction = m->axis;
  return k == 0;
}

static void rotate_most(const void *self, double *speed, double *rate)
{
  *speed = 0;
  *rate  = fabs(((const Rotate *)self)->rate);
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
