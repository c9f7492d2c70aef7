/* SPDX-License-Identifier: MIT */
/* Probes that several tests evaluate. */
#ifndef PROBE_CASE_H
#define PROBE_CASE_H

#include "sph_case.h"

/* Numbers of all points of a probe, on rank 0 of the simulation; to be freed with array_free. */
static inline double *numbers_of(Sim *sim, int k)
{
  const Probe *p    = &sim_probes(sim)->list[k];
  const int    each = probe_numbers(p);
  double      *mine, *all;
  int64_t      from, n, from_all[2];
  int         *counts;

  CALL(probe_evaluate(p, &sim->par, &sim->space.domain, sim->matter.clumps, &from, &n, &mine));
  array_create(&all, sizeof *all, (PetscInt)(p->n * each));
  array_create(&counts, sizeof *counts, sim->par.size);
  CALL(parallel_counts(&sim->par, (int)(n * each), counts));
  CALL(parallel_gather(&sim->par, mine, counts, all));
  CALL(parallel_offset(&sim->par, n, &from_all[0], &from_all[1]));
  CHECK_INT(from_all[0], from_all[1] == n && from == p->n ? 0 : from);
  CHECK_INT(from_all[1], p->n);
  array_free(&mine);
  array_free(&counts);
  return all;
}

#endif
