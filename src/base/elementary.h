/* SPDX-License-Identifier: MIT */
/* Elementary functions made of + - * / and sqrt alone: the same bits on every machine, where those
   of C libraries differ in the last place. For values computed on several ranks at once; values
   computed on one rank and broadcast may use the C library. */
#ifndef BASE_ELEMENTARY_H
#define BASE_ELEMENTARY_H

#include "base/kernel.h"
#include <stdint.h>
#include <string.h>

/* Sine and cosine of x degrees, |x| <= 1e9: the angle is reduced without error, so that multiples
   of 90 are exact; elsewhere the error is below 2 ulp (checked against long double). Both are NaN
   for larger or non-finite x. */
void sine_cosine_degrees(double x, double *sine, double *cosine);

/* Angle of the point (x, y) from the x axis, degrees, 0 to 180, for finite y >= 0 and x; 0 for the
   origin. Error below 4 ulp of 180. */
double arc_degrees(double y, double x);

/* Angle of the point (x, y) from the x axis, rad, -pi to pi, for finite x and y whose squares
   neither overflow nor underflow; 0 for the origin. Error below 2 ulp. */
double arc_angle(double y, double x);

/* Cube root of x >= 0; NaN for other x. Error below 1 ulp for x from 1e-290 on. */
double cube_root(double x);

/* cube_root of a normal x > 0, for kernels: Newton from a parabola on 1/8 .. 1, with the exponent as a
   multiple of 3. */
ALWAYS_INLINE double cube_root_normal(double x)
{
  uint64_t bits, scale_bits;
  double   m, y, scale;
  int32_t  exponent, third;

  memcpy(&bits, &x, sizeof bits);
  exponent   = (int32_t)(bits >> 52) - 1022; /* of a mantissa in 1/2 .. 1 */
  third      = (int32_t)((exponent + 3002) * (1.0 / 3 + 0x1p-30)) - 1000; /* rounded up */
  bits       = (bits & 0x000fffffffffffff) | (uint64_t)(1022 + exponent - 3 * third) << 52;
  scale_bits = (uint64_t)(third + 1023) << 52;
  memcpy(&m, &bits, sizeof m);
  memcpy(&scale, &scale_bits, sizeof scale);
  y = 0.43 + m * (1.11 - 0.54 * m);
  for (int round = 0; round < 5; round++) y -= (y - m / (y * y)) / 3;
  return y * scale;
}

/* Natural logarithm of a normal x > 0; NaN for other x. Error below 2 ulp of the larger of the
   result and 1. */
double natural_log(double x);

/* The functions below give NaN for a result that does not exist or is out of range. */

/* e^x; error below 1 ulp. NaN if it is out of range; 0 if it underflows. */
double exponential(double x);
/* Natural logarithm; error below 1 ulp. NaN unless x > 0 is finite. */
double logarithm(double x);
/* x^y. For whole |y| <= 64 by multiplication, to within |y| / 2 ulp; else by e^(y log x), with an
   error that grows with |y log x| (about as many ulp). NaN for x < 0 unless y is whole, and for 0^y
   with y < 0; 0^0 is 1. */
double power(double x, double y);
/* result[k] = x[k]^y of n numbers, to the bit as power; for whole y from 1 to 64 several at once. */
void powers(int n, const double *x, double y, double *result);
/* Sine and cosine of x radians. Error below 2 ulp of 1 for |x| < 1.6e6, beyond that about that of x
   itself; NaN for |x| > 1e9. */
void sine_cosine(double x, double *sine, double *cosine);

#endif
