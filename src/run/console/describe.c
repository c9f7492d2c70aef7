/* SPDX-License-Identifier: MIT */
/* The first lines that a run prints. */
#include "run/console/console.h"
#include "run/timestep/timestep.h"

PetscErrorCode console_count(const Sim *sim, int64_t counts[3])
{
  PetscFunctionBeginUser;
  counts[0] = counts[1] = counts[2] = 0;
  for (PetscInt a = 0; a < sim->clumps->n_owned; a++) {
    const bool gone = clump_is_gone(sim->clumps, a);

    counts[gone ? 2 : 0]++;
    if (gone) continue;
    counts[1] += sim->templates.list[sim->clumps->template[a]].n;
  }
  PetscCall(parallel_sum_int(&sim->par, counts, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode describe_waiting(const Sim *sim)
{
  double  next;
  int64_t n;

  PetscFunctionBeginUser;
  PetscCall(waiting_next(&sim->par, sim->waiting, &next, &n));
  if (n > 0 && sim->par.rank == 0)
    printf("clast: %" PRId64 " clump%s later, from t = %g s on%s\n", n,
           n == 1 ? " enters" : "s enter", next,
           next > sim->settings.end_time ? ", which is after the end" : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_source(const Sim *sim, const SourceForecast *f)
{
  if (f->waits) {
    printf("clast: %s %s: waits for an event\n", f->kind, f->name);
    return;
  }
  if (!isfinite(f->next) || f->next > sim->settings.end_time) {
    printf("clast: %s %s: no more clumps until the end\n", f->kind, f->name);
    return;
  }
  if (isfinite(f->count))
    printf("clast: %s %s: about %.3g clumps (%.3g kg) at most from t = %g s on\n", f->kind, f->name,
           floor(f->count + 0.5), f->mass, f->next);
  else
    printf("clast: %s %s: as many clumps as fit from t = %g s on, without a limit: its region "
           "has the volume of %.3g; a rate, stop_mass, stop_number or stop_time bounds them\n",
           f->kind, f->name, f->next, f->most);
}

static void describe_sources(Sim *sim)
{
  for (PetscInt k = 0; k < sim->entry.sources.n; k++) {
    const SourceForecast f = entry_forecast(sim, k);

    if (f.name && sim->par.rank == 0) describe_source(sim, &f);
  }
}

/* "clast: 120 bonds, 3 springs", when the run begins or goes on. */
static void describe_links(const Links *links)
{
  const char *between = "clast: ";

  if (!links_are_used(links)) return;
  for (int k = 0; k < LINK_KINDS; k++) {
    if (links->set[k].n_objects == 0) continue;
    printf("%s%" PRId64 " %s", between, links->set[k].total, links->set[k].kind->head.name);
    between = ", ";
  }
  printf("\n");
}

static void describe_bodies(const Deforms *deforms)
{
  int64_t bodies = 0, nodes = 0;

  for (int k = 0; k < deforms->n; k++) {
    bodies += deforms->list[k].n_bodies;
    nodes += deforms->list[k].n_nodes;
  }
  if (bodies > 0)
    printf("clast: %" PRId64 " deformable %s of %" PRId64 " nodes\n", bodies,
           bodies == 1 ? "body" : "bodies", nodes);
}

static void print_tail(const Tail *tail, const char *what)
{
  if (tail->energy != 0 || tail->virial != 0)
    printf("clast: interactions: pairs beyond the cutoff, if evenly spread: energy %.6g J, virial "
           "%.6g J, %s\n",
           tail->energy, tail->virial, what);
}

static PetscErrorCode describe_tails(Sim *sim)
{
  const InteractionScene scene = {.par       = &sim->par,
                                  .domain    = &sim->domain,
                                  .clumps    = sim->clumps,
                                  .pebbles   = sim->pebbles,
                                  .templates = &sim->templates};
  Tail                   added, left;

  PetscFunctionBeginUser;
  PetscCall(interactions_tails(sim->interactions, &scene, &added, &left));
  if (sim->par.rank > 0) PetscFunctionReturn(PETSC_SUCCESS);
  print_tail(&added, "added to potential and virial");
  print_tail(&left, "not added (interaction: tail: true adds them)");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_parts(const Sim *sim)
{
  const int n = sim->settings.substeps;

  if (n > 1)
    printf("clast: dt is that of %d parts of a step of %.6g s, which are counted as steps\n", n,
           n * sim->clock.dt);
}

PetscErrorCode sim_describe(Sim *sim)
{
  int64_t counts[3];

  PetscFunctionBeginUser;
  PetscCall(console_count(sim, counts));
  if (sim->par.rank == 0) {
    const bool one = counts[1] == 1;

    printf("clast: %" PRId64 " clump%s of %" PRId64
           " %s%s on %d rank%s; dt = %.6g s, t = %g to %g s\n",
           counts[0], counts[0] == 1 ? "" : "s", counts[1],
           sim->settings.dimension == 2 ? "disc" : "pebble",
           sim->settings.dimension == 3 ? one ? "" : "s"
           : one                        ? " in two dimensions"
                                        : "s in two dimensions",
           sim->par.size, sim->par.size == 1 ? "" : "s", sim->clock.dt, sim_time(sim),
           sim->settings.end_time);
    describe_parts(sim);
    timestep_print(sim);
  }
  if (sim->par.rank == 0) describe_links(&sim->links);
  if (sim->par.rank == 0) describe_bodies(&sim->deforms);
  PetscCall(describe_tails(sim));
  PetscCall(describe_waiting(sim));
  describe_sources(sim);
  fflush(stdout); /* behind a pipe it would otherwise appear at the end only */
  PetscFunctionReturn(PETSC_SUCCESS);
}
