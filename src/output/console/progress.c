/* SPDX-License-Identifier: MIT */
/* Progress of a run: a line on a terminal, rows at increasing intervals elsewhere. A rank cannot
   find out whether its output ends at a terminal: Open MPI's mpirun connects stderr of a rank to a
   pipe and stdout to a pseudo-terminal, whatever its own streams are. */
#define _POSIX_C_SOURCE 200809L
#include "base/tell.h"
#include "output/console/console.h"
#include <unistd.h>

enum { LINE_WIDTH = 79 };

bool progress_is_line(const Options *options)
{
  const char *word     = option_word(options, "", NULL, "progress");
  const char *given    = getenv("CLAST_TERMINAL");
  const bool  terminal = isatty(STDERR_FILENO) || (given && strcmp(given, "1") == 0);

  return strcmp(word, "line") == 0 || (strcmp(word, "auto") == 0 && terminal);
}

Progress progress_start(const World *w, int64_t last)
{
  const char *word = option_word(w->options, "", NULL, "progress");
  const bool  line = messages_print(w->par, TELL_PROGRESS) && progress_is_line(w->options);
  Progress    p    = {.last = last, .step = w->clock->step, .start = wall_seconds(), .next = 1};

  p.shown = p.start;
  p.line  = w->par->rank == 0 && line;
  p.rows  = w->par->rank == 0 && !line && strcmp(word, "none") != 0;
  return p;
}

double progress_next(double seconds)
{
  static const double early[] = {1, 2, 5, 10, 30, 60, 120, 300, 600};

  for (size_t k = 0; k < sizeof early / sizeof *early; k++)
    if (seconds < early[k]) return early[k];
  return 1.1 * seconds;
}

void progress_say_duration(double seconds, char *text, size_t size)
{
  if (seconds < 100) snprintf(text, size, "%.0f s", seconds);
  else if (seconds < 6000) snprintf(text, size, "%.0f min", seconds / 60);
  else if (seconds < 360000) snprintf(text, size, "%.1f h", seconds / 3600);
  else snprintf(text, size, "%.1f days", seconds / 86400);
}

void progress_show(Progress *p, const World *w, int64_t pebbles)
{
  const double time = p->line || p->rows ? wall_seconds() : 0;
  char         text[200], left[40];
  double       rate;

  if (!p->line && !p->rows) return;
  if (time - p->shown < 0.5 || (p->rows && time - p->start < p->next) || w->clock->step == p->step)
    return;
  rate = (double)(w->clock->step - p->step) / (time - p->shown);
  /* the mean of the last rate and the new one, as checkpoints and rebuilds disturb single rates */
  p->rate  = p->rate > 0 ? 0.5 * (p->rate + rate) : rate;
  p->step  = w->clock->step;
  p->shown = time;
  progress_say_duration((double)(p->last - w->clock->step) / p->rate, left, sizeof left);
  snprintf(text, sizeof text, "t = %.5g of %.5g s, %.3g steps/s, %.3g pebble-steps/s, %s to go",
           clock_time(w->clock), w->end, p->rate, p->rate * (double)pebbles, left);
  if (p->line) fprintf(stderr, "%-*.*s\r", LINE_WIDTH, LINE_WIDTH, text);
  else tell(w->par, TELL_PROGRESS, "clast: %s\n", text);
  if (p->line) fflush(stderr);
  else tell_now(w->par, TELL_PROGRESS);
  p->open = p->line;
  while (p->next <= time - p->start) p->next = progress_next(p->next);
}

void progress_end(Progress *p)
{
  if (p->open) fprintf(stderr, "%*s\r", LINE_WIDTH, "");
  p->open = false;
}
