/* SPDX-License-Identifier: MIT */
/* Memory that waits for its pair (unpaired.h). */
#include "contact/unpaired.h"
#include "contact/backend.h"

void unpaired_hold(Contacts *c)
{
  c->holds = true;
}

bool unpaired_some(const Contacts *c)
{
  return records_count(&c->held) > 0;
}

void unpaired_withdraw(Contacts *c)
{
  records_free(&c->offered);
}

void unpaired_forget(Contacts *c)
{
  c->holds = false;
  records_free(&c->held);
}

/* ---- images ---- */

/* Periods that clumps have moved by since they were wrapped, of both ends of each record: [2 records][3],
   zero on entry. Each clump has one owner. */
static void find_periods(const ContactRecords *all, const ContactScene *s, int64_t (*periods)[3])
{
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    const Image n   = domain_boxes(s->domain, s->clumps->pose[a].x);
    const Id    id  = s->clumps->id[a];
    int64_t(*to)[3] = periods;

    if (n.x == 0 && n.y == 0 && n.z == 0) continue;
    for (int g = 0; g < all->n; g++)
      for (PetscInt k = 0; k < all->law[g].n; k++, to += 2)
        for (int side = 0; side < 2; side++) {
          const ContactRecord *r = &all->law[g].list[k];

          if ((side ? r->b : r->a) != id) continue;
          to[side][0] = n.x;
          to[side][1] = n.y;
          to[side][2] = n.z;
        }
  }
}

/* Of pairs of pebbles; those with walls have none. */
static PetscErrorCode renew_images(const ContactRecords *all, const Parallel *par,
                                   const ContactScene *s)
{
  const PetscInt n = 2 * records_count(all);
  int64_t(*periods)[3], (*from)[3];

  PetscFunctionBeginUser;
  PetscCall(array_create(&periods, sizeof *periods, n));
  from = periods;
  find_periods(all, s, periods);
  PetscCall(parallel_sum_int(par, periods[0], (int)(3 * n)));
  for (int g = 0; g < all->n; g++)
    for (PetscInt k = 0; k < all->law[g].n; k++, from += 2) {
      ContactRecord *r = &all->law[g].list[k];

      if (r->member_b < 0) continue;
      r->image.x += (int32_t)(from[1][0] - from[0][0]);
      r->image.y += (int32_t)(from[1][1] - from[0][1]);
      r->image.z += (int32_t)(from[1][2] - from[0][2]);
    }
  array_free(&periods);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- to all ranks ---- */

static PetscErrorCode post_all(const ContactRecords *held, const Parallel *par, Mail *mail)
{
  char *one;

  PetscFunctionBeginUser;
  PetscCall(array_create(&one, 1, (PetscInt)record_bytes(records_columns(held))));
  for (int g = 0; g < held->n; g++)
    for (PetscInt k = 0; k < held->law[g].n; k++)
      for (int rank = 0; rank < par->size; rank++)
        PetscCall(record_post(mail, rank, &held->law[g], g, k, one));
  array_free(&one);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What is held here, with the images of what was shared; first: [n] where its records begin. */
static void take_images(ContactRecords *held, const ContactRecords *all, const PetscInt *first)
{
  for (int g = 0; g < held->n; g++)
    for (PetscInt k = 0; k < held->law[g].n; k++)
      held->law[g].list[k].image = all->law[g].list[first[g] + k].image;
}

PetscErrorCode unpaired_share(Contacts *c, const Parallel *par, const ContactScene *scene)
{
  bool      some = unpaired_some(c);
  PetscInt *first;
  Mail     *mail;

  PetscFunctionBeginUser;
  if (!c->holds) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_any(par, &some));
  if (!some) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(host_open(c->laws, &c->offered));
  PetscCall(array_create(&first, sizeof *first, c->offered.n));
  PetscCall(mail_create(par, &mail));
  PetscCall(post_all(&c->held, par, mail));
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    int         source;
    size_t      size;
    const char *message = mail_message(mail, m, &source, &size);

    for (int g = 0; g < c->offered.n && source == par->rank; g++) first[g] = c->offered.law[g].n;
    PetscCall(records_take(&c->offered, message, size));
  }
  PetscCall(mail_destroy(&mail));
  PetscCall(renew_images(&c->offered, par, scene));
  take_images(&c->held, &c->offered, first);
  array_free(&first);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode unpaired_offer(Contacts *c, ContactRecords *records)
{
  PetscFunctionBeginUser;
  for (int g = 0; g < c->offered.n; g++) {
    const LawRecords *r = &c->offered.law[g];

    for (PetscInt k = 0; k < r->n; k++)
      PetscCall(records_add(&records->law[g], &r->list[k], record_memory(r, k)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
