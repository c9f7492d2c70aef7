/* SPDX-License-Identifier: MIT */
/* Translation at a constant velocity. */
#include "motion/prescribed/prescribed.h"

typedef struct {
  Vec3 velocity;
} Translate;

static PetscErrorCode translate_read(void *self, const MotionSource *s)
{
  PetscFunctionBeginUser;
  ((Translate *)self)->velocity = option_vec3(s->options, "motion", s->name, "velocity");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void translate_at(const void *self, double t, Prescribed *out)
{
  const Translate *m = self;

  out->shift    = vec3_scale(t, m->velocity);
  out->velocity = m->velocity;
}

static void translate_most(const void *self, double *speed, double *rate)
{
  *speed = vec3_norm(((const Translate *)self)->velocity);
  *rate  = 0;
}

const PrescribedMotion prescribed_translate = {
  .head = {.name    = "translate",
           .text    = "translation at a constant velocity",
           .options = {prescribed_velocity}},
  .size = sizeof(Translate),
  .read = translate_read,
  .at   = translate_at,
  .most = translate_most,
};
