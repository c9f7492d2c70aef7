/* SPDX-License-Identifier: MIT */
/* Numbers as text. */
#ifndef BASE_REAL_TEXT_H
#define BASE_REAL_TEXT_H

#include "base/base.h"

enum { REAL_TEXT = 32 };

/* Print what "%.17g" prints, with a zero at the end, to REAL_TEXT characters; returns the length.
   Most magnitudes from 1e-11 to 1e17 take a twentieth of the time of printf. */
int real_print(char *text, double x);

typedef struct {
  char s[REAL_TEXT];
} RealText;

/* Text with the fewest digits, at least 15, that reads back to the same bits. */
RealText real_text(double value);

#endif
