/* SPDX-License-Identifier: MIT */
/* The section `force` (force.h): keys, tables and formulas, and their values. */
#include "interaction/force.h"
#include "options/rows.h"
#include "options/selection.h"

static const Plugin where_centre  = {.name = "centre", .text = "At the centre of the clump."};
static const Plugin where_point   = {.name = "point", .text = "At a point of the body."};
static const Plugin where_pebbles = {.name = "pebbles", .text = "At the centre of each pebble."};
static const Plugin *const where_heads[] = {&where_centre, &where_point, &where_pebbles, NULL};

/* clang-format off */
static const Option force_options[] = {
  VEC3_FLAT(KEY_IN("force", Force, load.force), "N", "0,0,0", SIGNED(FORCE_MOST), "constant force"),
  VEC3(KEY_IN("torque", Force, load.torque),  "N m", "0,0,0", SIGNED(FORCE_MOST),
      "constant couple; in two dimensions (0, 0, z)"),
  INPUT_FILE(KEY("file"),   OPTIONAL,
      "in place of force and torque: CSV with time,fx,fy,fz[,tx,ty,tz], linear between rows, "
      "constant beyond"),
  REALS(KEY("table"),       "s, N, N m", OPTIONAL, SIGNED(FORCE_MOST),
      "rows of file given here: time, fx, fy, fz, tx, ty, tz, time, ...", .group = 1 + FORCE_PARTS),
  STRING(KEY("expression"), OPTIONAL,
      "force added to the others: formulas \"fx, fy, fz\" or \"fx, fy, fz, tx, ty, tz\", of t, x, "
      "y, z, vx, vy, vz, wx, wy, wz, m (mass of the clump, kg) and r (radius, m)"),
  WORD(KEY("axes"),         "lab",    "lab body",
      "axes of force and torque: of the lab, or those of the template, which turn with the body"),
  PLUGIN(KEY("where"),      "centre", where_heads,
      "where the force acts on each clump; default: pebbles or point if these are given"),
  VEC3_FLAT(KEY("point"),   "m",         OPTIONAL, SIGNED(LENGTH_MOST),
      "point of the body, in the coordinates of its template's pebbles at scale 1"),
  WORDS(KEY("pebbles"),     OPTIONAL,
      "groups of pebbles (name or slot=name), or all: the force acts on each pebble of them"),
  REAL(KEY("start"),        "s",         OPTIONAL, UP_TO(TIME_MOST),
      "time from which the force acts; t of tables and formulas counts from then; default: 0, or "
      "when an event starts it"),
  OPTION_AFTER,
  REAL(KEY("end"), "s", OPTIONAL, NOT_NEGATIVE, "time at which the force ends; default: never"),
  OPTION_DURATION,
  {0},
};
/* clang-format on */

static const Option *const more[] = {interaction_groups, NULL};

const OptionKind force_kind = {.name    = "force",
                               .named   = true,
                               .options = force_options,
                               .more    = more,
                               .text = "forces and couples on clumps, points and pebbles of them"};

/* ---- tables ---- */

static const CsvColumn table_columns[] = {
  {.name = "time", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "s", .lo = 0, .hi = TIME_MOST},
  CSV_REAL_COLUMN("fx", "N", CSV_REQUIRED, FORCE_MOST),
  CSV_REAL_COLUMN("fy", "N", CSV_REQUIRED, FORCE_MOST),
  CSV_REAL_COLUMN("fz", "N", CSV_REQUIRED, FORCE_MOST),
  CSV_REAL_COLUMN("tx", "N m", 0, FORCE_MOST),
  CSV_REAL_COLUMN("ty", "N m", 0, FORCE_MOST),
  CSV_REAL_COLUMN("tz", "N m", 0, FORCE_MOST),
  {0},
};

static void check_table(Options *o, const char *name, const Force *f)
{
  const char *key = option_word(o, "force", name, "file")[0] ? "file" : "table";

  for (int i = 1; i < f->n; i++) {
    const double before = f->table[(i - 1) * (1 + FORCE_PARTS)],
                 time   = f->table[i * (1 + FORCE_PARTS)];

    if (time > before) continue;
    option_mistake(o, "force", name, key,
                   "row %d: time %g s is not after that of the row before (%g s)", i + 1, time,
                   before);
    return;
  }
}

static void read_formulas(Options *o, const char *name, Force *f)
{
  const Given given = {o, "force", name, "expression"};
  const int   n     = formulas_read(&given, formula_names, FORCE_PARTS, f->formula);

  f->n_formulas = n;
  if (n == 0 || n == 3 || n == FORCE_PARTS) return;
  option_mistake(o, "force", name, "expression",
                 "gives %s%d formulas; allowed: 3 (the force) or 6 (and the couple), separated by "
                 "commas",
                 n > FORCE_PARTS ? "more than " : "", (int)min_int(n, FORCE_PARTS));
  f->n_formulas = 0;
}

/* ---- one force ---- */

static void read_place(Options *o, const char *name, Acting *item)
{
  const bool point   = option_has_value(o, "force", name, "point"),
             pebbles = option_has_value(o, "force", name, "pebbles");
  const int where    = plugin_index(where_heads, option_word(o, "force", name, "where"));

  item->bodies  = pebbles || where == 2 ? BODIES_PEBBLES
                  : point || where == 1 ? BODIES_POINT
                                        : BODIES_CLUMPS;
  item->in_body = strcmp(option_word(o, "force", name, "axes"), "body") == 0;
  if (point && pebbles) option_mistake(o, "force", name, "point", "and pebbles: give one of them");
  if (where == 1 && !point)
    option_mistake(o, "force", name, "point", "missing: where: point needs it");
}

/* In two dimensions fz, tx and ty must be 0; a formula for them must be the number 0. */
static void check_plane(Options *o, const char *name, const Force *f)
{
  bool out = f->load.torque.x != 0 || f->load.torque.y != 0;

  if (options_dimension(o) != 2) return;
  for (int i = 0; i < f->n; i++) {
    const double *row = f->table + i * (1 + FORCE_PARTS);

    out = out || row[3] != 0 || row[4] != 0 || row[5] != 0;
  }
  for (int i = 2; i < f->n_formulas; i++)
    out = out || (i < 5 && (f->formula[i].n != 1 || f->formula[i].steps[0].number != 0 ||
                            f->formula[i].steps[0].code != 0));
  if (out)
    option_mistake(o, "force", name, NULL,
                   "leaves the plane: in two dimensions fz, tx and ty must be 0");
}

void force_change(const Options *options, Acting *item)
{
  options_read_into(options, "force", item->name, force_options, item->constants);
}

static void read_load(Options *o, const char *name, Force *f)
{
  bool given;

  options_read_into(o, "force", name, force_options, f);
  if (vec3_norm(f->load.force) + vec3_norm(f->load.torque) > 0 && f->n > 0)
    option_mistake(o, "force", name, "force", "and a table: give one of them");
  given = option_is_set(o, "force", name, "force") || option_is_set(o, "force", name, "torque");
  if (!given && f->n == 0 && f->n_formulas == 0 && options_are_sound(o, "force"))
    option_mistake(o, "force", name, NULL,
                   "no force: give force, torque, file, table or expression");
}

PetscErrorCode forces_read(const Parallel *par, Options *o, Interactions *all)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  n = options_objects(o, "force", &names);
  for (int k = 0; k < n; k++) {
    Acting *item = &all->list[all->n++];
    Force  *f;

    *item = (Acting){.section = "force", .kind = &interaction_force, .a = -1, .b = -1};
    snprintf(item->name, sizeof item->name, "%s", names[k]);
    array_create(&item->constants, sizeof(Force), 1);
    f = item->constants;
    PetscCall(rows_read(par, &(Given){o, "force", names[k], "file"}, "table", table_columns,
                        &f->table, &f->n));
    check_table(o, names[k], f);
    read_formulas(o, names[k], f);
    read_load(o, names[k], f);
    check_plane(o, names[k], f);
    item->span = span_read(o, "force", names[k]);
    read_place(o, names[k], item);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points and pebbles ---- */

static void find_pebbles(Options *o, Groups *groups, Acting *item)
{
  int                n;
  const char *const *words = option_words(o, "force", item->name, "pebbles", &n);
  char               why[GROUPS_NONE];

  item->pebbles = 0;
  for (int k = 0; k < n; k++) {
    uint64_t mask;

    if (strcmp(words[k], "all") == 0) {
      item->pebbles = 0;
      return;
    }
    if (groups_select(groups, GROUP_PEBBLES, words[k], &mask, why)) item->pebbles |= mask;
    else option_mistake(o, "force", item->name, "pebbles", "%s", why);
  }
}

void forces_prepare(Interactions *all, Options *o, const Templates *templates, Groups *groups)
{
  for (int k = 0; k < all->n; k++) {
    Acting *item = &all->list[k];

    if (item->kind != &interaction_force) continue;
    find_pebbles(o, groups, item);
    if (item->bodies == BODIES_POINT) {
      const Vec3 point = option_vec3(o, "force", item->name, "point");

      array_free(&item->point);
      array_create(&item->point, sizeof *item->point, templates->n + 1);
      for (int t = 0; t < templates->n; t++) {
        const MassProperties *m = &templates->list[t].mass;

        item->point[t] = quat_turn_back(m->axes, vec3_sub(point, m->centre));
      }
    }
  }
}

/* ---- values ---- */

/* Load at time t of the table: linear between rows, constant before the first and after the
   last. */
static void look_up(const Force *f, double t, double load[FORCE_PARTS])
{
  enum { WIDTH = 1 + FORCE_PARTS };
  const int     row = last_up_to(f->table, WIDTH * sizeof *f->table, f->n - 1, t);
  const double *a = f->table + row * WIDTH, *b = f->n > 1 ? a + WIDTH : a;
  const double  part = t <= a[0] ? 0 : t >= b[0] ? 1 : (t - a[0]) / (b[0] - a[0]);

  for (int k = 0; k < FORCE_PARTS; k++) load[k] = a[1 + k] + part * (b[1 + k] - a[1 + k]);
}

static void act(const void *self, BodyBatch *b)
{
  const Force  *f               = self;
  double *const to[FORCE_PARTS] = {b->fx, b->fy, b->fz, b->cx, b->cy, b->cz};
  double        load[FORCE_PARTS];

  memcpy(load, &f->load, sizeof load);
  if (f->n > 0) look_up(f, b->time, load);
  for (int i = 0; i < FORCE_PARTS; i++)
    for (int k = 0; k < b->n; k++) to[i][k] += load[i];
  formulas_add(f->formula, f->n_formulas, b, to);
}

static void explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const Force *f = self;

  formulas_explain(f->formula, f->n_formulas, b, k, text, size);
}

static void release(void *self)
{
  array_free(&((Force *)self)->table);
}

static void limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  (void)body;
  limits->steepness = ((const Force *)self)->n_formulas > 0 ? INFINITY : 0;
}

const Interaction interaction_force = {
  .head = {.name = "force", .text = "a force of the scenario.", .options = {interaction_groups}},
  .size = sizeof(Force),
  .supplies = true,
  .limits   = limits,
  .body =
    &(const BodyForce){
      .bodies  = BODIES_CLUMPS,
      .act     = act,
      .explain = explain,
    },
  .free = release,
};
