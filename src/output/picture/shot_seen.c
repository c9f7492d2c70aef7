/* SPDX-License-Identifier: MIT */
/* Sums over the contacts of each body, for the colours of a picture. The rank that sees a contact
   keeps both its ends. When the picture is drawn, the ends of a body go to the rank (id modulo the
   number of ranks), which counts and adds them in the order of the ids, so that sums do not depend
   on the rank that saw a contact. The owner of the body asks there for its sums. */
#include "base/mail.h"
#include "contact/contact_listeners.h"
#include "link/link_ends.h"
#include "measure/monitor/binned.h"
#include "output/picture/shot.h"

/* ---- while contacts are shown ---- */

static PetscErrorCode forget(void *shot)
{
  ((Shot *)shot)->n_ends = 0;
  return PETSC_SUCCESS;
}

static PetscErrorCode add_end(Shot *s, BodyEnd end)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&s->end, sizeof *s->end, s->n_ends + 1, &s->end_capacity));
  s->end[s->n_ends++] = end;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep both ends of a contact. Walls that no clump carries are the bodies -1, -2, .. */
static PetscErrorCode see(void *shot, const ContactSeen *c)
{
  const bool two  = contact_is_of_two(c);
  const Id   b    = !c->wall ? c->b : two ? c->carrier : -1 - c->b;
  BodyEnd    near = {c->a, b, contact_touches(c), 0, -vec3_dot(c->arm_a, c->force)},
          far     = {b, c->a, near.touches, 0, vec3_dot(c->arm_b, c->force)};

  PetscFunctionBeginUser;
  PetscCall(add_end(shot, near));
  if (two) PetscCall(add_end(shot, far));
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool shot_sees(const Shot *s)
{
  return s->colouring.tint && s->colouring.tint->seen;
}

PetscErrorCode shot_listen(World *w, Shot *s, const Beat *beat, int64_t last)
{
  const ContactListener listener = {
    .self = s, .beat = *beat, .also = last, .begin = forget, .see = see};

  PetscFunctionBeginUser;
  if (shot_sees(s)) PetscCall(contact_listeners_add(w->listeners, &listener));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sums of each body ---- */

/* Order of ends: within a pair those that touch come first; only ends with the same bits
   compare equal. */
static int compare_ends(const void *a, const void *b)
{
  const BodyEnd *p = a, *q = b;

  if (p->of != q->of) return p->of < q->of ? -1 : 1;
  if (p->other != q->other) return p->other < q->other ? -1 : 1;
  if (p->touches != q->touches) return p->touches ? -1 : 1;
  return p->share < q->share ? -1 : p->share > q->share;
}

/* Sum up the ends of one body, from k on; returns the index of the first end of the next body. */
static PetscInt add_body(const BodyEnd *end, PetscInt n, PetscInt k, BodySeen *sum)
{
  const PetscInt first = k;

  *sum = (BodySeen){0, 0, 0};
  for (; k < n && end[k].of == end[first].of; k++) {
    sum->contacts += end[k].touches;
    sum->touching += end[k].touches && (k == first || end[k - 1].other != end[k].other);
    sum->push += end[k].share;
  }
  return k;
}

/* The first end of a body in the sorted list; n: there is none. */
static PetscInt first_of(const BodyEnd *end, PetscInt n, Id id)
{
  PetscInt lo = 0, hi = n;

  while (lo < hi) {
    const PetscInt middle = lo + (hi - lo) / 2;

    if (end[middle].of < id) lo = middle + 1;
    else hi = middle;
  }
  return lo < n && end[lo].of == id ? lo : n;
}

/* ---- from rank to rank ---- */

/* All ends of the bodies that this rank counts, sorted; to be freed with array_free. */
static PetscErrorCode ends_gather(const Parallel *par, const Shot *s, Mail *mail, PetscInt *n,
                                  BodyEnd **end)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < s->n_ends; k++)
    PetscCall(mail_post(mail, rank_of_id(par, s->end[k].of), &s->end[k], sizeof *s->end));
  PetscCall(mail_deliver(mail));
  PetscCall(mail_collect(mail, sizeof **end, end, n));
  sort_items(*end, *n, sizeof **end, compare_ends);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A question, and its answer. */
typedef struct {
  Id       id;
  int64_t  row; /* of the rank that asks */
  BodySeen sum;
} Asked;

static PetscErrorCode ask(const Parallel *par, const Clumps *c, Mail *mail)
{
  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Asked asked = {.id = c->id[a], .row = a};

    PetscCall(mail_post(mail, rank_of_id(par, c->id[a]), &asked, sizeof asked));
  }
  PetscCall(mail_deliver(mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode answer(const Mail *questions, const BodyEnd *end, PetscInt n, Mail *answers)
{
  PetscFunctionBeginUser;
  for (int m = 0; m < mail_messages(questions); m++) {
    int         source;
    size_t      size;
    const char *bytes = mail_message(questions, m, &source, &size);
    Asked       asked;

    for (size_t k = 0; k < size / sizeof asked; k++) {
      memcpy(&asked, bytes + k * sizeof asked, sizeof asked);
      add_body(end, n, first_of(end, n, asked.id), &asked.sum);
      PetscCall(mail_post(answers, source, &asked, sizeof asked));
    }
  }
  PetscCall(mail_deliver(answers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode shot_seen(const World *w, const Shot *s, BodySeen **seen)
{
  const Parallel *par = w->par;
  Mail           *mail, *answers;
  BodyEnd        *end;
  Asked          *list;
  PetscInt        n;

  PetscFunctionBeginUser;
  *seen = NULL;
  if (!s->colouring.tint || !s->colouring.tint->seen) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(seen, sizeof **seen, w->clumps->n_owned));
  PetscCall(mail_create(par, &mail));
  PetscCall(mail_create(par, &answers));
  PetscCall(ends_gather(par, s, mail, &n, &end));
  PetscCall(ask(par, w->clumps, mail));
  PetscCall(answer(mail, end, n, answers));
  array_free(&end);
  PetscCall(mail_collect(answers, sizeof *list, &list, &n));
  for (PetscInt k = 0; k < n; k++) (*seen)[list[k].row] = list[k].sum;
  array_free(&list);
  PetscCall(mail_destroy(&answers));
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}
