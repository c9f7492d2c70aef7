/* SPDX-License-Identifier: MIT */
/* Migration: pack by the field table, mail, unpack, sort. */
#include "space/migration.h"

typedef struct {
  int64_t  key[3];
  Id       id;
  PetscInt row;
} Place;

static int compare_places(const void *a, const void *b)
{
  const Place *p = a, *q = b;

  for (int k = 0; k < 3; k++)
    if (p->key[k] != q->key[k]) return p->key[k] < q->key[k] ? -1 : 1;
  return p->id < q->id ? -1 : p->id > q->id;
}

/* Sweep order: slabs across the longest side of the rows, bars in a slab, then along the bar. Measured ahead of a
   space-filling curve for 10^6 pebbles, since a step streams through memory in one direction. */
static PetscErrorCode sort_rows(double cell, Clumps *c)
{
  const PetscInt n  = c->n_owned;
  Vec3           lo = {INFINITY, INFINITY, INFINITY}, hi = {-INFINITY, -INFINITY, -INFINITY};
  int            axes[3] = {0, 1, 2};
  Place         *places;
  PetscInt      *order;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &places, n, &order));
  for (PetscInt a = 0; a < n; a++)
    for (int k = 0; k < 3; k++) {
      vec3_set(&lo, k, min_real(vec3_axis(lo, k), vec3_axis(c->pose[a].x, k)));
      vec3_set(&hi, k, max_real(vec3_axis(hi, k), vec3_axis(c->pose[a].x, k)));
    }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (vec3_axis(hi, axes[j]) - vec3_axis(lo, axes[j]) < vec3_axis(hi, axes[j + 1]) - vec3_axis(lo, axes[j + 1])) {
        const int t = axes[j];

        axes[j]     = axes[j + 1];
        axes[j + 1] = t;
      }
  for (PetscInt a = 0; a < n; a++) {
    places[a] = (Place){.id = c->id[a], .row = a};
    for (int k = 0; k < 3; k++)
      places[a].key[k] = (int64_t)floor((vec3_axis(c->pose[a].x, axes[k]) - vec3_axis(lo, axes[k])) / cell);
  }
  sort_items(places, n, sizeof *places, compare_places);
  for (PetscInt a = 0; a < n; a++) order[a] = places[a].row;
  PetscCall(fields_permute(clump_fields, c, n, order));
  PetscCall(PetscFree2(places, order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void wrap(const Domain *domain, Clumps *c, PetscInt a)
{
  const Image n = domain_boxes(domain, c->pose[a].x);

  c->pose[a].x = domain_shifted(domain, c->pose[a].x, (Image){-n.x, -n.y, -n.z});
  c->image[a]  = image_add(c->image[a], n);
}

PetscErrorCode clumps_migrate(const Parallel *par, const Domain *domain, const Decomposition *decomposition, double cell,
                              Clumps *c)
{
  const size_t size = fields_size(clump_fields, MIGRATES);
  char        *bytes;
  PetscInt     stay = 0;
  Mail        *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  PetscCall(PetscMalloc1(size, &bytes));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    int rank;

    wrap(domain, c, a);
    rank = decomposition_rank(decomposition, c->pose[a].x);
    if (rank == par->rank) {
      if (stay != a) fields_copy(clump_fields, c, stay, a);
      stay++;
      continue;
    }
    fields_pack(clump_fields, c, a, MIGRATES, bytes);
    PetscCall(mail_post(mail, rank, bytes, size));
  }
  PetscCall(mail_deliver(mail));
  c->n_owned = c->n = stay;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      length;
    const char *message = mail_message(mail, m, NULL, &length);

    for (size_t at = 0; at < length; at += size) {
      PetscCall(clumps_reserve(c, c->n_owned + 1));
      fields_unpack(clump_fields, c, c->n_owned++, MIGRATES, message + at);
    }
  }
  c->n = c->n_owned;
  for (PetscInt a = 0; a < c->n; a++) c->shift[a] = (Image){0, 0, 0};
  PetscCall(PetscFree(bytes));
  PetscCall(mail_destroy(&mail));
  PetscCall(sort_rows(cell, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Places and the order; qsort makes a copy of what it sorts; columns are permuted one by one. */
size_t clumps_migrate_bytes(void)
{
  size_t widest = 0;

  for (const Field *f = clump_fields; f->name; f++) widest = field_size(f) > widest ? field_size(f) : widest;
  return 2 * sizeof(Place) + sizeof(PetscInt) + widest;
}

PetscErrorCode clumps_keep(Clumps *c, const bool *keep)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!keep[a]) continue;
    if (n != a) fields_copy(clump_fields, c, n, a);
    n++;
  }
  c->n_owned = c->n = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}
