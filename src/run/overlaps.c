/* SPDX-License-Identifier: MIT */
/* Overlaps at the start (overlaps.h). */
#include "run/overlaps.h"
#include "output/table/table.h"
#include "supply/population/population.h"

static void forget(void *self)
{
  *(Overlaps *)self = (Overlaps){.n = 0};
}

/* The deepest first; ties by ids, so that the order is the same on any number of ranks. */
static int compare(const void *a, const void *b)
{
  const Overlap *p = a, *q = b;

  if (p->part != q->part) return p->part > q->part ? -1 : 1;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  if (p->wall != q->wall) return p->wall ? 1 : -1;
  return p->b < q->b ? -1 : p->b > q->b;
}

static void see(void *self, const ContactSeen *c)
{
  const double  smaller = c->radius_b > 0 ? min_real(c->radius_a, c->radius_b) : c->radius_a;
  const bool    turned  = !c->wall && c->b < c->a;
  const Overlap one     = {.a    = turned ? c->b : c->a,
                           .b    = turned ? c->a : c->b,
                           .wall = c->wall,
                           .part = smaller > 0 ? -c->gap / smaller : 0,
                           .at   = seen_point(c)};
  Overlaps     *all     = self;

  if ((c->kind != SEEN_LAW && c->kind != SEEN_HARD) || !(one.part > OVERLAP_LARGE)) return;
  all->n++;
  if (compare(&one, &all->deepest) < 0) all->deepest = one;
}

PetscErrorCode overlaps_watch(Sim *sim, Overlaps *overlaps)
{
  return contact_listeners_add(
    &sim->modules.listeners,
    &(ContactListener){.self = overlaps, .also = sim->clock.step, .begin = forget, .see = see});
}

PetscErrorCode overlaps_count(const Sim *sim, const Overlaps *overlaps, int64_t *n)
{
  *n = overlaps->n;
  return parallel_sum_int(&sim->par, n, 1);
}

/* Write "clump 7 (row 8 of bed.csv, clumps: bed)". */
static void name_clump(const Sim *sim, Id id, char *text, size_t size)
{
  char origin[256];

  read_rows_say(&sim->entry.rows, id, origin, sizeof origin);
  snprintf(text, size, "clump %" PRId64 "%s%s%s", id, origin[0] ? " (" : "", origin,
           origin[0] ? ")" : "");
}

PetscErrorCode overlaps_warn(Sim *sim, const Overlaps *overlaps)
{
  char     one[320], other[320], more[96] = "";
  Overlap *all, deepest = {.part = 0};
  int64_t  count;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(overlaps_count(sim, overlaps, &count));
  if (count == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    table_gather(&sim->par, sizeof *all, compare, overlaps->n > 0, &overlaps->deepest, &n, &all));
  if (n > 0) deepest = all[0];
  array_free(&all);
  PetscCall(parallel_bcast(&sim->par, &deepest, sizeof deepest, 0));
  name_clump(sim, deepest.a, one, sizeof one);
  if (deepest.wall) snprintf(other, sizeof other, "wall %s", sim->walls.list[deepest.b].name);
  else name_clump(sim, deepest.b, other, sizeof other);
  if (count > 1)
    snprintf(more, sizeof more, "; %" PRId64 " more overlap%s by more than %g of it", count - 1,
             count == 2 ? "s" : "", OVERLAP_LARGE);
  warning_add(&sim->warnings,
              "%s and %s overlap at the start by %.2g of the smaller radius, at (%.3g, %.3g, %.3g) "
              "m%s: they will fly apart, unless that is meant; move or remove one of them",
              one, other, deepest.part, deepest.at.x, deepest.at.y, deepest.at.z, more);
  PetscFunctionReturn(PETSC_SUCCESS);
}
