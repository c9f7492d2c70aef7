/* SPDX-License-Identifier: MIT */
/* Numbers of a row for sweep.csv, from the tables in its folder. */
#include "output/files.h"
#include "tools/sweep/results.h"
#include <math.h>
#include <stdio.h>

enum { LINE_MOST = 1 << 16 };

typedef enum { TAKE_LAST, TAKE_FIRST, TAKE_MIN, TAKE_MAX, TAKE_MEAN, TAKES } Take;

static const char *const take_names[] = {"last", "first", "min", "max", "mean"};

/* A word FILE.csv:COLUMN[:TAKE]. */
typedef struct {
  char file[4 * NAME_LENGTH], column[4 * NAME_LENGTH];
  Take take;
} Asked;

static bool asked_read(const char *word, Asked *a)
{
  char      take[NAME_LENGTH] = "last";
  const int n                 = sscanf(word, "%255[^:]:%255[^:]:%63s", a->file, a->column, take);

  const size_t length = n > 0 ? strlen(a->file) : 0;

  if (length < 5 || strcmp(a->file + length - 4, ".csv") != 0) return false;
  if (a->file[0] == '/' || strstr(a->file, "..")) return false;
  for (a->take = 0; a->take < TAKES; a->take++)
    if (strcmp(take, take_names[a->take]) == 0) break;
  return n >= 2 && a->take < TAKES;
}

const char *collect_fault(const char *word)
{
  Asked a;

  return asked_read(word, &a)
           ? NULL
           : "write FILE.csv:COLUMN, or with :first, :min, :max or :mean; FILE in "
             "the row's folder, such as monitors/NAME.csv";
}

/* Place of a column in a header; -1: none. */
static int place_of(const char *header, const char *column)
{
  const size_t n = strlen(column);
  int          k = 0;

  for (const char *at = header; *at; k++) {
    const size_t length = strcspn(at, ",\r\n");

    if (length == n && strncmp(at, column, n) == 0) return k;
    at += length;
    if (*at != ',') return -1;
    at++;
  }
  return -1;
}

/* The k-th cell of a line; false: it has fewer. */
static bool cell_of(const char *line, int k, char cell[NAME_LENGTH])
{
  for (; k > 0; k--) {
    line = strchr(line, ',');
    if (!line) return false;
    line++;
  }
  snprintf(cell, NAME_LENGTH, "%.*s", (int)min_int((int64_t)strcspn(line, ",\r\n"), 63), line);
  return true;
}

/* Take the numbers of a column one by one. */
typedef struct {
  double  sum, low, high;
  int64_t n;
  char    first[NAME_LENGTH], last[NAME_LENGTH];
} Series;

static void series_add(Series *s, const char *cell)
{
  const double x = strtod(cell, NULL);

  if (s->n == 0) memcpy(s->first, cell, NAME_LENGTH);
  memcpy(s->last, cell, NAME_LENGTH);
  s->low  = s->n == 0 ? x : min_real(s->low, x);
  s->high = s->n == 0 ? x : max_real(s->high, x);
  s->sum += x;
  s->n++;
}

static void series_say(const Series *s, Take take, Text *text)
{
  const double value = take == TAKE_MIN   ? s->low
                       : take == TAKE_MAX ? s->high
                                          : s->sum / (double)max_int(1, s->n);

  if (s->n == 0) return;
  if (take == TAKE_LAST) text_add(text, "%s", s->last);
  else if (take == TAKE_FIRST) text_add(text, "%s", s->first);
  else text_add(text, "%.17g", value);
}

/* A whole line of the file; false: no more. */
static bool line_read(FILE *file, char *line)
{
  return fgets(line, LINE_MOST, file) && strchr(line, '\n');
}

static void say_asked(const char *folder, const Asked *a, char *line, Text *text)
{
  char   path[FILE_PATH], cell[NAME_LENGTH];
  Series s = {0};
  FILE  *file;
  int    place = -1;

  snprintf(path, sizeof path, "%s/%s", folder, a->file);
  file = fopen(path, "r");
  while (file && line_read(file, line)) {
    if (line[0] == '#') continue;
    if (place < 0) place = place_of(line, a->column);
    else if (cell_of(line, place, cell)) series_add(&s, cell);
    if (place < 0) break;
  }
  if (file) fclose(file);
  series_say(&s, a->take, text);
}

/* Header and last row of log.csv: lines of LINE_MOST bytes, "" if there are none. The last row is
   looked for at the end of the file. */
static void ends_of_log(const char *folder, char *header, char *last)
{
  char  path[FILE_PATH];
  char *next = malloc(LINE_MOST);
  FILE *file;
  long  size;

  header[0] = last[0] = 0;
  snprintf(path, sizeof path, "%s/log.csv", folder);
  file = next ? fopen(path, "r") : NULL;
  if (file && line_read(file, header) && fseek(file, 0, SEEK_END) == 0) {
    size = ftell(file);
    (void)fseek(file, size > LINE_MOST ? size - LINE_MOST : (long)strlen(header), SEEK_SET);
    if (size > LINE_MOST) (void)line_read(file, next); /* the rest of a row */
    while (line_read(file, next)) memcpy(last, next, strlen(next) + 1);
  }
  if (file) fclose(file);
  free(next);
}

void row_harvest(const char *folder, int n_asked, const char *const asked[], Text *harvest)
{
  char *header = text_room(NULL, LINE_MOST), *last = text_room(NULL, LINE_MOST);
  Text  numbers = {0};
  char  name[NAME_LENGTH], number[NAME_LENGTH];

  ends_of_log(folder, header, last);
  for (int k = 0; cell_of(header, k, name) && cell_of(last, k, number); k++) {
    if (strcmp(name, "wall_time") == 0) continue;
    text_add(harvest, "%s%s", harvest->n > 0 ? "," : "", name);
    text_add(&numbers, "%s%s", numbers.n > 0 ? "," : "", number);
  }
  for (int k = 0; k < n_asked; k++) {
    Asked a;

    if (!asked_read(asked[k], &a)) continue;
    text_add(&numbers, "%s", harvest->n > 0 ? "," : "");
    text_add(harvest, "%s%s", harvest->n > 0 ? "," : "", asked[k]);
    say_asked(folder, &a, header, &numbers);
  }
  text_add(harvest, "\n%s\n", numbers.s ? numbers.s : "");
  free(header);
  free(last);
  text_free(&numbers);
}
