/* SPDX-License-Identifier: MIT */
/* Plug-in kind SizeKind: size distributions of fills and inlets. A kind is one file that ends with
   a const SizeKind, and one line in the list below. */
#ifndef SUPPLY_FILL_SIZES_H
#define SUPPLY_FILL_SIZES_H

#include "supply/fill/fill_internal.h"

enum { SIZES_WHY = 256 }; /* characters of a reason why a distribution is refused */

/* Points of a cumulative curve, linear between them. Owned by the caller of SizeKind.curve, who
   frees each array with array_free. */
typedef struct {
  int     n;    /* at least 1 */
  double *size; /* ascending, > 0 */
  /* share of the whole between points i - 1 and i; share[0]: of exactly the first size */
  double *share;
} Curve;

typedef struct SizeKind {
  Plugin head;
  size_t size; /* of its constants, bytes; they are zero before read() */
  /* Read the keys of a fill or inlet into the constants. Mistakes are noted, see fill_internal.h.
     Rows of files are read on rank 0 only. Collective. */
  PetscErrorCode (*read)(void *own, FillReading *r);
  /* False: the constants make no sense, with the reason in why[SIZES_WHY]. Rank 0. */
  bool (*sound)(const void *own, char *why);
  /* The curve of sound constants; may call the C library, whose last bits differ between machines.
     Rank 0. */
  PetscErrorCode (*curve)(const void *own, Curve *c);
  /* Free what the constants own; NULL: nothing. */
  void (*free)(void *own);
} SizeKind;

/* The list. */
#define SIZE_KINDS(X) \
  X(sizes_equal)     /* sizes_equal.c */ \
  X(sizes_uniform)   /* sizes_uniform.c */ \
  X(sizes_normal)    /* sizes_bell.c */ \
  X(sizes_lognormal) /* sizes_bell.c */ \
  X(sizes_table)     /* sizes_table.c */

#define SIZE_KIND_DECLARED(kind) extern const SizeKind kind;
SIZE_KINDS(SIZE_KIND_DECLARED)
#undef SIZE_KIND_DECLARED

/* Constants of the kinds above; lengths in m, or 1 where sizes are scales. */
typedef struct {
  double mean;
} SizesEqual;

typedef struct {
  double lo, hi;
} SizesUniform;

/* Mean and standard deviation of the size itself, before truncation to lo .. hi; lo, hi NAN: 3
   standard deviations (of the logarithm, if lognormal) from the median. */
typedef struct {
  double mean, deviation, lo, hi;
} SizesBell;

/* Pairs of size and passing, both non-decreasing; the last passing is the whole. A first passing >
   0 is the share of exactly the first size; two points of equal size give a share of exactly this
   size. */
typedef struct {
  int           n;
  const double *points; /* [2 n] borrowed, or = own */
  double       *own;    /* of a file; NULL: none */
} SizesTable;

/* Keys that several kinds share. */
extern const Option size_options[], size_limit_options[], size_mean_options[];

PetscErrorCode curve_reserve(Curve *c, int n);
/* The curve of n pairs of size and passing. */
PetscErrorCode curve_of_points(int n, const double *points, Curve *c);
/* Print the reason; always false. */
bool sizes_refuse(char *why, const char *text);
/* False, with the reason, if limits that are given (not NAN) are not 0 < lo < hi. */
bool sizes_limits_are_sound(double lo, double hi, char *why);

#endif
