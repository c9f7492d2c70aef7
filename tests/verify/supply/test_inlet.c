/* SPDX-License-Identifier: MIT */
/* Clumps that enter through an inlet: their mass and number are right to half a clump at every
   release; they have the shares of templates, the curve of sizes and the velocities that are asked
   for, lie inside the region and do not overlap. */
#include "parallel/fill.h"
#include "parallel/inlet.h"
#include "supply/inlet.h"

static const Inlet *inlet_of(const Sim *sim, const char *name)
{
  const Sources *s = &sim->entry.sources;

  for (PetscInt k = 0; k < s->n; k++)
    if (s->list[k].object && strcmp(s->list[k].object, name) == 0)
      return (const Inlet *)(const void *)s->list[k].own;
  return NULL;
}

/* ---- amounts ---- */

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, seed: 3, gravity: [0, 0, -9]}\n" \
  "domain: {lo: [0, 0, -200], hi: [10, 10, 12], boundary: [periodic, periodic, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .2}\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.1]}\n" \
  "  - rod: {material: a, pebbles: [0,0,0,.1, .15,0,0,.1, .3,0,0,.1]}\n" \
  "inlet:\n" \
  "  - feed: {template: [ball, rod], fraction: [.2, .8], lo: [0, 0, 5], hi: [10, 10, 10], " \
  "velocity: [0, 0, -9], size: lognormal, size_mean: 1, size_deviation: .3, "

static double mass_of(const Sim *sim)
{
  double mass = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) mass += sim->matter.clumps->mass[a];
  (void)MPI_Allreduce(MPI_IN_PLACE, &mass, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return mass;
}

/* Mass of the heaviest clump that may enter. */
static double heaviest(const Sim *sim)
{
  const Clumps *c    = sim->entry.extremes;
  double        most = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) most = max_real(most, c->mass[a]);
  CALL(parallel_max(&sim->par, &most, 1));
  return most;
}

/* The clumps that are present are those that were drawn: clump j of the inlet has the id j. */
static void check_drawn(const Sim *sim)
{
  const Clumps *c = sim->matter.clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const FillClump drawn = inlet_spec_clump(&inlet_of(sim, "feed")->spec, c->id[a]);

    CHECK_INT(c->template[a], drawn.template);
    CHECK_BITS(c->scale[a], drawn.scale);
  }
}

/* rate: kg/s; stop: kg */
static void mass_comes_at_its_rate(double rate, double stop)
{
  char   text[2000];
  double half, worst = 0;
  Sim   *sim;

  snprintf(text, sizeof text, HEAD "every: .01, mass_rate: %g, stop_mass: %g}\n", rate, stop);
  sim  = test_sim(PETSC_COMM_WORLD, text, "");
  half = 0.5 * heaviest(sim);

  for (int step = 0; step <= 300; step += 5) {
    const int    releases = step / 10 + 1;
    const double due      = min_real(stop, 0.01 * rate * releases);

    worst = max_real(worst, fabs(mass_of(sim) - due));
    test_steps(sim, 5);
  }
  test_note("mass off by %.3g kg at most, half of the heaviest clump has %.3g kg", worst, half);
  CHECK(worst <= half * (1 + 1e-12));
  CHECK_NEAR(inlet_of(sim, "feed")->mass, mass_of(sim), 1e-12); /* rounding of sums */
  CHECK(!isfinite(sim->entry.next));
  check_drawn(sim);
  CALL(sim_destroy(&sim));
  test_end("the mass that has entered is that of the rate, to half a clump, at every release");
}

static void numbers_come_at_their_rate(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD,
                      HEAD "every: .007, number_rate: 1234.5, start: .02, "
                           "stop_number: 321, stop_time: .5}\n",
                      "");

  for (int step = 1; step <= 400; step++) {
    int64_t due;

    test_steps(sim, 1);
    /* releases at .02, .027 ...: 20, 27, ... steps */
    due = step < 20 ? 0 : (int64_t)(1234.5 * 0.007 * ((step - 20) / 7 + 1) + 1e-9);
    CHECK_INT(test_total(sim->matter.clumps->n_owned), min_int(321, due));
  }
  CALL(sim_destroy(&sim));
  test_end("numbers come at their rate from their start, and stop");
}

static void stop_time_ends_the_rate(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, HEAD "every: .03, number_rate: 700, stop_time: .1}\n", "");

  /* releases at 0, .03, .06: 21 each, and at .09 what is due for the last .01 s */
  test_steps(sim, 85);
  CHECK_INT(test_total(sim->matter.clumps->n_owned), 63);
  test_steps(sim, 35);
  CHECK_INT(test_total(sim->matter.clumps->n_owned), 70);
  /* a later end: the rate goes on from where it ended; the next release is at .12 */
  sim = test_restarted(sim, "-inlet_feed_stop_time .2");
  test_steps(sim, 100);
  CHECK_INT(test_total(sim->matter.clumps->n_owned), 140);
  /* longer and shorter times between releases, which the checkpoint's do not divide */
  sim = test_restarted(sim, "-inlet_feed_stop_time .5 -inlet_feed_every .047");
  test_steps(sim, 100);
  sim = test_restarted(sim, "-inlet_feed_stop_time .5 -inlet_feed_every .011");
  test_steps(sim, 190);
  CHECK_INT(test_total(sim->matter.clumps->n_owned), 350);
  CALL(sim_destroy(&sim));
  test_end("a rate of number gives rate x (stop_time - start), whatever the time between releases");
}

static void stop_time_ends_the_mass(void)
{
  Sim   *sim  = test_sim(PETSC_COMM_WORLD,
                         HEAD "every: .03, mass_rate: 8, start: .01, "
                                 "stop_time: .1}\n",
                         "");
  double half = 0.5 * heaviest(sim);

  test_steps(sim, 120);
  CHECK(fabs(mass_of(sim) - 8 * 0.09) <= half * (1 + 1e-12)); /* rounding of sums */
  CALL(sim_destroy(&sim));
  test_end("a rate of mass gives rate x (stop_time - start), to half a clump");
}

static void short_releases_add_up(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, HEAD "every: 1e-3, number_rate: 100, stop_time: .7}\n", "");

  for (int k = 1; k <= 7; k++) {
    test_steps(sim, k == 1 ? 99 : 100); /* release 100 k - 1 makes clump 10 k due */
    CHECK_INT(test_total(sim->matter.clumps->n_owned), 10 * k);
  }
  CALL(sim_destroy(&sim));
  test_end("tenths of clumps add up to clumps at the release that completes them");
}

/* An inlet that events stop and start puts in the mass that is due while it is on, and at most
   one release more. */
static void what_came_ahead_of_a_stop_counts(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, HEAD "every: .03, number_rate: 700}\n", "");
  Inlet *i   = (Inlet *)(uintptr_t)inlet_of(sim, "feed");

  test_steps(sim, 40); /* releases at 0 .. .03 */
  CHECK_INT(i->clumps, 42);
  CHECK(source_inlet.turn(i, false, 0.04));
  CHECK_NEAR(i->due_number, 28, 1e-12); /* 700 x .04; rounding */
  CHECK(source_inlet.turn(i, true, 0.1));
  CHECK_BITS(i->first, 0.1);
  CHECK_NEAR(i->due_number, 28, 1e-12);
  CALL(sim_destroy(&sim));
  test_end("what entered ahead of a stop counts after the next start");
}

/* ---- what comes ---- */

/* Kolmogorov-Smirnov distance of the scales of n clumps of a template from the curve asked for. */
static double distance(const Inlet *i, int template, unsigned n)
{
  double *scale = calloc(n, sizeof *scale), worst = 0;
  int     found = 0;

  for (unsigned j = 0; j < n; j++) {
    const FillClump w = inlet_spec_clump(&i->spec, j);

    if (w.template == template) scale[found++] = w.scale;
  }
  qsort(scale, (size_t)found, sizeof *scale, compare_reals);
  for (int k = 0; k < found; k++) {
    const double low  = distribution_size(&i->spec.sizes, (double)k / found),
                 high = distribution_size(&i->spec.sizes, (k + 1.0) / found);
    /* distance in share, by the slope of the curve between neighbours */
    const double off = (scale[k] - 0.5 * (low + high)) / max_real(high - low, 1e-12) / found;

    worst = max_real(worst, min_real(fabs(off), 1));
  }
  free(scale);
  return worst;
}

static void shares_and_sizes_are_those_asked_for(void)
{
  Sim         *sim = test_sim(PETSC_COMM_WORLD, HEAD "every: 1, stop_number: 1}\n", "");
  const Inlet *i   = inlet_of(sim, "feed");

  for (int n = 10; n <= 10000; n *= 10) {
    const double most = log(n) * log(n) + 2;
    int          rods = 0;
    double       off, apart;

    for (int j = 0; j < n; j++) rods += inlet_spec_clump(&i->spec, j).template == 1;
    off   = fabs(rods - 0.8 * n);
    apart = distance(i, 1, n);
    test_note("%d clumps: rods off by %.2f, sizes of rods by %.2f clumps", n, off, apart * rods);
    CHECK(off <= log(n) + 1);         /* a Kronecker sequence in one dimension */
    CHECK(apart * rods <= most);      /* and in two; random draws: sqrt(n) */
    CHECK(apart * sqrt(rods) < 1.36); /* the test of Kolmogorov and Smirnov at 5 % */
  }
  CALL(sim_destroy(&sim));
  test_end("shares of templates and sizes are met to log(n) clumps and its square");
}

/* ---- where ---- */

/* Deepest overlap that a clump with an id of `from` or more has with any other, all images. */
static double deepest_new(const Sim *sim, Id from)
{
  const Vec3 length = sim->space.domain.length;
  int        n;
  Placed    *list = all_balls(sim, &n);
  double     most = -INFINITY;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n && list[i].id >= from; j++)
      for (int image = -1; image <= 1; image++) {
        const Vec3 d = vec3_sub(vec3_add(list[i].x, vec3(image * length.x, 0, 0)), list[j].x);

        if (list[i].id == list[j].id && image == 0) continue;
        most = fmax(most, list[i].r + list[j].r - vec3_norm(d));
      }
  free(list);
  return most;
}

/* Depth of new pebbles in the walls of inlet_scenario. */
static double deepest_in_walls(const Sim *sim, Id from)
{
  const Vec3 normal = vec3_scale(1 / sqrt(1.04), vec3(0, 1, .2));
  int        n;
  Placed    *list = all_balls(sim, &n);
  double     most = -INFINITY;

  for (int i = 0; i < n; i++) {
    if (list[i].id < from) continue;
    most = fmax(most, list[i].r - list[i].x.z);
    most = fmax(most, list[i].r - vec3_dot(normal, vec3_sub(list[i].x, vec3(0, -1.4, 3))));
  }
  free(list);
  return most;
}

static void nothing_overlaps_when_it_enters(void)
{
  Sim    *sim    = test_sim(PETSC_COMM_SELF, inlet_scenario, "");
  int64_t before = 12, releases = 0;
  double  touches = deepest_new(sim, 12), walls = deepest_in_walls(sim, 12);

  for (int step = 0; step < INLET_STEPS; step++) {
    before = sim->energy.account.next_id;
    test_steps(sim, 1);
    if (sim->energy.account.next_id == before) continue;
    releases++;
    touches = fmax(touches, deepest_new(sim, before));
    walls   = fmax(walls, deepest_in_walls(sim, before));
  }
  test_note("%" PRId64 " releases, %" PRId64 " clumps, closest %.3g m", releases,
            sim->energy.account.inserted, -touches);
  CHECK(releases > 5 && touches <= rounding && walls <= rounding);
  CALL(sim_destroy(&sim));
  test_end("a clump that enters touches no other, no wall, and none across a periodic face");
}

/* Largest distance by which a new pebble leaves the slanting cylinder, and the box of the drip. */
static void check_inside(const Sim *sim, Id from)
{
  const Vec3 axis = vec3_scale(1 / sqrt(1.17), vec3(.4, .1, -1));
  int        n;
  Placed    *list = all_balls(sim, &n);

  for (int i = 0; i < n; i++) {
    const bool ball = list[i].r == 0.25;
    Vec3       arm  = vec3_sub(list[i].x, vec3(3.8, .2, 6.5));
    double     along, across;

    if (list[i].id < from) continue;
    arm.x -= 7 * rint((arm.x - .5) / 7);
    along  = vec3_dot(arm, axis);
    across = vec3_norm(vec3_axpy(arm, -along, axis));
    if (ball) CHECK(list[i].x.z - .25 >= 2.5 - rounding && list[i].x.z + .25 <= 4 + rounding);
    else
      CHECK(along >= list[i].r - rounding && along <= 3 - list[i].r + rounding &&
            across <= 1.2 - list[i].r + rounding);
  }
  free(list);
}

static void clumps_enter_in_their_region(void)
{
  Sim *sim = test_sim(PETSC_COMM_SELF, inlet_scenario, "");

  check_inside(sim, 12);
  for (int step = 0; step < INLET_STEPS; step++) {
    const Id before = sim->energy.account.next_id;

    test_steps(sim, 1);
    check_inside(sim, before);
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
      const bool ball = sim->matter.clumps->template[a] == 2;

      if (sim->matter.clumps->id[a] < before) continue;
      CHECK_BITS(sim->matter.clumps->motion[a].v.z, ball ? -2.0 : -6.0);
      CHECK_NEAR(sim->matter.clumps->w[a].y, ball ? 5.0 : 0, 1e-14);
      CHECK(sim->matter.clumps->group[a] == (ball ? 0 : 1));
    }
  }
  CALL(sim_destroy(&sim));
  test_end("clumps enter inside their region, with the velocity, spin and group of their inlet");
}

/* ---- start values ---- */

static const char warm[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 3}\n"
  "domain: {lo: [0, 0, 0], hi: [9, 9, 9], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3, temperature: 300}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .2}\n"
  "template:\n  - plain: {material: a, pebbles: [0,0,0,.1]}\n"
  "  - hot: {material: a, pebbles: [0,0,0,.1], temperature: 350}\n"
  "inlet:\n"
  "  - feed: {template: [plain, hot], lo: [0, 0, 0], hi: [9, 9, 9], every: .005, number_rate: "
  "400}\n"
  "  - held: {template: hot, lo: [0, 0, 0], hi: [9, 9, 9], every: .005, start: .001, number_rate: "
  "200, "
  "temperature: 400, temperature_fixed: true, group: held}\n";

static void check_values(const Sim *sim)
{
  const Clumps *c = sim->matter.clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const QuantityColumns *q = &c->quantity[0];

    CHECK_BITS(q->value[a], c->group[a] ? 400.0 : c->template[a] == 1 ? 350.0 : 300.0);
    CHECK_INT(q->held[a], c->group[a] ? 1 : 0);
  }
}

static void quantities_come_from_inlet_template_or_material(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, warm, "");

  check_values(sim);
  test_steps(sim, 23);
  check_values(sim);
  sim = test_restarted(sim, "");
  test_steps(sim, 20);
  check_values(sim);
  CHECK_INT(test_total(sim->matter.clumps->n_owned), 2 * 9 + 9);
  CALL(sim_destroy(&sim));
  test_end("temperatures of clumps that enter are those of inlet, template or material");
}

TESTS(.ranks = {1, 2})
{
  quantities_come_from_inlet_template_or_material();
  mass_comes_at_its_rate(40, 9.7);
  mass_comes_at_its_rate(0.4, 0.11); /* less than half a clump in a release */
  numbers_come_at_their_rate();
  stop_time_ends_the_rate();
  stop_time_ends_the_mass();
  short_releases_add_up();
  what_came_ahead_of_a_stop_counts();
  shares_and_sizes_are_those_asked_for();
  nothing_overlaps_when_it_enters();
  clumps_enter_in_their_region();
  test_folder_remove();
}
