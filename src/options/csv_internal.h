/* SPDX-License-Identifier: MIT */
/* Parts that the sources of csv.h share. */
#ifndef OPTIONS_CSV_INTERNAL_H
#define OPTIONS_CSV_INTERNAL_H

#include "options/csv.h"

/* ---- csv_lines.c: lines of a slice, and the cells of a line ---- */

typedef struct {
  FILE   *file;
  char   *buffer;
  size_t  n, at;    /* bytes in the buffer; index of the next one */
  int64_t position; /* of the next byte in the file */
} CsvSource;

typedef struct {
  char   text[CSV_LINE_LENGTH + 1];
  size_t n;   /* bytes of text, without the line end */
  bool   cut; /* the line is longer than CSV_LINE_LENGTH */
} CsvLine;

/* Open the file at this position. Returns false if it cannot be opened. */
bool csv_source_open(const char *path, int64_t position, CsvSource *s);
void csv_source_close(CsvSource *s);
/* Read a line without its end; false at the end of the file. */
bool csv_line_read(CsvSource *s, CsvLine *line);
/* Skip past the next line feed; may stop without one at a position >= end. */
void csv_line_skip(CsvSource *s, int64_t end);
/* Note a finding if the line is too long, or is no text. */
bool csv_line_is_text(CsvLine *line, int64_t number, Findings *findings);
/* Skip it; returns the number of bytes skipped. */
int csv_skip_byte_order_mark(CsvLine *line);

/* Remove a comment from # on and blanks at both ends, in place. */
char *csv_trim(char *text);
/* Next cell of *rest, without blanks around it; *rest becomes NULL after the last cell. */
char *csv_cell_next(bool bare, char **rest);
/* A cell as a number; false: it is none, or flags do not allow it. */
bool csv_real_parse(const char *cell, unsigned flags, double *value);
bool csv_id_parse(const char *cell, Id *value);

/* The part of a cell that a message shows. */
typedef struct {
  char s[CSV_CELL_SHOWN + 4];
} CsvShown;

CsvShown csv_show(const char *cell);

#endif
