/* SPDX-License-Identifier: MIT */
/* Rows of pebbles.csv. The loads that ranks have of a clump are sent to one rank, chosen by its id,
   and summed there; rows go to rank 0, which sorts and writes them. */
#include "output/checkpoint/member_rows.h"
#include "base/mail.h"

static const char header[] =
  "step,time,clump,pebble,force_x,force_y,force_z,torque_x,torque_y,torque_z\n";

enum { ROW_LENGTH = 10 * 32 }; /* bytes, at most */

typedef struct {
  Id      clump;
  int64_t member;
  Vec3    force, torque; /* N, N m */
} Row;

PetscErrorCode member_rows_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                                Log *log)
{
  PetscFunctionBeginUser;
  if (wanted) PetscCall(log_table(par, dir, "pebbles.csv", header, step, log));
  else PetscCall(log_leave(par, dir, "pebbles.csv", header, step, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Order by clump, then by pebble; a MemberLoads and a Row begin with both. */
static int compare(const void *a, const void *b)
{
  const MemberLoads *p = a, *q = b;

  if (p->clump != q->clump) return p->clump < q->clump ? -1 : 1;
  return p->member < q->member ? -1 : p->member > q->member;
}

static int compare_rows(const void *a, const void *b)
{
  const Row *p = a, *q = b;

  if (p->clump != q->clump) return p->clump < q->clump ? -1 : 1;
  return p->member < q->member ? -1 : p->member > q->member;
}

/* Unpack all messages to one array of *n items, to be freed with array_free. */
static PetscErrorCode unpack(const Mail *mail, size_t item, PetscInt *n, void *array)
{
  char **all = array;
  size_t at  = 0;

  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    at = 0;
    for (int m = 0; m < mail_messages(mail); m++) {
      size_t      size;
      const char *message = mail_message(mail, m, NULL, &size);

      if (pass == 1 && size > 0) memcpy(*all + at, message, size);
      at += size;
    }
    if (pass == 0) PetscCall(array_create(all, item, (PetscInt)(at / item) + 1));
  }
  *n = (PetscInt)(at / item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Row row_of(const MemberLoads *clump, int64_t member, const int64_t sum[LOAD_PARTS])
{
  const double f = clump->unit, t = clump->turn;

  return (Row){.clump  = clump->clump,
               .member = member,
               .force  = {f * (double)sum[0], f * (double)sum[1], f * (double)sum[2]},
               .torque = {t * (double)sum[3], t * (double)sum[4], t * (double)sum[5]}};
}

/* Post the rows of one clump, whose own loads come first in `all`: that of loads beside its
   pebbles, then those of its pebbles. */
static PetscErrorCode post_clump(Mail *mail, const MemberLoads *all, PetscInt n)
{
  int64_t whole[LOAD_PARTS] = {0};
  Row     rest;

  PetscFunctionBeginUser;
  for (PetscInt k = 1; k < n;) {
    int64_t        sum[LOAD_PARTS] = {0};
    const PetscInt first           = k;
    Row            row;

    for (; k < n && all[k].member == all[first].member; k++) loads_add_row(sum, all[k].sum);
    loads_add_row(whole, sum);
    row = row_of(&all[0], all[first].member, sum);
    PetscCall(mail_post(mail, 0, &row, sizeof row));
  }
  rest        = row_of(&all[0], -1, whole);
  rest.force  = vec3_sub(all[0].force, rest.force);
  rest.torque = vec3_sub(all[0].torque, rest.torque);
  PetscCall(mail_post(mail, 0, &rest, sizeof rest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Post the rows of the clumps that are asked for: only these have own loads in `all`. */
static PetscErrorCode post_rows(Mail *mail, MemberLoads *all, PetscInt n)
{
  PetscFunctionBeginUser;
  sort_items(all, n, sizeof *all, compare);
  for (PetscInt k = 0; k < n;) {
    const PetscInt first = k;

    while (k < n && all[k].clump == all[first].clump) k++;
    if (all[first].member < 0) PetscCall(post_clump(mail, all + first, k - first));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static size_t row_print(const Row *r, int64_t step, double time, char *text)
{
  const double numbers[] = {r->force.x,  r->force.y,  r->force.z,
                            r->torque.x, r->torque.y, r->torque.z};
  size_t n = (size_t)snprintf(text, ROW_LENGTH, "%" PRId64 ",%.17g,%" PRId64 ",%" PRId64, step,
                              time, r->clump, r->member);

  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    n += (size_t)snprintf(text + n, ROW_LENGTH - n, ",%.17g", numbers[k]);
  return n + (size_t)snprintf(text + n, ROW_LENGTH - n, "\n");
}

PetscErrorCode member_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                 PetscInt n, const MemberLoads *loads)
{
  Mail        *here, *there;
  MemberLoads *met;
  Row         *rows;
  char        *text;
  PetscInt     got;
  size_t       end = 0;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &here));
  for (PetscInt k = 0; k < n; k++)
    PetscCall(mail_post(here, (int)((uint64_t)loads[k].clump % (uint64_t)par->size), &loads[k],
                        sizeof *loads));
  PetscCall(mail_deliver(here));
  PetscCall(unpack(here, sizeof *met, &got, &met));
  PetscCall(mail_create(par, &there));
  PetscCall(post_rows(there, met, got));
  PetscCall(mail_deliver(there));
  PetscCall(unpack(there, sizeof *rows, &got, &rows));
  sort_items(rows, got, sizeof *rows, compare_rows);
  PetscCall(array_create(&text, ROW_LENGTH, got + 1));
  for (PetscInt k = 0; k < got; k++) end += row_print(&rows[k], step, time, text + end);
  PetscCall(log_line(par, log, text));
  PetscCall(mail_destroy(&here));
  PetscCall(mail_destroy(&there));
  array_free(&met);
  array_free(&rows);
  array_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
