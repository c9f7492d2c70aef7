/* SPDX-License-Identifier: MIT */
/* Clumps get this velocity and spin; if one of them is not given, it does not change. */
#include "base/bounds.h"
#include "supply/change.h"

typedef struct {
  Vec3 velocity, spin; /* m/s, rad/s */
  bool moves, turns;   /* given */
} Velocity;

const Option change_velocity_keys[] = {
  {.key      = "velocity",
   .type     = OPTION_VEC3,
   .unit     = "m/s",
   .fallback = "",
   .lo       = -SPEED_MOST,
   .hi       = SPEED_MOST,
   .flags    = PLANAR | FLAT,
   .help = "velocity that clumps get (action velocity) or that is added (push); default: as it is"},
  {.key      = "spin",
   .type     = OPTION_VEC3,
   .unit     = "rad/s",
   .fallback = "",
   .lo       = -SPIN_MOST,
   .hi       = SPIN_MOST,
   .help     = "angular velocity, likewise; lab axes, along z in two dimensions"},
  {NULL},
};

void change_velocity_check(const ChangeSource *s)
{
  Options *o = s->scene->options;

  if (!option_is_set(o, "change", s->name, "velocity") &&
      !option_is_set(o, "change", s->name, "spin"))
    option_mistake(o, "change", s->name, "velocity", "missing: give it, or spin, or both");
}

static void read(void *own, const ChangeSource *s)
{
  Options  *o = s->scene->options;
  Velocity *v = own;

  *v = (Velocity){.velocity = option_vec3(o, "change", s->name, "velocity"),
                  .spin     = option_vec3(o, "change", s->name, "spin"),
                  .moves    = option_has_value(o, "change", s->name, "velocity"),
                  .turns    = option_has_value(o, "change", s->name, "spin")};
  change_velocity_check(s);
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const Velocity *v = own;
  Clumps         *c = scene->clumps;

  if (v->moves) c->motion[row].v = v->velocity;
  if (v->turns) change_set_spin(c, row, v->spin);
}

const ChangeKind change_velocity = {
  .head   = {.name    = "velocity",
             .text    = "Clumps get a velocity and spin.",
             .options = {change_velocity_keys}},
  .size   = sizeof(Velocity),
  .read   = read,
  .apply  = apply,
  .widens = true,
};
