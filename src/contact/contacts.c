/* SPDX-License-Identifier: MIT */
/* Contacts: creation, lists of touching pairs, and the calls of the backend that evaluates them. */
#include "contact/backend.h"
#include "contact/evaluate.h"
#include "contact/memory/unpaired.h"
#include "contact/solid/shafts.h"
#include "contact/visit.h"
#include "search/capsule_pairs.h"
#include "search/near.h"

#define DECLARE_BACKEND(backend) extern const ContactBackend backend;
CONTACT_BACKENDS(DECLARE_BACKEND)
#undef DECLARE_BACKEND

const Plugin *const contact_backends[] = {CONTACT_BACKENDS(PLUGIN_HEAD) NULL};

void contacts_create(const Laws *laws, const char *backend, Contacts **contacts)
{
  Contacts *c;

  array_create(contacts, sizeof **contacts, 1);
  c = *contacts;
  array_create(&c->batch, sizeof *c->batch, 1);
  array_create(&c->batch->store, sizeof *c->batch->store, batch_columns(laws->memory));
  c->laws    = laws;
  c->backend = (const ContactBackend *)plugin_find(contact_backends, backend);
}

static void touching_free(Touching *t)
{
  array_free(&t->pair);
  array_free(&t->memory);
  array_free(&t->run);
}

void contacts_destroy(Contacts **contacts)
{
  if (*contacts) {
    for (int k = 0; k < 2; k++) {
      touching_free(&(*contacts)->pebbles[k]);
      touching_free(&(*contacts)->walls[k]);
    }
    unpaired_withdraw(*contacts);
    unpaired_forget(*contacts);
    array_free(&(*contacts)->batch->store);
    array_free(&(*contacts)->batch);
    array_free(&(*contacts)->hits);
    array_free(&(*contacts)->on_members);
    array_free(&(*contacts)->places);
    wall_loads_free(*contacts);
    solids_destroy(&(*contacts)->solids);
    solid_weight_free(&(*contacts)->weight);
    term_work_destroy(&(*contacts)->term_work);
    array_free(contacts);
  }
}

/* ---- lists of touching pairs ---- */

void touching_reserve(Touching *t, PetscInt n, int columns)
{
  const size_t lines =
    (t->reals + (size_t)(n + TOUCHING_SPARE) * (size_t)columns) / TOUCHING_LINE + 1;

  if (lines > PETSC_MAX_INT)
    memory_ends("memory of contacts: more than %" PetscInt_FMT
                " cache lines on one rank: use more ranks",
                PETSC_MAX_INT);
  if ((PetscInt)lines > t->lines || !t->memory)
    array_reserve(&t->memory, TOUCHING_LINE * sizeof *t->memory, (PetscInt)lines, &t->lines);
  if (t->n + n + TOUCHING_SPARE > t->capacity)
    array_reserve(&t->pair, sizeof *t->pair, t->n + n + TOUCHING_SPARE, &t->capacity);
}

void touching_clear(Touching *t, int n_runs)
{
  PetscInt room = t->run_capacity;

  array_reserve(&t->run, sizeof *t->run, n_runs + 1, &room);
  t->run_capacity = (int)room;
  t->n_runs       = n_runs;
  t->n            = 0;
  t->reals        = 0;
}

void touching_run(Touching *t, int run)
{
  t->run[run] = (Run){t->n, t->reals};
}

void touching_end(Touching *t)
{
  touching_run(t, t->n_runs);
}

/* ---- narrower lists ---- */

static void pairs_to_listed(Touching *t, const PairList *list)
{
  for (PetscInt k = 0; k < t->n; k++) t->pair[k] = list->listed[t->pair[k]];
}

/* Replace indices of listed pairs by those of near pairs; both ascend. Contacts that are no longer
   near are dropped with their memory. */
static void pairs_to_near(Touching *t, const Laws *laws, const PairList *list)
{
  PetscInt near = 0, kept = 0;
  size_t   reals = 0;

  for (int r = 0; r < t->n_runs; r++) {
    const Run    run   = t->run[r];
    const size_t width = (size_t)laws->list[r % laws->n].memory;

    t->run[r] = (Run){kept, reals};
    for (PetscInt k = run.first; k < t->run[r + 1].first; k++) {
      const size_t row = run.real + (size_t)(k - run.first) * width;

      while (near < list->n && list->listed[near] < t->pair[k]) near++;
      if (near == list->n || list->listed[near] > t->pair[k]) continue;
      t->pair[kept++] = (int32_t)near;
      if (reals < row) memmove(t->memory + reals, t->memory + row, width * sizeof(double));
      reals += width;
    }
  }
  t->n     = kept;
  t->reals = reals;
  touching_end(t);
}

void contacts_narrow(Contacts *c, const ContactScene *scene, Pairs *pairs, double near)
{
  const Touching *const sides[] = {&c->pebbles[c->now], &c->walls[c->now]};

  if (c->backend->narrow) {
    c->backend->narrow(c, scene, pairs, near);
    return;
  }
  pairs_to_listed(&c->pebbles[c->now], &pairs->pebbles);
  pairs_to_listed(&c->walls[c->now], &pairs->walls);
  pairs_narrow(pairs, scene->domain, scene->pebbles, scene->walls, near);
  for (int k = 0; k < 2 && c->holds; k++)
    pairs_keep(pairs, scene->pebbles, k == 1, sides[k]->pair, sides[k]->n);
  pairs_to_near(&c->pebbles[c->now], c->laws, &pairs->pebbles);
  pairs_to_near(&c->walls[c->now], c->laws, &pairs->walls);
}

/* ---- of backends on the host ---- */

bool contact_is_closer(const ContactScene *s, bool walls, double within, int32_t pair)
{
  const WallPairs on_walls = contact_wall_pairs(s);
  const PairList *list     = &s->pairs->pebbles;
  const Ball     *at       = s->pebbles->at;

  if (!walls && s->pairs->capsules && capsule_pair_is(s->pebbles, list->a[pair], list->b[pair])) {
    int32_t hit;

    return capsule_pairs_pick(s->pebbles, list, within, pair, pair + 1, &hit) > 0;
  }
  if (walls && pebble_role(s->pebbles, s->pairs->walls.a[pair]) == PEBBLE_SHAFT) {
    SolidPlace place;

    return shaft_place(s, &s->pairs->walls, pair, within, &place);
  }
  return walls ? wall_pairs_touch(&on_walls, within, pair)
               : near_one(at[list->a[pair]], at[list->b[pair]], within);
}

void batch_find_apart(ContactBatch *b)
{
  double *apart = b->store[LAW_APART];

  b->n_apart = 0;
  for (int k = 0; k < b->n; k++) {
    b->kept[k]  = b->known[k];
    b->known[k] = apart[k] > 0 ? 0 : b->known[k];
    apart[k]    = b->gap[k] > 0;
    if (b->gap[k] > 0) b->apart[b->n_apart++] = k;
  }
}

PetscInt contacts_count(const Contacts *contacts)
{
  const Solids *s = contacts->solids;

  return contacts->pebbles[contacts->now].n + contacts->walls[contacts->now].n +
         (s ? s->here[s->now] : 0);
}

PetscInt contacts_count_of(const Contacts *c, const bool *of_law)
{
  const Touching *const sides[] = {&c->pebbles[c->now], &c->walls[c->now]};
  PetscInt              n       = 0;

  for (int k = 0; k < 2; k++)
    for (int r = 0; r < sides[k]->n_runs; r++)
      if (of_law[r % c->laws->n]) n += sides[k]->run[r + 1].first - sides[k]->run[r].first;
  return n;
}

/* ---- evaluations ---- */

void contacts_begin(Contacts *c, ContactReport *report)
{
  if (c->term_work) term_work_clear(c->term_work);
  if (c->backend->begin) {
    c->backend->begin(c, report);
    return;
  }
  *report = (ContactReport){.possible = true};
  sum_clear(&c->work);
  sum_clear(&c->driven);
  wall_loads_clear(c);
  for (int k = 0; k < 2; k++) {
    Touching *both = k == 0 ? c->pebbles : c->walls, *old = &both[c->now], *fresh = &both[!c->now];

    touching_clear(fresh, old->n_runs);
    touching_reserve(fresh, 0, c->laws->memory);
    touching_reserve(old, 0, c->laws->memory); /* recall reads past the last row */
  }
}

void contacts_apply(Contacts *c, const ContactScene *scene, int block, Loads *loads,
                    ContactReport *report)
{
  const ContactSink sink   = {.kind = SINK_LOADS, .loads = loads, .report = report};
  const int         n_laws = scene->pairs->n_laws;

  c->backend->evaluate(c, scene, block * n_laws, (block + 1) * n_laws, &sink);
}

void contacts_end(Contacts *c)
{
  if (c->backend->end) c->backend->end(c);
  else {
    touching_end(&c->pebbles[!c->now]);
    touching_end(&c->walls[!c->now]);
  }
  for (int kind = WORK_OF_CONTACTS; c->term_work && kind < WORK_KINDS; kind++)
    sum_merge(&c->work, &c->term_work->sum[kind]);
}

void contacts_commit(Contacts *c)
{
  if (c->backend->commit) c->backend->commit(c);
  else c->now = !c->now;
  unpaired_forget(c);
  solids_commit(c->solids);
}

void contacts_revert(Contacts *c)
{
  if (c->backend->commit) c->backend->commit(c); /* it swaps the two copies */
  else c->now = !c->now;
  solids_commit(c->solids);
}

void contacts_energy(Contacts *c, const ContactScene *scene, unsigned slots, Sum *sum)
{
  const ContactSink sink = {.kind = SINK_ENERGY, .slots = slots, .energy = sum};

  c->backend->evaluate(c, scene, 0, c->pebbles[c->now].n_runs, &sink);
  solids_evaluate(c, scene, &sink);
}

void contacts_visit(Contacts *c, const ContactScene *scene, const ContactVisitor *visitor)
{
  const ContactSink sink = {.kind = SINK_VISITOR, .visitor = visitor};

  c->backend->evaluate(c, scene, 0, c->pebbles[!c->now].n_runs, &sink);
  solids_evaluate(c, scene, &sink);
}
