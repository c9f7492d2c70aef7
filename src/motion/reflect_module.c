/* SPDX-License-Identifier: MIT */
/* Reflecting faces (reflect.h) in a scenario: checks, and the account of what they take. */
#include "interaction/interactions.h"
#include "matter/waiting.h"
#include "motion/integrator.h"
#include "motion/reflect.h"
#include "motion/thermostats/thermostat.h"

/* ---- checks ---- */

void reflect_check_with(const World *w, const Boundary boundary[3])
{
  const Integrator       *by    = w->integrator;
  const ThermostatsState *state = world_module(w, &thermostats_module);

  for (int k = 0; state->all.baths && k < w->dimension; k++)
    if (boundary_reflects(boundary[k]))
      option_mistake(w->options, "thermostat", NULL, NULL,
                     "langevin does not go with reflecting faces (along %c): take walls in place "
                     "of the faces, or another thermostat",
                     "xyz"[k]);
  for (int k = 0; by && by->first != by->last && k < w->dimension; k++)
    if (boundary_reflects(boundary[k]))
      option_mistake(w->options, "run", NULL, "integrator",
                     "bounces off reflecting faces (along %c) are known for half kicks alone: take "
                     "verlet, or walls in place of the faces",
                     "xyz"[k]);
}

/* True if all pebbles of a row that may move are inside the faces of this axis. Positions on the grid
   are known to some quanta. */
static bool is_inside(const World *w, const Clumps *c, PetscInt a, int axis)
{
  const Domain *d   = w->domain;
  const double  lo  = vec3_axis(d->lo, axis) - 16 * d->quantum,
               hi   = vec3_axis(d->hi, axis) + 16 * d->quantum;
  const Template *t = &w->templates->list[c->template[a]];

  for (int i = 0; i < t->n && c->blocked[a] != BLOCK_ALL; i++) {
    const Vec3   arm = vec3_scale(c->scale[a], quat_turn(c->pose[a].q, t->offset[i]));
    const double x   = vec3_axis(c->pose[a].x, axis) + vec3_axis(arm, axis),
                 r   = c->scale[a] * t->radius[i];

    if (x - r < lo || x + r > hi) return false;
  }
  return true;
}

bool reflect_holds(const World *w, const Clumps *c, PetscInt row, int *axis)
{
  for (*axis = 0; *axis < w->domain->dimension; (*axis)++)
    if (boundary_reflects(w->domain->boundary[*axis]) && !is_inside(w, c, row, *axis)) return false;
  return true;
}

/* ~id of the clump of lowest id that has a pebble beyond a reflecting face of this axis, so that a
   maximum over ranks finds the lowest; INT64_MIN: none. */
static int64_t first_outside(const World *w, const Clumps *c, PetscInt from, int axis)
{
  int64_t first = INT64_MIN;

  for (PetscInt a = from; a < c->n_owned; a++)
    if (!is_inside(w, c, a, axis)) first = max_int(first, ~c->id[a]);
  return first;
}

PetscErrorCode reflect_check_inside(const World *w, PetscInt from)
{
  const Domain *d        = w->domain;
  int64_t       first[3] = {INT64_MIN, INT64_MIN, INT64_MIN};

  PetscFunctionBeginUser;
  for (int k = 0; k < d->dimension; k++)
    if (boundary_reflects(d->boundary[k]))
      first[k] =
        max_int(first_outside(w, w->clumps, from, k), first_outside(w, w->waiting->clumps, 0, k));
  PetscCall(parallel_max_int(w->par, first, 3));
  for (int k = 0; k < 3; k++)
    if (first[k] != INT64_MIN)
      options_mistake(w->options,
                      "clumps: clump %" PRId64
                      " has a pebble outside a reflecting face of the domain along %c (%g and %g "
                      "m): move the clump, or the face, or make the faces open, free or periodic",
                      ~first[k], "xyz"[k], vec3_axis(d->lo, k), vec3_axis(d->hi, k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the account ---- */

static const StateItem momentum_state[] = {
  ITEM(INT64, BY("_momentum", sum_state_get, sum_state_put), "kg m s-1", -0x1p63, 0x1p63,
       "in runs with reflecting faces: momentum along the axis that clumps have given to this "
       "face, as a sum of 68 limbs: limb k counts 2^(32 k - 1088) kg m/s",
       .count = SUM_LIMBS, .flags = STATE_LACKING),
  {0},
};

static const char *const face_names[FACES] = {"x_lo", "y_lo", "z_lo", "x_hi", "y_hi", "z_hi"};

static StatePart part_of(const char *face, Sum *sum)
{
  StatePart part = state_part(STATE_FOLDER, "face", face, momentum_state, sum);

  part.prefix = "face";
  return part;
}

static PetscErrorCode open(void *self, World *w)
{
  FaceAccount *a = self;

  PetscFunctionBeginUser;
  a->reflects = a->used = domain_reflects(w->domain);
  a->motion             = (MotionFaces){.templates = w->templates,
                                        .lost      = world_energy(w, "faces"),
                                        .momentum  = a->momentum,
                                        .corrected = w->interactions->n == 0};
  for (int k = 0; w->saved && k < FACES; k++) {
    const StatePart part = part_of(face_names[k], &a->whole[k]);

    a->used = a->used || state_has_part(w->saved, &part);
  }
  PetscCall(module_take(&faces_module, a, w));
  for (int k = 0; k < FACES && w->par->rank == 0; k++) a->momentum[k] = a->whole[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  FaceAccount *a = self;

  PetscFunctionBeginUser;
  if (!a) state_list_part(parts, part_of("<face>", NULL));
  if (!a || !a->used) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(a->whole, a->momentum, sizeof a->whole);
  PetscCall(sum_reduce(w->par, a->whole, FACES));
  for (int k = 0; k < FACES; k++) state_list_part(parts, part_of(face_names[k], &a->whole[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Module faces_module = {
  .name = "faces", .size = sizeof(FaceAccount), .setup = {.open = open}, .list = list};
