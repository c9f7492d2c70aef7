/* SPDX-License-Identifier: MIT */
/* Hash table with open addressing. */
#include "base/sums/sparse_sums.h"
#include "base/mail.h"

static const double MOST = 0x1p120;

enum { DIGITS = 53, LIMB = 64 };

static PetscInt place_of(const SparseSums *t, int64_t key)
{
  const PetscInt last = t->room - 1;
  PetscInt       k    = (PetscInt)(((uint64_t)key * UINT64_C(0x9E3779B97F4A7C15)) >> 33) & last;

  while (t->slot[k].key >= 0 && t->slot[k].key != key) k = (k + 1) & last;
  return k;
}

static void grow(SparseSums *t)
{
  const SparseSums old = *t;

  if (old.room >= (PetscInt)1 << 29) memory_ends("too many sums on one rank: use more ranks");
  t->room = old.room > 0 ? 2 * old.room : 64;
  t->slot = NULL;
  array_create(&t->slot, sizeof *t->slot, t->room);
  for (PetscInt k = 0; k < t->room; k++) t->slot[k].key = -1;
  for (PetscInt k = 0; k < old.room; k++)
    if (old.slot[k].key >= 0) t->slot[place_of(t, old.slot[k].key)] = old.slot[k];
  array_free((void *)&old.slot);
}

static void add_limbs(uint64_t *to, const uint64_t *more)
{
  uint64_t carry = 0;

  for (int k = 0; k < SPARSE_LIMBS; k++) {
    const uint64_t part = to[k] + carry;

    carry = part < carry;
    to[k] = part + more[k];
    carry += to[k] < part;
  }
}

static void negate_limbs(uint64_t *limb)
{
  const uint64_t one[SPARSE_LIMBS] = {1};

  for (int k = 0; k < SPARSE_LIMBS; k++) limb[k] = ~limb[k];
  add_limbs(limb, one);
}

void sparse_sums_merge(SparseSums *t, const SparseSum *item)
{
  SparseSum *at;

  if (2 * (t->n + 1) > t->room) grow(t);
  at = &t->slot[place_of(t, item->key)];
  if (at->key < 0) t->n++;
  at->key = item->key;
  add_limbs(at->limb, item->limb);
}

/* Add the mantissa of a number as an integer, from its lowest bit on. */
void sparse_sums_add(SparseSums *t, int64_t key, double value)
{
  const double size = min_real(MOST, fabs(value));
  SparseSum    item = {.key = key};
  int          exponent, bit;
  uint64_t     digits;

  frexp(size, &exponent);
  bit                   = max_int(0, exponent - DIGITS - SPARSE_UNIT);
  digits                = (uint64_t)rint(ldexp(size, -SPARSE_UNIT - bit));
  item.limb[bit / LIMB] = digits << (bit % LIMB);
  if (bit % LIMB > LIMB - DIGITS) item.limb[bit / LIMB + 1] = digits >> (LIMB - bit % LIMB);
  if (value < 0) negate_limbs(item.limb);
  sparse_sums_merge(t, &item);
}

double sparse_sum_value(const SparseSum *item)
{
  const bool negative = item->limb[SPARSE_LIMBS - 1] >> (LIMB - 1);
  SparseSum  size     = *item;
  double     value    = 0;

  if (negative) negate_limbs(size.limb);
  for (int k = SPARSE_LIMBS - 1; k >= 0; k--)
    value += ldexp((double)size.limb[k], LIMB * k + SPARSE_UNIT);
  return negative ? -value : value;
}

static void used_of(const SparseSums *t, SparseSum **list)
{
  PetscInt n = 0;

  array_create(list, sizeof **list, t->n);
  for (PetscInt k = 0; k < t->room; k++)
    if (t->slot[k].key >= 0) (*list)[n++] = t->slot[k];
  sort_items(*list, n, sizeof **list, compare_ids); /* by their keys */
}

/* Collect all items on rank 0. */
static PetscErrorCode collect(const Parallel *par, const SparseSum *list, PetscInt n,
                              SparseSums *all)
{
  Mail      *mail;
  SparseSum *items;
  PetscInt   n_items;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  if (n > 0) mail_post(mail, 0, list, (size_t)n * sizeof *list);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *items, &items, &n_items);
  for (PetscInt k = 0; k < n_items; k++) sparse_sums_merge(all, &items[k]);
  array_free(&items);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sparse_sums_gather(const Parallel *par, const SparseSums *sums, PetscInt *n,
                                  SparseSum **list)
{
  SparseSums all   = {0};
  int64_t    count = 0;

  PetscFunctionBeginUser;
  *list = NULL;
  used_of(sums, list);
  if (par->size > 1) {
    PetscCall(collect(par, *list, sums->n, &all));
    array_free(list);
    used_of(&all, list);
  }
  count = par->size > 1 ? all.n : sums->n;
  sparse_sums_free(&all);
  PetscCall(parallel_bcast(par, &count, sizeof count, 0));
  *n = (PetscInt)count;
  if (par->rank > 0) {
    array_free(list);
    array_create(list, sizeof **list, *n);
  }
  PetscCall(parallel_bcast(par, *list, (size_t)*n * sizeof **list, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void sparse_sums_free(SparseSums *t)
{
  array_free(&t->slot);
  *t = (SparseSums){0};
}
