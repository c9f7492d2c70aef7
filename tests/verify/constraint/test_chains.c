/* SPDX-License-Identifier: MIT */
/* A triple pendulum is compared with the solution of Lagrange's equations. */
#include "joint_test.h"

#define HEADER "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"

static const double lengths[3] = {.6, .5, .4};

/* ---- a triple pendulum of equal point masses ---- */

/* Accelerations of the angles from the vertical (state[3], rates in state + 3): M a = F. */
static void accelerate(const double *s, double *a)
{
  double m[3][4] = {{0}};

  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const double w = (3 - (i > j ? i : j)) * lengths[i] * lengths[j];

      m[i][j] = w * cos(s[i] - s[j]);
      m[i][3] -= w * sin(s[i] - s[j]) * s[3 + j] * s[3 + j];
    }
    m[i][3] -= (3 - i) * GRAVITY * lengths[i] * sin(s[i]);
  }
  for (int i = 0; i < 3; i++)
    for (int k = i + 1; k < 3; k++)
      for (int c = 3; c >= i; c--) m[k][c] -= m[k][i] / m[i][i] * m[i][c];
  for (int i = 2; i >= 0; i--) {
    a[i] = m[i][3];
    for (int c = i + 1; c < 3; c++) a[i] -= m[i][c] * a[c];
    a[i] /= m[i][i];
  }
}

static void slope(const double *s, double *d)
{
  memcpy(d, s + 3, 3 * sizeof *d);
  accelerate(s, d + 3);
}

/* Angles after a time, by Runge and Kutta's method. */
static void integrate(double time, double s[6])
{
  enum { STEPS = 4000 };
  const double h = time / STEPS;

  for (int n = 0; n < STEPS; n++) {
    double at[6], sum[6] = {0}, d[6] = {0};

    for (int part = 0; part < 4; part++) {
      const double to = part == 0 ? 0 : part < 3 ? h / 2 : h, weight = part % 3 ? h / 3 : h / 6;

      for (int k = 0; k < 6; k++) at[k] = s[k] + to * d[k];
      slope(at, d);
      for (int k = 0; k < 6; k++) sum[k] += weight * d[k];
    }
    for (int k = 0; k < 6; k++) s[k] += sum[k];
  }
}

/* Distance of the last mass from its exact position, m. */
static Vec3 pendulum_error(double time, int steps)
{
  double s[6] = {1.7, 1, 2.2}, x = 0, z = 0;
  char   clumps[600];
  size_t n = (size_t)snprintf(clumps, sizeof clumps, HEADER "0,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n");
  Sim   *sim;
  Body   last;

  test_file("rods.csv", "a,b,length\n0,1,.6\n1,2,.5\n2,3,.4\n");
  for (int k = 0; k < 3; k++) {
    x += lengths[k] * sin(s[k]);
    z -= lengths[k] * cos(s[k]);
    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,ball,%.17g,0,%.17g,0,0,0,0,0,0,\n",
                          k + 1, x, z);
  }
  integrate(time, s);
  sim = joint_sim(time / steps, -GRAVITY, clumps,
                  "  - rods: {type: distance, file: rods.csv, sweeps: 16}\n", "");
  test_steps(sim, steps);
  last = joint_body(sim, 3);
  CALL(sim_destroy(&sim));
  for (int k = 0; k < 3; k++) {
    last.x.x -= lengths[k] * sin(s[k]);
    last.x.z += lengths[k] * cos(s[k]);
  }
  return last.x;
}

static void pendulum_follows_lagrange(void)
{
  const Vec3 coarse = pendulum_error(.8, 2000), fine = pendulum_error(.8, 4000),
             limit = vec3_sub(vec3_scale(2, fine), coarse);

  test_note("off by %.3g and %.3g m; %.3g m without the first order", vec3_norm(coarse),
            vec3_norm(fine), vec3_norm(limit));
  CHECK(vec3_norm(fine) > 1e-3);
  CHECK(vec3_norm(limit) < 3e-4); /* second order: 1e-4, of 5e-3 of first */
  test_end("a triple pendulum follows Lagrange's equations to first order");
}

TESTS(.ranks = {1, 2})
{
  pendulum_follows_lagrange();
  test_folder_remove();
}
