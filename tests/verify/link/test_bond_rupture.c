/* SPDX-License-Identifier: MIT */
/* Two bonded balls, one fixed, one driven: the bond breaks in the step in which its stress reaches
   the strength, and what it stored is dissipated. */
#include "base/vec.h"
#include "sim_test.h"

/* Radius .1, so that A = pi / 100; stiffness 1e6 Pa/m, strengths 1000 Pa in tension and 500 Pa in
   shear. The balls are apart, so that they may turn without friction. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 100, dt: 1e-5}\n"
  "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, open, open]}\n"
  "material: [{a: {density: 1000}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
  "template: [{ball: {material: a, pebbles: [0, 0, 0, .1]}}]\n"
  "clumps: [{pair: {file: pair.csv}}]\n"
  "bond: [{glue: {file: one.csv, normal_stiffness: 1e6, shear_stiffness: 1e6, tensile_strength: "
  "1000, shear_strength: 500}}]\n";

#define AREA   (PETSC_PI * 0.01)
#define SECOND (PETSC_PI * 0.0001 / 4)

typedef struct {
  const char *name, *motion; /* vx,vy,vz,wx,wy,wz of the second ball */
  double      at;            /* time of rupture, s */
  double      energy;        /* stored then, J */
  int         mode;
} Case;

/* The strain that breaks grows from 0 at the rate of the motion; across the periodic face at x =
   1. */
static void breaks_in_time(const Case *c, const char *options)
{
  char text[300];
  int  step;
  Sim *sim;

  snprintf(text, sizeof text,
           "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"
           "7,ball,.9,.5,.5,0,0,0,0,0,0,xyzXYZ\n"
           "3,ball,.105,.5,.5,%s,xyzXYZ\n",
           c->motion);
  test_file("pair.csv", text);
  test_file("one.csv", "id_a,pebble_a,id_b,pebble_b\n7,0,3,0\n");
  sim = test_sim(PETSC_COMM_WORLD, scenario, options);
  CHECK_INT(sim->links.total, 1);
  for (step = 0; step < 4000 && test_total(sim->links.broken[1]) == 0; step++) test_steps(sim, 1);
  test_note("%s: broken in step %d, expected %g", c->name, step, c->at / sim->clock.dt);
  CHECK_NEAR(step, c->at / sim->clock.dt, 1.01); /* the first step after it; 1e-3: second order */
  test_steps(sim, 1);
  /* the trapezoidal rule ends up to a step before the rupture, and a half step of force after it */
  CHECK_NEAR(totals_of(sim).dissipated / c->energy, 1, 3.0 / step);
  CHECK_NEAR(totals_of(sim).link_broken / c->energy, 1, 3.0 / step);
  CHECK(totals_of(sim).link_energy == 0 && totals_of(sim).link_damped == 0);
  for (PetscInt k = 0; k < sim->links.n_breaks; k++) {
    CHECK_INT(sim->links.breaks[k].step, step);
    CHECK_INT(sim->links.breaks[k].mode, c->mode);
    CHECK_INT(sim->links.breaks[k].link.a, 3); /* canonical order */
  }
  CHECK_INT(test_total(sim->links.n_breaks), 1);
  sim = test_restarted(sim, "");
  CHECK_INT(sim->links.total, 0);
  CHECK_INT(test_total(sim->links.broken[1]), 1);
  CHECK_NEAR(totals_of(sim).link_broken / c->energy, 1, 3.0 / step);
  CALL(sim_destroy(&sim));
}

/* Pulled at v = .1 m/s, with a spring of k = 1000 N/m, a dashpot of c = 50 kg/s that takes c v^2,
   and a break force of 1 N: after 1e-3 m, in .01 s. */
static void spring_breaks(void)
{
  const double stored = 0.5 * 1000 * 1e-6, damped = 50 * .01 * .01;
  char         text[sizeof scenario + 200];
  int          step;
  Totals       t;
  Sim         *sim;

  snprintf(text, sizeof text, "%.*s%s", (int)(strstr(scenario, "bond:") - scenario), scenario,
           "spring: [{tie: {file: one.csv, stiffness: 1000, damping: 50, break_force: 1}}]\n");
  test_file("pair.csv", "id,template,x,y,z,vx,vy,vz,blocked\n7,ball,.9,.5,.5,0,0,0,xyzXYZ\n"
                        "3,ball,.105,.5,.5,.1,0,0,xyzXYZ\n");
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  for (step = 0; step < 4000 && test_total(sim->links.broken[0]) == 0; step++) test_steps(sim, 1);
  CHECK_NEAR(step, .01 / sim->clock.dt, 1.01);
  test_steps(sim, 5);
  t = totals_of(sim);
  CHECK_NEAR(t.link_broken / stored, 1, 3.0 / step);
  CHECK_NEAR(t.link_damped / damped, 1,
             2.0 / step); /* the half step before the rupture is not there */
  CHECK_NEAR(t.dissipated / (stored + damped), 1, 3.0 / step);
  sim = test_restarted(sim, "");
  CHECK(totals_of(sim).link_damped == t.link_damped && totals_of(sim).link_broken == t.link_broken);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2, 3})
{
  const double u = 1e-3, slip = 5e-4; /* opening and slip at the strengths, m */
  const Case   cases[] = {
      {"tension", ".1,0,0,0,0,0", u / .1, 0.5 * 1e6 * AREA * u * u, 0},
      {"shear", "0,0,.1,0,0,0", slip / .1, 0.5 * 1e6 * AREA * slip * slip, 1},
      /* tau = ks J theta R / J, R = .1 */
      {"twisting", "0,0,0,.5,0,0", slip / .1 / .5, 0.5 * 1e6 * 2 * SECOND * pow(slip / .1, 2), 1},
  };

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    breaks_in_time(&cases[k], "");
    breaks_in_time(&cases[k], "-decomp_random 4 -rebuild_every 13");
  }
  test_end("a driven bond breaks at strength x area, and dissipates what it stored");
  spring_breaks();
  test_end("so does a spring at its break force; its dashpot's work is told apart");
  test_folder_remove();
}
