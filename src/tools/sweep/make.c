/* SPDX-License-Identifier: MIT */
/* Tables of sweeps: every combination of values (grid), or a Latin hypercube (M. D. McKay, R.
   J. Beckman, W. J. Conover 1979, Technometrics 21, 239): n rows, and in each column one value
   from each of n equal parts of its range. Only additions, products and quotients: the same on
   any machine. */
#define _POSIX_C_SOURCE 200809L
#include "base/random.h"
#include "base/real_text.h"
#include "output/files.h"
#include "tools/sweep/sweep.h"
#include <errno.h>

enum { ROWS_MOST = 10000000, STREAM_STEP = 1000 };

/* A column: -KEY A,B,C or -KEY FROM:TO[:N][:int]. */
typedef struct {
  const char *key;
  char      **values; /* [n]; NULL: a range */
  PetscInt    n, capacity;
  double      from, to;
  bool        range, whole;
} Column;

typedef struct {
  bool        latin;
  const char *path;
  int64_t     rows, seed;
  Column     *columns;
  PetscInt    n, capacity;
  int         mistakes;
} Make;

PETSC_ATTRIBUTE_FORMAT(2, 3) static void mistake(Make *make, const char *format, ...)
{
  va_list arguments;

  make->mistakes++;
  fprintf(stderr, "clast: -sweep_make: ");
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
}

/* Shortest decimal form that reads back to the same bits. */
static char *number_text(double x)
{
  RealText text = real_text(x);

  if (x == floor(x) && fabs(x) < 1e15) snprintf(text.s, sizeof text.s, "%.0f", x);
  return text_copy(text.s, strlen(text.s));
}

static void value_add(Column *c, char *value)
{
  array_reserve(&c->values, sizeof *c->values, c->n + 1, &c->capacity);
  c->values[c->n++] = value;
}

/* Values with commas between them; in [ ] a value may have commas itself. */
static void read_list(Make *make, Column *c, const char *spec)
{
  const char *at = spec;

  for (bool more = true; more;) {
    const bool   list = *at == '[' && strchr(at, ']');
    const size_t n    = list ? (size_t)(strchr(at, ']') - at) - 1 : strcspn(at, ",");

    value_add(c, text_copy(at + list, n));
    if (*at == '[' && !list) mistake(make, "-%s: '%s': a bracket is not closed", c->key, spec);
    at += n + 2 * (size_t)list;
    more = *at == ',';
    if (*at && !more) mistake(make, "-%s: '%s': a comma is missing after ]", c->key, spec);
    at += more;
  }
}

/* Read FROM:TO, with :N for a grid and :int for whole numbers. c->range: it begins as a range.
   False: it does, but is none. */
static bool read_range(Column *c, const char *spec, int64_t *n)
{
  char *end;

  c->from  = strtod(spec, &end);
  c->range = end > spec && *end == ':';
  if (!c->range) return true;
  spec  = end + 1;
  c->to = strtod(spec, &end);
  if (end == spec || (*end && *end != ':')) return false;
  *n = 0;
  if (*end == ':' && end[1] >= '0' && end[1] <= '9') *n = strtoll(end + 1, &end, 10);
  c->whole = strcmp(end, ":int") == 0;
  return (*end == 0 || c->whole) && isfinite(c->to - c->from) && c->to >= c->from;
}

/* Value k of n of a grid: the short decimal number that differs from it in the last bits only,
   if there is one. */
static double grid_value(const Column *c, int64_t k, int64_t n)
{
  char text[40];

  if (k == 0 || n == 1) return c->from;
  if (k == n - 1) return c->to;
  snprintf(text, sizeof text, "%.15g", c->from + (c->to - c->from) * ((double)k / (double)(n - 1)));
  return strtod(text, NULL);
}

static void read_grid_range(Make *make, Column *c, int64_t n)
{
  if (n == 0 && c->whole) n = llround(c->to - c->from) + 1;
  if (n < 1 || n > ROWS_MOST)
    mistake(make, "-%s: a range of a grid needs the number of its values: FROM:TO:N", c->key);
  else
    for (int64_t k = 0; k < n; k++) {
      const double x = grid_value(c, k, n);

      value_add(c, number_text(c->whole ? floor(x + 0.5) : x));
    }
}

static void read_column(Make *make, const char *key, const char *spec)
{
  Column  c = {.key = key};
  int64_t n = 0;

  for (PetscInt k = 0; k < make->n; k++)
    if (strcmp(make->columns[k].key, key) == 0) mistake(make, "-%s is there twice", key);
  if (strcmp(key, "name") == 0) mistake(make, "-name: rows are named row-1, row-2, ...");
  if (!read_range(&c, spec, &n))
    mistake(make,
            "-%s: '%s': a range is FROM:TO, FROM:TO:N, FROM:TO:int or FROM:TO:N:int, two numbers, "
            "the second not below the first",
            key, spec);
  else if (c.range && make->latin && n > 0)
    mistake(make, "-%s: '%s': a Latin hypercube has -sweep_rows values of each range: FROM:TO", key,
            spec);
  else if (c.range && !make->latin) read_grid_range(make, &c, n);
  else if (!c.range) read_list(make, &c, spec);
  array_reserve(&make->columns, sizeof *make->columns, make->n + 1, &make->capacity);
  make->columns[make->n++] = c;
}

static const char *key_of(const char *word)
{
  return word[0] == '-' ? word + 1 + (word[1] == '-') : "";
}

bool sweep_make_is_asked(int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    if (strcmp(key_of(argv[k]), "sweep_make") == 0) return true;
  return false;
}

static void read_whole(Make *make, const char *key, const char *text, int64_t lo, int64_t *value)
{
  char *end;

  *value = strtoll(text, &end, 10);
  if (end == text || *end || *value < lo || *value > ROWS_MOST * (lo ? 1 : (int64_t)900000000))
    mistake(make, "-%s: '%s' is no whole number from %lld on that is not too large", key, text,
            (long long)lo);
}

/* Read the words of the command line: first the keys of the table, then in a second pass (columns)
   its columns in their order. */
static void read_words(Make *make, int argc, char **argv, bool columns)
{
  for (int k = 1; k < argc; k++) {
    const char *key = key_of(argv[k]), *value = k + 1 < argc ? argv[k + 1] : NULL;

    if (!key[0] && !columns) mistake(make, "'%s' is no option", argv[k]);
    if (!key[0]) continue;
    k++;
    if (!value) {
      if (!columns) mistake(make, "-%s has no value", key);
    } else if (strcmp(key, "sweep_make") == 0) {
      make->latin = strcmp(value, "latin") == 0;
      if (!columns && !make->latin && strcmp(value, "grid") != 0)
        mistake(make, "'%s' is neither grid nor latin", value);
    } else if (strcmp(key, "sweep") == 0) make->path = value;
    else if (strcmp(key, "sweep_rows") == 0) {
      if (!columns) read_whole(make, key, value, 1, &make->rows);
    } else if (strcmp(key, "sweep_seed") == 0) {
      if (!columns) read_whole(make, key, value, 0, &make->seed);
    } else if (columns) read_column(make, key, value);
  }
}

static void check_make(Make *make)
{
  double rows = 1;

  if (make->n == 0) mistake(make, "there are no columns: give -KEY A,B,C or -KEY FROM:TO:N");
  if (!make->path) mistake(make, "-sweep TABLE.csv is missing, the table to write");
  if (make->latin && make->rows == 0)
    mistake(make, "-sweep_rows is missing, the number of rows of a Latin hypercube");
  if (!make->latin && make->rows > 0)
    mistake(make, "-sweep_rows is for latin: a grid has all combinations");
  for (PetscInt k = 0; k < make->n && !make->latin; k++) rows *= (double)make->columns[k].n;
  if (rows > ROWS_MOST) mistake(make, "%.3g rows are more than %d", rows, ROWS_MOST);
  if (!make->latin) make->rows = (int64_t)rows;
}

/* A cell; the caller frees it. Of a grid, whose ranges are lists of values, the last column runs
   fastest. */
static char *cell_of(const Make *make, PetscInt column, int64_t row)
{
  const Column  *c      = &make->columns[column];
  const uint64_t stream = RANDOM_SWEEP + STREAM_STEP * ((uint64_t)column + 1);
  const int64_t  part   = random_shuffled((uint64_t)make->seed, stream, make->rows, row);
  Random         random = random_stream((uint64_t)make->seed, stream, (uint64_t)row);
  int64_t        value  = make->latin ? part : row;

  if (c->range && make->latin) { /* a random place in the part of the range */
    const double at = ((double)part + random_real(&random)) / (double)make->rows;

    return number_text(c->whole ? floor(c->from + (c->to - c->from + 1) * at)
                                : c->from + (c->to - c->from) * at);
  }
  for (PetscInt k = make->n - 1; k > column && !make->latin; k--) value /= make->columns[k].n;
  return text_copy(c->values[value % c->n], strlen(c->values[value % c->n]));
}

static void say_table(const Make *make, Text *text)
{
  const int digits = snprintf(NULL, 0, "%lld", (long long)make->rows);

  text_add(text, "name");
  for (PetscInt k = 0; k < make->n; k++) text_add(text, ",%s", make->columns[k].key);
  text_add(text, "\n");
  for (int64_t r = 0; r < make->rows; r++) {
    text_add(text, "row-%0*lld", digits, (long long)r + 1);
    for (PetscInt k = 0; k < make->n; k++) {
      char *cell = cell_of(make, k, r);

      text_add(text, ",");
      table_say_cell(text, cell);
      free(cell);
    }
    text_add(text, "\n");
  }
}

static bool write_table(const Make *make, const Text *text)
{
  char       why[FAULT_LENGTH] = "";
  FileTarget target;
  FILE      *file;
  bool       good;

  good = file_target(make->path, &target, why, sizeof why) && file_begin(&target, why, sizeof why);
  file = good ? fopen(target.unfinished, "w") : NULL;
  if (good && !file) snprintf(why, sizeof why, "%.900s: %s", make->path, strerror(errno));
  if (good) {
    const bool done = file && fwrite(text->s, 1, text->n, file) == text->n && fflush(file) == 0;

    if (file && !done) snprintf(why, sizeof why, "%.900s: %s", make->path, strerror(errno));
    if (file) fclose(file);
    good = file_finish(&target, done, why, sizeof why);
  }
  if (!good) fprintf(stderr, "clast: -sweep_make: %s\n", why);
  return good;
}

int sweep_make(int argc, char **argv)
{
  Make make   = {.seed = 1};
  Text text   = {0};
  int  status = EXIT_USAGE;

  read_words(&make, argc, argv, false);
  read_words(&make, argc, argv, true);
  check_make(&make);
  if (make.mistakes == 0) {
    say_table(&make, &text);
    status = write_table(&make, &text) ? EXIT_DONE : EXIT_WRITING;
    if (status == EXIT_DONE) printf("clast: %s: %lld rows\n", make.path, (long long)make.rows);
    text_free(&text);
  }
  for (PetscInt k = 0; k < make.n; k++) {
    for (PetscInt v = 0; v < make.columns[k].n; v++) free(make.columns[k].values[v]);
    array_free(&make.columns[k].values);
  }
  array_free(&make.columns);
  return status;
}
