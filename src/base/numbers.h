/* SPDX-License-Identifier: MIT */
/* Basic types and functions that need only the C library: for kernels, which other compilers take
   too (contact/terms/kernels). */
#ifndef BASE_NUMBERS_H
#define BASE_NUMBERS_H

#include <math.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#define PI 3.14159265358979323846

/* Global ids: never reused, gaps allowed. */
typedef int64_t Id;

static inline double min_real(double a, double b)
{
  return a < b ? a : b;
}

static inline double max_real(double a, double b)
{
  return a > b ? a : b;
}

/* Nearest integer, ties to even, |x| < 2^51. */
static inline double nearest_whole(double x)
{
  const double magic = 0x1.8p52;

  return (x + magic) - magic;
}

/* Distance of x from lo .. hi. */
static inline double outside_interval(double x, double lo, double hi)
{
  return x < lo ? lo - x : x > hi ? x - hi : 0;
}

static inline int64_t min_int(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static inline int64_t max_int(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

#endif
