/* SPDX-License-Identifier: MIT */
/* Bonds that are made where contacts begin, at a time by distance, and springs at a time from a
   list: the same bits on any number of ranks and through restarts before and after. */
#include "sim_test.h"

enum { STEPS = 300 };

/* Grains in a shear of two streams that stick where they touch, some of which break; the list names
   one that has left by then. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 4e-4, seed: 3, overlap_limit: 9, gravity: [0, 0, -9]}\n"
  "domain: {lo: [0, 0, 0], hi: [3, 2, 2], boundary: [periodic, periodic, open]}\n"
  "material:\n  - a: {density: 1000}\n  - b: {density: 1000}\n"
  "contact:\n"
  "  - ab: {between: [a, b], normal: hooke, stiffness: 1e5, restitution: .5}\n"
  "  - aa: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: .5, tangential: hooke, "
  "friction: .3}\n"
  "  - bb: {between: [b, b], normal: hooke, stiffness: 1e5, restitution: .5}\n"
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.12]}\n"
  "  - pill: {material: b, pebbles: [-.08,0,0,.1, .08,0,0,.1]}\n"
  "clumps:\n"
  "  - one: {template: [ball], count: 60, lo: [0, 0, .4], hi: [3, 2, 1.6], velocity: [4, 0, 0]}\n"
  "  - two: {template: [pill], count: 40, lo: [0, 0, .4], hi: [3, 2, 1.6], velocity: [-4, 1, 0]}\n"
  "  - low: {template: ball, position: [1, 1, .01], velocity: [0, 0, -9]}\n"
  "bond:\n"
  "  - stick: {between: [a, b], touching: true, normal_stiffness: 1e7, shear_stiffness: 1e7,\n"
  "      tensile_strength: 4e5, shear_strength: 5e5, radius_factor: .5}\n"
  "  - glue: {between: [a, a], distance: .02, at: .05, normal_stiffness: 1e7, shear_stiffness: "
  "1e7,\n"
  "      tensile_strength: 5e5, touching: true, damping_time: 1e-5}\n"
  "spring:\n"
  "  - tie: {file: tie.csv, at: .05, stiffness: 100, damping: 1}\n";

static int64_t of_object(const Sim *sim, int kind, int object)
{
  int64_t n = 0;

  for (PetscInt k = 0; k < sim->links.set[kind].n; k++)
    n += sim->links.set[kind].list[k].object == object && sim->links.set[kind].ends[k].row[0] >= 0;
  return test_total(n);
}

/* True if a pair has two links of one object. */
static bool is_twice(const Sim *sim)
{
  const LinkSet *set = &sim->links.set[1];

  for (PetscInt k = 0; k < set->n; k++)
    for (PetscInt i = 0; i < k; i++)
      if (set->ends[k].row[0] >= 0 && set->ends[i].row[0] >= 0 &&
          set->list[k].a == set->list[i].a && set->list[k].b == set->list[i].b &&
          set->list[k].member_a == set->list[i].member_a &&
          set->list[k].member_b == set->list[i].member_b &&
          set->list[k].object == set->list[i].object &&
          image_sign(image_sub(set->list[k].image, set->list[i].image)) == 0)
        return true;
  return false;
}

/* Counts on the way, on all ranks. */
static void made_when_due(uint64_t expected, const char *options)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, scenario, options);

  CHECK_INT(sim->links.total, 0);
  test_steps(sim, 124);
  CHECK_INT(of_object(sim, 1, 1), 0);
  CHECK_INT(of_object(sim, 0, 0), 0);
  CHECK(of_object(sim, 1, 0) > 10);
  test_steps(sim, 1);
  CHECK(of_object(sim, 1, 1) > 3);
  CHECK_INT(of_object(sim, 0, 0), 2); /* clump 0 has left */
  test_steps(sim, STEPS - 125);
  test_note("%d bonds where contacts began, %d within the distance, %d broke",
            (int)of_object(sim, 1, 0), (int)of_object(sim, 1, 1),
            (int)test_total(sim->links.broken[1]));
  CHECK(test_total(sim->links.broken[1]) > 10);
  CHECK(!is_twice(sim));
  CHECK_INT((int64_t)test_digest(sim), (int64_t)expected);
  CALL(sim_destroy(&sim));
}

enum { FACE = 92, CROWD_STEPS = 30, CROWD_LIMIT = 1 << 13 };

/* Two clumps of FACE pebbles, each of which is tied to all of the other one in the middle of the
   run: more links than the sums of loads have room for at the start. */
static const char *crowd(void)
{
  static char text[8192];
  int         n = snprintf(
            text, sizeof text,
            "schema: 1\nrun: {end_time: 9, dt: 1e-4}\n"
                    "domain: {lo: [0, 0, 0], hi: [4, 4, 4]}\n"
                    "material:\n  - a: {density: 1000}\n"
                    "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: .5}\n"
                    "clumps:\n"
                    "  - one: {template: face, position: [2, 2, 1.9], velocity: [.1, 0, .3], spin: [0, 1, 2]}\n"
                    "  - two: {template: face, position: [2, 2, 2.1]}\n"
                    "spring:\n"
                    "  - tie: {between: [a, a], distance: 2, at: .00151, stiffness: 3, damping: .1}\n"
                    "template:\n  - face: {material: a, pebbles: [");

  for (int k = 0; k < FACE; k++)
    n += snprintf(text + n, sizeof text - (size_t)n, "%s%.2f,%.2f,0,.05", k > 0 ? ", " : "",
                  0.1 * (k % 10), 0.1 * (k / 10));
  snprintf(text + n, sizeof text - (size_t)n, "]}\n");
  return text;
}

/* Links of clump 0. */
static int64_t of_clump(const Sim *sim)
{
  const LinkSet *set = &sim->links.set[0];
  int64_t        n   = 0;

  for (PetscInt k = 0; k < set->n; k++) n += set->list[k].a == 0 || set->list[k].b == 0;
  return test_total(n);
}

static void room_for_links(void)
{
  const uint64_t digest = test_digest_alone(crowd(), "", CROWD_STEPS);
  Sim           *sim    = test_sim(PETSC_COMM_WORLD, crowd(), "");
  int            before = sim->loads->spare;

  test_steps(sim, CROWD_STEPS);
  CHECK_INT(of_clump(sim), FACE * FACE);
  CHECK(of_clump(sim) > CROWD_LIMIT);
  CHECK_INT(sim->links.most, of_clump(sim));
  CHECK(before < sim->loads->spare);
  CHECK(sim->links.most < 1 << (sim->loads->spare - 1));
  CHECK_INT((int64_t)test_digest(sim), (int64_t)digest);
  CALL(sim_destroy(&sim));
  test_restarts(crowd(), 20, CROWD_STEPS, digest);
  test_end("sums make room for more links than they could add up, likewise in restarts");
}

/* Two balls on a bond swing about touching: their contact begins in every period. */
static const char swings[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-4, overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [3, 2, 2], boundary: [periodic, periodic, open]}\n"
  "material:\n  - a: {density: 1000}\n"
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: 1}\n"
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.12]}\n"
  "clumps:\n"
  "  - left: {template: ball, position: [1.2, .7, .9], velocity: [1, 0, 0]}\n"
  "  - right: {template: ball, position: [1.441, .7, .9], velocity: [-1, 0, 0]}\n"
  "bond:\n"
  "  - stick: {between: [a, a], touching: true, normal_stiffness: 1e7, shear_stiffness: 1e7,\n"
  "      tensile_strength: 1e9, shear_strength: 1e9, radius_factor: .5}\n";

static int64_t contacts_of(const Sim *sim)
{
  return test_total(sim->contacts->pebbles[sim->contacts->now].n);
}

/* Neither for the bond, nor in each period for a bond that is there. Skins are not tuned, as tuning
   measures time. */
static void bonds_renew_no_list(void)
{
  Sim    *sim   = test_sim(PETSC_COMM_WORLD, swings, "-search_skin .2 -rebuild_every 1000");
  int64_t began = 0, before = 0;

  for (int k = 0; k < 900; k++) {
    int64_t now;

    test_steps(sim, 1);
    now = contacts_of(sim);
    began += now > before;
    before = now;
  }
  test_note("%" PRId64 " contacts began, lists were made %" PRId64 " times", began,
            (int64_t)sim->stages.counters.rebuilds);
  CHECK(began >= 4);
  CHECK_INT(of_object(sim, 1, 0), 1);
  CHECK_INT(sim->stages.counters.rebuilds, 0); /* the balls do not leave the skin */
  CALL(sim_destroy(&sim));
  test_end("a contact that begins renews no lists, with a new bond or again");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  uint64_t digest;

  test_file("tie.csv", "id_a,pebble_a,id_b,pebble_b\n3,0,70,1\n99,-1,5,-1\n0,0,7,0\n");
  digest = test_digest_alone(scenario, "", STEPS);
  made_when_due(digest, "-rebuild_every 31 -balance_every 90");
  made_when_due(digest, test_size() % 2 ? "-rebuild_every 1" : "-rebuild_every 7");
  test_end("bonds are made where contacts begin and at a time, to the same bits on any ranks");
  test_restarts(scenario, test_size() % 2 ? 100 : 200, STEPS, digest);
  test_end("through restarts before that time, or after it");
  if (test_forms_here()) bonds_renew_no_list();
  room_for_links();
  test_folder_remove();
}
