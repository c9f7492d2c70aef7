/* SPDX-License-Identifier: MIT */
/* Constant rolling torque of a sphere on a plane against closed forms. R: radius, g: gravity, m:
   mass, N = m g cos(slope). A couple C against rolling without slip gives the centre of a solid
   sphere the acceleration 5/7 (g sin(slope) - C / (m R)). */
#include "rolling.h"

/* A couple mu_r R N stops a sphere that rolls at v after 7 v^2 / (10 mu_r g). */
static void a_constant_couple_stops_a_sphere(void)
{
  const double friction = 0.1, v = 0.4, dt = 2e-5, way = 0.7 * v * v / (friction * gravity),
               time = 1.4 * v / (friction * gravity);
  double depth;
  Sim   *sim = sphere_on_plane(0, v, dt, "rolling: constant_torque, rolling_friction: 0.1", &depth);
  Totals first = totals_of(sim), t;
  Body   body;

  CHECK(depth < 1e-4 * radius);
  test_steps(sim, (int)(1.2 * time / dt));
  bodies_of(sim, 1, &body);
  t = totals_of(sim);
  test_note("way %.8g m, closed form %.8g", body.x.x, way);
  CHECK_NEAR(body.x.x, way, 1e-3 * way); /* overlap 5e-5 of the radius, slip of the first steps */
  CHECK_NEAR(body.v.x, 0, 1e-6 * v);
  CHECK_NEAR(t.dissipated, first.translational + first.rotational,
             1e-4 * t.dissipated); /* second order: (w dt)^2 = 5e-5 */
  CALL(sim_destroy(&sim));
  test_end("a constant couple stops a rolling sphere after 7 v^2 / (10 mu_r g)");
}

/* Down a slope less steep than mu_r the sphere creeps: the couple is 0.2 (2/5 m R^2) / dt x
   spin. */
static void a_constant_couple_creeps_as_stated(void)
{
  const double slope = atan(0.05), dt = 2e-5;
  const double creep = gravity * sin(slope) * dt / (0.2 * 0.4); /* m/s */
  double       depth;
  Sim         *sim =
    sphere_on_plane(slope, 0, dt, "rolling: constant_torque, rolling_friction: 0.1", &depth);
  Body body;

  test_steps(sim, 5000);
  bodies_of(sim, 1, &body);
  test_note("creep %.6g m/s, stated %.6g", body.v.x, creep);
  CHECK_NEAR(body.v.x, creep, 1e-3 * creep); /* lever: the radius less half the overlap */
  CALL(sim_destroy(&sim));
  test_end("under a constant couple a sphere on a slope creeps at 12.5 g sin(slope) dt");
}

TESTS(.ranks = {1, 3}, .limit = 200)
{
  a_constant_couple_stops_a_sphere();
  a_constant_couple_creeps_as_stated();
  test_folder_remove();
}
