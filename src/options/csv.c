/* SPDX-License-Identifier: MIT */
/* CSV tables, read in slices of equal bytes. A line belongs to the rank whose slice holds its first
   byte: that rank reads on into the next slice to finish it, and the next rank skips to its first
   line feed. */
#include "options/csv.h"
#include "options/csv_internal.h"
#include "options/input.h"
#include "options/likeness.h"
#include <errno.h>

/* ---- columns ---- */

const CsvColumn *csv_columns(const CsvColumn columns[], int dimension,
                             CsvColumn plane[CSV_MOST_COLUMNS + 1])
{
  if (dimension != 2) return columns;
  for (int c = 0; c == 0 || columns[c - 1].name; c++) {
    plane[c] = columns[c];
    if (!(columns[c].flags & CSV_ACROSS)) continue;
    plane[c].flags = (columns[c].flags & ~(unsigned)CSV_REQUIRED) | CSV_ZERO;
    plane[c].group = 0;
  }
  return plane;
}

/* ---- cells ---- */

typedef struct {
  const CsvColumn *columns;
  Csv             *csv;
  Findings         findings;                /* lines counted from the start of this slice */
  bool             bare;                    /* it has no header */
  int              n_cells;                 /* of a row */
  int              place[CSV_MOST_COLUMNS]; /* [n_cells] column of the table for each cell */
  NameIndex        words;
  PetscInt         capacity;
  int64_t          line;
} Reader;

static bool is_whole_if_asked(const CsvColumn *column, double value)
{
  return !(column->flags & CSV_WHOLE) || value == floor(value);
}

static bool in_bounds(const CsvColumn *column, double value)
{
  return (column->lo == 0 && column->hi == 0) || (value >= column->lo && value <= column->hi);
}

static void cell_refuse(Reader *r, const CsvColumn *column, const char *cell)
{
  static const char *const kinds[] = {
    [CSV_REAL] = "a finite number", [CSV_ID] = "a whole number of 64 bits", [CSV_WORD] = "a word"};
  const bool unit = column->unit && column->unit[0];
  double     value;

  if (column->flags & CSV_ZERO) {
    finding_add(&r->findings, r->line,
                "column %s: '%s' is not 0, as it must be in two dimensions (run: dimension: 2)",
                column->name, csv_show(cell).s);
    return;
  }
  if (column->type == CSV_REAL && csv_real_parse(cell, column->flags, &value)) {
    if (!is_whole_if_asked(column, value)) {
      finding_add(&r->findings, r->line, "column %s: '%s' is not a whole number from %g to %g",
                  column->name, csv_show(cell).s, column->lo, column->hi);
      return;
    }
    finding_add(&r->findings, r->line, "column %s: '%s' is out of range; allowed: %g to %g%s%s",
                column->name, csv_show(cell).s, column->lo, column->hi, unit ? ", in " : "",
                unit ? column->unit : "");
    return;
  }
  finding_add(&r->findings, r->line, "column %s: '%s' is not %s%s%s%s", column->name,
              csv_show(cell).s, kinds[column->type], column->flags & CSV_POSITIVE ? " > 0" : "",
              unit ? ", in " : "", unit ? column->unit : "");
}

static void cell_read(Reader *r, int place, const char *cell)
{
  const CsvColumn *column = &r->columns[place];
  const PetscInt   row    = r->csv->n;
  bool             good   = true;

  if (column->type == CSV_REAL && !cell[0] && (column->flags & CSV_EMPTY))
    ((double *)r->csv->column[place])[row] = 0;
  else if (column->type == CSV_REAL) {
    double *value = (double *)r->csv->column[place] + row;

    good = csv_real_parse(cell, column->flags, value) && in_bounds(column, *value) &&
           is_whole_if_asked(column, *value);
  } else if (column->type == CSV_ID) good = csv_id_parse(cell, (Id *)r->csv->column[place] + row);
  else {
    good = (cell[0] || (column->flags & CSV_EMPTY)) && !strpbrk(cell, " \t\"'");
    if (good) ((int32_t *)r->csv->column[place])[row] = name_add(&r->words, cell, NULL);
  }
  if (!good) cell_refuse(r, column, cell);
}

/* ---- rows ---- */

static void reserve(Reader *r)
{
  static const size_t sizes[] = {
    [CSV_REAL] = sizeof(double), [CSV_ID] = sizeof(Id), [CSV_WORD] = sizeof(int32_t)};
  Csv     *csv  = r->csv;
  PetscInt room = r->capacity;

  if (csv->n < r->capacity) return;
  for (int c = 0; r->columns[c].name; c++) {
    room = r->capacity;
    if (csv->has[c])
      array_reserve(&csv->column[c], sizes[r->columns[c].type], csv->n + 1024, &room);
  }
  room = r->capacity;
  array_reserve(&csv->line, sizeof *csv->line, csv->n + 1024, &room);
  r->capacity = room;
}

static void row_read(Reader *r, char *text)
{
  int n = 0;

  reserve(r);
  for (; text; n++) {
    char *cell = csv_cell_next(r->bare, &text);

    if (n < r->n_cells) cell_read(r, r->place[n], cell);
  }
  if (n != r->n_cells)
    finding_add(&r->findings, r->line,
                r->bare ? "%d cells, but the first line has %d numbers"
                        : "%d cells, but the header names %d columns",
                n, r->n_cells);
  r->csv->line[r->csv->n++] = r->line;
}

/* Read all lines that start before `end`. */
static void rows_read(Reader *r, CsvSource *source, int64_t end)
{
  CsvLine *line;

  array_create(&line, sizeof *line, 1);
  while (source->position < end && csv_line_read(source, line)) {
    r->line++;
    if (csv_line_is_text(line, r->line, &r->findings)) {
      char *text = csv_trim(line->text);

      if (text[0]) row_read(r, text);
    }
  }
  if (ferror(source->file)) finding_add(&r->findings, 0, "cannot be read: %s", strerror(errno));
  else if (source->position < end)
    finding_add(&r->findings, 0, "has become shorter while it was read");
  array_free(&line);
}

/* ---- header ---- */

typedef struct {
  bool    opened, found, is_text;
  int64_t begin, end; /* offsets of its first byte and of the one after it */
  int64_t size, line; /* of the file, bytes; number of its line */
  char    text[CSV_LINE_LENGTH + 1];
} Header;

static void header_find(const char *path, Header *h, Findings *findings)
{
  CsvSource source;
  CsvLine  *line;
  int       failed;

  array_create(&line, sizeof *line, 1);
  h->opened = csv_source_open(path, 0, &source);
  while (h->opened && !h->found && csv_line_read(&source, line)) {
    h->begin = h->end;
    h->line++;
    if (h->line == 1) h->begin += csv_skip_byte_order_mark(line);
    h->is_text = csv_line_is_text(line, h->line, findings);
    strcpy(h->text, h->is_text ? csv_trim(line->text) : "");
    h->found = !h->is_text || h->text[0];
    h->end   = source.position;
  }
  failed = h->opened && ferror(source.file) ? errno : 0;
  if (h->opened && fseek(source.file, 0, SEEK_END) == 0) h->size = ftell(source.file);
  if (failed) finding_add(findings, 0, "cannot be read: %s", strerror(failed));
  else if (!h->opened) finding_add(findings, 0, "cannot be opened: %s", input_why());
  else if (!h->found)
    finding_add(findings, 0,
                h->size > 0 ? "no header: a line that names the columns" : "the file is empty");
  csv_source_close(&source);
  array_free(&line);
}

static int column_find(const CsvColumn columns[], const char *name)
{
  for (int c = 0; columns[c].name; c++)
    if (strcmp(columns[c].name, name) == 0 ||
        (columns[c].alias && strcmp(columns[c].alias, name) == 0))
      return c;
  return -1;
}

static void refuse_column(const Reader *r, int64_t line, const char *name, Findings *findings)
{
  Likeness like  = likeness_start(name);
  Text     known = {0}; /* optional ones in brackets: "x,y,z,r[,material]" */
  char     hint[HINT_LENGTH];
  double   number;

  for (const CsvColumn *c = r->columns; c->name; c++) {
    likeness_offer(&like, c->name);
    if (c->alias) likeness_offer(&like, c->alias);
    text_add(&known, c->flags & CSV_REQUIRED ? "%s%s" : "[%s%s]", c > r->columns ? "," : "",
             c->name);
  }
  if (csv_real_parse(name, 0, &number))
    finding_add(findings, line,
                "'%s' is not a column name: the first line must be a header such as %s",
                csv_show(name).s, known.s);
  else
    finding_add(findings, line, "unknown column '%s'%s (known: %s)", csv_show(name).s,
                likeness_hint(&like, hint), known.s);
  text_free(&known);
}

/* The last column of the file that column c must stand together with; -1: none. */
static int partner_of(const Reader *r, int c)
{
  const CsvColumn *columns = r->columns;
  int              partner = -1;

  for (int k = 0; columns[k].name; k++)
    if (columns[c].group > 0 && columns[k].group == columns[c].group && r->csv->has[k]) partner = k;
  return partner;
}

/* Note all columns of the group of c that are missing, at the first of them. */
static void note_partners(const Reader *r, int c, int partner, int64_t line, Findings *findings)
{
  const CsvColumn *columns = r->columns;
  Text             names   = {0};
  int              n       = 0;

  for (int k = 0; columns[k].name; k++) {
    if (columns[k].group != columns[c].group || r->csv->has[k]) continue;
    if (n == 0 && k < c) return;
    text_add(&names, "%s%s", n++ > 0 ? ", " : "", columns[k].name);
  }
  finding_add(findings, line, "column%s %s %s missing: %s required together with %s",
              n > 1 ? "s" : "", names.s, n > 1 ? "are" : "is", n > 1 ? "they are" : "it is",
              columns[partner].name);
  text_free(&names);
}

static void check_missing(const Reader *r, int64_t line, Findings *findings)
{
  const CsvColumn *columns = r->columns;

  for (int c = 0; columns[c].name; c++) {
    const int partner = partner_of(r, c);

    if (r->csv->has[c]) continue;
    if (partner >= 0) note_partners(r, c, partner, line, findings);
    else if (columns[c].flags & CSV_REQUIRED)
      finding_add(findings, line, "column %s is missing", columns[c].name);
  }
}

/* True if the line has a number for each CSV_BARE column: it is a row, and there is no header. */
static bool header_is_row(const Reader *r, const Header *h)
{
  char   text[CSV_LINE_LENGTH + 1], *rest = text;
  int    wanted = 0, n = 0;
  double number;
  bool   numbers = true;

  strcpy(text, h->text); /* cells are cut off in place */
  for (int c = 0; r->columns[c].name; c++) wanted += (r->columns[c].flags & CSV_BARE) != 0;
  while (rest && numbers) {
    numbers = csv_real_parse(csv_cell_next(true, &rest), 0, &number);
    n++;
  }
  return numbers && n == wanted;
}

/* Take the columns that a file without a header has; its first row is read again as a row. */
static void header_assume(Reader *r, Header *h)
{
  for (int c = 0; r->columns[c].name; c++) {
    if (!(r->columns[c].flags & CSV_BARE)) continue;
    r->csv->has[c]         = true;
    r->place[r->n_cells++] = c;
  }
  r->bare = true;
  h->end  = h->begin;
  h->line--;
}

/* Parse the header, the same on every rank; the findings of rank 0 are used. */
static void header_read(Reader *r, Header *h, Findings *findings)
{
  char *rest = h->text;

  if (h->found && h->is_text && header_is_row(r, h)) {
    header_assume(r, h);
    return;
  }
  while (rest && h->found && h->is_text) {
    const char *name  = csv_cell_next(false, &rest);
    const int   place = column_find(r->columns, name);

    if (place < 0) {
      refuse_column(r, h->line, name, findings);
      if (findings->n > CSV_MOST_COLUMNS) return;
      continue;
    }
    if (r->csv->has[place]) {
      finding_add(findings, h->line, "column %s is named twice", r->columns[place].name);
      continue;
    }
    r->csv->has[place]     = true;
    r->place[r->n_cells++] = place;
  }
  if (h->found && h->is_text) check_missing(r, h->line, findings);
}

/* ---- the whole ---- */

static void slice_read(const Parallel *par, const char *path, const Header *h, Reader *r)
{
  const int64_t bytes = h->size - h->end;
  const int64_t begin =
    h->end + bytes / par->size * par->rank + bytes % par->size * par->rank / par->size;
  const int64_t end =
    h->end + bytes / par->size * (par->rank + 1) + bytes % par->size * (par->rank + 1) / par->size;
  CsvSource source;
  /* start one byte early: if that byte is a line feed, a line starts at `begin` */
  const bool opened = csv_source_open(path, begin > h->end ? begin - 1 : begin, &source);

  if (!opened) finding_add(&r->findings, 0, "rank %d cannot open it: %s", par->rank, input_why());
  if (opened && begin > h->end) csv_line_skip(&source, end);
  if (opened) rows_read(r, &source, end);
  csv_source_close(&source);
}

/* Add all findings of `from`; lines: number of lines before those that they count. */
static void findings_add(Findings *findings, const Findings *from, int64_t lines)
{
  const int kept = (int)min_int(from->n, FINDINGS_KEPT);

  for (int k = 0; k < kept; k++) {
    const Finding *f = &from->list[k];

    finding_add(findings, f->line > 0 ? f->line + lines : 0, "%s", f->text);
  }
  findings->n += from->n - kept;
}

/* Turn line and row numbers of the slice into those of the file. Collective. */
static PetscErrorCode number_rows(const Parallel *par, int64_t header_line, Reader *r,
                                  Findings *findings)
{
  Csv    *csv = r->csv;
  int64_t lines;

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(par, r->line, &lines, NULL));
  PetscCall(parallel_offset(par, csv->n, &csv->first, &csv->total));
  lines += header_line;
  for (PetscInt i = 0; i < csv->n; i++) csv->line[i] += lines;
  findings_add(findings, &r->findings, lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode csv_read(const Parallel *par, const char *path, const CsvColumn columns[], Csv *csv,
                        Findings *findings)
{
  Reader    *r;
  Header    *h;
  Findings   of_header = {0};
  const bool first     = par->rank == 0;

  PetscFunctionBeginUser;
  *csv = (Csv){0};
  array_create(&r, sizeof *r, 1);
  array_create(&h, sizeof *h, 1);
  r->columns = columns;
  r->csv     = csv;
  name_add(&r->words, "", NULL);
  if (first) header_find(path, h, &of_header);
  PetscCall(parallel_bcast(par, h, sizeof *h, 0));
  header_read(r, h, &of_header);
  PetscCall(parallel_bcast(par, &of_header.n, sizeof of_header.n, 0));
  if (of_header.n == 0) {
    slice_read(par, path, h, r);
    PetscCall(number_rows(par, h->line, r, findings));
    if (first && csv->total == 0 && r->findings.n == 0)
      finding_add(findings, h->line, "no rows after the header");
  } else if (first) findings_add(findings, &of_header, 0);
  csv->n_words = r->words.n; /* csv takes the names; the rest of the index is freed */
  csv->words   = r->words.names;
  free(r->words.slots);
  array_free(&r);
  array_free(&h);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void csv_free(Csv *csv)
{
  for (int c = 0; c < CSV_MOST_COLUMNS; c++) array_free(&csv->column[c]);
  for (int k = 0; k < csv->n_words; k++) free(csv->words[k]);
  free(csv->words);
  array_free(&csv->line);
  *csv = (Csv){0};
}

/* ---- names in columns of words ---- */

static void refuse_word(const char *word, int64_t line, const char *what, int n,
                        const char *const names[], Findings *findings)
{
  Likeness like = likeness_start(word);
  char     hint[HINT_LENGTH];

  for (int k = 0; k < n; k++) likeness_offer(&like, names[k]);
  if (word[0])
    finding_add(findings, line, "there is no %s '%s'%s%s %s", what, csv_show(word).s,
                likeness_hint(&like, hint),
                like.best[0] ? " There are:" : "; there are:", likeness_offered(&like));
  else finding_add(findings, line, "the name of a %s is missing", what);
}

int csv_width(const CsvColumn columns[])
{
  int n = 0;

  while (columns[n].name) n++;
  return n;
}

PetscErrorCode csv_read_reals(const Parallel *par, const char *path, const CsvColumn columns[],
                              double **rows, int *n, Findings *findings)
{
  const int    width = csv_width(columns);
  const size_t row   = (size_t)width * sizeof **rows;
  Parallel     self;
  Csv          csv;

  PetscFunctionBeginUser;
  if (par->rank == 0) {
    PetscCall(parallel_create(PETSC_COMM_SELF, &self));
    PetscCall(csv_read(&self, path, columns, &csv, findings));
    *n = (int)csv.n;
    array_create(rows, row, csv.n + 1);
    for (PetscInt i = 0; i < csv.n && findings->n == 0; i++)
      for (int k = 0; k < width; k++) (*rows)[i * width + k] = csv_real_or_zero(&csv, k, i);
    csv_free(&csv);
    PetscCall(parallel_destroy(&self));
  }
  PetscCall(findings_gather(par, findings));
  if (findings->n > 0) *n = 0;
  PetscCall(parallel_bcast(par, n, sizeof *n, 0));
  if (par->rank > 0) array_create(rows, row, *n + 1);
  PetscCall(parallel_bcast(par, *rows, (size_t)*n * row, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void csv_resolve(const Csv *csv, int column, const char *what, int n, const char *const names[],
                 int empty, Findings *findings, int **index)
{
  const int32_t *word  = csv->column[column];
  NameIndex      known = {0};
  int           *place, refused = 0; /* place: in names, of each word of the slice; -1: none */

  array_create(&place, sizeof *place, csv->n_words);
  for (int k = 0; k < n; k++) name_add(&known, names[k], NULL);
  place[0] = empty;
  for (int k = 1; k < csv->n_words; k++) place[k] = name_find(&known, csv->words[k]);
  name_free(&known);
  array_create(index, sizeof **index, csv->n);
  for (PetscInt i = 0; i < csv->n; i++) {
    (*index)[i] = place[word[i]];
    if ((*index)[i] >= 0) continue;
    /* lines ascend: later findings would not be kept */
    if (refused++ < FINDINGS_KEPT)
      refuse_word(csv->words[word[i]], csv->line[i], what, n, names, findings);
    else findings->n++;
  }
  array_free(&place);
}
