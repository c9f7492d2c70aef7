/* SPDX-License-Identifier: MIT */
/* final.csv: a parallel sort by id (splitters by bisection, then exchanges of rows), so that the
   file's bytes do not depend on the number of ranks. Rows are exchanged in several rounds, as the
   text of a row takes more memory than its clump. */
#define _POSIX_C_SOURCE 200809L
#include "base/mail.h"
#include "matter/group.h"
#include "options/text.h"
#include "output/files.h"
#include "output/run_folder.h"
#include "output/table/tables.h"
#include "space/domain.h"
#include <errno.h>

enum { LINE_MOST = 1024 + GROUPS_TEXT };

typedef struct {
  Id   id;
  char text[LINE_MOST - sizeof(Id)];
} Line;

/* ---- columns ---- */

/* The columns before the fields marked LISTED, as `clumps: file` reads them. */
static const char first_columns[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id,scale,density,"
                                    "group,blocked";

/* Print the directions that are blocked, in capitals those of rotations; in the axes of the body as
   u, v, w. */
static void print_blocked(uint64_t blocked, char text[8])
{
  const char *move = blocked & BLOCK_BODY_MOVE ? "uvw" : "xyz",
             *turn = blocked & BLOCK_BODY ? "UVW" : "XYZ";

  for (int k = 0; k < 6; k++)
    if (blocked & ((uint64_t)1 << k)) *text++ = k < 3 ? move[k] : turn[k - 3];
  *text = '\0';
}

static int print_field(const Field *field, const Clumps *c, PetscInt a, char *text, size_t size)
{
  const void *item = field_item(field, c, a);

  if (field->type == FIELD_INT32) return snprintf(text, size, ",%" PRId32, *(const int32_t *)item);
  return snprintf(text, size, ",%.17g", *(const double *)item);
}

/* Print a row as a line; returns the length of its text. Positions are wrapped; attitudes are
   relative to the axes of the template in the scenario. The density is that which gives this mass
   with the template's volume; nothing is printed for a template with several densities. */
static int format_row(Line *line, const World *world, PetscInt a)
{
  const Clumps    *c   = world->clumps;
  const Templates *all = world->templates;
  const Template  *t   = &all->list[c->template[a]];
  const Vec3       x   = domain_wrapped(world->domain, c->pose[a].x);
  const Vec3       v = c->motion[a].v, w = c->w[a];
  const Quat       q       = quat_mul(c->pose[a].q, quat_conjugate(t->mass.axes));
  const double     density = template_density(world->materials, t) *
                         (c->mass[a] / (t->mass.mass * templates_volume_factor(all, c->scale[a])));
  const size_t most = sizeof line->text - 1; /* room for the end of the line */
  char         text[GROUPS_TEXT], blocked[8];
  size_t       n;

  line->id = c->id[a];
  n        = (size_t)snprintf(line->text, most,
                              "%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,"
                                     "%.17g,%.17g,%" PRId64 ",%.17g,",
                              t->name, x.x, x.y, x.z, q.w, q.x, q.y, q.z, v.x, v.y, v.z, w.x, w.y, w.z,
                              c->id[a], c->scale[a]);
  if (t->density > 0 || template_is_of(t, t->material[0]))
    n += (size_t)snprintf(line->text + n, most - n, "%.17g", density);
  groups_text(world->groups, c->group[a], text);
  print_blocked(c->blocked[a], blocked);
  n += (size_t)snprintf(line->text + n, most - n, ",%s,%s", text, blocked);
  for (const Field *f = c->fields; f->name; f++)
    if (f->travels & LISTED) n += (size_t)print_field(f, c, a, line->text + n, most - n);
  line->text[n++] = '\n';
  line->text[n]   = '\0';
  return (int)n;
}

/* ---- order ---- */

typedef struct {
  Id       id;
  PetscInt row;
} Key;

/* Parts of the file, with about ROWS_AT_ONCE rows at most. Each rank writes consecutive parts, one
   per round: ids often correlate with positions, so that in each round most ranks send rows. */
typedef struct {
  Key     *row;    /* [n] rows of this rank, ascending by id */
  PetscInt n;      /* number of rows of this rank */
  int      goes;   /* number of rounds; rank r writes parts r * goes .. (r + 1) * goes - 1 */
  int      parts;  /* goes times number of ranks */
  Id *splitter;    /* [parts] part k: splitter[k - 1] <= id < splitter[k]; the last is INT64_MAX */
  PetscInt *first; /* [parts + 1] offsets into row[]: this rank's rows of part k */
  int64_t  *start; /* [parts] offset of part k in the file, bytes */
} Order;

enum { ROWS_AT_ONCE = 1 << 15 };

/* Floor of the mean. */
static Id mean(Id a, Id b)
{
  return (a & b) + ((a ^ b) >> 1);
}

/* Find splitters that divide the rows evenly: bisection over all 64-bit ids, for all parts at once.
   Collective. */
static PetscErrorCode find_splitters(const Parallel *par, int64_t total, Order *order)
{
  const int n = (int)order->parts;
  int64_t  *count, *lo;

  PetscFunctionBeginUser;
  array_create(&count, sizeof *count, n);
  array_create(&lo, sizeof *lo, n);
  for (int k = 0; k < n; k++) {
    lo[k]              = INT64_MIN;
    order->splitter[k] = INT64_MAX;
  }
  for (int round = 0; round < 64; round++) {
    for (int k = 0; k < n; k++) {
      const Id middle = mean(lo[k], order->splitter[k]);

      count[k] = items_before(order->row, order->n, sizeof *order->row, &middle, compare_ids);
    }
    PetscCall(parallel_sum_int(par, count, n));
    for (int k = 0; k < n; k++) {
      const Id middle = mean(lo[k], order->splitter[k]);

      if (count[k] >= total / n * (k + 1) + total % n * (k + 1) / n) order->splitter[k] = middle;
      else lo[k] = middle;
    }
  }
  order->splitter[n - 1] = INT64_MAX;
  array_free(&count);
  array_free(&lo);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* only: groups of clumps; 0: all. */
static PetscErrorCode order_create(const Parallel *par, const Clumps *c, uint64_t only,
                                   Order *order)
{
  PetscInt n = 0;
  int64_t  total, goes;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) n += clump_is_among(c, a, only);
  total = n;
  PetscCall(parallel_sum_int(par, &total, 1));
  goes = 1 + total / par->size / ROWS_AT_ONCE;
  PetscCheck(goes < PETSC_MPI_INT_MAX / par->size, par->comm, PETSC_ERR_ARG_OUTOFRANGE,
             "too many clumps for a final.csv");
  *order = (Order){.n = n, .goes = (int)goes, .parts = (int)goes * par->size};
  array_create(&order->row, sizeof *order->row, order->n);
  array_create(&order->splitter, sizeof *order->splitter, order->parts);
  array_create(&order->first, sizeof *order->first, order->parts + 1);
  array_create(&order->start, sizeof *order->start, order->parts);
  n = 0;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (clump_is_among(c, a, only)) order->row[n++] = (Key){.id = c->id[a], .row = a};
  sort_items(order->row, order->n, sizeof *order->row, compare_ids);
  PetscCall(find_splitters(par, total, order));
  for (int k = 0; k < order->parts; k++)
    order->first[k + 1] =
      items_before(order->row, order->n, sizeof *order->row, &order->splitter[k], compare_ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Offsets of the parts in the file, after `header` bytes. Rows are formatted just for their
   lengths. Collective. */
static PetscErrorCode find_starts(const World *world, int64_t header, Order *order)
{
  Line line;

  PetscFunctionBeginUser;
  for (int k = 0; k < order->parts; k++)
    for (PetscInt i = order->first[k]; i < order->first[k + 1]; i++)
      order->start[k] += format_row(&line, world, order->row[i].row);
  PetscCall(parallel_sum_int(world->par, order->start, order->parts));
  for (int k = 0; k < order->parts; k++) {
    const int64_t length = order->start[k];

    order->start[k] = header;
    header += length;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_lines(const void *a, const void *b)
{
  const Line *p = *(Line *const *)a, *q = *(Line *const *)b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* Post the rows of one round to the ranks that write them. */
static void post_rows(const World *world, int go, const Order *order, Mail *mail)
{
  Line line;

  for (int rank = 0; rank < world->par->size; rank++) {
    const int part = rank * order->goes + go;

    for (PetscInt i = order->first[part]; i < order->first[part + 1]; i++) {
      const int n = format_row(&line, world, order->row[i].row);

      memset(line.text + n, 0, sizeof line.text - (size_t)n);
      mail_post(mail, rank, &line, sizeof(Id) + ((size_t)n + 8) / 8 * 8);
    }
  }
}

/* Concatenate the received rows in the order of ids. The length of a record is that of its text
   with the zero, rounded up to a multiple of 8 bytes. */
static void sort_rows(const Mail *mail, char **text, size_t *length)
{
  const Line **lines = NULL;
  PetscInt     n = 0, capacity = 0;
  size_t       at = 0;

  *length = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    for (size_t k = 0; k < size;) {
      const Line *line = (const void *)(message + k);

      array_reserve(&lines, sizeof *lines, n + 1, &capacity);
      lines[n++] = line;
      *length += strlen(line->text);
      k += sizeof(Id) + (strlen(line->text) + 8) / 8 * 8;
    }
  }
  sort_items(lines, n, sizeof *lines, compare_lines);
  *text = memory_room(NULL, *length + 1);
  for (PetscInt i = 0; i < n; i++) {
    const size_t size = strlen(lines[i]->text);

    memcpy(*text + at, lines[i]->text, size);
    at += size;
  }
  array_free(&lines);
}

/* One round: each rank writes one part at its offset. Collective. */
static PetscErrorCode write_go(const World *world, int go, const Order *order, Mail *mail,
                               FILE *file, int *code)
{
  const off_t start = (off_t)order->start[world->par->rank * order->goes + go];
  char       *text  = NULL;
  size_t      length;

  PetscFunctionBeginUser;
  post_rows(world, go, order, mail);
  PetscCall(mail_deliver(mail));
  sort_rows(mail, &text, &length);
  if (*code == 0 && length > 0 &&
      (fseeko(file, start, SEEK_SET) != 0 || fwrite(text, length, 1, file) != 1))
    *code = errno;
  free(text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write all rows after the header. *code: errno of the first failure on this rank. Collective. */
static PetscErrorCode write_rows(const World *world, const char *path, int64_t header, int *code)
{
  uint64_t only;
  FILE    *file = fopen(path, "r+");
  Mail    *mail;
  Order    order;

  PetscFunctionBeginUser;
  if (!file) *code = errno;
  groups_selected(world->options, "output", NULL, "final_groups", world->groups, &only);
  mail_create(world->par, &mail);
  PetscCall(order_create(world->par, world->clumps, only, &order));
  PetscCall(find_starts(world, header, &order));
  for (int go = 0; go < order.goes; go++) PetscCall(write_go(world, go, &order, mail, file, code));
  array_free(&order.row);
  array_free(&order.splitter);
  array_free(&order.first);
  array_free(&order.start);
  mail_destroy(&mail);
  if (file && fclose(file) != 0 && *code == 0) *code = errno;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the file ---- */

static int header_write(const FileTarget *t, const char *header)
{
  FILE *file = t->in_place ? fopen(t->path, "w") : file_create(t->unfinished);
  int   code = 0;

  if (!file || fputs(header, file) < 0) code = errno;
  if (file && fclose(file) != 0 && code == 0) code = errno;
  return code;
}

/* Raise an error on all ranks if any rank has code != 0, and remove the unfinished file.
   Collective. */
static PetscErrorCode agree(const Parallel *par, int code, const FileTarget *t)
{
  int64_t worst = code;
  char    why[8];

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(par, &worst, 1));
  if (worst != 0 && par->rank == 0) (void)file_finish(t, false, why, sizeof why);
  PetscCheck(worst == 0, par->comm, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", t->unfinished,
             strerror((int)worst));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode final_write(const World *w, const char *path)
{
  const Parallel *par                  = w->par;
  const bool      first                = par->rank == 0;
  char            why[FILE_PATH + 256] = "";
  Text            header               = {0};
  FileTarget     *target;
  int             code = 0;

  PetscFunctionBeginUser;
  text_add(&header, "%s", first_columns);
  for (const Field *f = w->clumps->fields; f->name; f++)
    if (f->travels & LISTED) text_add(&header, ",%s", f->name);
  text_add(&header, "\n");
  array_create(&target, sizeof *target, 1);
  PetscCall(outcome_demand(par, !first || file_target(path, target, why, sizeof why), why,
                           sizeof why, PETSC_ERR_FILE_WRITE));
  PetscCall(parallel_bcast(par, target, sizeof *target, 0));
  if (first) code = header_write(target, header.s);
  PetscCall(agree(par, code, target));
  PetscCall(write_rows(w, target->unfinished, (int64_t)header.n, &code));
  PetscCall(agree(par, code, target));
  PetscCall(outcome_demand(par, !first || file_finish(target, true, why, sizeof why), why,
                           sizeof why, PETSC_ERR_FILE_WRITE));
  text_free(&header);
  array_free(&target);
  PetscFunctionReturn(PETSC_SUCCESS);
}
