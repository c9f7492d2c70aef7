/* SPDX-License-Identifier: MIT */
/* Chains that are held by constraints, swing, collide and break give the same bits on any number of
   ranks and through a restart on another number, whenever lists are made. */
#include "constraint/kinds/constraint_link.h"
#include "sim_test.h"

enum { CHAINS = 6, LENGTH = 12, ARMS = 3, STEPS = 150 };

/* Chains of pills, joined at their ends, hang from fixed balls along a periodic axis and are
   thrown; ropes tie neighbouring chains across the periodic face, and a pole that many ranks hold
   to all. Arms with a joint of every type, across that face too: a motor turns them about a fixed
   ball, against limits and a plane, until a weld breaks. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 4e-4, gravity: [3, 0, -9], overlap_limit: 9, static_passes: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [.9, .36, .6], boundary: [open, periodic, open]}\n"
  "material: [{s: {density: 2000}}]\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 2e3, restitution: .5, tangential: "
  "hooke, friction: .5}\n"
  "template:\n  - ball: {material: s, pebbles: [0,0,0,.01]}\n"
  "  - pill: {material: s, pebbles: [0,0,-.012,.008, .002,0,.008,.01]}\n"
  "  - pole: {material: s, pebbles: [0,-.1,0,.01, 0,-.05,0,.01, 0,0,0,.01, 0,.05,0,.01, "
  "0,.1,0,.01]}\n"
  "clumps:\n  - all: {file: all.csv}\n"
  "constraint:\n"
  "  - chain: {type: distance, file: chain.csv, sweeps: 4, break_force: 2.5}\n"
  "  - ties: {type: distance, file: ties.csv, rope: true, compliance: 1e-4, damping: 2, sweeps: "
  "2}\n"
  "  - pivot: {type: hinge, file: pivot.csv, motor_rate: 40, motor_torque: .02, sweeps: 5}\n"
  "  - glued: {type: weld, file: glued.csv, turn_compliance: .01, turn_damping: 1e-4, "
  "break_torque: "
  "9e-3, sweeps: 5}\n"
  "  - rail: {type: slider, file: rail.csv, places: [.02, .04], sweeps: 5}\n"
  "  - socket: {type: ball, file: socket.csv, sweeps: 5}\n"
  "  - flat: {type: plane, file: flat.csv, sweeps: 5}\n"
  "spring:\n  - hung: {file: hung.csv, stiffness: 20, damping: .01}\n";

/* Link j of chain i hangs below link j - 1; link 0 is fixed, in one chain along y alone. */
static int id_of(int i, int j)
{
  return 100 * i + j;
}

static size_t put_clumps(char *text, size_t size)
{
  size_t n = (size_t)snprintf(text, size, "id,template,x,y,z,vx,vy,vz,qw,qx,qy,qz,blocked\n");

  for (int i = 0; i < CHAINS; i++)
    for (int j = 0; j < LENGTH; j++)
      n += (size_t)snprintf(text + n, size - n, "%d,%s,%g,%g,%g,%g,%g,0,%.17g,0,0,%.17g,%s\n",
                            id_of(i, j), j ? "pill" : "ball", .2 + .1 * (i % 2), .06 * i + .001,
                            .55 - .042 * j, .08 * j, i == 3 ? .03 * j : 0, i % 3 ? 1 : .6,
                            i % 3 ? 0 : .8,
                            j        ? ""
                            : i == 1 ? "xz"
                                     : "xyzXYZ");
  for (int i = 0; i < ARMS; i++)
    for (int j = 0; j < 5; j++)
      n += (size_t)snprintf(text + n, size - n, "%d,%s,%g,%g,%g,0,0,0,1,0,0,0,%s\n",
                            8000 + 10 * i + j, j ? "pill" : "ball", .65 + .03 * j,
                            .12 * i + (j < 4 ? .11 : .125), .3, j ? "" : "xyzXYZ");
  return n + (size_t)snprintf(text + n, size - n, "9000,pole,.4,.18,.3,-1,0,0,1,0,0,0,\n");
}

/* A list with a row for each arm, of the clumps a and b of it. */
static void write_joint(const char *file, const char *columns, int a, int b, const char *more)
{
  char   text[600];
  size_t n = (size_t)snprintf(text, sizeof text, "a,b%s\n", columns);

  for (int i = 0; i < ARMS; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%d,%d%s\n", 8000 + 10 * i + a,
                          8000 + 10 * i + b, more);
  test_file(file, text);
}

static void write_joints(void)
{
  write_joint("pivot.csv", ",bx,by,bz,ax,ay,az,ux,uy,uz", 0, 1, ",-.03,0,0,0,0,0,0,1,0");
  write_joint("glued.csv", "", 2, 1, "");
  write_joint("rail.csv", ",ux,uy,uz", 2, 3, ",1,0,0");
  write_joint("socket.csv", ",ax,ay,az,bx,by,bz", 4, 3, ",-.015,-.015,0,.015,0,0");
  write_joint("flat.csv", ",nx,ny,nz,height", 4, 0, ",0,.1,1,-.03");
}

static void write_files(void)
{
  static char text[20000], ties[4000];
  size_t      n, m;

  (void)put_clumps(text, sizeof text);
  test_file("all.csv", text);
  n = (size_t)snprintf(text, sizeof text, "b,a,length,bx,by,bz,ax,ay,az\n");
  m = (size_t)snprintf(ties, sizeof ties, "a,b,length\n");
  for (int i = 0; i < CHAINS; i++) {
    for (int j = 1; j < LENGTH; j++)
      n += (size_t)snprintf(text + n, sizeof text - n, "%d,%d,.006,0,0,.018,0,0,%g\n", id_of(i, j),
                            id_of(i, j - 1), j > 1 ? -.018 : -.018);
    m += (size_t)snprintf(ties + m, sizeof ties - m, "%d,%d,.13\n%d,9000,.3\n", id_of(i, 9),
                          id_of((i + 1) % CHAINS, 9), id_of(i, LENGTH - 1));
  }
  test_file("chain.csv", text);
  test_file("ties.csv", ties);
  write_joints();
  test_file("hung.csv",
            "id_a,pebble_a,id_b,pebble_b,rest_length\n9000,0,0,0,.3\n9000,4,500,0,.3\n");
}

static int64_t broken(const Sim *sim)
{
  int64_t n = 0;

  for (int k = 0; k < LINK_KINDS; k++) n += sim->links.broken[k];
  return test_sum(sim, n);
}

typedef struct {
  uint64_t digest;
  int64_t  broken;
} Outcome;

static void find_outcome(Sim *sim, int steps, void *outcome)
{
  test_steps(sim, steps);
  *(Outcome *)outcome = (Outcome){test_digest(sim), broken(sim)};
}

static void same_bits(const char *options, const Outcome *one)
{
  Sim     *all = test_sim(PETSC_COMM_WORLD, scenario, options);
  uint64_t half;

  CHECK_INT(constraint_set(&all->links)->total, CHAINS * (LENGTH - 1) + 2 * CHAINS + 5 * ARMS);
  test_steps(all, STEPS / 2);
  half = test_digest(all);
  test_note("%d broken at half", (int)broken(all));
  CHECK(broken(all) > 1);
  all = test_restarted(all, options);
  CHECK(test_digest(all) == half);
  test_steps(all, STEPS / 2);
  CHECK(test_digest(all) == one->digest);
  CHECK_INT(broken(all), one->broken);
  test_note("%d broken, %d rebuilds, %d contacts", (int)broken(all),
            (int)all->stages.counters.rebuilds, (int)totals_of(all).contacts);
  CHECK(broken(all) < CHAINS * LENGTH / 2);
  CALL(sim_destroy(&all));
}

/* ---- a break on a rank that had no pair ---- */

/* Two pairs fly along x, one of which is stretched by far: it breaks in the first step, in which it
   may cross a cut. */
static const char flying[] =
  "schema: 1\n"
  "run: {end_time: 1, dt: 1e-3, gravity: [0, 0, 0], dimension: 3, overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [8, 1, 1], boundary: [periodic, free, free]}\n"
  "material: [{s: {density: 1000, young: 1e6, poisson: .3}}]\n"
  "contact:\n  - ss: {between: [s, s], normal: hertz, restitution: .5}\n"
  "template:\n  - ball: {material: s, pebbles: [0,0,0,.05]}\n"
  "clumps:\n  - all: {file: flying.csv}\n"
  "constraint:\n  - rod: {type: distance, file: rod.csv, break_force: 1e3}\n";

static void write_flying(double x)
{
  char text[400];

  snprintf(text, sizeof text,
           "id,template,x,y,z,vx,vy,vz\n0,ball,%g,.3,.5,400,0,0\n1,ball,%g,.3,.5,400,0,0\n"
           "2,ball,%g,.7,.5,400,0,0\n3,ball,%g,.7,.5,400,0,0\n",
           x, x + .2, x, x + .2);
  test_file("flying.csv", text);
  test_file("rod.csv", "a,b,length\n0,1,.2\n2,3,.15\n");
}

static void a_break_is_seen_where_no_pair_was(void)
{
  for (int k = 0; k < 20; k++) {
    Sim *all;

    write_flying(.4 * k);
    all = test_sim(PETSC_COMM_WORLD, flying, "-rebuild_every 1");
    test_steps(all, 1);
    CHECK_INT(broken(all), 1);
    CALL(sim_destroy(&all));
  }
  test_end("a pair that breaks as it comes to a rank which had none is seen to break");
}

/* Five joints of clumps that lie apart, three of which break in the first two steps. */
static const char torn[] =
  "schema: 1\n"
  "run: {end_time: .001, dt: .0005, gravity: [8.343, -.623, -6.886], overlap_limit: 1e9}\n"
  "domain: {lo: [0, 0, 0], hi: [.819, .963, 1.227], boundary: [open, periodic, free]}\n"
  "material:\n  - a: {density: 500, young: 1e6, poisson: .3}\n"
  "  - b: {density: 2600, young: 3e5, poisson: .3}\n"
  "contact:\n  - aa: {between: [a, a], normal: walton_braun, stiffness: 3e4, "
  "unloading_stiffness: 4.5e4, damping: 26}\n"
  "  - ab: {between: [a, b], normal: hooke, stiffness: 1e4, restitution: .7}\n"
  "  - bb: {between: [b, b], normal: hertz, damping: 21.77}\n"
  "template:\n"
  "  - t0: {material: b, pebbles: [-.0146,.00637,.00729,.01323, .01472,-.01679,.01598,.02277, "
  "-.0145,.01806,.01204,.02421, -.00354,-.00574,.00297,.01473, .01738,.00116,-.00343,.01394, "
  ".00859,.00421,-.00243,.0154, .01407,.00471,-.01721,.02388, -8e-05,-.01795,.00673,.01499]}\n"
  "  - t1: {material: b, pebbles: [-.00497,.01557,.03368,.05962, -.02201,-.02526,.00873,.04521, "
  ".03903,.01938,-.04451,.056]}\n"
  "  - rod: {material: a, pebbles: [0,-.5522,0,.0317, 0,-.4417,0,.0317, 0,-.3313,0,.0317, "
  "0,-.2209,0,.0317, 0,-.1104,0,.0317, 0,0,0,.0317, 0,.1104,0,.0317, 0,.2209,0,.0317, "
  "0,.3313,0,.0317, 0,.4417,0,.0317, 0,.5522,0,.0317]}\n"
  "clumps:\n  - rows: {file: torn.csv}\n"
  "constraint:\n  - flat: {type: plane, file: planes.csv, sweeps: 1, break_force: 500}\n";

static void write_torn(void)
{
  test_file("torn.csv", "template,x,y,z,vx,vy,vz,wx,wy,wz,id,scale,blocked\n"
                        "t0,.0455364,.48487,.283437,1.991,-1.355,1.72,-12.09,20.18,-18.28,0,.5,\n"
                        "t1,.397461,.560466,.349081,-5.537,.569,-4.601,-14.63,-23.64,22.2,7,1,xyz\n"
                        "rod,.268632,.571733,.368591,-.243,.934,-4.472,21.06,13.2,10.28,8,1,\n"
                        "t1,.26896,.659559,.698163,-2.143,-2.389,1.421,-24.81,27.86,-9.4,9,1,\n"
                        "t1,.40909,.220238,.171535,5.511,-2.962,3.778,-23.76,-23.47,-25.07,11,.3,\n"
                        "t1,.405487,.0484389,.549451,-3.479,.714,4.898,-8.81,-21.41,-3.87,17,1,\n");
  test_file("planes.csv", "a,b,nx,ny,nz,height\n0,9,.1,.2,1,0\n9,11,.1,.2,1,0\n"
                          "11,17,.1,.2,1,0\n17,7,.1,.2,1,0\n7,8,.1,.2,1,0\n");
}

static void all_breaks_of_joints_are_seen(void)
{
  const uint64_t one = (write_torn(), test_digest_alone(torn, "", 2));
  Sim           *all = test_sim(PETSC_COMM_WORLD, torn, "");

  test_steps(all, 2);
  CHECK_INT(broken(all), 3);
  CHECK(test_digest(all) == one);
  CALL(sim_destroy(&all));
  test_end("joints break on any number of ranks");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  Outcome one;

  write_files();
  test_alone(scenario, "", STEPS, find_outcome, &one, sizeof one);
  if (test_way_here(0, 2)) {
    same_bits("-rebuild_every 17 -balance_every 50", &one);
    test_end(
      "constraints hold and break to the same bits, through a restart, rebuilds and balances");
  }
  if (test_way_here(1, 2)) {
    same_bits("-decomp_random 3 -rebuild_every 23 -halo_wide 1", &one);
    test_end("and in boxes of any size, with clumps held by all ranks");
  }
  test_restarts(scenario, 30, STEPS, one.digest);
  test_end("a restart on one rank, or from one, goes on with the same bits");
  a_break_is_seen_where_no_pair_was();
  all_breaks_of_joints_are_seen();
  test_folder_remove();
}
