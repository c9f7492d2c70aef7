/* SPDX-License-Identifier: MIT */
/* Held copies of clumps owned elsewhere (or of periodic images of one's own), kept so that every touching pair is whole on
   some rank. A rank holds a copy when one of its pebbles, widened by the reach, meets the rank's box: the extent of the
   clump does not matter, and nothing assumes that ranks are neighbours.

   Roots are owned clumps, leaves are copies; the graph is made at rebuilds only (exchange.h). Clumps of very many copies are not
   in it: they go another way (wide.h). */
#ifndef SPACE_HALO_H
#define SPACE_HALO_H

#include "matter/loads.h"
#include "matter/pebbles.h"
#include "space/decomposition.h"

typedef struct Halo Halo;

/* Clumps with more copies than `wide`, over all their images, are told to all ranks at once. */
PetscErrorCode halo_create(const Parallel *par, int64_t wide, Halo **halo);
PetscErrorCode halo_destroy(Halo **halo);

/* Find who must hold what, append the held rows to clumps (n_owned .. n-1) with their HELD_ONCE columns and shifts, build
   the graph. Owned poses must be up to date; held poses are unset until halo_refresh. `reach`: how far beyond a pebble's
   surface its copies are needed, m. Collective. */
PetscErrorCode halo_build(Halo *halo, const Domain *domain, const Decomposition *decomposition, const Templates *templates,
                          double reach, Clumps *clumps);

/* Messages of steps are set up for these arrays; else the first step after a build would do that. Local. */
PetscErrorCode halo_set_up(Halo *halo, Clumps *clumps, Loads *loads);

/* Which of the owned rows 0 .. tile-1, tile .. 2 tile-1, and so on, are sent to other ranks in a step? Local. */
void halo_mark_sent(const Halo *halo, PetscInt tile, bool *sent);

/* Owners' poses to held copies, shifted to their images. Those that are sent to other ranks must be there at the begin, the
   others at the end. Nothing but interior work between begin and end. Collective. */
PetscErrorCode halo_refresh_begin(Halo *halo, Clumps *clumps);
PetscErrorCode halo_refresh_end(Halo *halo, const Domain *domain, Clumps *clumps);

/* Add what held copies received to their owners' sums: exact integers, the same bits on any partition. Rows of held copies
   must be complete at the begin and are left as they are; more may be added to owned rows between begin and end. Collective. */
PetscErrorCode halo_reduce_begin(Halo *halo, const Clumps *clumps, Loads *loads);
PetscErrorCode halo_reduce_end(Halo *halo, Loads *loads);

/* One int32 a clump from owners to copies and, as a maximum, back. Collective. */
PetscErrorCode halo_spread_int(Halo *halo, const Clumps *clumps, int32_t *values);
PetscErrorCode halo_max_int(Halo *halo, const Clumps *clumps, int32_t *values);

/* Clumps that are told to all, over all ranks, since the last build. */
int halo_wide(const Halo *halo);

/* The pebbles of owned and held clumps that reach this rank's box, by row and then by their number in the template; poses must be
   up to date. Not collective. */
PetscErrorCode halo_select(const Decomposition *decomposition, const Domain *domain, const Templates *templates, double reach,
                           const Clumps *clumps, Pebbles *pebbles);

/* What a copy costs in a step: its pose to the holder, its loads back, bytes. */
enum { HALO_POSE_BYTES = sizeof(Pose), HALO_LOAD_BYTES = LOAD_PARTS * sizeof(int64_t) };

/* Wide clumps are known to every rank, so they must be few. Where more than these are held by very many, more copies make one
   wide: their owners can better bear the messages than all ranks the clumps. */
enum { HALO_WIDE_MOST = 1024 };

static inline int64_t halo_wide_next(int64_t copies)
{
  return 2 * copies + 1;
}

/* What this rank sends and receives in a step, by the graph; wide clumps apart. */
typedef struct {
  int64_t remote;              /* copies held of other ranks' clumps */
  int64_t given, given_remote; /* copies of owned clumps, anywhere and at other ranks */
  int64_t receivers, senders;  /* ranks that hold copies of owned clumps; ranks whose clumps are held here */
} HaloTraffic;

/* Local. */
HaloTraffic halo_traffic(const Halo *halo);

/* What this rank has sent since the halo was created: poses and loads of the graph, in steps and at rebuilds. Local. */
typedef struct {
  int64_t messages, bytes;
} HaloSent;

HaloSent halo_sent(const Halo *halo);

/* Memory of a copy at its owner, for the graph and what is sent and comes back, bytes. */
size_t halo_root_bytes(void);

#endif
