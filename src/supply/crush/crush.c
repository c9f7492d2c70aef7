/* SPDX-License-Identifier: MIT */
/* Clumps that break into fragments, and their module (crush.h). */
#include "supply/crush/crush.h"
#include "base/bounds.h"
#include "matter/waiting.h"
#include "matter/whole.h"
#include "measure/energy/turnover.h"
#include "motion/clump_energy.h"
#include "output/table/tables.h"

/* ---- motions of fragments, and the energy that is lost when a clump breaks ---- */

static double determinant(double m[3][3])
{
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Solve m x = b by Cramer's rule, in two dimensions along z alone; 0 if there is no solution. */
static Vec3 solve(double m[3][3], Vec3 b, int dimension)
{
  const double d = determinant(m);
  Vec3         x = {0, 0, 0};

  if (dimension == 2) return m[2][2] > 0 ? vec3(0, 0, b.z / m[2][2]) : x;
  for (int k = 0; k < 3 && d > 0; k++) {
    double one[3][3];

    memcpy(one, m, sizeof one);
    for (int i = 0; i < 3; i++) one[i][k] = vec3_axis(b, i);
    vec3_set(&x, k, determinant(one) / d);
  }
  return x;
}

/* Angular velocity of a row: w, but about blocked axes the one that it has. */
static Vec3 held_spin(const Clumps *c, PetscInt row, Vec3 w)
{
  const Quat q     = c->pose[row].q;
  const Vec3 own   = clump_along(c, row, q, c->w[row]);
  Vec3       along = clump_along(c, row, q, w);

  if (!(c->blocked[row] & BLOCK_TURN)) return w;
  for (int k = 0; k < 3; k++)
    if (c->blocked[row] & ((uint64_t)BLOCK_RX << k)) vec3_set(&along, k, vec3_axis(own, k));
  return clump_from(c, row, q, along);
}

/* Add `sign` times the kinetic and gravitational energy of row k of `of` to an entry of the
   ledger. */
static void book_energy(World *w, const char *entry, const Clumps *of, PetscInt k, int sign)
{
  const Weighing weighing = {w->domain, w->gravity, w->clumps->heavy};

  clump_energy_now(&weighing, of, k, sign, world_energy(w, entry));
}

/* Give the fragments of row a the rigid motion of the clump, correct it so that momentum and
   angular momentum are conserved, and book the energy that is lost. */
static void set_motions(World *world, PetscInt a, Clumps *to)
{
  const Clumps *c = world->clumps;
  const Vec3    w = c->w[a], x = c->pose[a].x;
  Vec3          centre = {0, 0, 0}, l = c->motion[a].momentum, spin;
  double        m[3][3] = {{0}}, one[3][3];

  for (PetscInt k = 0; k < to->n_owned; k++)
    centre = vec3_axpy(centre, to->mass[k] / c->mass[a], vec3_sub(to->pose[k].x, x));
  for (PetscInt k = 0; k < to->n_owned; k++) {
    const Vec3 r = vec3_sub(to->pose[k].x, x);

    to->motion[k].v = vec3_add(c->motion[a].v, vec3_cross(w, vec3_sub(r, centre)));
    l = vec3_axpy(l, -to->mass[k], vec3_cross(r, to->motion[k].v)); /* about the clump's centre */
    clump_lab_inertia(to->pose[k].q, to->inertia[k], one);
    for (int i = 0; i < 9; i++) m[i / 3][i % 3] += one[i / 3][i % 3];
  }
  spin = solve(m, l, world->dimension);
  for (PetscInt k = 0; k < to->n_owned; k++) {
    to->w[k]               = held_spin(to, k, spin);
    to->motion[k].momentum = clump_momentum(to->w[k], to->pose[k].q, to->inertia[k]);
  }
  book_energy(world, "crush", c, a, 1);
  for (PetscInt k = 0; k < to->n_owned; k++) {
    book_energy(world, "crush", to, k, -1);
    /* they do not come from outside: what is booked when they enter is taken off again */
    book_energy(world, "entered", to, k, -1);
  }
}

/* clang-format off */
static const StateItem crush_state[] = {
  ITEM(REAL, KEY_IN("fragments", Crush, rows), NULL, 0, 0,
      "of each fragment: index of its template, place (m), attitude, scale, share of the mass", .count = STATE_ANY),
  ITEM(INT32, KEY_IN("template", Crush, rows_of), NULL, 0, INT32_MAX,
      "index of the template that breaks", .flags = STATE_LACKING),
  ITEM(BITS, IN(Crush, file), NULL, 0, 0,
      "64-bit FNV-1a hash of the name of the file of fragments, without folders; of no name: "
      "its pebbles", .flags = STATE_LACKING),
  ITEM(INT64, KEY_IN("broken", Crush, broken_all), NULL, 0, STEPS_MOST,
      "number of clumps that broke since the first step"),
  {0},
};
/* clang-format on */

/* ---- breaking ---- */

/* A clump that breaks: packed as three numbers of 8 bytes for all ranks. */
typedef struct {
  Id      id;
  int64_t fragments; /* number of its fragments, whose ids follow each other */
  Id      first;     /* id of the first one, set by give_ids */
} Broken;

/* Mean pressure of owned row a, Pa. */
static double pressure_of(const World *w, PetscInt a)
{
  const Clumps *c      = w->clumps;
  const double  volume = w->templates->list[c->template[a]].mass.volume *
                        templates_volume_factor(w->templates, c->scale[a]);

  return -c->squeeze[a] / (w->dimension * volume);
}

/* The object by which owned row a breaks now; NULL: none. */
static Crush *crush_of(const Crushes *all, const World *w, PetscInt a)
{
  const Clumps *c = w->clumps;

  if (clump_is_gone(c, a) || c->blocked[a] == BLOCK_ALL) return NULL;
  for (int k = 0; k < all->n; k++)
    if (all->list[k].template == c->template[a] && pressure_of(w, a) >= all->list[k].strength)
      return &all->list[k];
  return NULL;
}

/* Give ids to the fragments of all clumps that break, in the order of the ids of these. *all: the
   clumps of all ranks, sorted. Collective. */
static PetscErrorCode give_ids(World *w, const Broken *mine, PetscInt n, Broken **all,
                               PetscInt *n_all)
{
  StateArray gathered = {0};
  int64_t    sum      = n;
  char       text[WHOLE_TEXT];

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(w->par, &sum, 1));
  PetscCheck(whole_fits(&whole_broken, sum, text), w->par->comm, PETSC_ERR_ARG_OUTOFRANGE, "%s",
             text);
  PetscCall(state_array_gather(w->par, mine, 3 * n, &gathered));
  *all   = gathered.list;
  *n_all = (PetscInt)gathered.n / 3;
  sort_items(*all, *n_all, sizeof **all, compare_ids);
  for (PetscInt k = 0; k < *n_all; k++) {
    (*all)[k].first = w->account->next_id;
    w->account->next_id += (*all)[k].fragments;
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
    const int64_t more = k < rest ? 1 : k < -rest ? -1 : 0;

    if (!(c->uses >> q & 1) || !quantities[q]->counted) continue;
    to->quantity[q].value[row] =
      of->grain > 0 ? of->grain * (double)(all / n + more) : of->value[a] / n;
  }
}

/* Make the fragments of row a, with ids from `first` on, and let them wait: they enter in
   end_step. */
static PetscErrorCode add_fragments(World *w, const Crush *object, PetscInt a, Id first, double now)
{
  const Clumps *c = w->clumps;
  Clumps *new;

  PetscFunctionBeginUser;
  PetscCall(clumps_create(&new));
  new->templates = w->templates;
  PetscCall(clumps_use(new, clumps_used(c)));
  for (int k = 0; k < crush_fragments(object); k++) {
    const double  *f     = crush_fragment(object, k);
    const Vec3     x     = vec3_scale(c->scale[a], fragment_place(f));
    const Quat     q     = fragment_attitude(f);
    const PetscInt row   = clumps_add(new, w->templates, first + k, (int)f[FRAGMENT_TEMPLATE],
                                      c->scale[a] * f[FRAGMENT_SCALE]);
    const uint64_t still = new->blocked[row]; /* the degrees of freedom that its template blocks */

    fields_take(new->fields, new, row, c, a, OWN); /* groups, temperature are those of the clump */
    share_counted(c, a, new, row, k, crush_fragments(object));
    if (still) { /* it keeps its attitude */
      new->blocked[row] = (new->blocked[row] | still) & ~(uint64_t)BLOCK_BODY;
      new->w[row]       = vec3(0, 0, 0);
    }
    crush_weigh(new, row, f, c->mass[a]);
    new->pose[row].x = vec3_add(c->pose[a].x, grid_round3(w->domain, quat_turn(c->pose[a].q, x)));
    new->pose[row].q = quat_normalized(quat_mul(c->pose[a].q, q));
    new->pose[row].scale = new->scale[row];
  }
  set_motions(w, a, new);
  for (PetscInt k = 0; k < new->n_owned; k++) waiting_add(w->waiting, new, k, now);
  clumps_destroy(&new);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void note_event(World *w, const Crush *object, PetscInt a)
{
  Event e = {.step         = w->clock->step,
             .time         = clock_time(w->clock),
             .event        = "crushed",
             .clump        = w->clumps->id[a],
             .other        = -1,
             .pebble       = -1,
             .other_pebble = -1,
             .place        = domain_wrapped(w->domain, w->clumps->pose[a].x),
             .value        = pressure_of(w, a)};

  snprintf(e.name, sizeof e.name, "%s", object->name);
  journal_add(w->journal, &e);
}

/* Break the n clumps of this rank whose rows are listed. */
static PetscErrorCode break_up(Crushes *crushes, World *w, const PetscInt *row, PetscInt n)
{
  const double now = clock_time(w->clock);
  Broken      *mine, *all = NULL;
  PetscInt     n_all = 0;
  bool        *leaves;

  PetscFunctionBeginUser;
  array_create(&mine, sizeof *mine, n);
  for (PetscInt k = 0; k < n; k++)
    mine[k] = (Broken){.id        = w->clumps->id[row[k]],
                       .fragments = crush_fragments(crush_of(crushes, w, row[k]))};
  PetscCall(give_ids(w, mine, n, &all, &n_all));
  for (PetscInt k = 0; k < n; k++) {
    Crush        *object = crush_of(crushes, w, row[k]);
    const Broken *one    = bsearch(&mine[k], all, (size_t)n_all, sizeof *all, compare_ids);

    PetscCall(add_fragments(w, object, row[k], one->first, now));
    note_event(w, object, row[k]);
    object->broken++;
  }
  array_create(&leaves, sizeof *leaves, w->clumps->n_owned); /* zero */
  for (PetscInt k = 0; k < n; k++) leaves[row[k]] = true;
  PetscCall(turnover_break(w, leaves));
  array_free(&leaves);
  array_free(&mine);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module ---- */

static PetscErrorCode resolve(void *self, World *w)
{
  Crushes *all = self;

  PetscFunctionBeginUser;
  PetscCall(crushes_resolve(all, w));
  w->journal->used = w->journal->used || all->n > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Ask for the number of clumps that break. */
static void ask(const void *self, const World *w, AskedSums *asked)
{
  const Crushes *all = self;
  int64_t        n   = 0;
  Sum           *sum;

  if (all->n == 0) return;
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) n += crush_of(all, w, a) != NULL;
  asked_sums(asked, 1, &sum);
  sum_add_scaled(sum, n, 0);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sum)
{
  Crushes *all = self;
  PetscInt n = 0, capacity = 0, *row = NULL;

  PetscFunctionBeginUser;
  if (!sum || !(sum_value(sum) > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  world_complete(w);
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) {
    if (!crush_of(all, w, a)) continue;
    array_reserve(&row, sizeof *row, n + 1, &capacity);
    row[n++] = a;
  }
  PetscCall(break_up(all, w, row, n));
  array_free(&row);
  PetscCall(world_enter(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Crushes *all = self;

  PetscFunctionBeginUser;
  if (!all) state_list(parts, STATE_FOLDER, "crush", "<name>", crush_state, NULL);
  for (int k = 0; all && k < all->n; k++) {
    Crush *c = &all->list[k];

    c->broken_all = c->broken;
    PetscCall(parallel_sum_int(w->par, &c->broken_all, 1));
    state_list(parts, STATE_FOLDER, "crush", c->name, crush_state, c);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  Crushes *all = self;

  for (int k = 0; k < all->n; k++) array_free(&all->list[k].rows.list);
  array_free(&all->list);
}

const Module crush_module = {
  .name  = "crush",
  .size  = sizeof(Crushes),
  .needs = "material template clumps crush inlet",
  .setup = {.read = crushes_read, .resolve = resolve, .foresee = crushes_foresee},
  .step  = {.ask = ask, .end = end_step},
  .list  = list,
  .free  = free_state};
