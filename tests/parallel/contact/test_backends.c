/* SPDX-License-Identifier: MIT */
/* Backends of contacts give the same bits: every one in contact_backends on all ranks against the
   first one on one rank, in random scenarios and in heaps with every term of every slot. */
#include "parallel/random_scenarios.h"

enum { RANDOM = 8, STEPS = 120, EVERY = 10, HEAPS = 6, TERMS_MOST = 128 };

/* Keys of laws: between them they use every term. */
static const char *const laws[2 * HEAPS] = {
  "normal: hooke, stiffness: 4e4, restitution: 0.4, tangential: hooke, friction: 0.5, cohesion: "
  "linear, cohesion_force: 2, cohesion_range: 0.06, rolling: elastic_plastic, rolling_friction: "
  "0.3, heat: area",
  "normal: hertz, restitution: 0.5, limit_damping: true, tangential: mindlin, friction: 0.4, "
  "rolling: constant_torque, rolling_friction: 0.1",
  "normal: hertz, damping: 5, tangential: mindlin, tangential_damping: 4, friction: 0.8, rolling: "
  "elastic_plastic, rolling_friction: 0.2, heat: radius",
  "normal: hooke, stiffness: 3e4, damping: 4, age: kept, dissipation: temperature",
  "normal: hooke, stiffness_rule: yade, restitution: 0.9, tangential: hooke, friction: 0.1, "
  "rolling: constant_torque, "
  "rolling_friction: 0.2, heat: radius",
  "normal: spring, cohesion: liquid_migration, surface_tension: 1, liquid_volume: 1e-3",
  "normal: luding, stiffness: 2e4, unloading_stiffness: 5e4, adhesion_stiffness: 2e3, tangential: "
  "viscous, friction: 0.4, tangential_damping: 3, cohesion: liquid_bridge, surface_tension: 2, "
  "liquid_volume: 1e-3, twisting: elastic_plastic, twisting_friction: 0.2, twisting_stiffness: 20, "
  "heat: area",
  "normal: hertz, restitution: 0.5, tangential: mindlin_secant, friction: 0.5, cohesion: jkr, "
  "surface_energy: 5, largest_radius: 0.4, rolling: epsd2, rolling_friction: 0.2, heat: area",
  "normal: elastic_plastic, yield_pressure: 4e4, tangential: mindlin_incremental, friction: 0.4, "
  "cohesion: van_der_waals, hamaker: 1, hamaker_gap: 0.02, hamaker_cutoff: 0.1, twisting: viscous, "
  "twisting_friction: 0.1, twisting_viscosity: 0.01",
  "normal: walton_braun, stiffness: 2e4, unloading_stiffness: 5e4, dissipation: internal_energy, "
  "tangential: hooke, friction: "
  "0.4, cohesion: dmt, surface_energy: 1, rolling: viscous, rolling_friction: 0.1, "
  "rolling_viscosity: 0.01, heat: area",
  "normal: hooke_table, stiffness: 3e4, restitution_speeds: [0.5, 2], restitutions: [0.8, 0.4], "
  "tangential: static_dynamic, friction: 0.4, friction_dynamic: 0.2, cohesion: sjkr, "
  "cohesion_energy_density: 1e3, twisting: constant_torque, twisting_friction: 0.1",
  "normal: hertz_table, restitution_speeds: [0.5, 2], restitutions: [0.8, 0.4], tangential: "
  "mindlin_rescaled, friction: 0.3, cohesion: sjkr2, cohesion_energy_density: 500, heat: area"};

static void make_heap(Draft *t, int seed)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 1, dt: 5e-4, seed: %d, gravity: [1, 0.5, -9]}\n", seed);
  add(t, "domain: {lo: [0, 0, 0], hi: [3.5, 3, 9], boundary: [periodic, periodic, open]}\n"
         "material:\n"
         "  - a: {density: 10, young: 2e5, poisson: .3, temperature: 300, specific_heat: 3,"
         " conductivity: 2, liquid: .02, internal_energy: 1}\n"
         "  - b: {density: 20, young: 1e5, poisson: .2, temperature: 400, specific_heat: 2,"
         " conductivity: 1, liquid: .01, internal_energy: 2}\n"
         "contact:\n");
  add(t, "  - a-a: {between: [a, a], %s}\n", laws[2 * seed]);
  add(t, "  - a-b: {between: [a, b], %s}\n", laws[2 * seed + 1]);
  add(t, "  - b-b: {between: [b, b], %s}\n", laws[(2 * seed + 2) % (2 * HEAPS)]);
  add(t, "template:\n"
         "  - rod: {material: a, pebbles: [0, 0, 0, 0.3, 0.4, 0, 0, 0.3]}\n"
         "  - ball: {material: b, pebbles: [0, 0, 0, 0.4]}\n"
         "wall:\n  - floor: {shape: plane, material: b, point: [0, 0, 0], normal: [0, 0, 1], "
         "temperature: 350}\n"
         "clumps:\n"
         "  - heap: {template: [rod, ball], fraction: [.5, .5], count: 75, lo: [0, 0, 0], hi: "
         "[3.5, 3, 6], velocity: [1, 0, -9]}\n");
}

/* Note the terms of the laws in used[]. */
static void note_terms(const Laws *of, const ContactTerm *used[TERMS_MOST], int *n)
{
  for (int g = 0; g < of->n; g++)
    for (int t = 0; t < of->list[g].n_terms; t++)
      if (*n < TERMS_MOST) used[(*n)++] = of->list[g].terms[t];
}

static void check_terms(const ContactTerm *const used[TERMS_MOST], int n)
{
  for (int slot = 0; slot < SLOTS; slot++)
    for (const Plugin *const *head = contact_slots[slot].plugins; *head; head++) {
      bool found = false;

      for (int k = 0; k < n; k++) found = found || &used[k]->head == *head;
      if (!found)
        test_fail(__FILE__, __LINE__, "no law here has %s: %s", contact_slots[slot].key,
                  (*head)->name);
    }
}

typedef struct {
  uint64_t digest;
  PetscInt contacts;
} Outcome;

static void run(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  for (int k = 0; k < steps; k += EVERY) {
    test_steps(sim, EVERY);
    o->contacts += contacts_count(sim->contacts);
  }
  o->digest = test_digest(sim); /* with the dissipated energy, and all quanta */
}

static void check_backends(const char *text, int64_t *contacts)
{
  Outcome first = {0};

  test_alone(text, "", STEPS, run, &first, sizeof first);
  *contacts += first.contacts;
  for (const Plugin *const *head = contact_backends; *head; head++) {
    char options[80];

    snprintf(options, sizeof options, "-backend %s -decomp_random 3 -rebuild_every 7",
             (*head)->name);
    if (test_digest_after(test_sim(PETSC_COMM_WORLD, text, options), STEPS) != first.digest)
      test_fail(__FILE__, __LINE__, "%s: other bits", options);
  }
}

static void random_scenarios_agree(void)
{
  Draft  *t        = calloc(1, sizeof *t);
  int64_t contacts = 0;

  test_file("fixed.csv", "template,x,y,z,vx,vy,vz,wx,wy,wz,id,blocked\n"
                         "rod,1,2,0.5,0,0,0,0,0,0,900,xyzXYZ\n"
                         "pair,2,4,2,0.5,0,0,0,0,3,-901,xyzXYZ\n"
                         "blob,0.5,1,1.5,0,0,0,0,0,0,77777777777,yXZ\n");
  for (int k = 0; k < RANDOM; k++) {
    make_scenario(t, k);
    check_backends(t->text, &contacts);
  }
  CHECK(contacts > 10 * RANDOM);
  free(t);
  test_end("every backend gives the bits of the first one, in random scenarios");
}

static void all_terms_agree(void)
{
  Draft             *t        = calloc(1, sizeof *t);
  int64_t            contacts = 0;
  int                n        = 0;
  const ContactTerm *used[TERMS_MOST];

  for (int k = 0; k < HEAPS; k++) {
    Sim *sim;

    make_heap(t, k);
    sim = test_sim(PETSC_COMM_SELF, t->text, "");
    note_terms(sim->laws, used, &n);
    CALL(sim_destroy(&sim));
    check_backends(t->text, &contacts);
  }
  check_terms(used, n);
  test_note("%lld contacts at %d times", (long long)contacts, HEAPS * STEPS / EVERY);
  CHECK(contacts > 100 * HEAPS);
  free(t);
  test_end("and with every contact term");
}

TESTS(.ranks = {1, 2, 3}, .limit = 300)
{
  random_scenarios_agree();
  all_terms_agree();
  test_folder_remove();
}
