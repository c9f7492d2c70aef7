/* SPDX-License-Identifier: MIT */
/* Clumps that never touch each other (exclusions.h). */
#include "contact/exclusions.h"

void exclusions_free(Exclusions *x)
{
  for (int k = 0; k < x->n; k++) array_free(&x->list[k].pairs.list);
  array_free(&x->list);
  array_free(&x->pair);
  array_free(&x->first);
  *x = (Exclusions){.n = 0};
}

static int compare_pairs(const void *a, const void *b)
{
  return keys_compare(a, b, 2);
}

void exclusions_join(Exclusions *x)
{
  PetscInt n = 0;

  for (int k = 0; k < x->n; k++) n += (PetscInt)x->list[k].pairs.n;
  array_free(&x->pair);
  array_create(&x->pair, sizeof *x->pair, n);
  x->n_pairs = 0;
  for (int k = 0; k < x->n; k++)
    for (int64_t i = 0; i + 1 < x->list[k].pairs.n; i += 2) {
      const Id *id = (const Id *)x->list[k].pairs.list + i;

      for (int turned = 0; turned < 2; turned++) {
        x->pair[x->n_pairs][0]   = id[turned];
        x->pair[x->n_pairs++][1] = id[!turned];
      }
    }
  sort_items(x->pair, x->n_pairs, sizeof *x->pair, compare_pairs);
}

/* ---- rows ---- */

void exclusions_find(Exclusions *x, const Clumps *c)
{
  x->clumps = c;
  if (x->n_pairs == 0) return;
  array_reserve(&x->first, sizeof *x->first, c->n, &x->first_capacity);
  for (PetscInt a = 0; a < c->n; a++) {
    const PetscInt at = items_before(x->pair, x->n_pairs, sizeof *x->pair, &c->id[a], compare_ids);

    x->first[a] = at < x->n_pairs && x->pair[at][0] == c->id[a] ? at : -1;
  }
}

bool exclusions_apart(const Exclusions *x, int32_t a, int32_t b)
{
  const Clumps *c = x->clumps;

  if (!x->same && c->bond_id && c->bond_id[a] != BOND_NONE && c->bond_id[a] == c->bond_id[b])
    return true;
  if (x->n_pairs == 0 || x->first[a] < 0 || x->first[b] < 0) return false;
  for (PetscInt k = x->first[a]; k < x->n_pairs && x->pair[k][0] == c->id[a]; k++)
    if (x->pair[k][1] == c->id[b]) return true;
  return false;
}
