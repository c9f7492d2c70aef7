/* SPDX-License-Identifier: MIT */
/* Shares of clumps, and the quantum of corrections; messages and memory of a step. */
#include "constraint/hard/hard.h"
#include "constraint/kinds/rods.h"
#include "link/link_requests.h"
#include "matter/module.h"
#include "matter/waiting.h"
#include "motion/integrator.h"

/* clang-format off */
static const StateItem constraints_state[] = {
  ITEM(INT32, KEY_IN("correction_exponent", Constraints, exponent), NULL,
       -EXPONENT_MOST, EXPONENT_MOST,
       "corrections by constraints are summed as multiples of 2^correction_exponent kg m"),
  ITEM(INT32, KEY_IN("correction_spare_bits", Constraints, spare), NULL, 1, SPARE_MOST,
       "binary logarithm of the number of largest corrections that a sum can hold"),
  ITEM(REAL, KEY_IN("hard_contact_reach", Constraints, reach), "m", 0, LENGTH_MOST,
       "largest gap of hard contacts: 0.01 of the smallest radius when the run began",
       .flags = STATE_LACKING),
  {0},
};
/* clang-format on */

/* ---- shares ---- */

/* Message for an end of a pair to the rank that counts the pairs on its clump (rank_of_id), and its
   answer. */
typedef struct {
  Id       clump;
  PetscInt pair;
  int32_t  side, rank;
  double   pairs; /* number of pairs on the clump, in the answer */
} Question;

/* Set the shares of all pairs. *most: the largest share on this rank. */
static PetscErrorCode find_shares(const Parallel *par, LinkSet *set, double *most)
{
  Mail     *asked, *answered;
  Question *list;
  PetscInt  n;

  PetscFunctionBeginUser;
  mail_create(par, &asked);
  mail_create(par, &answered);
  for (PetscInt k = 0; k < 2 * set->n; k++) {
    const Link    *l = &set->list[k / 2];
    const Question q = {
      .clump = k % 2 ? l->b : l->a, .pair = k / 2, .side = k % 2, .rank = par->rank};

    mail_post(asked, rank_of_id(par, q.clump), &q, sizeof q);
  }
  PetscCall(mail_deliver(asked));
  mail_collect(asked, sizeof *list, &list, &n);
  sort_items(list, n, sizeof *list, compare_ids);
  for (PetscInt from = 0, to; from < n; from = to) {
    for (to = from; to < n && list[to].clump == list[from].clump;) to++;
    for (PetscInt k = from; k < to; k++) {
      list[k].pairs = to - from;
      mail_post(answered, list[k].rank, &list[k], sizeof *list);
    }
  }
  PetscCall(mail_deliver(answered));
  array_free(&list);
  mail_collect(answered, sizeof *list, &list, &n);
  for (PetscInt k = 0; k < n; k++) {
    link_memory(set, list[k].pair)[CONSTRAINT_SHARES + list[k].side] = list[k].pairs;
    *most = max_real(*most, list[k].pairs);
  }
  array_free(&list);
  mail_destroy(&asked);
  mail_destroy(&answered);
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

/* The quantum moves the lightest clump by a quarter of the position quantum. If need be it is
   coarser, so that the heaviest pair can be moved by a thousandth of the box in a sweep, by hard
   contacts also by the size of the largest clump; what exceeds the largest correction is left to
   the sweeps and steps that follow. */
static void choose_quantum(const Domain *domain, double lightest, double heaviest, Constraints *c)
{
  const double  way   = max_real(domain_longest(domain) / 1024, c->hard ? 2 * c->range[2] : 0);
  const Quantum heavy = quantum_for(heaviest * way, c->spare);
  int           light;

  frexp(0.25 * lightest * domain->quantum, &light);
  c->exponent = (int)max_int(max_int(light, heavy.exponent), -EXPONENT_MOST);
}

static PetscErrorCode find_anew(Constraints *c, const LinkScene *scene, LinkSet *set)
{
  /* as maxima: the least mass with a minus, and the greatest of the smaller masses of pairs */
  double      range[2] = {c->range[0], c->range[1]}, most = 1;
  ClumpState *states;
  int         bits;

  PetscFunctionBeginUser;
  PetscCall(find_shares(scene->world->par, set, &most));
  PetscCall(link_look_up(scene->world, set->n, set->list, sizeof(Link), &states));
  for (PetscInt k = 0; k < set->n; k++) {
    const double *arms = link_memory(set, k) + CONSTRAINT_ARMS;
    const double  mass =
      min_real(mass_at(&states[2 * k], arms), mass_at(&states[2 * k + 1], arms + 3));

    if (!isfinite(mass)) continue;
    range[0] = max_real(range[0], -mass);
    range[1] = max_real(range[1], mass);
  }
  array_free(&states);
  PetscCall(parallel_max(scene->world->par, &most, 1));
  PetscCall(parallel_max(scene->world->par, range, 2));
  frexp(most, &bits); /* pairs of links alone: hard contacts are not counted */
  c->spare = (int)max_int(SPARE_LEAST, min_int(bits, SPARE_MOST));
  if (isfinite(range[0])) choose_quantum(scene->world->domain, -range[0], range[1], c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* made: some are new, so that the shares and the quantum are found anew. */
static PetscErrorCode prepare(Constraints *c, const LinkScene *scene, Links *links, bool made)
{
  LinkSet *set = constraint_set(links);
  bool     others; /* not all are rods between centres */

  PetscFunctionBeginUser;
  if (set->n_objects == 0 && !c->hard && c->volumes.n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  others = c->hard || c->volumes.n > 0 || rods_are_not_all(set);
  PetscCall(parallel_any(scene->world->par, &others));
  c->central = !others;
  if (made) PetscCall(find_anew(c, scene, set));
  c->move = quantum_of(c->exponent, c->spare);
  c->turn = quantum_of(c->exponent + ilogb(LOAD_ARMS), c->spare);
  if (c->hard) c->sweeps = (int)max_int(c->sweeps, c->hard->sweeps);
  c->sweeps = (int)max_int(c->sweeps, c->volumes.sweeps);
  for (int k = 0; k < set->n_objects; k++) {
    const ConstraintObject *o = set->objects[k].constants;

    c->sweeps    = (int)max_int(c->sweeps, o->sweeps);
    c->equations = (int)max_int(c->equations, o->kind->equations);
    c->begins    = c->begins || o->kind->place;
    c->driven    = c->driven || o->kind->driven;
    c->levers    = c->levers || o->kind->acts != CONSTRAINT_APART;
    for (int i = 0; i < 2; i++) c->damped = c->damped || o->compliance[i] * o->damping[i] > 0;
  }
  array_create(&c->tile, sizeof *c->tile, 1);
  array_create(&c->batch, sizeof *c->batch, 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void note_range(const Templates *templates, const Clumps *c, bool fixed_too, double range[3])
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!fixed_too && (c->blocked[a] & BLOCK_ALL) == BLOCK_ALL) continue;
    range[0] = max_real(range[0], -c->mass[a]);
    range[1] = max_real(range[1], c->mass[a]);
    range[2] = max_real(range[2], templates->list[c->template[a]].bound * c->scale[a]);
  }
}

/* Find Constraints.range over all ranks. The extremes stand for clumps that enter or that changes
   make; a fixed row among them may stand for clumps that are not fixed. */
static PetscErrorCode find_range(World *w, bool alter)
{
  const Clumps *all[] = {w->extremes, w->clumps, w->waiting->clumps};
  Constraints  *c     = w->constraints;
  const int     n     = c->hard || c->volumes.n > 0 ? 3 : alter;

  PetscFunctionBeginUser;
  c->range[0] = -INFINITY;
  for (int k = 0; k < n; k++) note_range(w->templates, all[k], alter, c->range);
  PetscCall(parallel_max(w->par, c->range, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static StatePart part_of(Constraints *constraints)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = constraints_state, .owner = constraints};
}

PetscErrorCode constraints_prepare(World *w, const LinkScene *scene, bool anew, bool alter)
{
  Constraints *c     = w->constraints;
  const double reach = c->reach; /* by the clumps present now */

  PetscFunctionBeginUser;
  anew = !world_take(w, part_of(c)) || anew;
  if (anew) c->reach = reach;
  hard_set_reach(c->hard, c->reach);
  PetscCall(find_range(w, alter));
  PetscCall(prepare(c, scene, w->links, anew));
  /* rows have no room for the kick, which velocities do not show without a last one */
  if (!(w->integrator->last > 0)) c->central = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Constraints *c = w ? w->constraints : NULL;

  (void)self;
  if (!w || constraint_set(w->links)->n_objects > 0 || c->hard || c->volumes.n > 0)
    state_list_part(parts, part_of(c));
  return PETSC_SUCCESS;
}

extern const Module constraints_module;
const Module        constraints_module = {.name = "constraints", .list = list};

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
  hard_destroy(&c->hard);
  *c = (Constraints){0};
}

bool constraints_hold(const Constraints *c, const Links *links)
{
  return c->hard || c->volumes.n > 0 ||
         (c->sweeps > 0 && links->total > 0 && constraint_set_of(links)->total > 0);
}

/* ---- messages and memory, as project.c, rods.c, volume.c and hard.c need them ---- */

static void add(ConstraintTraffic *t, int out, size_t out_bytes, int back, size_t back_bytes)
{
  t->out += out;
  t->back += back;
  t->out_bytes += (size_t)out * out_bytes;
  t->back_bytes += (size_t)back * back_bytes;
}

static bool rubs(const Hard *h)
{
  for (int k = 0; k < h->n; k++)
    if (h->laws[k].friction > 0) return true;
  return false;
}

ConstraintTraffic constraints_traffic(const Constraints *c, const Links *links, size_t pose,
                                      size_t load)
{
  const size_t      real = sizeof(double);
  ConstraintTraffic t    = {0};

  if (!constraints_hold(c, links)) return t;
  if (c->central) {
    add(&t, c->sweeps, 3 * real, c->sweeps, 3 * real);
    return t;
  }
  add(&t, c->sweeps, pose, c->sweeps, load);
  if (constraint_set_of(links)->total > 0) /* arms of joints; losses of pairs */
    add(&t, c->levers ? 2 : 1, pose, c->levers ? 2 : 1, load);
  if (c->volumes.n > 0) { /* sweeps of their own, with sums at anchors */
    add(&t, c->sweeps, pose, c->sweeps, load);
    add(&t, c->sweeps, ANCHOR_COLUMNS * real, c->sweeps, ANCHOR_SUMS * real);
  }
  if (c->driven) add(&t, 1, pose, 0, 0);
  if (!c->hard) return t;
  add(&t, 1, pose, 0, 0);
  add(&t, 1, real, 0, 0);            /* speeds at rest */
  add(&t, 1, 2 * real, 1, 2 * real); /* shares; numbers of contacts */
  if (c->hard->velocity_sweeps > 0 && rubs(c->hard)) add(&t, 1, real, 1, 2 * real);
  add(&t, c->hard->velocity_sweeps, pose, c->hard->velocity_sweeps, load);
  return t;
}

size_t constraints_link_bytes(const Constraints *c)
{
  const size_t rod = ROD_COLUMNS * sizeof(double) + 4 * sizeof(int32_t) + sizeof(bool);

  return rod + 2 * (size_t)c->equations * sizeof(double) + (c->central ? 0 : sizeof(PairWork)) +
         (c->damped || c->levers ? 2 * sizeof(ConstraintStart) : 0);
}

size_t hard_pair_bytes(void)
{
  return sizeof(HardContact) + sizeof(HardPlace) + SPHERES_COLUMNS * sizeof(double) +
         3 * sizeof(int32_t);
}

size_t hard_clump_bytes(void)
{
  return sizeof(HardRow) + sizeof(HardKick) + sizeof(ConstraintBody) + 3 * sizeof(double);
}
