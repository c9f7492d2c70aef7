/* SPDX-License-Identifier: MIT */
/* Triggers that tell whether clumps have come to rest: by their forces, and by their speeds. */
#include "event/trigger.h"
#include "measure/force_balance.h"

/* ---- forces ---- */

/* Note a mistake if the forces of some bodies are not among the loads on clumps. */
static void read_unbalanced(void *self, const EventSource *s)
{
  const World *w = s->scene->world;

  (void)self;
  if (s->of[0])
    option_mistake(s->scene->world->options, "event", s->name, "of",
                   "does not go with `when: unbalanced`, which is of all clumps");
  if (w->constraints->hard || constraint_set_of(w->links)->n_objects > 0)
    option_mistake(w->options, "event", s->name, "when",
                   "unbalanced does not go with hard contacts and constraints, which correct "
                   "velocities and are no forces: take `when: still`");
}

static void add_unbalanced(const void *self, const EventScene *scene, Sum sums[TRIGGER_SUMS])
{
  (void)self;
  force_balance_add(scene->world->balance, sums);
}

static double value_unbalanced(const void *self, const EventScene *scene, const Sum *sums)
{
  (void)self;
  return force_balance_of(scene->world->balance, sums);
}

const Trigger trigger_unbalanced = {
  .head       = {.name   = "unbalanced",
                 .text   = "the mean size of the forces on clumps that may move, weight included, over "
                                 "that of the forces of contacts and links is within above and below; not while "
                                 "nothing touches",
                 .source = "Smilauer et al. 2021, Yade documentation, unbalancedForce"},
  .compares   = true,
  .read       = read_unbalanced,
  .needs      = NEEDS_SUMS,
  .add        = add_unbalanced,
  .value      = value_unbalanced,
  .on_balance = true,
};

/* ---- speeds ---- */

typedef struct {
  uint64_t groups; /* mask; 0: all */
} Still;

/* True if the speed of an owned row counts: it may move, follows no motion, and is in the groups. */
static bool may_be_still(const Still *still, const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && clump_is_among(c, a, still->groups) &&
         (c->blocked[a] & BLOCK_MOVE) != BLOCK_MOVE && !clump_is_driven(c, a);
}

static void read_still(void *self, const EventSource *s)
{
  const World *w = s->scene->world;
  char         why[GROUPS_NONE];

  if (!(vec3_norm(w->gravity) > 0))
    option_mistake(w->options, "event", s->name, "when",
                   "still compares speeds with sqrt(g d) and needs gravity (run: gravity); without "
                   "it take `when: unbalanced`, or `when: energy` with a bound in J");
  if (s->of[0] && !groups_select(w->groups, GROUP_CLUMPS, s->of, &((Still *)self)->groups, why))
    option_mistake(s->scene->world->options, "event", s->name, "of",
                   "%s; without `of` all clumps count", why);
}

/* Sums: their number, and their volume. */
static void add_volumes(const Still *still, const Clumps *c, Sum sums[TRIGGER_SUMS])
{
  int64_t n = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!may_be_still(still, c, a)) continue;
    sum_add(&sums[1], clump_volume(c, a));
    n++;
  }
  sum_add_scaled(sums, n, 0);
}

static void add_still(const void *self, const EventScene *scene, Sum sums[TRIGGER_SUMS])
{
  add_volumes(self, scene->world->clumps, sums);
}

static double largest_speed(const void *self, const EventScene *scene)
{
  const Clumps *c    = scene->world->clumps;
  double        most = 0;

  for (PetscInt a = 0; a < c->n_owned; a++)
    if (may_be_still(self, c, a)) most = max_real(most, vec3_norm(c->motion[a].v));
  return most;
}

/* sqrt(g d), m/s, where d is the diameter of the sphere, or disc, of the mean volume; NAN: there are
   no such clumps. */
static double falling_speed(const World *w, const Sum *sums)
{
  const double n = sum_value(&sums[0]), volume = sum_value(&sums[1]) / n,
               d = w->dimension == 2 ? sqrt(4 * volume / PETSC_PI) : cbrt(6 * volume / PETSC_PI);

  return n > 0 ? sqrt(vec3_norm(w->gravity) * d) : NAN;
}

static double value_still(const void *self, const EventScene *scene, const Sum *sums)
{
  (void)self;
  return scene->largest / falling_speed(scene->world, sums);
}

/* Gain of the value of a clump at rest in a free fall of t s: g t / sqrt(g d). */
static PetscErrorCode fall_still(const void *self, const World *w, double time, double *gain)
{
  Sum sums[TRIGGER_SUMS];

  PetscFunctionBeginUser;
  for (int k = 0; k < TRIGGER_SUMS; k++) sum_clear(&sums[k]);
  add_volumes(self, w->clumps, sums);
  PetscCall(sum_reduce(w->par, sums, TRIGGER_SUMS));
  *gain = vec3_norm(w->gravity) * time / falling_speed(w, sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Trigger trigger_still = {
  .head     = {.name = "still",
               .text =
                 "the largest speed of the centre of a clump that may move, of those of the group "
                     "`of` or of all, over sqrt(g d) is within above and below: g is gravity, d the "
                     "diameter of the sphere (in two dimensions disc) of their mean volume. 0.01 is "
                     "rest for most purposes"},
  .size     = sizeof(Still),
  .compares = true,
  .read     = read_still,
  .needs    = NEEDS_SUMS,
  .add      = add_still,
  .largest  = largest_speed,
  .value    = value_still,
  .fall     = fall_still,
};
