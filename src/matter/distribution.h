/* SPDX-License-Identifier: MIT */
/* How sizes of clumps are spread: a cumulative curve of straight pieces, by number or by mass. Drawing from it takes only
   + - * / and sqrt, so every rank draws the same bits from the same curve. */
#ifndef MATTER_DISTRIBUTION_H
#define MATTER_DISTRIBUTION_H

#include "base/parallel.h"

typedef enum {
  SIZES_EQUAL,     /* all of size mean */
  SIZES_UNIFORM,   /* evenly over lo .. hi */
  SIZES_NORMAL,    /* mean and standard deviation before the cut to lo .. hi */
  SIZES_LOGNORMAL, /* the logarithm is normal; mean and standard deviation are those of the size itself, before the cut */
  SIZES_TABLE      /* points of the cumulative curve */
} SizeKind;

/* What is asked for; each kind looks at its own. */
typedef struct {
  SizeKind      kind;
  double        mean, deviation;
  double        lo, hi;   /* NAN: normal and lognormal end 3 standard deviations off the middle (of the logarithm) */
  int           n_points; /* of the table */
  const double *points; /* size, passing of each: neither may fall, the last passing is the whole; a first passing above 0 is the
                              share of the first size, and two points of one size are a share of just this size */
  int           dimension; /* 3, 2: mass grows with this power of the size */
  bool          by_mass;   /* shares are of mass, not of the number of clumps */
} SizeSpread;

typedef struct {
  int     n;      /* points, at least 1 */
  double *size;   /* ascending, > 0 */
  double *number; /* share, by number, of what is no larger; the last is 1 */
  double  moment; /* mean, by number, of size to the power dimension */
  int     dimension;
  bool    by_mass; /* pieces are straight by mass: by number density falls with size^-dimension within each */
} Distribution;

/* The curve of a spread. By number it follows by weighting mass with size^-dimension, exactly for straight pieces. A normal or
   lognormal curve is cut into 16384 pieces and off by no more than 1e-6 of the whole.

   good   false: refused, with the reason in why (256 characters); the distribution is empty

   Local; calls erfc, exp and log of the C library, whose last bits differ between machines: create on one rank, and share. */
PetscErrorCode distribution_create(const SizeSpread *spread, Distribution *d, bool *good, char *why);
/* That of rank 0 on every rank; those of the others are empty before. Collective. */
PetscErrorCode distribution_share(const Parallel *par, Distribution *d);
void           distribution_free(Distribution *d);

/* The size that a share u of the clumps is no larger than, 0 <= u <= 1. */
double distribution_size(const Distribution *d, double u);

#endif
