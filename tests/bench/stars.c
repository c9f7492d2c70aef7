// SPDX-License-Identifier: MIT
// tests/bench/stars.c: the collision of two stars of input/stars.yaml in plain serial C: gravity and
// contacts (spring and dashpot along the normal) of all pairs, each once, leapfrog. Compiled by
// stars.sh with -O3 -march=native.
//   stars STARS.csv RADIUS STEPS DT [hard]    prints steps/s, and momentum and kinetic energy at the end
// hard: contacts as constraints, as a general particle framework has them: forces change velocities, these
// positions, then all pairs are pushed apart, one after the other; velocities are what was moved over
// dt.
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 4096 };

static const double G = 6.674e-11, STIFFNESS = 1e25, RESTITUTION = 0.5, DENSITY = 1410;

static int    n;
static double x[MOST], y[MOST], z[MOST], vx[MOST], vy[MOST], vz[MOST], fx[MOST], fy[MOST], fz[MOST];

static void read_stars(const char *path)
{
  FILE *f = fopen(path, "r");
  char  line[400];

  if (!f || !fgets(line, sizeof line, f)) exit(2);
  while (
    n < MOST && fgets(line, sizeof line, f) &&
    sscanf(line, "ball,%lf,%lf,%lf,%lf,%lf,%lf", &x[n], &y[n], &z[n], &vx[n], &vy[n], &vz[n]) == 6)
    n++;
  fclose(f);
}

static void forces(double mass, double radius)
{
  const double touch = 4 * radius * radius, gmm = G * mass * mass, reduced = mass / 2,
               ln      = log(RESTITUTION),
               damping = -2 * ln * sqrt(STIFFNESS * reduced / (M_PI * M_PI + ln * ln));

  for (int i = 0; i < n; i++) fx[i] = fy[i] = fz[i] = 0;
  for (int i = 0; i < n; i++) {
    double sx = 0, sy = 0, sz = 0;

    for (int j = i + 1; j < n; j++) {
      const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const double d2 = dx * dx + dy * dy + dz * dz, d = sqrt(d2);
      double       f = gmm / (d2 * d);

      if (d2 < touch) {
        const double closing =
          (dx * (vx[i] - vx[j]) + dy * (vy[i] - vy[j]) + dz * (vz[i] - vz[j])) / d;

        f -= (STIFFNESS * (2 * radius - d) + damping * closing) / d;
      }
      sx += f * dx;
      sy += f * dy;
      sz += f * dz;
      fx[j] -= f * dx;
      fy[j] -= f * dy;
      fz[j] -= f * dz;
    }
    fx[i] += sx;
    fy[i] += sy;
    fz[i] += sz;
  }
}

static void kick(double step)
{
  for (int i = 0; i < n; i++) {
    vx[i] += step * fx[i];
    vy[i] += step * fy[i];
    vz[i] += step * fz[i];
  }
}

static double px[MOST], py[MOST], pz[MOST]; /* before the step */

/* Push apart all pairs that overlap, each in turn (Gauss-Seidel). */
static void push_apart(double radius)
{
  const double touch = 4 * radius * radius;

  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const double d2 = dx * dx + dy * dy + dz * dz;

      if (d2 < touch) {
        const double d = sqrt(d2), by = 0.5 * (2 * radius - d) / d;

        x[i] -= by * dx;
        y[i] -= by * dy;
        z[i] -= by * dz;
        x[j] += by * dx;
        y[j] += by * dy;
        z[j] += by * dz;
      }
    }
}

static void hard_step(double mass, double radius, double dt)
{
  forces(mass, 0);
  kick(dt / mass);
  for (int i = 0; i < n; i++) {
    px[i] = x[i];
    py[i] = y[i];
    pz[i] = z[i];
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
  }
  push_apart(radius);
  for (int i = 0; i < n; i++) {
    vx[i] = (x[i] - px[i]) / dt;
    vy[i] = (y[i] - py[i]) / dt;
    vz[i] = (z[i] - pz[i]) / dt;
  }
}

static void soft_step(double mass, double radius, double dt)
{
  kick(0.5 * dt / mass);
  for (int i = 0; i < n; i++) {
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
  }
  forces(mass, radius);
  kick(0.5 * dt / mass);
}

static double now(void)
{
  struct timespec t;

  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
  const double radius = argc > 4 ? atof(argv[2]) : 0, dt = argc > 4 ? atof(argv[4]) : 0,
               mass = DENSITY * 4 * M_PI / 3 * radius * radius * radius;
  const int steps   = argc > 4 ? atoi(argv[3]) : 0;
  double    begin, energy = 0, momentum = 0;

  if (argc < 5) return 2;
  read_stars(argv[1]);
  forces(mass, radius);
  begin = now();
  for (int k = 0; k < steps; k++) (argc > 5 ? hard_step : soft_step)(mass, radius, dt);
  printf("%.1f steps/s", steps / (now() - begin));
  for (int i = 0; i < n; i++) {
    energy += 0.5 * mass * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    momentum += mass * vz[i];
  }
  printf(", %d bodies, momentum %.10g, kinetic energy %.10g J\n", n, momentum, energy);
  return 0;
}
