/* SPDX-License-Identifier: MIT */
/* Numbers of contacts and pressures by which pictures colour bodies: against a loop over all
   contacts for each body; the same bits on any ranks. */
#include "output/picture/shot.h"
#include "parallel/seen.h"

enum { BALLS = 48, CRATE = BALLS, BODIES = CRATE + 1, STEPS = 12 };

static const char *const bed =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, gravity: [0, 0, -9], overlap_limit: .9}\n"
  "domain: {lo: [0, 0, 0], hi: [.72, .72, 2], boundary: [periodic, periodic, open]}\n"
  "material:\n  - s: {density: 1000, young: 1.0e7, poisson: 0.25}\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, tangential: hooke, "
  "restitution: .5, friction: .3}\n"
  "template:\n  - pair: {material: s, pebbles: [0, 0, 0, .09, .05, 0, 0, .075]}\n"
  "clumps:\n  - all: {file: bed.csv}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - crate: {shape: mesh, material: s, file: crate.obj, free: true, shift: [.36, .36, "
  ".55], "
  "corner_radius: .02}\n"
  "spring:\n  - web: {between: [s, s], distance: .02, at: 0, stiffness: 500}\n"
  "image:\n  - view: {every: 5e-4, colour: pressure}\n";

static Sim *begun(MPI_Comm comm)
{
  static char text[20000];
  size_t      n = 0;
  Sim        *sim;

  n += (size_t)snprintf(text, sizeof text, "template,id,x,y,z,qw,qx,qy,qz\n");
  for (int k = 0; k < BALLS; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "pair,%d,%.3f,%.3f,%.3f,%s\n", k,
                          .09 + .18 * (k % 4), .09 + .18 * (k / 4 % 4), .1 + .145 * (k / 16),
                          k % 3 ? ".5,.5,.5,.5" : ".6,0,.8,0");
  test_file("bed.csv", text);
  test_file("crate.obj", "v -.1 -.1 -.1\nv .1 -.1 -.1\nv .1 .1 -.1\nv -.1 .1 -.1\n"
                         "v -.1 -.1 .1\nv .1 -.1 .1\nv .1 .1 .1\nv -.1 .1 .1\n"
                         "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  sim = comm == PETSC_COMM_SELF ? test_sim_alone(bed, "") : test_sim(comm, bed, "");
  if (sim) CALL(shot_listen(sim_world(sim), &sim_shots(sim)->list[0], &(Beat){.steps = 1}, -1));
  return sim;
}

/* Fill `all` by id; bodies of other ranks have zeros. */
static void numbers_of(Sim *sim, BodySeen *all)
{
  const Clumps *c = sim->matter.clumps;
  BodySeen     *seen;

  CALL(shot_seen(sim_world(sim), &sim_shots(sim)->list[0], &seen));
  memset(all, 0, BODIES * sizeof *all);
  for (PetscInt a = 0; a < c->n_owned; a++) all[c->id[a]] = seen[a];
  array_free(&seen);
}

/* Body b as an end of a contact: 0: it is none, 1: a, -1: b. */
static int end_of(const ContactSeen *c, Id body)
{
  if (c->a == body) return 1;
  return (c->wall ? c->carrier : c->b) == body ? -1 : 0;
}

static Id other_of(const ContactSeen *c, Id body)
{
  if (c->a != body) return c->a;
  return !c->wall ? c->b : c->carrier >= 0 ? c->carrier : -1 - c->b;
}

static BodySeen loop_of(const Rows *rows, Id body)
{
  BodySeen sum = {0, 0, 0};

  for (int k = 0; k < rows->n; k++) {
    const ContactSeen *c       = &rows->row[k];
    const int          end     = end_of(c, body);
    const bool         touches = c->kind != SEEN_LINK && c->gap <= 0;
    bool               known   = false;

    if (!end) continue;
    sum.contacts += touches;
    for (int i = 0; i < k; i++)
      known =
        known || (end_of(&rows->row[i], body) && rows->row[i].kind != SEEN_LINK &&
                  rows->row[i].gap <= 0 && other_of(&rows->row[i], body) == other_of(c, body));
    sum.touching += touches && !known;
    sum.push -= end * vec3_dot(end > 0 ? c->arm_a : c->arm_b, c->force);
  }
  return sum;
}

static void compare_with_loop(Sim *sim)
{
  static Rows rows;
  BodySeen    numbers[BODIES];
  double      most = 0, contacts = 0, touching = 0;

  watch(sim, &rows);
  test_steps(sim, STEPS);
  numbers_of(sim, numbers);
  for (int k = 0; k < rows.n; k++) most = fmax(most, 0.2 * vec3_norm(rows.row[k].force));
  for (int id = 0; id < BODIES; id++) {
    const BodySeen sum = loop_of(&rows, id);

    CHECK(numbers[id].contacts == sum.contacts);
    CHECK(numbers[id].touching == sum.touching);
    CHECK_NEAR(numbers[id].push, sum.push, 30 * 1e-15 * most); /* another order of 30 terms */
    contacts += sum.contacts, touching += sum.touching;
  }
  CHECK(contacts > touching + 20 && touching > 2 * BALLS);
  CHECK(numbers[CRATE].contacts > 0 && numbers[CRATE].push > 0);
}

static void numbers_are_those_of_a_loop(void)
{
  Sim *sim = begun(PETSC_COMM_SELF);

  if (sim) compare_with_loop(sim);
  if (sim) CALL(sim_destroy(&sim));
  test_end("contacts, touching bodies and pressures are those of a loop over all contacts");
}

static void ranks_change_no_bit(void)
{
  static int64_t here[3 * BODIES], alone[3 * BODIES];
  Sim           *sim = begun(PETSC_COMM_WORLD), *one = begun(PETSC_COMM_SELF);

  test_steps(sim, STEPS);
  if (one) test_steps(one, STEPS);
  numbers_of(sim, (BodySeen *)here);
  if (one) numbers_of(one, (BodySeen *)alone);
  test_from_rank_0(alone, sizeof alone);
  CALL(parallel_sum_int(&sim->par, here, 3 * BODIES));
  CHECK(memcmp(here, alone, sizeof here) == 0);
  CALL(sim_destroy(&sim));
  if (one) CALL(sim_destroy(&one));
  test_end("they have the same bits on any number of ranks");
}

TESTS(.ranks = {1, 2, 3})
{
  numbers_are_those_of_a_loop();
  ranks_change_no_bit();
  test_folder_remove();
}
