/* SPDX-License-Identifier: MIT */
/* A host that gives the functions of grids what is rare: arguments that differ between ranks, ranks
   without cells, clumps on faces of cells and outside, that come and go, and extreme flows. Prints facts
   on rank 0, and digests that any number of ranks has in common. */
#include "clast.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scenario[] =
  "schema: 1\nrun: {end_time: 9, dt: 1.0e-4}\n"
  "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, periodic, open]}\n"
  "material:\n  - s: {density: 1000, young: 1.0e5, poisson: 0.3}\n"
  "contact:\n  - ss: {between: [s, s], normal: hertz, restitution: 0.5}\n"
  "template:\n"
  "  - ball: {material: s, pebbles: [0, 0, 0, 0.0625]}\n"
  "  - odd: {material: s, pebbles: [0, 0, 0, 0.05, 0.04, 0, 0, 0.03, 0.07, 0, 0, 0.00005, 0, 0.06, "
  "0, 0.01, 0.02, "
  "0, 0, 0.03]}\n"
  "clumps:\n"
  "  - a: {template: ball, position: [0.5, 0.5, 0.5], velocity: [1, 2, 0]}\n"
  "  - b: {template: odd, position: [0, 0, 0.25], velocity: [-3, 2, 0], spin: [9, 5, 2]}\n"
  "  - c: {template: odd, position: [0.25, 0.53125, 0.5], velocity: [0, 2, 0.5]}\n"
  "  - d: {template: ball, position: [0.999, 0.25, 0.8], velocity: [2, 0, 5]}\n";

static int rank, size;

static void fact(const char *what, int holds)
{
  int all;

  MPI_Allreduce(&holds, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %d\n", what, all);
}

static double sum_of(double mine)
{
  double all;

  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

/* ---- grids ---- */

typedef struct {
  clast_grid *grid;
  int64_t     n[3], from[3], to[3], cells;
} Cells;

/* All cells on the last rank but one, in layers of one cell on others, as far as there are any. */
static clast_status make(clast *sim, const double lo[3], const double hi[3], int64_t nx, int64_t ny,
                         int64_t nz, Cells *c)
{
  const int     most = size > 1 ? size - 2 : 0; /* the rank with most cells */
  const int64_t thin = size - 1 < nz ? size - 1 : nz - 1;
  const int64_t at   = rank < most ? rank : rank - 1; /* layer of a rank */

  *c = (Cells){.n = {nx, ny, nz}, .from = {0, 0, 0}, .to = {nx, ny, nz}};
  if (rank == most) c->from[2] = thin;
  else if (at < thin) {
    c->from[2] = at;
    c->to[2]   = at + 1;
  } else { /* none, backwards */
    c->from[1] = 5;
    c->to[1]   = -3;
  }
  c->cells = rank == most || at < thin ? nx * ny * (c->to[2] - c->from[2]) : 0;
  return clast_grid_create(sim, lo, hi, c->n, c->from, c->to, &c->grid);
}

/* An array, of a rank that has nothing NULL. */
static double *array(int64_t n)
{
  return n > 0 ? calloc((size_t)n, sizeof(double)) : NULL;
}

static double solids(const Cells *c, int *good)
{
  double *volume = array(c->cells), sum = 0;

  *good = clast_grid_solids(c->grid, volume, NULL) == CLAST_OK;
  for (int64_t k = 0; k < c->cells; k++) {
    *good = *good && volume[k] >= 0;
    sum += volume[k];
  }
  free(volume);
  return sum_of(sum);
}

static double clumps_volume(clast *sim)
{
  clast_array mass;
  double      sum = 0;

  clast_view(sim, "clumps", "mass", &mass);
  for (int64_t k = 0; k < mass.n; k++)
    sum += *(const double *)((const char *)mass.data + k * mass.stride) / 1000;
  return sum_of(sum);
}

static const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};

/* ---- facts ---- */

static void agreement(clast *sim)
{
  const int    last    = rank == size - 1;
  const double near[3] = {1, 1, last ? 0.75 : 1}, bad[3] = {last ? NAN : 0, 0, 0};
  Cells        c;
  clast_grid  *grid;
  double       u[3] = {0, 0, 0}, half[1] = {0.5};
  clast_drag   drag = {.density = 1, .viscosity = 1, .velocity = (const double(*)[3])u};

  fact("an end that differs between ranks is a mistake",
       make(sim, zero, near, 2, 2, 3, &c) == (size > 1 ? CLAST_MISTAKES : CLAST_OK));
  fact("  so is a number of cells",
       size == 1 || (make(sim, zero, one, 2, 2, last ? 4 : 3, &c) == CLAST_MISTAKES &&
                     strstr(clast_message(sim), "differ")));
  fact("  and an end that is not a number", make(sim, bad, one, 2, 2, 3, &c) == CLAST_MISTAKES);
  if (size == 1) return;
  c.n[0] = c.n[1] = 1;
  c.n[2]          = size;
  fact("a cell on each rank", clast_grid_create(sim, zero, one, c.n, (int64_t[]){0, 0, rank},
                                                (int64_t[]){1, 1, rank + 1}, &grid) == CLAST_OK);
  fact("a density that one rank alone has not is a mistake",
       clast_grid_push(grid, last ? NULL : (const double(*)[3])u) == CLAST_MISTAKES);
  fact("  so is a drag", clast_grid_drag(grid, last ? NULL : &drag, NULL) == CLAST_MISTAKES);
  drag.fraction = last ? half : NULL;
  fact("  and a fraction", clast_grid_drag(grid, &drag, NULL) == CLAST_MISTAKES);
  drag.fraction  = NULL;
  drag.viscosity = 1 + last;
  fact("  and another fluid", clast_grid_drag(grid, &drag, NULL) == CLAST_MISTAKES);
  drag.viscosity = 1;
  if (last) drag.velocity = NULL;
  fact("  and a velocity that is missing", clast_grid_drag(grid, &drag, NULL) == CLAST_MISTAKES);
  fact("  and components",
       clast_grid_at_clumps(grid, 1 + last, u, CLAST_AT_CENTRES, u, NULL) == CLAST_MISTAKES);
  fact("  but not what one rank alone asks for",
       clast_grid_solids(grid, NULL, last ? (double(*)[3])u : NULL) == CLAST_OK &&
         clast_grid_drag(grid, NULL, last ? (double(*)[3])u : NULL) == CLAST_OK);
  clast_grid_free(&grid);
}

/* Each array is NULL on ranks that have nothing in it. */
static void nothing(clast *sim, const Cells *c)
{
  double     *u = array(3 * c->cells), *eps = array(c->cells), *values, *slopes;
  clast_array mass;
  clast_drag  drag = {
     .density = 1, .viscosity = 1, .velocity = (const double(*)[3])u, .fraction = eps};

  for (int64_t k = 0; k < c->cells; k++) eps[k] = 0.5;
  clast_view(sim, "clumps", "mass", &mass);
  values = array(3 * mass.n);
  slopes = array(9 * mass.n);
  fact("fields by ranks without cells or clumps",
       clast_grid_at_clumps(c->grid, 3, u, CLAST_AT_CENTRES, values, slopes) == CLAST_OK &&
         clast_grid_at_clumps(c->grid, 3, u, CLAST_BY_SHARES, values, slopes) == CLAST_OK &&
         clast_grid_at_clumps(c->grid, 3, u, CLAST_BY_SHARES, values, NULL) == CLAST_OK);
  fact("  forces", clast_grid_push(c->grid, (const double(*)[3])u) == CLAST_OK &&
                     clast_grid_drag(c->grid, &drag, (double(*)[3])u) == CLAST_OK);
  drag.fraction = NULL;
  fact("  drag by the solids", clast_grid_drag(c->grid, &drag, (double(*)[3])u) == CLAST_OK);
  fact("  and none", clast_grid_push(c->grid, NULL) == CLAST_OK &&
                       clast_grid_drag(c->grid, NULL, NULL) == CLAST_OK);
  free(u);
  free(eps);
  free(values);
  free(slopes);
}

/* A grid of some cells has what these have in the grid of all. */
static void parts(clast *sim)
{
  const double lo[3] = {0.25, 0.25, 0.25}, hi[3] = {0.75, 0.625, 0.5};
  double       few, all                          = 0;
  double      *volume;
  int          good;
  Cells        c, some;

  fact("all cells, and some", make(sim, zero, one, 8, 8, 8, &c) == CLAST_OK &&
                                make(sim, lo, hi, 4, 3, 2, &some) == CLAST_OK);
  few    = solids(&some, &good);
  volume = array(c.cells);
  clast_grid_solids(c.grid, volume, NULL);
  for (int64_t k = 0; k < c.cells; k++) {
    const int64_t x = k % 8, y = k / 8 % 8, z = c.from[2] + k / 64;

    if (x >= 2 && x < 6 && y >= 2 && y < 5 && z >= 2 && z < 4) all += volume[k];
  }
  all = sum_of(all);
  fact("  have the same", good && all > 0 && fabs(all - few) < 1e-15 * all);
  fact("free", clast_grid_free(&c.grid) == CLAST_OK && clast_grid_free(&some.grid) == CLAST_OK);
  free(volume);
}

/* Fields at clumps on faces of cells and of the grid, and outside; n layers of cells. */
static void borders(clast *sim, int n)
{
  const double top[3] = {1, 1, 0.5};
  clast_array  x;
  Cells        c;
  double      *field, *values, *slopes;
  int          good = 1;

  make(sim, zero, top, 4, 4, n, &c);
  field = array(c.cells);
  for (int64_t k = 0; k < c.cells; k++) field[k] = (double)(c.from[2] + k / 16) + 0.5;
  clast_view(sim, "clumps", "position", &x);
  values = array(x.n);
  slopes = array(3 * x.n);
  for (int how = 0; how < 2; how++) {
    good = good &&
           clast_grid_at_clumps(c.grid, 1, field, (clast_grid_how)how, values, slopes) == CLAST_OK;
    for (int64_t k = 0; k < x.n; k++) {
      const double z = ((const double *)((const char *)x.data + k * x.stride))[2];

      if (z > 0.6) good = good && isnan(values[k]) && isnan(slopes[3 * k + 2]);
      else
        good = good && isfinite(values[k]) && isfinite(slopes[3 * k + 2]) && values[k] >= 0.5 &&
               values[k] <= n - 0.5 + 1e-13; /* rounding of a mean */
      if (z == 0.25) good = good && fabs(values[k] - 0.5 * n) < (how ? 0.5 : 1e-13);
    }
  }
  fact("fields at clumps on faces of cells, and outside", good);
  clast_grid_free(&c.grid);
  free(field);
  free(values);
  free(slopes);
}

/* Sum of the forces of grids along x. */
static double pulled(clast *sim)
{
  clast_array force;
  double      sum = 0;

  clast_view(sim, "clumps", "grid_force", &force);
  for (int64_t i = 0; i < force.n; i++)
    sum += *(const double *)((const char *)force.data + i * force.stride);
  return sum_of(sum);
}

/* Drag without flow, with hardly any, with much, and with more than numbers can have, after which
   that before goes on, also when another force is given. */
static void flows(clast *sim, const Cells *c)
{
  static const double speed[6] = {0, 1e-200, 1e-12, 1, 1e8, 1e200};
  double             *u = array(3 * c->cells), *none = array(3 * c->cells), before = 0, now;

  for (int law = 0; law < 2; law++)
    for (int k = 0; k < 6; k++) {
      clast_drag   drag = {.density   = 1,
                           .viscosity = 1e-3,
                           .velocity  = (const double(*)[3])u,
                           .law       = (clast_drag_law)law};
      clast_status status;
      char         text[99];

      for (int64_t i = 0; i < 3 * c->cells; i++) u[i] = speed[k];
      status = clast_grid_drag(c->grid, &drag, NULL);
      now    = pulled(sim);
      snprintf(text, sizeof text, "law %d in a flow of %g m/s", law, speed[k]);
      fact(text,
           k < 5 ? status == CLAST_OK && isfinite(now) : status == CLAST_MISTAKES && now == before);
      before = now;
    }
  clast_grid_push(c->grid, (const double(*)[3])none);
  fact("  the drag before goes on", pulled(sim) == before && before > 0);
  clast_grid_drag(c->grid, NULL, NULL);
  clast_grid_push(c->grid, NULL);
  free(u);
  free(none);
}

/* Grids that are kept while clumps move, come and go. */
static void changes(clast *sim)
{
  const double at[4][3] = {{0.5, 0.25, 0.75}, {0.125, 0.125, 0.1}, {0.75, 0, 0.5}, {0.9, 0.9, 0.9}};
  int          good[3], same = 1;
  int64_t      id;
  Cells        c, single, tall;
  double       in[3];

  fact("grids of 7 x 5 x 9, of one and of a row of cells",
       make(sim, (double[]){0, 0, -1}, (double[]){1, 1, 2}, 7, 5, 9, &c) == CLAST_OK &&
         make(sim, (double[]){0, 0, -1}, (double[]){1, 1, 2}, 1, 1, 1, &single) == CLAST_OK &&
         make(sim, (double[]){0, 0, -1}, (double[]){1, 1, 2}, 1, 1, 3000, &tall) == CLAST_OK);
  for (int k = 0; k < 8; k++) {
    double all;

    clast_step(sim, 13);
    if (k < 4)
      clast_add(sim, k % 2 ? "ball" : "odd", rank == k % size, &at[k], NULL, NULL, NULL, NULL,
                NULL);
    id = k - 4;
    if (k > 4) clast_delete(sim, rank == 0, &id);
    all   = clumps_volume(sim);
    in[0] = solids(&c, &good[0]);
    in[1] = solids(&single, &good[1]);
    in[2] = solids(&tall, &good[2]);
    for (int i = 0; i < 3; i++) {
      same = same && good[i] && fabs(in[i] / all - 1) < 1e-12;
      if (rank == 0 && !(fabs(in[i] / all - 1) < 1e-12))
        printf("# %d %d %g\n", k, i, in[i] / all - 1);
    }
  }
  fact("  have the clumps' volume while clumps come and go", same);
  nothing(sim, &c);
  flows(sim, &c);
  clast_grid_free(&single.grid);
}

/* A run with forces of a grid, as a whole or with a restart from a file of this name. */
static void restarts(const char *file)
{
  uint64_t digest[2] = {0, 1};

  for (int how = 0; how < 2; how++) {
    clast  *sim;
    Cells   c;
    double *u;

    clast_open_text(MPI_COMM_WORLD, scenario, 0, NULL, &sim);
    for (int half = 0; half < 2; half++) {
      make(sim, zero, one, 5, 4, 3, &c);
      u = array(3 * c.cells);
      for (int64_t k = 0; k < 3 * c.cells; k++)
        u[k] = 2000 * sin((double)(3 * 20 * c.from[2] + k)) + half;
      clast_grid_push(c.grid, (const double(*)[3])u);
      free(u);
      if (half == 0) clast_step(sim, 100);
      if (half == 0 && how == 1) {
        clast_save(sim, file);
        clast_close(&sim);
        clast_restart(MPI_COMM_WORLD, file, 0, NULL, &sim);
      } else if (half == 0) clast_grid_free(&c.grid);
    }
    clast_step(sim, 100);
    clast_digest(sim, &digest[how]);
    clast_close(&sim);
  }
  fact("a restart with the same pushes has the same bits", digest[0] == digest[1]);
  if (rank == 0) printf("digest %016llx\n", (unsigned long long)digest[0]);
}

int main(int argc, char **argv)
{
  clast *sim;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  fact("open", clast_open_text(MPI_COMM_WORLD, scenario, 0, NULL, &sim) == CLAST_OK);
  agreement(sim);
  parts(sim);
  borders(sim, 4);
  borders(sim, 49); /* 0.5 / (0.5 / 49) is above 49 */
  changes(sim);
  fact("close", clast_close(&sim) == CLAST_OK);
  restarts(argv[1]);
  MPI_Finalize();
  return 0;
}
