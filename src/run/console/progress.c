/* SPDX-License-Identifier: MIT */
/* Progress of a run: a line on a terminal, rows at increasing intervals elsewhere. A rank cannot
   find out whether its output ends at a terminal: Open MPI's mpirun connects stderr of a rank to a
   pipe and stdout to a pseudo-terminal, whatever its own streams are. */
#define _POSIX_C_SOURCE 200809L
#include "run/console/console.h"
#include <unistd.h>

enum { LINE_WIDTH = 79 };

static double now(void)
{
  PetscLogDouble seconds;

  (void)PetscTime(&seconds);
  return seconds;
}

static bool has_terminal(void)
{
  const char *word = getenv("CLAST_TERMINAL");

  return isatty(STDERR_FILENO) || (word && strcmp(word, "1") == 0);
}

Progress progress_start(const Sim *sim, int64_t last, int64_t pebbles)
{
  const char *word = option_word(sim->options, "", NULL, "progress");
  const bool  line = strcmp(word, "line") == 0 || (strcmp(word, "auto") == 0 && has_terminal());
  Progress    p    = {.first   = sim->clock.step,
                      .last    = last,
                      .step    = sim->clock.step,
                      .pebbles = pebbles,
                      .start   = now(),
                      .next    = 1};

  p.shown = p.start;
  p.line  = sim->par.rank == 0 && line;
  p.rows  = sim->par.rank == 0 && !line && strcmp(word, "none") != 0;
  return p;
}

/* Time at which the row after the one due at `seconds` is due. */
static double next_row(double seconds)
{
  static const double early[] = {1, 2, 5, 10, 30, 60, 120, 300, 600};

  for (size_t k = 0; k < sizeof early / sizeof *early; k++)
    if (seconds < early[k]) return early[k];
  return 1.1 * seconds;
}

static void say_duration(double seconds, char *text, size_t size)
{
  if (seconds < 100) snprintf(text, size, "%.0f s", seconds);
  else if (seconds < 6000) snprintf(text, size, "%.0f min", seconds / 60);
  else if (seconds < 360000) snprintf(text, size, "%.1f h", seconds / 3600);
  else snprintf(text, size, "%.1f days", seconds / 86400);
}

/* Mean of the last rate and the new one, as checkpoints and rebuilds disturb single rates. */
static void find_rate(Progress *p, const Sim *sim, double time)
{
  const double rate = (double)(sim->clock.step - p->step) / (time - p->shown);

  p->rate  = p->rate > 0 ? 0.5 * (p->rate + rate) : rate;
  p->step  = sim->clock.step;
  p->shown = time;
}

void progress_show(Progress *p, const Sim *sim)
{
  const double time = p->line || p->rows ? now() : 0;
  char         text[200], left[40];

  if (!p->line && !p->rows) return;
  if (time - p->shown < 0.5 || (p->rows && time - p->start < p->next) || sim->clock.step == p->step)
    return;
  find_rate(p, sim, time);
  say_duration((double)(p->last - sim->clock.step) / p->rate, left, sizeof left);
  snprintf(text, sizeof text, "t = %.5g of %.5g s, %.3g steps/s, %.3g pebble-steps/s, %s to go",
           sim_time(sim), sim->settings.end_time, p->rate, p->rate * (double)p->pebbles, left);
  if (p->line) fprintf(stderr, "%-*.*s\r", LINE_WIDTH, LINE_WIDTH, text);
  else printf("clast: %s\n", text);
  fflush(p->line ? stderr : stdout);
  p->open = p->line;
  while (p->next <= time - p->start) p->next = next_row(p->next);
}

void progress_end(Progress *p)
{
  if (p->open) fprintf(stderr, "%*s\r", LINE_WIDTH, "");
  p->open = false;
}
