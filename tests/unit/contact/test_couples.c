/* np: 1 */
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

/* Quanta of a couple on a body, that of torques being LOAD_ARMS arms x quantum of forces. */
static int64_t rounded(double couple, double per_arm, const Loads *loads)
{
  return (int64_t)rint(couple * per_arm / LOAD_ARMS / loads->force.quantum);
}

static void tiles_are_the_sum_of_contacts(void)
{
  static Tile         t;
  static ContactBatch b;
  static TileLoads    q;
  const double        dt    = 0.01;
  const Loads         loads = {.force = quantum_of(-30, 13), .work = quantum_of(-35, 13)};
  double              force = 0, work = 0, most_force = 0, most_work = 0, size = 0;
  int64_t             sum = 0, total;

  fill(&t, &b, &q);
  couples_round(&t, &b, &loads, &q, &force);
  total = couples_work(&b, dt, loads.work.inverse, &work);
  for (int k = 0; k < b.n; k++) {
    const double c[] = {b.cx[k], b.cy[k], b.cz[k]}, w[] = {b.wx[k], b.wy[k], b.wz[k]};
    double       power = 0;

    for (int i = 0; i < 3; i++) {
      const double arms = max_real(t.per_arm_a[k], t.per_arm_b[k]) / LOAD_ARMS;

      CHECK_INT(q.ta[i][k], 100 * k + i + rounded(c[i], t.per_arm_a[k], &loads));
      CHECK_INT(q.tb[i][k], -7 * k - i + rounded(c[i], t.per_arm_b[k], &loads));
      most_force = max_real(most_force, COUPLE_SHARE * fabs(c[i]) * arms);
      size += COUPLE_SHARE * fabs(c[i]) * arms;
      power += c[i] * w[i];
    }
    CHECK_NEAR(couple_work(&b, dt, k), fabs(dt * power), 1e-15);
    most_work = max_real(most_work, fabs(dt * power));
    sum += (int64_t)rint(-dt * power / loads.work.quantum);
  }
  CHECK_NEAR(force, most_force, 1e-14 * most_force);
  CHECK_NEAR(work, most_work, 1e-14 * most_work);
  CHECK_NEAR(couples_size(&t, &b), size, 1e-13 * size);
  CHECK(llabs(total - sum) <= 2); /* products in another order */
  test_end("couples of a tile are those of its contacts, one after the other");
}

/* A couple 1e7 times as large as force x arm: the quantum of the force alone would let it wrap. Two
   spheres that spin against each other lose 0.2 of their relative spin in each evaluation. */
static void a_large_couple_raises_the_quanta(void)
{
  Sim *sim = test_sim(
    PETSC_COMM_WORLD,
    "schema: 1\nrun: {end_time: 1, dt: 1e-6}\n"
    "domain: {lo: [-1, -1, -1], hi: [1, 1, 1]}\nmaterial:\n  - a: {density: 1000}\n"
    "contact:\n  - l: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1, rolling: "
    "constant_torque, rolling_friction: 1e20}\n"
    "template:\n  - ball: {material: a, pebbles: [0, 0, 0, 0.1]}\n"
    "clumps:\n  - l: {template: ball, position: [-0.099999999, 0, 0], spin: [0, 0, 100], id: 0}\n"
    "  - r: {template: ball, position: [0.099999999, 0, 0], spin: [0, 0, -100], id: 1}\n",
    "");
  const Clumps *c       = sim->clumps;
  const double  inertia = c->inertia[0].x, couple = 0.2 * 0.5 * inertia / 1e-6 * 200;

  CHECK(sim->report.possible);
  CHECK_NEAR(c->torque[test_row(sim, 0)].z, -couple, 1e-9 * couple);
  CHECK_NEAR(c->torque[test_row(sim, 1)].z, couple, 1e-9 * couple);
  CHECK(sim->loads->force.largest >= COUPLE_SHARE * couple / (LOAD_ARMS * 0.25));
  CALL(sim_destroy(&sim));
  test_end("a couple far above force x arm raises the quanta and is summed exactly");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  tiles_are_the_sum_of_contacts();
  a_large_couple_raises_the_quanta();
  test_folder_remove();
  return test_finish();
}
