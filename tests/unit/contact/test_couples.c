/* np: 1 2 3 */
/* SPDX-License-Identifier: MIT */
/* Couples of a tile against one contact after the other, and their bound. */
#include "contact/couples.h"
#include "sim_test.h"

/* In -1 .. 1, of two whole numbers. */
static double spread(int k, int part)
{
  const double x = 0.754877666 * k + 0.569840291 * part;

  return 2 * (x - floor(x)) - 1;
}

static void fill(Tile *t, ContactBatch *b, TileLoads *q)
{
  memset(b, 0, sizeof *b);
  memset(q, 0, sizeof *q);
  b->n = TILE - 3;
  for (int k = 0; k < b->n; k++) {
    b->cx[k]        = spread(k, 1);
    b->cy[k]        = 10 * spread(k, 2);
    b->cz[k]        = 0.1 * spread(k, 3);
    b->wx[k]        = 5 * spread(k, 4);
    b->wy[k]        = spread(k, 5);
    b->wz[k]        = spread(k, 6);
    t->per_arm_a[k] = ldexp(1, k % 7 - 2);
    t->per_arm_b[k] = k % 5 == 0 ? 0 : ldexp(1, k % 3);
    for (int i = 0; i < 3; i++) {
      q->ta[i][k] = 100 * k + i;
      q->tb[i][k] = -7 * k - i;
    }
  }
}

/* Quanta of a couple on a body. */
static int64_t rounded(double couple, double per_arm, const Loads *loads)
{
  return (int64_t)rint(couple * per_arm / loads->torque.quantum);
}

static void tiles_are_the_sum_of_contacts(void)
{
  static Tile         t;
  static ContactBatch b;
  static TileLoads    q;
  const double        dt     = 0.01;
  const Loads         loads  = {.torque = quantum_of(-29, 13), .work = quantum_of(-35, 13)};
  double              torque = 0, work = 0, most_torque = 0, most_work = 0, size = 0;
  int64_t             sum = 0, total;

  fill(&t, &b, &q);
  couples_round(&t, &b, &loads, &q, &torque);
  total = couples_work(&b, dt, loads.work.inverse, &work);
  for (int k = 0; k < b.n; k++) {
    const double c[] = {b.cx[k], b.cy[k], b.cz[k]}, w[] = {b.wx[k], b.wy[k], b.wz[k]};
    double       power = 0;

    for (int i = 0; i < 3; i++) {
      const double arms = max_real(t.per_arm_a[k], t.per_arm_b[k]);

      CHECK_INT(q.ta[i][k], 100 * k + i + rounded(c[i], t.per_arm_a[k], &loads));
      CHECK_INT(q.tb[i][k], -7 * k - i + rounded(c[i], t.per_arm_b[k], &loads));
      most_torque = max_real(most_torque, COUPLE_SHARE * fabs(c[i]) * arms);
      size += COUPLE_SHARE * fabs(c[i]) * arms;
      power += c[i] * w[i];
    }
    CHECK_NEAR(couple_work(&b, dt, k), fabs(dt * power), 1e-15);
    most_work = max_real(most_work, fabs(dt * power));
    sum += (int64_t)rint(-dt * power / loads.work.quantum);
  }
  CHECK_NEAR(torque, most_torque, 1e-14 * most_torque);
  CHECK_NEAR(work, most_work, 1e-14 * most_work);
  CHECK_NEAR(couples_size(&t, &b), size, 1e-13 * size);
  CHECK(llabs(total - sum) <= 2); /* products in another order */
  test_end("couples of a tile are those of its contacts, one after the other");
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

  if (a >= 0) CHECK_NEAR(sim->clumps->torque[a].z, couple, 1e-9 * fabs(couple));
}

/* A couple 1e7 times as large as force x arm: in quanta of the force it would wrap. */
static void a_large_couple_raises_the_quantum_of_torques(void)
{
  Sim *alone           = test_sim(PETSC_COMM_SELF, spinning, ""),
      *sim             = test_sim(PETSC_COMM_WORLD, spinning, "");
  const double inertia = alone->clumps->inertia[0].x, couple = 0.2 * 0.5 * inertia / 1e-6 * 200;

  CHECK(sim->report.possible);
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

/* The message on the time step names what decides: 1e-9 N m/rad are slow, 1e6 N m/rad are fast beside
   a normal spring of 1 N/m. */
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
    CHECK(strstr(sim->shortest.pair, "l on r") || strstr(sim->shortest.pair, "ball on ball"));
    CHECK(!!strstr(sim->shortest.pair, "by its rolling or twisting spring") == fast);
    CALL(sim_destroy(&sim));
  }
  test_end("the shortest contact is said to be that of a rolling spring, where it is");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  tiles_are_the_sum_of_contacts();
  a_large_couple_raises_the_quantum_of_torques();
  the_spring_that_decides_is_named();
  test_folder_remove();
  return test_finish();
}
