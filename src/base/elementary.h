/* SPDX-License-Identifier: MIT */
/* Elementary functions made of + - * / and sqrt alone: the same bits on every machine, where the C library's differ in the
   last place. For what is drawn or moved on many ranks at once; set-up on one rank may use the library and send. */
#ifndef BASE_ELEMENTARY_H
#define BASE_ELEMENTARY_H

/* Sine and cosine of x rad, |x| <= 1e6: off by less than 1 ulp (checked against long double). Beyond, and for what is not
   finite, both are NaN. */
void sine_cosine(double x, double *sine, double *cosine);
/* The same of x degrees, |x| <= 1e9: the angle is reduced without error, so that multiples of 90 are exact; elsewhere off by
   less than 2 ulp. */
void sine_cosine_degrees(double x, double *sine, double *cosine);

#endif
