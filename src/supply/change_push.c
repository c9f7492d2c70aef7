/* SPDX-License-Identifier: MIT */
/* Velocity and spin are added to those that clumps have. */
#include "supply/change.h"

typedef struct {
  Vec3 velocity, spin; /* m/s, rad/s */
} Push;

static void read(void *own, const ChangeSource *s)
{
  *(Push *)own = (Push){.velocity = option_vec3(s->scene->options, "change", s->name, "velocity"),
                        .spin     = option_vec3(s->scene->options, "change", s->name, "spin")};
  change_velocity_check(s);
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const Push *p = own;
  Clumps     *c = scene->clumps;

  c->motion[row].v = vec3_add(c->motion[row].v, p->velocity);
  change_set_spin(c, row, vec3_add(c->w[row], p->spin));
}

const ChangeKind change_push = {
  .head   = {.name    = "push",
             .text    = "Velocity and spin are added to those of the clumps.",
             .options = {change_velocity_keys}},
  .size   = sizeof(Push),
  .read   = read,
  .apply  = apply,
  .widens = true,
};
