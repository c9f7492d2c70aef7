/* SPDX-License-Identifier: MIT */
/* Triclinic cells and sheared cells: the same bits whenever lists are built, on any number of ranks
   and after restarts, also at a flip of the tilt; the physics of the middle of the box across a
   sheared face. */
#include "sim_test.h"

#define MATERIAL \
  "material:\n  - a: {density: 1, young: 2e5, poisson: .3}\n" \
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 4e3, restitution: .6, " \
  "tangential: hooke, friction: .4}\n"

#define CLUMPS \
  "clumps:\n" \
  "  - rods: {template: [rod], count: 2, lo: [0, 0, 0], hi: [2.4, 1.8, 3], velocity: [1, -1, " \
  "0]}\n" \
  "  - up: {template: [ball, pair], count: 19, attempts: 20000, lo: [0, 0, 0], hi: [2.4, 1.8, " \
  "3], " \
  "velocity: [4, 2, 8]}\n" \
  "  - down: {template: [ball, pair], count: 19, attempts: 20000, lo: [0, 0, 0], hi: [2.4, 1.8, " \
  "3], " \
  "velocity: [-4, -2, -7]}\n"

/* ---- the same bits ---- */

enum { STEPS = 120, MIDDLE = 58, FLIP = 100 };

/* A box of 2.4 x 1.8 x 3, sheared at 4/s, so that the tilt of half a side (1.2) is reached at t =
   .1 s, in step FLIP; rods of 3.5 are longer than the box is wide. */
#define SHEARED \
  "schema: 1\n" \
  "run: {end_time: 1, dt: 1e-3, seed: 3, overlap_limit: 1, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [0, 0, 0], hi: [2.4, 1.8, 3], boundary: [periodic, periodic, periodic], " \
  "deformation: {type: shear, rate: 4, flow: x, gradient: z}}\n" MATERIAL "template:\n" \
  "  - ball: {material: a, pebbles: [0, 0, 0, .26]}\n" \
  "  - pair: {material: a, pebbles: [0, 0, 0, .25, .2, 0, 0, .2]}\n" \
  "  - rod: {material: a, pebbles: [-1.5, 0, -.75, .1, -1, 0, -.5, .1, -.5, 0, -.25, .1, 0, 0, " \
  "0, .1, " \
  ".5, 0, .25, .1, 1, 0, .5, .1, 1.5, 0, .75, .1]}\n" CLUMPS

/* Balls at rest, which only their images reach: lists age by the motion of the faces. */
#define RESTING \
  "schema: 1\n" \
  "run: {end_time: 1, dt: 1e-3, seed: 3, overlap_limit: 1, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [0, 0, 0], hi: [2.4, 1.8, 3], boundary: [periodic, periodic, periodic], " \
  "deformation: {type: shear, rate: 4, flow: x, gradient: z, motion: faces}}\n" MATERIAL \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .26]}\n" \
  "clumps:\n" \
  "  - a: {template: ball, position: [.3, .3, .2]}\n" \
  "  - b: {template: ball, position: [1.5, .9, .2]}\n" \
  "  - c: {template: ball, position: [.7, 1.5, .2]}\n" \
  "  - d: {template: ball, position: [.9, .35, 2.76]}\n" \
  "  - e: {template: ball, position: [2.1, .95, 2.76]}\n" \
  "  - f: {template: ball, position: [1.3, 1.55, 2.76]}\n"

/* Edges that lean along two axes, about as much as half a side. */
#define TRICLINIC \
  "schema: 1\n" \
  "run: {end_time: 1, dt: 1e-3, seed: 3, overlap_limit: 1, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [0, 0, 0], vectors: [2.4, 0, 0, 1.1, 1.8, 0, -.7, .8, 3], " \
  "boundary: [periodic, periodic, periodic]}\n" MATERIAL "template:\n" \
  "  - ball: {material: a, pebbles: [0, 0, 0, .26]}\n" \
  "  - pair: {material: a, pebbles: [0, 0, 0, .25, .2, 0, 0, .2]}\n" \
  "  - rod: {material: a, pebbles: [-1.5, 0, -.75, .1, -1, 0, -.5, .1, -.5, 0, -.25, .1, 0, 0, " \
  "0, .1, " \
  ".5, 0, .25, .1, 1, 0, .5, .1, 1.5, 0, .75, .1]}\n" CLUMPS

/* A gradient that squeezes along z, widens along x and shears along y. */
#define SQUEEZED \
  "schema: 1\n" \
  "run: {end_time: 1, dt: 1e-3, seed: 3, overlap_limit: 1, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [0, 0, 0], vectors: [2.4, 0, 0, 1.1, 1.8, 0, -.7, .8, 3], " \
  "boundary: [periodic, periodic, periodic], deformation: {type: gradient, " \
  "matrix: [.3, 1.5, 0, 0, .1, -1, 0, 0, -.5], start: .02, end: .25}}\n" MATERIAL "template:\n" \
  "  - ball: {material: a, pebbles: [0, 0, 0, .26]}\n" \
  "  - pair: {material: a, pebbles: [0, 0, 0, .25, .2, 0, 0, .2]}\n" \
  "  - rod: {material: a, pebbles: [-1.5, 0, -.75, .1, -1, 0, -.5, .1, -.5, 0, -.25, .1, 0, 0, " \
  "0, .1, " \
  ".5, 0, .25, .1, 1, 0, .5, .1, 1.5, 0, .75, .1]}\n" CLUMPS

typedef struct {
  uint64_t digest;
  int64_t  contacts;
} Outcome;

/* After `steps` steps, which are told in ten looks. */
static void find_outcome(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  for (int k = 0; k < 10; k++) {
    test_steps(sim, steps / 10);
    o->contacts += contacts_count(sim->contacts);
  }
  o->digest = test_digest(sim);
}

static void bits_do_not_depend(const char *scenario, int middle, int least, const char *what)
{
  static const char *const ways[] = {"", "-rebuild_every 1", "-search_skin .3 -decomp_random 4",
                                     "-balance_every 30 -decomp_random 2",
                                     "-halo_wide 0 -rebuild_every 17"};
  Outcome                  slow   = {0};

  test_alone(scenario, "-search_method all_pairs", STEPS, find_outcome, &slow, sizeof slow);
  test_note("%d contacts in ten looks", (int)slow.contacts);
  CHECK(slow.contacts > least);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, scenario, ways[k]), STEPS),
                (int64_t)slow.digest);
  test_restarts(scenario, middle, STEPS, slow.digest);
  test_end(what);
}

/* ---- the physics of the middle ---- */

/* A sheared gas of one clump or two. */
static Sim *few(const char *clumps, const char *motion)
{
  char text[2000];

  snprintf(text, sizeof text,
           "schema: 1\n"
           "run: {end_time: 1, dt: 2e-4, overlap_limit: 1, gravity: [0, 0, 0]}\n"
           "domain: {lo: [0, 0, 0], hi: [5, 4, 6], boundary: [periodic, periodic, periodic], "
           "deformation: {type: shear, rate: 1.5, flow: x, gradient: z, motion: %s}}\n" MATERIAL
           "template:\n"
           "  - body: {material: a, pebbles: [-.4, 0, 0, .3, .3, .1, 0, .25, 0, .3, .2, .2]}\n"
           "  - long: {material: a, pebbles: [-4, 0, 0, .2, -2, 0, 0, .2, 0, 0, 0, .2, 2, 0, 0, "
           ".2, 3, 0, 1, .1]}\n"
           "clumps:\n%s",
           motion, clumps);
  return test_sim_alone(text, "");
}

/* Place of a clump, unwrapped in the periods as they are now. */
static Vec3 place_of(const Sim *sim, Id id)
{
  const Clumps  *c = sim->matter.clumps;
  const PetscInt a = test_row(sim, id);

  return domain_shifted(&sim->space.domain, c->pose[a].x, c->image[a]);
}

/* Velocity of the image that is unwrapped. */
static Vec3 velocity_of(const Sim *sim, Id id)
{
  const Clumps  *c = sim->matter.clumps;
  const PetscInt a = test_row(sim, id);

  return vec3_add(c->motion[a].v,
                  cell_jump(&sim->space.domain, image_add(c->image[a], c->lead[a])));
}

static double apart(Vec3 a, Vec3 b)
{
  return vec3_norm(vec3_sub(a, b));
}

/* Across the sheared face, and on through four cells, a long clump flies straight and turns as one
   in the middle: places to 1e-9, attitudes to the bit. */
static void clumps_fly_across(void)
{
  enum { FLIGHT = 4000 };
  Sim *in  = few("  - one: {template: long, position: [2, 2, 3], velocity: [1, -2, .3], "
                  "spin: [1, 2, 3]}\n",
                 "faces"),
      *out = few("  - one: {template: long, position: [2, 2, 5.9], velocity: [1, -2, 27], "
                 "spin: [1, 2, 3]}\n",
                 "faces");

  if (in) {
    const double   t = 2e-4 * FLIGHT;
    const PetscInt a = test_row(in, 0), b = test_row(out, 0);

    test_steps(in, FLIGHT);
    test_steps(out, FLIGHT);
    CHECK_NEAR(apart(place_of(in, 0), vec3(2 + t, 2 - 2 * t, 3 + .3 * t)), 0, 1e-9);
    CHECK_NEAR(apart(place_of(out, 0), vec3(2 + t, 2 - 2 * t, 5.9 + 27 * t)), 0, 1e-9);
    CHECK_NEAR(apart(velocity_of(out, 0), vec3(1, -2, 27)), 0, 1e-9);
    CHECK(out->matter.clumps->image[b].z + out->matter.clumps->lead[b].z >= 4);
    for (int k = 0; k < 4; k++)
      CHECK_BITS((&out->matter.clumps->pose[b].q.w)[k], (&in->matter.clumps->pose[a].q.w)[k]);
  }
  CALL(sim_destroy(&in));
  CALL(sim_destroy(&out));
  test_end("across sheared faces a long clump flies straight and turns as in the middle");
}

/* A pair of clumps that hit each other, with friction, in the middle, or so that the contact is
   across the sheared face. */
static Sim *pair_at(double z)
{
  char         text[600];
  const double upper = z + .4, wraps = upper >= 6 ? 1 : 0;

  /* the upper clump is the image of one at the lower face: 9 m/s slower, 6 m lower */
  snprintf(
    text, sizeof text,
    "  - a: {template: body, position: [2, 2, %.17g], velocity: [.4, 0, 1], spin: [3, 0, 1]}\n"
    "  - b: {template: body, position: [2.1, 2.1, %.17g], velocity: [%.17g, .1, -1], "
    "spin: [0, 2, 1]}\n",
    z - .4, upper - 6 * wraps, -.3 - 9 * wraps);
  return few(text, "faces");
}

static void pairs_meet_across(void)
{
  enum { COLLISION = 1200 };
  Sim *in = pair_at(3), *out = pair_at(6);

  if (in) {
    const Vec3 up       = {0, 0, 3};
    int64_t    contacts = 0;

    for (int k = 0; k < COLLISION; k += 4) {
      test_steps(in, 4);
      test_steps(out, 4);
      CHECK_INT(contacts_count(out->contacts), contacts_count(in->contacts));
      contacts += contacts_count(in->contacts);
    }
    CHECK(contacts > 3);
    CHECK_NEAR(apart(place_of(out, 0), vec3_add(place_of(in, 0), up)), 0, 1e-9);
    /* b started in the cell above: there its image is one period on */
    CHECK_NEAR(apart(domain_shifted(&out->space.domain, place_of(out, 1), (Image){0, 0, 1}),
                     vec3_add(place_of(in, 1), up)),
               0, 1e-9);
    CHECK_NEAR(apart(velocity_of(out, 0), velocity_of(in, 0)), 0, 1e-9);
    CHECK_NEAR(apart(vec3_add(velocity_of(out, 1), vec3(9, 0, 0)), velocity_of(in, 1)), 0, 1e-9);
    CHECK_NEAR(
      apart(out->matter.clumps->w[test_row(out, 1)], in->matter.clumps->w[test_row(in, 1)]), 0,
      1e-9);
    CHECK(apart(velocity_of(in, 0), vec3(.4, 0, 1)) > .1);
  }
  CALL(sim_destroy(&in));
  CALL(sim_destroy(&out));
  test_end(
    "a collision with friction across a sheared face is that in the middle, memory included");
}

/* ---- a triclinic cell and the box of two of them ---- */

static const char *const boxes[2] = {
  "domain: {lo: [0, 0, 0], vectors: [2, 0, 0, 1, 2, 0, 0, 0, 2], "
  "boundary: [periodic, periodic, periodic]}\n",
  "domain: {lo: [0, 0, 0], hi: [2, 4, 2], boundary: [periodic, periodic, periodic]}\n"};

/* Ten clumps; in the larger box (1) their images are clumps, too. */
static Sim *lattice_of(int box)
{
  char   text[9000];
  Random r = random_stream(17, RANDOM_TEST, 0);
  size_t n = 0;

  n = (size_t)snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 1, dt: 2e-4, overlap_limit: 1, gravity: [0, 0, 0]}\n%s" MATERIAL
    "template:\n  - pair: {material: a, pebbles: [0, 0, 0, .25, .2, 0, 0, .2]}\n"
    "clumps:\n",
    boxes[box]);
  for (int k = 0; k < 10; k++) {
    const double x = .5 + k % 2 + .1 * random_real(&r), y = .4 + .6 * (k / 2 % 3),
                 z    = .5 + (k / 6) * 1 + .1 * random_real(&r);
    const double v[3] = {6 * random_real(&r) - 3, 6 * random_real(&r) - 3, 6 * random_real(&r) - 3};

    for (int i = 0; i <= box; i++)
      n +=
        (size_t)snprintf(text + n, sizeof text - n,
                         "  - c%d-%d: {template: pair, position: [%.17g, %.17g, %.17g], velocity: "
                         "[%.17g, %.17g, %.17g], spin: [1, 2, 3]}\n",
                         k, i, x + i, y + 2 * i, z, v[0], v[1], v[2]);
  }
  return test_sim_alone(text, "");
}

/* Distance of the nearest images. */
static double off(const Domain *d, Vec3 a, Vec3 b)
{
  const Vec3 u = vec3_sub(a, b);

  return vec3_norm(domain_shifted(d, u, domain_nearest(d, u)));
}

static void cells_tile_boxes(void)
{
  Sim *one = lattice_of(0), *two = lattice_of(1);

  if (one) {
    int64_t contacts = 0;

    for (int k = 0; k < 120; k++) {
      test_steps(one, 5);
      test_steps(two, 5);
      CHECK_INT(contacts_count(two->contacts), 2 * contacts_count(one->contacts));
      contacts += contacts_count(one->contacts);
    }
    test_note("%d contacts in 120 looks", (int)contacts);
    CHECK(contacts > 10);
    for (int k = 0; k < 10; k++) {
      const Vec3 x = place_of(one, k);

      /* rounding grows by 1e4 in these collisions */
      CHECK_NEAR(off(&two->space.domain, place_of(two, 2 * k), x), 0, 1e-9);
      CHECK_NEAR(off(&two->space.domain, place_of(two, 2 * k + 1), vec3_add(x, vec3(1, 2, 0))), 0,
                 1e-9);
    }
  }
  CALL(sim_destroy(&one));
  CALL(sim_destroy(&two));
  test_end("a triclinic cell has the motion of the box of two cells");
}

/* ---- energy ---- */

/* Change of the account, relative to the work of the faces, in elastic collisions. */
static double lost(double dt)
{
  char   options[120];
  double change = 0;
  Sim   *sim;

  snprintf(options, sizeof options,
           "-run_dt %.17g -contact_aa_restitution 1 -contact_aa_friction 0", dt);
  sim = test_sim_alone(SHEARED, options);
  if (sim) {
    Totals before, after;

    test_steps(sim, 1);
    before = totals_of(sim);
    test_steps(sim, (int)lround(.1 / dt));
    after  = totals_of(sim);
    change = fabs(ledger_of(&after) - ledger_of(&before) - (after.supplied - before.supplied)) /
             fabs(after.supplied - before.supplied);
    CHECK(fabs(after.supplied - before.supplied) > 1e-2 * energy_of(&before));
    CALL(sim_destroy(&sim));
  }
  return change;
}

static void work_is_that_of_the_faces(void)
{
  double change[2] = {0, 0};

  change[0] = lost(5e-5);
  change[1] = lost(2.5e-5);
  if (test_rank() == 0) {
    test_note("account: %g, %g", change[0], change[1]);
    CHECK(change[0] < 1e-3);
    CHECK(change[0] > 3 * change[1]);
  }
  test_end("the work of the faces closes the account with order 2");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  bits_do_not_depend(TRICLINIC, MIDDLE, 50, "triclinic cell: the bits of all pairs on one rank");
  bits_do_not_depend(SHEARED, MIDDLE, 50,
                     "sheared cell, rods longer than the box: the bits of all pairs on one rank");
  bits_do_not_depend(SHEARED, FLIP, 50, "sheared cell: restarted where the tilt flips");
  bits_do_not_depend(SQUEEZED, MIDDLE, 50,
                     "cell with any gradient: the bits of all pairs on one rank");
  bits_do_not_depend(RESTING, MIDDLE, 2,
                     "balls at rest under sliding images: the bits of all pairs");
  if (test_size() == 1) {
    clumps_fly_across();
    pairs_meet_across();
    cells_tile_boxes();
    work_is_that_of_the_faces();
  }
  test_folder_remove();
}
