/* SPDX-License-Identifier: MIT */
/* Held copies (ghosts) of clumps owned by other ranks, and of periodic images of the rank's own
   clumps, such that both clumps of every touching pair are present on some rank. A rank holds a
   copy if one of the clump's pebbles, its radius enlarged by the reach, meets the rank's box:
   clumps may have any extent, and ranks need not be neighbours. It also holds the copies that it
   asked for (halo_need).

   Roots are owned clumps, leaves are copies; the graph is built at rebuilds only (exchange.h).
   Clumps with very many copies are not in the graph: they are sent to all ranks (wide.h). */
#ifndef SPACE_HALO_H
#define SPACE_HALO_H

#include "matter/loads.h"
#include "matter/pebbles.h"
#include "space/holders.h"

typedef struct Halo Halo;

/* Halo without copies. wide: clumps with more copies than this, over all their images, are sent to
   all ranks. Collective. */
PetscErrorCode halo_create(const Parallel *par, int64_t wide, Halo **halo);
PetscErrorCode halo_destroy(Halo **halo);

/* Find the holders of all clumps, append held rows to clumps (n_owned .. n-1) with their HELD_ONCE
   columns and shifts, and build the graph. Owned poses must be up to date; held poses are unset
   until halo_refresh_end. reach: distance from a pebble's surface within which copies are needed,
   m. Collective. */
PetscErrorCode halo_build(Halo *halo, const Domain *domain, const Decomposition *decomposition,
                          const Templates *templates, double reach, Clumps *clumps);

/* Copies that builds from now on hold in addition, until the next call for this list
   (NEEDS_OF_LINKS ..); NULL: none. `needs` is referenced, not copied. Local. */
void halo_need(Halo *halo, int list, const Needs *needs);

/* Set up the messages of steps for these arrays; otherwise the first step after a build does it.
   Local. */
PetscErrorCode halo_set_up(Halo *halo, Clumps *clumps, Loads *loads);

/* sent[k] = true if any of the owned rows k tile .. (k + 1) tile - 1 is sent to other ranks in a
   step. Local. */
void halo_mark_sent(const Halo *halo, PetscInt tile, bool *sent);

/* Send poses and RENEWED fields from owners to held copies, positions shifted to their images.
   Owned poses that are sent to other ranks (halo_mark_sent) must be up to date at the begin, the
   others at the end. Held rows must not be used in between. Collective. */
PetscErrorCode halo_refresh_begin(Halo *halo, Clumps *clumps);
PetscErrorCode halo_refresh_end(Halo *halo, const Domain *domain, Clumps *clumps);
/* Both at once. */
PetscErrorCode halo_refresh(Halo *halo, const Domain *domain, Clumps *clumps);

/* Choose the images of own clumps that steps look at: of held row n_owned + k if meets[k]. Local.
   */
void halo_choose(Halo *halo, const Clumps *clumps, const bool *meets);
/* As halo_refresh_end, but images of own clumps that are not chosen keep old poses; as
   halo_reduce_end, if the sums of these are zero. */
PetscErrorCode halo_refresh_chosen(Halo *halo, const Domain *domain, Clumps *clumps);
PetscErrorCode halo_reduce_chosen(Halo *halo, Loads *loads);

/* Add the load sums of held copies to those of their owners: integers, hence the same bits on any
   partition. Rows of held copies must be complete at the begin and are not changed; loads may be
   added to owned rows between begin and end. Collective. */
PetscErrorCode halo_reduce_begin(Halo *halo, const Clumps *clumps, Loads *loads);
PetscErrorCode halo_reduce_end(Halo *halo, Loads *loads);

/* In the middle of a step, complete when they return; columns[k][row], one number a clump.
   halo_renew: send n columns of reals from owners to copies. halo_sum: add n columns of integers of
   copies to those of their owners, modulo 2^64. The arrays should stay at their addresses from step
   to step. Collective. */
PetscErrorCode halo_renew(Halo *halo, const Clumps *clumps, int n, double *const *columns);
PetscErrorCode halo_sum(Halo *halo, const Clumps *clumps, int n, int64_t *const *columns);
/* As halo_renew, for the first n numbers of rows of four; as halo_sum, for those of rows of `width`, up to
   HALO_WIDEST. */
enum { HALO_WIDEST = 48 };
PetscErrorCode halo_renew_rows(Halo *halo, const Clumps *clumps, int n, double (*rows)[4]);
PetscErrorCode halo_sum_rows(Halo *halo, const Clumps *clumps, int n, int width, int64_t *rows);

/* values[row], one int32 a clump: copy from owners to copies; reduce copies into their owners by
   the maximum. Collective. */
PetscErrorCode halo_spread_int(Halo *halo, const Clumps *clumps, int32_t *values);
PetscErrorCode halo_max_int(Halo *halo, const Clumps *clumps, int32_t *values);

/* Number of wide clumps on all ranks since the last build. */
int halo_wide(const Halo *halo);

/* Select the pebbles of owned and held clumps within reach of this rank's box, ordered by row, then
   by index in the template. Poses must be up to date. Local. */
void halo_select(const Decomposition *decomposition, const Domain *domain,
                 const Templates *templates, double reach, const Clumps *clumps, Pebbles *pebbles);

/* Message bytes of a copy in a step: its pose to the holder, its loads back. In addition, fields
   marked RENEWED go with the pose, and those marked SUMMED with the loads. */
enum { HALO_POSE_BYTES = sizeof(Pose), HALO_LOAD_BYTES = LOAD_PARTS * sizeof(int64_t) };

size_t halo_pose_bytes(const Field *fields);
size_t halo_load_bytes(const Field *fields);

/* Most wide clumps. Every rank stores every wide clump; if there would be more than this, the limit
   of copies above which a clump is wide is raised (halo_wide_next) until they are few enough: then
   messages cost less than storing the clumps on all ranks. */
enum { HALO_WIDE_MOST = 1024 };

static inline int64_t halo_wide_next(int64_t copies)
{
  return 2 * copies + 1;
}

/* Numbers of copies and ranks with which this rank exchanges messages in a step; without wide
   clumps. */
typedef struct {
  int64_t remote;              /* copies on this rank of other ranks' clumps */
  int64_t given, given_remote; /* copies of owned clumps, on all ranks and on other ranks */
  /* ranks that hold copies of owned clumps; ranks whose clumps are held on this one */
  int64_t receivers, senders;
} HaloTraffic;

/* Local. */
HaloTraffic halo_traffic(const Halo *halo);

/* Messages and bytes that this rank has sent since halo_create: poses and loads of the graph, in
   steps and at rebuilds. Local. */
typedef struct {
  int64_t messages, bytes;
} HaloSent;

HaloSent halo_sent(const Halo *halo);

/* Memory at the owner, bytes per copy: graph and message buffers. */
size_t halo_root_bytes(const Field *fields);

#endif
