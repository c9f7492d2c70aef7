/* SPDX-License-Identifier: MIT */
/* Rods and ropes between centres, which are computed in columns, are compared with the general
   code, alone and beside other constraints. */
#include "constraint/kinds/constraint_link.h"
#include "sim_test.h"

enum { WIDE = 9, HIGH = 7, N = WIDE * HIGH, STEPS = 40 };
/* All pairs but those of clumps that are blocked along some directions: 12 of the first column, 4
   of a pill. */
enum { IN_COLUMNS = (WIDE - 1) * HIGH + WIDE * (HIGH - 1) - 16 };

/* A net across a periodic face, hung at two corners; its first column cannot move along y, and one
   of its pills along the axes of its template that turn with it. Two balls that nothing reaches
   fall beside it. */
static const char scenario[] =
  "schema: 1\nrun: {end_time: 9, dt: 2e-3, gravity: [1, 2, -9], static_passes: 2, overlap_limit: "
  "9}\n"
  "domain: {lo: [0, 0, 0], hi: [8, 3, 12], boundary: [open, periodic, open]}\n"
  "material: [{a: {density: 900}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1e3, restitution: 1}}]\n"
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .1]}\n"
  "  - pill: {material: a, pebbles: [0, 0, -.1, .1, 0, 0, .1, .1]}\n"
  "clumps: [{all: {file: clumps.csv}}]\n";

/* Rods down, ropes across with springs and dashpots. Two objects have more. */
static const char rods[] =
  "constraint:\n  - down: {type: distance, file: down.csv, sweeps: 5}\n"
  "  - across: {type: distance, file: across.csv, rope: true, compliance: 1e-5, damping: 40, "
  "sweeps: 8}\n";

static size_t put_row(char *text, size_t size, int i, int j)
{
  return (size_t)snprintf(text, size, "%d,%s,%g,%g,%g,0,%g,0,%s\n", i * HIGH + j,
                          (i + j) % 3 ? "ball" : "pill", 1 + .3 * i, .4 * i, 11.5 - .5 * j,
                          .1 * i - .02 * j,
                          j == 0 && i % (WIDE - 1) == 0 ? "xyzXYZ"
                          : i == 0                      ? "y"
                          : i == 4 && j == 5            ? "u"
                                                        : "");
}

/* arms: of every rod, m, "": none */
static void write_files(const char *arm)
{
  static char text[9000], down[6000], across[6000];
  size_t      n = (size_t)snprintf(text, sizeof text, "id,template,x,y,z,vx,vy,vz,blocked\n"),
         m      = (size_t)snprintf(down, sizeof down, "a,b,length%s\n",
                              arm[0] ? ",ax,ay,az,bx,by,bz" : ""),
         k      = (size_t)snprintf(across, sizeof across, "a,b,length%s\n",
                              arm[0] ? ",ax,ay,az,bx,by,bz" : "");

  for (int i = 0; i < WIDE; i++)
    for (int j = 0; j < HIGH; j++) {
      n += put_row(text + n, sizeof text - n, i, j);
      if (j)
        m += (size_t)snprintf(down + m, sizeof down - m, "%d,%d,%g%s%s\n", i * HIGH + j - 1,
                              i * HIGH + j, .5 + .01 * i, arm[0] ? "," : "", arm);
      if (i)
        k += (size_t)snprintf(across + k, sizeof across - k, "%d,%d,%g%s%s\n", (i - 1) * HIGH + j,
                              i * HIGH + j, .51 - .002 * j, arm[0] ? "," : "", arm);
    }
  (void)snprintf(text + n, sizeof text - n, "900,ball,7,1,11,0,0,0,\n901,ball,7.5,1,11,0,0,0,\n");
  test_file("clumps.csv", text);
  test_file("down.csv", down);
  test_file("across.csv", across);
  test_file("pair.csv", "a,b\n900,901\n");
}

typedef struct {
  Vec3 x[N], v[N];
} Net;

static Net run(const char *arm, const char *more, const char *options, bool central)
{
  char text[2000];
  Net  net = {0};
  Sim *sim;

  write_files(arm);
  snprintf(text, sizeof text, "%s%s%s", scenario, rods, more);
  sim = test_sim(PETSC_COMM_WORLD, text, options);
  CHECK(sim->constraints.central == central);
  test_steps(sim, STEPS);
  for (int k = 0; k < N; k++) {
    const PetscInt a = test_row(sim, k);

    if (a < 0) continue;
    net.x[k] = domain_wrapped(&sim->space.domain, sim->matter.clumps->pose[a].x);
    net.v[k] = sim->matter.clumps->motion[a].v;
  }
  CHECK_INT(test_sum(sim, sim->constraints.rods.n), arm[0] ? 0 : IN_COLUMNS);
  (void)MPI_Allreduce(MPI_IN_PLACE, &net, sizeof net / sizeof(double), MPI_DOUBLE, MPI_SUM,
                      PETSC_COMM_WORLD);
  CALL(sim_destroy(&sim));
  return net;
}

/* Largest differences of places, m, and velocities, m/s. */
static void compare(const Net *a, const Net *b, double off[2])
{
  off[0] = off[1] = 0;
  for (int k = 0; k < N; k++) {
    off[0] = fmax(off[0], vec3_norm(vec3_sub(a->x[k], b->x[k])));
    off[1] = fmax(off[1], vec3_norm(vec3_sub(a->v[k], b->v[k])));
  }
}

/* Weight of all ranks for balance, in units of 0.25 ns. */
static int64_t weight(const char *options)
{
  char    text[2000];
  int64_t sum = 0;
  Points  points;
  Sim    *sim;

  snprintf(text, sizeof text, "%s%s", scenario, rods);
  sim = test_sim(PETSC_COMM_WORLD, text, options);
  sim_weigh(sim, &points);
  for (PetscInt k = 0; k < points.n; k++) sum += points.weight[k];
  sum = test_sum(sim, sum);
  points_free(&points);
  CALL(sim_destroy(&sim));
  return sum;
}

/* Force on the group along z, N. */
static double force_on_group(const Sim *sim)
{
  Sum sum = sim->motion.walls.driven.list[0].sum[DRIVEN_FORCE + 2];

  CALL(sum_reduce(&sim->par, &sum, 1));
  return sum_value(&sum);
}

/* A load of 1 kg on a rod that breaks in the first step; lists are made in every one. */
static void no_force_stays(void)
{
  Sim *sim;

  test_file("rod.csv", "a,b,length\n0,1,2\n");
  sim =
    test_sim(PETSC_COMM_WORLD,
             "schema: 1\nrun: {end_time: 9, dt: 1e-3, gravity: [0, 0, -8]}\n"
             "domain: {lo: [-9, -9, -9], hi: [9, 9, 9]}\nmaterial: [{a: {density: 1}}]\n"
             "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
             "template: [{ball: {material: a, pebbles: [0, 0, 0, .1], mass_properties: given, "
             "mass: 1, position: [0, 0, 0], inertia: [1, 1, 1]}}]\n"
             "clumps:\n  - hand: {template: ball, position: [0, 0, 3], group: hand}\n"
             "  - load: {template: ball, position: [0, 0, 1]}\n"
             "motion: [{hold: {groups: [hand], type: translate, velocity: [0, 0, 1]}}]\n"
             "constraint: [{rod: {type: distance, file: rod.csv, break_force: 5}}]\n",
             "-rebuild_every 1");
  test_steps(sim, 1);
  CHECK(force_on_group(sim) < -100); /* 1 m/s in a step of 1 ms */
  test_steps(sim, 5);
  CHECK_INT(test_sum(sim, sim->links.n_breaks), 1);
  CHECK_INT(sim->links.total, 0);
  CHECK(force_on_group(sim) == 0);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 3})
{
  Net    one, other;
  double off[2];

  one   = run("", "", "", true);
  other = run("0,0,1e-40,0,0,0", "", "", false);
  compare(&one, &other, off);
  test_note("places off by %.3g m, velocities by %.3g m/s", off[0], off[1]);
  CHECK(off[0] < 1e-10); /* roundings of 1e-16 grow, as the net is slack here and there */
  CHECK(off[1] < 1e-7);
  test_end("rods between centres do what rods with arms do");
  other = run("", "  - other: {type: weld, file: pair.csv}\n", "", false);
  compare(&one, &other, off);
  CHECK(off[0] == 0 && off[1] == 0);
  test_end("another constraint elsewhere changes no bit");
  other = run("", "", "-decomp_random 5 -rebuild_every 3 -balance_every 5", true);
  compare(&one, &other, off);
  CHECK(off[0] == 0 && off[1] == 0);
  test_end("nor do lists and cuts that change all the time");
  write_files("");
  CHECK_INT(weight("-constraint_down_sweeps 105") - weight("-constraint_down_sweeps 5"),
            100 * 40 * WIDE * (HIGH - 1)); /* 10 ns */
  test_end("balance counts their sweeps");
  no_force_stays();
  test_end("a group bears nothing after its last rod has broken");
  test_folder_remove();
}
