/* SPDX-License-Identifier: MIT */
/* Batch columns that a law does not request hold values of the previous law: no law may read
   them. */
#define _POSIX_C_SOURCE 200809L
#include "law_test.h"
#include "sim_test.h"

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 0.01, dt: 1e-5}\n" \
  "domain: {lo: [0, 0, 0], hi: [9, 9, 9]}\n" \
  "material:\n" \
  "  - a: {density: 1000, young: 1e6, poisson: 0.3}\n" \
  "  - b: {density: 2000, young: 1e7, poisson: 0.2}\n" \
  "  - c: {density: 3000, young: 1e8, poisson: -0.2}\n" \
  "  - d: {density: 3000, young: 1e8, poisson: 0}\n" \
  "contact:\n"
#define TAIL \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, 1]}\n" \
  "clumps:\n  - one: {template: ball, position: [5, 5, 5]}\n"

static const char scenario[] = HEAD
  "  - l1: {between: [a, a], normal: hertz, restitution: 1, tangential: mindlin, friction: 0.5}\n"
  "  - l2: {between: [a, b], normal: hertz, restitution: 0.5, tangential: mindlin, friction: 0.5}\n"
  "  - l3: {between: [a, c], normal: hertz, damping: 0, tangential: mindlin, tangential_damping: "
  "0, friction: 0.5}\n"
  "  - l4: {between: [a, d], normal: hertz, damping: 30, tangential: mindlin, tangential_damping: "
  "20, friction: 0.5}\n"
  "  - l5: {between: [b, b], normal: hooke, stiffness: 1e4, restitution: 1, tangential: hooke, "
  "friction: 0.5}\n"
  "  - l6: {between: [b, c], normal: hooke, restitution: 0.5, tangential: hooke, friction: 0.5}\n"
  "  - l7: {between: [b, d], normal: hooke, stiffness: 1e4, damping: 0, tangential: hooke, "
  "tangential_damping: 0,\n"
  "         friction: 0.5}\n"
  "  - l8: {between: [c, c], normal: hooke, stiffness: 1e4, damping: 30, tangential: hooke, "
  "tangential_damping: 20, friction: "
  "0.5}\n"
  "  - l9: {between: [c, d], normal: hertz, restitution: 0.5, tangential: mindlin, "
  "tangential_damping: 0, friction: 0.5}\n"
  "  - l10: {between: [d, d], normal: hooke, stiffness: 1e4, restitution: 1, tangential: hooke, "
  "tangential_stiffness: 1e3, "
  "friction: 0.5}\n" TAIL;

#define RATE   ", friction: 0.5, tangential_damping: 20"
#define BRIDGE "cohesion: liquid_bridge, surface_tension: 1, liquid_volume: 1e-6"

static const char more[] = HEAD
  "  - l1: {between: [a, a], normal: hertz, viscous_time: 1e-5, tangential: mindlin_secant" RATE
  "}\n"
  "  - l2: {between: [a, b], normal: hertz, restitution: .5, tangential: mindlin_secant, friction: "
  ".5}\n"
  "  - l3: {between: [a, c], normal: luding, stiffness: 1e4, unloading_stiffness: 2e4, "
  "adhesion_stiffness: 1e3, tangential: viscous" RATE "}\n"
  "  - l4: {between: [a, d], normal: walton_braun, stiffness: 1e4, unloading_stiffness: 2e4, "
  "damping: "
  "3, tangential: hooke, tangential_stiffness: 1e4" RATE ", cohesion: dmt, surface_energy: 1}\n"
  "  - l5: {between: [b, b], normal: hertz, damping_coefficient: 3, cohesion: jkr, surface_energy: "
  "1, "
  "largest_radius: 1}\n"
  "  - l6: {between: [b, c], normal: hooke, stiffness: 1e4, damping_coefficient: 3, tangential: "
  "static_dynamic, friction_dynamic: .2" RATE ", cohesion: sjkr2, cohesion_energy_density: 1}\n"
  "  - l7: {between: [b, d], normal: hooke, stiffness: 1e4, restitution: .5, tangential: viscous, "
  "friction: .5, tangential_stiffness: 1e4, " BRIDGE "}\n"
  "  - l8: {between: [c, c], normal: elastic_plastic, yield_pressure: 1e5, damping: 2, tangential: "
  "mindlin_incremental" RATE ", " BRIDGE ", bridge_force: rabinovich}\n"
  "  - l9: {between: [c, d], normal: hertz_table, restitution_speeds: [1], restitutions: [.5], "
  "tangential: static_dynamic, friction: .5, friction_dynamic: .2}\n"
  "  - l10: {between: [d, d], normal: spring, cohesion: van_der_waals, hamaker: 1, hamaker_gap: 1, "
  "hamaker_cutoff: 2}\n" TAIL;

/* Contacts of many overlaps and speeds, some new, some about to part. */
static void fill(ContactBatch *b)
{
  batch_empty(b);
  b->n  = TILE - 3;
  b->dt = b->dt_before = 1e-5;
  for (int k = 0; k < TILE; k++) {
    const double phase = 0.7 * k;

    b->gap[k]     = -1e-4 * (1 + k);
    b->nx[k]      = cos(phase);
    b->ny[k]      = sin(phase);
    b->vx[k]      = 0.1 * sin(3 * phase);
    b->vy[k]      = 0.2 * cos(2 * phase);
    b->vz[k]      = 0.01 * k;
    b->turn_z[k]  = phase;
    b->radius[k]  = 0.05 + 0.001 * k;
    b->mass[k]    = 1 + 0.1 * k;
    b->entered[k] = 0.5;
    b->leaving[k] = 2;
    b->known[k]   = k % 5 != 0;
    for (int m = 0; m < 3; m++) b->store[m][k] = 1e-3 * sin(phase + m);
    b->store[3][k]   = 1e-3;
    b->approach[k]   = b->vx[k] * b->nx[k] + b->vy[k] * b->ny[k];
    b->point_mass[k] = b->blocked_mass[k] = 0.5 * b->mass[k];
    if (b->known[k] != 0 && k % 7 != 0) continue;
    if (b->known[k] == 0) b->entered[k] = 0.3;
    else b->leaving[k] = 1.2;
    if (k < b->n) b->event[b->n_events++] = k;
  }
  b->slip_mass = b->point_mass;
  b->elastic   = b->radius;
}

/* Fill columns with values that padded tiles of other laws may have left. */
static void leave(ContactBatch *b, unsigned needs, double mass, double radius, double point)
{
  for (int k = 0; k < TILE; k++) {
    if (!(needs & NEEDS_MASS)) b->mass[k] = mass;
    if (!(needs & NEEDS_RADIUS)) b->radius[k] = radius;
    if (!(needs & NEEDS_POINT_MASS)) b->point_mass[k] = b->blocked_mass[k] = point;
  }
}

static void laws_see_what_they_ask_for(const Laws *laws)
{
  static ContactBatch clean, stale;

  CHECK_INT(laws->n, 10);
  for (int l = 0; l < laws->n; l++) {
    const Law *law    = &laws->list[l];
    double     size   = 0;
    bool       finite = true;

    fill(&clean);
    fill(&stale);
    leave(&clean, law->needs, 0, 0, 0);
    leave(&stale, law->needs, 123, 4.5, INFINITY);
    law_apply(law, &clean);
    law_apply(law, &stale);
    for (int k = 0; k < stale.n; k++) {
      size += fabs(stale.fx[k]);
      finite = finite && isfinite(stale.push[k] + stale.fx[k] + stale.fy[k] + stale.fz[k]);
    }
    CHECK(finite && size > 0);
    CHECK(memcmp(clean.push, stale.push, sizeof(double[TILE - 3])) == 0 &&
          memcmp(clean.fx, stale.fx, sizeof(double[TILE - 3])) == 0 &&
          memcmp(clean.fy, stale.fy, sizeof(double[TILE - 3])) == 0 &&
          memcmp(clean.fz, stale.fz, sizeof(double[TILE - 3])) == 0);
    for (int m = 0; m < law->memory; m++)
      CHECK(memcmp(clean.store[m], stale.store[m], sizeof(double[TILE - 3])) == 0);
    if (!finite) test_note("law %s", law->name);
  }
  test_end("laws look at what they ask for alone");
}

TESTS(.ranks = {1})
{
  Sim *sim;

  sim = test_sim(PETSC_COMM_WORLD, scenario, "");
  CHECK_INT(sim->warnings.n, 0); /* an empty scene gives none */
  laws_see_what_they_ask_for(sim->laws);
  CALL(sim_destroy(&sim));
  sim = test_sim(PETSC_COMM_WORLD, more, "");
  laws_see_what_they_ask_for(sim->laws);
  CALL(sim_destroy(&sim));
  test_folder_remove();
}
