/* SPDX-License-Identifier: MIT */
/* Dumps in a run (dumping.h). */
#include "run/dumping.h"
#include "base/bounds.h"
#include "base/text.h"
#include "constraint/hard/hard.h"
#include "matter/group_read.h"
#include "options/rows.h"
#include "options/selection.h"
#include "output/table/status.h"
#include "run/console/run_output.h"
#include "run/lists/rebuild.h"
#include "run/showing.h"
#include "run/sim.h"

/* clang-format off */
static const Option dump_options[] = {
  REAL(IN(Dump, every),  "s", REQUIRED, POSITIVE,            "time between frames"),
  PLUGIN(KEY_IN("what", Dump, plan.kind), REQUIRED, dump_kinds,   "what is written"),
  PLUGIN(KEY_IN("format", Dump, plan.format), "vtkhdf", dump_formats,
      "lammps and xyz: pebbles and clumps alone"),
  WORDS(KEY("fields"), OPTIONAL, "columns beside keys and places (docs/output.md); without it all"),
  WORDS(KEY("groups"),   OPTIONAL,
      "groups of clumps, name or slot=name: these alone, and contacts with one of them"),
  INTS(KEY("ids"),       OPTIONAL, ANY_NUMBER,
      "ids of clumps: these alone, and contacts with one of them", .also = "id"),
  VEC3_PLANAR(KEY("lo"), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "with hi: what has its centre, or its contact point, in this box alone"),
  VEC3_PLANAR(KEY("hi"), "m", OPTIONAL, SIGNED(LENGTH_MOST), "corner of the box opposite to lo"),
  INT(KEY_IN("compress", Dump, plan.compress), "0",      UP_TO(9),
      "with format: vtkhdf: level of compression (0: none)"),
  {NULL},
};
/* clang-format on */

const OptionKind dump_kind = {.name    = "dump",
                              .named   = true,
                              .options = dump_options,
                              .text    = "files of pebbles, clumps, contacts, walls and bonds"};

/* ---- reading ---- */

static void unknown_field(const Sim *sim, const Dump *d, const char *word)
{
  const DumpColumn *columns = d->plan.kind->columns;
  Likeness          like    = likeness_start(word);
  char              hint[HINT_LENGTH];
  Text              known = {0};

  for (const DumpColumn *c = columns; c->name; c++) {
    likeness_offer(&like, c->name);
    text_add(&known, "%s%s", c > columns ? " " : "", c->name);
  }
  option_mistake(sim->options, "dump", d->plan.name, "fields", "%s have no field '%s'%s; known: %s",
                 d->plan.kind->head.name, word, likeness_hint(&like, hint), known.s);
  text_free(&known);
}

static bool is_among(const char *name, int n, const char *const *words)
{
  for (int k = 0; k < n; k++)
    if (strcmp(words[k], name) == 0) return true;
  return false;
}

static void read_fields(const Sim *sim, Dump *d)
{
  const char *const *words;
  const int          n =
    selection_fields(sim->options, "dump", d->plan.name, "fields", DUMP_COLUMNS, &words);

  for (int k = 0; k < n; k++) {
    const DumpColumn *c = d->plan.kind->columns;

    while (c->name && strcmp(c->name, words[k]) != 0) c++;
    if (!c->name) unknown_field(sim, d, words[k]);
  }
  for (const DumpColumn *c = d->plan.kind->columns; c->name; c++)
    if (n == 0 || c->flags & (DUMP_KEY | DUMP_PLACE) || is_among(c->name, n, words))
      d->plan.column[d->plan.n_columns++] = c;
}

static void read_region(const Sim *sim, Dump *d)
{
  Options   *o  = sim->options;
  const bool lo = option_has_value(o, "dump", d->plan.name, "lo"),
             hi = option_has_value(o, "dump", d->plan.name, "hi");

  d->boxed = lo && hi;
  if (lo != hi)
    option_mistake(o, "dump", d->plan.name, lo ? "hi" : "lo", "missing: a region has lo and hi");
  if (d->boxed)
    selection_box(o, "dump", d->plan.name, sim->settings.dimension, true, &d->lo, &d->hi);
}

static void check(const Sim *sim, const Dump *d)
{
  Options *o = sim->options;

  if (!(d->plan.format->kinds >> d->what & 1))
    option_mistake(o, "dump", d->plan.name, "format",
                   "%s is for pebbles and clumps: give vtkhdf, vtp or csv",
                   d->plan.format->head.name);
  if (d->plan.compress > 0 && !d->plan.format->packs)
    option_mistake(o, "dump", d->plan.name, "compress", "only with format: vtkhdf; leave it out");
  if (d->what == DUMP_BONDS && !links_are_used(&sim->links))
    option_mistake(o, "dump", d->plan.name, "what",
                   "bonds: the scenario has no spring, bond or constraint");
  if (d->what == DUMP_WALLS && sim->walls.n == 0)
    option_mistake(o, "dump", d->plan.name, "what", "walls: the scenario has none");
}

static void read_one(Sim *sim, const char *name, Dump *d)
{
  Options *o = sim->options;

  *d = (Dump){.sim = sim, .plan = {.name = name}};
  options_read_into(o, "dump", name, dump_options, d);
  if (!d->plan.kind || !d->plan.format) return; /* a mistake that was noted */
  d->what = (DumpWhat)plugin_index(dump_kinds, d->plan.kind->head.name);
  d->ids  = option_ints(o, "dump", name, "ids", &d->n_ids);
  groups_selected(o, "dump", name, "groups", &sim->groups, &d->groups);
  read_fields(sim, d);
  read_region(sim, d);
  check(sim, d);
}

PetscErrorCode dumping_read(Sim *sim)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, "dump", &n, &names));
  if (n > DUMPS_MOST)
    option_mistake(sim->options, "dump", names[DUMPS_MOST], "every",
                   "object %d of the section; allowed: up to %d", n, (int)DUMPS_MOST);
  PetscCall(array_create(&sim->dumps.list, sizeof *sim->dumps.list, n));
  sim->dumps.n = n;
  for (int k = 0; k < n; k++) read_one(sim, names[k], &sim->dumps.list[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void dumping_free(Sim *sim)
{
  Dumps *d = &sim->dumps;

  for (int k = 0; k < d->n && d->list; k++) array_free(&d->list[k].rows);
  array_free(&d->list);
  array_free(&d->object);
  array_free(&d->names);
  d->n = 0;
}

/* ---- names of objects ---- */

/* Number of laws, hard laws and objects of links. */
static int count_objects(const Sim *sim)
{
  int n = sim->laws->n + (sim->constraints.hard ? sim->constraints.hard->n : 0);

  for (int k = 0; k < LINK_KINDS; k++) n += sim->links.set[k].n_objects;
  return n;
}

/* Name an object: NAME for contact laws, SECTION:NAME for others. */
static void name_object(Dumps *d, const char *section, const char *name)
{
  char *to = d->names + (size_t)d->n_objects * 2 * NAME_LENGTH;

  snprintf(to, 2 * NAME_LENGTH, "%s%s%s", section, section[0] ? ":" : "", name);
  d->object[d->n_objects++] = to;
}

static PetscErrorCode name_objects(Sim *sim)
{
  const Hard *hard = sim->constraints.hard;
  Dumps      *d    = &sim->dumps;

  PetscFunctionBeginUser;
  PetscCall(array_create(&d->object, sizeof *d->object, count_objects(sim)));
  PetscCall(array_create(&d->names, (size_t)2 * NAME_LENGTH, count_objects(sim)));
  for (int k = 0; k < sim->laws->n; k++) name_object(d, "", sim->laws->list[k].name);
  for (int k = 0; hard && k < hard->n; k++) name_object(d, "constraint", hard->laws[k].name);
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < sim->links.set[k].n_objects; i++)
      name_object(d, link_kinds[k]->options.name, sim->links.set[k].objects[i].name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- in a run ---- */

static bool watches(const Dump *d)
{
  return d->what == DUMP_CONTACTS || d->what == DUMP_BONDS || d->what == DUMP_WALLS;
}

PetscErrorCode dumping_open(Sim *sim)
{
  const int64_t step = sim->restarted ? sim->clock.step : -1;
  char          folder[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  if (sim->dumps.n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(folder, sizeof folder, "%.*s/dump", (int)sizeof folder - 8, sim->output_dir);
  PetscCall(run_folder(&sim->par, folder));
  PetscCall(name_objects(sim));
  for (int k = 0; k < sim->dumps.n; k++) {
    Dump   *d       = &sim->dumps.list[k];
    Watcher watcher = {.self = d, .also = -1, .begin = dumping_forget, .see = dumping_see};

    d->beat = watcher.beat = run_beat(sim, d->every);
    PetscCall(d->plan.format->open(&sim->par, sim->output_dir, &d->plan, step,
                                   clock_reached(&sim->clock), &d->log));
    if (watches(d)) PetscCall(watching_add(sim, &watcher));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Names of templates or walls, or of objects. */
static PetscErrorCode find_names(const Dump *d, DumpFrame *frame, const char ***names)
{
  const Sim *sim = d->sim;

  PetscFunctionBeginUser;
  *names         = NULL;
  frame->name    = sim->dumps.object;
  frame->n_names = sim->dumps.n_objects;
  if (d->what == DUMP_CONTACTS || d->what == DUMP_BONDS) PetscFunctionReturn(PETSC_SUCCESS);
  frame->n_names = d->what == DUMP_WALLS ? sim->walls.n : sim->templates.n;
  PetscCall(array_create(names, sizeof **names, frame->n_names));
  for (int k = 0; k < frame->n_names; k++)
    (*names)[k] = d->what == DUMP_WALLS ? sim->walls.list[k].name : sim->templates.list[k].name;
  frame->name = *names;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_one(Sim *sim, Dump *d, int64_t *lost)
{
  DumpFrame    frame = {.step = sim->clock.step, .time = sim_time(sim), .domain = &sim->domain};
  const char **names;
  char        *rows = NULL, why[SERIES_WHY] = "";
  bool         written;

  PetscFunctionBeginUser;
  PetscCall(find_names(d, &frame, &names));
  frame.n    = d->n;
  frame.rows = d->rows;
  if (d->what == DUMP_WALLS)
    PetscCall(dumping_walls(d, d->plan.format == &dump_csv, &frame.n, &rows));
  else if (!watches(d)) PetscCall(dumping_bodies(d, &frame.n, &rows));
  if (rows) frame.rows = rows;
  PetscCall(
    d->plan.format->write(&sim->par, sim->output_dir, &d->plan, &frame, &d->log, &written, why));
  *lost += !written;
  if (!written && d->lost++ == 0)
    warning_add(&sim->warnings,
                "nothing of dump %s at step %" PRId64 ", and perhaps at later steps: %s",
                d->plan.name, sim->clock.step, why);
  array_free(&rows);
  array_free(&names);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode dumping_write(Sim *sim, int64_t *lost)
{
  bool        any = false;
  AnswersKept kept;

  PetscFunctionBeginUser;
  for (int k = 0; k < sim->dumps.n; k++) {
    Dump *d = &sim->dumps.list[k];

    if (!beat_falls(&d->beat, &sim->clock, sim->clock.step)) continue;
    if (!any) {
      sim_complete(sim);
      PetscCall(sim_clear_out(sim));
      PetscCall(showing_begin(sim, &kept));
    }
    any = true;
    PetscCall(write_one(sim, d, lost));
  }
  if (any) showing_end(sim, &kept);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode dumping_close(Sim *sim)
{
  PetscFunctionBeginUser;
  watching_stop(sim);
  for (int k = 0; k < sim->dumps.n; k++) PetscCall(log_close(&sim->dumps.list[k].log));
  PetscFunctionReturn(PETSC_SUCCESS);
}
