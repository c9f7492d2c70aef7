/* SPDX-License-Identifier: MIT */
/* final.csv: rows are sorted by id over all ranks (splitters by bisection, then exchanges), so the file's bytes do not depend on
   the number of ranks; in goes, as a row's text is longer than its clump. */
#define _POSIX_C_SOURCE 200809L
#include "output/final.h"

#include <errno.h>

#include "output/files.h"

enum { LINE_MOST = 1024 + GROUPS_TEXT, PATH_MOST = 4096 };

typedef struct {
  Id   id;
  char text[LINE_MOST - sizeof(Id)];
} Line;

/* What is written. */
typedef struct {
  const Parallel  *par;
  const Domain    *domain;
  const Materials *materials;
  const Templates *templates;
  const Groups    *groups;
  const Clumps    *clumps;
} Saved;

static void blocked_letters(uint64_t blocked, char *letters)
{
  for (int k = 0; k < 6; k++)
    if (blocked & ((uint64_t)1 << k)) *letters++ = "xyzXYZ"[k];
  *letters = '\0';
}

/* Density as `clumps: file` takes it: what makes this mass of this template's volume. */
static double density_of(const Materials *materials, const Templates *templates, const Template *t, double mass, double scale)
{
  return template_density(materials, t) * (mass / (t->mass.mass * templates_volume_factor(templates, scale)));
}

static bool has_one_density(const Template *t)
{
  if (t->density > 0) return true;
  for (int i = 1; i < t->n; i++)
    if (t->material[i] != t->material[0]) return false;
  return true;
}

static int format_row(Line *line, const Saved *saved, PetscInt a)
{
  const Clumps   *c = saved->clumps;
  const Template *t = &saved->templates->list[c->shape[a]];
  const Vec3      x = domain_wrapped(saved->domain, c->pose[a].x);
  const Quat      q = quat_mul(c->pose[a].q, quat_conjugate(t->mass.axes)); /* the scenario's axes, not the principal ones */
  char            letters[8], density[32] = "", in_groups[GROUPS_TEXT];

  blocked_letters(c->blocked[a], letters);
  if (has_one_density(t))
    snprintf(density, sizeof density, "%.17g", density_of(saved->materials, saved->templates, t, c->mass[a], c->scale[a]));
  groups_text(saved->groups, c->group[a], in_groups);
  line->id = c->id[a];
  return snprintf(line->text, sizeof line->text,
                  "%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%" PRId64 ",%.17g,%s,%s,%s\n",
                  t->name, x.x, x.y, x.z, q.w, q.x, q.y, q.z, c->motion[a].v.x, c->motion[a].v.y, c->motion[a].v.z, c->w[a].x,
                  c->w[a].y, c->w[a].z, c->id[a], c->scale[a], density, in_groups, letters);
}

/* What is written in one go: of every rank the rows between two ids, some ROWS_AT_ONCE of them. */
typedef struct {
  PetscInt *row;      /* [n_owned] of this rank, ascending by id */
  PetscInt  n, next;  /* rows of this rank, the first that is not written yet */
  Id       *splitter; /* [parts] ids below it, and not below the one before, are part k; the last is above them all */
  int64_t   parts;    /* goes times ranks: part k is written in go k / ranks by rank k % ranks */
} Order;

enum { ROWS_AT_ONCE = 1 << 15 };

typedef struct {
  Id       id;
  PetscInt row;
} Key;

static int compare_keys(const void *a, const void *b)
{
  const Key *p = a, *q = b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* How many of n ascending keys are below the id. */
static PetscInt keys_below(const Key *keys, PetscInt n, Id id)
{
  PetscInt lo = 0, hi = n;

  while (lo < hi) {
    const PetscInt mid = lo + (hi - lo) / 2;

    if (keys[mid].id < id) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

/* Shares as even as ids allow. Bisection over all 64-bit ids for all parts at once. */
static PetscErrorCode find_splitters(const Parallel *par, const Key *keys, int64_t total, Order *order)
{
  const int n = (int)order->parts;
  int64_t  *count, *lo;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &count, n, &lo));
  for (int k = 0; k < n; k++) {
    lo[k]              = INT64_MIN;
    order->splitter[k] = INT64_MAX;
  }
  for (int round = 0; round < 64; round++) {
    for (int k = 0; k < n; k++) {
      /* floor of the mean */
      count[k] = keys_below(keys, order->n, (lo[k] & order->splitter[k]) + ((lo[k] ^ order->splitter[k]) >> 1));
    }
    PetscCall(parallel_sum_int(par, count, n));
    for (int k = 0; k < n; k++) {
      const int64_t mid = (lo[k] & order->splitter[k]) + ((lo[k] ^ order->splitter[k]) >> 1);

      if (count[k] >= total / n * (k + 1) + total % n * (k + 1) / n) order->splitter[k] = mid;
      else lo[k] = mid;
    }
  }
  order->splitter[n - 1] = INT64_MAX;
  PetscCall(PetscFree2(count, lo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode order_create(const Parallel *par, const Clumps *c, Order *order)
{
  int64_t total = c->n_owned;
  Key    *keys;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(par, &total, 1));
  *order = (Order){.n = c->n_owned, .parts = par->size * (1 + total / par->size / ROWS_AT_ONCE)};
  PetscCheck(order->parts < PETSC_MPI_INT_MAX, par->comm, PETSC_ERR_ARG_OUTOFRANGE, "too many clumps for a final.csv");
  PetscCall(array_create(&keys, sizeof *keys, order->n));
  PetscCall(array_create(&order->row, sizeof *order->row, order->n));
  PetscCall(array_create(&order->splitter, sizeof *order->splitter, (PetscInt)order->parts));
  for (PetscInt a = 0; a < order->n; a++) keys[a] = (Key){.id = c->id[a], .row = a};
  sort_items(keys, order->n, sizeof *keys, compare_keys);
  for (PetscInt i = 0; i < order->n; i++) order->row[i] = keys[i].row;
  PetscCall(find_splitters(par, keys, total, order));
  array_free(&keys);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void order_free(Order *order)
{
  array_free(&order->row);
  array_free(&order->splitter);
}

static int compare_lines(const void *a, const void *b)
{
  const Line *p = *(Line *const *)a, *q = *(Line *const *)b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* The rows of one go, each to the rank that writes it. */
static PetscErrorCode post_rows(const Saved *saved, int64_t go, Order *order, Mail *mail)
{
  const int ranks = saved->par->size;
  int       rank  = 0;
  Line      line;

  PetscFunctionBeginUser;
  for (; order->next < order->n; order->next++) {
    const PetscInt row = order->row[order->next];
    int            n;

    while (rank < ranks && saved->clumps->id[row] >= order->splitter[go * ranks + rank]) rank++;
    if (rank == ranks) break;
    n = format_row(&line, saved, row);
    memset(line.text + n, 0, sizeof line.text - (size_t)n);
    PetscCall(mail_post(mail, rank, &line, sizeof(Id) + ((size_t)n + 8) / 8 * 8));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What came, as one text in the order of ids. Records are as long as their text needs, in eights. */
static PetscErrorCode sort_rows(const Mail *mail, char **text, size_t *length)
{
  const Line **lines = NULL;
  PetscInt     n = 0, capacity = 0;
  size_t       at = 0;

  PetscFunctionBeginUser;
  *length = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    for (size_t k = 0; k < size;) {
      const Line *line = (const void *)(message + k);

      PetscCall(array_reserve(&lines, sizeof *lines, n + 1, &capacity));
      lines[n++] = line;
      *length += strlen(line->text);
      k += sizeof(Id) + (strlen(line->text) + 8) / 8 * 8;
    }
  }
  sort_items(lines, n, sizeof *lines, compare_lines);
  PetscCall(array_create(text, 1, (PetscInt)*length + 1));
  for (PetscInt i = 0; i < n; i++) {
    const size_t size = strlen(lines[i]->text);

    memcpy(*text + at, lines[i]->text, size);
    at += size;
  }
  array_free(&lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One go: all ranks write their bytes at once, each at its place. *end: bytes of the file so far. Collective. */
static PetscErrorCode write_go(const Saved *saved, int64_t go, Order *order, Mail *mail, FILE *file, int64_t *end, int *code)
{
  char   *text;
  size_t  length;
  int64_t offset, total;

  PetscFunctionBeginUser;
  PetscCall(post_rows(saved, go, order, mail));
  PetscCall(mail_deliver(mail));
  PetscCall(sort_rows(mail, &text, &length));
  PetscCall(parallel_offset(saved->par, (int64_t)length, &offset, &total));
  if (*code == 0 && length > 0 && (fseeko(file, (off_t)(*end + offset), SEEK_SET) != 0 || fwrite(text, length, 1, file) != 1))
    *code = errno;
  array_free(&text);
  *end += total;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The worst of all ranks is an error of all; nothing unfinished stays. */
static PetscErrorCode agree(const Parallel *par, int code, const char *unfinished, const char *path)
{
  int64_t worst = code;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(par, &worst, 1));
  if (worst != 0 && worst != ENAMETOOLONG && par->rank == 0) file_remove(unfinished);
  PetscCheck(worst == 0, par->comm, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path, strerror((int)worst));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode commit(const Parallel *par, const char *unfinished, const char *path)
{
  char why[PATH_MOST + 128] = "";
  bool bad                  = par->rank == 0 && !file_commit(unfinished, path, why, sizeof why);

  PetscFunctionBeginUser;
  if (bad) file_remove(unfinished);
  PetscCall(parallel_any(par, &bad));
  PetscCall(parallel_bcast(par, why, sizeof why, 0));
  PetscCheck(!bad, par->comm, PETSC_ERR_FILE_WRITE, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All rows behind the header; what failed is in *code. */
static PetscErrorCode write_rows(const Saved *saved, const char *path, int64_t end, int *code)
{
  FILE *file = fopen(path, "r+");
  Mail *mail;
  Order order;

  PetscFunctionBeginUser;
  if (!file) *code = errno;
  PetscCall(mail_create(saved->par, &mail));
  PetscCall(order_create(saved->par, saved->clumps, &order));
  for (int64_t go = 0; go < order.parts / saved->par->size; go++) PetscCall(write_go(saved, go, &order, mail, file, &end, code));
  order_free(&order);
  PetscCall(mail_destroy(&mail));
  if (file && fclose(file) != 0 && *code == 0) *code = errno;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode final_write(const Parallel *par, const char *path, const Domain *domain, const Materials *materials,
                           const Templates *templates, const Groups *groups, const Clumps *clumps)
{
  static const char header[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id,scale,density,group,blocked\n";
  const Saved       saved    = {par, domain, materials, templates, groups, clumps};
  char              unfinished[PATH_MOST];
  int               code = 0;

  PetscFunctionBeginUser;
  if (snprintf(unfinished, sizeof unfinished, "%s.tmp", path) >= PATH_MOST) code = ENAMETOOLONG;
  if (par->rank == 0 && code == 0) {
    FILE *file = fopen(unfinished, "w");

    if (!file || fputs(header, file) < 0) code = errno;
    if (file && fclose(file) != 0 && code == 0) code = errno;
  }
  PetscCall(agree(par, code, unfinished, path));
  PetscCall(write_rows(&saved, unfinished, (int64_t)sizeof header - 1, &code));
  PetscCall(agree(par, code, unfinished, path));
  PetscCall(commit(par, unfinished, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}
