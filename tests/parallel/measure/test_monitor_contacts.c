/* SPDX-License-Identifier: MIT */
/* Profiles and monitors of contacts: against a loop over all pairs of pebbles; the same bits on any
   ranks and after a restart. */
#include "monitor_case.h"

static const char *const block =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, gravity: [0, 0, -9]}\n"
  "domain: {lo: [0, 0, 0], hi: [.72, .72, 2], boundary: [periodic, periodic, open]}\n"
  "material:\n  - s: {density: 1000, young: 1.0e7, poisson: 0.25}\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, tangential: hooke, "
  "restitution: .5, friction: .3}\n"
  "template:\n  - pair: {material: s, pebbles: [0, 0, 0, .09, .05, 0, 0, .07]}\n"
  "clumps:\n  - all: {file: block.csv}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "profile:\n"
  "  - down: {every: 5e-4, axis: z, bins: 6, range: [0, .8], fields: [stress, coordination, "
  "fabric, "
  "number]}\n"
  "  - ring: {every: 5e-4, axis: [0, 0, 1], bins: 3, range: [0, .8], area: .5184, fields: "
  "[contact_stress], groups: [odd]}\n"
  "monitor:\n"
  "  - all: {every: 5e-4, type: coordination}\n"
  "  - four: {every: 5e-4, type: coordination, rattler_below: 5, lo: [.1, .2, .1], hi: [.5, .72, "
  ".6]}\n"
  "  - odd: {every: 5e-4, type: coordination, groups: [odd]}\n"
  "  - stress: {every: 5e-4, type: stress, lo: [.1, 0, .1], hi: [.5, .72, .5]}\n"
  "  - whole: {every: 5e-4, type: stress}\n"
  "  - fabric: {every: 5e-4, type: fabric}\n"
  "  - grains: {every: 5e-4, type: coarse_grain, grid_lo: [0, 0, 0], grid_hi: [.72, .72, .6], "
  "spacing: .12, width: .15}\n"
  "  - forces: {every: 5e-4, type: force_histogram, bins: 8, most: 4}\n";

enum { STEPS = 16 };

static Sim *begun(MPI_Comm comm, const char *options)
{
  static const char *const turn[] = {".5,.5,.5,.5", ".5,-.5,.5,.5", "1,0,0,0",
                                     ".6,.8,0,0",   ".6,0,.8,0",    ".6,0,0,.8"};
  static char              text[20000];
  size_t                   n = 0;

  n += (size_t)snprintf(text, sizeof text, "template,x,y,z,qw,qx,qy,qz,group\n");
  for (int k = 0; k < 64; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "pair,%.3f,%.3f,%.3f,%s,%s\n",
                          .09 + .18 * (k % 4), .09 + .18 * (k / 4 % 4), .1 + .175 * (k / 16),
                          turn[(k * 7) % 6], k % 2 ? "odd" : "even");
  test_file("block.csv", text);
  return comm == PETSC_COMM_SELF ? test_sim_alone(block, options) : test_sim(comm, block, options);
}

/* ---- a loop over all pairs ---- */

typedef struct {
  int bodies, ends, touching, stable, stable_ends, stable_touching, body_ends, body_touching;
} Counts;

static Vec3 pebble(const Sim *sim, PetscInt a, int i)
{
  const Clumps *c = sim->matter.clumps;

  return vec3_add(domain_wrapped(&sim->space.domain, c->pose[a].x),
                  quat_turn(c->pose[a].q, sim->matter.templates.list[c->template[a]].offset[i]));
}

static bool overlap(Vec3 x, double r, Vec3 y, double s)
{
  Vec3 d = vec3_sub(x, y);

  d.x -= .72 * floor(d.x / .72 + .5);
  d.y -= .72 * floor(d.y / .72 + .5);
  return vec3_norm(d) < r + s;
}

/* Contacts of clump a with clump b; b -1: with the floor. */
static int contacts(const Sim *sim, PetscInt a, PetscInt b)
{
  const double *r = sim->matter.templates.list[0].radius;
  int           n = 0;

  for (int i = 0; i < 2; i++)
    for (int j = 0; j < (b < 0 ? 1 : 2); j++)
      n += b < 0 ? pebble(sim, a, i).z < r[i]
                 : overlap(pebble(sim, a, i), r[i], pebble(sim, b, j), r[j]);
  return n;
}

static Counts count(const Sim *sim, Vec3 lo, Vec3 hi, int least)
{
  Counts n = {0};

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Vec3 x    = domain_wrapped(&sim->space.domain, sim->matter.clumps->pose[a].x);
    int        ends = 0, touching = 0;

    if (x.x < lo.x || x.y < lo.y || x.z < lo.z || x.x >= hi.x || x.y >= hi.y || x.z >= hi.z)
      continue;
    for (PetscInt b = -1; b < sim->matter.clumps->n_owned; b++) {
      const int more = b == a ? 0 : contacts(sim, a, b);

      ends += more;
      touching += more > 0;
      n.body_ends += b < 0 ? 0 : more;
      n.body_touching += b >= 0 && more > 0;
    }
    n.bodies++;
    n.ends += ends;
    n.touching += touching;
    if (touching < least) continue;
    n.stable++;
    n.stable_ends += ends;
    n.stable_touching += touching;
  }
  return n;
}

static void compare(Sim *sim, const char *name, Counts n)
{
  const int k       = monitor_at(sim, name);
  double   *numbers = monitor_numbers(sim, k);

  CHECK(n.bodies > 10 && n.stable > 3 && n.ends > n.touching);
  CHECK_BITS(numbers[0], n.bodies);
  CHECK_BITS(numbers[1], n.bodies - n.stable);
  CHECK_BITS(numbers[2], (double)n.ends / n.bodies);
  CHECK_BITS(numbers[3], (double)n.touching / n.bodies);
  CHECK_BITS(numbers[4], (double)n.stable_ends / n.stable);
  CHECK_BITS(numbers[5], (double)n.stable_touching / n.stable);
  CHECK(n.body_ends < n.ends || strcmp(name, "all") != 0); /* some touch the floor */
  CHECK_BITS(numbers[6], (double)n.body_ends / n.bodies);
  CHECK_BITS(numbers[7], (double)n.body_touching / n.bodies);
  array_free(&numbers);
}

static void numbers_of_contacts_are_those_of_a_loop(void)
{
  Sim *sim = begun(PETSC_COMM_SELF, "");

  if (sim) {
    CALL(monitors_listen(sim_world(sim)));
    test_steps(sim, STEPS);
    compare(sim, "all", count(sim, vec3(0, 0, 0), vec3(1, 1, 9), 2));
    compare(sim, "four", count(sim, vec3(.1, .2, .1), vec3(.5, .72, .6), 5));
    CALL(sim_destroy(&sim));
  }
  test_end("numbers of contacts, touching bodies and rattlers are those of a loop over all pairs");
}

/* Sums over contacts as they are seen. */
typedef struct {
  double stress[9], fabric[6], push;
  int    n;
} Seen;

static void forget(void *self)
{
  memset(self, 0, sizeof(Seen));
}

static void add(void *self, const ContactSeen *c)
{
  static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  Seen            *s        = self;

  for (int k = 0; k < 9; k++)
    s->stress[k] += vec3_axis(c->branch, k / 3) * vec3_axis(c->force, k % 3);
  for (int k = 0; k < 6; k++)
    s->fabric[k] += vec3_axis(c->normal, at[k][0]) * vec3_axis(c->normal, at[k][1]);
  s->push += seen_push(c);
  s->n++;
}

static void sums_are_those_of_the_contacts(void)
{
  Sim *sim = begun(PETSC_COMM_SELF, "");
  Seen seen;

  if (sim) {
    const int forces = monitor_at(sim, "forces");
    double   *stress, *fabric, *density, all = 0;

    CALL(monitors_listen(sim_world(sim)));
    CALL(contact_listeners_add(
      &sim->modules.listeners,
      &(ContactListener){
        .self = &seen, .beat = {.steps = 1}, .also = -1, .begin = forget, .see = add}));
    test_steps(sim, STEPS);
    stress  = monitor_numbers(sim, monitor_at(sim, "whole"));
    fabric  = monitor_numbers(sim, monitor_at(sim, "fabric"));
    density = monitor_numbers(sim, forces);
    for (int k = 0; k < 9; k++)
      CHECK_NEAR(stress[9 + k] * .72 * .72 * 2, seen.stress[k],
                 1e-12 * fabs(seen.stress[0])); /* rounding */
    CHECK(fabs(seen.stress[1] - seen.stress[3]) > 1e-6 * fabs(seen.stress[0]));
    for (int k = 0; k < 6; k++)
      CHECK_NEAR(fabric[k], seen.fabric[k] / seen.n, 1e-14); /* likewise */
    for (int b = 0; b < 8; b++) all += density[5 * b + 3] * .5;
    CHECK_NEAR(density[4], seen.push / seen.n,
               1e-12 * density[4]); /* likewise; all contacts push */
    CHECK_NEAR(all, 1, 1e-14);      /* likewise */
    array_free(&stress);
    array_free(&fabric);
    array_free(&density);
    CALL(sim_destroy(&sim));
  }
  test_end("stress, fabric and forces are those of sums over the contacts");
}

/* Kernel of the coarse-graining. */
static double kernel(Vec3 d)
{
  const double q = 1 - vec3_dot(d, d) / (.15 * .15);

  return q > 0 ? 315 / (64 * PETSC_PI * .15 * .15 * .15) * q * q * q : 0;
}

/* Density from all bodies and images at point x. */
static double density_at(const Sim *sim, Vec3 x)
{
  double sum = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    for (int k = 0; k < 9; k++)
      sum +=
        sim->matter.clumps->mass[a] *
        kernel(vec3_sub(vec3_add(domain_wrapped(&sim->space.domain, sim->matter.clumps->pose[a].x),
                                 vec3(.72 * (k % 3 - 1), .72 * (k / 3 - 1), 0)),
                        x));
  return sum;
}

static void momentum_is_balanced(void)
{
  Sim *sim = begun(PETSC_COMM_SELF, "");

  if (sim) {
    const int      grains = monitor_at(sim, "grains");
    const Monitor *m      = &sim_monitors(sim)->list[grains];
    double        *numbers, most = 0, wall = 0;

    CALL(monitors_listen(sim_world(sim)));
    test_steps(sim, STEPS);
    numbers = monitor_numbers(sim, grains);
    CHECK_INT(monitor_rows(m), 7 * 7 * 6);
    for (int i = 0; i < monitor_rows(m); i++) most = max_real(most, fabs(numbers[25 * i + 18]));
    for (int i = 0; i < monitor_rows(m); i++) {
      const double *at  = numbers + 25 * i;
      const double  rho = density_at(sim, vec3(at[0], at[1], at[2]));

      CHECK_NEAR(at[3], rho, 1e-12 * 1e3); /* rounding */
      wall = max_real(wall, fabs(at[24]));
      for (int k = 0; k < 3; k++)
        CHECK_NEAR(at[19 + k] + at[22 + k], at[16 + k], 1e-10 * most); /* quanta of the forces */
    }
    CHECK(most > 100 && wall > .1 * most);
    array_free(&numbers);
    CALL(sim_destroy(&sim));
  }
  test_end("coarse-grained momentum is balanced at every point: force, stress and walls");
}

static void ranks_and_restarts_change_nothing(void)
{
  Sim *sim = begun(PETSC_COMM_WORLD, "-decomp_random 5"), *one = begun(PETSC_COMM_SELF, "");

  test_steps(sim, STEPS / 2);
  sim = test_restarted(sim, "");
  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, STEPS / 2);
  if (one) CALL(monitors_listen(sim_world(one)));
  if (one) test_steps(one, STEPS);
  for (int k = 0; k < sim_monitors(sim)->n; k++) monitor_compare(sim, one, k);
  if (one) CALL(sim_destroy(&one));
  CALL(sim_destroy(&sim));
  test_end("the numbers have the same bits on any ranks and after a restart");
}

TESTS(.ranks = {1, 2, 3, 8})
{
  numbers_of_contacts_are_those_of_a_loop();
  sums_are_those_of_the_contacts();
  momentum_is_balanced();
  ranks_and_restarts_change_nothing();
  test_folder_remove();
}
