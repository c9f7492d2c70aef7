/* SPDX-License-Identifier: MIT */
/* Sums of fields over bins (binned.h), in two passes over the bodies: mean velocities come first.

   The stress of the whole, as a controller of the box needs it: bins = bins_whole(domain), field
   &binned_stress; bin_sums_begin and bin_sums_add as a listener of contacts, then
   bin_sums_find gives its 9 numbers, Pa, positive in tension, the same bits on all ranks. */
#ifndef MEASURE_MONITOR_BIN_SUMS_H
#define MEASURE_MONITOR_BIN_SUMS_H

#include "measure/monitor/binned.h"

enum { BIN_FIELDS = 16 };

/* Sums of lines, ends and bodies (binned.h), and those that all fields use. */
enum { BIN_LINES, BIN_ENDS, BIN_BODIES, BIN_COMMON, BIN_KINDS };

/* Shares of a body in consecutive bins. */
typedef struct {
  PetscInt row;
  int      first, n;
} BinSpread;

/* Sums of fields in bins. Starts as {0} with the first members set. */
typedef struct {
  const Bins *bins;
  uint64_t    groups;    /* of clumps that count; 0: all */
  bool        interacts; /* there are pairs of interactions; false: fields of those are 0 */
  int         n_fields;
  const Binned *const *field; /* [n_fields] */
  /* the fields with sums, once each: those asked for, and those of which they are made; with the
     first column of each in its sums */
  int           n_parts;
  const Binned *part[BINNED_OF * BIN_FIELDS];
  int           column[BINNED_OF * BIN_FIELDS];
  int           columns[BIN_KINDS];
  SumBank       sums[BIN_KINDS]; /* of contacts from the visit on */
  double       *amount;          /* room for the numbers that are added to a row of these */
  int64_t      *shown;           /* [bins] centres at the visit, if fields ask for ends */
  bool          asks_centres;    /* a field asks for centres at the evaluation */
  int64_t      *centres;         /* [bins] those */
  BinView       view;            /* as of the visit, or evaluation */
  BinShares     shares;
  /* bodies of an evaluation, and their shares, one after the other */
  PetscInt   n_spread, spread_capacity, n_shares, share_capacity;
  BinSpread *spread;
  double    *share;
  PetscInt   jump_capacity;
  Vec3      *jump; /* velocities of their images, where these flow (BinShares) */
} BinSums;

void bin_sums_create(BinSums *sums);
void bin_sums_free(BinSums *sums);

/* True if a field needs contacts. */
bool bin_sums_see(const BinSums *sums);
/* True if a field needs pairs of interactions. */
bool bin_sums_see_far(const BinSums *sums);
/* bin_sums_begin forgets the contacts of former visits; bin_sums_add adds a contact. Local. */
void bin_sums_begin(BinSums *sums, const Domain *domain);
void bin_sums_add(BinSums *sums, const ContactSeen *seen);
/* After the last contact: count the bodies in the bins. Local. */
void bin_sums_count(BinSums *sums, const Clumps *clumps);
/* Numbers of all fields, one after the other, of all bins: [bins][numbers], the same on all ranks.
   The contacts must be there, and velocities complete. Collective. */
PetscErrorCode bin_sums_find(BinSums *sums, const Parallel *par, const Domain *domain,
                             const Clumps *clumps, double *numbers);

#endif
