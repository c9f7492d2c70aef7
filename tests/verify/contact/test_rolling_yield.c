/* SPDX-License-Identifier: MIT */
/* A rolling spring that holds or yields under a sphere on a slope, also through a restart. A couple
   C against rolling without slip gives the centre of a solid sphere the acceleration 5/7 (g
   sin(slope) - C / (m R)). */
#include "rolling.h"

static const char yielding[] = "rolling: elastic_plastic, rolling_friction: 0.2";

/* At a slope of 0.98 mu_r, and after a restart on one rank. */
static void a_yielding_spring_holds(void)
{
  enum { SETTLE = 20000, HOLD = 20000 };
  const double dt = 2e-5;
  double       depth;
  Sim         *sim = sphere_on_plane(atan(0.98 * 0.2), 0, dt, yielding, &depth), *alone;
  Body         before, after;

  test_steps(sim, SETTLE);
  bodies_of(sim, 1, &before);
  alone = test_continued(sim, PETSC_COMM_SELF, "");
  test_steps(sim, HOLD);
  test_steps(alone, HOLD);
  bodies_of(sim, 1, &after);
  test_note("in the first %g s it rolls %.3g m, then %.3g m", SETTLE * dt, before.x.x,
            after.x.x - before.x.x);
  CHECK_NEAR(before.x.x, 0, 1e-2 * radius);
  CHECK_NEAR(after.x.x - before.x.x, 0, 1e-9 * radius); /* the oscillation decays */
  CHECK_NEAR(after.v.x, 0, 1e-9);
  CHECK(test_digest(alone) == test_digest(sim));
  CALL(sim_destroy(&alone));
  CALL(sim_destroy(&sim));
  test_end("a rolling spring holds a sphere at 0.98 mu_r, also after a restart");
}

static void a_yielding_spring_yields(void)
{
  enum { SETTLE = 10000, ROLL = 20000 };
  const double dt = 2e-5, slope = atan(1.02 * 0.2);
  const double down = 5. / 7 * gravity * (sin(slope) - 0.2 * cos(slope));
  double       depth;
  Sim         *sim = sphere_on_plane(slope, 0, dt, yielding, &depth), *alone;
  Body         before, after;

  test_steps(sim, SETTLE);
  bodies_of(sim, 1, &before);
  alone = test_continued(sim, PETSC_COMM_SELF, "");
  test_steps(sim, ROLL);
  test_steps(alone, ROLL);
  bodies_of(sim, 1, &after);
  test_note("acceleration %.6g m/s^2, closed form %.6g", (after.v.x - before.v.x) / (ROLL * dt),
            down);
  CHECK_NEAR((after.v.x - before.v.x) / (ROLL * dt), down,
             1e-2 * down); /* half the overlap, 2.5e-5 of the lever, over .02 */
  CHECK(test_digest(alone) == test_digest(sim));
  CALL(sim_destroy(&alone));
  CALL(sim_destroy(&sim));
  test_end("at 1.02 mu_r it rolls down with 5/7 g (sin - mu_r cos), also after a restart");
}

TESTS(.ranks = {1, 3}, .limit = 200)
{
  a_yielding_spring_holds();
  if (test_size() == 1) a_yielding_spring_yields();
  test_folder_remove();
}
