/* SPDX-License-Identifier: MIT */
/* A flow through grains: a small solver of the volume-averaged equations of an incompressible fluid
   (model A of Zhou et al. 2010, J. Fluid Mech. 661, 482), coupled with clast. All is periodic.

     flow bed bed.yaml      a pressure gradient drives air through fixed spheres: beside Ergun
     flow ball ball.yaml    a sphere sinks in water at rest: beside its terminal velocity
     flow box box.yaml      grains move into water at rest: the momentum of both is kept

   Each cell has the fluid's momentum m = rho eps u V. In a step of length dt

     m += dt (fluxes of momentum + eps V drive + reaction to the drag on grains - eps V grad p)

   with p such that div (eps u) = - d eps / dt: PETSc solves div (eps grad p) = ... for it. Both grad
   and div are central differences, which fit each other, and have no checkerboard if numbers of
   cells are odd. Grains get the drag and (drive - grad p) times their volume in the meantime.

     mpicc flow.c -o flow $(pkg-config --cflags --libs clast PETSc) -lm */
#include <clast.h>
#include <petscdmda.h>
#include <petscksp.h>

#define TRY(...) PetscCallAbort(PETSC_COMM_WORLD, __VA_ARGS__)

/* Numbers in the cells of this rank (x), and there and in neighbours (near). */
typedef struct {
  double       *x;
  const double *near;
  Vec           all, local;
} Field;

typedef struct {
  clast         *sim;
  clast_grid    *grid;
  double         rho, mu;                           /* kg/m^3, Pa s */
  double         drive[3];                          /* force density on both phases, N/m^3 */
  double         h[3], v;                           /* edges of a cell, m; its volume, m^3 */
  int64_t        n;                                 /* cells of this rank */
  PetscInt       from[3], many[3], low[3], wide[3]; /* cells of this rank; with neighbours */
  DM             one, three;                        /* cells with a number, or a vector */
  Field          solid, eps, before, p, div, m, u, gradient, reaction;
  Mat            laplace;
  KSP            ksp;
  clast_drag_law law;
} Flow;

static void check(const Flow *f, clast_status status)
{
  if (status == CLAST_OK) return;
  fprintf(stderr, "%s", clast_message(f->sim));
  MPI_Abort(PETSC_COMM_WORLD, 1);
}

static void add_up(double *x, int n)
{
  MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
}

/* ---- cells ---- */

static void field_create(const Flow *f, int components, Field *field)
{
  const DM dm = components == 1 ? f->one : f->three;

  field->x = calloc((size_t)(f->n * components) + 1, sizeof *field->x);
  TRY(VecCreateMPIWithArray(PETSC_COMM_WORLD, components, (PetscInt)f->n * components,
                            PETSC_DETERMINE, field->x, &field->all));
  TRY(DMCreateLocalVector(dm, &field->local));
  TRY(VecGetArrayRead(field->local, &field->near));
}

static void fetch_neighbours(const Flow *f, Field *of)
{
  TRY(DMGlobalToLocal(of == &f->u ? f->three : f->one, of->all, INSERT_VALUES, of->local));
}

static void flow_create(Flow *f, const char *scenario, const PetscInt n[3], const double size[3])
{
  const DMBoundaryType around = DM_BOUNDARY_PERIODIC;
  int64_t              cells[3], first[3], end[3];

  check(f, clast_open(PETSC_COMM_WORLD, scenario, 0, NULL, &f->sim));
  for (int q = 1; q <= 3; q += 2) {
    DM *dm = q == 1 ? &f->one : &f->three;

    TRY(DMDACreate3d(PETSC_COMM_WORLD, around, around, around, DMDA_STENCIL_STAR, n[0], n[1], n[2],
                     PETSC_DECIDE, PETSC_DECIDE, PETSC_DECIDE, q, 2, NULL, NULL, NULL, dm));
    TRY(DMSetUp(*dm));
  }
  TRY(DMDAGetCorners(f->one, &f->from[0], &f->from[1], &f->from[2], &f->many[0], &f->many[1],
                     &f->many[2]));
  TRY(DMDAGetGhostCorners(f->one, &f->low[0], &f->low[1], &f->low[2], &f->wide[0], &f->wide[1],
                          &f->wide[2]));
  for (int k = 0; k < 3; k++) {
    f->h[k]  = size[k] / (double)n[k];
    cells[k] = n[k];
    first[k] = f->from[k];
    end[k]   = f->from[k] + f->many[k];
  }
  f->n = (int64_t)f->many[0] * f->many[1] * f->many[2];
  f->v = f->h[0] * f->h[1] * f->h[2];
  for (Field **k = (Field *[]){&f->solid, &f->eps, &f->before, &f->p, &f->div, NULL}; *k; k++)
    field_create(f, 1, *k);
  for (Field **k = (Field *[]){&f->m, &f->u, &f->gradient, &f->reaction, NULL}; *k; k++)
    field_create(f, 3, *k);
  check(f, clast_grid_create(f->sim, (double[3]){0}, size, cells, first, end, &f->grid));
  TRY(DMCreateMatrix(f->one, &f->laplace));
  TRY(KSPCreate(PETSC_COMM_WORLD, &f->ksp));
  TRY(KSPSetType(f->ksp, KSPCG));
  TRY(KSPSetTolerances(f->ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, 10000));
  TRY(KSPSetFromOptions(f->ksp));
}

static void flow_destroy(Flow *f)
{
  for (Field *k = &f->solid; k <= &f->reaction; k++) {
    TRY(VecRestoreArrayRead(k->local, &k->near));
    TRY(VecDestroy(&k->local));
    TRY(VecDestroy(&k->all));
    free(k->x);
  }
  TRY(MatDestroy(&f->laplace));
  TRY(KSPDestroy(&f->ksp));
  TRY(DMDestroy(&f->one));
  TRY(DMDestroy(&f->three));
  clast_close(&f->sim);
}

/* Cell number k of this rank, moved by `by` along an axis. */
static MatStencil cell(const Flow *f, int64_t k, int axis, int by)
{
  const PetscInt i = (PetscInt)k, nx = f->many[0], ny = f->many[1];

  return (MatStencil){.i = f->from[0] + i % nx + (axis == 0) * by,
                      .j = f->from[1] + i / nx % ny + (axis == 1) * by,
                      .k = f->from[2] + i / nx / ny + (axis == 2) * by};
}

/* A number of a cell, or a vector, also of a neighbour. */
static int64_t near_cell(const Flow *f, MatStencil c)
{
  return c.i - f->low[0] + f->wide[0] * (c.j - f->low[1] + f->wide[1] * (int64_t)(c.k - f->low[2]));
}

static double number(const Flow *f, const Field *field, MatStencil c)
{
  return field->near[near_cell(f, c)];
}

static const double *vector(const Flow *f, const Field *field, MatStencil c)
{
  return field->near + 3 * near_cell(f, c);
}

/* ---- a step ---- */

/* Fractions of the fluid, from the solids where they are now. */
static void fractions(Flow *f)
{
  check(f, clast_grid_solids(f->grid, f->solid.x, NULL));
  for (int64_t k = 0; k < f->n; k++) {
    f->before.x[k] = f->eps.x[k];
    f->eps.x[k]    = 1 - f->solid.x[k] / f->v;
    PetscCheckAbort(f->eps.x[k] > 0.05, PETSC_COMM_SELF, PETSC_ERR_USER,
                    "a cell is full of grains: make cells larger than these");
  }
}

static void velocities(Flow *f)
{
  for (int64_t k = 0; k < 3 * f->n; k++) f->u.x[k] = f->m.x[k] / (f->rho * f->eps.x[k / 3] * f->v);
}

/* Drag by these velocities. */
static void drag(Flow *f)
{
  const clast_drag fluid = {f->rho, f->mu, (const double(*)[3])f->u.x, f->eps.x, f->law};

  velocities(f);
  check(f, clast_grid_drag(f->grid, &fluid, (double(*)[3])f->reaction.x));
}

/* The force of the pressure on grains. */
static void press(Flow *f)
{
  for (int64_t k = 0; k < 3 * f->n; k++) f->gradient.x[k] = f->drive[k % 3] - f->gradient.x[k];
  check(f, clast_grid_push(f->grid, (const double(*)[3])f->gradient.x));
}

/* Flux of component q of the momentum along an axis out of cell c into the next one, d: carried by the
   fluid, from where it comes, and by viscosity. */
static double flux(const Flow *f, MatStencil c, MatStencil d, int axis, int q)
{
  const double *u = vector(f, &f->u, c), *w = vector(f, &f->u, d);
  const double  by =
    0.5 * f->rho * (number(f, &f->eps, c) * u[axis] + number(f, &f->eps, d) * w[axis]);

  return f->v / f->h[axis] * (by * (by > 0 ? u[q] : w[q]) - f->mu * (w[q] - u[q]) / f->h[axis]);
}

/* m += dt (fluxes + drive + reaction). */
static void move(Flow *f, double dt)
{
  fetch_neighbours(f, &f->u);
  fetch_neighbours(f, &f->eps);
  for (int64_t k = 0; k < f->n; k++)
    for (int q = 0; q < 3; q++) {
      double gain = f->reaction.x[3 * k + q] + f->v * f->eps.x[k] * f->drive[q];

      for (int axis = 0; axis < 3; axis++)
        gain += flux(f, cell(f, k, axis, -1), cell(f, k, axis, 0), axis, q) -
                flux(f, cell(f, k, axis, 0), cell(f, k, axis, 1), axis, q);
      f->m.x[3 * k + q] += dt * gain;
    }
}

/* The matrix of - div (eps grad p), and the right side rho / dt (- div (eps u) - d eps / dt). */
static void assemble(Flow *f, double dt)
{
  TRY(MatZeroEntries(f->laplace));
  for (int64_t k = 0; k < f->n; k++) {
    const MatStencil c   = cell(f, k, 0, 0);
    double           sum = (f->eps.x[k] - f->before.x[k]) / dt;

    for (int axis = 0; axis < 3; axis++) {
      const MatStencil a = cell(f, k, axis, -1), b = cell(f, k, axis, 1),
                       to[3] = {c, cell(f, k, axis, -2), cell(f, k, axis, 2)};
      const double ea = number(f, &f->eps, a), eb = number(f, &f->eps, b), h = 2 * f->h[axis],
                   value[3] = {(ea + eb) / (h * h), -ea / (h * h), -eb / (h * h)};

      TRY(MatSetValuesStencil(f->laplace, 1, &c, 3, to, value, ADD_VALUES));
      sum += (eb * vector(f, &f->u, b)[axis] - ea * vector(f, &f->u, a)[axis]) / h;
    }
    f->div.x[k] = -f->rho / dt * sum;
  }
  TRY(MatAssemblyBegin(f->laplace, MAT_FINAL_ASSEMBLY));
  TRY(MatAssemblyEnd(f->laplace, MAT_FINAL_ASSEMBLY));
}

/* Solve for the pressure, and m -= dt eps V grad p. */
static void project(Flow *f, double dt)
{
  MatNullSpace constant;
  double      *x;

  velocities(f);
  fetch_neighbours(f, &f->u);
  assemble(f, dt);
  TRY(MatNullSpaceCreate(PETSC_COMM_WORLD, PETSC_TRUE, 0, NULL, &constant));
  TRY(MatSetNullSpace(f->laplace, constant));
  TRY(VecGetArray(f->div.all, &x)); /* it has changed */
  TRY(VecRestoreArray(f->div.all, &x));
  TRY(MatNullSpaceRemove(constant, f->div.all));
  TRY(MatNullSpaceDestroy(&constant));
  TRY(KSPSetOperators(f->ksp, f->laplace, f->laplace));
  TRY(KSPSolve(f->ksp, f->div.all, f->p.all));
  fetch_neighbours(f, &f->p);
  for (int64_t k = 0; k < f->n; k++)
    for (int q = 0; q < 3; q++) {
      f->gradient.x[3 * k + q] =
        (number(f, &f->p, cell(f, k, q, 1)) - number(f, &f->p, cell(f, k, q, -1))) / (2 * f->h[q]);
      f->m.x[3 * k + q] -= dt * f->v * f->eps.x[k] * f->gradient.x[3 * k + q];
    }
}

/* A step of the fluid, and `steps` of the grains in the same time. */
static void flow_step(Flow *f, double dt, int steps)
{
  fractions(f);
  drag(f);
  move(f, dt);
  project(f, dt);
  press(f);
  if (steps > 0) check(f, clast_step(f->sim, steps));
}

/* ---- a fixed bed ---- */

/* Pressure drop of air with this superficial velocity in a bed that leaves 0.4 to it, Pa/m. */
static double ergun(const Flow *f, double d, double speed)
{
  return 150 * f->mu * speed * 0.36 / (d * d * 0.064) +
         1.75 * f->rho * speed * speed * 0.6 / (d * 0.064);
}

static void bed(const char *scenario, clast_drag_law law, double re)
{
  const int      n        = 4;
  const PetscInt cells[3] = {5, 5, 15}; /* which do not fit the lattice */
  const double   d = 0.002, a = d * cbrt(PETSC_PI / 1.8), size[3] = {n * a, n * a, 3 * n * a};
  Flow           f     = {.rho = 1.2, .mu = 1.8e-5, .law = law};
  const double   speed = re * f.mu / (f.rho * d), drop = ergun(&f, d, speed);
  double         got[1] = {0};

  f.drive[2] = drop;
  flow_create(&f, scenario, cells, size);
  fractions(&f);
  for (int k = 0; k < 300; k++) flow_step(&f, 0.1 * f.rho * speed / drop, 0);
  for (int64_t k = 0; k < f.n; k++) got[0] += f.m.x[3 * k + 2] / (f.rho * 375 * f.v);
  add_up(got, 1);
  PetscPrintf(PETSC_COMM_WORLD, "%s, Re %g: pressure drop %.4f of Ergun's for the velocity found\n",
              law == CLAST_ERGUN ? "Ergun" : "Di Felice", re, drop / ergun(&f, d, got[0]));
  flow_destroy(&f);
}

/* ---- a sphere that sinks ---- */

/* Component of a column of clumps. */
static double value(const clast_array *a, int64_t k, int component)
{
  return ((const double *)((const char *)a->data + k * a->stride))[component];
}

static void ball(const char *scenario)
{
  const PetscInt n[3]    = {9, 9, 9};
  const double   size[3] = {0.05, 0.05, 0.05}, d = 0.001, g = 9.81;
  Flow           f  = {.rho = 1000, .mu = 1e-3, .drive = {0, 0, 1000 * 9.81}};
  double         lo = 0, hi = 10, speed = 0;
  clast_array    v;

  flow_create(&f, scenario, n, size);
  for (int64_t k = 0; k < f.n; k++) f.eps.x[k] = 1; /* a sphere alone */
  for (int k = 0; k < 400; k++) {
    drag(&f);
    memset(f.gradient.x, 0, (size_t)f.n * 3 * sizeof *f.gradient.x);
    press(&f); /* of the fluid at rest */
    check(&f, clast_step(f.sim, 100));
  }
  while (hi - lo > 1e-13) { /* drag = weight less buoyancy */
    const double w = 0.5 * (lo + hi), cd = pow(0.63 + 4.8 / sqrt(f.rho * w * d / f.mu), 2);

    *(cd / 8 * PETSC_PI * d * d * f.rho * w * w < 1500 * g * PETSC_PI / 6 * d * d * d ? &lo : &hi) =
      w;
  }
  check(&f, clast_view(f.sim, "clumps", "velocity", &v));
  if (v.n == 1) speed = -value(&v, 0, 2);
  add_up(&speed, 1);
  PetscPrintf(PETSC_COMM_WORLD, "terminal velocity %.9f m/s, off by %.1e of the closed form\n",
              speed, fabs(speed / lo - 1));
  flow_destroy(&f);
}

/* ---- grains in water at rest ---- */

/* Momentum of both phases, of the fluid alone, and energy of the grains. Grains get half of the last
   step's push by the present forces when the next step begins: it is added. */
static void momenta(const Flow *f, double dt, double sum[7])
{
  clast_array mass, v, force;

  memset(sum, 0, 7 * sizeof *sum);
  check(f, clast_view(f->sim, "clumps", "mass", &mass));
  check(f, clast_view(f->sim, "clumps", "velocity", &v));
  if (dt > 0) check(f, clast_view(f->sim, "clumps", "grid_force", &force));
  for (int64_t k = 0; k < v.n; k++)
    for (int q = 0; q < 3; q++) {
      sum[q] += value(&mass, k, 0) * value(&v, k, q) + (dt > 0 ? dt / 2 * value(&force, k, q) : 0);
      sum[6] += 0.5 * value(&mass, k, 0) * value(&v, k, q) * value(&v, k, q);
    }
  for (int64_t k = 0; k < 3 * f->n; k++) {
    sum[k % 3] += f->m.x[k];
    sum[3 + k % 3] += f->m.x[k];
  }
  add_up(sum, 7);
}

static void box(const char *scenario)
{
  const PetscInt n[3]    = {9, 9, 9};
  const double   size[3] = {0.05, 0.05, 0.05}, dt = 2e-5;
  Flow           f = {.rho = 1000, .mu = 1e-3};
  double         before[7], after[7], off = 0;

  flow_create(&f, scenario, n, size);
  check(&f, clast_step(f.sim, 1)); /* the first evaluation, without the fluid */
  fractions(&f);
  momenta(&f, 0, before);
  for (int k = 0; k < 100; k++) flow_step(&f, 25 * dt, 25);
  momenta(&f, dt, after);
  for (int q = 0; q < 3; q++) off = PetscMax(off, fabs(after[q] - before[q]) / before[0]);
  PetscPrintf(PETSC_COMM_WORLD,
              "momentum of both off by %.1e; the fluid has %.3f of it, grains %.3f of energy\n",
              off, after[3] / after[0], after[6] / before[6]);
  flow_destroy(&f);
}

int main(int argc, char **argv)
{
  const char *what = argc > 2 ? argv[1] : "", *scenario = argc > 2 ? argv[2] : "";

  if (argc < 3) return fputs("flow bed FILE, flow ball FILE or flow box FILE\n", stderr), 2;
  TRY(PetscInitialize(&argc, &argv, NULL, NULL));
  for (int k = 0; k < 4 && strcmp(what, "bed") == 0; k++)
    bed(scenario, k < 2 ? CLAST_DI_FELICE : CLAST_ERGUN, k % 2 ? 400 : 100);
  if (strcmp(what, "ball") == 0) ball(scenario);
  if (strcmp(what, "box") == 0) box(scenario);
  TRY(PetscFinalize());
  return 0;
}
