/* SPDX-License-Identifier: MIT */
/* Messages and bytes of steps: what the plan says of them, what the halo counts and what PETSc's
 * log saw are the same numbers. */
#include "sim_test.h"
#include "tools/plan/parts.h"

static const char gas[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 2, overlap_limit: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [8, 6, 4], boundary: [periodic, periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e3, restitution: 1}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.2, .25,0,0,.2]}\n"
  "clumps:\n  - all: {template: [pair], count: 200, lo: [0, 0, .5], hi: [8, 6, 3.5], velocity: "
  "[.01, 0, 0]}\n"
  "search: {skin: .3}\n";

/* Sent and received, as PETSc has them: it counts both. */
typedef struct {
  double messages, bytes;
} Seen;

static Seen seen(const Sim *sim, Stage which)
{
  PetscStageLog log;

  CALL(PetscLogGetStageLog(&log));
  return (Seen){log->stageInfo[sim->stages.id[which]].perfInfo.numMessages,
                log->stageInfo[sim->stages.id[which]].perfInfo.messageLength};
}

static void check_stage(const char *what, Seen before, Seen after, int64_t messages, int64_t bytes)
{
  if (after.messages - before.messages != (double)messages ||
      after.bytes - before.bytes != (double)bytes)
    test_fail(__FILE__, __LINE__, "%s: PETSc saw %g messages and %g bytes, not %lld and %lld", what,
              after.messages - before.messages, after.bytes - before.bytes, (long long)messages,
              (long long)bytes);
}

static void steps_send_what_is_planned(void)
{
  enum { STEPS = 40 };
  Sim           *sim     = test_sim(PETSC_COMM_WORLD, gas, "-rebuild_every 1000");
  const int64_t  repeats = sim->stages.counters.repeats;
  const HaloSent before  = halo_sent(sim->space.halo);
  const Seen     out = seen(sim, STAGE_REFRESH), back = seen(sim, STAGE_REDUCE);
  const Part     here = parts_here(sim);
  HaloSent       after;
  Part          *parts;

  CHECK(sim->stages.on);
  CALL(PetscMalloc1(test_size(), &parts));
  CALL(parts_count(sim, &sim->space.decomposition, test_size(), parts));
  test_steps(sim, STEPS);
  after = halo_sent(sim->space.halo);
  CHECK_INT(sim->stages.counters.rebuilds, 0); /* nothing but steps */
  CHECK_INT(sim->stages.counters.repeats, repeats);
  CHECK_INT(after.messages - before.messages, STEPS * part_messages(&parts[test_rank()]));
  CHECK_INT(after.bytes - before.bytes,
            STEPS * part_bytes(&parts[test_rank()], sim->matter.clumps->fields));
  check_stage("refresh", out, seen(sim, STAGE_REFRESH), STEPS * (here.receivers + here.senders),
              STEPS * HALO_POSE_BYTES * (here.given_remote + here.remote));
  check_stage("reduce", back, seen(sim, STAGE_REDUCE), STEPS * (here.receivers + here.senders),
              STEPS * HALO_LOAD_BYTES * (here.given_remote + here.remote));
  CALL(PetscFree(parts));
  CALL(sim_destroy(&sim));
  test_end("the plan, the halo and PETSc's log agree on messages and bytes of steps");
}

/* Everything that is sent belongs to a stage with a name. */
static void a_rebuild_has_its_stages(void)
{
  static const Stage quiet[] = {STAGE_MOTION, STAGE_PLACE, STAGE_CONTACT, STAGE_SEARCH};
  Sim               *sim     = test_sim(PETSC_COMM_WORLD, gas, "-decomp_random 5");
  const Seen         halo = seen(sim, STAGE_HALO), reduce = seen(sim, STAGE_REDUCE),
             migrate = seen(sim, STAGE_MIGRATE);
  double moved;
  Part   here;

  CALL(sim_rebuild(sim, 0, true));
  here = parts_here(sim);
  test_steps(sim, 1);
  check_stage("reduce", reduce, seen(sim, STAGE_REDUCE),
              here.receivers + here.senders, /* the graph is made: nothing more */
              HALO_LOAD_BYTES * (here.given_remote + here.remote));
  moved = seen(sim, STAGE_MIGRATE).messages - migrate.messages;
  CALL(MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD));
  if (test_size() > 1) {
    CHECK(seen(sim, STAGE_HALO).messages > halo.messages);
    CHECK(moved > 0);
  }
  for (size_t k = 0; k < sizeof quiet / sizeof *quiet; k++)
    CHECK(seen(sim, quiet[k]).messages == 0);
  CALL(sim_destroy(&sim));
  test_end("rebuilds send under the names of their parts, and rooms that need nobody send nothing");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  CALL(PetscLogDefaultBegin());
  steps_send_what_is_planned();
  a_rebuild_has_its_stages();
  test_folder_remove();
}
