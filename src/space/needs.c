/* SPDX-License-Identifier: MIT */
/* Copies that are needed whatever their distance. */
#include "space/holders.h"

void needs_free(Needs *needs)
{
  array_free(&needs->given);
  array_free(&needs->wanted);
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

/* Sort, and remove duplicates; returns the number left. */
static PetscInt tidy(Need *list, PetscInt n)
{
  PetscInt kept = 0;

  sort_items(list, n, sizeof *list, compare_needs);
  for (PetscInt k = 0; k < n; k++)
    if (kept == 0 || compare_needs(&list[kept - 1], &list[k]) != 0) list[kept++] = list[k];
  return kept;
}

/* ---- at the owner ---- */

typedef struct {
  Id       id;
  PetscInt row;
} Entry;

static int compare_entries(const void *a, const void *b)
{
  const Entry *p = a, *q = b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* Set the rows of `given` by their ids. */
static PetscErrorCode find_rows(const Clumps *c, Needs *needs)
{
  Entry *entries;

  PetscFunctionBeginUser;
  if (needs->n_given == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&entries, sizeof *entries, c->n_owned));
  for (PetscInt a = 0; a < c->n_owned; a++) entries[a] = (Entry){c->id[a], a};
  sort_items(entries, c->n_owned, sizeof *entries, compare_entries);
  for (PetscInt k = 0; k < needs->n_given; k++) {
    const Entry  key = {.id = needs->given[k].id};
    const Entry *e =
      c->n_owned > 0 ? bsearch(&key, entries, (size_t)c->n_owned, sizeof *entries, compare_entries)
                     : NULL;

    PetscCheck(e, PETSC_COMM_SELF, PETSC_ERR_PLIB, "clump %" PRId64 " of a link is not here",
               key.id);
    needs->given[k].row = e->row;
  }
  array_free(&entries);
  needs->n_given = tidy(needs->given, needs->n_given);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode needs_post(const Parallel *par, const Clumps *clumps, Needs *needs)
{
  Mail *mail;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < needs->n_wanted; k++) needs->wanted[k].row = 0;
  needs->n_wanted = tidy(needs->wanted, needs->n_wanted);
  PetscCall(mail_create(par, &mail));
  for (PetscInt k = 0; k < needs->n_wanted; k++) {
    Need need = needs->wanted[k];

    need.part = need.asks;
    PetscCall(mail_post(mail, needs->wanted[k].part, &need, sizeof need));
  }
  PetscCall(mail_deliver(mail));
  needs->n_given = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t         size;
    const char    *message = mail_message(mail, m, NULL, &size);
    const PetscInt n       = (PetscInt)(size / sizeof(Need));

    PetscCall(array_reserve(&needs->given, sizeof *needs->given, needs->n_given + n,
                            &needs->given_capacity));
    memcpy(needs->given + needs->n_given, message, size);
    needs->n_given += n;
  }
  PetscCall(mail_destroy(&mail));
  PetscCall(find_rows(clumps, needs));
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
  PetscInt lo = 0, hi = needs->n_wanted;

  while (lo < hi) {
    const PetscInt middle = lo + (hi - lo) / 2;

    if (needs->wanted[middle].id < id) lo = middle + 1;
    else hi = middle;
  }
  return lo;
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
  for (PetscInt a = 0; a < c->n && needs->n_wanted > 0; a++) {
    const Image none  = {0, 0, 0};
    const Need *wants = needs_wanted(needs, c->id[a], a < c->n_owned ? none : c->shift[a]);

    if (!wants) continue;
    needs->wanted[wants - needs->wanted].row = a;
    found++;
  }
  PetscCheck(found == needs->n_wanted, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "%" PetscInt_FMT " of %" PetscInt_FMT " ends of links are here", found,
             needs->n_wanted);
  PetscFunctionReturn(PETSC_SUCCESS);
}
