/* SPDX-License-Identifier: MIT */
/* Copies as holders.h finds them: those of other ranks' clumps in a graph, images of one's own by a list; wide ones apart. */
#include "space/halo.h"
#include "base/rows.h"
#include "space/wide.h"
#include <petscsf.h>

struct Halo {
  const Parallel *par;
  PetscSF         sf;
  const PetscInt *degree; /* copies of every owned clump at other ranks */
  PetscInt       *given;  /* [n_given] rows that have any */
  PetscInt        n_given, given_capacity;
  PetscInt        n_roots, n_slots;
  PetscInt       *own;                            /* [n_own] rows whose images are held here */
  PetscInt        n_own, own_capacity, first_own; /* and in which rows: first_own .. first_own + n_own - 1 */
  int64_t        *slots;                          /* [n_slots][LOAD_PARTS], what copies sent */
  PetscInt        slots_capacity;
  MPI_Datatype    pose_type, load_type;
  HaloTraffic     traffic; /* of a step */
  HaloSent        sent;    /* until now */
  int64_t         most;    /* copies of a clump that is not wide */
  Wide            wide;
};

PetscErrorCode halo_create(const Parallel *par, int64_t wide, Halo **halo)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(halo, sizeof **halo, 1));
  (*halo)->par  = par;
  (*halo)->most = wide;
  PetscCallMPI(MPI_Type_contiguous(POSE_REALS, MPI_DOUBLE, &(*halo)->pose_type));
  PetscCallMPI(MPI_Type_commit(&(*halo)->pose_type));
  PetscCallMPI(MPI_Type_contiguous(LOAD_PARTS, MPI_INT64_T, &(*halo)->load_type));
  PetscCallMPI(MPI_Type_commit(&(*halo)->load_type));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_destroy(Halo **halo)
{
  PetscFunctionBeginUser;
  if (*halo) {
    PetscCall(PetscSFDestroy(&(*halo)->sf));
    PetscCallMPI(MPI_Type_free(&(*halo)->pose_type));
    PetscCallMPI(MPI_Type_free(&(*halo)->load_type));
    array_free(&(*halo)->slots);
    array_free(&(*halo)->own);
    array_free(&(*halo)->given);
    wide_free(&(*halo)->wide);
    array_free(halo);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rebuild ---- */

/* Messages to or from other ranks, and what is in them. */
static void count_others(int rank, PetscInt n, const PetscMPIInt *ranks, const PetscInt *offset, int64_t *others, int64_t *items)
{
  for (PetscInt k = 0; k < n; k++) {
    if (ranks[k] == rank) continue;
    *others += 1;
    *items += offset[k + 1] - offset[k];
  }
}

static PetscErrorCode find_traffic(Halo *halo)
{
  HaloTraffic       *t = &halo->traffic;
  const PetscMPIInt *ranks;
  const PetscInt    *offset;
  PetscInt           n;

  PetscFunctionBeginUser;
  *t = (HaloTraffic){.given = halo->n_slots + halo->n_own};
  PetscCall(PetscSFGetRootRanks(halo->sf, &n, &ranks, &offset, NULL, NULL));
  count_others(halo->par->rank, n, ranks, offset, &t->senders, &t->remote);
  PetscCall(PetscSFGetLeafRanks(halo->sf, &n, &ranks, &offset, NULL));
  count_others(halo->par->rank, n, ranks, offset, &t->receivers, &t->given_remote);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Append a row for every copy in the mail of other ranks (own: of this one); `root` tells which of its owner's rows each is. */
static PetscErrorCode accept(const Mail *mail, int rank, bool own, Clumps *clumps, PetscSFNode *root)
{
  const size_t record_size = holders_record_size();
  PetscInt     n           = 0;

  PetscFunctionBeginUser;
  for (int m = 0; m < mail_messages(mail); m++) {
    int         source;
    size_t      size;
    const char *message = mail_message(mail, m, &source, &size);

    for (size_t at = 0; at < size && (source == rank) == own; at += record_size) {
      const PetscInt b = clumps->n++;
      Ticket         ticket;

      memcpy(&ticket, message + at, sizeof ticket);
      fields_unpack(clump_fields, clumps, b, HELD_ONCE, message + at + sizeof ticket);
      clumps->shift[b] = ticket.shift;
      root[n++]        = (PetscSFNode){.rank = source, .index = ticket.root};
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* How many copies are in the mail: of other ranks' clumps, and of one's own. */
static void count_copies(const Mail *mail, int rank, PetscInt n[2])
{
  n[0] = n[1] = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    int    source;
    size_t size;

    mail_message(mail, m, &source, &size);
    n[source == rank] += (PetscInt)(size / holders_record_size());
  }
}

/* The graph of `n` copies; it keeps `root`. */
static PetscErrorCode connect(Halo *halo, PetscInt n, PetscSFNode *root)
{
  PetscSF inverse;

  PetscFunctionBeginUser;
  PetscCall(PetscSFDestroy(&halo->sf));
  PetscCall(PetscSFCreate(halo->par->comm, &halo->sf));
  PetscCall(PetscSFSetFromOptions(halo->sf));
  PetscCall(PetscSFSetGraph(halo->sf, halo->n_roots, n, NULL, PETSC_OWN_POINTER, root, PETSC_OWN_POINTER));
  PetscCall(PetscSFSetUp(halo->sf));
  PetscCall(PetscSFComputeDegreeBegin(halo->sf, &halo->degree));
  PetscCall(PetscSFComputeDegreeEnd(halo->sf, &halo->degree));
  halo->n_slots = 0;
  halo->n_given = 0;
  PetscCall(array_reserve(&halo->given, sizeof *halo->given, halo->n_roots, &halo->given_capacity));
  for (PetscInt a = 0; a < halo->n_roots; a++) {
    halo->n_slots += halo->degree[a];
    if (halo->degree[a] > 0) halo->given[halo->n_given++] = a;
  }
  PetscCall(array_reserve(&halo->slots, LOAD_PARTS * sizeof *halo->slots, halo->n_slots, &halo->slots_capacity));
  PetscCall(PetscSFGetMultiSF(halo->sf, &inverse)); /* or the first step would do this */
  PetscCall(PetscSFSetUp(inverse));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode accept_copies(Halo *halo, const Mail *mail, Clumps *clumps)
{
  PetscSFNode *root, *own;
  PetscInt     n[2];

  PetscFunctionBeginUser;
  count_copies(mail, halo->par->rank, n);
  PetscCall(clumps_reserve(clumps, clumps->n_owned + n[0] + n[1]));
  PetscCall(array_reserve(&halo->own, sizeof *halo->own, n[1], &halo->own_capacity));
  PetscCall(PetscMalloc1(n[0], &root));
  PetscCall(PetscMalloc1(n[1], &own));
  clumps->n     = clumps->n_owned;
  halo->n_roots = clumps->n_owned;
  PetscCall(accept(mail, halo->par->rank, false, clumps, root));
  halo->first_own = clumps->n;
  halo->n_own     = n[1];
  PetscCall(accept(mail, halo->par->rank, true, clumps, own));
  for (PetscInt k = 0; k < n[1]; k++) halo->own[k] = own[k].index;
  PetscCall(PetscFree(own));
  PetscCall(connect(halo, n[0], root));
  PetscCall(find_traffic(halo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Which owned rows are wide, and how many over all ranks; copies of the others are in the mail. */
static PetscErrorCode find_wide(const Halo *halo, HolderSearch *search, Mail **mail, PetscInt **rows, PetscInt *n, int64_t *total)
{
  PetscFunctionBeginUser;
  for (search->most = halo->most;; search->most = halo_wide_next(search->most)) {
    PetscCall(mail_create(halo->par, mail));
    PetscCall(holders_find(halo->par, search, *mail, rows, n));
    *total = *n;
    PetscCall(parallel_sum_int(halo->par, total, 1));
    if (*total <= HALO_WIDE_MOST) break;
    array_free(rows);
    PetscCall(mail_destroy(mail));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_build(Halo *halo, const Domain *domain, const Decomposition *decomposition, const Templates *templates,
                          double reach, Clumps *clumps)
{
  HolderSearch search = {.domain        = domain,
                         .decomposition = decomposition,
                         .templates     = templates,
                         .clumps        = clumps,
                         .reach         = holders_reach(domain, reach)};
  Mail        *mail;
  PetscInt    *rows, n;
  int64_t      total;

  PetscFunctionBeginUser;
  PetscCall(find_wide(halo, &search, &mail, &rows, &n, &total));
  PetscCall(mail_deliver(mail));
  PetscCall(accept_copies(halo, mail, clumps));
  PetscCall(wide_build(&halo->wide, halo->par, &search, rows, n, (int)total, clumps));
  array_free(&rows);
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void halo_mark_sent(const Halo *halo, PetscInt tile, bool *sent)
{
  memset(sent, 0, (size_t)((halo->n_roots + tile - 1) / tile) * sizeof *sent);
  for (PetscInt k = 0; k < halo->n_given; k++) sent[halo->given[k] / tile] = true;
  for (PetscInt k = 0; k < halo->wide.n_mine; k++) sent[halo->wide.mine[k] / tile] = true;
}

int halo_wide(const Halo *halo)
{
  return halo->wide.n;
}

/* ---- what it costs ---- */

HaloTraffic halo_traffic(const Halo *halo)
{
  return halo->traffic;
}

HaloSent halo_sent(const Halo *halo)
{
  return halo->sent;
}

/* The graph, and its inverse for the way back: where each leaf is from, twice sorted by rank. */
size_t halo_leaf_bytes(void)
{
  return sizeof(PetscSFNode) + 4 * sizeof(PetscInt);
}

/* Leaves are contiguous and are sent and received in place; roots are packed. */
size_t halo_root_bytes(void)
{
  return 2 * sizeof(PetscInt) + HALO_POSE_BYTES + 2 * HALO_LOAD_BYTES;
}

/* ---- every step ---- */

enum { AHEAD = 16 }; /* rows here and there that are asked for ahead of time */

PetscErrorCode halo_refresh_begin(Halo *halo, Clumps *clumps)
{
  PetscFunctionBeginUser;
  halo->sent.messages += halo->traffic.receivers;
  halo->sent.bytes += halo->traffic.given_remote * HALO_POSE_BYTES;
  PetscCall(PetscSFBcastBegin(halo->sf, halo->pose_type, clumps->pose, clumps->pose + clumps->n_owned, MPI_REPLACE));
  PetscCall(wide_refresh_begin(&halo->wide, halo->par, clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline void shift_pose(const Domain *domain, Clumps *clumps, PetscInt b)
{
  clumps->pose[b].x = domain_shifted(domain, clumps->pose[b].x, clumps->shift[b]);
}

PetscErrorCode halo_refresh_end(Halo *halo, const Domain *domain, Clumps *clumps)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < halo->n_own; k++) { /* messages may still be under way */
    lines_fetch(&clumps->pose[halo->own[k + AHEAD < halo->n_own ? k + AHEAD : k]], sizeof(Pose));
    clumps->pose[halo->first_own + k] = clumps->pose[halo->own[k]];
    shift_pose(domain, clumps, halo->first_own + k);
  }
  PetscCall(PetscSFBcastEnd(halo->sf, halo->pose_type, clumps->pose, clumps->pose + clumps->n_owned, MPI_REPLACE));
  PetscCall(wide_refresh_end(&halo->wide, clumps));
  for (PetscInt b = clumps->n_owned; b < halo->first_own; b++) shift_pose(domain, clumps, b);
  for (PetscInt b = halo->first_own + halo->n_own; b < clumps->n; b++) shift_pose(domain, clumps, b);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_reduce_begin(Halo *halo, const Clumps *clumps, Loads *loads)
{
  PetscFunctionBeginUser;
  halo->sent.messages += halo->traffic.senders;
  halo->sent.bytes += halo->traffic.remote * HALO_LOAD_BYTES;
  PetscCall(PetscSFGatherBegin(halo->sf, halo->load_type, loads->sum + (size_t)clumps->n_owned * LOAD_PARTS, halo->slots));
  PetscCall(wide_reduce_begin(&halo->wide, halo->par, loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_reduce_end(Halo *halo, const Clumps *clumps, Loads *loads)
{
  const int64_t *slot;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < halo->n_own; k++) { /* messages may still be under way */
    lines_fetch(loads->sum + (size_t)halo->own[k + AHEAD < halo->n_own ? k + AHEAD : k] * LOAD_PARTS,
                LOAD_PARTS * sizeof *loads->sum);
    loads_add_row(loads->sum + (size_t)halo->own[k] * LOAD_PARTS, loads->sum + (size_t)(halo->first_own + k) * LOAD_PARTS);
  }
  PetscCall(PetscSFGatherEnd(halo->sf, halo->load_type, loads->sum + (size_t)clumps->n_owned * LOAD_PARTS, halo->slots));
  slot = halo->slots;
  for (PetscInt g = 0; g < halo->n_given; g++)
    for (PetscInt k = 0; k < halo->degree[halo->given[g]]; k++, slot += LOAD_PARTS)
      loads_add_row(loads->sum + (size_t)halo->given[g] * LOAD_PARTS, slot);
  PetscCall(wide_reduce_end(&halo->wide, loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_spread_int(Halo *halo, const Clumps *clumps, int32_t *values)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSFBcastBegin(halo->sf, MPI_INT, values, values + clumps->n_owned, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(halo->sf, MPI_INT, values, values + clumps->n_owned, MPI_REPLACE));
  for (PetscInt k = 0; k < halo->n_own; k++) values[halo->first_own + k] = values[halo->own[k]];
  PetscCall(wide_spread_int(&halo->wide, halo->par, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_max_int(Halo *halo, const Clumps *clumps, int32_t *values)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSFReduceBegin(halo->sf, MPI_INT, values + clumps->n_owned, values, MPI_MAX));
  PetscCall(PetscSFReduceEnd(halo->sf, MPI_INT, values + clumps->n_owned, values, MPI_MAX));
  for (PetscInt k = 0; k < halo->n_own; k++)
    values[halo->own[k]] = (int32_t)max_int(values[halo->own[k]], values[halo->first_own + k]);
  PetscCall(wide_max_int(&halo->wide, halo->par, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}
