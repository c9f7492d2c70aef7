/* SPDX-License-Identifier: MIT */
/* Warnings, and findings merged over ranks. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mail.h"
#include "options/report.h"

/* Keep the text of a warning, if there is memory for it. */
static void keep_warning(Warnings *w, const char *text)
{
  const size_t length = strlen(text) + 1;
  char        *longer;

  if (w->length + length > WARNINGS_KEPT) return;
  longer = realloc(w->text, w->length + length + 1);
  if (!longer) return;
  w->text = longer;
  snprintf(w->text + w->length, length + 1, "%s\n", text);
  w->length += length;
}

void warning_add(Warnings *warnings, const char *format, ...)
{
  va_list arguments;
  char    text[1024];

  warnings->n++;
  if (warnings->silent) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  fprintf(stderr, "clast: warning: %s\n", text);
  keep_warning(warnings, text);
}

void warnings_free(Warnings *warnings)
{
  free(warnings->text);
  warnings->text   = NULL;
  warnings->length = 0;
}

static int n_kept(const Findings *findings)
{
  return (int)min_int(findings->n, FINDINGS_KEPT);
}

/* Insert by line, after those of the same line; the last is dropped when the list is full. */
static void keep(Findings *findings, const Finding *finding)
{
  int at = n_kept(findings);

  findings->n++;
  while (at > 0 && findings->list[at - 1].line > finding->line) at--;
  if (at == FINDINGS_KEPT) return;
  for (int k = n_kept(findings) - 1; k > at; k--) findings->list[k] = findings->list[k - 1];
  findings->list[at] = *finding;
}

void finding_add(Findings *findings, int64_t line, const char *format, ...)
{
  Finding finding = {.line = line};
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(finding.text, sizeof finding.text, format, arguments);
  va_end(arguments);
  keep(findings, &finding);
}

/* Rank 0 merges the kept findings of the others; messages are ordered by rank, which is the order
   of slices. Collective. */
static PetscErrorCode merge(const Parallel *par, Findings *findings)
{
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  if (par->rank > 0 && findings->n > 0) PetscCall(mail_post(mail, 0, findings, sizeof *findings));
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *bytes = mail_message(mail, m, NULL, &size);
    Findings    others;

    memcpy(&others, bytes, sizeof others);
    for (int k = 0; k < n_kept(&others); k++) keep(findings, &others.list[k]);
  }
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode findings_gather(const Parallel *par, Findings *findings)
{
  int64_t n = findings->n;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(par, &n, 1));
  if (n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(merge(par, findings));
  findings->n = n;
  PetscCall(parallel_bcast(par, findings, sizeof *findings, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void findings_report(const Findings *findings, Options *options, const char *kind,
                     const char *object, const char *key)
{
  const int kept = n_kept(findings);

  for (int k = 0; k < kept; k++) {
    const Finding *f = &findings->list[k];

    if (f->line > 0)
      option_mistake(options, kind, object, key, "line %" PRId64 ": %s", f->line, f->text);
    else option_mistake(options, kind, object, key, "%s", f->text);
  }
  if (findings->n > kept)
    option_mistake(options, kind, object, key, "... and %" PRId64 " more", findings->n - kept);
}
