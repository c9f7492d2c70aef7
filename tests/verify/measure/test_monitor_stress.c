/* SPDX-License-Identifier: MIT */
/* Stress of clumps at rest: the force that crosses a plane is that of the walls and of the
   weight beyond. */
#include "monitor_case.h"

static const char *const pack =
  "schema: 1\nrun: {end_time: 99, dt: 8e-4, seed: 4, gravity: [0, 0, %g], damping: .3}\n"
  "domain: {lo: [0, 0, -.5], hi: [.8, .8, 1.5], boundary: [periodic, periodic, open]}\n"
  "material:\n  - s: {density: 1000, young: 1.0e7, poisson: 0.25}\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, tangential: hooke, "
  "restitution: .2, friction: .3}\n"
  "template:\n  - pair: {material: s, pebbles: [0, 0, 0, .1, .12, 0, 0, .08]}\n"
  "clumps:\n  - all: {template: pair, count: 38, lo: [0, 0, 0], hi: [.8, .8, 1.3]}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - lid: {shape: plane, material: s, point: [0, 0, 1.35], normal: [0, 0, -1]}\n"
  "motion:\n  - press: {walls: [lid], type: translate, velocity: [0, 0, -.5], end: %g}\n"
  "profile:\n  - down: {every: 8e-4, axis: z, bins: 10, range: [.05, .45], fields: [stress, "
  "coordination]}\n"
  "monitor:\n  - whole: {every: 8e-4, type: stress}\n"
  "  - box: {every: 8e-4, type: stress, lo: [0, 0, .1], hi: [.8, .8, .4]}\n"
  "  - quarter: {every: 8e-4, type: stress, lo: [0, 0, .1], hi: [.4, .4, .4]}\n"
  "  - half: {every: 8e-4, type: stress, lo: [0, .4, .1], hi: [.8, .8, .4]}\n"
  "  - rest: {every: 8e-4, type: stress, lo: [.4, 0, .1], hi: [.8, .4, .4]}\n";

enum { BINS = 10, STEPS = 8000 };
#define AREA .64

/* Forces of the floor and of the lid along z, N, and their moments, which give the heights of the
   contacts. */
typedef struct {
  double push[2], moment[2];
} Pushes;

static void forget(void *self)
{
  *(Pushes *)self = (Pushes){{0}, {0}};
}

static void look(void *self, const ContactSeen *c)
{
  Pushes *p = self;

  if (!c->wall) return;
  p->push[c->b] += c->force.z;
  p->moment[c->b] += c->force.z * seen_point(c).z;
}

static Sim *packed(double gravity, double end, Pushes *p)
{
  char text[4000];
  Sim *sim;

  snprintf(text, sizeof text, pack, gravity, end);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  test_steps(sim, STEPS);
  CALL(monitors_listen(sim_world(sim)));
  CALL(contact_listeners_add(
    &sim->modules.listeners,
    &(ContactListener){.self = p, .beat = {.steps = 1}, .also = -1, .begin = forget, .see = look}));
  test_steps(sim, 1);
  MPI_Allreduce(MPI_IN_PLACE, p, 4, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return sim;
}

static double number(Sim *sim, const char *name, int row, const char *column)
{
  const int    k       = monitor_at(sim, name);
  double      *numbers = monitor_numbers(sim, k);
  const double value   = monitor_number(sim, k, numbers, row, column);

  array_free(&numbers);
  return value;
}

static void stress_is_force_over_area(void)
{
  Pushes    p;
  Sim      *sim     = packed(0, 1.72, &p);
  const int k       = monitor_at(sim, "down");
  double   *numbers = monitor_numbers(sim, k);

  CHECK(p.push[0] > 100);
  CHECK_NEAR(p.push[1], -p.push[0], 1e-7 * p.push[0]); /* at rest, as far as the damping goes */
  for (int b = 0; b < BINS; b++)
    CHECK_NEAR(monitor_number(sim, k, numbers, b, "stress_zz"), -p.push[0] / AREA,
               1e-6 * p.push[0] / AREA); /* as above */
  /* the whole: as high as the contacts on the walls are apart */
  CHECK_NEAR(number(sim, "whole", 0, "stress_zz") * AREA * 2, p.moment[0] + p.moment[1],
             1e-6 * p.push[0]); /* as above */
  array_free(&numbers);
  CALL(sim_destroy(&sim));
  test_end("stress between two walls is the force on them over the area");
}

/* Weight of the clumps whose centres are above a height, mean over a layer. */
static double weight_above(const Sim *sim, double lo, double hi)
{
  double sum = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    sum += 9 * sim->matter.clumps->mass[a] *
           max_real(0, min_real(1, (sim->matter.clumps->pose[a].x.z - lo) / (hi - lo)));
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return sum;
}

static void stress_grows_with_the_weight(void)
{
  Pushes    p;
  Sim      *sim     = packed(-9, 1.5, &p);
  const int k       = monitor_at(sim, "down");
  double   *numbers = monitor_numbers(sim, k);

  CHECK_NEAR(p.push[0] + p.push[1], weight_above(sim, -9, -8),
             1e-6 * p.push[0]); /* at rest, as above */
  for (int b = 0; b < BINS; b++)
    CHECK_NEAR(monitor_number(sim, k, numbers, b, "stress_zz"),
               (p.push[1] - weight_above(sim, .05 + .04 * b, .09 + .04 * b)) / AREA,
               1e-6 * p.push[0] / AREA); /* as above */
  array_free(&numbers);
  CALL(sim_destroy(&sim));
  test_end("stress in a layer is that of the wall and the weight above");
}

/* Also while all moves. */
static void windows_add_up(void)
{
  static const char *const parts[] = {"quarter", "half", "rest"};
  static const double      size[]  = {.25, .5, .25};
  char                     text[4000];
  Sim                     *sim;

  snprintf(text, sizeof text, pack, -9., 1.5);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, 1400);
  for (int i = 0; i < 9; i++) {
    char   column[40];
    double sum = 0, box;

    snprintf(column, sizeof column, "contact_stress_%c%c", "xyz"[i / 3], "xyz"[i % 3]);
    box = number(sim, "box", 0, column);
    for (int k = 0; k < 3; k++) sum += size[k] * number(sim, parts[k], 0, column);
    CHECK_NEAR(sum, box, 1e-12 * 1e4); /* rounding of stresses of 1e4 Pa */
  }
  CALL(sim_destroy(&sim));
  test_end("stresses of windows, times their volumes, add up");
}

TESTS(.ranks = {2})
{
  stress_is_force_over_area();
  stress_grows_with_the_weight();
  windows_add_up();
  test_folder_remove();
}
