/* SPDX-License-Identifier: MIT */
/* A plan for so many parts counts the same as so many ranks have: clumps, copies, pebbles, pairs,
   contacts, messages and bytes, all exactly, after the first build of a run and after a balance in
   its middle; and the plan for any number of parts is the same on any number of ranks. */
#include "sim_test.h"
#include "tools/plan/parts.h"

#define MATTER \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .8, " \
  "tangential: hooke, friction: .4}\n"

/* A heap that slides on a floor: a periodic, an open and a free direction, clumps of one to four
 * pebbles. */
#define HEAP \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 5e-4, gravity: [1, 0, -5], seed: 5, overlap_limit: 2}\n" \
  "domain: {lo: [0, 0, 0], hi: [6, 4, 6], boundary: [periodic, open, free]}\n" MATTER \
  "template:\n  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2, .9,0,0,.2]}\n" \
  "  - ball: {material: a, pebbles: [0,0,0,.2]}\n" \
  "clumps:\n  - load: {template: [rod, ball], count: 90, lo: [0, .9, .5], hi: [6, 3.1, 5.5], " \
  "velocity: [1, 0, -3]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
static const char heap[] = HEAP;
/* Pebbles that attract each other, whose pairs reach farther than contacts. */
static const char drawn[] =
  HEAP "interaction:\n  - pull: {type: lennard_jones, between: [a, a], epsilon: 1e-4, sigma: .4, "
       "cutoff: .9}\n";

/* Periodic all round; one clump longer than the box meets its own images. */
static const char ring[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 6, overlap_limit: 9}\n"
  "domain: {lo: [-1, 0, 0], hi: [3, 9, 5], boundary: [periodic, periodic, periodic]}\n" MATTER
  "template:\n  - hook: {material: a, pebbles: [0,0,0,.4, .6,.2,0,.4, 1.2,.3,0,.4, 1.8,.4,0,.4, "
  "2.4,.6,.1,.4, 3,.8,.3,.4, 3.6,.4,.3,.4]}\n"
  "  - pair: {material: a, pebbles: [0,0,0,.2, .25,0,0,.2]}\n"
  "clumps:\n  - one: {template: [hook], position: [0, 2, 1]}\n"
  "  - others: {template: [pair], count: 250, lo: [-1, 0, 0], hi: [3, 9, 5], velocity: [2, 1, "
  "0]}\n";

/* Chains and ropes across all faces, in columns; with hard contacts, in poses. Springs reach
   far. */
#define CHAINS(CONTACT, HARD) \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 5e-4, gravity: [1, 0, -5], overlap_limit: 9}\n" \
  "domain: {lo: [0, 0, 0], hi: [6, 4, 6], boundary: [periodic, open, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" CONTACT \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.2]}\n" \
  "  - pair: {material: a, pebbles: [0,0,0,.2, .25,0,0,.2]}\n" \
  "clumps:\n  - all: {file: chains.csv}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "constraint:\n" HARD "  - chain: {type: distance, file: chains_of.csv, sweeps: 3}\n" \
  "spring:\n  - far: {file: far.csv, stiffness: 1}\n"
static const char chains[] = CHAINS(
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .8}\n", "");
static const char hard[] =
  CHAINS("", "  - a-a: {type: contact, between: [a, a], sweeps: 4, velocity_sweeps: 2}\n");

static void write_chains(void)
{
  enum { CHAINS_OF = 8, LENGTH = 13 };
  static char clumps[20000], pairs[8000], far[2000];
  size_t      n = (size_t)snprintf(clumps, sizeof clumps, "id,template,x,y,z\n"),
         m      = (size_t)snprintf(pairs, sizeof pairs, "a,b,length\n"),
         f      = (size_t)snprintf(far, sizeof far, "id_a,id_b,rest_length\n");

  for (int i = 0; i < CHAINS_OF; i++)
    for (int j = 0; j < LENGTH; j++) {
      const int id = 100 * i + j;

      n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,%s,%.17g,%.17g,%g\n", id,
                            (i + j) % 4 ? "ball" : "pair", .1 + .45 * j,
                            .3 + .6 * (i % 4) + .4 * (j % 2), .4 + 2.7 * (i / 4));
      if (j > 0) m += (size_t)snprintf(pairs + m, sizeof pairs - m, "%d,%d,.6\n", id - 1, id);
    }
  for (int i = 1; i < CHAINS_OF; i++)
    f += (size_t)snprintf(far + f, sizeof far - f, "%d,%d,2\n", 100 * i, 100 * (i - 1) + 7);
  test_file("chains.csv", clumps);
  test_file("chains_of.csv", pairs);
  test_file("far.csv", far);
}

static void check_part(const Part *planned, const Part *real)
{
  const int64_t *p = (const int64_t *)planned, *r = (const int64_t *)real;

  for (int k = 0; k < PART_COUNTS; k++)
    if (p[k] != r[k])
      test_fail(__FILE__, __LINE__, "count %d: planned %lld, has %lld", k, (long long)p[k],
                (long long)r[k]);
}

/* This rank's part of a plan by the cuts of the run. */
static void check_here(const Sim *sim)
{
  const Part here = parts_here(sim);
  Part      *parts;

  CALL(PetscMalloc1(test_size(), &parts));
  CALL(parts_count(sim, &sim->space.decomposition, test_size(), parts));
  check_part(&parts[test_rank()], &here);
  CHECK_INT(part_messages(&here),
            here.receivers * (1 + here.sweep_out) + here.senders * (1 + here.sweep_back));
  CHECK_INT(part_bytes(&here, sim->matter.clumps->fields),
            (128 + here.sweep_out_bytes) * here.given_remote +
              (48 + here.sweep_back_bytes) * here.remote);
  CALL(PetscFree(parts));
}

/* Check a plan with its own cuts, which the run then gets. */
static void check_plan(Sim *sim)
{
  Decomposition own = {0};
  Part         *parts, here;

  CALL(PetscMalloc1(test_size(), &parts));
  CALL(sim_cut(sim, test_size(), &own));
  CALL(parts_count(sim, &own, test_size(), parts));
  decomposition_free(&sim->space.decomposition);
  sim->space.decomposition = own;
  CALL(sim_rebuild(sim, 0, false));
  here = parts_here(sim);
  check_part(&parts[test_rank()], &here);
  if (test_size() > 1 && here.wide == 0) CHECK(here.receivers > 0 && here.senders > 0);
  CALL(PetscFree(parts));
}

static void ranks_have_what_was_planned(const char *scenario, const char *options, const char *fact)
{
  char text[200];
  Sim *sim;

  snprintf(text, sizeof text, "-search_skin 0.05 -balance_threshold 1e9 %s",
           options); /* nothing but what is asked for changes */
  sim = test_sim(PETSC_COMM_WORLD, scenario, text);
  check_here(sim);
  test_steps(sim, 100);
  CALL(sim_rebuild(sim, 0, true));
  check_here(sim);
  check_plan(sim);
  CALL(sim_destroy(&sim));
  test_end(fact);
}

/* Messages that this rank has begun to send: they are persistent. */
static int64_t sent;

/* Sums and maxima over all ranks. */
static int64_t reduced;

#undef MPI_Iallreduce
int MPI_Iallreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request)
{
  reduced++;
  return PMPI_Iallreduce(from, to, n, type, op, comm, request);
}

#undef MPI_Allreduce
int MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
  reduced++;
  return PMPI_Allreduce(from, to, n, type, op, comm);
}

#undef MPI_Start /* PETSc counts them by a macro of the name */
int MPI_Start(MPI_Request *request)
{
  sent++;
  return PMPI_Start(request);
}

static void a_step_sends_what_was_planned(const char *scenario, const char *fact)
{
  Sim *sim   = test_sim(PETSC_COMM_WORLD, scenario, "-decomp_random 7");
  int  plain = 0;

  for (int k = 0; k < 20; k++) {
    const Part     here   = parts_here(sim);
    const Counters before = sim->stages.counters;

    sent = reduced = 0;
    test_steps(sim, 1);
    if (before.rebuilds < sim->stages.counters.rebuilds ||
        before.narrowings < sim->stages.counters.narrowings ||
        before.repeats < sim->stages.counters.repeats || before.again < sim->stages.counters.again)
      continue;
    CHECK_INT(sent, part_messages(&here));
    CHECK_INT(reduced, test_size() > 1);
    plain++;
  }
  CHECK(plain > 2);
  CALL(sim_destroy(&sim));
  test_end(fact);
}

static void check_cuts(const Decomposition *planned, const Decomposition *real)
{
  CHECK_INT(planned->n, real->n);
  for (int k = 0; k < planned->n && k < real->n; k++) {
    if (planned->nodes[k].count == 1) continue;
    CHECK_INT(planned->nodes[k].axis, real->nodes[k].axis);
    CHECK(planned->nodes[k].cut == real->nodes[k].cut);
  }
}

/* A plan on one rank has the cuts with which a run on so many ranks begins. */
static void runs_begin_with_the_cuts_of_their_plan(void)
{
  static const char *const options[] = {"", "-balance_threshold 1.0001", "-decomp_random 8"};

  for (int k = 0; k < 3; k++) {
    Sim *sim          = test_sim(PETSC_COMM_WORLD, heap, options[k]),
        *alone        = test_sim(PETSC_COMM_SELF, heap, options[k]);
    Decomposition cut = {0};
    bool          again;

    CALL(sim_cut(alone, test_size(), &cut));
    check_cuts(&cut, &sim->space.decomposition);
    CALL(sim_assess_balance(sim, false, 0));
    again = sim_cuts_again(alone, test_size(), sim->lists.balance.imbalance);
    if (test_size() > 1) CHECK_INT(again, k < 2);
    if (again) CALL(sim_cut_again(alone, &cut));
    CALL(sim_even(sim));
    check_cuts(&cut, &sim->space.decomposition);
    decomposition_free(&cut);
    CALL(sim_destroy(&sim));
    CALL(sim_destroy(&alone));
  }
  test_end("a run begins with the cuts of its plan, before and after its first balance");
}

/* Boxes as small as a pebble, and more parts than there are clumps. */
static void a_plan_is_the_same_on_any_number_of_ranks(const char *scenario, const char *fact)
{
  static const int tries[] = {1, 7, 64, 1000};
  Sim             *here    = test_sim(PETSC_COMM_WORLD, scenario, ""),
      *alone               = test_sim(PETSC_COMM_SELF, scenario, "");

  for (size_t t = 0; t < sizeof tries / sizeof *tries; t++) {
    const int     n   = tries[t];
    Decomposition cut = {0}, same = {0};
    Part         *parts, *expected, total = {0};

    CALL(PetscMalloc2(n, &parts, n, &expected));
    CALL(sim_cut(here, n, &cut));
    CALL(sim_cut(alone, n, &same));
    CALL(parts_count(here, &cut, n, parts));
    CALL(parts_count(alone, &same, n, expected));
    for (int k = 0; k < n; k++) {
      check_part(&parts[k], &expected[k]);
      total.clumps += parts[k].clumps;
      total.pairs += parts[k].pairs;
      total.contacts += parts[k].contacts;
      total.copies += parts[k].copies;
      total.given += parts[k].given;
    }
    CHECK_INT(total.clumps, alone->matter.clumps->n_owned);
    CHECK_INT(total.pairs, alone->pairs->pebbles.n + alone->pairs->walls.n);
    CHECK_INT(total.contacts, contacts_count(alone->contacts));
    if (parts[0].wide == 0) CHECK_INT(total.copies, total.given);
    else CHECK(total.copies > total.given);
    decomposition_free(&cut);
    decomposition_free(&same);
    CALL(PetscFree2(parts, expected));
  }
  CALL(sim_destroy(&here));
  CALL(sim_destroy(&alone));
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  ranks_have_what_was_planned(heap, "", "a heap: every rank has what was planned for its part");
  ranks_have_what_was_planned(heap, "-decomp_random 3", "likewise with cuts at random places");
  ranks_have_what_was_planned(ring, "", "clumps that meet their own images: likewise");
  ranks_have_what_was_planned(ring, "-decomp_random 4", "likewise with cuts at random places");
  ranks_have_what_was_planned(heap, "-halo_wide 2", "and with clumps that are told to all");
  ranks_have_what_was_planned(drawn, "-decomp_random 3", "pairs of interactions are planned, too");
  write_chains();
  ranks_have_what_was_planned(chains, "-decomp_random 5", "links, with copies of both ends");
  ranks_have_what_was_planned(hard, "", "hard contacts beside links");
  ranks_have_what_was_planned(hard, "-decomp_random 6 -halo_wide 1", "likewise, told to all");
  a_step_sends_what_was_planned(heap, "messages of a step are those of the plan");
  a_step_sends_what_was_planned(chains, "with those of sweeps of rods");
  a_step_sends_what_was_planned(hard, "and of hard contacts");
  ranks_have_what_was_planned(ring, "-halo_wide 5 -decomp_random 2",
                              "likewise with cuts at random places");
  runs_begin_with_the_cuts_of_their_plan();
  a_plan_is_the_same_on_any_number_of_ranks(
    heap, "a heap: any number of ranks plans the same for 1 to 1000 parts");
  a_plan_is_the_same_on_any_number_of_ranks(ring, "clumps that meet their own images: likewise");
  test_folder_remove();
}
