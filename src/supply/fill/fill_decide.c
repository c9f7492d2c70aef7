/* SPDX-License-Identifier: MIT */
/* Decision which attempts of a fill are kept.

   A batch of attempts is laid out like clumps (owners, held copies, pairs), so that periodic faces
   and clumps of any extent need no code of their own. In each round, an attempt is refused if an
   earlier one that it overlaps is accepted, and accepted if all earlier ones that it overlaps are
   refused (Blelloch, Fineman & Shun 2012, SPAA: few rounds). */
#include "base/mail.h"
#include "motion/motion.h"
#include "supply/fill/fill_batch.h"
#include "supply/population/population.h"
#include "supply/population/start_values.h"

enum { UNDECIDED, ACCEPTED, REFUSED };

/* Result of an attempt's conflicts in a round; the maximum over the conflicts counts. */
enum { NEWS_NONE, NEWS_WAIT, NEWS_REFUSED };

/* ---- deciding ---- */

/* Number of leading rows of pebbles of owned clumps that are present: pairs among them are not
   needed. */
static PetscInt pebbles_present(const Batch *b)
{
  const Pebbles *p = b->pebbles;
  PetscInt       n = 0;

  while (n < p->n && p->clump[n] < b->trial->n_owned && b->trial->id[p->clump[n]] < 0) n++;
  return n;
}

PetscErrorCode fill_find_conflicts(Batch *b)
{
  SourceScene *scene = b->scene;
  const int    m     = scene->materials->n;
  int         *law_of;
  const Walls  none   = {0};
  PairSearch   search = {.domain        = scene->domain,
                         .decomposition = scene->decomposition,
                         .clumps        = b->trial,
                         .walls         = &none,
                         .method        = &search_list,
                         .near          = INFINITY,
                         .n_materials   = m,
                         .n_laws        = 1};

  PetscFunctionBeginUser;
  PetscCall(array_create(&law_of, sizeof *law_of, m * m)); /* zero-initialized: one law */
  search.law_of = law_of;
  PetscCall(clumps_migrate(scene->par, scene->domain, scene->decomposition,
                           clumps_sort_cell(scene->templates, b->trial), 0, b->trial));
  PetscCall(fill_drop_tries(b));
  clumps_prepare(b->trial, scene->templates);
  motion_pose(b->trial, scene->domain);
  PetscCall(
    halo_build(b->halo, scene->domain, scene->decomposition, scene->templates, 0, b->trial));
  PetscCall(halo_refresh_begin(b->halo, b->trial));
  PetscCall(halo_refresh_end(b->halo, scene->domain, b->trial));
  PetscCall(
    halo_select(scene->decomposition, scene->domain, scene->templates, 0, b->trial, b->pebbles));
  pebbles_place(b->pebbles, b->trial, 0, b->pebbles->n, scene->domain->magic);
  search.pebbles = b->pebbles;
  search.from    = pebbles_present(b);
  PetscCall(pairs_build(b->pairs, &search));
  PetscCall(array_reserve(&b->verdict, sizeof *b->verdict, b->trial->n, &b->capacity));
  PetscCall(array_reserve(&b->news, sizeof *b->news, b->trial->n, &b->news_capacity));
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

static int compare_ids(const void *a, const void *b)
{
  const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;

  return p < q ? -1 : p > q;
}

static int rank_of(const Fill *f, int64_t j)
{
  return (int)(j / f->block);
}

/* Ids received, sorted; freed with array_free. */
static PetscErrorCode collect(const Mail *mail, Id **ids, PetscInt *n)
{
  size_t at = 0, bytes;

  PetscFunctionBeginUser;
  for (int m = 0; m < mail_messages(mail); m++) {
    mail_message(mail, m, NULL, &bytes);
    at += bytes;
  }
  *n = (PetscInt)(at / sizeof **ids);
  PetscCall(array_create(ids, sizeof **ids, *n));
  at = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    const char *message = mail_message(mail, m, NULL, &bytes);

    memcpy((char *)*ids + at, message, bytes);
    at += bytes;
  }
  sort_items(*ids, *n, sizeof **ids, compare_ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send the ids of attempts with this verdict to the ranks that keep their clumps. ids: those
   received, sorted; freed with array_free. */
static PetscErrorCode tell_attempts(const Batch *b, int32_t verdict, Id **ids, PetscInt *n)
{
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(b->scene->par, &mail));
  for (PetscInt a = 0; a < b->trial->n_owned; a++) {
    const Id id = b->trial->id[a];

    if (id >= 0 && b->verdict[a] == verdict)
      PetscCall(mail_post(mail, rank_of(b->fill, id / b->tries), &id, sizeof id));
  }
  PetscCall(mail_deliver(mail));
  PetscCall(collect(mail, ids, n));
  PetscCall(mail_destroy(&mail));
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
    PetscCall(parallel_any(b->scene->par, &open));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- taking over ---- */

static void set_spin(Clumps *c, PetscInt row, Vec3 spin)
{
  if (spin.x == 0 && spin.y == 0 && spin.z == 0) return;
  c->w[row]               = spin;
  c->motion[row].momentum = clump_momentum(spin, c->pose[row].q, c->inertia[row]);
}

/* Uniform within `middle` plus or minus `spread` along each axis. */
static Vec3 spread_about(Vec3 middle, Vec3 spread, Random *random)
{
  for (int k = 0; k < 3; k++) {
    const double u = 2 * random_real(random) - 1;

    vec3_set(&middle, k, vec3_axis(middle, k) + u * vec3_axis(spread, k));
  }
  return middle;
}

/* Velocity and spin of the clump of this id. */
static void set_velocities(const FillSpec *p, Clumps *c, PetscInt row, Id id)
{
  Random random =
    random_part(random_stream(p->seed, RANDOM_INLET + 256 * p->stream, (uint64_t)id), 2);

  c->motion[row].v = spread_about(p->velocity, p->velocity_spread, &random);
  set_spin(c, row, spread_about(p->spin, p->spin_spread, &random));
}

static PetscErrorCode take_attempt(const Batch *b, PetscInt a)
{
  SourceScene  *scene = b->scene;
  const Clumps *trial = b->trial;
  const Id      id    = scene->next_id + trial->id[a] / b->tries;
  PetscInt      row;

  PetscFunctionBeginUser;
  PetscCall(
    clumps_add(scene->clumps, scene->templates, id, trial->template[a], trial -> scale[a], &row));
  scene->clumps->mass[row]    = trial->mass[a];
  scene->clumps->inertia[row] = trial->inertia[a];
  scene->clumps->pose[row].x  = trial->pose[a].x;
  scene->clumps->pose[row].q  = trial->pose[a].q;
  scene->clumps->group[row]   = b->fill->group;
  set_velocities(&b->fill->spec, scene->clumps, row, id);
  population_quantities(scene->options, b->fill->spec.kind, b->fill->spec.name, scene->clumps, row);
  if (scene->begun) start_values_fill_in(scene->templates, scene->clumps, row);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_take_over(const Batch *b, Fill *f, int64_t *taken)
{
  Id      *placed;
  PetscInt n;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < b->trial->n_owned; a++)
    if (b->trial->id[a] >= 0 && b->verdict[a] == ACCEPTED) PetscCall(take_attempt(b, a));
  PetscCall(tell_attempts(b, ACCEPTED, &placed, &n));
  for (PetscInt i = 0; i < n; i++) f->wanted[placed[i] / b->tries - f->first].placed = true;
  array_free(&placed);
  *taken = n;
  PetscCall(parallel_sum_int(b->scene->par, taken, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}
