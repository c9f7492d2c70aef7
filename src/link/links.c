/* SPDX-License-Identifier: MIT */
/* Links follow their reference points from rank to rank. */
#include "link/links.h"
#include "base/bounds.h"
#include "base/mail.h"
#include "link/link_ends.h"

const StateItem links_state[] = {
  ITEM(INT64, KEY_IN("links_broken", Links, broken_all), NULL, 0, STEPS_MOST,
       "numbers of springs, bonds and constraints that have broken since the first step",
       .count = LINK_KINDS),
  {0},
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
    for (PetscInt k = 0; k < l->set[s].n; k++) n[s] += !l->placed || l->set[s].ends[k].row[0] >= 0;
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

void links_pack(Links *l, const Domain *domain, const Clumps *c)
{
  if (l->total == 0 || !l->placed) return;
  for (int s = 0; s < LINK_KINDS; s++) {
    LinkSet *set  = &l->set[s];
    PetscInt kept = 0;

    for (PetscInt k = 0; k < set->n; k++) {
      const int32_t *row  = set->ends[k].row;
      const Vec3     none = {NAN, NAN, NAN}, xa = row[0] < 0 ? none : c->pose[row[0]].x,
                 xb = row[0] < 0 ? none : c->pose[row[1]].x;

      if (isnan(xa.x) || isnan(xb.x)) continue; /* broken, or left since the last rebuild */
      link_place(domain, xa, xb, &set->list[k]);
      set->ends[kept] = set->ends[k];
      link_set_move(set, k, kept++);
    }
    l->version += kept < set->n;
    set->n = kept;
  }
}

PetscErrorCode links_locate(World *w, int64_t *missing)
{
  Links *l = w->links;

  PetscFunctionBeginUser;
  *missing  = 0;
  l->placed = false;
  l->total  = 1; /* so that they are counted */
  PetscCall(links_count(l, w->par));
  for (int s = 0; s < LINK_KINDS; s++) {
    LinkSet    *set = &l->set[s];
    ClumpState *states;
    PetscInt    kept = 0; /* links with an unknown end are removed */

    if (set->total == 0) continue;
    PetscCall(link_look_up(w, set->n, set->list, sizeof(Link), &states));
    for (PetscInt k = 0; k < set->n; k++) {
      const ClumpState *a = &states[2 * k], *b = &states[2 * k + 1];

      set->list[k].fresh = false;
      set->list[k].xa    = a->x;
      set->list[k].xb    = b->x;
      if (a->known && b->known) link_set_move(set, k, kept++);
    }
    *missing += set->n - kept;
    set->n = kept;
    array_free(&states);
  }
  PetscCall(parallel_sum_int(w->par, missing, 1));
  PetscCall(links_count(l, w->par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- to the rank that counts it ---- */

static PetscErrorCode set_send(LinkSet *l, const Parallel *par, const Domain *domain,
                               const Decomposition *decomposition)
{
  const size_t bytes = sizeof(Link) + link_bytes(l);
  PetscInt     stay  = 0;
  Image        shift[2];
  Mail        *mail;
  char        *one;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  array_create(&one, bytes, 1);
  for (PetscInt k = 0; k < l->n; k++) {
    const int rank = decomposition_rank(decomposition, link_shifts(domain, &l->list[k], shift));

    if (rank == par->rank) link_set_move(l, k, stay++);
    else {
      memcpy(one, &l->list[k], sizeof(Link));
      if (link_bytes(l) > 0) memcpy(one + sizeof(Link), link_memory(l, k), link_bytes(l));
      mail_post(mail, rank, one, bytes);
    }
  }
  PetscCall(mail_deliver(mail));
  l->n = stay;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    for (; size > 0; size -= bytes, message += bytes) {
      link_set_reserve(l, l->n + 1);
      memcpy(&l->list[l->n], message, sizeof(Link));
      if (link_bytes(l) > 0)
        memcpy(link_memory(l, l->n), message + sizeof(Link), bytes - sizeof(Link));
      l->n++;
    }
  }
  array_free(&one);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_route(Links *l, const Parallel *par, const Domain *domain,
                           const Decomposition *decomposition, const Clumps *c)
{
  PetscInt n;

  PetscFunctionBeginUser;
  if (l->total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  l->placed         = false; /* links_pack has removed what is broken */
  l->needs.n_wanted = 0;
  for (int s = 0; s < LINK_KINDS; s++) {
    l->set[s].quiet = false; /* links that come from another rank may break in this step */
    if (l->set[s].total > 0) PetscCall(set_send(&l->set[s], par, domain, decomposition));
    n = l->needs.n_wanted; /* the owners are asked for the ends of all links */
    array_reserve(&l->needs.wanted, sizeof *l->needs.wanted, n + 2 * l->set[s].n,
                  &l->needs.wanted_capacity);
    for (PetscInt k = 0; k < l->set[s].n; k++) {
      const Link *link = &l->set[s].list[k];
      Image       shift[2];

      (void)link_shifts(domain, link, shift);
      l->needs.wanted[n++] = (Need){.id    = link->a,
                                    .shift = shift[0],
                                    .part  = decomposition_rank(decomposition, link->xa),
                                    .asks  = par->rank};
      l->needs.wanted[n++] = (Need){.id    = link->b,
                                    .shift = shift[1],
                                    .part  = decomposition_rank(decomposition, link->xb),
                                    .asks  = par->rank};
    }
    l->needs.n_wanted = n;
  }
  PetscCall(links_count(l, par));
  PetscCall(needs_post(par, c, &l->needs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_find(Links *l, const Clumps *c)
{
  const PetscInt *place;

  PetscFunctionBeginUser;
  if (l->total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(needs_find(c, &l->needs));
  place = l->needs.place; /* of the wanted ends of all sets */
  for (int s = 0; s < LINK_KINDS; s++) {
    LinkSet *set = &l->set[s];

    array_reserve(&set->ends, sizeof *set->ends, set->n, &set->ends_capacity);
    for (PetscInt k = 0; k < set->n; k++, place += 2)
      set->ends[k] = link_ends(&set->list[k], (int32_t)l->needs.wanted[place[0]].row,
                               (int32_t)l->needs.wanted[place[1]].row);
  }
  l->placed = true;
  l->version++;
  PetscFunctionReturn(PETSC_SUCCESS);
}
