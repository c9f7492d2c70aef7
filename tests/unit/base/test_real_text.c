/* SPDX-License-Identifier: MIT */
/* Numbers are printed as printf does with %.17g. */
#include "base/random.h"
#include "base/real_text.h"
#include "test.h"
#include <float.h>

static bool is_right(double x)
{
  char mine[REAL_TEXT], theirs[REAL_TEXT];
  int  n = real_print(mine, x);

  snprintf(theirs, sizeof theirs, "%.17g", x);
  if (strcmp(mine, theirs) == 0 && n == (int)strlen(theirs)) return true;
  printf("# %s, printf: %s\n", mine, theirs);
  return false;
}

static void chosen_numbers(void)
{
  static const double chosen[] = {0,
                                  -0.0,
                                  1,
                                  -1,
                                  0.1,
                                  0.5,
                                  100,
                                  1e15,
                                  9007199254740992.0,
                                  9007199254740993.0,
                                  1e16,
                                  1e17,
                                  1e-4,
                                  1e-5,
                                  9.9999999999999991e-5,
                                  9999999999999998,
                                  0.99999999999999989,
                                  1e-11,
                                  9.9999999999999994e-12,
                                  1e300,
                                  5e-324,
                                  DBL_MAX,
                                  123456789.125,
                                  1.0 / 3,
                                  2.0 / 3e6};

  for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) CHECK(is_right(chosen[k]));
  CHECK(is_right(INFINITY));
  CHECK(is_right(nextafter(1e16, 0)));
  test_end("numbers at the edges of what is printed without printf");
}

/* Numbers of all magnitudes are tried: some with few digits, some halfway between numbers of 17
   digits, and their neighbours. */
static void random_numbers(void)
{
  bool good = true;

  for (int i = 0; i < 60000; i++) {
    Random       r = random_stream(3, RANDOM_TEST, (uint64_t)i);
    const double x = (random_real(&r) - 0.5) * 2, ten = pow(10, (int)(random_bits(&r) % 34) - 14);
    const double few  = floor(x * 1000) / 1000 * ten,
                 half = ldexp((double)(random_bits(&r) >> 11), -(int)(random_bits(&r) % 70));

    good = good && is_right(x * ten) && is_right(few) && is_right(half);
  }
  CHECK(good);
  test_end("random numbers are printed as printf does");
}

TESTS(.ranks = {1})
{
  chosen_numbers();
  random_numbers();
}
