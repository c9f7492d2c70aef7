/* SPDX-License-Identifier: MIT */
/* The module of dumps (dump_module.h). */
#include "output/frames/dump_module.h"
#include "base/bounds.h"
#include "constraint/hard/hard.h"
#include "constraint/project.h"
#include "contact/contact_listeners.h"
#include "contact/law.h"
#include "link/links.h"
#include "matter/group.h"
#include "options/rows.h"
#include "options/selection.h"
#include "options/text.h"
#include "output/run_folder.h"

/* clang-format off */
static const Option dump_options[] = {
  REAL(IN(Dump, every),  "s", REQUIRED, POSITIVE,            "time between frames",
      .flags = WRITES_FILES),
  PLUGIN(KEY_IN("what", Dump, plan.kind), REQUIRED, dump_kinds,   "what is written"),
  PLUGIN(KEY_IN("format", Dump, plan.format), "vtkhdf", dump_formats,
      "lammps and xyz: pebbles and clumps alone"),
  WORDS(KEY("fields"), OPTIONAL, "columns beside keys and places (docs/guide/output.md); without it all"),
  WORDS(KEY("groups"),   OPTIONAL,
      "groups of clumps, name or slot=name: these alone, and contacts with one of them"),
  INTS(KEY("ids"),       OPTIONAL, ANY_NUMBER,
      "ids of clumps: these alone, and contacts with one of them", .also = "id"),
  VEC3_PLANAR(KEY("lo"), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "with hi: what has its centre, or its contact point, in this box alone"),
  VEC3_PLANAR(KEY("hi"), "m", OPTIONAL, SIGNED(LENGTH_MOST), "corner of the box opposite to lo"),
  INT(KEY_IN("compress", Dump, plan.compress), "0",      UP_TO(9),
      "with format: vtkhdf: level of compression (0: none)"),
  {0},
};
/* clang-format on */

const OptionKind dump_kind = {.name    = "dump",
                              .named   = true,
                              .options = dump_options,
                              .text    = "files of pebbles, clumps, contacts, walls and bonds"};

/* ---- reading ---- */

static void unknown_field(const World *w, const Dump *d, const char *word)
{
  const DumpColumn *columns = d->plan.kind->columns;
  Likeness          like    = likeness_start(word);
  char              hint[HINT_LENGTH];
  Text              known = {0};

  for (const DumpColumn *c = columns; c->name; c++) {
    likeness_offer(&like, c->name);
    text_add(&known, "%s%s", c > columns ? " " : "", c->name);
  }
  option_mistake(w->options, "dump", d->plan.name, "fields", "%s have no field '%s'%s; known: %s",
                 d->plan.kind->head.name, word, likeness_hint(&like, hint), known.s);
  text_free(&known);
}

static bool is_among(const char *name, int n, const char *const *words)
{
  for (int k = 0; k < n; k++)
    if (strcmp(words[k], name) == 0) return true;
  return false;
}

static void read_fields(const World *w, Dump *d)
{
  const char *const *words;
  const int n = selection_fields(w->options, "dump", d->plan.name, "fields", DUMP_COLUMNS, &words);

  for (int k = 0; k < n; k++) {
    const DumpColumn *c = d->plan.kind->columns;

    while (c->name && strcmp(c->name, words[k]) != 0) c++;
    if (!c->name) unknown_field(w, d, words[k]);
  }
  for (const DumpColumn *c = d->plan.kind->columns; c->name; c++)
    if (n == 0 || c->flags & (DUMP_KEY | DUMP_PLACE) || is_among(c->name, n, words))
      d->plan.column[d->plan.n_columns++] = c;
}

static void read_region(const World *w, Dump *d)
{
  Options   *o  = w->options;
  const bool lo = option_has_value(o, "dump", d->plan.name, "lo"),
             hi = option_has_value(o, "dump", d->plan.name, "hi");

  d->boxed = lo && hi;
  if (lo != hi)
    option_mistake(o, "dump", d->plan.name, lo ? "hi" : "lo", "missing: a region has lo and hi");
  if (d->boxed) selection_box(o, "dump", d->plan.name, w->dimension, true, &d->lo, &d->hi);
}

static void check(const World *w, const Dump *d)
{
  Options *o = w->options;

  if (!(d->plan.format->kinds >> d->what & 1))
    option_mistake(o, "dump", d->plan.name, "format",
                   "%s is for pebbles and clumps: give vtkhdf, vtp or csv",
                   d->plan.format->head.name);
  if (d->plan.compress > 0 && !d->plan.format->packs)
    option_mistake(o, "dump", d->plan.name, "compress", "only with format: vtkhdf; leave it out");
  if (d->what == DUMP_BONDS && !links_are_used(w->links))
    option_mistake(o, "dump", d->plan.name, "what",
                   "bonds: the scenario has no spring, bond or constraint");
  if (d->what == DUMP_WALLS && w->walls->n == 0)
    option_mistake(o, "dump", d->plan.name, "what", "walls: the scenario has none");
}

static void read_one(World *w, const char *name, Dump *d)
{
  Options *o = w->options;

  *d = (Dump){.world = w, .plan = {.name = name}};
  options_read_into(o, "dump", name, dump_options, d);
  if (!d->plan.kind || !d->plan.format) return; /* a mistake that was noted */
  d->what = (DumpWhat)plugin_index(dump_kinds, d->plan.kind->head.name);
  d->ids  = option_ints(o, "dump", name, "ids", &d->n_ids);
  groups_selected(o, "dump", name, "groups", w->groups, &d->groups);
  read_fields(w, d);
  read_region(w, d);
  check(w, d);
}

static PetscErrorCode resolve(void *self, World *w)
{
  const char *const *names;
  Dumps             *all = self;

  all->n = options_objects(w->options, "dump", &names);
  if (all->n > DUMPS_MOST)
    option_mistake(w->options, "dump", names[DUMPS_MOST], "every",
                   "object %d of the section; allowed: up to %d", all->n, (int)DUMPS_MOST);
  array_create(&all->list, sizeof *all->list, all->n);
  for (int k = 0; k < all->n; k++) read_one(w, names[k], &all->list[k]);
  return PETSC_SUCCESS;
}

/* Number of laws, hard laws and objects of links. */
static int count_objects(const World *w)
{
  int n = w->laws->n + (w->constraints->hard ? w->constraints->hard->n : 0);

  for (int k = 0; k < LINK_KINDS; k++) n += w->links->set[k].n_objects;
  return n;
}

/* Name an object: NAME for contact laws, SECTION:NAME for others. */
static void name_object(Dumps *d, const char *section, const char *name)
{
  char *to = d->names + (size_t)d->n_objects * 2 * NAME_LENGTH;

  snprintf(to, 2 * NAME_LENGTH, "%s%s%s", section, section[0] ? ":" : "", name);
  d->object[d->n_objects++] = to;
}

void dump_name_objects(Dumps *d, const World *w)
{
  const Hard *hard = w->constraints->hard;

  array_create(&d->object, sizeof *d->object, count_objects(w));
  array_create(&d->names, (size_t)2 * NAME_LENGTH, count_objects(w));
  for (int k = 0; k < w->laws->n; k++) name_object(d, "", w->laws->list[k].name);
  for (int k = 0; hard && k < hard->n; k++) name_object(d, "constraint", hard->laws[k].name);
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < w->links->set[k].n_objects; i++)
      name_object(d, link_kinds[k]->options.name, w->links->set[k].objects[i].name);
}

/* ---- in a run ---- */

static bool watches(const Dump *d)
{
  return d->what == DUMP_CONTACTS || d->what == DUMP_BONDS || d->what == DUMP_WALLS;
}

static PetscErrorCode open_files(Dumps *all, World *w, Output *out)
{
  const int64_t step = out->goes_on ? w->clock->step : -1;
  char          folder[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  if (all->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(folder, sizeof folder, "%.*s/dump", (int)sizeof folder - 8, out->dir);
  PetscCall(folder_create_shared(w->par, folder));
  dump_name_objects(all, w);
  for (int k = 0; k < all->n; k++) {
    Dump           *d        = &all->list[k];
    ContactListener listener = {.self = d, .also = -1, .begin = dump_forget, .see = dump_see};

    d->beat = listener.beat = world_beat(w, d->every);
    PetscCall(
      d->plan.format->open(w->par, out->dir, &d->plan, step, clock_reached(w->clock), &d->log));
    if (watches(d)) PetscCall(contact_listeners_add(w->listeners, &listener));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Names of templates or walls, or of objects. */
static void find_names(const Dumps *all, const Dump *d, CellRows *rows, const char ***names)
{
  const World *w = d->world;

  *names        = NULL;
  rows->name    = all->object;
  rows->n_names = all->n_objects;
  if (d->what == DUMP_CONTACTS || d->what == DUMP_BONDS) return;
  rows->n_names = d->what == DUMP_WALLS ? w->walls->n : w->templates->n;
  array_create(names, sizeof **names, rows->n_names);
  for (int k = 0; k < rows->n_names; k++)
    (*names)[k] = d->what == DUMP_WALLS ? w->walls->list[k].name : w->templates->list[k].name;
  rows->name = *names;
}

static PetscErrorCode write_one(void *self, World *w, int k, Output *out)
{
  Dump        *d     = &((Dumps *)self)->list[k];
  DumpFrame    frame = {.domain = w->domain,
                        .rows   = {.step     = w->clock->step,
                                   .time     = clock_time(w->clock),
                                   .pack     = d->plan.compress,
                                   .n        = d->n,
                                   .row      = d->rows,
                                   .row_size = d->plan.kind->row_size,
                                   .corner   = d->plan.kind->points,
                                   .corners  = d->plan.kind->cells,
                                   .many     = offsetof(FacetLoadRow, corners)}};
  const char **names;
  char        *rows = NULL, why[SERIES_WHY] = "";
  bool         written;

  PetscFunctionBeginUser;
  find_names(self, d, &frame.rows, &names);
  if (d->what == DUMP_WALLS)
    PetscCall(dump_walls(d, d->plan.format == &dump_csv, &frame.rows.n, &rows));
  else if (!watches(d)) dump_bodies(d, &frame.rows.n, &rows);
  if (rows) frame.rows.row = rows;
  PetscCall(d->plan.format->write(w->par, out->dir, &d->plan, &frame, &d->log, &written, why));
  file_count(written, &d->lost, why, w, out, "nothing of dump %s", d->plan.name);
  array_free(&rows);
  array_free(&names);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  Dumps *all = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN) PetscCall(open_files(all, w, out));
  else if (out->call == OUTPUT_STEP)
    PetscCall(
      due_write(all, w, out, all->n, &all->list->beat, sizeof *all->list, world_clear, write_one));
  for (int k = 0; k < all->n && out->call == OUTPUT_CLOSE; k++) log_close(&all->list[k].log);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  Dumps *d = self;

  for (int k = 0; k < d->n && d->list; k++) array_free(&d->list[k].rows);
  array_free(&d->list);
  array_free(&d->object);
  array_free(&d->names);
}

const Module dumps_module = {.name  = "dumps",
                             .size  = sizeof(Dumps),
                             .needs = "material template clumps change interaction dump inlet",
                             .setup = {.resolve = resolve},
                             .write = write,
                             .free  = free_state};
