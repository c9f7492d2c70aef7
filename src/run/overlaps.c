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
  const Overlap one     = {.a     = turned ? c->b : c->a,
                           .b     = turned ? c->a : c->b,
                           .wall  = c->wall,
                           .depth = -c->gap,
                           .part  = smaller > 0 ? -c->gap / smaller : 0,
                           .at    = seen_point(c),
                           .x_a   = turned ? vec3_add(c->centre, c->branch) : c->centre,
                           .x_b   = turned ? c->centre : vec3_add(c->centre, c->branch)};
  Overlaps     *all     = self;

  if ((c->kind != SEEN_LAW && c->kind != SEEN_HARD) || !(c->gap < 0)) return;
  all->n += one.part > OVERLAP_LARGE;
  if (compare(&one, &all->deepest) < 0) all->deepest = one;
}

PetscErrorCode overlaps_watch(Sim *sim, Overlaps *overlaps)
{
  return contact_listeners_add(
    &sim->modules.listeners,
    &(ContactListener){.self = overlaps, .also = sim->clock.step, .begin = forget, .see = see});
}

PetscErrorCode overlaps_gather(const Sim *sim, Overlaps *overlaps)
{
  const bool some = overlaps->deepest.depth > 0;
  Overlap   *all;
  PetscInt   n;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(&sim->par, &overlaps->n, 1));
  PetscCall(table_gather(&sim->par, sizeof *all, compare, some, &overlaps->deepest, &n, &all));
  if (n > 0) overlaps->deepest = all[0];
  array_free(&all);
  PetscCall(parallel_bcast(&sim->par, &overlaps->deepest, sizeof overlaps->deepest, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void overlap_name(const Sim *sim, const Overlap *o, char *a, char *b, size_t size)
{
  read_rows_name(&sim->entry.rows, o->a, a, size);
  if (o->wall) snprintf(b, size, "wall %s", sim->walls.list[o->b].name);
  else read_rows_name(&sim->entry.rows, o->b, b, size);
}

PetscErrorCode overlaps_warn(Sim *sim, Overlaps *overlaps)
{
  const Overlap *o = &overlaps->deepest;
  char           one[320], other[320], more[96] = "";

  PetscFunctionBeginUser;
  PetscCall(overlaps_gather(sim, overlaps));
  if (overlaps->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  overlap_name(sim, o, one, other, sizeof one);
  if (overlaps->n > 1)
    snprintf(more, sizeof more, "; %" PRId64 " more overlap%s by more than %g of it",
             overlaps->n - 1, overlaps->n == 2 ? "s" : "", OVERLAP_LARGE);
  warning_add(&sim->warnings,
              "%s and %s overlap at the start by %.2g of the smaller radius, at (%.3g, %.3g, %.3g) "
              "m%s: they will fly apart, unless that is meant; move or remove one of them",
              one, other, o->part, o->at.x, o->at.y, o->at.z, more);
  PetscFunctionReturn(PETSC_SUCCESS);
}
