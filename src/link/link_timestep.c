/* SPDX-License-Identifier: MIT */
/* Links with the states of their clumps: those of a checkpoint checked, and limits of the time
   step. */
#include "base/mail.h"
#include "link/link_requests.h"

/* ---- one link ---- */

static LinkEnd end_of(const World *w, const ClumpState *state, int32_t member, const Vec3 *arm)
{
  LinkEnd end = {.q = state->q};

  if (arm) end.arm = quat_turn(state->q, *arm);
  else if (member != LINK_CENTRE) {
    const Template *t = &w->templates->list[state->template];

    end.arm = pebble_arm(state->q, vec3_scale(state->scale, t->offset[member]), w->domain->magic);
    end.radius = state->scale * t->radius[member];
  }
  return end;
}

void link_put_one(const World *w, const Link *l, const Vec3 *arm, const ClumpState state[2],
                  LinkBatch *b)
{
  b->n         = 1;
  b->dimension = w->domain->dimension;
  b->a[0]      = end_of(w, &state[0], l->member_a, arm);
  b->b[0]      = end_of(w, &state[1], l->member_b, arm ? arm + 1 : NULL);
  b->way[0]    = vec3_add(vec3_sub(state[1].x, state[0].x), vec3_sub(b->b[0].arm, b->a[0].arm));
}

/* ---- links of a checkpoint ---- */

static bool is_member(const World *w, const LinkSet *set, const ClumpState *state, int32_t member)
{
  return state->known && member < w->templates->list[state->template].n &&
         member >= (set->kind->pebbles ? 0 : LINK_CENTRE);
}

PetscErrorCode links_check(const World *w, int64_t *wrong)
{
  ClumpState *states;

  PetscFunctionBeginUser;
  *wrong = 0;
  for (int k = 0; k < LINK_KINDS; k++) {
    const LinkSet *set = &w->links->set[k];

    PetscCall(link_look_up(w, set->n, set->list, sizeof(Link), &states));
    for (PetscInt i = 0; i < set->n; i++) {
      const Link *l = &set->list[i];

      *wrong += l->object < 0 || l->object >= set->n_objects ||
                !is_member(w, set, &states[2 * i], l->member_a) ||
                !is_member(w, set, &states[2 * i + 1], l->member_b);
    }
    array_free(&states);
  }
  PetscCall(parallel_sum_int(w->par, wrong, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- limits of the time step ---- */

/* Stiffness and dashpot of a link over the mass of one end, 1/s^2, 1/s, with the rotation that its
   force causes: 1/m + arm^2 / (smallest moment). */
typedef struct {
  Id      clump;
  int32_t object;
  double  square, rate;
} Share;

static Share share_of(const World *w, const Link *l, Id id, const ClumpState *state,
                      const LinkEnd *end, const LinkStiffness *k)
{
  const Vec3   i        = state->inertia;
  const double smallest = w->domain->dimension == 2 ? i.z : min_real(i.x, min_real(i.y, i.z));
  const bool   still    = (state->blocked & BLOCK_TURN) == BLOCK_TURN,
             fixed      = (state->blocked & BLOCK_MOVE) == BLOCK_MOVE;
  const double turn = still ? 0 : 1 / smallest, arm = vec3_norm(end->arm) + k->lever,
               easy = (fixed ? 0 : 1 / state->mass) + arm * arm * turn;

  return (Share){.clump  = id,
                 .object = l->object,
                 .square = k->force * easy + k->turn * turn,
                 .rate   = k->damping * easy + k->turn_damping * turn};
}

/* Bounds from the shares of one clump, list[0 .. n - 1]; they count for the object of each. */
static void limit_clump(const Share *list, PetscInt n, LinkLimits *limits)
{
  double square = 0, rate = 0;

  for (PetscInt k = 0; k < n; k++) {
    square = max_real(square, list[k].square);
    rate   = max_real(rate, list[k].rate);
  }
  for (PetscInt k = 0; k < n; k++) {
    LinkLimits *l = &limits[list[k].object];

    l->all      = max_real(l->all, 2 * (double)n * square);
    l->all_rate = max_real(l->all_rate, 2 * (double)n * rate);
  }
}

/* The shares of each clump together, on the rank of its id. */
static void limit_clumps(const Mail *mail, LinkLimits *limits, int64_t *most)
{
  Share   *list;
  PetscInt n;

  mail_collect(mail, sizeof *list, &list, &n);
  sort_items(list, n, sizeof *list, compare_ids);
  for (PetscInt from = 0, to; from < n; from = to) {
    for (to = from; to < n && list[to].clump == list[from].clump;) to++;
    limit_clump(list + from, to - from, limits);
    *most = max_int(*most, to - from);
  }
  array_free(&list);
}

PetscErrorCode link_set_limits(const World *w, const LinkSet *set, LinkLimits *limits,
                               int64_t *most)
{
  ClumpState *states;
  LinkBatch  *one;
  Mail       *mail;

  PetscFunctionBeginUser;
  for (int k = 0; k < set->n_objects; k++) limits[k] = (LinkLimits){0};
  if (!set->kind->stiffness) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(link_look_up(w, set->n, set->list, sizeof(Link), &states));
  array_create(&one, sizeof *one, 1);
  mail_create(w->par, &mail);
  for (PetscInt k = 0; k < set->n; k++) {
    const Link   *l     = &set->list[k];
    LinkLimits   *limit = &limits[l->object];
    LinkStiffness stiffness;
    Share         a, b;

    link_put_one(w, l, NULL, states + 2 * k, one);
    one->way[0]      = domain_shifted(w->domain, one->way[0], l->image);
    one->memory[0]   = link_memory(set, k);
    stiffness        = set->kind->stiffness(set->objects[l->object].constants, one, 0);
    a                = share_of(w, l, l->a, &states[2 * k], &one->a[0], &stiffness);
    b                = share_of(w, l, l->b, &states[2 * k + 1], &one->b[0], &stiffness);
    limit->pair      = max_real(limit->pair, a.square + b.square);
    limit->pair_rate = max_real(limit->pair_rate, a.rate + b.rate);
    mail_post(mail, rank_of_id(w->par, l->a), &a, sizeof a);
    mail_post(mail, rank_of_id(w->par, l->b), &b, sizeof b);
  }
  PetscCall(mail_deliver(mail));
  limit_clumps(mail, limits, most);
  mail_destroy(&mail);
  PetscCall(parallel_max(w->par, (double *)limits, 4 * set->n_objects));
  PetscCall(parallel_max_int(w->par, most, 1));
  array_free(&one);
  array_free(&states);
  PetscFunctionReturn(PETSC_SUCCESS);
}
