/* SPDX-License-Identifier: MIT */
/* Reflecting faces on any ranks: the same bits with any lists and cuts, with wide and blocked
   clumps, in two dimensions, and through restarts, also such that change the faces. */
#include "sim_test.h"

enum { STEPS = 250 };

#define MATTER \
  "material:\n  - a: {density: 90, young: 1e5, poisson: .3}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: .6, tangential: hooke, " \
  "friction: .4}\n"

static const char solid[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [1, 0, -6]}\n"
  "domain: {lo: [-2, -2, -2], hi: [2, 2, 2], boundary: [reflect, periodic, reflect], restitution: "
  ".8}\n" MATTER "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "  - pole: {material: a, pebbles: [0,0,0,.1, .15,0,0,.1, .3,0,0,.1, .45,0,0,.1, .6,0,0,.1, "
  ".75,0,0,.1]}\n"
  "clumps:\n"
  "  - heap: {template: [pair, pole], count: 150, lo: [-2, -2, -2], hi: [2, 2, 1], velocity: "
  "[1, 2, -4]}\n"
  "  - post: {template: pole, position: [0, 0, 1.5], blocked: xZ, velocity: [0, 3, 5]}\n"
  "  - skate: {template: pole, position: [1.5, 1, 1], blocked: U, velocity: [1, 3, -5],\n"
  "            attitude: [.8, .3, .4, .2], spin: [2, 0, 1]}\n"
  "  - late: {template: pole, position: [1, 1, 1.7], at: .1, velocity: [0, 0, 5]}\n";

static const char flat[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [1, -3], dimension: 2, overlap_limit: 9}\n"
  "domain: {lo: [-3, -3], hi: [3, 3], boundary: [reflect, reflect]}\n" MATTER
  "template:\n  - pair: {material: a, pebbles: [0,0,.15, .2,0,.1]}\n"
  "clumps:\n  - heap: {template: [pair], count: 90, lo: [-3, -3], hi: [3, 3], velocity: [2, -4]}\n";

static const char drop[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, gravity: [0, -9], dimension: 2, overlap_limit: 9}\n"
  "domain: {lo: [-3, -3], hi: [3, 3], boundary: [reflect, reflect]}\n" MATTER
  "template:\n  - pair: {material: a, pebbles: [0,0,.15, .2,0,.1]}\n"
  "clumps:\n  - heap: {template: [pair], count: 18, lo: [-1, -1], hi: [1, 1.5], velocity: [0, "
  "-8]}\n";

/* Pebbles of owned clumps outside a reflecting face. */
static int64_t outside(const Sim *sim)
{
  const Domain  *d = &sim->space.domain;
  const Pebbles *p = sim->matter.pebbles;
  int64_t        n = 0;

  for (PetscInt i = 0; i < p->n; i++)
    for (int k = 0; k < d->dimension; k++) {
      const double x = vec3_axis(pebble_centre(p, i), k), r = p->at[i].r;

      n += p->clump[i] < sim->matter.clumps->n_owned && boundary_reflects(d->boundary[k]) &&
           (x - r < vec3_axis(d->lo, k) || x + r > vec3_axis(d->hi, k));
    }
  return n;
}

static Totals half_way(Sim **sim, bool restart, const char *options)
{
  test_steps(*sim, STEPS / 2);
  if (restart) *sim = test_restarted(*sim, options);
  test_steps(*sim, STEPS - STEPS / 2);
  return totals_of(*sim);
}

/* The state at the end of a run. */
typedef struct {
  uint64_t digest;
  Totals   totals;
} Outcome;

static void run_alone(Sim *sim, int steps, void *outcome)
{
  const Totals first = totals_of(sim);
  Outcome     *o     = outcome;

  test_steps(sim, steps);
  o->totals = totals_of(sim);
  o->digest = test_digest(sim);
  CHECK(o->totals.contacts > 2);
  CHECK_INT(o->totals.clumps, first.clumps + (sim->settings.dimension == 3));
  CHECK(fabs(o->totals.faces_lo.x) + fabs(o->totals.faces_hi.x) > 0);
}

static void compare(const char *scenario, const char *fact)
{
  static const char *const options[] = {"", "-rebuild_every 3 -decomp_random 1 -halo_wide 0",
                                        "-search_skin .2 -balance_every 9 -decomp_random 2",
                                        "-search_method cells"};
  Outcome                  alone     = {0};

  test_alone(scenario, "", STEPS, run_alone, &alone, sizeof alone);
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    Sim   *sim;
    Totals t;

    if (!test_way_here(k, sizeof options / sizeof *options)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario, options[k]);
    t   = half_way(&sim, k > 1, options[1]);
    CHECK(test_digest(sim) == alone.digest);
    CHECK(memcmp(&t.faces_lo, &alone.totals.faces_lo, sizeof(Vec3)) == 0);
    CHECK(t.dissipated == alone.totals.dissipated);
    CHECK_INT(outside(sim), 0);
    CALL(sim_destroy(&sim));
  }
  test_restarts(scenario, STEPS / 2, STEPS, alone.digest);
  test_end(fact);
}

static void drop_alone(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  test_steps(sim, steps);
  *o = (Outcome){test_digest(sim), totals_of(sim)};
  CHECK(o->totals.contacts > 0 && o->totals.faces_lo.y < 0);
}

/* A drop of clumps that no face is near yet, and then one is: other faces meanwhile change
   nothing. */
static void faces_change(void)
{
  static const char *const faces[] = {"-domain_boundary open,reflect",
                                      "-domain_boundary reflect,periodic",
                                      "-domain_boundary reflect,reflect"};
  Outcome                  alone   = {0};
  Sim                     *sim;

  test_alone(drop, "", 300, drop_alone, &alone, sizeof alone);
  sim = test_sim(PETSC_COMM_WORLD, drop, "");
  test_steps(sim, 60);
  for (int k = 0; k < 3; k++) {
    sim = test_restarted(sim, faces[k]);
    test_steps(sim, k < 2 ? 20 : 200);
  }
  CHECK(test_digest(sim) == alone.digest);
  CHECK(totals_of(sim).faces_lo.y == alone.totals.faces_lo.y);
  CALL(sim_destroy(&sim));
  test_end("faces become open or periodic at a restart, and reflecting again");
}

/* Clumps that lie on a face grow beyond it, and contacts go to other ranks with their pebbles: the
   same bits whenever lists were made before, and a restart right then goes on. */
static void growth_beyond_a_face(void)
{
  enum { GROWN = 300, MORE = 100 }; /* steps */
  char     text[2000];
  uint64_t digest;
  Sim     *sim;

  snprintf(text, sizeof text, "%schange:\n  - swell: {start: .3, action: scale, factor: 1.3}\n",
           drop);
  digest = test_digest_alone(text, "", GROWN + MORE);
  if (test_size() <= 2 || test_size() == 4) {
    sim = test_sim(PETSC_COMM_WORLD, text, "-rebuild_every 299 -search_skin .05");
    CHECK(test_digest_after(sim, GROWN + MORE) == digest);
  }
  if (test_size() != 2 && test_size() != 4) {
    sim = test_sim(PETSC_COMM_WORLD, text, "");
    test_steps(sim, GROWN);
    CHECK(test_total(outside(sim)) > 0);
    sim = test_restarted(sim, "-decomp_random 3");
    CHECK(test_digest_after(sim, MORE) == digest);
  }
  test_end("clumps that have just grown beyond a face: any lists and a restart change no bit");
}

/* A ball of 3 kg between two faces with a restitution of 1/2: the first bounce takes m v^2 (1 -
   e^2) / 2, each further one e^2 of that before. Along the faces nothing is lost. */
static void faces_take_energy(void)
{
  const double m = 3, v = 4, e = .5;
  double       way = .5, speed = v, at = 0; /* m, m/s, s: the next bounce */
  Sim         *sim    = test_sim(PETSC_COMM_WORLD,
                                 "schema: 1\n"
                                            "run: {end_time: 99, dt: .0078125}\n"
                                            "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [reflect, periodic, "
                                            "periodic], restitution: .5}\n"
                                            "material:\n  - a: {density: 45.836623610465854, young: 1e5}\n"
                                            "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e3, "
                                            "restitution: 1}\n"
                                            "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .25]}\n"
                                            "clumps:\n  - one: {template: ball, position: [.25, 0, 0], velocity: "
                                            "[4, 1, 2], spin: [1, 2, 3]}\n",
                                 "");
  double       sum[2] = {0, 0}; /* momentum given to the faces */

  for (int bounce = 0; bounce < 4; bounce++) {
    Totals t;
    double left = speed * e;

    at += way / speed;
    sum[bounce % 2] += (bounce % 2 ? -1 : 1) * m * (speed + left);
    test_steps(sim, (int)ceil(at * 128 + .25) - (int)sim->clock.step);
    t = totals_of(sim);
    CHECK_NEAR(t.dissipated, .5 * m * (v * v - left * left), 1e-12); /* rounding of 24 J */
    CHECK_NEAR(t.translational, .5 * m * (left * left + 5), 1e-12);
    CHECK_NEAR(t.faces_hi.x, sum[0], 1e-12);
    CHECK_NEAR(t.faces_lo.x, sum[1], 1e-12);
    speed = left;
    way   = 1.5;
  }
  CALL(sim_destroy(&sim));
  test_end("a bounce at a face takes m v^2 (1 - e^2) / 2, and gives the face m v (1 + e)");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  compare(solid, "reflecting faces across and along periodic ones: the same bits");
  compare(flat, "a box of reflecting faces in two dimensions: the same bits");
  faces_change();
  growth_beyond_a_face();
  if (test_forms_here()) faces_take_energy();
  test_folder_remove();
}
