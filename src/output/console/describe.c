/* SPDX-License-Identifier: MIT */
/* The first lines that a run prints. */
#include "base/tell.h"
#include "interaction/deform/deform.h"
#include "interaction/interactions.h"
#include "link/links.h"
#include "matter/waiting.h"
#include "output/console/console.h"

PetscErrorCode console_count(const World *w, int64_t counts[3])
{
  counts[0] = counts[1] = counts[2] = 0;
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) {
    const bool gone = clump_is_gone(w->clumps, a);

    counts[gone ? 2 : 0]++;
    if (gone) continue;
    counts[1] += w->templates->list[w->clumps->template[a]].n;
  }
  return parallel_sum_int(w->par, counts, 3);
}

static PetscErrorCode describe_waiting(const World *w)
{
  double  next;
  int64_t n;

  PetscFunctionBeginUser;
  PetscCall(waiting_next(w->par, w->waiting, &next, &n));
  if (n > 0 && w->par->rank == 0)
    tell(w->par, TELL_INFO, "clast: %" PRId64 " clump%s later, from t = %g s on%s\n", n,
         n == 1 ? " enters" : "s enter", next, next > w->end ? ", which is after the end" : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* "clast: 120 bonds, 3 springs", when the run begins or goes on. */
static void describe_links(const World *w, const Links *links)
{
  const char *between = "clast: ";

  if (!links_are_used(links)) return;
  for (int k = 0; k < LINK_KINDS; k++) {
    const char   *name  = links->set[k].kind->head.name; /* of several, with an s at its end */
    const int64_t total = links->set[k].total;

    if (links->set[k].n_objects == 0) continue;
    tell(w->par, TELL_INFO, "%s%" PRId64 " %.*s", between, total, (int)strlen(name) - (total == 1),
         name);
    between = ", ";
  }
  tell(w->par, TELL_INFO, "\n");
}

static void describe_bodies(const World *w, const Deforms *deforms)
{
  int64_t bodies = 0, nodes = 0;

  for (int k = 0; k < deforms->n; k++) {
    bodies += deforms->list[k].n_bodies;
    nodes += deforms->list[k].n_nodes;
  }
  if (bodies > 0)
    tell(w->par, TELL_INFO, "clast: %" PRId64 " deformable %s of %" PRId64 " nodes\n", bodies,
         bodies == 1 ? "body" : "bodies", nodes);
}

static void print_tail(const World *w, const Tail *tail, const char *what)
{
  if (tail->energy != 0 || tail->virial != 0)
    tell(w->par, TELL_INFO,
         "clast: pairs beyond the cutoff have the energy %.6g J and the virial %.6g J, if they are "
         "evenly spread; these are %s\n",
         tail->energy, tail->virial, what);
}

static PetscErrorCode describe_tails(const World *w)
{
  const InteractionScene scene = {.par       = w->par,
                                  .domain    = w->domain,
                                  .clumps    = w->clumps,
                                  .pebbles   = w->pebbles,
                                  .templates = w->templates};
  Tail                   added, left;

  PetscFunctionBeginUser;
  PetscCall(interactions_tails(w->interactions, &scene, &added, &left));
  if (w->par->rank > 0) PetscFunctionReturn(PETSC_SUCCESS);
  print_tail(w, &added, "added to potential and virial");
  print_tail(w, &left, "not added (interaction: tail: true adds them)");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode console_describe(const World *w)
{
  const char *things = w->dimension == 2 ? "disc" : "pebble";
  const char *plane  = w->dimension == 2 ? " in two dimensions" : "";
  int64_t     counts[3];

  PetscFunctionBeginUser;
  PetscCall(console_count(w, counts));
  if (w->par->rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  tell(w->par, TELL_INFO,
       "clast: %" PRId64 " clump%s of %" PRId64
       " %s%s%s on %d rank%s; dt = %.6g s, t = %g to %g s\n",
       counts[0], counts[0] == 1 ? "" : "s", counts[1], things, counts[1] == 1 ? "" : "s", plane,
       w->par->size, w->par->size == 1 ? "" : "s", w->clock->dt, clock_time(w->clock), w->end);
  if (w->substeps > 1)
    tell(w->par, TELL_INFO,
         "clast: dt is that of %d parts of a step of %.6g s, which are counted as steps\n",
         w->substeps, w->substeps * w->clock->dt);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode console_describe_more(World *w)
{
  PetscFunctionBeginUser;
  if (w->par->rank == 0) describe_links(w, w->links);
  if (w->par->rank == 0) describe_bodies(w, w->deforms);
  PetscCall(describe_tails(w));
  PetscCall(describe_waiting(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}
