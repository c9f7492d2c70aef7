/* SPDX-License-Identifier: MIT */
/* One link to a fixed ball: damping, and directions that are blocked. */
#include "joint_test.h"

#define HEAD  "id,template,x,y,z,vx,vy,vz,blocked\n"
#define FIXED "1,ball,0,0,0,0,0,0,xyzXYZ\n"

/* A compliant link with damping is stepped by implicit Euler: x (m / h^2 + beta / h + 1 / alpha) =
   x_free m / h^2 + x_before beta / h, x the stretch. */
static void damping_is_implicit(void)
{
  const double h = 5e-3, alpha = 1e-3, beta = 40;
  double       mass, across, x = .2, v = .5;
  Sim         *sim;

  test_file("spring.csv", "a,b,length\n1,2,3\n");
  sim = joint_sim(h, 0, HEAD FIXED "2,ball,3.2,0,0,.5,0,0,\n",
                  "  - s: {type: distance, file: spring.csv, compliance: 1e-3, damping: 40}\n", "");
  joint_inertia(sim, 2, &mass, &across);
  for (int k = 0; k < 40; k++) {
    const double to =
      ((x + h * v) * mass / (h * h) + x * beta / h) / (mass / (h * h) + beta / h + 1 / alpha);

    v = (to - x) / h;
    x = to;
    test_steps(sim, 1);
    CHECK_NEAR(joint_body(sim, 2).x.x - 3, x, 1e-12); /* rounding of places of 3 m in 40 steps */
    CHECK_NEAR(joint_body(sim, 2).v.x, v, 1e-10);     /* that over h */
  }
  CALL(sim_destroy(&sim));
  test_end("compliance and damping are those of implicit Euler");
}

/* A ball that may move along x alone, pulled towards a place beside its line: the equation responds
   with the mass along x, and nothing else moves. */
static void blocked_ways_do_not_respond(void)
{
  const double h = 1e-3, alpha = 1e-4;
  double       mass, across, force[2];
  Sim         *sim;
  Body         b, before;

  test_file("pull.csv", "a,b,length\n1,2,1\n");
  sim = joint_sim(h, 0, HEAD FIXED "2,ball,.9,1.2,0,0,0,0,yzXYZ\n",
                  "  - s: {type: distance, file: pull.csv, compliance: 1e-4}\n", "");
  joint_inertia(sim, 2, &mass, &across);
  before = joint_body(sim, 2);
  test_steps(sim, 1);
  b = joint_body(sim, 2);
  joint_forces(sim, 0, force);
  /* C = 1 - r = -1/2, n_x = 3/5: lambda = -C / (n_x^2 / m + alpha / h^2) */
  CHECK_NEAR(fabs(force[0]), .5 / (.36 / mass + alpha / (h * h)) / (h * h), 1e-9);
  CHECK_NEAR(b.v.x, -fabs(force[0]) * .6 * h / mass, 1e-11); /* grid of places over h */
  CHECK(b.x.y == before.x.y && b.x.z == 0 && b.v.y == 0 && b.v.z == 0);
  CHECK(vec3_norm(b.w) == 0);
  CALL(sim_destroy(&sim));
  test_end("blocked directions have no inverse mass, the others all of it");
}

TESTS(.ranks = {1, 2})
{
  damping_is_implicit();
  blocked_ways_do_not_respond();
  test_folder_remove();
}
