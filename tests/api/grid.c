/* SPDX-License-Identifier: MIT */
/* A host with grids, on any number of ranks: grid SCENARIO, or grid SCENARIO NX NY NZ
   for the sum of the volumes alone. The cells are divided along x, and along y on
   four ranks. Prints facts, and digests of what is in the cells and on the clumps, on rank 0. */
#include "clast.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- numbers that do not depend on the ranks ---- */

static uint64_t mixed(uint64_t key, double value)
{
  uint64_t bits;

  if (value == 0) value = 0; /* one zero */
  memcpy(&bits, &value, sizeof bits);
  bits = (bits + 0x9e3779b97f4a7c15u * (key + 1)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
  return bits ^ bits >> 31;
}

static void digest(const char *what, uint64_t mine)
{
  uint64_t all;

  MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("digest of %s %016llx\n", what, (unsigned long long)all);
}

/* ---- the grid ---- */

typedef struct {
  clast_grid *grid;
  int64_t     n[3], from[3], to[3], cells;
  double      lo[3], side[3];
} Cells;

static clast_status make(clast *sim, int nx, int ny, int nz, Cells *c)
{
  const double  lo[3] = {0, 0, -0.1}, hi[3] = {0.4, 0.4, 0.5};
  const int64_t n[3] = {nx, ny, nz};
  const int     rows = size == 4 ? 2 : 1, columns = size / rows, row = rank / columns,
            column = rank % columns;

  *c         = (Cells){.cells = 1};
  c->to[0]   = nx * (int64_t)(column + 1) / columns;
  c->to[1]   = ny * (int64_t)(row + 1) / rows;
  c->to[2]   = nz;
  c->from[0] = nx * (int64_t)column / columns;
  c->from[1] = ny * (int64_t)row / rows;
  for (int k = 0; k < 3; k++) {
    c->n[k]    = n[k];
    c->lo[k]   = lo[k];
    c->side[k] = (hi[k] - lo[k]) / (double)n[k];
    c->cells *= c->to[k] - c->from[k];
  }
  return clast_grid_create(sim, lo, hi, n, c->from, c->to, &c->grid);
}

/* Number in the whole grid of this rank's cell k, and its centre. */
static int64_t whole(const Cells *c, int64_t k, double x[3])
{
  const int64_t nx = c->to[0] - c->from[0], ny = c->to[1] - c->from[1];
  const int64_t i[3] = {c->from[0] + k % nx, c->from[1] + k / nx % ny, c->from[2] + k / nx / ny};

  for (int a = 0; a < 3; a++) x[a] = c->lo[a] + ((double)i[a] + 0.5) * c->side[a];
  return i[0] + c->n[0] * (i[1] + c->n[1] * i[2]);
}

static uint64_t cells_digest(const Cells *c, int components, const double *values)
{
  uint64_t sum = 0;
  double   x[3];

  for (int64_t k = 0; k < c->cells; k++)
    for (int q = 0; q < components; q++)
      sum += mixed((uint64_t)(whole(c, k, x) * components + q), values[k * components + q]);
  return sum;
}

/* ---- clumps ---- */

typedef struct {
  int64_t        n;
  const int64_t *id;
  clast_array    x, v, mass;
} Clumps;

static double at(const clast_array *a, int64_t k, int component)
{
  double value;

  memcpy(&value, (const char *)a->data + k * a->stride + component * (int64_t)sizeof value,
         sizeof value);
  return value;
}

static Clumps look(clast *sim)
{
  Clumps      c;
  clast_array id;

  clast_view(sim, "clumps", "id", &id);
  clast_view(sim, "clumps", "position", &c.x);
  clast_view(sim, "clumps", "velocity", &c.v);
  clast_view(sim, "clumps", "mass", &c.mass);
  c.n  = id.n;
  c.id = id.data;
  return c;
}

static uint64_t clumps_digest(const Clumps *c, int components, const double *values)
{
  uint64_t sum = 0;

  for (int64_t k = 0; k < c->n; k++)
    for (int q = 0; q < components; q++)
      sum += mixed((uint64_t)(c->id[k] * components + q), values[k * components + q]);
  return sum;
}

/* Forces of grids on the clumps. */
static int forces(clast *sim, double (*force)[3], double (*torque)[3])
{
  clast_array f, t;

  if (clast_view(sim, "clumps", "grid_force", &f) != CLAST_OK ||
      clast_view(sim, "clumps", "grid_torque", &t) != CLAST_OK)
    return 0;
  for (int64_t k = 0; k < f.n; k++)
    for (int a = 0; a < 3; a++) {
      force[k][a]  = at(&f, k, a);
      torque[k][a] = at(&t, k, a);
    }
  return 1;
}

static int near(double a, double b, double most)
{
  return fabs(a - b) <= most;
}

/* ---- facts ---- */

/* True if `mean` is the momentum `moved` over the mass, or 0 where there is none. */
static int velocities(const Cells *c, const double *volume, double (*moved)[3], double (*mean)[3])
{
  int good = 1;

  for (int64_t k = 0; k < c->cells; k++)
    for (int a = 0; a < 3; a++) {
      const double want = volume[k] > 0 ? moved[k][a] / (2000 * volume[k]) : 0;

      good = good && near(mean[k][a], want, 1e-12 * (1 + fabs(want)));
    }
  return good;
}

static void volumes(clast *sim, const char *name, const Cells *c)
{
  const Clumps clumps = look(sim);
  double      *volume = calloc((size_t)c->cells, sizeof *volume), (*moved)[3], (*mean)[3];
  double       in = 0, mass = 0, p[3] = {0, 0, 0}, q[3] = {0, 0, 0}, most = 0;
  char         text[99];

  moved = calloc((size_t)c->cells, sizeof *moved);
  mean  = calloc((size_t)c->cells, sizeof *mean);
  snprintf(text, sizeof text, "solids in %s", name);
  fact(text, clast_grid_solids(c->grid, volume, moved) == CLAST_OK);
  for (int64_t k = 0; k < c->cells; k++) {
    in += volume[k];
    most = fmax(most, volume[k] / (c->side[0] * c->side[1] * c->side[2]));
    for (int a = 0; a < 3; a++) p[a] += moved[k][a];
  }
  for (int64_t k = 0; k < clumps.n; k++) {
    mass += at(&clumps.mass, k, 0);
    for (int a = 0; a < 3; a++) q[a] += at(&clumps.mass, k, 0) * at(&clumps.v, k, a);
  }
  in   = sum_of(in);
  mass = sum_of(mass);
  fact("  their velocity is momentum over mass",
       clast_grid_velocity(c->grid, mean) == CLAST_OK && velocities(c, volume, moved, mean));
  digest("velocities", cells_digest(c, 3, (const double *)mean));
  fact("  their volume is that of the clumps", near(in, mass / 2000, 1e-12 * in));
  if (!near(in, mass / 2000, 1e-12 * in) && rank == 0)
    printf("# %.17g and %.17g\n", in, mass / 2000);
  for (int a = 0; a < 3; a++) {
    const double there = sum_of(p[a]), here = sum_of(q[a]);

    if (rank == 0 && a == 2 && !near(there, here, 1e-12 * mass)) printf("# %g %g\n", there, here);
    fact("  and so is their momentum", near(there, here, 1e-12 * mass));
  }
  fact("  no cell has more than it holds", most <= 1 + 1e-12);
  snprintf(text, sizeof text, "volumes in %s", name);
  digest(text, cells_digest(c, 1, volume));
  snprintf(text, sizeof text, "momenta in %s", name);
  digest(text, cells_digest(c, 3, (const double *)moved));
  free(volume);
  free(mean);
  free(moved);
}

/* A density that differs from cell to cell, and a uniform one. */
static void pushes(clast *sim, const Cells *c)
{
  const Clumps clumps = look(sim);
  double       in[3] = {0, 0, 0}, on[3] = {0, 0, 0}, size_of = 0, turn = 0;
  double(*density)[3] = calloc((size_t)c->cells, sizeof *density), *volume;
  double(*force)[3]   = calloc((size_t)clumps.n, sizeof *force), (*torque)[3];

  torque = calloc((size_t)clumps.n, sizeof *torque);
  volume = calloc((size_t)c->cells, sizeof *volume);
  clast_grid_solids(c->grid, volume, NULL);
  for (int64_t k = 0; k < c->cells; k++) {
    double        x[3];
    const int64_t number = whole(c, k, x);

    for (int a = 0; a < 3; a++) {
      density[k][a] = 1000 * sin((double)(number * 3 + a)) + 2000;
      in[a] += density[k][a] * volume[k];
    }
  }
  fact("a push", clast_grid_push(c->grid, (const double(*)[3])density) == CLAST_OK &&
                   forces(sim, force, torque));
  for (int64_t k = 0; k < clumps.n; k++)
    for (int a = 0; a < 3; a++) {
      on[a] += force[k][a];
      size_of += fabs(force[k][a]);
    }
  size_of = sum_of(size_of);
  for (int a = 0; a < 3; a++)
    fact("  forces on clumps are those on cells",
         near(sum_of(in[a]), sum_of(on[a]), 1e-14 * size_of));
  digest("forces", clumps_digest(&clumps, 3, (const double *)force));
  digest("torques", clumps_digest(&clumps, 3, (const double *)torque));
  for (int64_t k = 0; k < c->cells; k++) density[k][0] = density[k][1] = density[k][2] = 500;
  clast_grid_push(c->grid, (const double(*)[3])density);
  forces(sim, force, torque);
  for (int64_t k = 0; k < clumps.n; k++)
    for (int a = 0; a < 3; a++) turn = fmax(turn, fabs(torque[k][a] / (0.02 * force[k][a])));
  fact("  a uniform density does not turn", turn < 1e-13);
  clast_grid_push(c->grid, NULL);
  free(density);
  free(volume);
  free(force);
  free(torque);
}

/* A linear field, which does not fit at the periodic faces. */
static void fields(clast *sim, const Cells *c)
{
  const Clumps clumps  = look(sim);
  double      *field   = calloc((size_t)c->cells * 2, sizeof *field), *values, *slopes;
  int          good[2] = {1, 1}, inner = 0;

  values = calloc((size_t)clumps.n * 2, sizeof *values);
  slopes = calloc((size_t)clumps.n * 6, sizeof *slopes);
  for (int64_t k = 0; k < c->cells; k++) {
    double x[3];

    whole(c, k, x);
    field[2 * k]     = 1 + 2 * x[0] - 3 * x[1] + 4 * x[2];
    field[2 * k + 1] = 5 * x[2];
  }
  for (int how = 0; how < 2; how++) {
    fact(how ? "a field by shares" : "a field at centres",
         clast_grid_at_clumps(c->grid, 2, field, (clast_grid_how)how, values, slopes) == CLAST_OK);
    for (int64_t k = 0; k < clumps.n; k++) {
      const double x = at(&clumps.x, k, 0), y = at(&clumps.x, k, 1), z = at(&clumps.x, k, 2);
      const double off = how ? 0.02 : 1e-12; /* cells of 0.02 by shares */

      if (x < 0.08 || x > 0.32 || y < 0.08 || y > 0.32) continue;
      inner++;
      good[how] = good[how] && near(values[2 * k], 1 + 2 * x - 3 * y + 4 * z, 5 * off) &&
                  near(values[2 * k + 1], 5 * z, 5 * off) && near(slopes[6 * k], 2, 1e-11) &&
                  near(slopes[6 * k + 1], -3, 1e-11) && near(slopes[6 * k + 2], 4, 1e-11) &&
                  near(slopes[6 * k + 4], 0, 1e-11) && near(slopes[6 * k + 5], 5, 1e-11);
    }
    fact("  has its values and gradients", good[how]);
    digest(how ? "means" : "values", clumps_digest(&clumps, 2, values));
    digest("gradients", clumps_digest(&clumps, 6, slopes));
  }
  fact("  of clumps within", sum_of(inner) > 10);
  free(field);
  free(values);
  free(slopes);
}

static void drags(clast *sim, const Cells *c)
{
  const Clumps clumps = look(sim);
  double(*u)[3]       = calloc((size_t)c->cells, sizeof *u), (*reaction)[3];
  double(*force)[3]   = calloc((size_t)clumps.n, sizeof *force), (*torque)[3];
  clast_drag drag     = {.density = 1.2, .viscosity = 1.8e-5, .velocity = (const double(*)[3])u};

  torque   = calloc((size_t)clumps.n, sizeof *torque);
  reaction = calloc((size_t)c->cells, sizeof *reaction);
  for (int law = 0; law < 2; law++) {
    double on[3] = {0, 0, 0}, in[3] = {0, 0, 0}, size_of = 0;

    drag.law = (clast_drag_law)law;
    for (int64_t k = 0; k < c->cells; k++) {
      double x[3];

      whole(c, k, x);
      u[k][0] = 3 * x[2];
      u[k][1] = 0.5;
      u[k][2] = 4 + x[0];
    }
    fact("drag",
         clast_grid_drag(c->grid, &drag, reaction) == CLAST_OK && forces(sim, force, torque));
    for (int64_t k = 0; k < clumps.n; k++)
      for (int a = 0; a < 3; a++) {
        on[a] += force[k][a];
        size_of += fabs(force[k][a]);
      }
    for (int64_t k = 0; k < c->cells; k++)
      for (int a = 0; a < 3; a++) in[a] += reaction[k][a];
    size_of = sum_of(size_of);
    for (int a = 0; a < 3; a++)
      fact("  closes with its reaction", near(sum_of(on[a]), -sum_of(in[a]), 1e-13 * size_of));
    digest("drag", clumps_digest(&clumps, 3, (const double *)force));
    digest("turning drag", clumps_digest(&clumps, 3, (const double *)torque));
    digest("reactions", cells_digest(c, 3, (const double *)reaction));
  }
  fact("no drag", clast_grid_drag(c->grid, NULL, reaction) == CLAST_OK && reaction[0][0] == 0);
  drag.viscosity = 0;
  fact("drag without viscosity is a mistake",
       clast_grid_drag(c->grid, &drag, reaction) == CLAST_MISTAKES &&
         strstr(clast_message(sim), "viscosity"));
  free(u);
  free(reaction);
  free(force);
  free(torque);
}

/* Forces of a grid and of its drag act as those of clast_push, beside which they are, and end. */
static void acts(const char *scenario)
{
  static const double none[3] = {0, 0, 0};
  uint64_t            by[4];
  int64_t             zero = 0;

  for (int how = 0; how < 4;
       how++) { /* by the grid, the same by clast_push, and without any, twice */
    clast *sim;
    Cells  c;

    fact("open one more", clast_open(MPI_COMM_WORLD, scenario, 0, NULL, &sim) == CLAST_OK);
    clast_step(sim, 50);
    make(sim, 8, 8, 8, &c);
    if (how < 3) {
      double(*u)[3]         = calloc((size_t)c.cells, sizeof *u);
      const clast_drag drag = {.density = 10, .viscosity = 0.01, .velocity = (const double(*)[3])u};
      const Clumps     n    = look(sim);
      double(*force)[3]     = calloc((size_t)n.n, sizeof *force);
      double(*torque)[3]    = calloc((size_t)n.n, sizeof *torque);

      for (int64_t k = 0; k < c.cells; k++) {
        double x[3];

        whole(&c, k, x);
        u[k][2] = 40 * x[0];
      }
      fact("  both act", clast_grid_drag(c.grid, &drag, NULL) == CLAST_OK &&
                           clast_grid_push(c.grid, (const double(*)[3])u) == CLAST_OK &&
                           forces(sim, force, torque));
      if (how > 0) clast_grid_free(&c.grid);
      if (how == 1)
        clast_push(sim, n.n, n.id, (const double(*)[3])force, (const double(*)[3])torque);
      else clast_push(sim, rank == 0, &zero, &none, NULL);
      free(u);
      free(force);
      free(torque);
    }
    if (how == 3) clast_push(sim, rank == 0, &zero, &none, NULL);
    clast_step(sim, 400);
    clast_digest(sim, &by[how]);
    clast_close(&sim);
  }
  fact("forces of a grid have the bits of a push", by[0] == by[1]);
  fact("  and end with it", by[2] == by[3] && by[0] != by[2]);
  if (rank == 0) printf("digest of a run with them %016llx\n", (unsigned long long)by[0]);
}

/* Two balls as one clump, which turns, each in one of two cells: closed forms. */
static void spinning(void)
{
  static const char text[] =
    "schema: 1\nrun: {end_time: 1, dt: 1.0e-4}\nmaterial:\n  - s: {density: 1000, young: 1.0e7, "
    "poisson: 0.3}\n"
    "contact:\n  - ss: {between: [s, s], normal: hertz, restitution: 0.5}\n"
    "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [free, free, free]}\n"
    "template:\n  - rod: {material: s, pebbles: [-0.1, 0, 0, 0.1, 0.1, 0, 0, 0.1]}\n"
    "clumps:\n  - one: {template: rod, position: [0, 0, 0], spin: [0, 0, 5]}\n";
  static const double lo[3] = {-1, -1, -1}, hi[3] = {1, 1, 1}, v = 4e-3 / 3 * 3.14159265358979324;
  const int64_t       n[3] = {2, 1, 1}, o[3] = {0, 0, 0}, none[3] = {0, 0, 0};
  const int64_t      *to = rank == 0 ? n : none;
  double              volume[2], p[2][3], density[2][3] = {{0, 0, 0}, {0, 3, 0}}, f[1][3] = {{0}},
                             t[1][3] = {{0}};
  const clast_drag fluid = {.density = 1000, .viscosity = 1, .velocity = (const double(*)[3])p};
  clast           *sim;
  clast_grid      *grid;

  fact("open", clast_open_text(MPI_COMM_WORLD, text, 0, NULL, &sim) == CLAST_OK);
  fact("two cells", clast_grid_create(sim, lo, hi, n, o, to, &grid) == CLAST_OK &&
                      clast_grid_solids(grid, volume, p) == CLAST_OK);
  fact("  have half of the clump each",
       rank > 0 || (near(volume[0], v, 1e-15 * v) && near(volume[1], v, 1e-15 * v)));
  fact("  and move across each other",
       rank > 0 || (near(p[0][1], -v * 500, 1e-12 * v) && near(p[1][1], v * 500, 1e-12 * v)));
  clast_grid_push(grid, (const double(*)[3])density);
  forces(sim, f, t);
  fact("a force on one turns",
       near(sum_of(f[0][1]), 3 * v, 1e-14 * v) && near(sum_of(t[0][2]), 0.3 * v, 1e-15 * v));
  clast_grid_push(grid, NULL);
  memset(p, 0, sizeof p);
  for (int axis = 0; axis < 2; axis++) { /* seen as one ball, and as two */
    const double one[2] = {1, 1}, d = cbrt(12 * v / 3.14159265358979324), re = 1000 * 0.7 * d;
    const double drag =
      0.5 * pow(0.63 + 4.8 / sqrt(re), 2) * 1000 * (axis + 1) * 3.14159265358979324e-2 * 0.49;
    const double u[2][3] = {{axis ? 0 : 0.7, axis ? 0.7 : 0, 0},
                            {axis ? 0 : 0.7, axis ? 0.7 : 0, 0}};
    clast_drag   moving  = fluid;

    moving.velocity = u;
    moving.fraction = one;
    clast_grid_drag(grid, &moving, NULL);
    forces(sim, f, t);
    fact("drag of Di Felice on what is seen along the flow",
         near(sum_of(f[0][axis]), drag, 1e-12 * drag));
  }
  clast_grid_drag(grid, &fluid, NULL);
  forces(sim, f, t);
  fact("drag in a fluid at rest slows the spin",
       sum_of(t[0][2]) < 0 && near(sum_of(f[0][1]), 0, 1e-12));
  fact("close", clast_close(&sim) == CLAST_OK);
}

static void mistakes(clast *sim)
{
  const double   lo[3] = {0, 0, -0.1}, hi[3] = {0.4, 0.4, 0.5}, far[3] = {0.5, 0.4, 0.5};
  const int64_t  n[3] = {4, 4, 4}, o[3] = {0, 0, 0}, none[3] = {0, 0, 0}, some[3] = {4, 4, 3};
  const int64_t *to = rank == 0 ? n : none;
  clast_grid    *grid;

  fact("all cells on one rank", clast_grid_create(sim, lo, hi, n, o, to, &grid) == CLAST_OK &&
                                  clast_grid_free(&grid) == CLAST_OK && !grid);
  fact("a cell on no rank is a mistake",
       clast_grid_create(sim, lo, hi, n, o, rank == 0 ? some : none, &grid) == CLAST_MISTAKES &&
         !grid && strstr(clast_message(sim), "no rank"));
  fact("a cell on two",
       size == 1 || clast_grid_create(sim, lo, hi, n, o, n, &grid) == CLAST_MISTAKES);
  fact("a grid beyond a periodic face",
       clast_grid_create(sim, lo, far, n, o, to, &grid) == CLAST_MISTAKES &&
         strstr(clast_message(sim), "periodic"));
  fact("a grid without length", clast_grid_create(sim, hi, lo, n, o, to, &grid) == CLAST_MISTAKES);
}

/* The volume in a grid over the whole of a domain from -1 to 1, and that of the clumps. */
static void sums(const char *scenario, int nx, int ny, int nz)
{
  const double  lo[3] = {-1, -1, -1}, hi[3] = {1, 1, 1};
  const int64_t n[3] = {nx, ny, nz}, o[3] = {0, 0, 0}, none[3] = {0, 0, 0};
  double       *volume = calloc((size_t)(nx * ny * nz), sizeof *volume), in = 0, mass = 0;
  clast        *sim;
  Cells  c = {.cells = rank == size - 1 ? nx * ny * nz : 0, .to = {nx, ny, nz}, .n = {nx, ny, nz}};
  Clumps clumps;

  fact("open", clast_open(MPI_COMM_WORLD, scenario, 0, NULL, &sim) == CLAST_OK);
  fact("a grid", clast_grid_create(sim, lo, hi, n, o, c.cells > 0 ? n : none, &c.grid) == CLAST_OK);
  clast_step(sim, 200);
  fact("solids", clast_grid_solids(c.grid, volume, NULL) == CLAST_OK);
  for (int64_t k = 0; k < c.cells; k++) in += volume[k];
  clumps = look(sim);
  for (int64_t k = 0; k < clumps.n; k++) mass += at(&clumps.mass, k, 0);
  in   = sum_of(in);
  mass = sum_of(mass);
  fact("their volume is that of the clumps", near(in, mass / 2000, 1e-12 * in));
  if (rank == 0) printf("# %.17g and %.17g\n", in, mass / 2000);
  digest("volumes", cells_digest(&c, 1, volume));
  clast_close(&sim);
  free(volume);
}

int main(int argc, char **argv)
{
  clast *sim;
  Cells  coarse, fine, million;

  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 4) {
    sums(argv[1], atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
    MPI_Finalize();
    return 0;
  }
  fact("open", clast_open(MPI_COMM_WORLD, argv[1], 0, NULL, &sim) == CLAST_OK);
  fact("grids",
       make(sim, 8, 7, 11, &coarse) == CLAST_OK && make(sim, 20, 20, 30, &fine) == CLAST_OK);
  volumes(sim, "coarse cells at the start", &coarse);
  fact("steps", clast_step(sim, 300) == CLAST_OK);
  volumes(sim, "coarse cells", &coarse);
  volumes(sim, "fine cells", &fine);
  pushes(sim, &coarse);
  fields(sim, &fine);
  drags(sim, &fine);
  mistakes(sim);
  acts(argv[1]);
  spinning();
  fact("a million cells", make(sim, 100, 100, 100, &million) == CLAST_OK);
  volumes(sim, "a million cells", &million);
  fact("free",
       clast_grid_free(&million.grid) == CLAST_OK && clast_grid_free(&coarse.grid) == CLAST_OK);
  fact("close", clast_close(&sim) == CLAST_OK);
  MPI_Finalize();
  return 0;
}
