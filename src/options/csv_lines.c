/* SPDX-License-Identifier: MIT */
/* Lines of a slice of a file, and the cells of a line. */
#include "options/csv_internal.h"
#include "options/input.h"
#include "options/text.h"
#include <errno.h>

/* ---- lines ---- */

enum { BUFFER_SIZE = 1 << 20 };

bool csv_source_open(const char *path, int64_t position, CsvSource *s)
{
  *s = (CsvSource){.position = position};
  array_create(&s->buffer, 1, BUFFER_SIZE);
  s->file = input_open(path);
  return s->file && fseek(s->file, (long)position, SEEK_SET) == 0;
}

void csv_source_close(CsvSource *s)
{
  if (s->file) fclose(s->file);
  array_free(&s->buffer);
  s->file = NULL;
}

/* Number of buffered bytes up to and including the next line feed (*ends: there is one); fills an
   empty buffer. 0 at the end of the file or after a read error. */
static size_t source_peek(CsvSource *s, bool *ends)
{
  const char *feed;

  if (s->at == s->n) {
    s->n  = fread(s->buffer, 1, BUFFER_SIZE, s->file);
    s->at = 0;
  }
  feed  = s->n > s->at ? memchr(s->buffer + s->at, '\n', s->n - s->at) : NULL;
  *ends = feed != NULL;
  return feed ? (size_t)(feed - (s->buffer + s->at)) + 1 : s->n - s->at;
}

bool csv_line_read(CsvSource *s, CsvLine *line)
{
  bool ends = false, any = false;

  line->n   = 0;
  line->cut = false;
  while (!ends) {
    const size_t bytes = source_peek(s, &ends), text = bytes - (ends ? 1 : 0),
                 room = CSV_LINE_LENGTH - line->n;

    if (bytes == 0) break;
    any       = true;
    line->cut = line->cut || text > room;
    memcpy(line->text + line->n, s->buffer + s->at, text < room ? text : room);
    line->n += text < room ? text : room;
    s->at += bytes;
    s->position += (int64_t)bytes;
  }
  if (line->n > 0 && !line->cut && line->text[line->n - 1] == '\r') line->n--;
  line->text[line->n] = 0;
  return any;
}

void csv_line_skip(CsvSource *s, int64_t end)
{
  bool ends = false;

  while (!ends && s->position < end) {
    const size_t bytes = source_peek(s, &ends);

    if (bytes == 0) return;
    s->at += bytes;
    s->position += (int64_t)bytes;
  }
}

bool csv_line_is_text(CsvLine *line, int64_t number, Findings *findings)
{
  for (size_t k = 0; k < line->n; k++) {
    const unsigned char c = (unsigned char)line->text[k];

    if ((c >= 32 || c == '\t') && c != 127) continue;
    finding_add(findings, number, "holds the byte %d: not a text file", c);
    return false;
  }
  if (line->cut) finding_add(findings, number, "longer than %d characters", CSV_LINE_LENGTH);
  return !line->cut;
}

int csv_skip_byte_order_mark(CsvLine *line)
{
  if (line->n < 3 || memcmp(line->text, "\xEF\xBB\xBF", 3) != 0) return 0;
  line->n -= 3;
  memmove(line->text, line->text + 3, line->n + 1);
  return 3;
}

/* ---- cells ---- */

static bool is_blank(char c)
{
  return c == ' ' || c == '\t';
}

char *csv_trim(char *text)
{
  char *end;

  while (is_blank(*text)) text++;
  end = text + strcspn(text, "#");
  while (end > text && is_blank(end[-1])) end--;
  *end = 0;
  return text;
}

/* Next cell of a line in which semicolons and blanks separate cells, too; *rest moves behind it. */
static char *cell_next_bare(char **rest)
{
  char *cell = *rest, *end = cell + strcspn(cell, ",; \t"), *next = end + strspn(end, " \t");

  if (*next == ',' || *next == ';') next++;
  next += strspn(next, " \t");
  *rest = *end ? next : NULL;
  *end  = 0;
  return cell;
}

char *csv_cell_next(bool bare, char **rest)
{
  if (bare) return cell_next_bare(rest);
  char *cell = *rest, *comma = strchr(cell, ',');

  if (comma) *comma = 0;
  *rest = comma ? comma + 1 : NULL;
  return csv_trim(cell);
}

CsvShown csv_show(const char *cell)
{
  CsvShown shown;
  int      n = 0;

  for (; cell[n] && n < CSV_CELL_SHOWN; n++) {
    const unsigned char c = (unsigned char)cell[n];

    shown.s[n] = (char)(c < 32 || c == 127 ? '?' : c);
  }
  strcpy(shown.s + n, cell[n] ? "..." : "");
  return shown;
}

bool csv_real_parse(const char *cell, unsigned flags, double *value)
{
  char *end;

  *value = strtod(cell, &end);
  return end != cell && *end == 0 && isfinite(*value) && (!(flags & CSV_POSITIVE) || *value > 0) &&
         (!(flags & CSV_ZERO) || *value == 0);
}

bool csv_id_parse(const char *cell, Id *value)
{
  char     *end;
  long long number;

  errno  = 0;
  number = strtoll(cell, &end, 10);
  *value = number;
  return end != cell && *end == 0 && errno == 0;
}
