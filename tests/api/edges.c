/* SPDX-License-Identifier: MIT */
/* A host that calls what it should not. edges CASE SCENARIO: prints what each call gives. */
#include "clast.h"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static clast      *sim;
static clast_grid *grid;

static void tell(const char *what, clast_status status)
{
  if (status == CLAST_OK) printf("%s 0\n", what);
  else printf("%s %d: %s", what, status, clast_message(sim));
}

static void make_grid(void)
{
  const double  lo[3] = {0, 0, 0}, hi[3] = {0.4, 0.4, 0.4};
  const int64_t n[3] = {4, 4, 4}, from[3] = {0, 0, 0};

  tell("a grid", clast_grid_create(sim, lo, hi, n, from, n, &grid));
}

/* Arguments of grids that are not there, or no numbers of cells. */
static void grids(void)
{
  const double  lo[3] = {0, 0, 0}, hi[3] = {0.4, 0.4, 0.4}, value[192] = {0};
  const int64_t n[3] = {4, 4, 4}, from[3] = {0, 0, 0}, none[3] = {0, 0, 0},
                wide[3] = {(int64_t)1 << 32, (int64_t)1 << 32, 4};
  const clast_drag drag = {.density = 1, .viscosity = 1};
  double           out[192];

  tell("corner", clast_grid_create(sim, NULL, hi, n, from, n, &grid));
  tell("place", clast_grid_create(sim, lo, hi, n, from, n, NULL));
  tell("cells", clast_grid_create(sim, lo, hi, n, from, clast_rank(sim) == 0 ? wide : n, &grid));
  tell("a grid", clast_grid_create(sim, lo, hi, n, from, clast_rank(sim) == 0 ? n : none, &grid));
  tell("field", clast_grid_at_clumps(grid, 1, NULL, CLAST_AT_CENTRES, out, NULL));
  tell("values", clast_grid_at_clumps(grid, 1, value, CLAST_AT_CENTRES, NULL, NULL));
  tell("components", clast_grid_at_clumps(grid, 4, value, CLAST_AT_CENTRES, out, NULL));
  tell("how", clast_grid_at_clumps(grid, 1, value, (clast_grid_how)7, out, NULL));
  tell("drag", clast_grid_drag(grid, &drag, NULL));
  tell("no grid", clast_grid_free(NULL));
  tell("it still goes on", clast_step(sim, 1));
}

/* Each rank names clump 0, and clumps that are not there; the lowest is told. */
static void ids(void)
{
  const int64_t id[2]   = {0, 1000 - clast_rank(sim)};
  const double  v[2][3] = {{0, 0, 1}, {0, 0, 1}};

  tell("set", clast_set(sim, "velocity", 1, id, v));
  tell("set others", clast_set(sim, "velocity", 2, id, v));
  tell("push", clast_push(sim, 1, id, v, NULL));
  tell("push others", clast_push(sim, 2, id, v, NULL));
  tell("delete", clast_delete(sim, 1, id));
}

/* A callback that frees a grid, and ends a step of its simulation. */
static int rude(void *context, clast_bodies *b)
{
  clast_grid *mine = grid;

  (void)context;
  (void)b;
  if (!grid) return 1;
  if (clast_grid_free(&grid) != CLAST_MISTAKES || grid != mine) return 2;
  return clast_step(sim, 1) != CLAST_MISTAKES;
}

static void callback(void)
{
  double volume[64], all = 0;

  make_grid();
  tell("a callback", clast_force_add(sim, rude, NULL, 0, NULL));
  tell("steps", clast_step(sim, 3));
  tell("solids", clast_grid_solids(grid, volume, NULL));
  for (int k = 0; k < 64; k++) all += volume[k];
  printf("there are some %d\n", all > 0);
  tell("free", clast_grid_free(&grid));
}

static void save(void)
{
  mkfifo("pipe", 0600);
  tell("into a pipe", clast_save(sim, "pipe"));
  printf("which is left %d, and nothing beside it %d\n", access("pipe", F_OK) == 0,
         access("pipe.tmp", F_OK) != 0);
}

/* The reason of the last outcome that was not CLAST_OK stays. */
static void reason(void)
{
  clast_array a;

  tell("no event", clast_run_to(sim, "never"));
  tell("a look", clast_view(sim, "clumps", "id", &a));
  printf("said %s", clast_message(sim));
  tell("no table", clast_view(sim, "none", "", &a));
}

static double total(const char *name)
{
  clast_array a;

  return clast_view(sim, "totals", name, &a) == CLAST_OK ? *(const double *)a.data : NAN;
}

/* Looks before and after a run to an event; names and units stay. */
static void looks(void)
{
  const double before = total("kinetic_translational");
  const char  *name, *first = clast_column(sim, "totals", 0);
  clast_array  energy, number;
  double       after;

  tell("to the event", clast_run_to(sim, "late"));
  after = total("kinetic_translational");
  printf("the look is of before %d\n", after == before);
  clast_step(sim, 0);
  name = clast_column(sim, "totals", 1);
  printf("%s and %s\n", first, name);
  clast_view(sim, "totals", "kinetic_translational", &energy);
  clast_view(sim, "totals", "clumps", &number);
  printf("units %s and %s\n", energy.unit, number.unit);
}

/* A reduction of MPI fails, on all ranks. */
static int failing;

int MPI_Iallreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request)
{
  if (failing && failing-- == 1) {
    MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER); /* ends the process if errors do */
    return MPI_ERR_OTHER;
  }
  return PMPI_Iallreduce(from, to, n, type, op, comm, request);
}

static void mpi_fails(void)
{
  int size;

  failing = 1;
  tell("a step", clast_step(sim, 200));
  printf("fails still %d, state %d\n", failing, clast_state(sim));
  printf("close %d\n", clast_close(&sim));
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  printf("MPI goes on %d\n", size > 1);
}

static int toward_zero, lines;

static void sink(void *context, clast_level level, const char *line)
{
  (void)context;
  (void)level;
  (void)line;
  lines++;
  toward_zero += fegetround() == FE_TOWARDZERO;
}

static void rounding(const char *scenario)
{
  const clast_option wrong = {"run_dt", "fast"};
  clast             *other;

  clast_messages(sink, NULL, CLAST_LEVEL_INFO);
  fesetround(FE_TOWARDZERO);
  clast_open_any(CLAST_THIS_RANK, CLAST_FROM_FILE, scenario, 1, &wrong, &other);
  clast_close(&other);
  fesetround(FE_TONEAREST);
  printf("lines %d, with the rounding of the host %d\n", lines > 0, toward_zero == lines);
}

/* The host ends MPI too early. */
static void ended(const char *scenario)
{
  clast *late = NULL;

  clast_step(sim, 1);
  MPI_Finalize();
  printf("step %d", clast_step(sim, 1));
  printf(": %s", clast_message(sim));
  printf("close %d\n", clast_close(&sim));
  printf("open %d", clast_open_any(CLAST_THIS_RANK, CLAST_FROM_FILE, scenario, 0, NULL, &late));
  printf(": %s", clast_message(late));
  printf("close %d\n", clast_close(&late));
}

int main(int argc, char **argv)
{
  if (argc != 3) return 2;
  if (clast_open_any(CLAST_ALL_RANKS, CLAST_FROM_FILE, argv[2], 0, NULL, &sim) != CLAST_OK) {
    printf("%s", clast_message(sim));
    return 1;
  }
  if (strcmp(argv[1], "grids") == 0) grids();
  else if (strcmp(argv[1], "callback") == 0) callback();
  else if (strcmp(argv[1], "ids") == 0) ids();
  else if (strcmp(argv[1], "reason") == 0) reason();
  else if (strcmp(argv[1], "save") == 0) save();
  else if (strcmp(argv[1], "looks") == 0) looks();
  else if (strcmp(argv[1], "mpi") == 0) mpi_fails();
  else if (strcmp(argv[1], "rounding") == 0) rounding(argv[2]);
  else if (strcmp(argv[1], "ended") == 0) ended(argv[2]);
  clast_close(&sim);
  return 0;
}
