/* SPDX-License-Identifier: MIT */
/* Long rotations: the flips of the middle axis, momentum and energy over a million steps. */
#include "rotation.h"

/* ---- tops ---- */

/* Rotation about the middle axis flips periodically. Times of the sign changes, interpolated
   between samples. */
static int find_flips(double dt, double end, double *time)
{
  Sim   *sim  = one_body(uneven, vec3(1e-3, 1, 1e-3), quat_identity(), NULL);
  double last = 1;
  int    n    = 0;

  for (int k = 1; k * dt < end; k++) {
    double now;

    turn(sim, dt, 1, NULL, NULL);
    now = spin_in_body(sim).y;
    if (now * last < 0 && n < 4) time[n++] = dt * (k - now / (now - last));
    last = now;
  }
  CALL(sim_destroy(&sim));
  return n;
}

static void the_middle_axis_flips_on_time(void)
{
  const double every     = 27.5308405537332;
  const Vec3   exact     = {0.025364086164, 0.999678779975, 0.014666706821};
  const Top    top       = extrapolated(uneven, vec3(1e-3, 1, 1e-3), 50, 25000);
  double       coarse[4] = {0}, fine[4] = {0};

  CHECK_INT(find_flips(2e-3, 100, coarse), 4);
  CHECK_INT(find_flips(1e-3, 100, fine), 4);
  for (int k = 0; k < 3; k++) {
    const double apart = third(coarse[k + 1] - coarse[k], fine[k + 1] - fine[k]);

    test_note("flip %d to %d: %.9f s (off by %.1e)", k, k + 1, apart, apart - every);
    CHECK_NEAR(apart, every, 1e-7); /* linear interpolation over 1e-3 s, error some 1e-8 */
  }
  test_note("t = 50: spin off by %.1e", spin_error(top.w, exact));
  CHECK_NEAR(spin_error(top.w, exact), 0, 2e-9); /* twelve digits given; rounding errors grow by 1e3
                                                    at each flip, 1e-10 .. 6e-10 were seen */
  test_end("the middle axis flips every 27.5308405537332 s; spin at t = 50");
}

/* ---- a million steps ---- */

static void a_million_steps_keep_momentum_and_energy(void)
{
  const double dt  = 1e-2;
  Sim         *sim = one_body(uneven, all_one, quat_identity(), NULL);
  Clumps      *c   = sim->matter.clumps;
  const Vec3   l0  = c->motion[0].momentum;
  const double e0  = 0.5 * vec3_dot(l0, c->w[0]);
  double       l = 0, least = 1e9, most = -1e9, norm = 0, drift[2] = {0, 0};

  for (int k = 0; k < 100000; k++) {
    double e;

    turn(sim, dt, 10, NULL, NULL);
    e     = 0.5 * vec3_dot(c->motion[0].momentum, c->w[0]) / e0 - 1;
    l     = max_of(l, spin_error(clump_momentum(c->w[0], c->pose[0].q, c->inertia[0]), l0));
    norm  = max_of(norm, fabs(quat_norm(c->pose[0].q) - 1));
    least = e < least ? e : least;
    most  = max_of(most, e);
    if (k < 20000) drift[0] += e / 20000;
    if (k >= 80000) drift[1] += e / 20000;
  }
  test_note("1e6 steps of %g s (1557 periods): momentum off by %.1e, energy within %.1e .. %.1e, "
            "mean of the last fifth less "
            "that of the first %.1e, |q| by %.1e",
            dt, l, least, most, drift[1] - drift[0], norm);
  CHECK_BITS(c->motion[0].momentum.x, l0.x);
  CHECK_BITS(c->motion[0].momentum.y, l0.y);
  CHECK_BITS(c->motion[0].momentum.z, l0.z);
  CHECK_NEAR(l, 0, 1e-12);           /* required; of 3.7 */
  CHECK_NEAR(norm, 0, 1e-15);        /* normalized in every step */
  CHECK_NEAR(most - least, 0, 1e-4); /* dt^2 = 1e-4 bounds the oscillation */
  CHECK_NEAR(drift[1] - drift[0], 0,
             1e-3 * (most - least)); /* averages over whole oscillations; a drift would show */
  CALL(sim_destroy(&sim));
  test_end("free top over a million steps: momentum keeps its bits, energy swings within dt^2 and "
           "does not drift");
}

TESTS(.ranks = {1})
{
  the_middle_axis_flips_on_time();
  a_million_steps_keep_momentum_and_energy();
  test_folder_remove();
}
