/* SPDX-License-Identifier: MIT */
/* Links belong to the part of their reference point, which needs copies of both ends
   (link/links.h). */
#include "tools/plan/held.h"
#include "constraint/hard/hard.h"
#include "constraint/traffic.h"

/* ---- copies ---- */

static PetscErrorCode add_wanted(const Sim *sim, const Decomposition *d, const LinkSet *set,
                                 Needs *needs)
{
  PetscInt n = needs->n_wanted;

  PetscFunctionBeginUser;
  PetscCall(
    array_reserve(&needs->wanted, sizeof *needs->wanted, n + 2 * set->n, &needs->wanted_capacity));
  for (PetscInt k = 0; k < set->n; k++) {
    const Link *l = &set->list[k];
    Image       shift[2];
    const int   part = decomposition_rank(d, link_shifts(&sim->domain, l, shift));

    needs->wanted[n++] = (Need){.id    = l->a,
                                .shift = shift[0],
                                .part  = decomposition_rank(&sim->decomposition, l->xa),
                                .asks  = part};
    needs->wanted[n++] = (Need){.id    = l->b,
                                .shift = shift[1],
                                .part  = decomposition_rank(&sim->decomposition, l->xb),
                                .asks  = part};
  }
  needs->n_wanted = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode held_needs(const Sim *sim, const Decomposition *d, Needs *needs)
{
  PetscFunctionBeginUser;
  if (sim->links.total == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int s = 0; s < LINK_KINDS; s++) PetscCall(add_wanted(sim, d, &sim->links.set[s], needs));
  PetscCall(needs_post(&sim->par, sim->clumps, needs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- work and memory ---- */

static void count_link(const Sim *sim, int kind, PetscInt k, Part *part)
{
  const LinkSet *set  = &sim->links.set[kind];
  const bool     held = set == constraint_set_of(&sim->links);

  part->links++;
  *(held ? &part->held_work : &part->pull_work) += work_of_link(set, set->list[k].object);
  part->held_bytes +=
    (int64_t)(sizeof(Link) + link_bytes(set) + sizeof *set->row + sizeof *sim->links.rupture +
              4 * sizeof(Need) + 2 * sizeof(PetscInt));
  if (held) part->held_bytes += (int64_t)constraints_link_bytes(&sim->constraints);
}

void held_count(const Sim *sim, const Decomposition *d, Part *parts)
{
  for (int s = 0; s < LINK_KINDS; s++)
    for (PetscInt k = 0; k < sim->links.set[s].n; k++)
      count_link(
        sim, s, k,
        &parts[decomposition_rank(d, link_point(&sim->domain, &sim->links.set[s].list[k]))]);
}

void held_complete(const Sim *sim, Part *part)
{
  const Constraints *c      = &sim->constraints;
  const size_t       pose   = halo_pose_bytes(sim->clumps->fields),
               load         = halo_load_bytes(sim->clumps->fields);
  const ConstraintTraffic t = constraints_traffic(c, &sim->links, pose, load);

  part->sweep_out        = t.out;
  part->sweep_back       = t.back;
  part->sweep_out_bytes  = (int64_t)t.out_bytes;
  part->sweep_back_bytes = (int64_t)t.back_bytes;
  if (!c->hard) return;
  part->held_work += part->hard * work_of_hard(sim);
  part->held_bytes +=
    part->hard * (int64_t)hard_pair_bytes() + part->clumps * (int64_t)hard_clump_bytes();
}

void held_here(const Sim *sim, Part *part)
{
  const Hard *h = sim->constraints.hard;

  for (int s = 0; s < LINK_KINDS; s++)
    for (PetscInt k = 0; k < sim->links.set[s].n; k++) count_link(sim, s, k, part);
  if (h) {
    part->hard = h->pairs->pebbles.n + h->pairs->walls.n;
    part->listed += h->pairs->listed_pebbles.n + h->pairs->listed_walls.n;
  }
  held_complete(sim, part);
}
