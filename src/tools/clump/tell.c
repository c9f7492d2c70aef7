/* SPDX-License-Identifier: MIT */
/* Messages on stderr. */
#include "tools/clump/tell.h"

#include <stdarg.h>
#include <stdio.h>

static void say(const char *before, const char *format, va_list arguments)
{
  fprintf(stderr, "clast-clump: %s", before);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
}

bool refuse(const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  say("", format, arguments);
  va_end(arguments);
  return false;
}

void note(const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  say("note: ", format, arguments);
  va_end(arguments);
}

bool findings_tell(const char *path, const Findings *findings)
{
  for (int k = 0; k < (int)min_int(findings->n, FINDINGS_KEPT); k++) {
    const Finding *f = &findings->list[k];

    if (f->line > 0) refuse("%s: line %lld: %s", path, (long long)f->line, f->text);
    else refuse("%s: %s", path, f->text);
  }
  if (findings->n > FINDINGS_KEPT)
    refuse("%s: and %lld more", path, (long long)(findings->n - FINDINGS_KEPT));
  return findings->n == 0;
}
