/* SPDX-License-Identifier: MIT */
/* Complete simulations in a test: created from scenario text, stepped, compared by digest. */
#ifndef SIM_TEST_H
#define SIM_TEST_H

#include "measure/totals.h"
#include "run/module_states.h"
#include "run/sim.h"
#include "test.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Temporary folder of this test run, the same on all ranks; created on first use. */
static inline const char *test_folder(void)
{
  static char folder[256];
  const char *parent = getenv("TMPDIR");

  if (!folder[0]) {
    if (test_rank() == 0)
      snprintf(folder, sizeof folder, "%s/clast-test-%ld", parent ? parent : "/tmp",
               (long)getpid());
    (void)MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, PETSC_COMM_WORLD);
    if (test_rank() == 0) mkdir(folder, 0777);
    MPI_Barrier(PETSC_COMM_WORLD);
  }
  return folder;
}

static inline void test_folder_remove(void)
{
  char command[300];

  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(command, sizeof command, "rm -rf %s", test_folder());
  if (test_rank() == 0 && system(command) != 0) printf("# could not remove %s\n", test_folder());
}

/* Write a file in the test's folder. Rank 0 writes between barriers, so that no rank still reads
   the former file. Collective. */
static inline void test_file(const char *name, const char *text)
{
  char  path[400];
  FILE *f;

  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  MPI_Barrier(PETSC_COMM_WORLD);
  if (test_rank() == 0) {
    f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0) exit(99);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* Simulation on `comm` from the scenario file `path` (NULL: none, e.g. with -restart) and an option
   string as on the command line, with initial loads computed, ready to step. Collective on
   `comm`. */
static inline Sim *test_sim_from(MPI_Comm comm, const char *path, const char *options)
{
  int    mistakes;
  RunEnd end = RUN_GOES_ON;
  Sim   *sim;

  CALL(PetscOptionsInsertString(NULL, options));
  CALL(sim_create(comm, NULL, &(ScenarioSource){.file = path}, &sim, &mistakes));
  CALL(PetscOptionsClear(NULL));
  if (mistakes) {
    printf("Bail out! the scenario has mistakes: %s\n", path ? path : "(none)");
    MPI_Abort(PETSC_COMM_WORLD, 99);
  }
  snprintf(sim->folder.dir, sizeof sim->folder.dir, "%s", test_folder());
  if (!sim->folder.goes_on) CALL(sim_begin(sim, &end));
  CHECK(end == RUN_GOES_ON);
  return sim;
}

/* As test_sim_from, but from scenario text (or NULL), which is written to a file in the test's
   folder. Collective on all ranks of the test, also if comm is PETSC_COMM_SELF. */
static inline Sim *test_sim(MPI_Comm comm, const char *scenario, const char *options)
{
  char path[400];

  snprintf(path, sizeof path, "%s/case.yaml", test_folder());
  if (scenario) test_file("case.yaml", scenario);
  return test_sim_from(comm, scenario ? path : NULL, options);
}

/* As test_sim, on rank 0 alone, as a reference for runs on several ranks. NULL on the other ranks.
   Collective. */
static inline Sim *test_sim_alone(const char *scenario, const char *options)
{
  char path[400];

  test_file("case.yaml", scenario);
  snprintf(path, sizeof path, "%s/case.yaml", test_folder());
  return test_rank() == 0 ? test_sim_from(PETSC_COMM_SELF, path, options) : NULL;
}

static inline void test_steps(Sim *sim, int n)
{
  RunEnd end  = RUN_GOES_ON;
  bool   stop = false;

  for (int k = 0; k < n && end == RUN_GOES_ON; k++) CALL(sim_step(sim, &stop, &end));
  sim_complete(sim);
  CHECK(end == RUN_GOES_ON);
}

static inline uint64_t test_digest(Sim *sim)
{
  uint64_t digest;

  CALL(save_digest(sim, &digest));
  return digest;
}

/* Write a checkpoint, and start another simulation on `comm` from it, with these options.
   Collective on all ranks of the test. */
static inline Sim *test_continued(Sim *sim, MPI_Comm comm, const char *options)
{
  char text[900];
  bool written;

  CALL(save_write(sim, &written));
  CHECK(written);
  snprintf(text, sizeof text, "-restart %s/restart/clast-%" PRId64 ".h5 %s", test_folder(),
           sim->clock.step, options);
  MPI_Barrier(PETSC_COMM_WORLD);
  return test_sim_from(comm, NULL, text);
}

/* Go on from a checkpoint, on all ranks of the test, in place of this simulation. */
static inline Sim *test_restarted(Sim *sim, const char *options)
{
  Sim *next = test_continued(sim, PETSC_COMM_WORLD, options);

  CALL(sim_destroy(&sim));
  return next;
}

/* Digest after `steps` more steps; the simulation is destroyed. */
static inline uint64_t test_digest_after(Sim *sim, int steps)
{
  uint64_t digest;

  test_steps(sim, steps);
  digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  return digest;
}

/* True if this rank takes part in a simulation on PETSC_COMM_WORLD, or on
   PETSC_COMM_SELF of rank 0. */
static inline bool test_takes_part(MPI_Comm comm)
{
  return comm == PETSC_COMM_WORLD || test_rank() == 0;
}

/* Receive `size` bytes from rank 0, which has worked alone meanwhile. The others sleep, as ranks
   that wait in MPI would take processor time from it. Collective. */
static inline void test_from_rank_0(void *bytes, size_t size)
{
  MPI_Request request;
  int         done = 0;

  (void)MPI_Ibcast(bytes, (int)size, MPI_BYTE, 0, PETSC_COMM_WORLD, &request);
  for (;;) {
    (void)MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done) break;
    (void)poll(NULL, 0, 1); /* ms */
  }
}

/* The number that rank 0 has. Collective. */
static inline uint64_t test_of_rank_0(uint64_t number)
{
  test_from_rank_0(&number, sizeof number);
  return number;
}

/* Where rank 0 keeps what it has found for the other starts of this test, on other numbers of ranks:
   a path without ending, of its own for each case. False on other ranks, and if the test is started
   by hand. */
static inline bool test_kept_path(const char *scenario, const char *options, int steps, size_t size,
                                  char path[400])
{
  const char *folder = getenv("CLAST_TEST_KEPT"), *texts[] = {test_name(), scenario, options};
  uint64_t    hash = 14695981039346656037u + (uint64_t)steps + ((uint64_t)size << 32); /* FNV-1a */

  if (!folder || test_rank() != 0) return false;
  for (int k = 0; k < 3; k++)
    for (const char *at = texts[k]; *at; at++) hash = (hash ^ (unsigned char)*at) * 1099511628211u;
  snprintf(path, 400, "%s/%016" PRIx64, folder, hash);
  return true;
}

/* The file in which `size` bytes are kept; NULL if there is none. */
static inline FILE *test_kept(const char *scenario, const char *options, int steps, size_t size,
                              const char *mode)
{
  char path[400];

  return test_kept_path(scenario, options, steps, size, path) ? fopen(path, mode) : NULL;
}

/* Recall the numbers that an earlier start of the test kept for this case, on all ranks; false:
   it kept none. Collective. */
static inline bool test_recall(const char *scenario, const char *options, int steps, void *numbers,
                               size_t size)
{
  FILE *kept  = test_kept(scenario, options, steps, size, "r");
  int   found = kept ? fread(numbers, size, 1, kept) == 1 : 0;

  if (kept) (void)fclose(kept);
  test_from_rank_0(&found, sizeof found);
  if (found) test_from_rank_0(numbers, size);
  return found;
}

/* Keep the numbers that rank 0 has found for later starts, and give them to all ranks.
   Collective. */
static inline void test_keep(const char *scenario, const char *options, int steps, void *numbers,
                             size_t size)
{
  FILE *kept = test_kept(scenario, options, steps, size, "w");

  if (kept) {
    (void)fwrite(numbers, size, 1, kept);
    (void)fclose(kept);
  }
  test_from_rank_0(numbers, size);
}

/* Numbers that a run of a case on rank 0 alone gives: those that an earlier start has kept, or else
   what `run` puts there. The same on all ranks of the test. Collective on these. */
static inline void test_alone(const char *scenario, const char *options, int steps,
                              void (*run)(Sim *sim, int steps, void *numbers), void *numbers,
                              size_t size)
{
  Sim *sim;

  if (test_recall(scenario, options, steps, numbers, size)) return;
  sim = test_sim_alone(scenario, options);
  if (sim) run(sim, steps, numbers);
  CALL(sim_destroy(&sim));
  test_keep(scenario, options, steps, numbers, size);
}

static inline void test_find_digest(Sim *sim, int steps, void *digest)
{
  test_steps(sim, steps);
  *(uint64_t *)digest = test_digest(sim);
}

/* Digest of a case after `steps` steps on rank 0 alone. Collective. */
static inline uint64_t test_digest_alone(const char *scenario, const char *options, int steps)
{
  uint64_t digest = 0;

  test_alone(scenario, options, steps, test_find_digest, &digest, sizeof digest);
  return digest;
}

/* Run a case for `steps` steps on `comm` and write a checkpoint into `folder`. Collective on
   `comm`. */
static inline void test_write_after(MPI_Comm comm, const char *path, int steps, const char *folder)
{
  Sim *sim = test_sim_from(comm, path, "");
  bool written;

  snprintf(sim->folder.dir, sizeof sim->folder.dir, "%s", folder);
  test_steps(sim, steps);
  CALL(save_write(sim, &written));
  CHECK(written);
  CALL(sim_destroy(&sim));
}

/* The same on rank 0 alone, which calls this. The checkpoint is kept for the other starts of this
   test, unless the case reads files, which are in the folder of this start. */
static inline void test_write_alone(const char *scenario, const char *path, int steps,
                                    char checkpoint[500])
{
  char       folder[400];
  const bool kept =
    !strstr(scenario, "file: ") && test_kept_path(scenario, "checkpoint", steps, 0, folder);

  if (!kept) snprintf(folder, sizeof folder, "%s", test_folder());
  snprintf(checkpoint, 500, "%s/restart/clast-%d.h5", folder, steps);
  if (kept && access(checkpoint, R_OK) == 0) return;
  (void)mkdir(folder, 0777);
  test_write_after(PETSC_COMM_SELF, path, steps, folder);
}

/* Digest of a case after `steps` steps: `middle` of them on one communicator and, from a
   checkpoint, the others on another one: PETSC_COMM_WORLD, or rank 0 alone for PETSC_COMM_SELF. The
   same on all ranks of the test. Collective on these. */
static inline uint64_t test_digest_restarted(const char *scenario, MPI_Comm first, int middle,
                                             MPI_Comm then, int steps)
{
  uint64_t digest = 0;
  char     path[400], checkpoint[500], options[600];

  test_file("case.yaml", scenario);
  snprintf(path, sizeof path, "%s/case.yaml", test_folder());
  snprintf(checkpoint, sizeof checkpoint, "%s/restart/clast-%d.h5", test_folder(), middle);
  if (first == PETSC_COMM_WORLD) test_write_after(first, path, middle, test_folder());
  else if (test_rank() == 0) test_write_alone(scenario, path, middle, checkpoint);
  test_from_rank_0(checkpoint, sizeof checkpoint);
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(options, sizeof options, "-restart %s -decomp_random 3", checkpoint);
  if (test_takes_part(then))
    digest = test_digest_after(test_sim_from(then, NULL, options), steps - middle);
  return test_of_rank_0(digest);
}

/* True if a restart is from all ranks of the test to one, on 2 and 4; false: from one to all, on 1,
   3 and 8. */
static inline bool test_restarts_to_one(void)
{
  return test_size() == 2 || test_size() == 4;
}

/* A restart on another number of ranks, one way or the other, gives the digest `expected`.
   Collective. */
static inline void test_restarts(const char *scenario, int middle, int steps, uint64_t expected)
{
  const bool     to_one = test_restarts_to_one();
  const MPI_Comm first  = to_one ? PETSC_COMM_WORLD : PETSC_COMM_SELF,
                 then   = to_one ? PETSC_COMM_SELF : PETSC_COMM_WORLD;

  CHECK_INT((int64_t)test_digest_restarted(scenario, first, middle, then, steps),
            (int64_t)expected);
}

/* True if way k of n of running a scenario is tried on this number of ranks; no way may change the
   bits. Each is tried on two numbers of ranks at least, the first way on 1 and 2, odd ones on 1
   and 3, other even ones on 2 and, in turn, on 4 or 8, which have the first if there are too few.
   All ways on all numbers would take too long: ranks that share cores spend their time waiting. */
static inline bool test_way_here(size_t k, size_t n)
{
  switch (test_size()) {
  case 1: return k == 0 || k % 2 == 1;
  case 2: return k % 2 == 0;
  case 3: return k % 2 == 1 || n == 1;
  case 4: return n > 2 ? k % 4 == 2 : k == 0;
  default: return n > 4 ? k % 4 == 0 && k > 0 : k == 0;
  }
}

/* Take `steps` steps on rank 0 alone, from a checkpoint in place of this simulation, and go on from
   there on all ranks of the test. Collective. */
static inline Sim *test_stepped_alone(Sim *sim, int steps)
{
  const uint64_t digest = test_digest(sim);
  const int64_t  from   = sim->clock.step;
  char           text[400];
  bool           written;

  CALL(save_write(sim, &written));
  CHECK(written);
  CALL(sim_destroy(&sim));
  snprintf(text, sizeof text, "-restart %s/restart/clast-%" PRId64 ".h5", test_folder(), from);
  if (test_rank() == 0) {
    sim = test_sim_from(PETSC_COMM_SELF, NULL, text);
    CHECK(test_digest(sim) == digest);
    test_steps(sim, steps);
    CALL(save_write(sim, &written));
    CALL(sim_destroy(&sim));
  }
  snprintf(text, sizeof text, "-restart %s/restart/clast-%" PRId64 ".h5", test_folder(),
           from + steps);
  (void)test_of_rank_0(0);
  return test_sim_from(PETSC_COMM_WORLD, NULL, text);
}

/* True if closed forms are checked on this number of ranks, in a test of bits: 1 and 3 are enough,
   as the others give the same bits. */
static inline bool test_forms_here(void)
{
  return test_size() == 1 || test_size() == 3;
}

/* True if case k of a list of closed forms is checked on this number of ranks: all of them on one,
   the first one on more, as tests/parallel compares the bits of such cases on any number. */
static inline bool test_case_here(size_t k)
{
  return test_size() == 1 || k == 0;
}

/* Sum of a number over all ranks of the test. Collective. */
static inline int64_t test_total(int64_t n)
{
  int64_t sum = 0;

  (void)MPI_Allreduce(&n, &sum, 1, MPI_INT64_T, MPI_SUM, PETSC_COMM_WORLD);
  return sum;
}

/* The same over the ranks of this simulation, which may be fewer. Collective on them. */
static inline int64_t test_sum(const Sim *sim, int64_t n)
{
  CALL(parallel_sum_int(&sim->par, &n, 1));
  return n;
}

/* Clumps that this rank owns and that have not left. */
static inline int64_t test_owned(const Sim *sim)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    n += !clump_is_gone(sim->matter.clumps, a);
  return n;
}

/* Totals of a simulation, in SI units. */
typedef struct {
  int64_t clumps, pebbles, contacts;
  double  translational, rotational, potential, dissipated, supplied;
  Vec3    momentum, angular;
  double  max_overlap, thermal;
  double  link_energy, link_broken, link_damped;
  Vec3    faces_lo, faces_hi;
} Totals;

static inline Vec3 total_vector(const TotalValues *t, const char *x, const char *y, const char *z)
{
  return (Vec3){totals_value(t, x), totals_value(t, y), totals_value(t, z)};
}

/* Totals of the present state, over all ranks. Collective. */
static inline Totals totals_of(Sim *sim)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(totals_find(&measured, &t));
  return (Totals){
    .clumps        = (int64_t)totals_value(&t, "clumps"),
    .pebbles       = (int64_t)totals_value(&t, "pebbles"),
    .contacts      = (int64_t)totals_value(&t, "contacts"),
    .translational = totals_value(&t, "kinetic_translational"),
    .rotational    = totals_value(&t, "kinetic_rotational"),
    .potential     = totals_value(&t, "potential"),
    .dissipated    = totals_value(&t, "dissipated"),
    .supplied      = totals_value(&t, "supplied"),
    .momentum      = total_vector(&t, "momentum_x", "momentum_y", "momentum_z"),
    .angular = total_vector(&t, "angular_momentum_x", "angular_momentum_y", "angular_momentum_z"),
    .max_overlap = totals_value(&t, "max_overlap"),
    .thermal     = totals_value(&t, "thermal"),
    .link_energy = totals_value(&t, "energy_links"),
    .link_broken = totals_value(&t, "loss_links_broken"),
    .link_damped = totals_value(&t, "loss_links_damped"),
    .faces_lo    = total_vector(&t, "faces_lo_x", "faces_lo_y", "faces_lo_z"),
    .faces_hi    = total_vector(&t, "faces_hi_x", "faces_hi_y", "faces_hi_z")};
}

/* Kinetic and potential energy, J; with what contacts have dissipated. */
static inline double energy_of(const Totals *t)
{
  return t->translational + t->rotational + t->potential;
}

static inline double ledger_of(const Totals *t)
{
  return energy_of(t) + t->dissipated;
}

/* Row of the owned clump with this id, or -1 on ranks that do not own it. */
static inline PetscInt test_row(const Sim *sim, Id id)
{
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (sim->matter.clumps->id[a] == id && !clump_is_gone(sim->matter.clumps, a)) return a;
  return -1;
}

#endif
