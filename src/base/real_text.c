/* SPDX-License-Identifier: MIT */
/* A number x = m 2^q of E + 1 digits before the point has the 17 digits of x 10^s = m 5^s 2^(q +
   s), with s = 16 - E, rounded to an integer, half to even. m 5^s is below 2^116 for s up to 27, so
   all of it is exact. */
#include "base/real_text.h"
#include <stdio.h>

enum { DIGITS = 17, BIAS = 1075, POWER_MOST = 27, SHIFT_MOST = 120 };

__extension__ typedef unsigned __int128 Wide;

/* The integer next to m 5^s 2^shift. false: it does not fit. */
static bool scale(uint64_t m, int s, int shift, uint64_t *digits)
{
  Wide     all  = m, half;
  uint64_t five = 1;

  for (int k = 0; k < s; k++) five *= 5;
  all *= five;
  if (shift >= 0) {
    if (shift > 11) return false;
    all <<= shift; /* a number of 17 digits, nearly: no bits are lost */
  } else {
    const Wide below = all & (((Wide)1 << -shift) - 1);

    half = (Wide)1 << (-shift - 1);
    all >>= -shift;
    all += below > half || (below == half && (all & 1));
  }
  *digits = (uint64_t)all;
  return all >> 63 == 0;
}

/* The 17 digits of a positive normal number, and the power of ten of the first; false: not
   known here. */
static bool find_digits(double x, uint64_t *digits, int *power)
{
  const uint64_t one = (uint64_t)1 << 52, most = 100000000000000000;
  uint64_t       bits, m;
  int            q;

  memcpy(&bits, &x, sizeof bits);
  q = (int)(bits >> 52) - BIAS;
  m = (bits & (one - 1)) | one;
  /* at first one too small, if anything: 0.30102 is below the logarithm of 2 */
  *power = (int)floor((q + 52) * 0.30102);
  for (int k = 0; k < 3; k++, ++*power) {
    const int s = DIGITS - 1 - *power;

    if (s < 0 || s > POWER_MOST || q + s < -SHIFT_MOST || !scale(m, s, q + s, digits)) return false;
    if (*digits < most / 10) return false;
    if (*digits < most) return true;
  }
  return false;
}

/* Digits first to last of 17, the first without zeros behind it. */
static int put_digits(char *text, const char *digit, int first, int last)
{
  for (int k = first; k <= last; k++) *text++ = digit[k];
  return (int)max_int(0, last - first + 1);
}

int real_print(char *text, double x)
{
  char     digit[DIGITS], *to = text;
  uint64_t digits;
  int      power, last = DIGITS - 1;

  if (!(fabs(x) >= 1e-11 && fabs(x) < 1e16) || !find_digits(fabs(x), &digits, &power) || power < -4)
    return snprintf(text, REAL_TEXT, "%.17g", x);
  for (int k = DIGITS - 1; k >= 0; k--, digits /= 10) digit[k] = (char)('0' + digits % 10);
  while (last > 0 && digit[last] == '0') last--;
  if (x < 0) *to++ = '-';
  if (power < 0) {
    *to++ = '0';
    *to++ = '.';
    for (int k = -1; k > power; k--) *to++ = '0';
    to += put_digits(to, digit, 0, last);
  } else {
    to += put_digits(to, digit, 0, power);
    if (last > power) *to++ = '.';
    to += put_digits(to, digit, power + 1, last);
  }
  *to = 0;
  return (int)(to - text);
}

RealText real_text(double value)
{
  RealText text;
  int      digits = 15;

  do {
    snprintf(text.s, sizeof text.s, "%.*g", digits++, value);
  } while (digits <= 17 && strtod(text.s, NULL) != value);
  return text;
}
