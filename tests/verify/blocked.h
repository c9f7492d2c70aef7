/* SPDX-License-Identifier: MIT */
/* A clump with blocked degrees of freedom, on each rank by itself. */
#ifndef BLOCKED_H
#define BLOCKED_H

#include "sim_test.h"

/* The scenario after so many steps of dt, s. */
static inline Sim *stepped(const char *scene, double dt, int steps)
{
  char options[64];
  Sim *sim;

  snprintf(options, sizeof options, "-run_dt %.17g", dt);
  sim = test_sim(PETSC_COMM_SELF, scene, options);
  test_steps(sim, steps);
  return sim;
}

/* Attitude of the template's axes as given. */
static inline Quat attitude_of(const Sim *sim)
{
  return quat_mul(sim->matter.clumps->pose[0].q,
                  quat_conjugate(sim->matter.templates.list[0].mass.axes));
}

#endif
