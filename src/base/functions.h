/* SPDX-License-Identifier: MIT */
/* Exponential, logarithm, powers, and sines of radians, made of + - * / and exact scaling alone, as
   those of elementary.h: the same bits on every machine. A result that does not exist or is out of
   range is NaN. */
#ifndef BASE_FUNCTIONS_H
#define BASE_FUNCTIONS_H

/* e^x; error below 1 ulp. NaN if it is out of range; 0 if it underflows. */
double exponential(double x);
/* Natural logarithm; error below 1 ulp. NaN unless x > 0 is finite. */
double logarithm(double x);
/* x^y. For whole |y| <= 64 by multiplication, to within |y| / 2 ulp; else by e^(y log x), with an
   error that grows with |y log x| (about as many ulp). NaN for x < 0 unless y is whole, and for 0^y
   with y < 0; 0^0 is 1. */
double power(double x, double y);
/* Sine and cosine of x radians. Error below 2 ulp of 1 for |x| < 1.6e6, beyond that about that of x
   itself; NaN for |x| > 1e9. */
void sine_cosine(double x, double *sine, double *cosine);

#endif
