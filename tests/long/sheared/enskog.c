// SPDX-License-Identifier: MIT
// enskog FRACTION RESTITUTION STRAIN SEED: granular temperature (per mass) and viscosity of smooth
// spheres of diameter and density 1 in uniform shear at the rate 1, by direct simulation of the
// Enskog equation: molecular chaos with the pair density at contact of Carnahan and Starling, and
// no expansion in the rate (Montanero & Santos 1996, Phys. Rev. E 54, 438; Montanero, Garzo, Santos
// & Brey 1999, J. Fluid Mech. 389, 391). Velocities are those relative to the flow, which are the
// same everywhere. Means of strains from 10 to STRAIN, and their standard errors by 15 blocks.
#define _XOPEN_SOURCE 600
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000, BLOCKS = 15 };

static const double dt = 5e-4;
static double       v[N][3];
static uint64_t     state;

// splitmix64 (Steele, Lea & Flood 2014), as a real in [0, 1)
static double uniform(void)
{
  uint64_t z = state += 0x9e3779b97f4a7c15;

  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

// Collisions of one step; returns sums over them of the momentum handed on along x over distances
// along z, per mass.
static double collide(double rate, double e, double *most)
{
  double handed = 0, pairs = 0.5 * N * rate * *most * dt, faster = *most;

  for (long k = (long)(pairs + uniform()); k > 0; k--) {
    const int    i = (int)(uniform() * N), j = (int)(uniform() * N);
    const double z = 2 * uniform() - 1, s = sqrt(1 - z * z), angle = 2 * M_PI * uniform();
    const double way[3] = {s * cos(angle), s * sin(angle), z};
    double       g      = -way[2] * way[0]; // the flow at the partner, which is one diameter away

    for (int c = 0; c < 3; c++) g += (v[i][c] - v[j][c]) * way[c];
    if (i == j || g <= 0) continue;
    if (g > faster) faster = g;
    if (uniform() * *most >= g) continue;
    for (int c = 0; c < 3; c++) {
      v[i][c] -= (1 + e) / 2 * g * way[c];
      v[j][c] += (1 + e) / 2 * g * way[c];
    }
    handed += (1 + e) / 2 * g * way[0] * way[2];
  }
  *most = faster;
  return handed;
}

static void show(const char *name, const double block[BLOCKS])
{
  double mean = 0, square = 0;

  for (int b = 0; b < BLOCKS; b++) mean += block[b] / BLOCKS;
  for (int b = 0; b < BLOCKS; b++) square += (block[b] - mean) * (block[b] - mean);
  printf("%s %.5g %.2g\n", name, mean, sqrt(square / BLOCKS / (BLOCKS - 1)));
}

int main(int argc, char **argv)
{
  if (argc != 5) return 2;
  const double fraction = atof(argv[1]), e = atof(argv[2]), strain = atof(argv[3]),
               n = 6 * fraction / M_PI, mass = M_PI / 6,
               contact = (1 - fraction / 2) / pow(1 - fraction, 3),
               rate    = 4 * M_PI * n * contact; // of pairs, per speed of approach
  const long steps = (long)(strain / dt), first = (long)(10 / dt);
  double     T[BLOCKS] = {0}, viscosity[BLOCKS] = {0}, most = 10, mean[3] = {0};

  state = strtoull(argv[4], NULL, 10);
  for (int i = 0; i < N; i++)
    for (int c = 0; c < 3; c++) {
      v[i][c] = 0;
      for (int k = 0; k < 12; k++) v[i][c] += uniform() - 0.5; // variance 1
      v[i][c] *= sqrt(6);
      mean[c] += v[i][c] / N;
    }
  for (int i = 0; i < N; i++)
    for (int c = 0; c < 3; c++) v[i][c] -= mean[c]; // or the mean along x would grow
  for (long step = 0; step < steps; step++) {
    const double handed = collide(rate, e, &most);
    double       square = 0, mixed = 0;
    const long   b = (step - first) * BLOCKS / (steps - first);

    for (int i = 0; i < N; i++) {
      v[i][0] -= dt * v[i][2];
      square += v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2];
      mixed += v[i][0] * v[i][2];
    }
    if (step < first) continue;
    T[b] += square / (3 * N) / (double)(steps - first) * BLOCKS;
    viscosity[b] -= n * mass * (mixed + handed / dt) / N / (double)(steps - first) * BLOCKS;
  }
  show("T", T);
  show("viscosity", viscosity);
  return 0;
}
