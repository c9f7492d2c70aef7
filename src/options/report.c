/* SPDX-License-Identifier: MIT */
/* Warnings, and findings merged over ranks. */
#include "options/report.h"
#include "base/mail.h"
#include "base/tell.h"
#include "options/options_internal.h"
#include <stdarg.h>

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
  tell(warnings->par, TELL_WARNING, "clast: warning: %s\n", text);
  keep_warning(warnings, text);
}

void option_warning(const Options *options, Warnings *warnings, const char *kind,
                    const char *object, const char *key, const char *format, ...)
{
  Text    text = {0};
  va_list arguments;

  option_say_place(options, kind, object, key, &text);
  va_start(arguments, format);
  text_vadd(&text, format, arguments);
  va_end(arguments);
  warning_add(warnings, "%s", text.s);
  text_free(&text);
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
  mail_create(par, &mail);
  if (par->rank > 0 && findings->n > 0) mail_post(mail, 0, findings, sizeof *findings);
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *bytes = mail_message(mail, m, NULL, &size);
    Findings    others;

    memcpy(&others, bytes, sizeof others);
    for (int k = 0; k < n_kept(&others); k++) keep(findings, &others.list[k]);
  }
  mail_destroy(&mail);
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

/* ---- numbers that are likely to be mistakes ---- */

#define MANY_FILES 1e5 /* of one object */

typedef struct {
  double         span, step; /* s */
  const Options *options;
  Warnings      *warnings;
} Run;

static bool is_interval(const Option *row)
{
  const size_t at = strlen(row->key);

  return row->unit && strcmp(row->unit, "s") == 0 && at >= 5 &&
         strcmp(row->key + at - 5, "every") == 0 && (at == 5 || row->key[at - 6] == '_');
}

static bool is_start(const Option *row)
{
  return row->unit && strcmp(row->unit, "s") == 0 && strcmp(row->key, "start") == 0;
}

static void look_at_interval(const Run *run, const ValueWalk *at, double every)
{
  const Option *row    = at->row;
  const char   *kind   = at->kind->kind->name;
  const double  each   = max_real(every, run->step);
  const bool    writes = row->flags & (WRITES_FILES | WRITES_ROWS);

  if (!(every > 0) || !isfinite(every)) return;
  if (every > run->span * (1 + 1e-9)) /* rounding */
    option_warning(run->options, run->warnings, kind, at->name, row->key,
                   "%g s is longer than the run, which lasts %g s (run: end_time)", every,
                   run->span);
  else if (writes && every < run->step * (1 - 1e-9))
    option_warning(run->options, run->warnings, kind, at->name, row->key,
                   "%g s is shorter than the time step, %g s: all is written after every step, "
                   "%.3g times until the end",
                   every, run->step, run->span / run->step);
  else if (row->flags & WRITES_FILES && run->span / each > MANY_FILES)
    option_warning(run->options, run->warnings, kind, at->name, row->key,
                   "%g s makes %.3g files until the end", every, run->span / each);
}

/* Warn of a number beyond its usual range; a coefficient of friction may have been meant as an angle. */
static void warn_unusual(const Options *options, const ValueWalk *at, Warnings *warnings)
{
  const double x     = at->value->real;
  Text         angle = {0};

  if (strcmp(at->row->key, "friction") == 0 && x >= 5 && x < 90)
    text_add(&angle, "; if %g are degrees give %.3g", x, tan(x * PI / 180));
  option_warning(options, warnings, at->kind->kind->name, at->name, at->row->key,
                 "%g is far beyond the usual range, 0 to %g%s", x, at->row->usual,
                 angle.n > 0 ? angle.s : "");
  text_free(&angle);
}

void options_warn_unusual(const Options *options, double span, double step, Warnings *warnings)
{
  const Run run = {span, step, options, warnings};
  ValueWalk at  = {0};

  while (value_next(options, &at)) {
    const Option *row  = at.row;
    const Value  *v    = at.value;
    const char   *kind = at.kind->kind->name;
    const bool real = row->type == OPTION_REAL || (row->type == OPTION_REAL_OR_WORD && !v->word[0]);

    if (!real || !v->given || !v->has || v->wrong) continue;
    if (is_start(row) && v->real >= span)
      option_warning(
        options, warnings, kind, at.name, row->key,
        "%g s is not before the end of the run, %g s (run: end_time): nothing comes of it", v->real,
        span);
    if (is_interval(row)) look_at_interval(&run, &at, v->real);
    if (row->usual > 0 && v->real > 2 * row->usual) warn_unusual(options, &at, warnings);
  }
}
