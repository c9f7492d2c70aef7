/* SPDX-License-Identifier: MIT */
/* Copies that are needed whatever their distance. */
#include "base/keyed.h"
#include "base/mail.h"
#include "space/holders.h"

void needs_free(Needs *needs)
{
  array_free(&needs->given);
  array_free(&needs->wanted);
  array_free(&needs->place);
  *needs = (Needs){0};
}

static int compare_needs(const void *a, const void *b)
{
  const Need *p = a, *q = b;

  if (p->row != q->row) return p->row < q->row ? -1 : 1;
  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  if (p->part != q->part) return p->part < q->part ? -1 : 1;
  if (p->asks != q->asks) return p->asks < q->asks ? -1 : 1;
  return image_sign(image_sub(p->shift, q->shift));
}

/* ---- order ---- */

/* Number of needs of a sorted list that come before this one. */
static PetscInt count_before(const Need *list, PetscInt n, const Need *need)
{
  return items_before(list, n, sizeof *list, need, compare_needs);
}

/* Different ones of n needs with one id or owned row, few as a rule, sorted; their number. place:
   indices of all, which begin at `first`. */
static PetscInt take_equals(const Need *list, const Keyed *equal, PetscInt n, PetscInt first,
                            Need *to, PetscInt *place)
{
  PetscInt kept = 0;

  for (PetscInt k = 0; k < n; k++) {
    const Need    *need = &list[equal[k].row];
    const PetscInt at   = count_before(to, kept, need);

    if (at < kept && compare_needs(&to[at], need) == 0) continue;
    memmove(&to[at + 1], &to[at], (size_t)(kept++ - at) * sizeof *to);
    to[at] = *need;
  }
  for (PetscInt k = 0; place && k < n; k++)
    place[equal[k].row] = first + (kept > 1 ? count_before(to, kept, &list[equal[k].row]) : 0);
  return kept;
}

/* Needs in the order of `by`, sorted by row or id, without duplicates, in place of *list. place:
   where each one is now, or NULL. */
static void take_in_order(const Keyed *by, Need **list, PetscInt *n, PetscInt *capacity,
                          PetscInt *place)
{
  PetscInt kept = 0, room = 0;
  Need    *to = NULL;

  array_reserve(&to, sizeof *to, *n, &room);
  for (PetscInt from = 0, next; from < *n; from = next) {
    for (next = from + 1; next < *n && by[next].key == by[from].key;) next++;
    kept += take_equals(*list, by + from, next - from, kept, to + kept, place);
  }
  array_free(list);
  *list     = to;
  *n        = kept;
  *capacity = room;
}

static void order_wanted(Needs *needs)
{
  const PetscInt n = needs->n_wanted;
  Id             first;
  Keyed         *by;

  array_reserve(&needs->place, sizeof *needs->place, n, &needs->place_capacity);
  for (PetscInt k = 0; k < n; k++) needs->wanted[k].row = -1;
  by = keyed_by_id(n > 0 ? &needs->wanted->id : NULL, sizeof *needs->wanted, n, &first);
  take_in_order(by, &needs->wanted, &needs->n_wanted, &needs->wanted_capacity, needs->place);
  array_free(&by);
}

static void order_given(Needs *needs)
{
  Keyed *by;

  array_scratch(&by, sizeof *by, needs->n_given);
  for (PetscInt k = 0; k < needs->n_given; k++) by[k] = (Keyed){(uint64_t)needs->given[k].row, k};
  keyed_sort(by, needs->n_given);
  take_in_order(by, &needs->given, &needs->n_given, &needs->given_capacity, NULL);
  array_free(&by);
}

/* ---- at the owner ---- */

/* First item at `from` or later whose key is not below this one. Few are between as a rule. */
static PetscInt gallop(const Keyed *by, PetscInt n, PetscInt from, uint64_t key)
{
  PetscInt lo = from, step = 1;

  while (lo + step < n && by[lo + step].key < key) {
    lo += step;
    step *= 2;
  }
  for (step = (PetscInt)min_int(step, n - lo); step > 0; step /= 2)
    while (lo + step <= n && by[lo + step - 1].key < key) lo += step;
  return lo;
}

/* Set the rows of `given` by their ids, which ascend but for those of other ranks. */
static PetscErrorCode find_rows(const Clumps *c, Needs *needs)
{
  PetscInt at = 0;
  Id       first;
  Keyed   *by;

  PetscFunctionBeginUser;
  if (needs->n_given == 0) PetscFunctionReturn(PETSC_SUCCESS);
  by = keyed_by_id(c->id, sizeof *c->id, c->n_owned, &first);
  for (PetscInt k = 0; k < needs->n_given; k++) {
    const Id id = needs->given[k].id;

    if (k > 0 && id < needs->given[k - 1].id) at = 0;
    at = gallop(by, c->n_owned, at, (uint64_t)id - (uint64_t)first);
    PetscCheck(at < c->n_owned && c->id[by[at].row] == id, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "clump %" PRId64 " of a link is not here", id);
    needs->given[k].row = by[at].row;
  }
  array_free(&by);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void give(Needs *needs, const Need *list, PetscInt n)
{
  array_reserve(&needs->given, sizeof *needs->given, needs->n_given + n, &needs->given_capacity);
  memcpy(needs->given + needs->n_given, list, (size_t)n * sizeof *list);
  needs->n_given += n;
}

/* Tell the owners; those of this rank are given first, in their order. */
static void post_wanted(const Parallel *par, Needs *needs, Mail *mail)
{
  needs->n_given = 0;
  for (PetscInt k = 0; k < needs->n_wanted; k++) {
    Need need = needs->wanted[k];

    need.part = need.asks;
    need.row  = 0;
    if (needs->wanted[k].part == par->rank) give(needs, &need, 1);
    else mail_post(mail, needs->wanted[k].part, &need, sizeof need);
  }
}

/* Rows of wanted clumps that this rank owns, of which the first of `given` are. */
static void note_own(const Parallel *par, Needs *needs)
{
  PetscInt m = 0;

  for (PetscInt k = 0; k < needs->n_wanted; k++) {
    Need *need = &needs->wanted[k];

    if (need->part != par->rank) continue;
    if (image_sign(need->shift) == 0) need->row = needs->given[m].row;
    m++;
  }
}

PetscErrorCode needs_post(const Parallel *par, const Clumps *clumps, Needs *needs)
{
  Mail *mail;

  PetscFunctionBeginUser;
  order_wanted(needs);
  mail_create(par, &mail);
  post_wanted(par, needs, mail);
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    give(needs, (const Need *)message, (PetscInt)(size / sizeof(Need)));
  }
  mail_destroy(&mail);
  PetscCall(find_rows(clumps, needs));
  note_own(par, needs);
  order_given(needs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- where they are needed ---- */

static int compare_images(const void *a, const void *b)
{
  const Need *p = a, *q = b;

  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  return image_sign(image_sub(p->shift, q->shift));
}

PetscInt needs_from(const Needs *needs, Id id)
{
  return items_before(needs->wanted, needs->n_wanted, sizeof *needs->wanted, &id, compare_ids);
}

const Need *needs_wanted(const Needs *needs, Id id, Image shift)
{
  const Need key = {.id = id, .shift = shift};

  if (needs->n_wanted == 0) return NULL;
  return bsearch(&key, needs->wanted, (size_t)needs->n_wanted, sizeof *needs->wanted,
                 compare_images);
}

PetscErrorCode needs_find(const Clumps *c, Needs *needs)
{
  PetscInt found = 0;

  PetscFunctionBeginUser;
  for (PetscInt a = c->n_owned; a < c->n && needs->n_wanted > 0; a++) {
    const Need *wants = needs_wanted(needs, c->id[a], c->shift[a]);

    if (wants) needs->wanted[wants - needs->wanted].row = a;
  }
  for (PetscInt k = 0; k < needs->n_wanted; k++) found += needs->wanted[k].row >= 0;
  PetscCheck(found == needs->n_wanted, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "%" PetscInt_FMT " of %" PetscInt_FMT " ends of links are here", found,
             needs->n_wanted);
  PetscFunctionReturn(PETSC_SUCCESS);
}
