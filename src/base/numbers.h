/* SPDX-License-Identifier: MIT */
/* Numbers, without any library but that of the language: for kernels, which other compilers take too
   (contact/terms/kernels). */
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

static inline int64_t min_int(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static inline int64_t max_int(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

#endif
