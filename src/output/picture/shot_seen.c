/* SPDX-License-Identifier: MIT */
/* Sums over the contacts of each body, for the colours of a picture. The rank that sees a contact
   keeps both its ends. When the picture is drawn, the ends of a body go to the rank (id modulo the
   number of ranks), which counts and adds them in the order of the ids, so that sums do not depend
   on the rank that saw a contact. The owner of the body asks there for its sums by a further end. */
#include "base/mail.h"
#include "contact/contact_listeners.h"
#include "link/link_ends.h"
#include "measure/monitor/binned.h"
#include "output/picture/shot.h"

/* ---- while contacts are shown ---- */

static void forget(void *shot)
{
  ((Shot *)shot)->n_ends = 0;
}

static void add_end(Shot *s, BodyEnd end)
{
  array_reserve(&s->end, sizeof *s->end, s->n_ends + 1, &s->end_capacity);
  s->end[s->n_ends++] = end;
}

/* Keep both ends of a contact. Walls that no clump carries are the bodies -1, -2, .. */
static void see(void *shot, const ContactSeen *c)
{
  const bool two  = contact_is_of_two(c);
  const Id   b    = !c->wall ? c->b : two ? c->carrier : -1 - c->b;
  BodyEnd    near = {c->a, b, contact_touches(c), 0, -vec3_dot(c->arm_a, c->force)},
          far     = {b, c->a, near.touches, 0, vec3_dot(c->arm_b, c->force)};

  add_end(shot, near);
  if (two) add_end(shot, far);
}

bool shot_sees(const Shot *s)
{
  return s->colouring.tint && s->colouring.tint->seen;
}

PetscErrorCode shot_listen(World *w, Shot *s, const Beat *beat, int64_t last)
{
  const ContactListener listener = {
    .self = s, .beat = *beat, .also = last, .begin = forget, .see = see};

  return shot_sees(s) ? contact_listeners_add(w->listeners, &listener) : PETSC_SUCCESS;
}

/* ---- sums of each body ---- */

/* Sums for row `row` of the rank that asked. */
typedef struct {
  int64_t  row;
  BodySeen sum;
} Answer;

/* Order of the ends of a body: within a pair those that touch come first, behind all pairs the
   question of its owner; only ends with the same bits compare equal. */
static int compare_ends(const void *a, const void *b)
{
  const BodyEnd *p = a, *q = b;

  if (p->of != q->of) return p->of < q->of ? -1 : 1;
  if (p->asks != q->asks) return p->asks < q->asks ? -1 : 1;
  if (p->other != q->other) return p->other < q->other ? -1 : 1;
  if (p->touches != q->touches) return p->touches ? -1 : 1;
  return p->share < q->share ? -1 : p->share > q->share;
}

/* Sum up the ends of one body, from k on, and post the sums to its owner; returns the index of the
   first end of the next body. */
static PetscInt add_body(const BodyEnd *end, PetscInt n, PetscInt k, Mail *answers)
{
  const PetscInt first  = k;
  Answer         answer = {.row = -1};
  BodySeen      *sum    = &answer.sum;

  for (; k < n && end[k].of == end[first].of && !end[k].asks; k++) {
    sum->contacts += end[k].touches;
    sum->touching += end[k].touches && (k == first || end[k - 1].other != end[k].other);
    sum->push += end[k].share;
  }
  for (; k < n && end[k].of == end[first].of; k++) {
    answer.row = end[k].other;
    mail_post(answers, end[k].asks - 1, &answer, sizeof answer);
  }
  return k;
}

PetscErrorCode shot_seen(const World *w, const Shot *s, BodySeen **seen)
{
  const Parallel *par = w->par;
  Mail           *mail, *answers;
  BodyEnd        *end;
  Answer         *list;
  PetscInt        n;

  PetscFunctionBeginUser;
  *seen = NULL;
  if (!shot_sees(s)) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(seen, sizeof **seen, w->clumps->n_owned);
  mail_create(par, &mail);
  mail_create(par, &answers);
  for (PetscInt k = 0; k < s->n_ends; k++)
    mail_post(mail, rank_of_id(par, s->end[k].of), &s->end[k], sizeof *s->end);
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) {
    const BodyEnd question = {.of = w->clumps->id[a], .other = a, .asks = par->rank + 1};

    mail_post(mail, rank_of_id(par, question.of), &question, sizeof question);
  }
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *end, &end, &n);
  sort_items(end, n, sizeof *end, compare_ends);
  for (PetscInt k = 0; k < n;) k = add_body(end, n, k, answers);
  PetscCall(mail_deliver(answers));
  array_free(&end);
  mail_collect(answers, sizeof *list, &list, &n);
  for (PetscInt k = 0; k < n; k++) (*seen)[list[k].row] = list[k].sum;
  array_free(&list);
  mail_destroy(&answers);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}
