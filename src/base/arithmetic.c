/* SPDX-License-Identifier: MIT */
/* Start-up test of arithmetic. Volatile operands keep the compiler from evaluating it. */
#include "base/arithmetic.h"
#include <fenv.h>
#include <stddef.h>

const char *arithmetic_fault(void)
{
  volatile double one = 1, tiny = 0x1p-1022, small = 0x1p-53, large = 0x1p53, magic = 0x1.8p52,
                  piece = 0x1.0000001p-1, product;
  const double half     = 0.5;

  product = piece * piece;

  if (fegetround() != FE_TONEAREST) return "the rounding mode is not to nearest";
  if (one + small != one) return "sums are reordered or kept in more than 53 bits";
  if (tiny * half == 0 || (tiny * half) * 2 != tiny)
    return "numbers below 2.2e-308 are flushed to zero";
  if ((large + one) - large != 0) return "sums are reordered or kept in more than 53 bits";
  if ((2.5 * one + magic) - magic != 2) return "rounding by magic numbers is optimised away";
  if (piece * piece - product != 0)
    return "products are fused with sums: build with -ffp-contract=off";
  return NULL;
}
