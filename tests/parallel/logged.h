/* SPDX-License-Identifier: MIT */
/* A case whose state, and columns of log.csv, must have the same bits on any ranks, with any lists
   and copies, and restarted from one rank to all and back. */
#ifndef LOGGED_H
#define LOGGED_H

#include "sim_test.h"

enum { LOGGED_COLUMNS = 4 };

typedef struct {
  const char *scenario;
  const char *columns[LOGGED_COLUMNS + 1]; /* of log.csv, up to NULL */
  int         steps, restart;              /* the restart is after so many steps */
  const char *ways[8]; /* options with which it is run, up to NULL: none may change its bits */
} LoggedCase;

typedef struct {
  uint64_t digest;
  double   value[LOGGED_COLUMNS];
} Logged;

static inline Logged logged_of(const LoggedCase *c, Sim *sim)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  Logged             is       = {.digest = test_digest(sim)};
  TotalValues        totals;

  CALL(totals_find(&measured, &totals));
  for (int k = 0; c->columns[k]; k++) is.value[k] = totals_value(&totals, c->columns[k]);
  return is;
}

/* Take the remaining steps and compare with the expected result; the simulation is destroyed. */
static inline void logged_check(const LoggedCase *c, Sim *sim, Logged expected)
{
  Logged is;

  test_steps(sim, c->steps - (int)sim->clock.step);
  is = logged_of(c, sim);
  CHECK_INT((int64_t)is.digest, (int64_t)expected.digest);
  for (int k = 0; c->columns[k]; k++) CHECK_BITS(is.value[k], expected.value[k]);
  CALL(sim_destroy(&sim));
}

/* The result of a run on rank 0 alone, with a checkpoint on the way. Some clumps must leave. */
static inline Logged logged_alone(const LoggedCase *c)
{
  Sim   *sim = test_sim_alone(c->scenario, "");
  Logged is  = {0};
  bool   written;

  if (sim) {
    test_steps(sim, c->restart);
    CALL(save_write(sim, &written));
    CHECK(written);
    test_steps(sim, c->steps - c->restart);
    is = logged_of(c, sim);
    CHECK(sim->energy.account.removed > 0 || sim->lists.gone);
    CALL(sim_destroy(&sim));
  }
  test_from_rank_0(&is, sizeof is);
  return is;
}

/* Ways and restarts are dealt out over the numbers of ranks, as by test_way_here and test_restarts.
   A checkpoint after `restart` steps stays in the test's folder. Collective. */
static inline void logged_stays(const LoggedCase *c, const char *ranks, const char *restarts)
{
  const Logged alone = logged_alone(c);
  char         options[400];
  size_t       n = 0;

  while (c->ways[n]) n++;
  for (size_t k = 0; k < n; k++)
    if (test_way_here(k, n))
      logged_check(c, test_sim(PETSC_COMM_WORLD, c->scenario, c->ways[k]), alone);
  test_end(ranks);
  if (test_restarts_to_one())
    CHECK_INT((int64_t)test_digest_restarted(c->scenario, PETSC_COMM_WORLD, c->restart,
                                             PETSC_COMM_SELF, c->steps),
              (int64_t)alone.digest);
  else {
    snprintf(options, sizeof options, "-restart %s/restart/clast-%d.h5 -decomp_random 3",
             test_folder(), c->restart);
    logged_check(c, test_sim(PETSC_COMM_WORLD, NULL, options), alone);
  }
  test_end(restarts);
}

#endif
