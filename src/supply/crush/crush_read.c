/* SPDX-License-Identifier: MIT */
/* The section `crush`: reading, the fragments of each object, checks, and the extremes that the choice
   of scales asks for (crush.h). */
#include "constraint/hard/hard.h"
#include "constraint/project.h"
#include "matter/whole.h"
#include "options/attitude.h"
#include "supply/change.h"
#include "supply/crush/crush.h"
#include "supply/population/columns.h"

/* clang-format off */
static const Option crush_options[] = {
  NAMES(KEY("template"),       REQUIRED, "template", "clumps that break", .count = 1),
  REAL(IN(Crush, strength),    "Pa", REQUIRED, POSITIVE_UP_TO(MODULUS_MOST),
      "mean pressure by contacts at which a clump breaks, over its volume; in two dimensions N/m"),
  INPUT_FILE(KEY("fragments"), OPTIONAL,
      "what it breaks into, CSV with the columns template,x,y,z[,qw,qx,qy,qz or axis_x,axis_y,axis_z,angle][,scale], in the "
      "axes of the template; without it, its pebbles, made smaller until none overlap, as the "
      "template of a lone pebble of their material"),
  {0},
};
/* clang-format on */

const OptionKind crush_kind = {.name    = "crush",
                               .named   = true,
                               .options = crush_options,
                               .text    = "clumps that break into fragments under pressure"};

/* ---- objects ---- */

/* Hash of the name of the file of fragments, without folders, which differ between machines. */
static uint64_t file_of(const World *w, const Crush *c)
{
  const char *file = option_has_value(w->options, "crush", c->name, "fragments")
                       ? option_word(w->options, "crush", c->name, "fragments")
                       : "";
  const char *last = strrchr(file, '/');
  uint64_t    hash = 0xcbf29ce484222325u; /* FNV-1a */

  for (const char *c = last ? last + 1 : file; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
  return hash;
}

PetscErrorCode crushes_read(void *self, World *w)
{
  Crushes           *all = self;
  const char *const *names;

  PetscFunctionBeginUser;
  all->n = options_objects(w->options, "crush", &names);
  array_create(&all->list, sizeof *all->list, all->n);
  for (int k = 0; k < all->n; k++) {
    Crush             *c = &all->list[k];
    int                n;
    const char *const *templates = option_words(w->options, "crush", names[k], "template", &n);

    c->name     = names[k];
    c->template = c->template_saved = n == 1 ? templates_find(w->templates, templates[0]) : -1;
    options_read_into(w->options, "crush", c->name, crush_options, c);
    c->file = file_of(w, c);
  }
  if (all->n > 0) PetscCall(clumps_use(w->clumps, USE_SQUEEZE));
  PetscCall(module_take(&crush_module, self, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

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

/* Make the pebbles of the template its fragments. */
static void make_pebbles(World *w, Crush *c)
{
  const Template *t      = &w->templates->list[c->template];
  const double    shrink = t->role ? 0 : shrinkage(t);

  if (t->role) {
    option_mistake(w->options, "crush", c->name, "fragments",
                   "missing: template %s has capsules, which do not break into their pebbles: give "
                   "fragments",
                   t->name);
    return;
  }
  if (!(shrink > 0)) {
    option_mistake(
      w->options, "crush", c->name, "fragments",
      "missing: template %s has pebbles with the same centre, which cannot be fragments", t->name);
    return;
  }
  array_create(&c->fragments.list, sizeof(double) * FRAGMENT_REALS, t->n);
  c->fragments.n = (int64_t)t->n * FRAGMENT_REALS;
  for (int i = 0; i < t->n; i++) {
    const char  *material = w->materials->list[t->material[i]].name;
    const int    lone     = lone_template(w->templates, t->material[i]);
    const double r        = t->radius[i];

    if (lone < 0) {
      option_mistake(w->options, "crush", c->name, "fragments",
                     "missing: pebbles of material %s need a template of one pebble of it",
                     material);
      return;
    }
    put_fragment((double *)c->fragments.list + (size_t)i * FRAGMENT_REALS, lone, t->offset[i],
                 quat_mul(quat_conjugate(t->mass.axes), w->templates->list[lone].mass.axes),
                 shrink * r / w->templates->list[lone].radius[0],
                 templates_volume_factor(w->templates, r) *
                   w->materials->list[t->material[i]].density);
  }
}

enum {
  COLUMN_TEMPLATE,
  COLUMN_X,
  COLUMN_QW    = COLUMN_X + 3,
  COLUMN_SCALE = COLUMN_QW + CSV_ATTITUDE
};

static const CsvColumn columns[] = {
  {.name = "template", .type = CSV_WORD, .flags = CSV_REQUIRED},
  COLUMNS_PLACE,
  CSV_ATTITUDE_COLUMNS(1),
  {.name = "scale", .type = CSV_REAL, .flags = CSV_POSITIVE, .lo = SCALE_LEAST, .hi = SCALE_MOST},
  {0},
};

/* Read a row of the file into that of a fragment. */
static void take_row(const World *w, const Crush *c, const Csv *csv, PetscInt i, double *row,
                     Findings *findings)
{
  const Template *t    = &w->templates->list[c->template];
  const char     *name = csv_word(csv, COLUMN_TEMPLATE, i);
  const int template   = templates_find(w->templates, name);
  const double scale   = csv->has[COLUMN_SCALE] ? csv_real(csv, COLUMN_SCALE, i) : 1;
  Quat         q;

  if (template <0) finding_add(findings, csv->line[i], "there is no template '%.40s'", name);
  else if (template == c->template)
    finding_add(findings, csv->line[i], "%s cannot break into itself", t->name);
  else if (csv_attitude(csv, COLUMN_QW, i, findings, &q))
    put_fragment(
      row, template,
      quat_turn_back(t->mass.axes, vec3_sub(csv_vec3(csv, COLUMN_X, i), t->mass.centre)),
      quat_mul(quat_conjugate(t->mass.axes), quat_mul(q, w->templates->list[template].mass.axes)),
      scale, w->templates->list[template].mass.mass * templates_volume_factor(w->templates, scale));
}

static PetscErrorCode read_fragments(World *w, Crush *c)
{
  CsvColumn plane[CSV_MOST_COLUMNS + 1];
  Findings  findings = {0};
  double   *rows;
  Csv       csv;
  char      text[WHOLE_TEXT];

  PetscFunctionBeginUser;
  PetscCall(csv_read(w->par, option_word(w->options, "crush", c->name, "fragments"),
                     csv_columns(columns, w->dimension, plane), &csv, &findings));
  if (!whole_fits(&whole_fragments, csv.total, text)) {
    csv.n = 0;
    if (w->par->rank == 0) finding_add(&findings, 0, "%s", text);
  }
  array_create(&rows, sizeof *rows * FRAGMENT_REALS, csv.n);
  for (PetscInt i = 0; i < csv.n && findings.n == 0; i++)
    take_row(w, c, &csv, i, rows + (size_t)i * FRAGMENT_REALS, &findings);
  PetscCall(findings_gather(w->par, &findings));
  findings_report(&findings, w->options, "crush", c->name, "fragments");
  PetscCall(
    state_array_gather(w->par, rows, findings.n == 0 ? csv.n * FRAGMENT_REALS : 0, &c->fragments));
  if (findings.n == 0 && c->fragments.n == 0)
    option_mistake(w->options, "crush", c->name, "fragments", "the file has no rows");
  array_free(&rows);
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- fragments of a checkpoint ---- */

/* False for fragments of a checkpoint that no run can have. */
static bool fragments_are_sound(const World *w, const Crush *c)
{
  bool good = c->fragments.n > 0 && c->fragments.n % FRAGMENT_REALS == 0;

  for (int k = 0; good && k < crush_fragments(c); k++) {
    const double *f = crush_fragment(c, k);
    good            = f[FRAGMENT_TEMPLATE] >= 0 && f[FRAGMENT_TEMPLATE] < w->templates->n &&
           f[FRAGMENT_TEMPLATE] == floor(f[FRAGMENT_TEMPLATE]) &&
           vec3_norm(fragment_place(f)) <= 2 * LENGTH_MOST &&
           fabs(quat_norm(fragment_attitude(f)) - 1) < 1e-6 && f[FRAGMENT_SCALE] >= SCALE_LEAST &&
           f[FRAGMENT_SCALE] <= SCALE_MOST && f[FRAGMENT_SHARE] > 0 &&
           f[FRAGMENT_SHARE] <= 1 + 1e-9; /* sums of shares round */
  }
  return good;
}

/* Keep the fragments of the checkpoint, if there are any that belong to this template and file;
   else there are none. */
static void keep_fragments(const World *w, Crush *c)
{
  const uint64_t file = file_of(w, c);

  if (c->fragments.n > 0 && !fragments_are_sound(w, c)) {
    options_mistake(w->options,
                    "cannot restart: %s: " STATE_FOLDER
                    "/crush/%s/fragments are no fragments of templates of the file",
                    w->source, c->name);
    return;
  }
  if (c->template_saved != c->template || c->file != file) {
    array_free(&c->fragments.list);
    c->fragments = (StateArray){0};
  }
  c->template_saved = c->template;
  c->file           = file;
}

static PetscErrorCode make_fragments(World *w, Crush *c)
{
  double sum = 0, *row;

  PetscFunctionBeginUser;
  if (option_has_value(w->options, "crush", c->name, "fragments")) PetscCall(read_fragments(w, c));
  else if (w->templates->list[c->template].n > 1) make_pebbles(w, c);
  else
    option_mistake(w->options, "crush", c->name, "fragments",
                   "missing: template %s is one pebble: give the fragments in a file",
                   w->templates->list[c->template].name);
  row = c->fragments.list; /* masses of fragments become shares of their sum */
  for (int64_t k = FRAGMENT_SHARE; k < c->fragments.n; k += FRAGMENT_REALS) sum += row[k];
  for (int64_t k = FRAGMENT_SHARE; k < c->fragments.n; k += FRAGMENT_REALS) row[k] /= sum;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checks ---- */

/* Check that the clumps have contacts with a law, as no others press a clump. */
static void check_contacts(const World *w, const Crush *c)
{
  const Template *t = &w->templates->list[c->template];

  for (int i = 0; i < t->n; i++) {
    const char *hard = hard_of_material(w->constraints->hard, t->material[i]);

    if (!hard) continue;
    option_mistake(w->options, "crush", c->name, "template",
                   "contacts of material %s of %s are constraints (constraint: %s), which do not "
                   "count as pressure: give them a contact law",
                   w->materials->list[t->material[i]].name, t->name, hard);
    return;
  }
}

/* Check that no template breaks into itself, directly or by the fragments of others. */
static void check_cycles(const Crushes *all, const World *w, const Crush *c)
{
  bool *made = memory_zero((size_t)w->templates->n, sizeof *made);

  made[c->template] = true;
  for (int pass = 0; pass < all->n; pass++)
    for (int k = 0; k < all->n; k++) {
      const Crush *by = &all->list[k];

      for (int i = 0; by->template >= 0 && made[by->template] && i < crush_fragments(by); i++) {
        const int to = (int)crush_fragment(by, i)[FRAGMENT_TEMPLATE];

        made[to] = true;
        if (to != c->template) continue;
        option_mistake(w->options, "crush", c->name, "template",
                       "%s breaks into itself, by fragments of %s: remove one of them",
                       w->templates->list[to].name, by->name);
        free(made);
        return;
      }
    }
  free(made);
}

/* Note objects whose clumps have contacts that do not press them, or that break into themselves. */
static void crushes_check(const Crushes *all, const World *w)
{
  for (int k = 0; k < all->n; k++)
    if (all->list[k].template >= 0) check_contacts(w, &all->list[k]);
  for (int k = 0; k < all->n && !options_has_mistakes(w->options); k++)
    check_cycles(all, w, &all->list[k]);
}

PetscErrorCode crushes_resolve(Crushes *all, World *w)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) {
    Crush *c = &all->list[k];

    if (c->template == -1) continue; /* reported */
    keep_fragments(w, c);
    if (w->par->rank == 0) c->broken = c->broken_all;
    if (c->fragments.n == 0) PetscCall(make_fragments(w, c));
  }
  crushes_check(all, w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- extremes ---- */

void crush_weigh(Clumps *c, PetscInt row, const double *f, double mass)
{
  const double of = f[FRAGMENT_SHARE] * mass / c->mass[row];

  c->mass[row] *= of;
  c->inertia[row] = vec3_scale(of, c->inertia[row]);
}

/* The first fragment that is turned relative to the clump; -1: none. */
static int turned_fragment(const Templates *templates, const Crush *c)
{
  for (int k = 0; k < crush_fragments(c); k++) {
    const double *f = crush_fragment(c, k);
    const Quat q = fragment_attitude(f), own = templates->list[(int)f[FRAGMENT_TEMPLATE]].mass.axes,
               turn =
                 quat_mul(templates->list[c->template].mass.axes, quat_mul(q, quat_conjugate(own)));

    if (fabs(turn.x) + fabs(turn.y) + fabs(turn.z) > 1e-12) return k; /* more than rounding */
  }
  return -1;
}

/* Refuse turned fragments of clumps with degrees of freedom blocked along axes of the template:
   fragments inherit these, and would be blocked along other directions. */
static PetscErrorCode check_axes(World *w, const Crush *c)
{
  const Clumps *all[] = {w->clumps, w->waiting->clumps, w->extremes};
  const int     k     = turned_fragment(w->templates, c);
  int64_t       first = INT64_MIN; /* ~ the smallest id */

  PetscFunctionBeginUser;
  for (int s = 0; k >= 0 && s < 3; s++)
    for (PetscInt a = 0; a < all[s]->n_owned; a++)
      if (all[s]->template[a] == c->template &&
          all[s]->blocked[a] & (BLOCK_BODY | BLOCK_BODY_MOVE) && ~all[s]->id[a] > first)
        first = ~all[s]->id[a];
  PetscCall(parallel_max_int(w->par, &first, 1));
  if (first != INT64_MIN)
    option_mistake(w->options, "crush", c->name, "fragments",
                   "fragment %d is turned, while clump %" PRId64 " has degrees of freedom blocked "
                   "along axes of its template: leave qw to qz out, or block along xyz, XYZ",
                   k + 1, ~first);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ends: minus the smallest, and the largest scale of clumps that break by c, including fragments of
   others. */
static PetscErrorCode find_ends(World *w, const Crush *c, double ends[2])
{
  const Clumps *all[] = {w->clumps, w->waiting->clumps, w->extremes};

  PetscFunctionBeginUser;
  ends[0] = ends[1] = -INFINITY;
  for (int s = 0; s < 3; s++)
    for (PetscInt a = 0; a < all[s]->n_owned; a++)
      if (all[s]->template[a] == c->template) {
        ends[0] = max_real(ends[0], -all[s]->scale[a]);
        ends[1] = max_real(ends[1], all[s]->scale[a]);
      }
  PetscCall(parallel_max(w->par, ends, 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the fragments to the extremes, and lower World.smallest to the smallest radius of their
   pebbles, after changes of size. */
static void add_extremes(World *w, const Crush *c, double scale)
{
  Clumps *rows = w->extremes;
  double  larger, smaller;

  changes_growth(world_module(w, &changes_module), &larger, &smaller);
  for (int i = 0; i < crush_fragments(c); i++) {
    const double  *f = crush_fragment(c, i);
    const PetscInt row =
      clumps_add(rows, w->templates, -1, (int)f[FRAGMENT_TEMPLATE], scale * f[FRAGMENT_SCALE]);

    crush_weigh(rows, row, f,
                w->templates->list[c->template].mass.mass *
                  templates_volume_factor(w->templates, scale));
    *w->smallest = min_real(*w->smallest, smaller * rows->scale[row] *
                                            w->templates->list[rows->template[row]].smallest);
  }
}

/* Fragments may break in turn: as no template breaks into itself, each pass settles one
   more object. */
PetscErrorCode crushes_foresee(void *self, World *w)
{
  const Crushes *all   = self;
  const PetscInt had   = w->extremes->n_owned;
  const int      n     = all->n;
  bool           again = n > 0;
  double(*known)[2];

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) PetscCall(check_axes(w, &all->list[k]));
  array_create(&known, sizeof *known, n);
  for (int k = 0; k < n; k++) known[k][0] = known[k][1] = -INFINITY;
  for (int pass = 0; pass < n && again; pass++) {
    again = false;
    for (int k = 0; k < n; k++) {
      double ends[2];

      PetscCall(find_ends(w, &all->list[k], ends));
      for (int end = 0; end < 2; end++) {
        if (!(ends[end] > known[k][end])) continue;
        add_extremes(w, &all->list[k], end ? ends[1] : -ends[0]);
        known[k][end] = ends[end];
        again         = true;
      }
    }
  }
  array_free(&known);
  if (*w->known == had) *w->known = w->extremes->n_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}
