/* SPDX-License-Identifier: MIT */
/* Shares of clumps, and the quantum of corrections. */
#include "base/bounds.h"
#include "base/mail.h"
#include "constraint/hard/hard.h"
#include "constraint/kinds/rods.h"
#include "link/link_requests.h"

const StateItem constraints_state[] = {
  {.name   = "correction_exponent",
   .text   = "corrections by constraints are summed as multiples of 2^correction_exponent kg m",
   .type   = STATE_INT32,
   .offset = offsetof(Constraints, exponent),
   .lo     = -EXPONENT_MOST,
   .hi     = EXPONENT_MOST},
  {.name   = "correction_spare_bits",
   .text   = "binary logarithm of the number of largest corrections that a sum can hold",
   .type   = STATE_INT32,
   .offset = offsetof(Constraints, spare),
   .lo     = 1,
   .hi     = SPARE_MOST},
  {.name   = "hard_contact_reach",
   .unit   = "m",
   .text   = "largest gap of hard contacts: 0.01 of the smallest radius when the run began",
   .type   = STATE_REAL,
   .offset = offsetof(Constraints, reach),
   .lo     = 0,
   .hi     = LENGTH_MOST,
   .flags  = STATE_LACKING},
  {NULL},
};

/* ---- shares ---- */

/* Message for an end of a pair to the rank that counts the pairs on its clump (rank_of_id), and its
   answer. */
typedef struct {
  Id       clump;
  PetscInt pair;
  int32_t  side, rank;
  double   pairs; /* number of pairs on the clump, in the answer */
} Question;

static int compare_questions(const void *a, const void *b)
{
  const Question *p = a, *q = b;

  return p->clump < q->clump ? -1 : p->clump > q->clump;
}

static PetscErrorCode ask(const Parallel *par, const LinkSet *set, Mail *mail)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < 2 * set->n; k++) {
    const Link    *l = &set->list[k / 2];
    const Question q = {
      .clump = k % 2 ? l->b : l->a, .pair = k / 2, .side = k % 2, .rank = par->rank};

    PetscCall(mail_post(mail, rank_of_id(par, q.clump), &q, sizeof q));
  }
  PetscCall(mail_deliver(mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode answer(Question *list, PetscInt n, Mail *mail)
{
  PetscFunctionBeginUser;
  sort_items(list, n, sizeof *list, compare_questions);
  for (PetscInt from = 0, to; from < n; from = to) {
    for (to = from; to < n && list[to].clump == list[from].clump;) to++;
    for (PetscInt k = from; k < to; k++) {
      list[k].pairs = to - from;
      PetscCall(mail_post(mail, list[k].rank, &list[k], sizeof *list));
    }
  }
  PetscCall(mail_deliver(mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set the shares of all pairs. *most: the largest share on this rank. */
static PetscErrorCode find_shares(const Parallel *par, LinkSet *set, double *most)
{
  Mail     *asked, *answered;
  Question *list;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &asked));
  PetscCall(mail_create(par, &answered));
  PetscCall(ask(par, set, asked));
  PetscCall(mail_collect(asked, sizeof *list, &list, &n));
  PetscCall(answer(list, n, answered));
  array_free(&list);
  PetscCall(mail_collect(answered, sizeof *list, &list, &n));
  for (PetscInt k = 0; k < n; k++) {
    link_memory(set, list[k].pair)[CONSTRAINT_SHARES + list[k].side] = list[k].pairs;
    *most = max_real(*most, list[k].pairs);
  }
  array_free(&list);
  PetscCall(mail_destroy(&asked));
  PetscCall(mail_destroy(&answered));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the quantum ---- */

/* Bound of the mass that a correction moves at this end, kg; INFINITY: it is held. */
static double mass_at(const ClumpState *s, const double *arm)
{
  const double largest = max_real(s->inertia.x, max_real(s->inertia.y, s->inertia.z)),
               square  = arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2];

  if ((s->blocked & BLOCK_MOVE) != BLOCK_MOVE) return s->mass;
  return (s->blocked & BLOCK_TURN) != BLOCK_TURN && square > 0 ? largest / square : INFINITY;
}

/* Extend ends[], as maxima, by the pairs: ends[0] is the least mass with a minus, ends[1] the
   greatest of the smaller masses of pairs. */
static PetscErrorCode find_masses(const LinkScene *scene, const LinkSet *set, double ends[2])
{
  ClumpState *states;

  PetscFunctionBeginUser;
  PetscCall(link_look_up(scene, set->n, set->list, sizeof(Link), &states));
  for (PetscInt k = 0; k < set->n; k++) {
    const double *arms = link_memory(set, k) + CONSTRAINT_ARMS;
    const double  mass =
      min_real(mass_at(&states[2 * k], arms), mass_at(&states[2 * k + 1], arms + 3));

    if (!isfinite(mass)) continue;
    ends[0] = max_real(ends[0], -mass);
    ends[1] = max_real(ends[1], mass);
  }
  array_free(&states);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The quantum moves the lightest clump by a quarter of the position quantum. If need be it is
   coarser, so that the heaviest pair can be moved by a thousandth of the box in a sweep, by hard
   contacts also by the size of the largest clump; what exceeds the largest correction is left to
   the sweeps and steps that follow. */
static void choose_quantum(const Domain *domain, double lightest, double heaviest, Constraints *c)
{
  const double  way   = max_real(domain_longest(domain) / 1024, c->hard ? 2 * c->ends[2] : 0);
  const Quantum heavy = quantum_for(heaviest * way, c->spare);
  int           light;

  frexp(0.25 * lightest * domain->quantum, &light);
  c->exponent = (int)max_int(max_int(light, heavy.exponent), -EXPONENT_MOST);
}

static PetscErrorCode find_anew(Constraints *c, const LinkScene *scene, LinkSet *set)
{
  double ends[2] = {c->ends[0], c->ends[1]}, most = 1;
  int    bits;

  PetscFunctionBeginUser;
  PetscCall(find_shares(scene->par, set, &most));
  PetscCall(find_masses(scene, set, ends));
  PetscCall(parallel_max(scene->par, &most, 1));
  PetscCall(parallel_max(scene->par, ends, 2));
  frexp(most, &bits); /* pairs of links alone: hard contacts are not counted */
  c->spare = (int)max_int(SPARE_LEAST, min_int(bits, SPARE_MOST));
  if (isfinite(ends[0])) choose_quantum(scene->domain, -ends[0], ends[1], c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode constraints_prepare(Constraints *c, const LinkScene *scene, Links *links, bool made)
{
  LinkSet *set = constraint_set(links);
  bool     few;

  PetscFunctionBeginUser;
  if (set->n_objects == 0 && !c->hard && c->volumes.n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  few = c->hard || c->volumes.n > 0 || rods_are_few(set);
  PetscCall(parallel_any(scene->par, &few));
  c->central = !few;
  if (made) PetscCall(find_anew(c, scene, set));
  c->move = quantum_of(c->exponent, c->spare);
  c->turn = quantum_of(c->exponent + ilogb(LOAD_ARMS), c->spare);
  if (c->hard) c->sweeps = (int)max_int(c->sweeps, c->hard->sweeps);
  c->sweeps = (int)max_int(c->sweeps, c->volumes.sweeps);
  for (int k = 0; k < set->n_objects; k++) {
    const ConstraintObject *o = set->objects[k].constants;

    c->sweeps    = (int)max_int(c->sweeps, o->sweeps);
    c->equations = (int)max_int(c->equations, o->kind->equations);
    c->begins    = c->begins || o->kind->begin;
    c->driven    = c->driven || o->kind->driven;
    c->levers    = c->levers || o->kind->acts != CONSTRAINT_APART;
    for (int i = 0; i < 2; i++) c->damped = c->damped || o->compliance[i] * o->damping[i] > 0;
  }
  PetscCall(array_create(&c->tile, sizeof *c->tile, 1));
  PetscCall(array_create(&c->batch, sizeof *c->batch, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void constraints_free(Constraints *c)
{
  array_free(&c->tile);
  array_free(&c->batch);
  array_free(&c->lambda);
  array_free(&c->last);
  array_free(&c->start);
  array_free(&c->work);
  array_free(&c->body);
  array_free(&c->reaction);
  rods_free(&c->rods);
  rod_rows_free(&c->rows);
  volumes_free(&c->volumes);
  (void)hard_destroy(&c->hard);
  *c = (Constraints){0};
}

bool constraints_hold(const Constraints *c, const Links *links)
{
  return c->hard || c->volumes.n > 0 ||
         (c->sweeps > 0 && links->total > 0 && constraint_set_of(links)->total > 0);
}
