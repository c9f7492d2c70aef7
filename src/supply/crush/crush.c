/* SPDX-License-Identifier: MIT */
/* Clumps that break into fragments, and their module (crush.h). */
#include "supply/crush/crush.h"
#include "base/bounds.h"
#include "matter/waiting.h"
#include "output/table/tables.h"

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
   clumps, sorted, with `fragments` replaced by the first id of their fragments. */
static PetscErrorCode give_ids(World *w, const Broken *mine, PetscInt n, Broken **all,
                               PetscInt *n_all)
{
  StateArray both = {0};

  PetscFunctionBeginUser;
  PetscCall(state_array_gather(w->par, mine, 2 * n, &both));
  *all   = both.list;
  *n_all = (PetscInt)both.n / 2;
  sort_items(*all, *n_all, sizeof **all, compare_broken);
  for (PetscInt k = 0; k < *n_all; k++) {
    const int64_t some = (*all)[k].fragments;

    (*all)[k].fragments = w->account->next_id;
    w->account->next_id += some;
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
static PetscErrorCode add_fragments(World *w, const Crush *object, PetscInt a, Id id, double now)
{
  const Clumps *c = w->clumps;
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
      clumps_add(new, w->templates, id + k, template, c->scale[a] * f[FRAGMENT_SCALE], &row));
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
    new->pose[row].x = vec3_add(c->pose[a].x, grid_round3(w->domain, quat_turn(c->pose[a].q, x)));
    new->pose[row].q = quat_normalized(quat_mul(c->pose[a].q, q));
    new->pose[row].scale = new->scale[row];
    new->force[row] = new->torque[row] = vec3(0, 0, 0);
    new->squeeze[row]                  = 0;
  }
  crush_set_motions(w, a, new);
  for (PetscInt k = 0; k < new->n_owned; k++) PetscCall(waiting_add(w->waiting, new, k, now));
  PetscCall(clumps_destroy(&new));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode note_event(World *w, const Crush *object, PetscInt a)
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

  PetscFunctionBeginUser;
  snprintf(e.name, sizeof e.name, "%s", object->name);
  PetscCall(journal_add(w->journal, &e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Break the n clumps of this rank whose rows are listed. */
static PetscErrorCode break_up(Crushes *crushes, World *w, const PetscInt *row, PetscInt n)
{
  const double now = clock_time(w->clock);
  Broken      *mine, *all;
  PetscInt     n_all = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(&mine, sizeof *mine, n));
  for (PetscInt k = 0; k < n; k++)
    mine[k] = (Broken){w->clumps->id[row[k]], crush_fragments(crush_of(crushes, w, row[k]))};
  PetscCall(give_ids(w, mine, n, &all, &n_all));
  for (PetscInt k = 0; k < n; k++) {
    Crush        *object = crush_of(crushes, w, row[k]);
    const Broken *one    = bsearch(&mine[k], all, (size_t)n_all, sizeof *all, compare_broken);

    PetscCall(add_fragments(w, object, row[k], one->fragments, now));
    PetscCall(note_event(w, object, row[k]));
    object->broken++;
  }
  for (PetscInt k = 0; k < n; k++) clump_drop(w->clumps, row[k]);
  array_free(&mine);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module ---- */

static PetscErrorCode read(void *self, World *w)
{
  PetscFunctionBeginUser;
  PetscCall(crushes_read(self, w));
  PetscCall(module_take(&crush_module, self, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode resolve(void *self, World *w)
{
  Crushes *all = self;

  PetscFunctionBeginUser;
  PetscCall(crushes_resolve(all, w));
  w->journal->used = w->journal->used || all->n > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode foresee(void *self, World *w)
{
  return crushes_foresee(self, w);
}

/* Ask for the number of clumps that break. */
static PetscErrorCode ask(void *self, World *w, AskedSums *asked)
{
  const Crushes *all = self;
  int64_t        n   = 0;
  Sum           *sum;

  PetscFunctionBeginUser;
  if (all->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) n += crush_of(all, w, a) != NULL;
  PetscCall(asked_sums(asked, 1, &sum));
  sum_add_scaled(sum, n, 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sum, bool seen)
{
  Crushes *all = self;
  PetscInt n = 0, capacity = 0, *row = NULL;

  (void)seen;
  PetscFunctionBeginUser;
  if (!sum || !(sum_value(sum) > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  world_complete(w);
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) {
    if (!crush_of(all, w, a)) continue;
    PetscCall(array_reserve(&row, sizeof *row, n + 1, &capacity));
    row[n++] = a;
  }
  PetscCall(break_up(all, w, row, n));
  array_free(&row);
  world_dropped(w);
  PetscCall(world_enter(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Crushes *all = self;

  PetscFunctionBeginUser;
  if (!all) PetscCall(state_list(parts, STATE_FOLDER, "crush", "<name>", crush_state, NULL));
  for (int k = 0; all && k < all->n; k++) {
    Crush *c = &all->list[k];

    c->broken_all = c->broken;
    PetscCall(parallel_sum_int(w->par, &c->broken_all, 1));
    PetscCall(state_list(parts, STATE_FOLDER, "crush", c->name, crush_state, c));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void end(void *self)
{
  Crushes *all = self;

  for (int k = 0; k < all->n; k++) array_free(&all->list[k].rows.list);
  array_free(&all->list);
}

const Module crush_module = {.name  = "crush",
                             .size  = sizeof(Crushes),
                             .needs = "material template clumps crush inlet",
                             .setup = {.read = read, .resolve = resolve, .foresee = foresee},
                             .step  = {.ask = ask, .end = end_step},
                             .list  = list,
                             .free  = end};
