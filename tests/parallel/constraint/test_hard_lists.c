/* SPDX-License-Identifier: MIT */
/* Hard contacts need no global operation beside the one of the step. If that finds that lists of
   some rank may have lacked a pair, the step is corrected again: the bits are those with new lists
   in every step. */
#include "constraint/hard/hard.h"
#include "contact/memory/unpaired.h"
#include "sim_test.h"

enum { SIDE = 6, STEPS = 150 };

/* Layers of balls and pills, every other one blocked along y, on a floor that swings. Every 10
   steps a jerk throws all of them to and fro: then they go farther in a step than lists allow for.
   Ropes, and a group that is turned. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [.4, .4, .5], boundary: [periodic, open, reflect]}\n"
  "search: {skin: .004}\n"
  "material: [{s: {density: 2000}}, {w: {density: 1000}}]\n"
  "template:\n  - ball: {material: s, pebbles: [0,0,0,.02]}\n"
  "  - pill: {material: s, pebbles: [0,0,-.012,.018, .002,0,.012,.02]}\n"
  "wall:\n  - floor: {shape: plane, material: w, point: [0,0,.05], normal: [0,0,1]}\n"
  "motion:\n  - swing: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: .005, "
  "frequency: 8}\n"
  "  - turn: {groups: [spun], type: rotate, axis: [0, 1, 0], point: [.2, .05, .07], rate: 4}\n"
  "clumps:\n  - all: {file: heap.csv}\n"
  "constraint:\n"
  "  - ss: {type: contact, between: [s, s], friction: .4, restitution: .3, sweeps: 4}\n"
  "  - sw: {type: contact, between: [s, w], friction: .3, sweeps: 3}\n"
  "  - ties: {type: distance, file: heap_ties.csv, rope: true, compliance: 1e-4, sweeps: 2}\n"
  "output: {bodies_every: 1, bodies: [3]}\n"
  "force:\n  - jerk: {file: jerk.csv}\n";

static void write_files(void)
{
  static char text[30000], ties[2000];
  size_t      n, m;

  n = (size_t)snprintf(text, sizeof text, "id,template,x,y,z,blocked,group\n");
  m = (size_t)snprintf(ties, sizeof ties, "a,b,length\n");
  for (int k = 0; k < SIDE * SIDE * 3; k++) {
    const int i = k % SIDE, j = k / SIDE % SIDE, up = k / (SIDE * SIDE);

    n += (size_t)snprintf(text + n, sizeof text - n, "%d,%s,%.17g,%.17g,%.17g,%s,%s\n", k,
                          (i + j + up) % 3 ? "ball" : "pill", .03 + .06 * i + .003 * (j % 2),
                          .05 + .055 * j, .09 + .06 * up, i % 2 ? "y" : "", k % 50 ? "" : "spun");
    if (i == 2) m += (size_t)snprintf(ties + m, sizeof ties - m, "%d,%d,.06\n", k, k + 1);
  }
  test_file("heap.csv", text);
  test_file("heap_ties.csv", ties);
  n = (size_t)snprintf(text, sizeof text, "time,fx,fy,fz\n0,0,0,0\n");
  for (int k = 2; k < STEPS / 10; k++) {
    const int x = k % 2 ? 200 : -200, z = k % 3 ? 0 : 150;

    n +=
      (size_t)snprintf(text + n, sizeof text - n, "%g,0,0,0\n%g,%d,20,%d\n%g,%d,-20,%d\n%g,0,0,0\n",
                       .01 * k - .0005, .01 * k, x, z, .01 * k + .001, -x, -z, .01 * k + .0015);
  }
  test_file("jerk.csv", text);
}

/* Reductions over all ranks, as the library asks for them. */
static int reductions;

#undef MPI_Allreduce /* PETSc counts them by a macro of the name */
#undef MPI_Iallreduce

int MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
  reductions++;
  return PMPI_Allreduce(from, to, n, type, op, comm);
}

int MPI_Iallreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request)
{
  reductions++;
  return PMPI_Iallreduce(from, to, n, type, op, comm, request);
}

static void one_reduction_a_step(void)
{
  Sim *sim   = test_sim(PETSC_COMM_WORLD, scenario, "");
  int  plain = 0;

  for (int k = 0; k < 60;
       k++) { /* skins, and so the steps with new lists, follow from times measured */
    const Counters before = sim->stages.counters;
    RunEnd         end;
    bool           stop;

    reductions = 0;
    CALL(sim_step(sim, &stop, &end));
    if (before.rebuilds < sim->stages.counters.rebuilds ||
        before.narrowings < sim->stages.counters.narrowings ||
        before.repeats < sim->stages.counters.repeats)
      continue;
    CHECK_INT(reductions, test_size() > 1);
    plain++;
  }
  CHECK(plain > 5);
  CALL(sim_destroy(&sim));
  test_end("a step with hard contacts reduces once over all ranks");
}

/* Digest at the end, and the sum over the steps of forces that are not kept: those of constraints
   on the group and on clump 3. */
typedef struct {
  uint64_t digest;
  double   told;
} Outcome;

/* The same on all ranks of the run. */
static double told_of(Sim *sim)
{
  const PetscInt a = test_row(sim, 3);
  Sum            sums[DRIVEN_SUMS + 1];
  double         all = 0;

  memcpy(sums, sim->motion.walls.driven.list[0].react,
         sizeof sim->motion.walls.driven.list[0].react);
  sum_clear(&sums[DRIVEN_SUMS]);
  if (a >= 0) sum_add(&sums[DRIVEN_SUMS], vec3_norm(sim->matter.clumps->held_force[a]));
  CALL(sum_reduce(&sim->par, sums, DRIVEN_SUMS + 1));
  for (int k = 0; k <= DRIVEN_SUMS; k++) all += (k + 1) * sum_value(&sums[k]);
  return all;
}

static Outcome run(Sim *sim, int64_t *again)
{
  Outcome out = {0};

  if (!sim) return out;
  for (int k = 0; k < STEPS; k++) {
    test_steps(sim, 1);
    out.told += told_of(sim);
  }
  out.digest = test_digest(sim);
  *again     = sim->stages.counters.again;
  test_note("%d times swept again, %d rebuilds, %d narrowings, forces %.9g", (int)*again,
            (int)sim->stages.counters.rebuilds, (int)sim->stages.counters.narrowings, out.told);
  CALL(sim_destroy(&sim));
  return out;
}

static bool is_same(Outcome a, Outcome b)
{
  return a.digest == b.digest && a.told == b.told;
}

static void lists_do_not_matter(void)
{
  int64_t again;
  Outcome one;

  if (!test_recall(scenario, "", STEPS, &one, sizeof one)) {
    one = run(test_sim_alone(scenario, "-rebuild_every 1"), &again);
    test_keep(scenario, "", STEPS, &one, sizeof one);
  }
  if (test_size() % 2 == 1)
    CHECK(is_same(run(test_sim(PETSC_COMM_WORLD, scenario, "-rebuild_every 1"), &again), one));
  CHECK(is_same(run(test_sim(PETSC_COMM_WORLD, scenario, ""), &again), one));
  if (test_size() > 1) CHECK(again > 2);
  test_end("sweeps that lists were not good enough for are made again, to the same bits");
}

/* Balls that fly to and fro, farther in a step than lists allow for. */
static const char flight[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3}\n"
  "domain: {lo: [0, 0, 0], hi: [1, 1, 1]}\n"
  "search: {skin: .004}\n"
  "material: [{s: {density: 2000}}]\n"
  "template: [{ball: {material: s, pebbles: [0,0,0,.02]}}]\n"
  "clumps: [{all: {file: flight.csv}}]\n"
  "constraint: [{ss: {type: contact, between: [s, s], sweeps: 1, velocity_sweeps: 1}}]\n";

/* Lists that were renewed before the sweeps count the displacement of the whole step: the next
   step, which goes as far, renews lists before its sweeps, and does not sweep twice. */
static void lists_are_due_in_time(void)
{
  enum { FLIGHT = 15 };
  char   text[800];
  size_t n = (size_t)snprintf(text, sizeof text, "id,template,x,y,z,vx,vy,vz\n");
  Sim   *sim;

  for (int k = 0; k < 8; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%d,ball,%g,%g,.5,0,0,%d\n", k, .1 + .11 * k,
                          .1 + .11 * k, k % 2 ? 4 : -4);
  test_file("flight.csv", text);
  sim = test_sim(PETSC_COMM_WORLD, flight, "");
  test_steps(sim, FLIGHT);
  test_note("%d times swept again, %d rebuilds, %d narrowings", (int)sim->stages.counters.again,
            (int)sim->stages.counters.rebuilds, (int)sim->stages.counters.narrowings);
  CHECK(sim->stages.counters.rebuilds + sim->stages.counters.narrowings >= FLIGHT - 1);
  if (test_size() > 1)
    CHECK_INT(sim->stages.counters.again, 1); /* in the first step, which nothing foretold */
  CALL(sim_destroy(&sim));
  test_end("lists that wear out in every step are made before the sweeps, not after them");
}

/* Light balls, each tied to a heavy one, that lean against the next heavy ones or on a floor,
   around periods. Jerks throw the light ones out of their contacts, and the sweeps bring them
   back. */
static const char leaning[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [.412, .412, .5], boundary: [periodic, periodic, open]}\n"
  "material: [{s: {density: 2000}}, {w: {density: 1000}}, {l: {density: 1000}}]\n"
  "contact:\n"
  "  - ls: {between: [l, s], normal: hooke, tangential: hooke, stiffness: 200, restitution: .5, "
  "friction: .8}\n"
  "  - ll: {between: [l, l], normal: hooke, stiffness: 200, restitution: .5}\n"
  "  - lw: {between: [l, w], normal: hooke, tangential: hooke, stiffness: 200, restitution: .5, "
  "friction: .8}\n"
  "template: [{heavy: {material: s, pebbles: [0,0,0,.02]}}, {light: {material: l, pebbles: "
  "[0,0,0,.006]}}]\n"
  "wall: [{floor: {shape: plane, material: w, point: [0, 0, .05], normal: [0, 0, 1]}}]\n"
  "clumps: [{all: {file: leaning.csv}}]\n"
  "constraint:\n"
  "  - ss: {type: contact, between: [s, s], friction: .4, sweeps: 2}\n"
  "  - sw: {type: contact, between: [s, w], friction: .3, sweeps: 2}\n"
  "  - ties: {type: distance, file: leaning_ties.csv, sweeps: 6}\n"
  "force: [{jerk: {file: leaning_jerk.csv}}]\n";

static void write_leaning(void)
{
  enum { ALONG = 8 };
  const double apart = .0515;
  char         text[16000], ties[4000];
  size_t       n, m;

  n = (size_t)snprintf(text, sizeof text, "id,template,x,y,z,vx,vy,vz,blocked\n");
  m = (size_t)snprintf(ties, sizeof ties, "a,b,length\n");
  for (int k = 0; k < ALONG * ALONG; k++) {
    const double x = .0245 + apart * (k % ALONG), y = .01 + apart * (k / ALONG);
    const bool   hangs = k / ALONG % 2;

    n += (size_t)snprintf(text + n, sizeof text - n,
                          "%d,heavy,%.17g,%.17g,%g,%g,%g,0,%s\n%d,light,%.17g,%.17g,%g,.1,.2,0,\n",
                          2 * k, x, y, hangs ? .09 : .07, hangs ? 0 : .1, hangs ? 0 : .02,
                          hangs ? "xyz" : "", 2 * k + 1, fmod(x + (hangs ? 0 : .03), ALONG * apart),
                          y, .0558);
    m += (size_t)snprintf(ties + m, sizeof ties - m, "%d,%d,%.17g\n", 2 * k, 2 * k + 1,
                          hangs ? .0342 : hypot(.03, .0142));
  }
  test_file("leaning.csv", text);
  test_file("leaning_ties.csv", ties);
  n = (size_t)snprintf(text, sizeof text, "time,fx,fy,fz\n0,0,0,0\n");
  for (int k = 1; k < 9; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%g,0,0,0\n%g,-9,0,9\n%g,9,0,-9\n%g,0,0,0\n",
                          .004 * k - .0005, .004 * k, .004 * k + .001, .004 * k + .0015);
  test_file("leaning_jerk.csv", text);
}

static Outcome lean(Sim *sim)
{
  Outcome out = {0};

  if (!sim) return out;
  test_steps(sim, 40);
  out.digest = test_digest(sim);
  test_note("%d rebuilds, %d narrowings, %d repeats, %d separated",
            (int)sim->stages.counters.rebuilds, (int)sim->stages.counters.narrowings,
            (int)sim->stages.counters.repeats, (int)sim->stages.counters.separated);
  CALL(sim_destroy(&sim));
  return out;
}

static void memory_outlasts_lists(void)
{
  static const char *const options[] = {"-search_skin .03 -rebuild_every 1", "-search_skin .004",
                                        "-search_skin .004 -rebuild_every 1", "-search_skin .03"};
  Outcome                  wide;

  write_leaning();
  wide = lean(test_sim_alone(leaning, "-search_skin .1"));
  test_from_rank_0(&wide, sizeof wide);
  for (size_t k = 0; k < 4; k++)
    if (test_way_here(k, 4))
      CHECK(lean(test_sim(PETSC_COMM_WORLD, leaning, options[k])).digest == wide.digest);
  test_end("contacts that sweeps bring back have their memory, however often lists were renewed");
}

static bool is_here(const Clumps *c, Id id)
{
  for (PetscInt a = 0; a < c->n; a++)
    if (c->id[a] == id) return true;
  return false;
}

/* Each rank holds records, of which any rank may have the pair. */
static void records_go_to_the_ranks_of_their_clumps(void)
{
  enum { HELD = 64 };
  Sim           *sim     = test_sim(PETSC_COMM_WORLD, leaning, "");
  Contacts      *c       = sim->contacts;
  ContactScene   scene   = sim_scene(sim);
  ContactRecords records = {0};
  int64_t        here = 0, got = 0;
  PetscInt       before;
  double         memory[64] = {0};

  contacts_pack(c, &scene, &records); /* the lists, and those of what is held */
  unpaired_hold(c);
  records_create(&c->held, records.n);
  for (int g = 0; g < records.n; g++) c->held.law[g].columns = records.law[g].columns;
  before = records.law[0].n;
  for (int k = 0; k < HELD; k++) {
    const ContactRecord one = {.a = 2 * k, .b = 2 * ((k + 3) % HELD)};

    memory[0] = k;
    if (k % test_size() == test_rank()) records_add(&c->held.law[0], &one, memory);
    here += is_here(sim->matter.clumps, one.a) && is_here(sim->matter.clumps, one.b);
  }
  CALL(unpaired_share(c, &sim->par, &scene));
  CALL(unpaired_offer(c, &sim->par, sim->matter.clumps, &records));
  CHECK_INT(records.law[0].n - before, here);
  for (PetscInt k = before; k < records.law[0].n; k++) {
    const ContactRecord *r = &records.law[0].list[k];

    CHECK(is_here(sim->matter.clumps, r->a) && is_here(sim->matter.clumps, r->b));
    CHECK_NEAR(record_memory(&records.law[0], k)[0], r->a / 2, 0);
  }
  got = records.law[0].n - before;
  CALL(parallel_sum_int(&sim->par, &got, 1));
  test_note("%d of %d records were sent", (int)got, HELD * test_size());
  CHECK(got > 0 && (test_size() == 1 || got < HELD * test_size()));
  unpaired_withdraw(c);
  unpaired_forget(c);
  records_free(&records);
  CALL(sim_destroy(&sim));
  test_end("memory without a pair goes to the ranks that have both clumps, and to no other");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  write_files();
  one_reduction_a_step();
  lists_do_not_matter();
  lists_are_due_in_time();
  memory_outlasts_lists();
  records_go_to_the_ranks_of_their_clumps();
  test_folder_remove();
}
