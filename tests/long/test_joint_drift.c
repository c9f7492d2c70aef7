/* SPDX-License-Identifier: MIT */
/* Joints do not drift in 1e5 steps. */
#include "joint_test.h"

#define FIXED "0,ball,0,0,0,xyzXYZ\n"
#define BAR   "id,template,x,y,z,blocked\n" FIXED "1,bar,.5,0,0,\n"

/* A bar that swings on a hinge, with another one welded to its end. */
static void joints_do_not_drift(void)
{
  double gap = 0, turned = 0;
  Sim   *sim;

  test_file("hinge.csv", "a,b,bx,by,bz,ax,ay,az,ux,uy,uz\n0,1,-.5,0,0,0,0,0,0,1,0\n");
  test_file("weld.csv", "a,b,ax,ay,az,bx,by,bz\n1,2,.5,0,0,-.5,0,0\n");
  sim = joint_sim(1e-3, -GRAVITY, BAR "2,bar,1,0,.5,\n",
                  "  - h: {type: hinge, file: hinge.csv, sweeps: 30}\n"
                  "  - w: {type: weld, file: weld.csv, sweeps: 30}\n",
                  "-run_static_passes 3");
  for (int k = 0; k < 1000; k++) {
    const Body a = joint_body(sim, 1), b = joint_body(sim, 2);
    const Quat r = quat_mul(quat_conjugate(a.q), b.q);

    gap    = max_real(gap, vec3_norm(joint_end(sim, 1, -.5)));
    gap    = max_real(gap, vec3_norm(vec3_sub(joint_end(sim, 1, .5), joint_end(sim, 2, -.5))));
    turned = max_real(turned, 2 * vec3_norm(vec3(r.x, r.y, r.z)));
    turned = max_real(turned, fabs(joint_end(sim, 1, .5).y));
    if (k % 100 == 0)
      test_note("step %d: points off by %.3g m, attitudes by %.3g", 100 * k, gap, turned);
    test_steps(sim, 100);
  }
  test_note("points off by %.3g m, attitudes by %.3g", gap, turned);
  CHECK(gap < 1e-6 && turned < 1e-6); /* bars of 1 m */
  CALL(sim_destroy(&sim));
  test_end("a swinging hinge and weld stay within 1e-6 of their size for 1e5 steps");
}

TESTS(.ranks = {1, 2}, .limit = 900)
{
  joints_do_not_drift();
  test_folder_remove();
}
