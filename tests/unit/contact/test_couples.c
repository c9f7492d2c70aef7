/* SPDX-License-Identifier: MIT */
/* Couples of a tile against one contact after the other, and their bound. */
#include "contact/backend.h"
#include "contact/evaluate.h"
#include "sim_test.h"

/* In -1 .. 1, of two whole numbers. */
static double spread(int k, int part)
{
  const double x = 0.754877666 * k + 0.569840291 * part;

  return 2 * (x - floor(x)) - 1;
}

static void fill(Tile *t, ContactBatch *b)
{
  memset(b, 0, sizeof *b);
  memset(t, 0, sizeof *t);
  b->n = TILE - 3;
  for (int k = 0; k < b->n; k++) {
    double *const columns[] = {&b->cx[k],      &b->cy[k],      &b->cz[k],      &b->wx[k],
                               &b->wy[k],      &b->wz[k],      &b->fx[k],      &b->fy[k],
                               &b->fz[k],      &b->vx[k],      &b->vy[k],      &b->vz[k],
                               &t->a.arm_x[k], &t->a.arm_y[k], &t->a.arm_z[k], &t->b.arm_x[k],
                               &t->b.arm_y[k], &t->b.arm_z[k]};

    for (int i = 0; i < (int)(sizeof columns / sizeof *columns); i++)
      *columns[i] = (i % 3 == 1 ? 10 : 1) * spread(k, i + 1);
    t->a.per_arm[k] = ldexp(1, k % 7 - 2);
    t->b.per_arm[k] = k % 5 == 0 ? 0 : ldexp(1, k % 3);
  }
}

static double largest(Vec3 v)
{
  return max_real(max_real(fabs(v.x), fabs(v.y)), fabs(v.z));
}

/* Check the quanta of one contact: of a vector, and of another one that is rounded by itself. */
static void check_quanta(int64_t quanta[3][TILE], int k, Vec3 one, Vec3 two, double quantum)
{
  CHECK_INT(quanta[0][k], (int64_t)(rint(one.x / quantum) + rint(two.x / quantum)));
  CHECK_INT(quanta[1][k], (int64_t)(rint(one.y / quantum) + rint(two.y / quantum)));
  CHECK_INT(quanta[2][k], (int64_t)(rint(one.z / quantum) + rint(two.z / quantum)));
}

/* couples: of a law that gives them. */
static void check_tile(const Tile *t, const ContactBatch *b, bool couples)
{
  static TileLoads q;
  const double     dt    = 0.01;
  const Loads      loads = {
         .force = quantum_of(-31, 13), .torque = quantum_of(-29, 13), .work = quantum_of(-35, 13)};
  ContactReport report = {0};
  double        most = 0, force = 0, torque = 0, size = 0, work = 0;
  int64_t       sum = 0, total;

  tile_loads_round(t, b, couples, &loads, &q, &report);
  total = tile_loads_work(b, couples, dt, loads.work.inverse, &work);
  for (int k = 0; k < b->n; k++) {
    const Vec3 f = {b->fx[k], b->fy[k], b->fz[k]}, none = {0, 0, 0},
               c   = couples ? (Vec3){b->cx[k], b->cy[k], b->cz[k]} : none;
    const Vec3 ra  = {t->a.arm_x[k], t->a.arm_y[k], t->a.arm_z[k]},
               rb  = {t->b.arm_x[k], t->b.arm_y[k], t->b.arm_z[k]};
    const double a = t->a.per_arm[k], z = t->b.per_arm[k], per = COUPLE_SHARE * max_real(a, z);
    const double power  = vec3_dot(f, vec3(b->vx[k], b->vy[k], b->vz[k])),
                 turned = vec3_dot(c, vec3(b->wx[k], b->wy[k], b->wz[k]));

    check_quanta(q.f, k, f, none, loads.force.quantum);
    check_quanta(q.ta, k, vec3_scale(a, vec3_cross(ra, f)), vec3_scale(a, c), loads.torque.quantum);
    check_quanta(q.tb, k, vec3_scale(z, vec3_cross(rb, f)), vec3_scale(z, c), loads.torque.quantum);
    force  = max_real(force, largest(f));
    torque = max_real(torque, largest(c) * per);
    size += (fabs(c.x) + fabs(c.y) + fabs(c.z)) * per;
    most = max_real(most, dt * max_real(fabs(power), fabs(turned)));
    sum +=
      (int64_t)(rint(-dt * power / loads.work.quantum) + rint(-dt * turned / loads.work.quantum));
    if (couples) CHECK_NEAR(couple_work(b, dt, k), dt * fabs(turned), 1e-14);
  }
  CHECK_NEAR(report.largest_force, force, 1e-14 * force);
  CHECK_NEAR(report.largest_torque, torque, 1e-14 * torque);
  CHECK_NEAR(work, most, 1e-14 * most);
  if (couples) CHECK_NEAR(couples_size(t, b), size, 1e-13 * size);
  CHECK(llabs(total - sum) <= 4); /* products in another order */
}

static void tiles_are_the_sum_of_contacts(void)
{
  static Tile         t;
  static ContactBatch b;

  fill(&t, &b);
  check_tile(&t, &b, true);
  check_tile(&t, &b, false);
  test_end("forces and couples of a tile are those of its contacts, one after the other");
}

/* Two spheres 2 nm deep that spin against each other and lose 0.2 of their relative spin in each
   evaluation. */
static const char spinning[] =
  "schema: 1\nrun: {end_time: 1, dt: 1e-6}\n"
  "domain: {lo: [-1, -1, -1], hi: [1, 1, 1]}\nmaterial:\n  - a: {density: 1000}\n"
  "contact:\n  - l: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1, rolling: "
  "constant_torque, rolling_friction: 1e20}\n"
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, 0.1]}\n"
  "clumps:\n  - l: {template: ball, position: [-0.099999999, 0, 0], spin: [0, 0, 100], id: 0}\n"
  "  - r: {template: ball, position: [0.099999999, 0, 0], spin: [0, 0, -100], id: 1}\n";

static void check_couple(const Sim *sim, Id id, double couple)
{
  const PetscInt a = test_row(sim, id);

  if (a >= 0) CHECK_NEAR(sim->matter.clumps->torque[a].z, couple, 1e-9 * fabs(couple));
}

/* A couple 1e7 times as large as force x arm: in quanta of the force it would wrap. */
static void a_large_couple_raises_the_quantum_of_torques(void)
{
  Sim *alone           = test_sim(PETSC_COMM_SELF, spinning, ""),
      *sim             = test_sim(PETSC_COMM_WORLD, spinning, "");
  const double inertia = alone->matter.clumps->inertia[0].x,
               couple  = 0.2 * 0.5 * inertia / 1e-6 * 200;

  CHECK(sim->evaluation.report.possible);
  check_couple(sim, 0, -couple);
  check_couple(sim, 1, couple);
  CHECK(sim->loads->torque.largest >= COUPLE_SHARE * couple / 0.25);
  CHECK(sim->loads->torque.exponent > sim->loads->force.exponent + 10);
  /* the spring's force is 2e-9 N; raised quanta have a factor of 16 to spare, and one of 2 */
  CHECK(sim->loads->force.largest <= 32 * 2.1e-9);
  test_steps(alone, 40);
  test_steps(sim, 20);
  sim = test_restarted(sim, "");
  test_steps(sim, 20);
  CHECK(test_digest(sim) == test_digest(alone));
  CHECK_INT(sim->loads->torque.exponent, alone->loads->torque.exponent);
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&alone));
  test_end("a couple far above force x arm raises the quantum of torques, not that of forces");
}

/* The message on the time step names what decides: 1e-9 N m/rad are slow, 1e6 N m/rad are fast
   beside a normal spring of 1 N/m. */
static void the_spring_that_decides_is_named(void)
{
  for (int fast = 0; fast < 2; fast++) {
    char options[300];
    Sim *sim;

    snprintf(options, sizeof options,
             "-contact_l_rolling elastic_plastic -contact_l_rolling_friction 0.1 "
             "-contact_l_rolling_damping 0 -contact_l_rolling_stiffness %s",
             fast ? "1e6" : "1e-9");
    sim = test_sim(PETSC_COMM_WORLD, spinning, options);
    CHECK(strstr(sim->timestep.limits.pair, "l on r") ||
          strstr(sim->timestep.limits.pair, "ball on ball"));
    CHECK(!!strstr(sim->timestep.limits.pair, "by its rolling or twisting spring") == fast);
    CALL(sim_destroy(&sim));
  }
  test_end("the shortest contact is said to be that of a rolling spring, where it is");
}

TESTS(.ranks = {1, 2, 3})
{
  tiles_are_the_sum_of_contacts();
  a_large_couple_raises_the_quantum_of_torques();
  the_spring_that_decides_is_named();
  test_folder_remove();
}
