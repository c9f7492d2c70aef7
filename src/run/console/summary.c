/* SPDX-License-Identifier: MIT */
/* stages.csv and warnings.txt (summary.h). */
#include "run/console/summary.h"
#include "output/files.h"
#include "run/sim.h"

enum { ROW = 96 };

/* Replace a file of the run's folder, or remove it if there is nothing to write. True: that
   failed. */
static bool put(const Sim *sim, const char *name, const char *text)
{
  char  path[PETSC_MAX_PATH_LEN + 32], fresh[PETSC_MAX_PATH_LEN + 40];
  FILE *file;
  bool  good;

  snprintf(path, sizeof path, "%s/%s", sim->output_dir, name);
  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  if (!text) {
    file_remove(path);
    return false;
  }
  file = file_create(fresh);
  good = file && fputs(text, file) >= 0;
  if (file) good = fclose(file) == 0 && good;
  good = good && rename(fresh, path) == 0;
  if (!good) file_remove(fresh);
  return !good;
}

PetscErrorCode summary_write(Sim *sim)
{
  const Stages *s = &sim->stages;
  int64_t       sum[STAGES], most[STAGES]; /* ns */
  char          text[(STAGES + 1) * ROW] = "stage,mean,largest\n";
  bool          failed                   = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < STAGES; k++) sum[k] = most[k] = (int64_t)(1e9 * s->seconds[k]);
  PetscCall(parallel_sum_int(&sim->par, sum, STAGES));
  PetscCall(parallel_max_int(&sim->par, most, STAGES));
  for (int k = 0; k < STAGES; k++) {
    const size_t n = strlen(text);

    snprintf(text + n, sizeof text - n, "%s,%.6f,%.6f\n", stage_names[k],
             1e-9 * (double)sum[k] / sim->par.size, 1e-9 * (double)most[k]);
  }
  if (sim->par.rank == 0) {
    const bool stages = put(sim, "stages.csv", text);

    failed = put(sim, "warnings.txt", sim->warnings.text) || stages;
  }
  PetscCall(parallel_any(&sim->par, &failed));
  if (failed)
    warning_add(&sim->warnings, "stages.csv or warnings.txt in %s cannot be written",
                sim->output_dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}
