/* SPDX-License-Identifier: MIT */
/* The matrices from which dt: auto follows, in closed form (contact/stiffness.h). */
#include "measure/timestep/auto_dt.h"
#include "timestep.h"

/* Pebbles at +-a on the x axis, which lie on the plane z = 0 with their weight, and the same in the air
   above. */
static const double a = 0.15, k_n = 1e4, k_t = 3e3, speed = 0.5;

static Sim *lying(const char *law, double gap)
{
  Draft t = {0};

  add(&t, "schema: 1\nrun: {end_time: 1, dt: auto, gravity: [0, 0, -10], impact_speed: %g}\n",
      speed);
  add(&t, "domain: {lo: [-9, -9, -1], hi: [9, 9, 1], boundary: [free, free, free]}\n");
  add(&t, "material:\n  - s: {density: 1000}\ncontact:\n  - ss: {between: [s, s], %s}\n", law);
  add(&t, "template:\n  - two: {material: s, pebbles: [%g, 0, 0, %g, -%g, 0, 0, %g]}\n", a, radius,
      a, radius);
  add(&t, "clumps:\n  - one: {template: two, position: [0, 0, %.17g], velocity: [0, 0, %g]}\n",
      radius + gap, gap > 0 ? -speed : 0.0);
  add_wall(&t, "s", vec3(0, 0, 1));
  return sim_of(&t, NULL);
}

/* Trace of the matrix of the one clump, on all ranks; coming: of contacts that may begin. */
static double trace_of(Sim *sim, bool coming)
{
  const AutoDt *f = sim_auto_dt(sim);
  double        all[6][6], both[6][6], trace = 0;

  CHECK(f->on);
  for (PetscInt row = 0; row < sim->matter.clumps->n_owned; row++) {
    (void)stiffness_matrix(&f->sums, row, 0, all);
    (void)stiffness_matrix(&f->sums, row, 1, both);
    for (int i = 0; i < 6; i++) trace += coming ? both[i][i] - all[i][i] : all[i][i];
  }
  CALL(parallel_max(&sim->par, &trace, 1));
  return trace;
}

/* Half the trace of the matrix of the two contacts with these stiffnesses or dashpots, whose arm ends at
   a height h below the centre. */
static double expected(const Sim *sim, double along, double across, double h)
{
  const MassProperties *m    = &sim->matter.templates.list[0].mass;
  const double          mass = m->mass, i = m->principal.x, j = m->principal.z; /* least: about x */

  return along * (1 / mass + a * a / j) + across * (2 / mass + h * h / j + h * h / i + a * a / j);
}

static void contacts_that_touch_are_summed_up(void)
{
  const double    gap = -1e-3, h = radius + 0.5 * gap;
  Sim            *sim = lying("normal: hooke, stiffness: 1e4, restitution: 1, tangential: hooke, "
                                         "tangential_stiffness: 3e3, friction: .5",
                              gap);
  const AutoDt   *f   = sim_auto_dt(sim);
  StiffnessBounds by  = AUTO_DT_PRESENT;

  test_note("trace %g", trace_of(sim, false));
  CHECK_NEAR(trace_of(sim, false) /
               (2 * expected(sim, k_n, k_t, h) * f->sums.dt * f->sums.dt / by.springs),
             1, 1e-6); /* sums are exact to 2^-32 */
  CALL(sim_destroy(&sim));
  test_end("springs of contacts that touch are summed up by clump, along and across the normal");
}

static void contacts_that_begin_are_summed_up(void)
{
  Sim            *sim = lying("normal: hooke, stiffness: 1e4, restitution: 1", 1e-4);
  const AutoDt   *f   = sim_auto_dt(sim);
  StiffnessBounds by  = AUTO_DT_BEGINNING;

  CHECK(trace_of(sim, false) == 0);
  CHECK_NEAR(trace_of(sim, true) /
               (2 * expected(sim, k_n, 0, radius) * f->sums.dt * f->sums.dt / by.springs),
             1, 1e-6);
  CALL(sim_destroy(&sim));
  sim = lying("normal: hooke, stiffness: 1e4, restitution: 1", 0.5);
  CHECK(trace_of(sim, true) == 0); /* too far */
  CALL(sim_destroy(&sim));
  test_end("contacts that may begin until the next look are summed up, and no others");
}

TESTS(.ranks = {1, 3})
{
  contacts_that_touch_are_summed_up();
  contacts_that_begin_are_summed_up();
  test_folder_remove();
}
