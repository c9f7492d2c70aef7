/* SPDX-License-Identifier: MIT */
#include "motion/face_account.h"
#include "base/sums/sum_state.h"
#include "interaction/interactions.h"

static const StateItem momentum_state[] = {
  {.name  = "_momentum",
   .unit  = "kg m s-1",
   .text  = "in runs with reflecting faces: momentum along the axis that clumps have given to this "
            "face, as a sum of 68 limbs: limb k counts 2^(32 k - 1088) kg m/s",
   .type  = STATE_INT64,
   .count = SUM_LIMBS,
   .lo    = -0x1p63,
   .hi    = 0x1p63,
   .flags = STATE_LACKING,
   .get   = sum_state_get,
   .put   = sum_state_put},
  {NULL},
};

static StatePart part_of(const char *face, Sum *sum)
{
  StatePart part = {.prefix = "face", .items = momentum_state, .owner = sum};

  snprintf(part.folder, sizeof part.folder, "%s/face/%s", STATE_FOLDER, face);
  return part;
}

static StatePart part_of_face(int k, Sum *sum)
{
  static const char *const names[FACES] = {"x_lo", "y_lo", "z_lo", "x_hi", "y_hi", "z_hi"};

  return part_of(names[k], sum);
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
    const StatePart part = part_of_face(k, &a->whole[k]);

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
  if (!a) PetscCall(state_list_part(parts, part_of("<face>", NULL)));
  if (!a || !a->used) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(a->whole, a->momentum, sizeof a->whole);
  PetscCall(sum_reduce(w->par, a->whole, FACES));
  for (int k = 0; k < FACES; k++) PetscCall(state_list_part(parts, part_of_face(k, &a->whole[k])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Module faces_module = {
  .name = "faces", .size = sizeof(FaceAccount), .setup = {.open = open}, .list = list};
