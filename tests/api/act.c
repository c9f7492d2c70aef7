/* SPDX-License-Identifier: MIT */
/* A host that does what it reads: act SCRIPT. Each line is a command:

     open FILE [KEY VALUE]   restart FILE     step N        run TIME       runto EVENT
     set COLUMN [ID VALUE ..] ..              delete ID ..  do TEXT        save FILE
     add TEMPLATE [X Y Z VX VY VZ SCALE ID] ..              move MOTION [13 NUMBERS]
     plate MOTION STEPS   null
     digest   ids (of the last add)   rows   touching   total NAME  time   group NAMES  close

   Rows of a command are given by the ranks in turns, beginning with the last rank; those of add in
   equal parts, in the order of ranks. Rank 0 prints each command with its outcome, the message of a
   mistake, and what was asked for; `rows` is a hash of the clumps by their ids, without positions,
   which may be outside a periodic box. All ranks have the same outcome and message, or it says so. */
#include "clast.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, ADDED = 6 };

typedef struct {
  clast   *sim;
  int      rank, size, n; /* rows of this rank */
  int64_t  id[MOST];
  double   value[MOST][8];
  uint64_t bits[MOST];
} Host;

static uint64_t hash(uint64_t h, const void *bytes, size_t n)
{
  for (size_t k = 0; k < n; k++) h = (h ^ ((const unsigned char *)bytes)[k]) * 0x100000001b3u;
  return h;
}

/* Say how a command ended. */
static void tell(const Host *h, const char *command, int status)
{
  const char *said =
    status == CLAST_MISTAKES || status == CLAST_STOPPED ? clast_message(h->sim) : "";
  uint64_t mine = hash((uint64_t)status, said, strlen(said)), first = mine;
  int      unlike, any;

  MPI_Bcast(&first, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  unlike = first != mine;
  MPI_Allreduce(&unlike, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (h->rank == 0)
    printf("%s: %d%s%s%s", command, status, any ? " RANKS DIFFER" : "", said[0] ? " " : "\n", said);
}

/* Take rows of an id and `width` numbers from the words; those of other ranks are left out. whole: the
   numbers are bits. */
static void take_rows(Host *h, int width, int whole)
{
  const char *word;

  h->n = 0;
  for (int row = 0; (word = strtok(NULL, " ")); row++) {
    const int mine = (h->size - 1 + row) % h->size == h->rank;

    h->id[h->n] = strtoll(word, NULL, 10);
    for (int k = 0; k < width; k++) {
      word = strtok(NULL, " ");
      if (whole) h->bits[h->n] = strtoull(word, NULL, 10);
      else h->value[h->n][k] = strtod(word, NULL);
    }
    h->n += mine;
  }
}

static int set(Host *h)
{
  const char *column = strtok(NULL, " ");
  const int   whole  = strcmp(column, "group") == 0 || strcmp(column, "blocked") == 0,
            width    = strstr(column, "velocity") ? 3 : 1;
  double packed[3 * MOST];

  take_rows(h, width, whole);
  for (int k = 0; k < h->n; k++)
    for (int c = 0; c < width; c++) packed[width * k + c] = h->value[k][c];
  return clast_set(h->sim, column, h->n, h->id, whole ? (void *)h->bits : packed);
}

static int move(Host *h)
{
  const char *motion = strtok(NULL, " "), *word;
  double      v[13]  = {0};
  int         n      = 0;

  while (n < 13 && (word = strtok(NULL, " "))) v[n++] = strtod(word, NULL);
  return clast_move(h->sim, motion, n > 0 ? v : NULL, n > 3 ? v + 3 : NULL, n > 6 ? v + 6 : NULL,
                    n > 10 ? v + 10 : NULL);
}

/* Move a motion at (0.4, 0, 0.05) m/s, as `translate` does, for so many steps of 0.1 ms. */
static int plate(Host *h)
{
  const char *motion = strtok(NULL, " ");
  const int   steps  = atoi(strtok(NULL, " "));
  int         status = CLAST_OK;

  for (int k = 0; k < steps && status == CLAST_OK; k++) {
    const double time = (double)(clast_steps(h->sim) + 1) * 1e-4, velocity[3] = {0.4, 0, 0.05},
                 shift[3] = {0.4 * time, 0, 0.05 * time};

    status = clast_move(h->sim, motion, shift, velocity, NULL, NULL);
    if (status == CLAST_OK) status = clast_step(h->sim, 1);
  }
  return status;
}

static int add(Host *h)
{
  static double x[MOST][3], v[MOST][3], q[MOST][4], scale[MOST];
  const char   *name = strtok(NULL, " ");
  const char   *word;
  int           n = 0, status;

  for (int row = 0; (word = strtok(NULL, " ")); row++) { /* the ranks have equal parts, in order */
    double number[8] = {strtod(word, NULL)};

    for (int k = 1; k < 8; k++) number[k] = strtod(strtok(NULL, " "), NULL);
    memcpy(x[n], number, sizeof x[n]);
    memcpy(v[n], number + 3, sizeof v[n]);
    scale[n] = number[6];
    h->id[n] = (int64_t)number[7];
    q[n][0] = 0.8, q[n][1] = 0, q[n][2] = 0, q[n][3] = 0.6;
    n +=
      h->size == 1 || row * h->size / ADDED == h->rank || (row >= ADDED && h->rank == h->size - 1);
  }
  status = clast_add(h->sim, name, n, x, q, v, NULL, scale, h->id);
  h->n   = n;
  return status;
}

static int delete_rows(Host *h)
{
  take_rows(h, 0, 0);
  return clast_delete(h->sim, h->n, h->id);
}

/* A hash of the clumps, which does not depend on the order of rows. */
static void rows(const Host *h)
{
  static const char *const names[] = {"velocity", "orientation", "angular_velocity", "mass",
                                      "blocked",  "group",       "temperature"};
  uint64_t                 sum     = 0, all;
  int64_t                  n       = 0;
  clast_array              id;

  for (size_t c = 0; c < sizeof names / sizeof *names; c++) {
    clast_array a;

    if (clast_view(h->sim, "clumps", names[c], &a) != CLAST_OK) continue;
    clast_view(h->sim, "clumps", "id", &id);
    clast_view(h->sim, "clumps", names[c], &a);
    n = a.n;
    for (int64_t i = 0; i < a.n; i++)
      sum += hash(hash(c + 1, (const char *)id.data + i * id.stride, 8),
                  (const char *)a.data + i * a.stride, 8 * (size_t)a.components);
  }
  MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (h->rank == 0) printf("rows: %d %016llx\n", (int)n, (unsigned long long)all);
}

/* The contacts: their number, and a hash of their forces. */
static void touching(const Host *h)
{
  clast_array a;
  uint64_t    sum = 0;

  clast_gather(h->sim, "contacts", "force", 0, &a);
  for (int64_t i = 0; i < a.n; i++) sum = hash(sum, (const char *)a.data + i * a.stride, 24);
  if (h->rank == 0) printf("touching: %d %016llx\n", (int)a.n, (unsigned long long)sum);
}

/* The ids of the rows of all ranks, in their order. */
static void ids(Host *h)
{
  int64_t id[MOST];
  int     n = h->n;

  if (h->rank > 0) MPI_Send(h->id, n, MPI_INT64_T, 0, 0, MPI_COMM_WORLD);
  for (int r = 0; r < h->size && h->rank == 0; r++) {
    MPI_Status status;

    memcpy(id, h->id, sizeof id);
    if (r > 0) MPI_Recv(id, MOST, MPI_INT64_T, r, 0, MPI_COMM_WORLD, &status);
    if (r > 0) MPI_Get_count(&status, MPI_INT64_T, &n);
    for (int k = 0; k < n; k++) printf("id: %lld\n", (long long)id[k]);
  }
}

static void total(const Host *h, const char *name)
{
  clast_array a;

  if (clast_view(h->sim, "totals", name, &a) != CLAST_OK) tell(h, "total", CLAST_MISTAKES);
  else if (h->rank == 0) printf("%s: %.17g\n", name, *(const double *)a.data);
}

static int open_one(Host *h)
{
  const char        *file   = strtok(NULL, " ");
  const clast_option option = {strtok(NULL, " "), strtok(NULL, " ")};

  return clast_open(MPI_COMM_WORLD, file, option.key != NULL, &option, &h->sim);
}

/* Commands that look at the simulation; 0: it is none of them. */
static int look(Host *h, const char *command)
{
  uint64_t digest = 0;

  if (strcmp(command, "rows") == 0) rows(h);
  else if (strcmp(command, "ids") == 0) ids(h);
  else if (strcmp(command, "touching") == 0) touching(h);
  else if (strcmp(command, "total") == 0) total(h, strtok(NULL, " "));
  else if (strcmp(command, "time") == 0) {
    if (h->rank == 0) printf("time: %.17g\n", clast_time(h->sim));
  } else if (strcmp(command, "group") == 0) {
    digest = clast_group(h->sim, strtok(NULL, " "));
    if (h->rank == 0) printf("group: %llu\n", (unsigned long long)digest);
  } else if (strcmp(command, "digest") == 0) {
    const int status = clast_digest(h->sim, &digest);

    if (h->rank == 0) printf("digest: %d %016llx\n", status, (unsigned long long)digest);
  } else return 0;
  return 1;
}

static int act(Host *h, const char *command)
{
  if (strcmp(command, "open") == 0) return open_one(h);
  if (strcmp(command, "restart") == 0)
    return clast_restart(MPI_COMM_WORLD, strtok(NULL, " "), 0, NULL, &h->sim);
  if (strcmp(command, "step") == 0) return clast_step(h->sim, atoll(strtok(NULL, " ")));
  if (strcmp(command, "run") == 0) return clast_run(h->sim, atof(strtok(NULL, " ")));
  if (strcmp(command, "runto") == 0) return clast_run_to(h->sim, strtok(NULL, " "));
  if (strcmp(command, "do") == 0) return clast_do(h->sim, strtok(NULL, ""));
  if (strcmp(command, "set") == 0) return set(h);
  if (strcmp(command, "delete") == 0) return delete_rows(h);
  if (strcmp(command, "add") == 0) return add(h);
  if (strcmp(command, "null") == 0) /* arguments that are not there */
    return clast_set(h->sim, NULL, 1, h->id, h->value) != CLAST_MISTAKES ||
           clast_set(h->sim, "velocity", 1, h->id, NULL) != CLAST_MISTAKES ||
           clast_set(h->sim, "velocity", -1, h->id, h->value) != CLAST_MISTAKES ||
           clast_delete(h->sim, 1, NULL) != CLAST_MISTAKES ||
           clast_do(h->sim, NULL) != CLAST_MISTAKES ||
           clast_run_to(h->sim, NULL) != CLAST_MISTAKES ||
           clast_move(h->sim, NULL, NULL, NULL, NULL, NULL) != CLAST_MISTAKES ||
           clast_add(h->sim, "rod", 1, NULL, NULL, NULL, NULL, NULL, NULL) != CLAST_MISTAKES;
  if (strcmp(command, "move") == 0) return move(h);
  if (strcmp(command, "plate") == 0) return plate(h);
  if (strcmp(command, "save") == 0) return clast_save(h->sim, strtok(NULL, " "));
  if (strcmp(command, "close") == 0) return clast_close(&h->sim);
  return -1;
}

static void hear(void *context, clast_level level, const char *line)
{
  (void)context;
  if (level == CLAST_LEVEL_WARNING || strstr(line, "energy")) printf("said: %s\n", line);
}

int main(int argc, char **argv)
{
  static Host host;
  char        line[1 << 16];
  FILE       *script = fopen(argv[1], "r");

  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &host.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &host.size);
  if (argc > 2) clast_messages(hear, NULL, CLAST_LEVEL_INFO);
  while (script && fgets(line, sizeof line, script)) {
    const char *command;

    line[strcspn(line, "\n")] = '\0';
    command                   = strtok(line, " ");
    if (!command || look(&host, command)) continue;
    tell(&host, command, act(&host, command));
  }
  if (script) fclose(script);
  clast_close(&host.sim);
  MPI_Finalize();
  return 0;
}
