/* SPDX-License-Identifier: MIT */
/* Dumps as texts: all times in one file, rows by their keys, so that the bytes are the same on any
   number of ranks. Rank 0 writes. */
#define _POSIX_C_SOURCE 200809L
#include "base/real_text.h"
#include "matter/whole.h"
#include "output/checkpoint/columns.h"
#include "output/files.h"
#include "output/frames/dump.h"
#include <errno.h>
#include <unistd.h>

enum { NUMBER = REAL_TEXT };

PetscErrorCode dump_gather(const Parallel *par, const DumpPlan *plan, const DumpFrame *frame,
                           int64_t *n, char **rows, bool *fits, char *why)
{
  int64_t  sum = frame->rows.n;
  PetscInt all;

  PetscFunctionBeginUser;
  *n    = 0;
  *rows = NULL;
  PetscCall(parallel_sum_int(par, &sum, 1));
  *fits = whole_fits(&whole_rows, sum, why);
  if (!*fits) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(table_gather(par, plan->kind->row_size, plan->kind->compare, (PetscInt)frame->rows.n,
                         frame->rows.row, &all, rows));
  *n = all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- names and numbers ---- */

static bool is_text(const DumpColumn *c)
{
  return !(c->flags & DUMP_PLACE) || c->csv;
}

/* Add the names of the components of a column, each with `before` in front. */
static void add_names(const DumpFormat *format, const DumpColumn *c, const char *before, Text *text)
{
  const char *names = format == &dump_lammps && c->lammps ? c->lammps : c->csv;

  if (!names && c->width == 0) text_add(text, "%s%s", before, c->name);
  for (int k = 0; k < c->width && !names; k++)
    text_add(text, "%s%s_%c", before, c->name, (c->width == 4 ? "wxyz" : "xyz")[k]);
  for (const char *at = names; at && *at; at += strcspn(at, " "), at += *at == ' ')
    text_add(text, "%s%.*s", before, (int)strcspn(at, " "), at);
}

/* Names are SECTION:NAME at most. */
enum { WORD = 2 * NAME_LENGTH };

static size_t print_word(const char *word, char *text)
{
  snprintf(text, WORD, "%s", word);
  return strlen(text);
}

/* Write a value, each component with `before` in front. */
static size_t print_value(const DumpFormat *format, const DumpFrame *f, const DumpColumn *c,
                          const char *row, char *text)
{
  const int width = dump_components(c);
  size_t    n     = 0;

  for (int k = 0; k < width; k++) {
    const int     from  = format == &dump_xyz && width == 4 ? (k + 1) % 4 : k; /* x y z w */
    const char   *at    = row + c->offset + (size_t)from * (c->type == HDF5_INT32 ? 4 : 8);
    const int64_t whole = (int64_t)row_word(c->type, at, 0);
    const double  real  = row_number(c->type, at, 0) + 0.0; /* no -0 */

    text[n++] = format == &dump_csv ? ',' : ' ';
    if (c->flags & DUMP_NAMED) n += print_word(f->rows.name[whole], text + n);
    else if (c->flags & DUMP_KIND) n += print_word(dump_contact_kinds[whole], text + n);
    else if (c->type != HDF5_REAL) n += (size_t)snprintf(text + n, NUMBER, "%" PRId64, whole);
    else if (isnan(real)) n += (size_t)snprintf(text + n, NUMBER, "nan");
    else n += (size_t)real_print(text + n, real);
  }
  return n;
}

static size_t row_room(const DumpPlan *plan)
{
  size_t n = 4 * NUMBER;

  for (int k = 0; k < plan->n_columns; k++)
    n += plan->column[k]->flags & (DUMP_NAMED | DUMP_KIND)
           ? WORD
           : (size_t)dump_components(plan->column[k]) * NUMBER;
  return n;
}

/* Print the head, then rows, as text to be freed with array_free. */
static void print_rows(const DumpPlan *plan, const DumpFrame *f, const Text *head, int64_t n,
                       const char *rows, char **text)
{
  const bool   csv   = plan->format == &dump_csv;
  const size_t start = csv ? 0 : 1; /* no blank in front */
  size_t       at    = head->n;

  array_create(text, row_room(plan), n + 1 + (PetscInt)(at / NUMBER));
  if (at > 0) memcpy(*text, head->s, at);
  for (int64_t r = 0; r < n; r++) {
    const char *row  = rows + (size_t)r * plan->kind->row_size;
    char       *line = *text + at;
    size_t end = csv ? (size_t)snprintf(line, (size_t)3 * NUMBER, "%" PRId64 ",%.17g", f->rows.step,
                                        f->rows.time)
                     : 0;

    for (int k = 0; k < plan->n_columns; k++)
      if (is_text(plan->column[k]))
        end += print_value(plan->format, f, plan->column[k], row, line + end);
    memmove(line, line + start, end - start);
    at += end - start;
    (*text)[at++] = '\n';
  }
  (*text)[at] = 0;
}

static PetscErrorCode text_write(const Parallel *par, const char *dir, const DumpPlan *plan,
                                 const DumpFrame *f, Log *log, bool *written, char *why)
{
  const int64_t lost = log->lost;
  Text          head = {0};
  char         *rows, *text;
  int64_t       n = 0;

  PetscFunctionBeginUser;
  (void)dir;
  PetscCall(dump_gather(par, plan, f, &n, &rows, written, why));
  if (!*written) PetscFunctionReturn(PETSC_SUCCESS);
  if (plan->format->text_head) plan->format->text_head(plan, f, n, &head);
  print_rows(plan, f, &head, log->file ? n : 0, rows, &text);
  PetscCall(log_line(par, log, text));
  *written = log->lost == lost;
  if (!*written) snprintf(why, SERIES_WHY, "%.900s: %s", log->path, strerror(log->fault));
  text_free(&head);
  array_free(&text);
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- csv ---- */

static PetscErrorCode csv_open(const Parallel *par, const char *dir, const DumpPlan *plan,
                               int64_t step, double time, Log *log)
{
  char name[2 * NAME_LENGTH];
  Text header = {0};

  PetscFunctionBeginUser;
  (void)time;
  snprintf(name, sizeof name, "dump/%s.csv", plan->name);
  text_add(&header, "step,time");
  for (int k = 0; k < plan->n_columns; k++)
    if (is_text(plan->column[k])) add_names(&dump_csv, plan->column[k], ",", &header);
  text_add(&header, "\n");
  PetscCall(log_table(par, dir, name, header.s, step, log));
  text_free(&header);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const DumpFormat dump_csv = {
  .head  = {.name = "csv", .text = "a table, dump/NAME.csv: a row for each thing at each time"},
  .kinds = DUMP_ALL,
  .open  = csv_open,
  .write = text_write,
};

/* ---- files of frames: LAMMPS and xyz ---- */

/* Read a line; false: there is none, or it does not end. */
static bool read_line(FILE *in, char **line, size_t *room)
{
  const ssize_t n = getline(line, room, in);

  return n > 0 && (*line)[n - 1] == '\n';
}

static bool skip_lines(FILE *in, int64_t n, char **line, size_t *room)
{
  while (n-- > 0)
    if (!read_line(in, line, room)) return false;
  return true;
}

/* Read a frame as text_write writes it; false: there is none, or not all of it. */
static bool skip_frame(FILE *in, bool lammps, int64_t *step)
{
  char   *line = NULL;
  size_t  room = 0;
  int64_t n    = -1;
  bool    good;

  if (lammps) {
    good = skip_lines(in, 4, &line, &room); /* TIME, its number, TIMESTEP, its number */
    if (good) *step = strtoll(line, NULL, 10);
    good = good && skip_lines(in, 2, &line, &room);
    if (good) n = strtoll(line, NULL, 10);
    good = good && skip_lines(in, 5 + n, &line, &room);
  } else {
    const char *at;

    good = read_line(in, &line, &room);
    if (good) n = strtoll(line, NULL, 10);
    good = good && read_line(in, &line, &room);
    at   = good ? strstr(line, " Step=") : NULL;
    if (at) *step = strtoll(at + strlen(" Step="), NULL, 10);
    good = at && skip_lines(in, n, &line, &room);
  }
  free(line);
  return good;
}

/* Cut a file of frames after `step`, or where a step is there again or a frame is torn; a missing
   file is no error. Returns 0 or errno. */
static int cut_frames(const char *path, bool lammps, int64_t step)
{
  FILE   *in   = fopen(path, "r");
  int64_t last = -1, now = -1;
  off_t   end = 0;

  if (!in) return errno == ENOENT ? 0 : errno;
  for (; skip_frame(in, lammps, &now) && now > last && now <= step; last = now) end = ftello(in);
  fclose(in);
  return truncate(path, end) == 0 ? 0 : errno;
}

static PetscErrorCode frames_open(const Parallel *par, const char *dir, const DumpPlan *plan,
                                  int64_t step, double time, Log *log)
{
  const bool lammps = plan->format == &dump_lammps;
  int        code   = 0;

  (void)time;
  *log = (Log){0};
  snprintf(log->path, sizeof log->path, "%s/dump/%s.%s", dir, plan->name,
           lammps ? "lammpstrj" : "xyz");
  if (par->rank == 0 && step >= 0) code = cut_frames(log->path, lammps, step);
  return log_open(par, code, step >= 0, "", log);
}

typedef struct {
  Vec3 lo, hi;
} Cell;

/* The domain as a cell; in two dimensions it gets a thickness, as readers want a volume. */
static Cell box_of(const Domain *d)
{
  Cell box = {d->lo, d->hi};

  if (d->dimension == 2) {
    box.hi.z = 0.05 * min_real(d->length.x, d->length.y);
    box.lo.z = -box.hi.z;
  }
  return box;
}

/* Letters of the boundaries: periodic, shrink-wrapped, fixed. */
static const char *letters_of(Boundary b)
{
  return boundary_wraps(b) ? "pp" : boundary_is_endless(b) ? "ss" : "ff";
}

/* Bounds of the box, or those around a leaning cell with its three tilts, if it can be a cell of
   LAMMPS: a along x, b in the plane of x and y. */
static void add_bounds(const Domain *d, Text *text)
{
  const Cell   box  = box_of(d);
  const Vec3  *t    = d->cell.now.tilt;
  const bool   lean = d->cell.used && t[0].y == 0 && t[0].z == 0 && t[1].z == 0;
  const double xy = t[1].x, xz = t[2].x, yz = t[2].y;
  const double before[3] = {min_real(0, min_real(min_real(xy, xz), xy + xz)), min_real(0, yz), 0},
               after[3]  = {max_real(0, max_real(max_real(xy, xz), xy + xz)), max_real(0, yz), 0};
  const double tilt[3]   = {xy, xz, yz};

  text_add(text, "ITEM: BOX BOUNDS %s%s %s %s\n", lean ? "xy xz yz " : "",
           letters_of(d->boundary[0]), letters_of(d->boundary[1]), letters_of(d->boundary[2]));
  for (int k = 0; k < 3; k++) {
    const double lo = vec3_axis(box.lo, k), hi = vec3_axis(box.hi, k);

    if (lean) text_add(text, "%.17g %.17g %.17g\n", lo + before[k], hi + after[k], tilt[k]);
    else text_add(text, "%.17g %.17g\n", lo, hi);
  }
}

static void lammps_head(const DumpPlan *plan, const DumpFrame *f, int64_t n, Text *text)
{
  text_add(text,
           "ITEM: TIME\n%.17g\nITEM: TIMESTEP\n%" PRId64 "\nITEM: NUMBER OF ATOMS\n%" PRId64 "\n",
           f->rows.time, f->rows.step, n);
  add_bounds(f->domain, text);
  text_add(text, "ITEM: ATOMS");
  for (int k = 0; k < plan->n_columns; k++) add_names(&dump_lammps, plan->column[k], " ", text);
  text_add(text, "\n");
}

const DumpFormat dump_lammps = {
  .head      = {.name   = "lammps",
                .text   = "a text dump of LAMMPS, dump/NAME.lammpstrj, for OVITO",
                .source = "docs.lammps.org/dump.html"},
  .kinds     = DUMP_BODIES,
  .text_head = lammps_head,
  .open      = frames_open,
  .write     = text_write,
};

static void xyz_head(const DumpPlan *plan, const DumpFrame *f, int64_t n, Text *text)
{
  const Domain *d   = f->domain;
  const Cell    box = box_of(d);
  const Vec3   *t   = d->cell.now.tilt;

  text_add(text,
           "%" PRId64 "\nLattice=\"%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\" "
           "Origin=\"%.17g %.17g %.17g\" pbc=\"%s %s %s\" Time=%.17g Step=%" PRId64 " Properties=",
           n, box.hi.x - box.lo.x, t[0].y, t[0].z, t[1].x, box.hi.y - box.lo.y, t[1].z, t[2].x,
           t[2].y, box.hi.z - box.lo.z, box.lo.x, box.lo.y, box.lo.z,
           boundary_wraps(d->boundary[0]) ? "T" : "F", boundary_wraps(d->boundary[1]) ? "T" : "F",
           boundary_wraps(d->boundary[2]) ? "T" : "F", f->rows.time, f->rows.step);
  for (int k = 0; k < plan->n_columns; k++) {
    const DumpColumn *c    = plan->column[k];
    const char        type = c->flags & DUMP_NAMED ? 'S' : c->type == HDF5_REAL ? 'R' : 'I';

    text_add(text, "%s%s:%c:%d", k > 0 ? ":" : "", c->xyz ? c->xyz : c->name, type,
             dump_components(c));
  }
  text_add(text, "\n");
}

const DumpFormat dump_xyz = {
  .head      = {.name   = "xyz",
                .text   = "extended XYZ, dump/NAME.xyz, for OVITO and ASE",
                .source = "github.com/libAtoms/extxyz"},
  .kinds     = DUMP_BODIES,
  .text_head = xyz_head,
  .open      = frames_open,
  .write     = text_write,
};
