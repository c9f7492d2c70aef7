/* SPDX-License-Identifier: MIT */
/* Migration: rows are packed by the field table, mailed, unpacked, and sorted by a radix sort. */
#include "space/migration.h"
#include "base/keyed.h"
#include "base/mail.h"

enum { AXIS_BITS = 20 }; /* of a cell's index along an axis */

/* Parameters of the order of rows. */
typedef struct {
  double cell;   /* width of slabs, bars and cells, m */
  Id     apart;  /* smaller ids come first, in their order */
  bool   cut[3]; /* the rank's box ends inside the domain along this axis */
} Order;

/* Length of the box around the centres, m; doubled along an axis that is cut, so that clumps held
   by other ranks are contiguous and not at both ends of every bar. */
static double length_of(const Order *order, Vec3 lo, Vec3 hi, int axis)
{
  return (order->cut[axis] ? 2 : 1) * (vec3_axis(hi, axis) - vec3_axis(lo, axis));
}

/* Box around the centres, and its axes by descending length. */
static void measure(const Clumps *c, const Order *order, Vec3 *lo, Vec3 *hi, int axes[3])
{
  *lo = (Vec3){INFINITY, INFINITY, INFINITY};
  *hi = (Vec3){-INFINITY, -INFINITY, -INFINITY};
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 x = c->pose[a].x;

    *lo = (Vec3){min_real(lo->x, x.x), min_real(lo->y, x.y), min_real(lo->z, x.z)};
    *hi = (Vec3){max_real(hi->x, x.x), max_real(hi->y, x.y), max_real(hi->z, x.z)};
  }
  for (int k = 0; k < 3; k++) axes[k] = k;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (length_of(order, *lo, *hi, axes[j]) < length_of(order, *lo, *hi, axes[j + 1])) {
        const int t = axes[j];

        axes[j]     = axes[j + 1];
        axes[j + 1] = t;
      }
}

/* Index of the cell at distance `way` from the lower end of an axis, at most 2^AXIS_BITS - 1. */
static uint64_t cell_along(double way, double cell)
{
  const double most = (1 << AXIS_BITS) - 1, n = way / cell;

  return (uint64_t)(n < most ? n : most);
}

/* Order of rows as in migration.h. Fixed clumps come last so that motion skips whole tiles of them.
   Slabs, bars and cells were measured faster than a space-filling curve for 10^6 pebbles, as a step
   streams through memory in one direction. */
static void find_order(const Order *by, const Clumps *c, PetscInt *order)
{
  const PetscInt n = c->n_owned;
  Id             first;
  const bool     some = by->apart > INT64_MIN; /* others may be apart */
  uint64_t       count[3];
  Vec3           lo, hi;
  int            axes[3];
  Keyed         *places = keyed_by_id(c->id, sizeof *c->id, n, &first);

  measure(c, by, &lo, &hi, axes);
  for (int k = 0; k < 3; k++)
    count[k] = cell_along(vec3_axis(hi, axes[k]) - vec3_axis(lo, axes[k]), by->cell) + 1;
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt a   = places[i].row;
    const Vec3     x   = c->pose[a].x;
    const bool     own = c->id[a] >= by->apart;
    uint64_t       key = own ? 2U * some + clump_is_fixed(c, a) : 0;

    for (int k = 0; k < 3 && own; k++)
      key = key * count[k] + cell_along(vec3_axis(x, axes[k]) - vec3_axis(lo, axes[k]), by->cell);
    places[i].key = key;
  }
  keyed_sort(places, n);
  for (PetscInt a = 0; a < n; a++) order[a] = places[a].row;
  array_free(&places);
}

/* Harmonic mean: a few large clumps must not coarsen the order of many small ones. */
double clumps_sort_cell(const Templates *templates, const Clumps *c)
{
  double sum = 0;

  for (PetscInt a = 0; a < c->n_owned; a++)
    sum += 1 / (templates->list[c->template[a]].bound * c->scale[a]);
  return sum > 0 ? 3 * (double)c->n_owned / sum : 1;
}

static void sort_rows(const Order *by, Clumps *c)
{
  PetscInt *order, sorted = 0;

  array_scratch(&order, sizeof *order, c->n_owned);
  if (c->n_owned > 0) find_order(by, c, order);
  while (sorted < c->n_owned && order[sorted] == sorted) sorted++;
  if (sorted < c->n_owned) fields_permute(c->fields, c, sorted, c->n_owned, order);
  array_free(&order);
}

PetscErrorCode clumps_migrate(const Parallel *par, const Domain *domain,
                              const Decomposition *decomposition, double cell, Id apart, Clumps *c)
{
  const size_t size = fields_size(c->fields, MIGRATES);
  char        *bytes;
  PetscInt     stay = 0;
  Mail        *mail;
  Order        order;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  array_scratch(&bytes, sizeof *bytes, size);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    int rank;

    domain_wrap(domain, c, a);
    rank = decomposition_rank(decomposition, c->pose[a].x);
    if (rank == par->rank) {
      if (stay != a) fields_copy(c->fields, c, stay, a);
      stay++;
      continue;
    }
    fields_pack(c->fields, c, a, MIGRATES, bytes);
    mail_post(mail, rank, bytes, size);
  }
  PetscCall(mail_deliver(mail));
  c->n_owned = c->n = stay;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      length;
    const char *message = mail_message(mail, m, NULL, &length);

    for (size_t at = 0; at < length; at += size) {
      clumps_reserve(c, c->n_owned + 1);
      fields_unpack(c->fields, c, c->n_owned++, MIGRATES, message + at);
    }
  }
  c->n = c->n_owned;
  for (PetscInt a = 0; a < c->n; a++) c->shift[a] = (Image){0, 0, 0};
  for (PetscInt a = 0; c->lead && a < c->n; a++) c->lead[a] = (Image){0, 0, 0};
  array_free(&bytes);
  mail_destroy(&mail);
  order.cell  = cell;
  order.apart = apart;
  for (int k = 0; k < 3; k++)
    order.cut[k] = vec3_axis(decomposition->mine.lo, k) > vec3_axis(domain->lo, k) ||
                   vec3_axis(decomposition->mine.hi, k) < vec3_axis(domain->hi, k);
  sort_rows(&order, c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The order of rows, plus the larger of two Keyed arrays and one column, as columns are
   permuted one at a time. */
size_t clumps_migrate_bytes(void)
{
  size_t widest = 0;
  Field  f;

  for (int k = 0; clump_field(k, &f); k++)
    widest = field_size(&f) > widest ? field_size(&f) : widest;
  return sizeof(PetscInt) + (2 * sizeof(Keyed) > widest ? 2 * sizeof(Keyed) : widest);
}

void clumps_keep(Clumps *c, const bool *keep)
{
  PetscInt n = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!keep[a]) continue;
    if (n != a) fields_copy(c->fields, c, n, a);
    n++;
  }
  c->n_owned = c->n = n;
}
