/* SPDX-License-Identifier: MIT */
/* Is this program's arithmetic what the same-bits promise needs? */
#ifndef BASE_ARITHMETIC_H
#define BASE_ARITHMETIC_H

/* NULL: IEEE 754 doubles, rounded to nearest, with gradual underflow, in the order written and without fused products;
   else one sentence that says what is wrong. Some libraries switch the rounding or underflow mode of a process when loaded. */
const char *arithmetic_fault(void);

#endif
