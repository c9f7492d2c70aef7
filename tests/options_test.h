/* SPDX-License-Identifier: MIT */
/* For tests that read options: options of a text, and the report of their mistakes on stderr. A
   test that includes this file defines _POSIX_C_SOURCE 200809L. */
#ifndef OPTIONS_TEST_H
#define OPTIONS_TEST_H

#include <unistd.h>

#include "options/options.h"
#include "test.h"

/* Options of a scenario's text, read and checked. `name` is what messages call the text; the caller
   destroys the options. Collective. */
static inline Options *options_of_text(const Parallel *par, const OptionKind *const kinds[],
                                       const char *text, const char *name)
{
  Options *options;

  CALL(options_create(par, kinds, &options));
  options_read_text(options, text, name);
  CALL(options_check(options));
  return options;
}

enum { SAID_MOST = 1 << 16 };

typedef struct {
  FILE *file;
  int   kept;
} Said;

static inline Said said_begin(void)
{
  Said said = {tmpfile(), dup(2)};

  fflush(stderr);
  if (said.file) dup2(fileno(said.file), 2);
  return said;
}

/* The text is freed by the caller. */
static inline char *said_end(Said *said)
{
  char  *text = calloc(SAID_MOST, 1);
  size_t n    = 0;

  fflush(stderr);
  dup2(said->kept, 2);
  close(said->kept);
  if (said->file && text) {
    rewind(said->file);
    n = fread(text, 1, SAID_MOST - 1, said->file);
    fclose(said->file);
  }
  if (text) text[n] = 0;
  return text;
}

/* Output of options_report on rank 0, "" on the others, freed by the caller; n: mistakes counted.
   Collective. */
static inline char *options_said(const Options *options, int *n)
{
  Said said = said_begin();

  CALL(options_report(options, n));
  return said_end(&said);
}

/* Check that every rank counts n mistakes (n < 0: one or more), and that rank 0 prints the expected
   text, if any. Collective. */
static inline void mistakes_check(const char *where, Options *options, int n, const char *expected)
{
  int   counted = -1;
  char *text    = options_said(options, &counted);

  if (n < 0 ? counted < 1 : counted != n)
    test_fail(__FILE__, __LINE__, "%s: %d mistakes, not %d: %s", where, counted, n, text);
  if (test_rank() == 0 && expected && !strstr(text, expected))
    test_fail(__FILE__, __LINE__, "%s: no \"%s\" in: %s", where, expected, text);
  if (test_rank() != 0 && text[0])
    test_fail(__FILE__, __LINE__, "%s: said by a rank that should be silent: %s", where, text);
  free(text);
}

#endif
