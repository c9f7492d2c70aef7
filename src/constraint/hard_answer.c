/* SPDX-License-Identifier: MIT */
/* Answers of hard contacts to the kick that ends a step (answer.h). */
#include "constraint/hard.h"

enum { KEPT = 4 };
static const int columns[KEPT] = {SPHERES_LAMBDA, SPHERES_BEFORE, SPHERES_TO, SPHERES_ON};

static PetscErrorCode keep(const Hard *h, HardAnswer *to)
{
  const PetscInt n = h->spheres.n, listed = hard_listed(h);

  PetscFunctionBeginUser;
  *to = (HardAnswer){0};
  PetscCall(array_create(&to->list, sizeof *to->list, listed));
  PetscCall(array_create(&to->place, sizeof *to->place, listed));
  PetscCall(array_create(&to->sphere, KEPT * sizeof(double), n));
  if (listed > 0) memcpy(to->list, h->list, (size_t)listed * sizeof *to->list);
  if (listed > 0) memcpy(to->place, h->place, (size_t)listed * sizeof *to->place);
  for (int k = 0; n > 0 && k < KEPT; k++)
    memcpy(to->sphere + k * n, h->spheres.column[columns[k]], (size_t)n * sizeof(double));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if bodies part after a contact. */
static bool is_parted(const Hard *h, int32_t a, int32_t b, int32_t law, double approach)
{
  return h->laws[law].restitution > 0 && approach < -hard_rest(h, a, b);
}

static void begin_contact(const Hard *h, const ConstraintScene *s, double part, PetscInt k)
{
  HardContact *at   = &h->list[k];
  const bool   acts = at->lambda > 0 && !is_parted(h, at->a, at->b, at->law, at->approach);

  at->bounces  = acts;
  at->approach = 0; /* the velocity that is sought */
  at->lambda = at->before = part * at->lambda;
  at->grip = at->grip_before = vec3_scale(part, at->grip);
  h->place[k].wall_v         = vec3(0, 0, 0); /* walls have no kick */
  if (acts) hard_respond(s, h, at, &h->place[k]);
}

static void begin_spheres(const Hard *h, double part)
{
  const HardSpheres *l = &h->spheres;

  for (PetscInt k = 0; k < l->n; k++) {
    double *lambda = &l->column[SPHERES_LAMBDA][k];

    l->column[SPHERES_ON][k] =
      *lambda > 0 && !is_parted(h, l->a[k], l->b[k], l->law[k], l->column[SPHERES_APPROACH][k]);
    l->column[SPHERES_TO][k] = 0;
    *lambda *= part;
    l->column[SPHERES_BEFORE][k] = *lambda;
  }
}

PetscErrorCode hard_answer_begin(Hard *h, const ConstraintScene *s, double part, HardAnswer *kept)
{
  PetscFunctionBeginUser;
  PetscCall(keep(h, kept));
  for (PetscInt k = 0; k < hard_listed(h); k++) begin_contact(h, s, part, k);
  begin_spheres(h, part);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void hard_answer_end(Hard *h, HardAnswer *kept)
{
  const PetscInt n = h->spheres.n, listed = hard_listed(h);

  if (listed > 0) memcpy(h->list, kept->list, (size_t)listed * sizeof *kept->list);
  if (listed > 0) memcpy(h->place, kept->place, (size_t)listed * sizeof *kept->place);
  for (int k = 0; n > 0 && k < KEPT; k++)
    memcpy(h->spheres.column[columns[k]], kept->sphere + k * n, (size_t)n * sizeof(double));
  array_free(&kept->list);
  array_free(&kept->place);
  array_free(&kept->sphere);
}
