// SPDX-License-Identifier: MIT
// tests/bench/links.c: rods between points in plain serial C, as a particle framework with
// constraints has them: in a step forces change velocities and these positions; then every rod in
// turn moves its two points (Gauss-Seidel), with the multiplier summed over the sweeps (Macklin et
// al. 2016, Proc. Motion in Games, 49, eq. 26); velocities are what was moved over dt. Compiled by
// links.sh with -O3 -march=native.
//   links POINTS.csv RODS.csv MASS COMPLIANCE STEPS SWEEPS DT
// prints s/step, and the sum of all lengths at the end.
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1 << 18 };

typedef struct {
  double x[3], before[3], v[3], w;
} Point;

typedef struct {
  int    a, b;
  double length, lambda;
} Rod;

static int   n_points, n_rods;
static Point point[MOST];
static Rod   rod[MOST];

static FILE *open_list(const char *path)
{
  FILE *f = fopen(path, "r");
  char  line[200];

  if (!f || !fgets(line, sizeof line, f)) exit(2);
  return f;
}

// Ids are 1, 2, ... in the order of the rows; a row that ends in a word with an x is a fixed point.
static void read_lists(const char *points, const char *rods, double mass)
{
  FILE *f = open_list(points);
  char  line[200], fixed[20];
  int   n;

  for (; n_points < MOST && fgets(line, sizeof line, f); n_points++) {
    Point *p = &point[n_points];

    n = sscanf(line, "%*d,ball,%lf,%lf,%lf,%19s", &p->x[0], &p->x[1], &p->x[2], fixed);
    if (n < 3) exit(2);
    p->w = n == 4 && strchr(fixed, 'x') ? 0 : 1 / mass;
  }
  fclose(f);
  f = open_list(rods);
  for (; n_rods < MOST && fgets(line, sizeof line, f); n_rods++) {
    Rod *r = &rod[n_rods];

    if (sscanf(line, "%d,%d,%lf", &r->a, &r->b, &r->length) != 3) exit(2);
    r->a--;
    r->b--;
  }
  fclose(f);
}

static void sweep(double soft)
{
  for (int k = 0; k < n_rods; k++) {
    Rod         *r = &rod[k];
    Point       *a = &point[r->a], *b = &point[r->b];
    const double d[3]     = {b->x[0] - a->x[0], b->x[1] - a->x[1], b->x[2] - a->x[2]};
    const double distance = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]),
                 change   = (distance - r->length - soft * r->lambda) / (a->w + b->w + soft),
                 by       = change / distance;

    r->lambda += change;
    for (int i = 0; i < 3; i++) {
      a->x[i] += a->w * by * d[i];
      b->x[i] -= b->w * by * d[i];
    }
  }
}

static void step(double dt, double soft, int sweeps)
{
  for (int k = 0; k < n_points; k++) {
    Point *p = &point[k];

    if (p->w > 0) p->v[2] -= 9.81 * dt;
    for (int i = 0; i < 3; i++) {
      p->before[i] = p->x[i];
      p->x[i] += dt * p->v[i];
    }
  }
  for (int k = 0; k < n_rods; k++) rod[k].lambda = 0;
  for (int k = 0; k < sweeps; k++) sweep(soft);
  for (int k = 0; k < n_points; k++)
    for (int i = 0; i < 3; i++) point[k].v[i] = (point[k].x[i] - point[k].before[i]) / dt;
}

static double now(void)
{
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
  const int    steps = argc > 7 ? atoi(argv[5]) : 0, sweeps = argc > 7 ? atoi(argv[6]) : 0;
  const double dt = argc > 7 ? atof(argv[7]) : 0;
  double       begin, sum = 0;

  if (argc < 8) return 2;
  read_lists(argv[1], argv[2], atof(argv[3]));
  begin = now();
  for (int k = 0; k < steps; k++) step(dt, atof(argv[4]) / (dt * dt), sweeps);
  printf("%.6g", (now() - begin) / steps);
  for (int k = 0; k < n_rods; k++) {
    const Point *a = &point[rod[k].a], *b = &point[rod[k].b];

    sum +=
      sqrt((b->x[0] - a->x[0]) * (b->x[0] - a->x[0]) + (b->x[1] - a->x[1]) * (b->x[1] - a->x[1]) +
           (b->x[2] - a->x[2]) * (b->x[2] - a->x[2]));
  }
  printf(" s/step, %d points, %d rods, lengths %.10g m\n", n_points, n_rods, sum);
  return 0;
}
