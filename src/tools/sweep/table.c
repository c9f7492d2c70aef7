/* SPDX-License-Identifier: MIT */
/* Reading the table of a sweep, and its mistakes: each is reported once, with the number of rows
   that have it. */
#define _POSIX_C_SOURCE 200809L
#include "tools/sweep/table.h"
#include "base/mail.h"
#include "options/input.h"
#include "output/files.h"
#include <ctype.h>
#include <limits.h>
#include <strings.h>
#include <unistd.h>

/* ---- mistakes ---- */

static void take(Faults *faults, const Fault *fault)
{
  bool      there;
  Fault    *mine;
  const int k = name_add(&faults->texts, fault->text, &there);

  array_reserve(&faults->list, sizeof *faults->list, k + 1, &faults->capacity);
  mine = &faults->list[k];
  if (!there) *mine = *fault;
  else {
    const int more = mine->more + fault->more + 1;

    if (fault->line < mine->line) *mine = *fault;
    mine->more = more;
  }
}

void faults_add(Faults *faults, const char *row, int line, const char *format, ...)
{
  Fault   fault = {.line = line};
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(fault.text, sizeof fault.text, format, arguments);
  va_end(arguments);
  snprintf(fault.row, sizeof fault.row, "%s", row ? row : "");
  take(faults, &fault);
}

PetscErrorCode faults_gather(const Parallel *par, Faults *faults, int *n)
{
  Mail    *mail;
  Fault   *others;
  PetscInt n_others;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  for (int k = 0; k < faults->texts.n && par->rank > 0; k++)
    mail_post(mail, 0, &faults->list[k], sizeof faults->list[k]);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *others, &others, &n_others);
  for (PetscInt k = 0; k < n_others; k++) take(faults, &others[k]);
  array_free(&others);
  mail_destroy(&mail);
  *n = faults->texts.n;
  PetscCall(parallel_bcast(par, n, sizeof *n, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_faults(const void *a, const void *b)
{
  const Fault *p = a, *q = b;

  return p->line != q->line ? (p->line < q->line ? -1 : 1) : strcmp(p->text, q->text);
}

/* Print where a mistake is: line and row, or that it is in every row. */
static void print_place(const Fault *f, int n_rows)
{
  const bool every = f->row[0] && f->more + 1 == n_rows;
  const bool cell  = strncmp(f->text, "column", 6) == 0;

  if (every && cell && n_rows > 1) fprintf(stderr, "in every row: ");
  if (every && (!cell || n_rows > 1)) return;
  if (f->line == INT_MAX) return;
  if (f->line > 0) fprintf(stderr, "line %d%s", f->line, f->row[0] ? ", " : ": ");
  if (f->row[0]) fprintf(stderr, "row %s: ", f->row);
}

void faults_print(Faults *faults, const char *table, int n_rows)
{
  const int n = faults->texts.n;

  sort_items(faults->list, n, sizeof *faults->list, compare_faults);
  fprintf(stderr, "clast: %d mistake%s in the sweep%s%s; nothing has been run:\n", n,
          n == 1 ? "" : "s", table[0] ? " of " : "", table);
  for (int k = 0; k < n && k < FAULTS_TOLD; k++) {
    const Fault *f = &faults->list[k];

    fprintf(stderr, "%3d. ", k + 1);
    print_place(f, n_rows);
    fprintf(stderr, "%s", f->text);
    if (f->more > 0 && f->more + 1 < n_rows)
      fprintf(stderr, " (and in %d more row%s)", f->more, f->more == 1 ? "" : "s");
    fprintf(stderr, "\n");
  }
  if (n > FAULTS_TOLD) fprintf(stderr, "     ... and %d more\n", n - FAULTS_TOLD);
  fflush(stderr);
}

void faults_free(Faults *faults)
{
  name_free(&faults->texts);
  array_free(&faults->list);
}

enum { TABLE_BYTES_MOST = 1 << 28 };

/* Read the whole file. Rank 0. */
static void read_bytes(const char *path, FileBytes *bytes, Faults *faults)
{
  Findings found = {0};

  if (!path[0]) faults_add(faults, NULL, 0, "give the name of a table: -sweep TABLE.csv");
  else if (!file_bytes_read(path, bytes, &found))
    faults_add(faults, NULL, 0,
               "-sweep: %s %s; give a table of runs, or write one with -sweep_make", path,
               found.list[0].text);
  else if (bytes->n >= TABLE_BYTES_MOST || memchr(bytes->byte, 0, bytes->n))
    faults_add(faults, NULL, 0, "is no CSV table in UTF-8 or ASCII, or larger than 256 MB");
}

/* The cells of one line. */
typedef struct {
  char   **cells;
  PetscInt n, capacity;
  bool     torn; /* a quote is not closed, or text follows it */
} Cells;

/* Next cell, without blanks around it, from *at, which moves to the comma or the end
   of the line. */
static char *cell_next(const char **at, bool *torn)
{
  Text        cell = {0};
  const char *s    = *at + strspn(*at, " \t\r");

  text_add(&cell, "%s", "");
  if (*s == '"') {
    for (s++; *s && *s != '\n' && (*s != '"' || s[1] == '"'); s++) {
      s += *s == '"';
      text_add_bytes(&cell, s, 1);
    }
    *torn = *torn || *s != '"';
    s += *s == '"';
    s += strspn(s, " \t\r");
    *torn = *torn || (*s && *s != ',' && *s != '\n');
    s += strcspn(s, ",\n");
  } else {
    const size_t n = strcspn(s, ",\n");

    text_add_bytes(&cell, s, n);
    s += n;
    while (cell.n > 0 && isspace((unsigned char)cell.s[cell.n - 1])) cell.s[--cell.n] = 0;
  }
  *at = s;
  return cell.s;
}

static void cells_read(const char **at, Cells *cells)
{
  bool more = true;

  *cells = (Cells){0};
  while (more) {
    array_reserve(&cells->cells, sizeof *cells->cells, cells->n + 1, &cells->capacity);
    cells->cells[cells->n++] = cell_next(at, &cells->torn);
    more                     = **at == ',';
    *at += more;
  }
}

/* Mapping of the columns of the file to those of the table. */
typedef struct {
  PetscInt n, name, cost; /* number of columns; places of name and cost, -1: none */
  int     *column;        /* [n] in Table.columns, -1: none */
} Header;

/* True for options that the sweep sets itself, or that make no sense in a row. */
static bool is_of_the_sweep(const char *name)
{
  static const char *const names[] = {"output_dir", "output_final", "restart",  "resume", "check",
                                      "help",       "version",      "progress", "verbose"};

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcmp(name, names[k]) == 0) return true;
  return strncmp(name, "sweep", 5) == 0 || strncmp(name, "plan", 4) == 0;
}

static void column_add(Table *table, Header *h, PetscInt k, const char *name, int line,
                       Faults *faults)
{
  bool there = false;

  h->column[k] = -1;
  if (strcmp(name, "name") == 0 && h->name < 0) h->name = k;
  else if (strcmp(name, "cost") == 0 && h->cost < 0) h->cost = k;
  else if (strcmp(name, "name") == 0 || strcmp(name, "cost") == 0) there = true;
  else if (!name[0])
    faults_add(faults, NULL, line, "column %d of the header has no name", (int)k + 1);
  else if (strcasecmp(name, "name") == 0 || strcasecmp(name, "cost") == 0)
    faults_add(faults, NULL, line, "column %s: write it in small letters", name);
  else if (is_of_the_sweep(name))
    faults_add(faults, NULL, line, "column %s: is not for rows of a sweep", name);
  else h->column[k] = name_add(&table->columns, name, &there);
  if (there) faults_add(faults, NULL, line, "column %s is there twice", name);
}

static void header_read(Table *table, const Cells *cells, int line, Header *h, Faults *faults)
{
  *h = (Header){.n = cells->n, .name = -1, .cost = -1};
  array_create(&h->column, sizeof *h->column, cells->n);
  for (PetscInt k = 0; k < cells->n; k++) {
    const char *name = cells->cells[k];

    column_add(table, h, k, name + strspn(name, "-"), line, faults);
  }
  table->has_cost = h->cost >= 0;
  if (cells->torn)
    faults_add(faults, NULL, line, "a double quote is not closed, or text follows it");
  if (cells->n == 1 && strpbrk(cells->cells[0], ";\t"))
    faults_add(faults, NULL, line,
               "one column only: cells are separated by commas, not by semicolons or tabs");
}

/* True for a name that a folder may have beside the files of the sweep, which begin with
   `sweep`, and `stop`. */
static bool is_good_name(const char *name)
{
  if (!name[0] || strlen(name) >= NAME_LENGTH) return false;
  if (strncasecmp(name, "sweep", 5) == 0 || strcasecmp(name, "stop") == 0) return false;
  for (const char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c) && !(c > name && strchr("-_.+=", *c))) return false;
  return true;
}

static void row_name(Table *table, TableRow *row, const char *given, NameIndex *names,
                     Faults *faults)
{
  bool there;

  if (given && given[0]) {
    snprintf(row->name, sizeof row->name, "%s", given);
    if (!is_good_name(given))
      faults_add(faults, NULL, row->line,
                 "column name: '%.80s' cannot be the name of a folder here: letters, "
                 "digits and - _ . + =, letter or digit first, not stop or sweep..., at most %d",
                 given, NAME_LENGTH - 1);
  } else snprintf(row->name, sizeof row->name, "row-%d", (int)table->n_rows + 1);
  name_add(names, row->name, &there);
  for (PetscInt r = 0; there && r < table->n_rows; r++)
    if (strcasecmp(table->rows[r].name, row->name) == 0) {
      faults_add(faults, NULL, row->line, "column name: '%s' is also that of line %d", row->name,
                 table->rows[r].line);
      break;
    }
}

static void row_add(Table *table, const Header *h, Cells *cells, int line, NameIndex *names,
                    Faults *faults)
{
  TableRow row = {.line = line};

  if (cells->torn)
    faults_add(faults, NULL, line, "a double quote is not closed, or text follows it");
  else if (cells->n != h->n)
    faults_add(faults, NULL, line, "%d cell%s, but the header has %d", (int)cells->n,
               cells->n == 1 ? "" : "s", (int)h->n);
  if (cells->torn || cells->n != h->n) return;
  row_name(table, &row, h->name >= 0 ? cells->cells[h->name] : NULL, names, faults);
  if (h->cost >= 0) {
    const char *given = cells->cells[h->cost];
    char       *end;

    row.cost = strtod(given, &end);
    if (!given[0] || *end || !(row.cost >= 0) || !isfinite(row.cost))
      faults_add(faults, row.name, line, "column cost: '%.80s' is no number >= 0", given);
  }
  array_create(&row.cells, sizeof *row.cells, table->columns.n + 1);
  for (PetscInt k = 0; k < h->n; k++) {
    if (h->column[k] < 0) continue;
    free(row.cells[h->column[k]]); /* a column that is there twice */
    row.cells[h->column[k]] = cells->cells[k];
    cells->cells[k]         = NULL;
  }
  array_reserve(&table->rows, sizeof *table->rows, table->n_rows + 1, &table->capacity);
  table->rows[table->n_rows++] = row;
}

static void parse(Table *table, Faults *faults)
{
  const char *at    = table->bytes;
  Header      h     = {0};
  NameIndex   names = {.fold = true};
  bool        begun = false;

  if (!memchr(table->bytes, '\n', table->size)) /* line ends of some spreadsheets are \r alone */
    for (char *c = table->bytes; (c = strchr(c, '\r')); c++) *c = '\n';
  if (strncmp(at, "\xef\xbb\xbf", 3) == 0) at += 3;
  for (int line = 1; *at; line++) {
    const char *first = at + strspn(at, " \t\r");
    Cells       cells;

    if (*first && *first != '\n' && *first != '#') {
      cells_read(&at, &cells);
      if (!begun) header_read(table, &cells, line, &h, faults);
      else row_add(table, &h, &cells, line, &names, faults);
      begun = true;
      for (PetscInt k = 0; k < cells.n; k++) free(cells.cells[k]);
      array_free(&cells.cells);
    }
    at += strcspn(at, "\n");
    at += *at == '\n';
  }
  name_free(&names);
  array_free(&h.column);
}

void absolute_folder(const char *path, char *folder)
{
  char below[FILE_PATH], here[PETSC_MAX_PATH_LEN];

  file_folder(path, below);
  if (below[0] == '/' || !getcwd(here, sizeof here)) snprintf(folder, FILE_PATH, "%s", below);
  else if (strcmp(below, ".") == 0) snprintf(folder, FILE_PATH, "%.*s", FILE_PATH - 1, here);
  else snprintf(folder, FILE_PATH, "%.2000s/%.2000s", here, below);
}

PetscErrorCode table_read(const Parallel *par, const char *path, Table *table, Faults *faults)
{
  FileBytes bytes  = {0};
  Faults    others = {0}; /* the same on all ranks: those of rank 0 are kept */

  PetscFunctionBeginUser;
  *table = (Table){0};
  snprintf(table->path, sizeof table->path, "%s", path);
  absolute_folder(path, table->folder);
  if (par->rank == 0) read_bytes(path, &bytes, faults);
  PetscCall(parallel_bcast(par, &bytes.n, sizeof bytes.n, 0));
  table->size  = bytes.n;
  table->bytes = memory_room(bytes.byte, bytes.n + 1);
  PetscCall(parallel_bcast(par, table->bytes, bytes.n, 0));
  table->bytes[bytes.n] = 0;
  parse(table, par->rank == 0 ? faults : &others);
  if (par->rank == 0 && faults->texts.n == 0 && table->n_rows == 0)
    faults_add(faults, NULL, 0,
               "the table is empty: it needs a header with names of options, and a line "
               "for each run");
  faults_free(&others);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void table_free(Table *table)
{
  for (PetscInt r = 0; r < table->n_rows; r++) {
    for (int k = 0; k < table->columns.n; k++) free(table->rows[r].cells[k]);
    array_free(&table->rows[r].cells);
  }
  array_free(&table->rows);
  name_free(&table->columns);
  free(table->bytes);
  *table = (Table){0};
}

void table_say_cell(Text *text, const char *cell)
{
  if (!strpbrk(cell, ",\"#\n") && cell[0] != ' ') {
    text_add(text, "%s", cell);
    return;
  }
  text_add(text, "\"");
  for (; *cell; cell++) text_add(text, *cell == '"' ? "\"\"" : "%c", *cell);
  text_add(text, "\"");
}
