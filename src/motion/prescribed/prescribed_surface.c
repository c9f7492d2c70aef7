/* SPDX-License-Identifier: MIT */
/* A surface that moves along itself while the shape stays, as the belt of a conveyor. */
#include "motion/prescribed/prescribed.h"

typedef struct {
  Vec3 velocity;
} Belt;

static PetscErrorCode surface_read(void *self, const MotionSource *s)
{
  PetscFunctionBeginUser;
  ((Belt *)self)->velocity = option_vec3(s->options, "motion", s->name, "velocity");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void surface_at(const void *self, double t, Prescribed *out)
{
  (void)t;
  out->slide = ((const Belt *)self)->velocity;
}

static void surface_most(const void *self, double *speed, double *rate)
{
  (void)self;
  *speed = *rate = 0;
}

const PrescribedMotion prescribed_surface = {
  .head   = {.name    = "surface",
             .text    = "the surface moves along itself and the shape stays, as a conveyor belt",
             .options = {prescribed_velocity}},
  .size   = sizeof(Belt),
  .read   = surface_read,
  .at     = surface_at,
  .most   = surface_most,
  .slides = true,
};
