/* SPDX-License-Identifier: MIT */
/* A host that looks at all there is, on all ranks that there are:

     look walk SCENARIO STEPS EVERY [KEY VALUE ..]
       every column of every table after each EVERY steps, 0: only after the last; then a line for
       each gathered column, and the digest
     look print SCENARIO STEPS TABLE COLUMN,.. [KEY VALUE ..]
       rows on rank 0, 17 digits
     look restart SCENARIO STEPS CHECKPOINT TABLE [KEY VALUE ..]
       columns whose rows differ after a restart
     look early SCENARIO STEPS TABLE COLUMN [KEY VALUE ..]
       the outcome of a look before the first step, then those of the steps, and of a look at all
       that there is afterwards */
#include "clast.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, failed;

#define EXPECT(fact, ...) \
  do { \
    if (!(fact)) { \
      failed++; \
      printf("rank %d, line %d: not %s: ", rank, __LINE__, #fact); \
      printf(__VA_ARGS__); \
      printf("\n"); \
    } \
  } while (0)

static const char *const tables[] = {"clumps", "pebbles", "contacts", "links", "walls", "totals"};
enum { TABLES = 6, OPTIONS = 16 };

static int size_of(clast_type type)
{
  return type == CLAST_INT32 ? 4 : type == CLAST_TEXT ? 1 : 8;
}

/* Columns that may have values that are no numbers. */
static int may_be_nan(const char *table, const char *column)
{
  static const char *const some[] = {
    "contacts age", "contacts memory", "links age",        "links overlap", "links memory",
    "walls power",  "walls work",      "walls shift",      "walls angle",   "walls force",
    "walls torque", "walls place",     "totals unbalanced"};
  char name[100];

  snprintf(name, sizeof name, "%s %s", table, column);
  for (size_t k = 0; k < sizeof some / sizeof *some; k++)
    if (strcmp(some[k], name) == 0) return 1;
  return 0;
}

static const char *item(const clast_array *a, int64_t i, int c)
{
  return (const char *)a->data + i * a->stride + (int64_t)c * size_of(a->type);
}

static double real_at(const clast_array *a, int64_t i, int c)
{
  double x;

  memcpy(&x, item(a, i, c), sizeof x);
  return x;
}

static void check_array(const char *table, const char *column, const clast_array *a)
{
  EXPECT(a->components > 0 && a->unit && (a->n == 0 || a->data), "%s %s", table, column);
  EXPECT(a->stride >= (int64_t)a->components * size_of(a->type), "%s %s", table, column);
  for (int64_t i = 0; i < a->n; i++) {
    if (a->type == CLAST_TEXT)
      EXPECT(*item(a, i, 0) != 0 && *item(a, i, a->components - 1) == 0, "%s %s", table, column);
    for (int c = 0; c < a->components && a->type == CLAST_REAL && !may_be_nan(table, column); c++)
      EXPECT(isfinite(real_at(a, i, c)), "%s %s row %d", table, column, (int)i);
  }
}

static void look(clast *sim)
{
  for (int t = 0; t < TABLES; t++) {
    const char *column;
    int64_t     n = -1;

    for (int k = 0; (column = clast_column(sim, tables[t], k)); k++) {
      clast_array a;
      char        name[64];

      snprintf(name, sizeof name, "%s", column);
      EXPECT(clast_view(sim, tables[t], name, &a) == CLAST_OK, "%s %s: %s", tables[t], name,
             clast_message(sim));
      EXPECT(n < 0 || a.n == n, "%s %s: %d rows", tables[t], name, (int)a.n);
      n = a.n;
      check_array(tables[t], name, &a);
    }
  }
}

/* The same for all that is no number. */
static uint64_t hash(const clast_array *a)
{
  uint64_t h = 14695981039346656037u;

  for (int64_t i = 0; i < a->n; i++)
    for (int c = 0; c < a->components; c++) {
      char bytes[8] = "";

      memcpy(bytes, item(a, i, c), (size_t)size_of(a->type));
      if (a->type == CLAST_REAL && isnan(real_at(a, i, c))) memset(bytes, 1, 8);
      for (int k = 0; k < size_of(a->type); k++) h = (h ^ (unsigned char)bytes[k]) * 1099511628211u;
    }
  return h;
}

/* Gathered on all ranks, it is the same as on rank 0. */
static void print_columns(clast *sim)
{
  for (int t = 0; t < TABLES; t++) {
    clast_array ids; /* stay while other columns are gathered */
    uint64_t    of_ids;
    const char *column;

    EXPECT(clast_gather(sim, "clumps", "id", 0, &ids) == CLAST_OK, "%s", tables[t]);
    of_ids = hash(&ids);
    for (int k = 0; (column = clast_column(sim, tables[t], k)); k++) {
      clast_array a, view;
      char        name[64];
      uint64_t    here;
      long long   n;

      snprintf(name, sizeof name, "%s", column);
      EXPECT(clast_view(sim, tables[t], name, &view) == CLAST_OK, "%s %s", tables[t], name);
      n = view.n;
      MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
      EXPECT(clast_gather(sim, tables[t], name, -1, &a) == CLAST_OK, "%s %s", tables[t], name);
      EXPECT(t >= 4 || a.n == n, "%s %s: %d rows, not %d", tables[t], name, (int)a.n, (int)n);
      check_array(tables[t], name, &a);
      here = hash(&a);
      EXPECT(clast_gather(sim, tables[t], name, 0, &a) == CLAST_OK, "%s %s", tables[t], name);
      EXPECT(rank > 0 ? a.n == 0 : hash(&a) == here, "%s %s", tables[t], name);
      EXPECT(t == 0 || hash(&ids) == of_ids, "%s %s: ids gathered before", tables[t], name);
      if (rank == 0)
        printf("%s %s: %d rows of %d (%s) %016llx\n", tables[t], name, (int)a.n, a.components,
               a.unit, (unsigned long long)here);
    }
  }
}

static void walk(clast *sim, int steps, int every)
{
  clast_array walls;
  uint64_t    digest;

  EXPECT(clast_view(sim, "walls", "force", &walls) == CLAST_OK, "%s", clast_message(sim));
  if (every > 0) look(sim);
  for (int k = 1; k <= steps; k++) {
    EXPECT(clast_step(sim, 1) == CLAST_OK, "%s", clast_message(sim));
    if (every > 0 && k % every == 0) look(sim);
  }
  EXPECT(clast_digest(sim, &digest) == CLAST_OK, "digest");
  if (rank == 0) printf("digest %016llx\n", (unsigned long long)digest);
  print_columns(sim);
}

static void print_item(const clast_array *a, int64_t i)
{
  for (int c = 0; c < a->components; c++) {
    int64_t whole;
    int32_t half;

    if (c > 0 && a->type != CLAST_TEXT) printf(",");
    memcpy(&half, item(a, i, c), a->type == CLAST_INT32 ? sizeof half : 0);
    memcpy(&whole, item(a, i, c), a->type == CLAST_INT64 ? sizeof whole : 0);
    if (a->type == CLAST_REAL && isnan(real_at(a, i, c))) printf("nan");
    else if (a->type == CLAST_REAL) printf("%.17g", real_at(a, i, c) + 0.0);
    else if (a->type == CLAST_INT32) printf("%d", half);
    else if (a->type == CLAST_INT64) printf("%lld", (long long)whole);
    else if (*item(a, i, c)) printf("%c", *item(a, i, c));
  }
}

static void print(clast *sim, int steps, const char *table, char *columns)
{
  clast_array a[40] = {{.n = 0}}, one;
  int         n     = 0;

  EXPECT(clast_step(sim, steps) <= CLAST_FINISHED, "%s", clast_message(sim));
  for (char *name = strtok(columns, ","); name; name = strtok(NULL, ",")) {
    EXPECT(clast_gather(sim, table, name, 0, &one) == CLAST_OK, "%s", clast_message(sim));
    a[n]      = one;
    a[n].data = malloc((size_t)(one.n * one.stride) + 1);
    if (one.n > 0) memcpy((void *)a[n].data, one.data, (size_t)(one.n * one.stride));
    n++;
  }
  for (int64_t i = 0; i < a[0].n; i++)
    for (int k = 0; k < n; k++) {
      print_item(&a[k], i);
      printf(k + 1 < n ? "," : "\n");
    }
  for (int k = 0; k < n; k++) free((void *)a[k].data);
}

static void restart(clast *sim, int steps, const char *checkpoint, const char *table)
{
  const char *column;
  clast      *again;

  EXPECT(clast_step(sim, steps) == CLAST_OK, "%s", clast_message(sim));
  EXPECT(clast_save(sim, checkpoint) == CLAST_OK, "%s", clast_message(sim));
  EXPECT(clast_restart(MPI_COMM_WORLD, checkpoint, 0, NULL, &again) == CLAST_OK, "%s",
         clast_message(again));
  for (int k = 0; (column = clast_column(sim, table, k)); k++) {
    clast_array a, b;
    char        name[64];

    snprintf(name, sizeof name, "%s", column);
    EXPECT(clast_gather(sim, table, name, 0, &a) == CLAST_OK, "%s", name);
    EXPECT(clast_gather(again, table, name, 0, &b) == CLAST_OK, "%s", name);
    if (rank == 0 && (a.n != b.n || a.components != b.components || hash(&a) != hash(&b)))
      printf("differs: %s\n", name);
  }
  clast_close(&again);
}

/* Is a folder of the run there after the first look? */
static void early(clast *sim, int steps, const char *table, const char *column)
{
  clast_array  a;
  clast_status status = clast_view(sim, table, column, &a);

  printf("look %d: %d rows\n", status, (int)a.n);
  fflush(stdout);
  (void)!system("test -d began && echo it has begun");
  status = clast_step(sim, steps);
  printf("steps %d, %d of them made\n", status, (int)clast_steps(sim));
  status = clast_view(sim, table, column, &a);
  printf("look %d: %d rows\n", status, (int)a.n);
  if (status == CLAST_OK) look(sim);
}

int main(int argc, char **argv)
{
  const int    first = argv[1][0] == 'w' ? 5 : 6;
  clast_option options[OPTIONS];
  int          n = 0;
  clast       *sim;

  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int k = first; k + 1 < argc && n < OPTIONS; k += 2)
    options[n++] = (clast_option){argv[k], argv[k + 1]};
  EXPECT(clast_open(MPI_COMM_WORLD, argv[2], n, options, &sim) == CLAST_OK, "%s",
         clast_message(sim));
  if (failed) return 1;
  if (argv[1][0] == 'w') walk(sim, atoi(argv[3]), atoi(argv[4]));
  else if (argv[1][0] == 'p') print(sim, atoi(argv[3]), argv[4], argv[5]);
  else if (argv[1][0] == 'e') early(sim, atoi(argv[3]), argv[4], argv[5]);
  else restart(sim, atoi(argv[3]), argv[4], argv[5]);
  clast_close(&sim);
  MPI_Finalize();
  return failed > 0;
}
