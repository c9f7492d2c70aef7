/* SPDX-License-Identifier: MIT */
/* Numbers that are likely to be mistakes (unlikely.h). */
#include "run/setup/unlikely.h"
#include "run/setup/entry.h"
#include "run/sim.h"

/* Files of one object that are many. */
static const double many_files = 1e5;

/* ---- intervals ---- */

/* Sections that write at each interval; one_file: into one file. */
static const struct {
  const char *section, *key;
  bool        one_file;
} writers[] = {{"output", "frames_every", false}, {"output", NULL, true},
               {"checkpoint", "every", false},    {"dump", "every", false},
               {"image", "every", false},         {"probe", "every", true},
               {"profile", "every", true},        {"monitor", "every", true}};

/* Index in writers; -1: it writes nothing. */
static int writer_of(const OptionNumber *n)
{
  for (int k = 0; k < (int)(sizeof writers / sizeof *writers); k++)
    if (strcmp(writers[k].section, n->kind) == 0 &&
        (!writers[k].key || strcmp(writers[k].key, n->row->key) == 0))
      return k;
  return -1;
}

static bool is_interval(const OptionNumber *n)
{
  const char  *key = n->row->key;
  const size_t at  = strlen(key);

  return n->row->unit && strcmp(n->row->unit, "s") == 0 && at >= 5 &&
         strcmp(key + at - 5, "every") == 0 && (at == 5 || key[at - 6] == '_');
}

static void look_at_interval(Sim *sim, const OptionNumber *n)
{
  const double span = sim->settings.end_time - sim_time(sim),
               step = sim->clock.dt * sim->settings.substeps, each = max_real(n->value, step);
  const char *gap = n->object[0] ? " " : "";
  const int   by  = writer_of(n);

  if (!(n->value > 0) || !isfinite(n->value)) return;
  if (n->value > span * (1 + 1e-9)) /* rounding */
    warning_add(&sim->warnings,
                "%s%s%s: %s: %g s is longer than the run, which lasts %g s (run: end_time)",
                n->kind, gap, n->object, n->row->key, n->value, span);
  else if (by >= 0 && n->value < step * (1 - 1e-9))
    warning_add(&sim->warnings,
                "%s%s%s: %s: %g s is shorter than the time step, %g s: all is written after every "
                "step, %.3g times until the end",
                n->kind, gap, n->object, n->row->key, n->value, step, span / step);
  else if (by >= 0 && !writers[by].one_file && span / each > many_files)
    warning_add(&sim->warnings, "%s%s%s: %s: %g s makes %.3g files until the end", n->kind, gap,
                n->object, n->row->key, n->value, span / each);
}

/* ---- numbers ---- */

static void look_at_number(void *own, const OptionNumber *n)
{
  Sim *sim = own;

  if (is_interval(n)) look_at_interval(sim, n);
  if (n->row->usual > 0 && n->value > 2 * n->row->usual)
    warning_add(&sim->warnings, "%s%s%s: %s: %g is far beyond the usual range, 0 to %g", n->kind,
                n->object[0] ? " " : "", n->object, n->row->key, n->value, n->row->usual);
}

/* ---- inlets ---- */

static void look_at_room(Sim *sim, const SourceForecast *f)
{
  if (isnan(f->due) || !(f->count > f->room)) return;
  warning_add(
    &sim->warnings,
    "%s %s: %.3g clumps are due until the end, but its region has the volume of %.3g in "
    "each release, of %.3g in all: enlarge the region, release more often (every), or give "
    "a lower rate",
    f->kind, f->name, f->count, f->most, f->room);
}

void unlikely_warn(Sim *sim)
{
  options_numbers(sim->options, look_at_number, sim);
  for (PetscInt k = 0; k < sim->entry.sources.n; k++) {
    const SourceForecast f = entry_forecast(sim, k);

    if (f.name) look_at_room(sim, &f);
  }
}

void unlikely_warn_inlets(Sim *sim)
{
  for (PetscInt k = 0; k < sim->entry.sources.n; k++) {
    const SourceForecast f = entry_forecast(sim, k);

    if (!f.name || isnan(f.due) || f.full == 0) continue;
    if ((double)f.entered < 0.9 * f.due &&
        f.due - (double)f.entered > 1.5) /* half a clump, rounded */
      warning_add(&sim->warnings,
                  "%s %s: %" PRId64
                  " of %.6g clumps that were due have entered (%.3g %%), as in %" PRId64
                  " releases one found no place: enlarge its region, let clumps leave it sooner "
                  "(velocity), or give a lower rate",
                  f.kind, f.name, f.entered, f.due, 100 * (double)f.entered / f.due, f.full);
  }
}
