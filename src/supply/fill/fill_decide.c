/* SPDX-License-Identifier: MIT */
/* Decision which attempts of a fill are kept.

   A batch of attempts is laid out like clumps (owners, held copies, pairs), so that periodic faces
   and clumps of any extent need no code of their own. In each round, an attempt is refused if an
   earlier one that it overlaps is accepted, and accepted if all earlier ones that it overlaps are
   refused (Blelloch, Fineman & Shun 2012, SPAA: few rounds). */
#include "base/mail.h"
#include "measure/energy/ledger.h"
#include "motion/motion.h"
#include "supply/fill/fill_batch.h"
#include "supply/population/population.h"

enum { UNDECIDED, ACCEPTED, REFUSED };

/* Results of an attempt's conflicts in a round, of which the maximum counts. */
enum { NEWS_NONE, NEWS_WAIT, NEWS_REFUSED };

/* ---- deciding ---- */

PetscErrorCode fill_find_conflicts(Batch *b)
{
  World      *world = b->world;
  const int   m     = world->materials->n;
  int        *law_of;
  const Walls none   = {0};
  PairSearch  search = {.domain        = world->domain,
                        .decomposition = world->decomposition,
                        .clumps        = b->trial,
                        .walls         = &none,
                        .method        = &search_list,
                        .near          = INFINITY,
                        .n_materials   = m,
                        .n_laws        = 1};

  PetscFunctionBeginUser;
  array_create(&law_of, sizeof *law_of, m * m); /* zero-initialized: one law */
  search.law_of = law_of;
  PetscCall(clumps_migrate(world->par, world->domain, world->decomposition,
                           clumps_sort_cell(world->templates, b->trial), 0, b->trial));
  fill_drop_tries(b);
  clumps_prepare(b->trial, world->templates);
  motion_pose(b->trial, world->domain);
  PetscCall(
    halo_build(b->halo, world->domain, world->decomposition, world->templates, 0, b->trial));
  PetscCall(halo_refresh(b->halo, world->domain, b->trial));
  halo_select(world->decomposition, world->domain, world->templates, 0, b->trial, b->pebbles);
  pebbles_place(b->pebbles, b->trial, 0, b->pebbles->n, world->domain->magic);
  search.pebbles = b->pebbles;
  /* pairs among the leading rows, of owned clumps that are present, are not needed */
  while (search.from < b->pebbles->n && b->pebbles->clump[search.from] < b->trial->n_owned &&
         b->trial->id[b->pebbles->clump[search.from]] < 0)
    search.from++;
  PetscCall(pairs_build(b->pairs, &search));
  array_reserve(&b->verdict, sizeof *b->verdict, b->trial->n, &b->capacity);
  array_reserve(&b->news, sizeof *b->news, b->trial->n, &b->news_capacity);
  for (PetscInt a = 0; a < b->trial->n_owned; a++)
    b->verdict[a] = b->trial->id[a] < 0 ? ACCEPTED : UNDECIDED;
  array_free(&law_of);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* For every row the maximum over the conflicts listed on this rank: wait or refused. Only conflicts
   with earlier attempts count; undecided ones only if `among`. */
static void collect_news(Batch *b, bool among)
{
  memset(b->news, 0, (size_t)b->trial->n * sizeof *b->news);
  for (PetscInt k = 0; k < b->pairs->pebbles.n; k++) {
    const int32_t first = b->pebbles->clump[b->pairs->pebbles.a[k]],
                  later = b->pebbles->clump[b->pairs->pebbles.b[k]];
    const bool itself =
      b->trial->id[first] == b->trial->id[later]; /* overlaps its own periodic image */
    const int32_t word = itself || b->verdict[first] == ACCEPTED   ? NEWS_REFUSED
                         : among && b->verdict[first] == UNDECIDED ? NEWS_WAIT
                                                                   : NEWS_NONE;

    if (word > b->news[later]) b->news[later] = word;
  }
}

/* Refuse attempts that overlap an accepted one before them; if `among`, accept those that overlap
   no earlier undecided one. */
static PetscErrorCode decide_round(Batch *b, bool among, bool *open)
{
  PetscFunctionBeginUser;
  PetscCall(halo_spread_int(b->halo, b->trial, b->verdict));
  collect_news(b, among);
  PetscCall(halo_max_int(b->halo, b->trial, b->news));
  *open = false;
  for (PetscInt a = 0; a < b->trial->n_owned; a++) {
    if (b->verdict[a] != UNDECIDED) continue;
    if (b->news[a] == NEWS_REFUSED) b->verdict[a] = REFUSED;
    else if (among && b->news[a] == NEWS_NONE) b->verdict[a] = ACCEPTED;
    else *open = true;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one place for each clump ---- */

/* Send the ids of attempts with this verdict to the ranks that keep their clumps. ids: those
   received, sorted; freed with array_free. */
static PetscErrorCode tell_attempts(const Batch *b, int32_t verdict, Id **ids, PetscInt *n)
{
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(b->world->par, &mail);
  for (PetscInt a = 0; a < b->trial->n_owned; a++) {
    const Id id = b->trial->id[a];

    if (id >= 0 && b->verdict[a] == verdict)
      mail_post(mail, (int)(id / b->tries / b->fill->block), &id, sizeof id);
  }
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof **ids, ids, n);
  mail_destroy(&mail);
  sort_items(*ids, *n, sizeof **ids, compare_ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_note_free(Batch *b, Fill *f)
{
  bool     open;
  Id      *ids;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(decide_round(b, false, &open));
  PetscCall(tell_attempts(b, UNDECIDED, &ids, &n));
  for (PetscInt i = 0; i < n; i++) {
    Wanted *w = &f->wanted[ids[i] / b->tries - f->first];

    if (w->free == NONE_YET) w->free = ids[i] % b->tries;
  }
  array_free(&ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_decide(Batch *b)
{
  bool open = true;

  PetscFunctionBeginUser;
  while (open) {
    PetscCall(decide_round(b, true, &open));
    PetscCall(parallel_any(b->world->par, &open));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- taking over ---- */

/* Draw a vector that is uniform within `middle` plus or minus `spread` along each axis. */
static Vec3 spread_about(Vec3 middle, Vec3 spread, Random *random)
{
  for (int k = 0; k < 3; k++) {
    const double u = 2 * random_real(random) - 1;

    vec3_set(&middle, k, vec3_axis(middle, k) + u * vec3_axis(spread, k));
  }
  return middle;
}

/* Set velocity and spin of the clump of this id. */
static void set_velocities(const FillSpec *p, Clumps *c, PetscInt row, Id id)
{
  Random random =
    random_part(random_stream(p->seed, RANDOM_INLET + 256 * p->stream, (uint64_t)id), 2);
  Vec3 spin;

  c->motion[row].v = spread_about(p->velocity, p->velocity_spread, &random);
  spin             = spread_about(p->spin, p->spin_spread, &random);
  if (spin.x == 0 && spin.y == 0 && spin.z == 0) return;
  c->w[row]               = spin;
  c->motion[row].momentum = clump_momentum(spin, c->pose[row].q, c->inertia[row]);
}

/* Add the clump of an accepted attempt. */
static void take_attempt(const Batch *b, PetscInt a)
{
  World         *world = b->world;
  const Clumps  *trial = b->trial;
  const Id       id    = world->account->next_id + trial->id[a] / b->tries;
  const PetscInt row =
    clumps_add(world->clumps, world->templates, id, trial->template[a], trial -> scale[a]);

  world->clumps->mass[row]    = trial->mass[a];
  world->clumps->inertia[row] = trial->inertia[a];
  world->clumps->pose[row].x  = trial->pose[a].x;
  world->clumps->pose[row].q  = trial->pose[a].q;
  world->clumps->group[row]   = b->fill->group;
  set_velocities(&b->fill->spec, world->clumps, row, id);
  population_quantities(world->options, b->fill->spec.kind, b->fill->spec.name, world->clumps, row);
  if (world->begun) start_values_fill_in(world->templates, world->clumps, row);
}

PetscErrorCode fill_take_over(const Batch *b, Fill *f, int64_t *taken)
{
  Id      *placed;
  PetscInt n;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < b->trial->n_owned; a++)
    if (b->trial->id[a] >= 0 && b->verdict[a] == ACCEPTED) take_attempt(b, a);
  PetscCall(tell_attempts(b, ACCEPTED, &placed, &n));
  for (PetscInt i = 0; i < n; i++) f->wanted[placed[i] / b->tries - f->first].placed = true;
  array_free(&placed);
  *taken = n;
  PetscCall(parallel_sum_int(b->world->par, taken, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}
