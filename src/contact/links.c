/* SPDX-License-Identifier: MIT */
/* Links follow their reference points from rank to rank. */
#include "contact/links.h"

void links_free(Links *links)
{
  array_free(&links->list);
  array_free(&links->memory);
  array_free(&links->row);
  needs_free(&links->needs);
  links->n = links->capacity = links->row_capacity = 0;
  links->total                                     = 0;
}

PetscErrorCode links_reserve(Links *l, PetscInt n)
{
  PetscInt room = l->capacity;

  PetscFunctionBeginUser;
  if (l->columns > 0)
    PetscCall(array_reserve(&l->memory, (size_t)l->columns * sizeof(double), n, &room));
  PetscCall(array_reserve(&l->list, sizeof *l->list, n, &l->capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_reversed(const Link *link)
{
  return link->a != link->b ? link->a > link->b : image_sign(link->image) < 0;
}

PetscErrorCode links_add(Links *l, Link link, const double *memory)
{
  const size_t bytes = (size_t)l->columns * sizeof(double);

  PetscFunctionBeginUser;
  PetscCall(links_reserve(l, l->n + 1));
  l->list[l->n] = is_reversed(&link) ? (Link){.a        = link.b,
                                              .b        = link.a,
                                              .member_a = link.member_b,
                                              .member_b = link.member_a,
                                              .kind     = link.kind,
                                              .image    = image_sub((Image){0}, link.image),
                                              .xa       = link.xb,
                                              .xb       = link.xa}
                                     : link;
  if (bytes > 0 && memory) memcpy(link_memory(l, l->n), memory, bytes);
  else if (bytes > 0) memset(link_memory(l, l->n), 0, bytes);
  l->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Move link `from` to row `to` <= from. */
static void link_move(Links *l, PetscInt from, PetscInt to)
{
  if (from == to) return;
  l->list[to] = l->list[from];
  if (l->columns > 0)
    memcpy(link_memory(l, to), link_memory(l, from), (size_t)l->columns * sizeof(double));
}

/* ---- places ---- */

/* Images of both ends in which their reference point lies in the box; returns that point. */
static Vec3 find_shifts(const Domain *domain, const Link *link, Image shift[2])
{
  const Vec3 xb = domain_shifted(domain, link->xb, link->image);
  const Vec3 middle =
    vec3_add(link->xa, grid_round3(domain, vec3_scale(0.5, vec3_sub(xb, link->xa))));

  shift[0] = image_sub((Image){0}, domain_boxes(domain, middle));
  shift[1] = image_add(link->image, shift[0]);
  return domain_shifted(domain, middle, shift[0]);
}

void links_pack(Links *l, const Domain *domain, const Clumps *c)
{
  PetscInt kept = 0;

  if (l->total == 0 || !l->placed) return;
  for (PetscInt k = 0; k < l->n; k++) {
    const Vec3 xa = c->pose[l->row[k][0]].x, xb = c->pose[l->row[k][1]].x;

    if (isnan(xa.x) || isnan(xb.x)) continue; /* left since the last rebuild */
    l->list[k].image = image_sub(domain_boxes(domain, xb), domain_boxes(domain, xa));
    l->list[k].xa    = domain_wrapped(domain, xa);
    l->list[k].xb    = domain_wrapped(domain, xb);
    memcpy(l->row[kept], l->row[k], sizeof *l->row);
    link_move(l, k, kept++);
  }
  l->n = kept;
}

/* ---- look-up by id ---- */

/* A clump and its centre, or the question for it. */
typedef struct {
  Id       id;
  PetscInt link; /* of a question: link x 2 + end */
  int64_t  known;
  Vec3     x;
} Centre;

/* Every id has a rank to which its owner sends the centre, and which other ranks ask. */
static int desk_of(const Parallel *par, Id id)
{
  return (int)((uint64_t)id % (uint64_t)par->size);
}

static int compare_centres(const void *a, const void *b)
{
  const Centre *p = a, *q = b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* All records of a mail, in one array. */
static PetscErrorCode collect(const Mail *mail, Centre **list, PetscInt *n)
{
  PetscInt capacity = 0;

  PetscFunctionBeginUser;
  *list = NULL;
  *n    = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t         size;
    const char    *message = mail_message(mail, m, NULL, &size);
    const PetscInt some    = (PetscInt)(size / sizeof(Centre));

    PetscCall(array_reserve(list, sizeof **list, *n + some, &capacity));
    memcpy(*list + *n, message, size);
    *n += some;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tell the centres of owned clumps to their desks: *told, sorted by id. */
static PetscErrorCode tell_centres(const Parallel *par, const Domain *domain, const Clumps *c,
                                   Centre **told, PetscInt *n)
{
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Centre centre = {.id = c->id[a], .x = domain_wrapped(domain, c->pose[a].x)};

    PetscCall(mail_post(mail, desk_of(par, centre.id), &centre, sizeof centre));
  }
  PetscCall(mail_deliver(mail));
  PetscCall(collect(mail, told, n));
  PetscCall(mail_destroy(&mail));
  sort_items(*told, *n, sizeof **told, compare_centres);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Ask the desks for the centres of all ends; answers come as messages of *mail. */
static PetscErrorCode ask_centres(const Parallel *par, const Links *l, const Centre *told,
                                  PetscInt n, Mail **mail)
{
  Mail *questions;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &questions));
  PetscCall(mail_create(par, mail));
  for (PetscInt k = 0; k < 2 * l->n; k++) {
    const Id     id       = k % 2 ? l->list[k / 2].b : l->list[k / 2].a;
    const Centre question = {.id = id, .link = k};

    PetscCall(mail_post(questions, desk_of(par, id), &question, sizeof question));
  }
  PetscCall(mail_deliver(questions));
  for (int m = 0; m < mail_messages(questions); m++) {
    int         source;
    size_t      size;
    const char *message = mail_message(questions, m, &source, &size);

    for (size_t at = 0; at < size; at += sizeof(Centre)) {
      const Centre *found;
      Centre        answer;

      memcpy(&answer, message + at, sizeof answer);
      found = n > 0 ? bsearch(&answer, told, (size_t)n, sizeof *told, compare_centres) : NULL;
      answer.known = found != NULL;
      if (found) answer.x = found->x;
      PetscCall(mail_post(*mail, source, &answer, sizeof answer));
    }
  }
  PetscCall(mail_deliver(*mail));
  PetscCall(mail_destroy(&questions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Take the answers; links with an unknown end are removed, *missing of them. */
static PetscErrorCode take_centres(Links *l, const Mail *mail, int64_t *missing)
{
  PetscInt n, kept = 0;
  Centre  *answers;
  bool    *lost;

  PetscFunctionBeginUser;
  PetscCall(collect(mail, &answers, &n));
  PetscCall(array_create(&lost, sizeof *lost, l->n));
  for (PetscInt k = 0; k < n; k++) {
    Link *link = &l->list[answers[k].link / 2];

    *(answers[k].link % 2 ? &link->xb : &link->xa) = answers[k].x;
    if (!answers[k].known) lost[answers[k].link / 2] = true;
  }
  for (PetscInt k = 0; k < l->n; k++)
    if (!lost[k]) link_move(l, k, kept++);
  *missing = l->n - kept;
  l->n     = kept;
  array_free(&answers);
  array_free(&lost);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_locate(Links *l, const Parallel *par, const Domain *domain, const Clumps *c,
                            int64_t *missing)
{
  int64_t  counts[2] = {l->n, 0};
  PetscInt n;
  Centre  *told;
  Mail    *answers;

  PetscFunctionBeginUser;
  *missing  = 0;
  l->placed = false;
  l->total  = l->n;
  PetscCall(parallel_sum_int(par, &l->total, 1));
  if (l->total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(tell_centres(par, domain, c, &told, &n));
  PetscCall(ask_centres(par, l, told, n, &answers));
  PetscCall(take_centres(l, answers, &counts[1]));
  PetscCall(mail_destroy(&answers));
  array_free(&told);
  counts[0] = l->n;
  PetscCall(parallel_sum_int(par, counts, 2));
  l->total = counts[0];
  *missing = counts[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- to the rank that counts it ---- */

/* Append the links of a message. */
static PetscErrorCode links_take(Links *l, const char *message, size_t size)
{
  const size_t bytes = sizeof(Link) + (size_t)l->columns * sizeof(double);

  PetscFunctionBeginUser;
  for (; size > 0; size -= bytes, message += bytes) {
    PetscCall(links_reserve(l, l->n + 1));
    memcpy(&l->list[l->n], message, sizeof(Link));
    if (l->columns > 0) memcpy(link_memory(l, l->n), message + sizeof(Link), bytes - sizeof(Link));
    l->n++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Post link k to another rank; one: space for it and its memory. */
static PetscErrorCode link_post(Links *l, PetscInt k, Mail *mail, int rank, char *one)
{
  const size_t memory = (size_t)l->columns * sizeof(double);

  PetscFunctionBeginUser;
  memcpy(one, &l->list[k], sizeof(Link));
  if (memory > 0) memcpy(one + sizeof(Link), link_memory(l, k), memory);
  PetscCall(mail_post(mail, rank, one, sizeof(Link) + memory));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode send_links(Links *l, const Parallel *par, const Domain *domain,
                                 const Decomposition *decomposition)
{
  PetscInt stay = 0;
  Image    shift[2];
  Mail    *mail;
  char    *one;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  PetscCall(array_create(&one, sizeof(Link) + (size_t)l->columns * sizeof(double), 1));
  for (PetscInt k = 0; k < l->n; k++) {
    const int rank = decomposition_rank(decomposition, find_shifts(domain, &l->list[k], shift));

    if (rank == par->rank) link_move(l, k, stay++);
    else PetscCall(link_post(l, k, mail, rank, one));
  }
  PetscCall(mail_deliver(mail));
  l->n = stay;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    PetscCall(links_take(l, message, size));
  }
  array_free(&one);
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_route(Links *l, const Parallel *par, const Domain *domain,
                           const Decomposition *decomposition, const Clumps *c)
{
  Needs *needs = &l->needs;

  PetscFunctionBeginUser;
  if (l->total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(send_links(l, par, domain, decomposition));
  PetscCall(
    array_reserve(&needs->wanted, sizeof *needs->wanted, 2 * l->n, &needs->wanted_capacity));
  for (PetscInt k = 0; k < l->n; k++) {
    const Link *link = &l->list[k];
    Image       shift[2];

    (void)find_shifts(domain, link, shift);
    needs->wanted[2 * k] =
      (Need){.id = link->a, .shift = shift[0], .part = decomposition_rank(decomposition, link->xa)};
    needs->wanted[2 * k + 1] =
      (Need){.id = link->b, .shift = shift[1], .part = decomposition_rank(decomposition, link->xb)};
  }
  needs->n_wanted = 2 * l->n;
  PetscCall(needs_post(par, c, needs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_find(Links *l, const Domain *domain, const Clumps *c)
{
  PetscFunctionBeginUser;
  if (l->total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(needs_find(c, &l->needs));
  PetscCall(array_reserve(&l->row, sizeof *l->row, l->n, &l->row_capacity));
  for (PetscInt k = 0; k < l->n; k++) {
    Image shift[2];

    (void)find_shifts(domain, &l->list[k], shift);
    l->row[k][0] = (int32_t)needs_wanted(&l->needs, l->list[k].a, shift[0])->row;
    l->row[k][1] = (int32_t)needs_wanted(&l->needs, l->list[k].b, shift[1])->row;
  }
  l->placed = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}
