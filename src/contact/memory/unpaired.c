/* SPDX-License-Identifier: MIT */
/* Memory that waits for its pair (unpaired.h). */
#include "contact/memory/unpaired.h"
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
  array_free(&c->asked.ends);
  array_free(&c->asked.first);
  c->asked.n = 0;
}

void unpaired_forget(Contacts *c)
{
  c->holds = false;
  records_free(&c->held);
}

/* ---- the clumps of all records ---- */

/* Record number k of all lists: *law and *at become its list and its place there. */
static void find_record(const ContactRecords *held, int64_t k, int *law, PetscInt *at)
{
  *law = 0;
  while (k >= held->law[*law].n) k -= held->law[(*law)++].n;
  *at = (PetscInt)k;
}

/* The clumps of this rank's records; of one with a wall, its clump twice. Ids as the bits of
   reals. */
static void list_ends(const ContactRecords *held, double **list)
{
  double *to;

  array_create(list, 2 * sizeof **list, records_count(held));
  to = *list;
  for (int g = 0; g < held->n; g++)
    for (PetscInt k = 0; k < held->law[g].n; k++, to += 2) {
      const ContactRecord *r      = &held->law[g].list[k];
      const Id             ends[] = {r->a, r->member_b < 0 ? r->a : r->b};

      memcpy(to, ends, sizeof ends);
    }
}

/* The ends of the records of all ranks, sorted by id, to every rank. Collective. */
static PetscErrorCode gather_ends(const ContactRecords *held, const Parallel *par,
                                  UnpairedEnds *all)
{
  const PetscInt mine = records_count(held);
  int64_t        n    = mine;
  double        *list, *whole;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(par, &n, 1));
  PetscCheck(n < INT_MAX / 2, PETSC_COMM_SELF, PETSC_ERR_SUP, "%" PRId64 " contacts without a pair",
             n); /* their ends are counted in int */
  array_create(&all->first, sizeof *all->first, par->size + 1);
  list_ends(held, &list);
  PetscCall(parallel_gather_items(par, list, mine, 2 * sizeof *list, all->first, &whole));
  all->n = (PetscInt)n;
  array_create(&all->ends, 2 * sizeof *all->ends, all->n);
  for (int r = 0; r < par->size; r++)
    for (PetscInt k = 2 * all->first[r]; k < 2 * all->first[r + 1]; k++) {
      all->ends[k] = (UnpairedEnd){.end = k, .rank = r};
      memcpy(&all->ends[k].id, &whole[k], sizeof whole[k]);
    }
  sort_items(all->ends, 2 * all->n, sizeof *all->ends, compare_ids);
  array_free(&list);
  array_free(&whole);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- images ---- */

/* Periods that a clump has moved by since it was wrapped. */
typedef struct {
  int64_t end; /* 2 k, or 2 k + 1: of record k of the rank that holds it */
  int64_t boxes[3];
} Wrap;

/* Each clump has one owner. */
static void post_wraps(const UnpairedEnds *all, const ContactScene *s, Mail *mail)
{
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    const Image boxes = domain_boxes(s->domain, s->clumps->pose[a].x);
    const Id    id    = s->clumps->id[a];

    if (boxes.x == 0 && boxes.y == 0 && boxes.z == 0) continue;
    for (PetscInt k = items_before(all->ends, 2 * all->n, sizeof *all->ends, &id, compare_ids);
         k < 2 * all->n && all->ends[k].id == id; k++) {
      const UnpairedEnd *e = &all->ends[k];
      const Wrap one = {e->end - 2 * (int64_t)all->first[e->rank], {boxes.x, boxes.y, boxes.z}};

      mail_post(mail, e->rank, &one, sizeof one);
    }
  }
}

/* Add the periods to the image of a pair of pebbles; a contact with a wall has no image. */
static void take_wrap(ContactRecords *held, const Wrap *w)
{
  const int      sign = w->end % 2 == 1 ? 1 : -1;
  ContactRecord *r;
  int            law;
  PetscInt       at;

  find_record(held, w->end / 2, &law, &at);
  r = &held->law[law].list[at];
  if (r->member_b < 0) return;
  r->image.x += sign * (int32_t)w->boxes[0];
  r->image.y += sign * (int32_t)w->boxes[1];
  r->image.z += sign * (int32_t)w->boxes[2];
}

PetscErrorCode unpaired_share(Contacts *c, const Parallel *par, const ContactScene *scene)
{
  bool     some = unpaired_some(c);
  Mail    *mail;
  Wrap    *list;
  PetscInt n;

  PetscFunctionBeginUser;
  if (!c->holds) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_any(par, &some));
  if (!some) PetscFunctionReturn(PETSC_SUCCESS);
  records_open(c->laws, &c->held);
  PetscCall(gather_ends(&c->held, par, &c->asked));
  mail_create(par, &mail);
  post_wraps(&c->asked, scene, mail);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *list, &list, &n);
  for (PetscInt k = 0; k < n; k++) take_wrap(&c->held, &list[k]);
  array_free(&list);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- to the ranks that have both clumps ---- */

/* Ask the holders for the records whose clumps are both among the rows of this rank. */
static void post_needs(const UnpairedEnds *all, const Parallel *par, const Clumps *clumps,
                       Mail *mail)
{
  bool(*here)[2];

  array_create(&here, sizeof *here, all->n);
  for (PetscInt a = 0; a < clumps->n; a++) {
    const Id id = clumps->id[a];

    for (PetscInt k = items_before(all->ends, 2 * all->n, sizeof *all->ends, &id, compare_ids);
         k < 2 * all->n && all->ends[k].id == id; k++)
      here[all->ends[k].end / 2][all->ends[k].end % 2] = true;
  }
  for (int r = 0; r < par->size; r++)
    for (PetscInt k = all->first[r]; k < all->first[r + 1]; k++) {
      const int64_t one = k - all->first[r];

      if (here[k][0] && here[k][1]) mail_post(mail, r, &one, sizeof one);
    }
  array_free(&here);
}

/* The records that were asked for, in the order of the questions. */
static void post_answers(const ContactRecords *held, const Mail *questions, Mail *answers)
{
  char *space;

  array_create(&space, 1, record_bytes(records_columns(held)));
  for (int m = 0; m < mail_messages(questions); m++) {
    int         source, law;
    size_t      size;
    const char *message = mail_message(questions, m, &source, &size);

    for (size_t at = 0; at < size; at += sizeof(int64_t)) {
      PetscInt row;
      int64_t  k;

      memcpy(&k, message + at, sizeof k);
      find_record(held, k, &law, &row);
      record_post(answers, source, &held->law[law], law, row, space);
    }
  }
  array_free(&space);
}

PetscErrorCode unpaired_offer(Contacts *c, const Parallel *par, const Clumps *clumps,
                              ContactRecords *records)
{
  Mail *questions, *answers;

  PetscFunctionBeginUser;
  if (c->asked.n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  records_open(c->laws, &c->offered);
  mail_create(par, &questions);
  mail_create(par, &answers);
  post_needs(&c->asked, par, clumps, questions);
  PetscCall(mail_deliver(questions));
  post_answers(&c->held, questions, answers);
  PetscCall(mail_deliver(answers));
  records_take(&c->offered, answers);
  mail_destroy(&answers);
  mail_destroy(&questions);
  for (int g = 0; g < c->offered.n; g++) {
    const LawRecords *r = &c->offered.law[g];

    for (PetscInt k = 0; k < r->n; k++)
      records_add(&records->law[g], &r->list[k], record_memory(r, k));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
