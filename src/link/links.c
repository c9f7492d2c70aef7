/* SPDX-License-Identifier: MIT */
/* Links follow their reference points from rank to rank. */
#include "link/links.h"
#include "base/bounds.h"
#include "base/mail.h"
#include "link/link_ends.h"

const StateItem links_state[] = {
  {.name   = "links_broken",
   .text   = "numbers of springs, bonds and constraints that have broken since the first step",
   .type   = STATE_INT64,
   .count  = LINK_KINDS,
   .offset = offsetof(Links, broken_all),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {NULL},
};

void links_create(Links *links)
{
  *links = (Links){.next = INFINITY};
  for (int k = 0; k < LINK_KINDS; k++) links->set[k].kind = link_kinds[k];
}

void links_free(Links *links)
{
  for (int k = 0; k < LINK_KINDS; k++) link_set_free(&links->set[k]);
  for (int k = 0; k < LINK_KINDS; k++) array_free(&links->count[k]);
  array_free(&links->rupture);
  array_free(&links->breaks);
  needs_free(&links->needs);
  links_create(links);
}

PetscErrorCode links_count(Links *l, const Parallel *par)
{
  int64_t n[LINK_KINDS] = {0};

  PetscFunctionBeginUser;
  if (l->total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int s = 0; s < LINK_KINDS; s++)
    for (PetscInt k = 0; k < l->set[s].n; k++) n[s] += !l->placed || l->set[s].row[k][0] >= 0;
  PetscCall(parallel_sum_int(par, n, LINK_KINDS));
  l->total = 0;
  for (int s = 0; s < LINK_KINDS; s++) l->total += l->set[s].total = n[s];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- places ---- */

Vec3 link_shifts(const Domain *domain, const Link *link, Image shift[2])
{
  const Vec3 xb = domain_shifted(domain, link->xb, link->image);
  const Vec3 middle =
    vec3_add(link->xa, grid_round3(domain, vec3_scale(0.5, vec3_sub(xb, link->xa))));

  shift[0] = image_sub((Image){0}, domain_boxes(domain, middle));
  shift[1] = image_add(link->image, shift[0]);
  return domain_shifted(domain, middle, shift[0]);
}

Vec3 link_point(const Domain *domain, const Link *link)
{
  Image shift[2];

  return link_shifts(domain, link, shift);
}

/* True if links were removed. */
static bool set_pack(LinkSet *l, const Domain *domain, const Clumps *c)
{
  const PetscInt n    = l->n;
  PetscInt       kept = 0;

  for (PetscInt k = 0; k < n; k++) {
    const int32_t *row  = l->row[k];
    const Vec3     none = {NAN, NAN, NAN}, xa = row[0] < 0 ? none : c->pose[row[0]].x,
               xb = row[0] < 0 ? none : c->pose[row[1]].x;

    if (isnan(xa.x) || isnan(xb.x)) continue; /* broken, or left since the last rebuild */
    l->list[k].image = image_sub(domain_boxes(domain, xb), domain_boxes(domain, xa));
    l->list[k].xa    = domain_wrapped(domain, xa);
    l->list[k].xb    = domain_wrapped(domain, xb);
    memcpy(l->row[kept], l->row[k], sizeof *l->row);
    link_set_move(l, k, kept++);
  }
  l->n = kept;
  return kept < n;
}

void links_pack(Links *l, const Domain *domain, const Clumps *c)
{
  if (l->total == 0 || !l->placed) return;
  for (int s = 0; s < LINK_KINDS; s++) l->version += set_pack(&l->set[s], domain, c);
}

/* ---- look-up by id ---- */

/* Take the states of the ends; links with an unknown end are removed, *missing of them. */
static void take_centres(LinkSet *l, const ClumpState *states, int64_t *missing)
{
  PetscInt kept = 0;

  for (PetscInt k = 0; k < l->n; k++) {
    const ClumpState *a = &states[2 * k], *b = &states[2 * k + 1];

    l->list[k].fresh = false;
    l->list[k].xa    = a->x;
    l->list[k].xb    = b->x;
    if (a->known && b->known) link_set_move(l, k, kept++);
  }
  *missing += l->n - kept;
  l->n = kept;
}

static PetscErrorCode set_locate(LinkSet *l, const Parallel *par, const Domain *domain,
                                 const Clumps *c, int64_t *missing)
{
  ClumpState *states;
  Id         *ids;

  PetscFunctionBeginUser;
  PetscCall(array_create(&ids, sizeof *ids, 2 * l->n));
  PetscCall(array_create(&states, sizeof *states, 2 * l->n));
  for (PetscInt k = 0; k < l->n; k++) {
    ids[2 * k]     = l->list[k].a;
    ids[2 * k + 1] = l->list[k].b;
  }
  PetscCall(clumps_look_up(par, domain, c, 2 * l->n, ids, states));
  take_centres(l, states, missing);
  array_free(&ids);
  array_free(&states);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_locate(Links *l, const Parallel *par, const Domain *domain, const Clumps *c,
                            int64_t *missing)
{
  PetscFunctionBeginUser;
  *missing  = 0;
  l->placed = false;
  l->total  = 1; /* so that they are counted */
  PetscCall(links_count(l, par));
  for (int s = 0; s < LINK_KINDS; s++)
    if (l->set[s].total > 0) PetscCall(set_locate(&l->set[s], par, domain, c, missing));
  PetscCall(parallel_sum_int(par, missing, 1));
  PetscCall(links_count(l, par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- to the rank that counts it ---- */

/* Append the links of a message. */
static PetscErrorCode set_take(LinkSet *l, const char *message, size_t size)
{
  const size_t bytes = sizeof(Link) + link_bytes(l);

  PetscFunctionBeginUser;
  for (; size > 0; size -= bytes, message += bytes) {
    PetscCall(link_set_reserve(l, l->n + 1));
    memcpy(&l->list[l->n], message, sizeof(Link));
    if (link_bytes(l) > 0)
      memcpy(link_memory(l, l->n), message + sizeof(Link), bytes - sizeof(Link));
    l->n++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Post link k to another rank; one: space for it and its memory. */
static PetscErrorCode link_post(LinkSet *l, PetscInt k, Mail *mail, int rank, char *one)
{
  const size_t memory = link_bytes(l);

  PetscFunctionBeginUser;
  memcpy(one, &l->list[k], sizeof(Link));
  if (memory > 0) memcpy(one + sizeof(Link), link_memory(l, k), memory);
  PetscCall(mail_post(mail, rank, one, sizeof(Link) + memory));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode set_send(LinkSet *l, const Parallel *par, const Domain *domain,
                               const Decomposition *decomposition)
{
  PetscInt stay = 0;
  Image    shift[2];
  Mail    *mail;
  char    *one;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  PetscCall(array_create(&one, sizeof(Link) + link_bytes(l), 1));
  for (PetscInt k = 0; k < l->n; k++) {
    const int rank = decomposition_rank(decomposition, link_shifts(domain, &l->list[k], shift));

    if (rank == par->rank) link_set_move(l, k, stay++);
    else PetscCall(link_post(l, k, mail, rank, one));
  }
  PetscCall(mail_deliver(mail));
  l->n = stay;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    PetscCall(set_take(l, message, size));
  }
  array_free(&one);
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Ask the owners for the ends of all links. */
static PetscErrorCode set_want(const LinkSet *l, const Parallel *par, const Domain *domain,
                               const Decomposition *decomposition, Needs *needs)
{
  PetscInt n = needs->n_wanted;

  PetscFunctionBeginUser;
  PetscCall(
    array_reserve(&needs->wanted, sizeof *needs->wanted, n + 2 * l->n, &needs->wanted_capacity));
  for (PetscInt k = 0; k < l->n; k++) {
    const Link *link = &l->list[k];
    Image       shift[2];

    (void)link_shifts(domain, link, shift);
    needs->wanted[n++] = (Need){.id    = link->a,
                                .shift = shift[0],
                                .part  = decomposition_rank(decomposition, link->xa),
                                .asks  = par->rank};
    needs->wanted[n++] = (Need){.id    = link->b,
                                .shift = shift[1],
                                .part  = decomposition_rank(decomposition, link->xb),
                                .asks  = par->rank};
  }
  needs->n_wanted = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_route(Links *l, const Parallel *par, const Domain *domain,
                           const Decomposition *decomposition, const Clumps *c)
{
  PetscFunctionBeginUser;
  if (l->total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  l->placed         = false; /* links_pack has removed what is broken */
  l->needs.n_wanted = 0;
  for (int s = 0; s < LINK_KINDS; s++) {
    l->set[s].quiet = false; /* links that come from another rank may break in this step */
    if (l->set[s].total > 0) PetscCall(set_send(&l->set[s], par, domain, decomposition));
    PetscCall(set_want(&l->set[s], par, domain, decomposition, &l->needs));
  }
  PetscCall(links_count(l, par));
  PetscCall(needs_post(par, c, &l->needs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* place: of the wanted ends of these links. */
static PetscErrorCode set_find(LinkSet *l, const Need *wanted, const PetscInt *place)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&l->row, sizeof *l->row, l->n, &l->row_capacity));
  for (PetscInt k = 0; k < l->n; k++)
    for (int end = 0; end < 2; end++) l->row[k][end] = (int32_t)wanted[*place++].row;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_find(Links *l, const Clumps *c)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  if (l->total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(needs_find(c, &l->needs));
  for (int s = 0; s < LINK_KINDS; n += 2 * l->set[s++].n)
    PetscCall(set_find(&l->set[s], l->needs.wanted, l->needs.place + n));
  l->placed = true;
  l->version++;
  PetscFunctionReturn(PETSC_SUCCESS);
}
