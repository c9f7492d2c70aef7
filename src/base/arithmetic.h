/* SPDX-License-Identifier: MIT */
/* Start-up test of the floating-point arithmetic that bitwise identical results need. */
#ifndef BASE_ARITHMETIC_H
#define BASE_ARITHMETIC_H

/* Returns NULL if arithmetic is IEEE 754 double, rounded to nearest, with gradual underflow, in the
   order written and without fused multiply-add; else one sentence that names the fault. Some
   libraries switch the rounding or underflow mode of a process when loaded. */
const char *arithmetic_fault(void);

#endif
