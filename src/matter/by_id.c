/* SPDX-License-Identifier: MIT */
/* Rows by id, from any ranks to the owners of the clumps (by_id.h). */
#include "matter/by_id.h"
#include "base/keyed.h"
#include "base/mail.h"
#include "base/random.h"
#include <stdarg.h>

/* ---- faults ---- */

void id_fault(IdFault *fault, Id id, const char *format, ...)
{
  va_list arguments;

  if (fault->found && fault->id <= id) return;
  fault->found = true;
  fault->id    = id;
  va_start(arguments, format);
  vsnprintf(fault->text, sizeof fault->text, format, arguments);
  va_end(arguments);
}

PetscErrorCode id_fault_agree(const Parallel *par, IdFault *fault, bool *good)
{
  /* the complement of the lowest id */
  int64_t most = fault->found ? max_int(~fault->id, INT64_MIN + 1) : INT64_MIN;
  int64_t mine = most;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(par, &most, 1));
  *good = most == INT64_MIN;
  if (mine != most) *fault = (IdFault){.found = false};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- delivery ---- */

/* A keeper is told who owns a clump. */
typedef struct {
  Id      id;
  int32_t rank, row;
} Owner;

/* Rank that is told who owns an id, and for whom rows are. */
static int keeper(const Parallel *par, Id id)
{
  return (int)(mix_bits((uint64_t)id) % (uint64_t)par->size);
}

static PetscErrorCode tell_owners(const Parallel *par, const Clumps *c, PetscInt *n, Owner **owners)
{
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Owner owner = {.id = c->id[a], .rank = par->rank, .row = a};

    if (!clump_is_gone(c, a)) mail_post(mail, keeper(par, owner.id), &owner, sizeof owner);
  }
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof **owners, owners, n);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The first of n sorted items whose key is not smaller; n: there is none. */
static PetscInt first_from(const Keyed *items, PetscInt n, uint64_t key)
{
  PetscInt from = 0;

  while (n > 0) {
    const PetscInt half = n / 2;

    if (items[from + half].key < key) {
      from += half + 1;
      n -= half + 1;
    } else n = half;
  }
  return from;
}

typedef struct {
  PetscInt  n, capacity;
  OwnedRow *list;
} OwnedRows;

static void append(OwnedRows *to, PetscInt row, const IdRow *from)
{
  OwnedRow *out;

  array_reserve(&to->list, sizeof *to->list, to->n + 1, &to->capacity);
  out      = &to->list[to->n++];
  out->row = row;
  memcpy(out->value, from->value, sizeof out->value);
}

enum { MARKS = 16 }; /* least number of bits for each key in a set of marks */

/* Marks by the last bits of n keys: nearly all keys that are not among them have none. *words: a
   power of two. */
static uint64_t *make_marks(const Keyed *items, PetscInt n, size_t *words)
{
  uint64_t *mark;

  for (*words = 1; *words < (size_t)n * MARKS / 64;) *words *= 2;
  array_create(&mark, sizeof *mark, *words);
  for (PetscInt k = 0; k < n; k++)
    mark[items[k].key / 64 & (*words - 1)] |= UINT64_C(1) << items[k].key % 64;
  return mark;
}

/* Append the rows of clumps that this rank owns, in one pass over these; *own: which rows they are. */
static void take_own(const Clumps *c, PetscInt n, const IdRow *rows, bool *own, OwnedRows *to)
{
  Id        first  = 0;
  Keyed    *sorted = NULL;
  uint64_t *mark;
  size_t    words;

  if (n == 0) return;
  sorted = keyed_by_id(&rows->id, sizeof *rows, n, &first);
  mark   = make_marks(sorted, n, &words);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const uint64_t key = (uint64_t)c->id[a] - (uint64_t)first;

    if (!(mark[key / 64 & (words - 1)] >> key % 64 & 1) || clump_is_gone(c, a)) continue;
    for (PetscInt i = first_from(sorted, n, key); i < n && sorted[i].key == key; i++) {
      append(to, a, &rows[sorted[i].row]);
      own[sorted[i].row] = true;
    }
  }
  array_free(&mark);
  array_free(&sorted);
}

/* Send the rows that are not this rank's own to their keepers. Collective. */
static PetscErrorCode send_rows(const Parallel *par, PetscInt n, const IdRow *rows, const bool *own,
                                PetscInt *n_kept, IdRow **kept)
{
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  for (PetscInt k = 0; k < n; k++)
    if (!own[k]) mail_post(mail, keeper(par, rows[k].id), &rows[k], sizeof *rows);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof **kept, kept, n_kept);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Post the rows of this keeper to their owners; fault NULL: those that have none are dropped. */
static void hand_on(const Owner *owners, PetscInt n_owners, const IdRow *rows, PetscInt n,
                    IdFault *fault, Mail *mail)
{
  Id     first = 0;
  Keyed *by    = keyed_by_id(&owners->id, sizeof *owners, n_owners, &first);

  for (PetscInt k = 0; k < n; k++) {
    const uint64_t key = (uint64_t)rows[k].id - (uint64_t)first;
    const PetscInt i   = first_from(by, n_owners, key);
    OwnedRow       out;

    if (i == n_owners || by[i].key != key) {
      if (fault)
        id_fault(fault, rows[k].id,
                 "there is no clump %" PRId64
                 ": none has had this id, or it was deleted or has left",
                 rows[k].id);
      continue;
    }
    out.row = owners[by[i].row].row;
    memcpy(out.value, rows[k].value, sizeof out.value);
    mail_post(mail, owners[by[i].row].rank, &out, sizeof out);
  }
  array_free(&by);
}

/* Send rows by their keepers to their owners, which append them. Collective. */
static PetscErrorCode send_on(const Parallel *par, const Clumps *c, PetscInt n, const IdRow *rows,
                              const bool *own, IdFault *fault, OwnedRows *to)
{
  PetscInt  n_owners, n_kept, n_sent;
  Owner    *owners;
  IdRow    *kept;
  OwnedRow *sent;
  Mail     *mail;

  PetscFunctionBeginUser;
  PetscCall(tell_owners(par, c, &n_owners, &owners));
  PetscCall(send_rows(par, n, rows, own, &n_kept, &kept));
  mail_create(par, &mail);
  hand_on(owners, n_owners, kept, n_kept, fault, mail);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *sent, &sent, &n_sent);
  mail_destroy(&mail);
  array_reserve(&to->list, sizeof *to->list, to->n + n_sent, &to->capacity);
  for (PetscInt k = 0; k < n_sent; k++) to->list[to->n++] = sent[k];
  array_free(&owners);
  array_free(&kept);
  array_free(&sent);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The same in ascending order of rows. */
static OwnedRow *in_order(const OwnedRows *all)
{
  Keyed    *order;
  OwnedRow *sorted;

  array_create(&order, sizeof *order, (size_t)all->n + 1);
  array_create(&sorted, sizeof *sorted, (size_t)all->n + 1);
  for (PetscInt k = 0; k < all->n; k++) order[k] = (Keyed){(uint64_t)all->list[k].row, k};
  keyed_sort(order, all->n);
  for (PetscInt k = 0; k < all->n; k++) sorted[k] = all->list[order[k].row];
  array_free(&order);
  return sorted;
}

PetscErrorCode id_rows_deliver(const Parallel *par, const Clumps *c, int64_t n, const IdRow *rows,
                               unsigned allowed, IdFault *fault, PetscInt *n_owned,
                               OwnedRow **owned)
{
  OwnedRows all = {.n = 0};
  bool     *own, elsewhere;

  PetscFunctionBeginUser;
  array_create(&own, sizeof *own, (size_t)n + 1);
  take_own(c, (PetscInt)n, rows, own, &all);
  elsewhere = all.n < n;
  PetscCall(parallel_any(par, &elsewhere));
  if (elsewhere)
    PetscCall(send_on(par, c, (PetscInt)n, rows, own, allowed & ID_NONE ? NULL : fault, &all));
  *n_owned = all.n;
  *owned   = in_order(&all);
  for (PetscInt k = 1; k < all.n && !(allowed & ID_TWICE); k++)
    if ((*owned)[k].row == (*owned)[k - 1].row)
      id_fault(fault, c->id[(*owned)[k].row],
               "clump %" PRId64 " is named twice: name each clump once", c->id[(*owned)[k].row]);
  array_free(&own);
  array_free(&all.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
