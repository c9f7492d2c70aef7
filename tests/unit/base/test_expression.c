/* SPDX-License-Identifier: MIT */
/* Formulas: values, the place of faults, and functions against the C library. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "base/base.h"
#include "base/elementary.h"
#include "options/expression.h"
#include "test.h"
#include <sys/mman.h>
#include <unistd.h>

static const char *const names[] = {"x", "y", NULL};

static double value(const char *text, double x, double y)
{
  const double *const column[] = {&x, &y};
  Expression          e;
  char                why[EXPRESSION_WHY] = "";
  double              out                 = NAN;

  CHECK(expression_read(text, strlen(text), names, &e, why));
  if (why[0]) test_note("%s: %s", text, why);
  else expression_evaluate(&e, column, 1, &out);
  return out;
}

static void operations_bind_as_in_mathematics(void)
{
  CHECK_BITS(value("1 + 2 * 3 - 4 / 8", 0, 0), 6.5);
  CHECK_BITS(value("-2 ^ 2", 0, 0), -4);
  CHECK_BITS(value("2 ^ -1", 0, 0), 0.5);
  CHECK_BITS(value("2 ^ 3 ^ 2", 0, 0), 512);
  CHECK_BITS(value("8 - 4 - 2", 0, 0), 2);
  CHECK_BITS(value("--x - -y", 3, 4), 7);
  CHECK_BITS(value("2.5e-1 * (x + y)", 3, 5), 2);
  CHECK_BITS(value("x < y", 3, 5) + value("x >= y", 5, 5) - value("x > y", 3, 5), 2);
  CHECK_BITS(value("if(x > 0, min(x, y), max(x, y))", 2, 3), 2);
  CHECK_BITS(value("if(x > 0, min(x, y), max(x, y))", -2, 3), 3);
  CHECK_BITS(value("floor(-1.5) + abs(-3) + step(0) + step(-1) + sqrt(16)", 0, 0), 6);
  CHECK_NEAR(value("cos(pi / 3) + log(exp(2))", 0, 0), 2.5, 1e-15); /* one ulp of 2.5 is 4e-16 */
  test_end("operations, powers, comparisons and functions have their values");
}

static void what_does_not_exist_is_nan(void)
{
  static const struct {
    const char *text, *why;
  } faults[] = {
    {"1 + 1 / (x - 1)", "division by zero, or a number out of range, at character 7"},
    {"sqrt(-x)", "root of a negative number at character 1"},
    {"2 * log(x - 1)", "logarithm of a number that is not positive at character 5"},
    {"(-x) ^ 0.5", "a power that does not exist at character 6"},
    {"min(1 / (x - 1), 3) < 5", "division by zero, or a number out of range, at character 7"},
    {"exp(1000 * x)", "a number out of range at character 1"}};
  const double one = 1, *const column[] = {&one, &one};

  for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
    Expression e;
    char       why[EXPRESSION_WHY] = "";
    double     out;

    CHECK(expression_read(faults[k].text, strlen(faults[k].text), names, &e, why));
    expression_evaluate(&e, column, 1, &out);
    CHECK(isnan(out) && expression_fault(&e, column, 0, why));
    CHECK_TEXT(why, faults[k].why);
  }
  CHECK_BITS(value("if(x > 0, 1 / x, 7)", 0, 0), 7);
  test_end("what does not exist is told with its place, and does not matter where it is not taken");
}

static void faults_of_the_text_have_a_place(void)
{
  static const char *const wrong[][2] = {{"1 + ", "a value is missing at its end"},
                                         {"1 + * 2", "a value is missing at character 5, '* 2'"},
                                         {"(1 + 2", "a bracket ')' is missing at its end"},
                                         {"3 z", "what follows has no meaning at character 3, 'z'"},
                                         {"2 * zeta", "an unknown name at character 5, 'zeta'"},
                                         {"min(1)", "a comma is missing at character 6, ')'"},
                                         {"sin 3", "a bracket '(' is missing at character 5, '3'"},
                                         {"1e999", "no number at character 1, '1e999'"},
                                         {"", "a value is missing at its end"}};
  Expression               e;
  char                     why[EXPRESSION_WHY], deep[200] = "";

  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    CHECK(!expression_read(wrong[k][0], strlen(wrong[k][0]), names, &e, why));
    CHECK_TEXT(why, wrong[k][1]);
  }
  memset(deep, '(', 199);
  CHECK(!expression_read(deep, 199, names, &e, why));
  memset(deep, '^', 199);
  for (int k = 0; k < 199; k += 2) deep[k] = '2';
  CHECK(!expression_read(deep, 199, names, &e, why));
  test_end("mistakes of the text are refused with their place");
}

/* The beginnings of a formula end where memory ends. */
static void nothing_is_read_beyond_the_end(void)
{
  static const char formula[] = "-if(x >= 1.5e0, - +min(2, y), 3) ^ 2 <= abs(x * -y) / pi - 1";
  const size_t      page = (size_t)sysconf(_SC_PAGESIZE), length = strlen(formula);
  char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  CHECK(two != MAP_FAILED && mprotect(two + page, page, PROT_NONE) == 0);
  for (size_t n = 0; n <= length; n++) {
    Expression e;
    char       why[EXPRESSION_WHY];

    memcpy(two + page - n, formula, n);
    CHECK(expression_read(two + page - n, n, names, &e, why) || n < length);
  }
  munmap(two, 2 * page);
  test_end("a formula is read up to its end, and no byte beyond");
}

/* Against long double of the C library. */
static void functions_are_those_of_mathematics(void)
{
  double worst[4] = {0};

  for (int k = -3000; k <= 3000; k++) {
    const double      x = 0.2311 * k, p = exp2(0.3 * k), angle = 1.7 * k;
    const long double e = expl(x), l = logl(p);
    double            s, c;

    sine_cosine(angle, &s, &c);
    if (fabs(x) < 700) worst[0] = max_real(worst[0], (double)fabsl((exponential(x) - e) / e));
    if (k != 0) worst[1] = max_real(worst[1], (double)fabsl((logarithm(p) - l) / l));
    worst[2] = max_real(worst[2], (double)fabsl(s - sinl(angle)));
    worst[2] = max_real(worst[2], (double)fabsl(c - cosl(angle)));
    worst[3] = max_real(worst[3], (double)fabsl(power(1.001, k) / powl(1.001, k) - 1));
  }
  test_note("errors of exp %.2g, log %.2g, sin and cos %.2g, 1.001^k %.2g", worst[0], worst[1],
            worst[2], worst[3]);
  CHECK(worst[0] < 2.3e-16); /* an ulp of values just above 1 is 2.2e-16 */
  CHECK(worst[1] < 2.3e-16);
  CHECK(worst[2] < 2.3e-16);
  CHECK(worst[3] < 7.2e-15); /* up to 64 products, each with half a unit, 1.1e-16 */
  CHECK_BITS(power(2, 10), 1024);
  CHECK(isnan(power(-2, 0.5)) && isnan(power(0, -1)) && isnan(logarithm(0)));
  test_end("exponential, logarithm, powers and sines are exact to a unit in the last place");
}

TESTS(.ranks = {1})
{
  operations_bind_as_in_mathematics();
  what_does_not_exist_is_nan();
  faults_of_the_text_have_a_place();
  nothing_is_read_beyond_the_end();
  functions_are_those_of_mathematics();
}
