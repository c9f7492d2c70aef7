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

enum { SUM_PIECE = 1 << 24 }; /* ends that are summed up at once: MPI counts in int */

/* An end of a record: its clump, and its place among the ends of all records. */
typedef struct {
  Id       id;
  PetscInt end;
} RecordEnd;

static int compare_ends(const void *a, const void *b)
{
  const RecordEnd *p = a, *q = b;

  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  return p->end < q->end ? -1 : p->end > q->end;
}

/* Both ends of each record, sorted by id: [2 records]. */
static PetscErrorCode sort_ends(const ContactRecords *all, RecordEnd **ends)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(ends, sizeof **ends, 2 * records_count(all)));
  for (int g = 0; g < all->n; g++)
    for (PetscInt k = 0; k < all->law[g].n; k++) {
      (*ends)[n] = (RecordEnd){all->law[g].list[k].a, n};
      n++;
      (*ends)[n] = (RecordEnd){all->law[g].list[k].b, n};
      n++;
    }
  sort_items(*ends, n, sizeof **ends, compare_ends);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* First of n sorted ends whose clump is not before this one. */
static PetscInt first_end(const RecordEnd *ends, PetscInt n, Id id)
{
  PetscInt lo = 0, hi = n;

  while (lo < hi) {
    const PetscInt mid = lo + (hi - lo) / 2;

    if (ends[mid].id < id) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

/* Periods that clumps have moved by since they were wrapped, of both ends of each record: [2
   records][3], zero on entry. Each clump has one owner. */
static PetscErrorCode find_periods(const ContactRecords *all, const ContactScene *s,
                                   int64_t (*periods)[3])
{
  const PetscInt n = 2 * records_count(all);
  RecordEnd     *ends;

  PetscFunctionBeginUser;
  PetscCall(sort_ends(all, &ends));
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    const Image boxes = domain_boxes(s->domain, s->clumps->pose[a].x);
    const Id    id    = s->clumps->id[a];

    if (boxes.x == 0 && boxes.y == 0 && boxes.z == 0) continue;
    for (PetscInt k = first_end(ends, n, id); k < n && ends[k].id == id; k++) {
      periods[ends[k].end][0] = boxes.x;
      periods[ends[k].end][1] = boxes.y;
      periods[ends[k].end][2] = boxes.z;
    }
  }
  array_free(&ends);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Renew the images of pairs of pebbles; contacts with walls have none. */
static PetscErrorCode renew_images(const ContactRecords *all, const Parallel *par,
                                   const ContactScene *s)
{
  const PetscInt n = 2 * records_count(all);
  int64_t(*periods)[3], (*from)[3];

  PetscFunctionBeginUser;
  PetscCall(array_create(&periods, sizeof *periods, n));
  from = periods;
  PetscCall(find_periods(all, s, periods));
  for (PetscInt at = 0; at < n; at += SUM_PIECE)
    PetscCall(parallel_sum_int(par, periods[at], (int)(3 * min_int(n - at, SUM_PIECE))));
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

/* Copy the images of the shared records to those that are held here. first: [n] index of the first
   of these among the shared ones, by law. */
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
