/* SPDX-License-Identifier: MIT */
/* Clumps that break into fragments (crushing.h). */
#include "run/crushing.h"
#include "base/bounds.h"
#include "options/csv.h"
#include "options/rows.h"
#include "run/lists/rebuild.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"
#include "supply/population/columns.h"

/* clang-format off */
static const Option crush_options[] = {
  NAMES(KEY("template"),       REQUIRED, "template", "clumps that break", .count = 1),
  REAL(KEY("strength"),        "Pa", REQUIRED, POSITIVE_UP_TO(MODULUS_MOST),
      "mean pressure by contacts at which a clump breaks, over its volume; in two dimensions N/m"),
  INPUT_FILE(KEY("fragments"), OPTIONAL,
      "what it breaks into, CSV with the columns template,x,y,z[,qw,qx,qy,qz][,scale], in the axes "
      "of the template; without it, its pebbles, made smaller until none overlap, as the template "
      "of a lone pebble of their material"),
  {NULL},
};
/* clang-format on */

const OptionKind crush_kind = {.name    = "crush",
                               .named   = true,
                               .options = crush_options,
                               .text    = "clumps that break into fragments under pressure"};

static const StateItem crush_state[] = {
  {.name = "fragments",
   .text = "of each fragment: index of its template, place (m), attitude, scale, share of the mass",
   .type = STATE_REAL,
   .count  = STATE_ANY,
   .offset = offsetof(Crush, rows)},
  {.name   = "template",
   .text   = "index of the template that breaks",
   .type   = STATE_INT32,
   .offset = offsetof(Crush, of),
   .lo     = 0,
   .hi     = INT32_MAX,
   .flags  = STATE_LACKING},
  {.name = "file",
   .text = "64-bit FNV-1a hash of the name of the file of fragments, without folders; of no name: "
           "its pebbles",
   .type = STATE_BITS,
   .offset = offsetof(Crush, file),
   .flags  = STATE_LACKING},
  {.name   = "broken",
   .text   = "number of clumps that broke since the first step",
   .type   = STATE_INT64,
   .offset = offsetof(Crush, broken_all),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {NULL},
};

/* ---- fragments ---- */

/* The template of a lone pebble of this material; -1: there is none. */
static int lone_template(const Templates *templates, int material)
{
  for (int t = 0; t < templates->n; t++)
    if (templates->list[t].n == 1 && templates->list[t].material[0] == material) return t;
  return -1;
}

/* Largest factor, up to 1, on the radii of the pebbles at which no two overlap. */
static double shrinkage(const Template *t)
{
  double factor = 1;

  for (int i = 0; i < t->n; i++)
    for (int j = 0; j < i; j++)
      factor = min_real(factor, vec3_norm(vec3_sub(t->offset[i], t->offset[j])) /
                                  (t->radius[i] + t->radius[j]));
  return factor;
}

static void put_fragment(double *row, int template, Vec3 x, Quat q, double scale, double mass)
{
  const double all[FRAGMENT_REALS] = {template, x.x, x.y, x.z, q.w, q.x, q.y, q.z, scale, mass};

  memcpy(row, all, sizeof all);
}

static PetscErrorCode make_pebbles(Sim *sim, Crush *c)
{
  const Template *t      = &sim->templates.list[c->template];
  const double    shrink = shrinkage(t);

  PetscFunctionBeginUser;
  if (!(shrink > 0)) {
    option_mistake(
      sim->options, "crush", c->name, "fragments",
      "missing: template %s has pebbles with the same centre, which cannot be fragments", t->name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(array_create(&c->rows.list, sizeof(double) * FRAGMENT_REALS, t->n));
  c->rows.n = (int64_t)t->n * FRAGMENT_REALS;
  for (int i = 0; i < t->n; i++) {
    const char  *material = sim->materials.list[t->material[i]].name;
    const int    lone     = lone_template(&sim->templates, t->material[i]);
    const double r        = t->radius[i];

    if (lone < 0) {
      option_mistake(sim->options, "crush", c->name, "fragments",
                     "missing: pebbles of material %s need a template of one pebble of it",
                     material);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    put_fragment((double *)c->rows.list + (size_t)i * FRAGMENT_REALS, lone, t->offset[i],
                 quat_mul(quat_conjugate(t->mass.axes), sim->templates.list[lone].mass.axes),
                 shrink * r / sim->templates.list[lone].radius[0],
                 templates_volume_factor(&sim->templates, r) *
                   sim->materials.list[t->material[i]].density);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { COLUMN_TEMPLATE, COLUMN_X, COLUMN_QW = COLUMN_X + 3, COLUMN_SCALE = COLUMN_QW + 4 };

static const CsvColumn columns[] = {
  {.name = "template", .type = CSV_WORD, .flags = CSV_REQUIRED},
  COLUMNS_PLACE,
  {.name = "qw", .type = CSV_REAL, .group = 1},
  {.name = "qx", .type = CSV_REAL, .flags = CSV_ACROSS, .group = 1},
  {.name = "qy", .type = CSV_REAL, .flags = CSV_ACROSS, .group = 1},
  {.name = "qz", .type = CSV_REAL, .group = 1},
  {.name = "scale", .type = CSV_REAL, .flags = CSV_POSITIVE, .lo = SCALE_LEAST, .hi = SCALE_MOST},
  {NULL},
};

static void take_row(const Sim *sim, const Crush *c, const Csv *csv, PetscInt i, double *row,
                     Findings *findings)
{
  const Template *t    = &sim->templates.list[c->template];
  const char     *name = csv_word(csv, COLUMN_TEMPLATE, i);
  const int template   = templates_find(&sim->templates, name);
  const double scale   = csv->has[COLUMN_SCALE] ? csv_real(csv, COLUMN_SCALE, i) : 1;
  Quat         q       = quat_identity();

  if (csv->has[COLUMN_QW])
    q = (Quat){csv_real_or_zero(csv, COLUMN_QW, i), csv_real_or_zero(csv, COLUMN_QW + 1, i),
               csv_real_or_zero(csv, COLUMN_QW + 2, i), csv_real_or_zero(csv, COLUMN_QW + 3, i)};
  if (template <0) finding_add(findings, csv->line[i], "there is no template '%.40s'", name);
  else if (template == c->template)
    finding_add(findings, csv->line[i], "%s cannot break into itself", t->name);
  else if (!(quat_norm(q) > 0)) finding_add(findings, csv->line[i], "no attitude: all of q is 0");
  else
    put_fragment(row, template,
                 quat_turn_back(t->mass.axes, vec3_sub(csv_vec3(csv, COLUMN_X, i), t->mass.centre)),
                 quat_mul(quat_conjugate(t->mass.axes),
                          quat_mul(quat_normalized(q), sim->templates.list[template].mass.axes)),
                 scale,
                 sim->templates.list[template].mass.mass *
                   templates_volume_factor(&sim->templates, scale));
}

static PetscErrorCode read_fragments(Sim *sim, Crush *c)
{
  CsvColumn plane[CSV_MOST_COLUMNS + 1];
  Findings  findings = {0};
  double   *rows;
  Csv       csv;

  PetscFunctionBeginUser;
  PetscCall(csv_read(&sim->par, option_word(sim->options, "crush", c->name, "fragments"),
                     csv_columns(columns, sim->settings.dimension, plane), &csv, &findings));
  PetscCall(array_create(&rows, sizeof *rows * FRAGMENT_REALS, csv.n));
  for (PetscInt i = 0; i < csv.n && findings.n == 0; i++)
    take_row(sim, c, &csv, i, rows + (size_t)i * FRAGMENT_REALS, &findings);
  PetscCall(findings_gather(&sim->par, &findings));
  findings_report(&findings, sim->options, "crush", c->name, "fragments");
  PetscCall(
    state_array_gather(&sim->par, rows, findings.n == 0 ? csv.n * FRAGMENT_REALS : 0, &c->rows));
  if (findings.n == 0 && c->rows.n == 0)
    option_mistake(sim->options, "crush", c->name, "fragments", "the file has no rows");
  array_free(&rows);
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Divide the masses by their sum. */
static void share_out(Crush *c)
{
  double *rows = c->rows.list, sum = 0;

  for (int k = 0; k < crush_fragments(c); k++) sum += crush_fragment(c, k)[FRAGMENT_SHARE];
  for (int k = 0; k < crush_fragments(c); k++)
    rows[(size_t)k * FRAGMENT_REALS + FRAGMENT_SHARE] /= sum;
}

/* ---- reading ---- */

/* FNV-1a. */
static uint64_t hash_of(const char *text)
{
  uint64_t hash = 0xcbf29ce484222325u;

  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
  return hash;
}

/* False for fragments of a checkpoint that no run can have. */
static bool fragments_are_sound(const Sim *sim, const Crush *c)
{
  bool good = c->rows.n > 0 && c->rows.n % FRAGMENT_REALS == 0;

  for (int k = 0; good && k < crush_fragments(c); k++) {
    const double *f = crush_fragment(c, k);
    const Vec3    x = {f[FRAGMENT_X], f[FRAGMENT_X + 1], f[FRAGMENT_X + 2]};
    const Quat    q = {f[FRAGMENT_Q], f[FRAGMENT_Q + 1], f[FRAGMENT_Q + 2], f[FRAGMENT_Q + 3]};

    good = f[FRAGMENT_TEMPLATE] >= 0 && f[FRAGMENT_TEMPLATE] < sim->templates.n &&
           f[FRAGMENT_TEMPLATE] == floor(f[FRAGMENT_TEMPLATE]) && vec3_norm(x) <= 2 * LENGTH_MOST &&
           fabs(quat_norm(q) - 1) < 1e-6 && f[FRAGMENT_SCALE] >= SCALE_LEAST &&
           f[FRAGMENT_SCALE] <= SCALE_MOST && f[FRAGMENT_SHARE] > 0 &&
           f[FRAGMENT_SHARE] <= 1 + 1e-9; /* sums of shares round */
  }
  return good;
}

static PetscErrorCode take(Sim *sim, const Checkpoint *ck, Crush *c, bool *found)
{
  const char    *file  = option_has_value(sim->options, "crush", c->name, "fragments")
                           ? option_word(sim->options, "crush", c->name, "fragments")
                           : "";
  const char    *last  = strrchr(file, '/'); /* folders differ between machines */
  const uint64_t hash  = hash_of(last ? last + 1 : file);
  StateParts     parts = {0};

  PetscFunctionBeginUser;
  *found  = false;
  c->of   = c->template;
  c->file = hash;
  if (!ck) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(state_list(&parts, STATE_FOLDER, "crush", c->name, crush_state, c));
  PetscCall(parts_take(sim, ck, parts.list[0], found));
  array_free(&parts.list);
  if (*found && !fragments_are_sound(sim, c)) {
    options_mistake(sim->options,
                    "cannot restart: %s: " STATE_FOLDER
                    "/crush/%s/fragments are no fragments of templates of the file",
                    sim->source, c->name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!*found || (c->of == c->template && c->file == hash)) PetscFunctionReturn(PETSC_SUCCESS);
  *found = false; /* the fragments belong to another template or file */
  array_free(&c->rows.list);
  c->rows = (StateArray){0};
  c->of   = c->template;
  c->file = hash;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_one(Sim *sim, const Checkpoint *ck, Crush *c)
{
  int                n;
  const char *const *names = option_words(sim->options, "crush", c->name, "template", &n);
  bool               found;

  PetscFunctionBeginUser;
  c->template = n == 1 ? templates_find(&sim->templates, names[0]) : -1;
  c->strength = option_real(sim->options, "crush", c->name, "strength");
  if (c->template <0) PetscFunctionReturn(PETSC_SUCCESS); /* reported */
  PetscCall(take(sim, ck, c, &found));
  if (sim->par.rank == 0) c->broken = c->broken_all;
  if (found) PetscFunctionReturn(PETSC_SUCCESS);
  if (option_has_value(sim->options, "crush", c->name, "fragments"))
    PetscCall(read_fragments(sim, c));
  else if (sim->templates.list[c->template].n > 1) PetscCall(make_pebbles(sim, c));
  else
    option_mistake(sim->options, "crush", c->name, "fragments",
                   "missing: template %s is one pebble: give the fragments in a file", names[0]);
  share_out(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode crushing_read(Sim *sim, const Checkpoint *ck)
{
  const char *const *names;
  Crushes           *all = &sim->crushes;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, "crush", &all->n, &names));
  PetscCall(array_create(&all->list, sizeof *all->list, all->n));
  for (int k = 0; k < all->n; k++) {
    PetscCall(PetscStrncpy(all->list[k].name, names[k], NAME_LENGTH));
    PetscCall(read_one(sim, ck, &all->list[k]));
  }
  crushing_check(sim);
  if (all->n > 0) PetscCall(clumps_use(sim->clumps, USE_SQUEEZE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void crushing_free(Crushes *all)
{
  for (int k = 0; k < all->n; k++) array_free(&all->list[k].rows.list);
  array_free(&all->list);
  array_free(&all->rows);
  *all = (Crushes){.n = 0};
}

/* ---- breaking ---- */

/* A clump that breaks: packed as two numbers of 8 bytes for all ranks. */
typedef struct {
  Id      id;
  int64_t fragments;
} Broken;

static int compare_broken(const void *a, const void *b)
{
  const Broken *p = a, *q = b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* Mean pressure of owned row a, Pa. */
static double pressure_of(const Sim *sim, PetscInt a)
{
  const Clumps *c      = sim->clumps;
  const double  volume = sim->templates.list[c->template[a]].mass.volume *
                        templates_volume_factor(&sim->templates, c->scale[a]);

  return -c->squeeze[a] / (sim->settings.dimension * volume);
}

/* The object by which owned row a breaks now; NULL: none. */
static Crush *crush_of(Sim *sim, PetscInt a)
{
  const Clumps *c = sim->clumps;

  if (clump_is_gone(c, a) || c->blocked[a] == BLOCK_ALL) return NULL;
  for (int k = 0; k < sim->crushes.n; k++)
    if (sim->crushes.list[k].template == c->template[a] &&
        pressure_of(sim, a) >= sim->crushes.list[k].strength)
      return &sim->crushes.list[k];
  return NULL;
}

/* Give ids to the fragments of all clumps that break, in the order of the ids of these. *all: the
   clumps, sorted, with `fragments` replaced by the first id of their fragments. */
static PetscErrorCode give_ids(Sim *sim, const Broken *mine, PetscInt n, Broken **all,
                               PetscInt *n_all)
{
  StateArray both = {0};

  PetscFunctionBeginUser;
  PetscCall(state_array_gather(&sim->par, mine, 2 * n, &both));
  *all   = both.list;
  *n_all = (PetscInt)both.n / 2;
  sort_items(*all, *n_all, sizeof **all, compare_broken);
  for (PetscInt k = 0; k < *n_all; k++) {
    const int64_t some = (*all)[k].fragments;

    (*all)[k].fragments = sim->account.next_id;
    sim->account.next_id += some;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Give fragment k of n, a row of `to`, its part of the counted quantities of row a: whole grains,
   if they are counted in grains. */
static void share_counted(const Clumps *c, PetscInt a, Clumps *to, PetscInt row, int k, int n)
{
  for (int q = 0; c->uses >> q; q++) {
    const QuantityColumns *of = &c->quantity[q];
    const int64_t all = of->grain > 0 ? (int64_t)(of->value[a] / of->grain) : 0, rest = all % n;

    if (!(c->uses >> q & 1) || !quantities[q]->counted) continue;
    to->quantity[q].value[row] = of->grain > 0 ? of->grain * (double)(all / n + (k < rest    ? 1
                                                                                 : k < -rest ? -1
                                                                                             : 0))
                                               : of->value[a] / n;
  }
}

/* Let the fragments of row a wait for the end of this step. */
static PetscErrorCode add_fragments(Sim *sim, const Crush *object, PetscInt a, Id id, double now)
{
  const Clumps *c = sim->clumps;
  Clumps *new;

  PetscFunctionBeginUser;
  PetscCall(clumps_create(&new));
  PetscCall(clumps_use(new, clumps_used(c)));
  for (int k = 0; k < crush_fragments(object); k++) {
    const double *f = crush_fragment(object, k);
    const Vec3    x =
      vec3_scale(c->scale[a], vec3(f[FRAGMENT_X], f[FRAGMENT_X + 1], f[FRAGMENT_X + 2]));
    const Quat q       = {f[FRAGMENT_Q], f[FRAGMENT_Q + 1], f[FRAGMENT_Q + 2], f[FRAGMENT_Q + 3]};
    const int template = (int)f[FRAGMENT_TEMPLATE];
    PetscInt row;

    PetscCall(
      clumps_add(new, &sim->templates, id + k, template, c->scale[a] * f[FRAGMENT_SCALE], &row));
    {
      const double  mass = new->mass[row], scale = new->scale[row];
      const Vec3    inertia = new->inertia[row];
      const int64_t still   = new->blocked[row];

      fields_take(new->fields, new, row, c, a); /* groups, temperature are those of the clump */
      new->id[row]       = id + k;
      new->template[row] = template;
      new->scale[row]    = scale;
      new->mass[row]     = mass;
      new->inertia[row]  = inertia;
      new->blocked[row] |= (uint64_t)still;
      share_counted(c, a, new, row, k, crush_fragments(object));
      if (new->bond_id) new->bond_id[row] = BOND_NONE; /* contacts between fragments count */
      if (still) {                                     /* it keeps its attitude */
        new->blocked[row] &= ~(uint64_t)BLOCK_BODY;
        new->w[row] = vec3(0, 0, 0);
      }
    }
    crush_weigh(new, row, f, c->mass[a]);
    new->pose[row].x =
      vec3_add(c->pose[a].x, grid_round3(&sim->domain, quat_turn(c->pose[a].q, x)));
    new->pose[row].q     = quat_normalized(quat_mul(c->pose[a].q, q));
    new->pose[row].scale = new->scale[row];
    new->force[row] = new->torque[row] = vec3(0, 0, 0);
    new->squeeze[row]                  = 0;
  }
  crush_set_motions(sim, a, new);
  for (PetscInt k = 0; k < new->n_owned; k++) PetscCall(waiting_add(sim->waiting, new, k, now));
  PetscCall(clumps_destroy(&new));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode note_event(Sim *sim, const Crush *object, PetscInt a)
{
  Crushes *all = &sim->crushes;
  Event    e   = {.step         = sim->clock.step,
                  .time         = sim_time(sim),
                  .event        = "crushed",
                  .clump        = sim->clumps->id[a],
                  .other        = -1,
                  .pebble       = -1,
                  .other_pebble = -1,
                  .place        = domain_wrapped(&sim->domain, sim->clumps->pose[a].x),
                  .value        = pressure_of(sim, a)};

  PetscFunctionBeginUser;
  snprintf(e.name, sizeof e.name, "%s", object->name);
  PetscCall(array_reserve(&all->rows, sizeof *all->rows, all->n_rows + 1, &all->capacity));
  all->rows[all->n_rows++] = e;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Break the n clumps of this rank whose rows are listed. */
static PetscErrorCode break_up(Sim *sim, const PetscInt *row, PetscInt n)
{
  const double now = clock_time(&sim->clock);
  Broken      *mine, *all;
  PetscInt     n_all = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(&mine, sizeof *mine, n));
  for (PetscInt k = 0; k < n; k++)
    mine[k] = (Broken){sim->clumps->id[row[k]], crush_fragments(crush_of(sim, row[k]))};
  PetscCall(give_ids(sim, mine, n, &all, &n_all));
  for (PetscInt k = 0; k < n; k++) {
    Crush        *object = crush_of(sim, row[k]);
    const Broken *one    = bsearch(&mine[k], all, (size_t)n_all, sizeof *all, compare_broken);

    PetscCall(add_fragments(sim, object, row[k], one->fragments, now));
    PetscCall(note_event(sim, object, row[k]));
    object->broken++;
  }
  for (PetscInt k = 0; k < n; k++) clump_drop(sim->clumps, row[k]);
  array_free(&mine);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode crushing_make(Sim *sim)
{
  PetscInt n = 0, capacity = 0, *row = NULL;
  int64_t  some;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < sim->clumps->n_owned; a++) {
    if (!crush_of(sim, a)) continue;
    PetscCall(array_reserve(&row, sizeof *row, n + 1, &capacity));
    row[n++] = a;
  }
  some = n;
  PetscCall(parallel_max_int(&sim->par, &some, 1));
  if (some > 0) {
    sim_complete(sim);
    PetscCall(break_up(sim, row, n));
    sim->lists.gone = true;
    PetscCall(sim_enter(sim));
  }
  array_free(&row);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

PetscErrorCode crushing_list(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < sim->crushes.n; k++) {
    Crush *c = &sim->crushes.list[k];

    c->broken_all = c->broken;
    PetscCall(parallel_sum_int(&sim->par, &c->broken_all, 1));
    PetscCall(state_list(parts, STATE_FOLDER, "crush", c->name, crush_state, c));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode crushing_document(StateParts *parts)
{
  return state_list(parts, STATE_FOLDER, "crush", "<name>", crush_state, NULL);
}
