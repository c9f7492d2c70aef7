/* SPDX-License-Identifier: MIT */
/* List of named arrays. */
#include "output/extras.h"

bool extras_may_be_called(const char *name)
{
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const size_t      n         = strlen(name);

  return n > 0 && n < NAME_LENGTH && strspn(name, allowed) == n;
}

const Extra *extras_find(const Extras *extras, const char *name)
{
  for (int i = 0; i < extras->n; i++) {
    if (strcmp(extras->list[i].name, name) == 0) return &extras->list[i];
  }
  return NULL;
}

static void extra_free(Extra *extra)
{
  array_free(&extra->integers);
  array_free(&extra->reals);
}

/* Entry of this name with its former array freed, or a new entry. */
static PetscErrorCode place_find(Extras *extras, const char *name, Extra **place)
{
  const Extra *old      = extras_find(extras, name);
  PetscInt     capacity = extras->capacity;

  PetscFunctionBeginUser;
  PetscCheck(extras_may_be_called(name), PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
             "'%s': not a name for saved state", name);
  if (old) *place = &extras->list[old - extras->list];
  else {
    PetscCall(array_reserve(&extras->list, sizeof *extras->list, extras->n + 1, &capacity));
    extras->capacity = (int)capacity;
    *place           = &extras->list[extras->n++];
    **place          = (Extra){.n = 0};
  }
  extra_free(*place);
  strcpy((*place)->name, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode extras_set_integers(Extras *extras, const char *name, int64_t n,
                                   const int64_t *values)
{
  Extra *place;

  PetscFunctionBeginUser;
  PetscCall(place_find(extras, name, &place));
  PetscCall(array_create(&place->integers, sizeof *place->integers, (PetscInt)n));
  if (n > 0) memcpy(place->integers, values, sizeof *values * (size_t)n);
  place->n = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode extras_set_reals(Extras *extras, const char *name, int64_t n, const double *values)
{
  Extra *place;

  PetscFunctionBeginUser;
  PetscCall(place_find(extras, name, &place));
  PetscCall(array_create(&place->reals, sizeof *place->reals, (PetscInt)n));
  if (n > 0) memcpy(place->reals, values, sizeof *values * (size_t)n);
  place->n = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void extras_free(Extras *extras)
{
  for (int i = 0; i < extras->n; i++) extra_free(&extras->list[i]);
  array_free(&extras->list);
  extras->n = extras->capacity = 0;
}
