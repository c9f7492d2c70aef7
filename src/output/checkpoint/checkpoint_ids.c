/* SPDX-License-Identifier: MIT */
/* Check of ids in a checkpoint that is read: each id is sent to the rank that its hash selects,
   which sorts the ids that it gets. */
#include "base/mail.h"
#include "base/random.h"
#include "output/checkpoint/reader.h"

static int compare_ids(const void *a, const void *b)
{
  const Id p = *(const Id *)a, q = *(const Id *)b;

  return p < q ? -1 : p > q;
}

/* The rank that checks an id. */
static int keeper_of(const Parallel *par, Id id)
{
  return (int)(mix_bits((uint64_t)id) % (uint64_t)par->size);
}

static PetscErrorCode post_ids(const Parallel *par, Mail *mail, const Clumps *c)
{
  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    PetscCall(mail_post(mail, keeper_of(par, c->id[a]), &c->id[a], sizeof(Id)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Post the ids of clumps that this rank's contacts have at their end a or b. */
static PetscErrorCode post_ends(const Reader *r, Mail *mail, bool b)
{
  const ContactRecords *contacts = r->c->contacts;

  PetscFunctionBeginUser;
  for (int g = 0; g < contacts->n; g++)
    for (PetscInt k = 0; k < contacts->law[g].n; k++) {
      const ContactRecord *one = &contacts->law[g].list[k];
      const Id             id  = b ? one->b : one->a;

      if (b && one->member_b < 0) continue; /* a wall */
      PetscCall(mail_post(mail, keeper_of(r->par, id), &id, sizeof id));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Take all ids that have been posted to this rank, sorted, and destroy the mail. Free *ids with
   array_free. */
static PetscErrorCode take_ids(Mail **mail, PetscInt *n, Id **ids)
{
  size_t size;

  PetscFunctionBeginUser;
  *n = 0;
  PetscCall(mail_deliver(*mail));
  for (int m = 0; m < mail_messages(*mail); m++) {
    mail_message(*mail, m, NULL, &size);
    *n += (PetscInt)(size / sizeof **ids);
  }
  PetscCall(array_create(ids, sizeof **ids, *n));
  *n = 0;
  for (int m = 0; m < mail_messages(*mail); m++) {
    const void *message = mail_message(*mail, m, NULL, &size);

    memcpy(*ids + *n, message, size);
    *n += (PetscInt)(size / sizeof **ids);
  }
  PetscCall(mail_destroy(mail));
  sort_items(*ids, *n, sizeof **ids, compare_ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fail if a contact names a clump that is not among these of the domain. Collective. */
static PetscErrorCode ends_check(Reader *r, PetscInt n, const Id *ids)
{
  PetscFunctionBeginUser;
  for (int end = 0; end < 2; end++) {
    PetscInt n_ends, at = 0;
    Id      *ends;
    Mail    *mail;

    PetscCall(mail_create(r->par, &mail));
    PetscCall(post_ends(r, mail, end == 1));
    PetscCall(take_ids(&mail, &n_ends, &ends));
    for (PetscInt k = 0; k < n_ends && !hdf5_failed(r->file); k++) {
      while (at < n && ids[at] < ends[k]) at++;
      if (at == n || ids[at] != ends[k])
        hdf5_fail(r->file,
                  "/clast/contacts: id_%c is %lld; allowed: the id of a clump in the domain",
                  end == 0 ? 'a' : 'b', (long long)ends[k]);
    }
    array_free(&ends);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode reader_ids(Reader *r)
{
  Mail    *mail;
  Id      *ids, *all;
  PetscInt n, n_all;

  PetscFunctionBeginUser;
  PetscCall(mail_create(r->par, &mail));
  PetscCall(post_ids(r->par, mail, r->c->clumps));
  PetscCall(take_ids(&mail, &n, &ids));
  PetscCall(mail_create(r->par, &mail));
  PetscCall(post_ids(r->par, mail, r->c->clumps));
  PetscCall(post_ids(r->par, mail, r->c->waiting->clumps));
  PetscCall(take_ids(&mail, &n_all, &all));
  for (PetscInt i = 1; i < n_all && !hdf5_failed(r->file); i++)
    if (all[i] == all[i - 1])
      hdf5_fail(r->file, "/particles/clumps/id: two clumps have the id %lld", (long long)all[i]);
  PetscCall(ends_check(r, n, ids));
  array_free(&ids);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}
