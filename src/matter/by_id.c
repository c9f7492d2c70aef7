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

static PetscErrorCode send_rows(const Parallel *par, int64_t n, const IdRow *rows, PetscInt *n_kept,
                                IdRow **kept)
{
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  for (int64_t k = 0; k < n; k++) mail_post(mail, keeper(par, rows[k].id), &rows[k], sizeof *rows);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof **kept, kept, n_kept);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Post the rows of this keeper to their owners. */
static void hand_on(const Owner *owners, PetscInt n_owners, const IdRow *rows, PetscInt n,
                    IdFault *fault, Mail *mail)
{
  Id     first;
  Keyed *by  = keyed_by_id(&owners->id, sizeof *owners, n_owners, &first),
        *of  = keyed_by_id(&rows->id, sizeof *rows, n, &first);
  PetscInt i = 0;

  for (PetscInt k = 0; k < n; k++) {
    const IdRow *row = &rows[of[k].row];
    OwnedRow     out;

    while (i < n_owners && owners[by[i].row].id < row->id) i++;
    if (k > 0 && rows[of[k - 1].row].id == row->id)
      id_fault(fault, row->id, "clump %" PRId64 " is named twice: name each clump once", row->id);
    if (i == n_owners || owners[by[i].row].id != row->id) {
      id_fault(fault, row->id,
               "there is no clump %" PRId64 ": none has had this id, or it was deleted or has left",
               row->id);
      continue;
    }
    out.row = owners[by[i].row].row;
    memcpy(out.value, row->value, sizeof out.value);
    mail_post(mail, owners[by[i].row].rank, &out, sizeof out);
  }
  array_free(&by);
  array_free(&of);
}

static int compare_rows(const void *a, const void *b)
{
  const PetscInt p = ((const OwnedRow *)a)->row, q = ((const OwnedRow *)b)->row;

  return p < q ? -1 : p > q;
}

PetscErrorCode id_rows_deliver(const Parallel *par, const Clumps *c, int64_t n, const IdRow *rows,
                               IdFault *fault, PetscInt *n_owned, OwnedRow **owned)
{
  PetscInt n_owners, n_kept;
  Owner   *owners;
  IdRow   *kept;
  Mail    *mail;

  PetscFunctionBeginUser;
  PetscCall(tell_owners(par, c, &n_owners, &owners));
  PetscCall(send_rows(par, n, rows, &n_kept, &kept));
  mail_create(par, &mail);
  hand_on(owners, n_owners, kept, n_kept, fault, mail);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof **owned, owned, n_owned);
  mail_destroy(&mail);
  array_free(&owners);
  array_free(&kept);
  sort_items(*owned, *n_owned, sizeof **owned, compare_rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}
