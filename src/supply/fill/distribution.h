/* SPDX-License-Identifier: MIT */
/* Size distribution of clumps: a piecewise linear cumulative curve, by number or by mass. A size is
   a length, m, or a scale. Drawing uses only + - * / and sqrt, so that every rank draws the same
   bits. */
#ifndef SUPPLY_FILL_DISTRIBUTION_H
#define SUPPLY_FILL_DISTRIBUTION_H

#include "base/parallel.h"

struct SizeKind; /* sizes.h */

/* Specification of a distribution. */
typedef struct {
  const struct SizeKind *kind;
  const void            *own;       /* the kind's constants */
  int                    dimension; /* 3 or 2: mass grows with this power of the size */
  bool                   by_mass;   /* shares are by mass, not by number */
} SizeSpread;

typedef struct {
  int     n;      /* number of points, at least 1 */
  double *size;   /* ascending, > 0 */
  double *number; /* cumulative share by number of sizes up to this one; the last is 1 */
  double  moment; /* mean by number of size^dimension */
  int     dimension;
  /* pieces are linear by mass: number density within each falls as size^-dimension */
  bool by_mass;
} Distribution;

/* Make the curve of a spread. Curves by mass are converted to number by the weight size^-dimension,
   exactly for linear pieces.

   good   false: refused, with the reason in why (256 characters); the distribution is empty

   Local; calls erfc, exp and log of the C library, whose last bits differ between machines: create
   on one rank, then distribution_share. */
PetscErrorCode distribution_create(const SizeSpread *spread, Distribution *d, bool *good,
                                   char *why);
/* Copy the distribution of rank 0 to all ranks; on the others it is empty before. Collective. */
PetscErrorCode distribution_share(const Parallel *par, Distribution *d);
void           distribution_free(Distribution *d);

/* Quantile: size that the share u of the clumps does not exceed, 0 <= u <= 1. */
double distribution_size(const Distribution *d, double u);

#endif
