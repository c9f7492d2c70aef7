/* SPDX-License-Identifier: MIT */
/* The table "totals": columns of log.csv. */
#include "api/look.h"

/* Index of a total in TotalValues, by its name or by its number among those of this run; -1: it is
   none of them. */
static int total_find(const clast *self, const char *name, int number)
{
  const ContactScene scene    = sim_scene(self->sim);
  const Measured     measured = sim_measured(self->sim, &scene);

  for (int k = 0; k < self->n_totals; k++) {
    if (!total_is_used(&self->totals[k], &measured)) continue;
    if (name ? strcmp(self->totals[k].name, name) == 0 : number-- == 0) return k;
  }
  return -1;
}

static const char *column_name(const clast *self, int k)
{
  const int found = total_find(self, NULL, k);

  return found >= 0 ? self->totals[found].name : NULL;
}

/* True if the number is found by the evaluation of a step alone. */
static bool is_of_evaluation(const char *name)
{
  return strncmp(name, "stress_", 7) == 0 || strcmp(name, "pressure") == 0 ||
         strcmp(name, "max_overlap") == 0;
}

static PetscErrorCode look(clast *self, const char *name, clast_array *array)
{
  const int    k = total_find(self, name, 0);
  int64_t      n;
  TotalValues *totals = look_made(self, &total_table, "", &n);

  PetscFunctionBeginUser;
  if (!totals) {
    array_create(&totals, sizeof *totals, 1);
    PetscCall(totals_now(sim_world(self->sim), totals));
    look_keep(self, &total_table, "", 1, totals);
  }
  if (!self->sim->evaluation.done && is_of_evaluation(name)) totals->value[k] = NAN;
  *array = (clast_array){.data       = &totals->value[k],
                         .n          = 1,
                         .components = 1,
                         .type       = CLAST_REAL,
                         .stride     = sizeof(double),
                         .unit       = self->totals[k].unit ? self->totals[k].unit : "1"};
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Table total_table = {.name = "totals", .column = column_name, .look = look};
