/* SPDX-License-Identifier: MIT */
/* A host that gives forces: push CASE SCENARIO [KEY VALUE]... Rank 0 prints one line a fact. */
#include "clast.h"
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static void say(const char *what, double number)
{
  if (rank == 0) printf("%s %.17g\n", what, number);
}

static void say_message(const char *what, clast_status status, const clast *sim)
{
  if (rank == 0) printf("%s %d: %s", what, status, clast_message(sim));
  if (rank == 0 && !clast_message(sim)[0]) printf("\n");
}

static void say_digest(clast *sim)
{
  uint64_t     digest = 0;
  clast_status status = clast_digest(sim, &digest);

  if (rank == 0) printf("digest %d %016llx\n", status, (unsigned long long)digest);
}

/* The number of rows of all ranks; most hosts look before they push. */
static int64_t look(clast *sim)
{
  clast_array id, x;
  long long   n;

  if (clast_view(sim, "clumps", "id", &id) != CLAST_OK) return -1;
  if (clast_view(sim, "clumps", "position", &x) != CLAST_OK || x.n != id.n) return -1;
  n = id.n;
  MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  return n;
}

/* ---- forces ---- */

static const double wanted_force[3] = {3, -1.25, 5}, wanted_torque[3] = {0.0625, 0.03, -0.01};

/* Push clump 0, in one piece from the last rank. */
static clast_status push_whole(clast *sim)
{
  static const int64_t id = 0;

  return clast_push(sim, rank == size - 1, &id, (const double(*)[3])wanted_force,
                    (const double(*)[3])wanted_torque);
}

/* The same in parts that cancel, on several ranks. */
static clast_status push_parts(clast *sim)
{
  static const int64_t id[2]      = {0, 0};
  double               part[3][3] = {{1e16, 1e-30, 7}, {3, -1.25, -2}, {-1e16, -1e-30, 0}},
         turn[3][3]               = {{0.0625, 0.03, 1e20}, {0, 0, -0.01}, {0, 0, -1e20}};
  const int first = rank == 0, second = rank == size / 2, third = rank == size - 1;
  double    f[2][3], t[2][3];
  int       n = 0;

  /* at most two a rank, but on a single rank the first two as one call */
  if (size == 1) {
    int64_t all[3] = {0, 0, 0};
    return clast_push(sim, 3, all, (const double(*)[3])part, (const double(*)[3])turn);
  }
  for (int k = 0; k < 3; k++)
    if ((k == 0 && first) || (k == 1 && second) || (k == 2 && third)) {
      memcpy(f[n], part[k], sizeof f[n]);
      memcpy(t[n++], turn[k], sizeof t[0]);
    }
  return clast_push(sim, n, id, (const double(*)[3])f, (const double(*)[3])t);
}

typedef struct {
  double stiffness;
  int    calls, bad; /* bad: its own state of the process was not there */
} Spring;

static int spring(void *context, clast_bodies *b)
{
  Spring *s = context;

  s->calls++;
  s->bad += fegetround() != FE_UPWARD || b->mass || b->id;
  fesetround(FE_TONEAREST);
  for (int64_t i = 0; i < b->n; i++)
    for (int k = 0; k < 3; k++) b->force[i][k] = -s->stiffness * b->position[i][k];
  feraiseexcept(FE_DIVBYZERO);
  fesetround(FE_UPWARD);
  return 0;
}

/* The force on clump 0, on all of them. */
static int constant(void *context, clast_bodies *b)
{
  (void)context;
  for (int64_t i = 0; i < b->n; i++) {
    memcpy(b->force[i], wanted_force, sizeof b->force[i]);
    memcpy(b->torque[i], wanted_torque, sizeof b->torque[i]);
  }
  return 0;
}

/* Drag and a field, by all columns. */
static int everything(void *context, clast_bodies *b)
{
  int *bad = context;

  for (int64_t i = 0; i < b->n; i++) {
    const double *v = b->velocity[i], *w = b->angular_velocity[i], *q = b->orientation[i];
    const double  c = 0.1 * b->radius[i] + 0.01 * b->mass[i] * b->time;

    *bad += b->material[i] < 0 || b->template_index[i] < 0 || b->id[i] < 0 ||
            !(fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-9);
    for (int k = 0; k < 3; k++) {
      b->force[i][k]  = -c * v[k] + (b->groups[i] ? 0.001 : 0);
      b->torque[i][k] = -1e-4 * w[k] + 1e-5 * q[k + 1];
    }
  }
  return 0;
}

/* Fails on the rank that has clump 7, after some time. */
static int failing(void *context, clast_bodies *b)
{
  (void)context;
  for (int64_t i = 0; i < b->n; i++)
    if (b->id[i] == 7 && b->time > 0.01) {
      b->why = "the flow solver has lost its pressure";
      return 1;
    }
  return 0;
}

static int no_number(void *context, clast_bodies *b)
{
  (void)context;
  for (int64_t i = 0; i < b->n; i++)
    if (b->id[i] == 7) b->force[i][1] = b->time > 0.01 ? NAN : 0;
  return 0;
}

static int leaving_the_plane(void *context, clast_bodies *b)
{
  (void)context;
  for (int64_t i = 0; i < b->n; i++) b->force[i][2] = b->time > 0.001;
  return 0;
}

static int calling(void *context, clast_bodies *b)
{
  clast   *sim = context;
  uint64_t digest;

  (void)b;
  return !(clast_step(sim, 1) == CLAST_MISTAKES && clast_digest(sim, &digest) == CLAST_MISTAKES &&
           clast_close(&sim) == CLAST_MISTAKES);
}

/* ---- cases ---- */

static void run_out(clast *sim)
{
  clast_array  total;
  clast_status status = clast_run(sim, INFINITY);

  if (status != CLAST_FINISHED) say_message("run", status, sim);
  say_digest(sim);
  if (clast_view(sim, "totals", "supplied", &total) == CLAST_OK)
    say("supplied", *(const double *)total.data);
}

static void add_spring(clast *sim, Spring *s)
{
  int number = 0;

  s->stiffness = 50;
  if (clast_force_add(sim, spring, s, CLAST_POSITION, &number) != CLAST_OK)
    say_message("add", -1, sim);
}

static void both(clast *sim, Spring *s, int *bad)
{
  int number;

  if (push_parts(sim) != CLAST_OK) say_message("push", -1, sim);
  add_spring(sim, s);
  (void)clast_force_add(sim, everything, bad, 1023, &number);
}

static void save_half(clast *sim)
{
  Spring s   = {0};
  int    bad = 0;

  both(sim, &s, &bad);
  (void)clast_step(sim, 100);
  say("saved", clast_save(sim, "half.h5"));
  run_out(sim);
  say("bad", bad + s.bad);
}

static void go_on(clast *sim)
{
  Spring s   = {0};
  int    bad = 0;

  both(sim, &s, &bad);
  run_out(sim);
}

static void say_now(clast *sim)
{
  uint64_t digest = 0;

  (void)clast_digest(sim, &digest);
  if (rank == 0) printf("now %016llx\n", (unsigned long long)digest);
}

/* A callback that is added in the course of a run: dt: auto takes the shortest step from then on. */
static void add_late(clast *sim)
{
  Spring s      = {0};
  double before = 0, after = 0;

  (void)clast_step(sim, 40);
  before = clast_dt(sim);
  add_spring(sim, &s);
  (void)clast_step(sim, 40);
  after = clast_dt(sim);
  say("dt is shorter", after < before);
  say("saved", clast_save(sim, "late.h5"));
  say_now(sim);
  run_out(sim);
  say("dt stays", clast_dt(sim) == after);
}

static void go_on_late(clast *sim)
{
  Spring s = {0};

  add_spring(sim, &s);
  say_now(sim);
  run_out(sim);
}

static void mistakes(clast *sim)
{
  const int64_t id[2]       = {0, 4711};
  double        force[2][3] = {{1, 2, 3}, {1, 2, 3}};
  int           number;

  (void)clast_step(sim, 5);
  (void)push_whole(sim);
  say_message("unknown", clast_push(sim, 2, id, (const double(*)[3])force, NULL), sim);
  force[0][1] = rank == size - 1 ? NAN : 1;
  say_message("no number", clast_push(sim, 1, id, (const double(*)[3])force, NULL), sim);
  force[0][1] = -1e250;
  say_message("large", clast_push(sim, rank == 0, id, NULL, (const double(*)[3])force), sim);
  say_message("none", clast_push(sim, -1, id, (const double(*)[3])force, NULL), sim);
  say_message("columns", clast_force_add(sim, spring, NULL, 4096, &number), sim);
  say_message("number", clast_force_remove(sim, 3), sim);
  for (int k = 0; k < 40; k++)
    if (clast_force_add(sim, calling, sim, 0, &number) != CLAST_OK) {
      say_message("many", CLAST_MISTAKES, sim);
      say("at", k);
      break;
    }
  say("removed", clast_force_remove(sim, 2));
  say("again", clast_force_remove(sim, 2));
  (void)clast_force_add(sim, calling, sim, 0, &number);
  say("number", number);
  say("calls are refused", clast_step(sim, 5));
  say("steps", (double)clast_steps(sim));
  say_digest(sim);
}

/* The same without them. */
static void no_mistakes(clast *sim)
{
  (void)clast_step(sim, 5);
  (void)push_whole(sim);
  (void)clast_step(sim, 5);
  say_digest(sim);
}

/* Push, take back, and push others; a clump leaves with its push. */
static void change(clast *sim)
{
  const int64_t id[3]       = {1, 2, 0};
  const double  force[3][3] = {{2, 0, 0}, {0, 2, 0}, {0, 0, 100}}, none[1][3] = {{0}};
  clast_status  status = CLAST_OK;

  (void)push_whole(sim);
  status = clast_step(sim, 20);
  if (!status) status = clast_push(sim, rank == 0 ? 3 : 0, id, (const double(*)[3])force, NULL);
  if (!status) status = clast_step(sim, 100);
  say("steps", status);
  status = clast_push(sim, rank == size - 1, id + 2, (const double(*)[3])none, NULL);
  say_message("it has left", status, sim);
  status = clast_push(sim, rank == size - 1, id, (const double(*)[3])none, NULL);
  say("one is taken back", status);
  (void)clast_step(sim, 20);
  say("none is left", clast_push_none(sim));
  run_out(sim);
}

/* The speed of clump 0 under a constant push, without gravity: F t / m. */
static void closed_form(clast *sim)
{
  clast_array id, v, m;
  double      off = 0;

  (void)push_whole(sim);
  (void)clast_step(sim, 100);
  (void)clast_view(sim, "clumps", "id", &id);
  (void)clast_view(sim, "clumps", "velocity", &v);
  (void)clast_view(sim, "clumps", "mass", &m);
  for (int64_t i = 0; i < id.n; i++)
    for (int k = 0; k < 3; k++) {
      double  is, mass, want;
      int64_t of;

      memcpy(&of, (const char *)id.data + i * id.stride, sizeof of);
      memcpy(&is, (const char *)v.data + i * v.stride + k * 8, sizeof is);
      memcpy(&mass, (const char *)m.data + i * m.stride, sizeof mass);
      want = of == 0 ? wanted_force[k] * clast_time(sim) / mass : 0;
      off  = fmax(off, fabs(is - want) / (want ? fabs(want) : 1));
    }
  MPI_Allreduce(MPI_IN_PLACE, &off, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  say("close", off < 1e-12);
}

static void stops(clast *sim, clast_force *call)
{
  int number;

  (void)clast_force_add(sim, call, NULL, CLAST_ID, &number);
  say_message("stopped", clast_run(sim, INFINITY), sim);
  say_message("again", clast_step(sim, 1), sim);
  say("pushed", push_whole(sim));
}

static void run_case(const char *what, clast *sim)
{
  Spring s = {0};

  if (strcmp(what, "plain") == 0) run_out(sim);
  else if (strcmp(what, "whole") == 0) {
    say("rows", (double)look(sim));
    say("pushed", push_whole(sim));
    run_out(sim);
  } else if (strcmp(what, "parts") == 0) {
    say("pushed", push_parts(sim));
    run_out(sim);
  } else if (strcmp(what, "constant") == 0) {
    int number;

    say("added", clast_force_add(sim, constant, NULL, CLAST_POSITION, &number));
    run_out(sim);
  } else if (strcmp(what, "spring") == 0) {
    say("rows", (double)look(sim));
    add_spring(sim, &s);
    run_out(sim);
    say("called", s.calls >= (int)clast_steps(sim));
    say("rows", (double)look(sim));
    say("bad", s.bad + (fegetround() != FE_UPWARD));
  } else if (strcmp(what, "save") == 0) save_half(sim);
  else if (strcmp(what, "restart") == 0) go_on(sim);
  else if (strcmp(what, "late") == 0) add_late(sim);
  else if (strcmp(what, "restart_late") == 0) go_on_late(sim);
  else if (strcmp(what, "restart_plain") == 0) run_out(sim);
  else if (strcmp(what, "mistakes") == 0) mistakes(sim);
  else if (strcmp(what, "none") == 0) no_mistakes(sim);
  else if (strcmp(what, "change") == 0) change(sim);
  else if (strcmp(what, "closed") == 0) closed_form(sim);
  else if (strcmp(what, "fails") == 0) stops(sim, failing);
  else if (strcmp(what, "leaves") == 0) {
    say_message("push", push_whole(sim), sim);
    stops(sim, leaving_the_plane);
  } else if (strcmp(what, "nan") == 0) stops(sim, no_number);
}

int main(int argc, char **argv)
{
  clast_option options[32];
  clast       *sim;
  clast_status status;
  int          n = 0;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 3) return 1;
  for (; n < 32 && 3 + 2 * n + 1 < argc; n++)
    options[n] = (clast_option){argv[3 + 2 * n], argv[4 + 2 * n]};
  fesetround(FE_UPWARD);
  status = strncmp(argv[1], "restart", 7) == 0
             ? clast_restart(MPI_COMM_WORLD, argv[2], n, options, &sim)
             : clast_open(MPI_COMM_WORLD, argv[2], n, options, &sim);
  if (status == CLAST_OK) run_case(argv[1], sim);
  else say_message("open", status, sim);
  say("closed", clast_close(&sim));
  MPI_Finalize();
  return 0;
}
