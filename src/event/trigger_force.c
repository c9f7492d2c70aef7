/* SPDX-License-Identifier: MIT */
/* The force of the clumps on a wall: its magnitude, or its component along a direction. */
#include "contact/wall_loads.h"
#include "event/trigger.h"

typedef struct {
  int  wall;      /* index */
  Vec3 direction; /* unit; 0: the magnitude counts */
} OnWall;

static const Option force_options[] = {
  {.key      = "direction",
   .type     = OPTION_VEC3,
   .unit     = "1",
   .fallback = "",
   .flags    = PLANAR | FLAT,
   .help     = "vector of any length: the force along it is compared; default: its magnitude"},
  {.key = NULL},
};

static void read(void *self, const EventSource *s)
{
  OnWall *on = self;

  if (!trigger_needs(s, "wall", "a wall")) return;
  while (strcmp(s->scene->walls->list[on->wall].name, s->of) != 0) on->wall++;
  if (!option_has_value(s->scene->options, "event", s->name, "direction")) return;
  on->direction = option_vec3(s->scene->options, "event", s->name, "direction");
  if (!vec3_normalize(&on->direction))
    option_mistake(s->scene->options, "event", s->name, "direction",
                   "(0, 0, 0) has no direction: give a vector of any length but 0");
}

static PetscErrorCode value(const void *self, const EventScene *scene, double *out)
{
  const OnWall *on = self;
  Sum           sums[3];
  Vec3          force;

  PetscFunctionBeginUser;
  memcpy(sums, scene->contacts->on_walls[on->wall].sum + WALL_FORCE, sizeof sums);
  PetscCall(sum_reduce(scene->par, sums, 3));
  force = (Vec3){sum_value(&sums[0]), sum_value(&sums[1]), sum_value(&sums[2])};
  *out  = vec3_norm(on->direction) > 0 ? vec3_dot(force, on->direction) : vec3_norm(force);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_total(const void *self)
{
  (void)self;
  return true;
}

const Trigger trigger_force = {
  .head     = {.name    = "force",
               .text    = "the force of the clumps on the wall `of` is within above and below, N",
               .options = {force_options}},
  .size     = sizeof(OnWall),
  .compares = true,
  .read     = read,
  .value    = value,
  .totals   = is_total,
  .on_walls = true,
};
