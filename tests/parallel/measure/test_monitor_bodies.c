/* SPDX-License-Identifier: MIT */
/* Monitors of bodies that are not free spheres with contact laws: hard contacts, blocked bodies,
   bodies that an outlet takes. */
#include "monitor_case.h"

static const char *const pile =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, seed: 2, gravity: [1, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [.3, .3, .6], boundary: [periodic, periodic, open]}\n"
  "material: [{s: {density: 2000}}]\n"
  "template:\n  - ball: {material: s, pebbles: [0,0,0,.02]}\n"
  "  - pill: {material: s, pebbles: [0,0,-.012,.018, .002,0,.012,.02]}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0,0,.05], normal: [0,0,1]}\n"
  "clumps:\n  - all: {template: [ball, pill], count: 90, lo: [0, 0, .08], hi: [.3, .3, .5], group: "
  "[a]}\n"
  "constraint:\n  - ss: {type: contact, between: [s, s], friction: .3, sweeps: 4}\n"
  "monitor:\n  - all: {every: 5e-4, type: coordination}\n"
  "  - fabric: {every: 5e-4, type: fabric}\n"
  "  - mixed: {every: 5e-4, type: segregation, of: [a], cells: [1, 1, 1]}\n"
  "  - forces: {every: 5e-4, type: force_histogram, bins: 4, most: 99}\n";

typedef struct {
  int ends, contacts, pairs, open;
} Seen;

static void forget(void *self)
{
  memset(self, 0, sizeof(Seen));
}

static void add(void *self, const ContactSeen *c)
{
  Seen *s = self;

  s->ends += c->wall ? 1 : 2;
  s->pairs += !c->wall;
  s->contacts++;
  s->open += c->gap > 0;
}

static void hard_contacts_touch(void)
{
  Sim    *sim = test_sim(PETSC_COMM_WORLD, pile, "");
  Seen    seen;
  double *all, *fabric, *forces, *mixed;

  CALL(monitors_listen(sim_world(sim)));
  CALL(contact_listeners_add(
    &sim->modules.listeners,
    &(ContactListener){
      .self = &seen, .beat = {.steps = 1}, .also = -1, .begin = forget, .see = add}));
  test_steps(sim, 500);
  MPI_Allreduce(MPI_IN_PLACE, &seen, 4, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
  CHECK(seen.open > 0 && seen.pairs > 5 && seen.contacts > seen.pairs);
  all    = monitor_numbers(sim, monitor_at(sim, "all"));
  fabric = monitor_numbers(sim, monitor_at(sim, "fabric"));
  forces = monitor_numbers(sim, monitor_at(sim, "forces"));
  mixed  = monitor_numbers(sim, monitor_at(sim, "mixed"));
  CHECK_INT(all[0], 90);
  CHECK_NEAR(all[2] * 90, seen.ends, 1e-12 * seen.ends);   /* rounding */
  CHECK_NEAR(fabric[0] + fabric[1] + fabric[2], 1, 1e-14); /* likewise */
  CHECK_INT(forces[2] + forces[7] + forces[12] + forces[17], seen.contacts);
  CHECK(mixed[4] == 0); /* not 0 / 0 */
  array_free(&all);
  array_free(&fabric);
  array_free(&forces);
  array_free(&mixed);
  CALL(sim_destroy(&sim));
  test_end("hard contacts that push touch, whatever gap is left");
}

/* Balls at 1 m/s beside a blocked one of the same bin. */
static void blocked_bodies_have_no_temperature(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_WORLD,
             "schema: 1\nrun: {end_time: 9, dt: 1e-3}\n"
             "domain: {lo: [0, 0, 0], hi: [1, 1, 1]}\n"
             "material: [{s: {density: 1000, young: 1e7, poisson: .25}}]\n"
             "contact: [{ss: {between: [s, s], normal: hooke, stiffness: 1e4, restitution: .5}}]\n"
             "template: [{ball: {material: s, pebbles: [0, 0, 0, .1]}}]\n"
             "clumps: [{all: {file: two.csv}}]\n"
             "profile: [{p: {every: 1e-3, axis: z, bins: 1, fields: [kinetic_stress, "
             "granular_temperature, velocity, density]}}, {q: {every: 1e-3, axis: radius, about: "
             "[0, 0, 1], point: [.3, .5, 0], "
             "range: [0, .25], height: [0, .55], bins: 1, fields: [density]}}]\n",
             "");
  double   *n;
  const int p = monitor_at(sim, "p");

  test_steps(sim, 3);
  n = monitor_numbers(sim, p);
  CHECK(monitor_number(sim, p, n, 0, "kinetic_stress_xx") == 0);
  CHECK(monitor_number(sim, p, n, 0, "granular_temperature") == 0);
  CHECK_NEAR(monitor_number(sim, p, n, 0, "velocity_x"), .5, 1e-15);            /* rounding */
  CHECK_NEAR(monitor_number(sim, p, n, 0, "density"), 8 * PETSC_PI / 3, 1e-12); /* likewise */
  array_free(&n);
  n = monitor_numbers(sim, monitor_at(sim, "q")); /* the ball less a cap of half its radius, 5/32 */
  CHECK_NEAR(n[0] * PETSC_PI * .0625 * .55, 4 * PETSC_PI / 3 * 27 / 32, 1e-12); /* rounding */
  array_free(&n);
  CALL(sim_destroy(&sim));
  test_end("bodies that cannot move have no part in kinetic stress and granular temperature; "
           "heights cut balls");
}

/* Two layers of balls that press; the outlet takes the upper ones in the step of the sample. */
static void bodies_are_counted_with_their_contacts(void)
{
  Sim *sim = test_sim(
    PETSC_COMM_WORLD,
    "schema: 1\nrun: {end_time: 9, dt: 1e-4}\n"
    "domain: {lo: [0, 0, 0], hi: [1, 1, 1]}\n"
    "material: [{s: {density: 1000, young: 1e7, poisson: .25}}]\n"
    "contact: [{ss: {between: [s, s], normal: hooke, stiffness: 1e4, restitution: .5}}]\n"
    "template: [{ball: {material: s, pebbles: [0, 0, 0, .1]}}]\n"
    "clumps: [{all: {file: four.csv}}]\n"
    "outlet: [{top: {region: plane, point: [0, 0, .4], normal: [0, 0, -1], start: 1e-3, every: "
    "1e-3}}]\n"
    "profile: [{p: {every: 1e-4, axis: z, bins: 1, fields: [coordination, number]}}]\n"
    "monitor: [{all: {every: 1e-4, type: coordination, rattler_below: 1}}]\n",
    "");
  double *n, *p;

  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, 10);
  n = monitor_numbers(sim, monitor_at(sim, "all"));
  p = monitor_numbers(sim, monitor_at(sim, "p"));
  CHECK(p[1] == 2); /* two have left */
  CHECK(n[0] == 4 && n[1] == 0 && n[2] == 1 && n[3] == 1 && p[0] == 1);
  array_free(&n);
  array_free(&p);
  test_steps(sim, 1);
  n = monitor_numbers(sim, monitor_at(sim, "all"));
  CHECK(n[0] == 2 && n[1] == 2 && n[2] == 0);
  array_free(&n);
  CALL(sim_destroy(&sim));
  test_end("bodies that an outlet takes are counted together with their contacts");
}

TESTS(.ranks = {1, 2})
{
  test_file("two.csv",
            "template,x,y,z,vx,vy,vz,blocked\nball,.3,.5,.5,1,0,0,\nball,.7,.5,.5,0,0,0,xyzXYZ\n");
  test_file("four.csv",
            "template,x,y,z\nball,.3,.5,.301\nball,.7,.5,.301\nball,.3,.5,.5\nball,.7,.5,.5\n");
  hard_contacts_touch();
  blocked_bodies_have_no_temperature();
  bodies_are_counted_with_their_contacts();
  test_folder_remove();
}
