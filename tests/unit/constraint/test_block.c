/* SPDX-License-Identifier: MIT */
/* The equations of a pair against elimination, and against every choice of active bounds. */
#include "constraint/pair.h"
#include "test.h"

enum { N = 5, CASES = 200 };

static double drawn(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0 - 0.5;
}

/* a = J J^T of so many independent rows, the others zero or copies. */
static Equations equations_of(uint64_t *state, int independent)
{
  double    j[N][N + 1];
  Equations q = {.n = N};

  for (int i = 0; i < N; i++)
    for (int k = 0; k <= N; k++) j[i][k] = i < independent ? drawn(state) : 2 * j[i - 1][k];
  for (int i = 0; i < N; i++) {
    for (int k = 0; k <= i; k++)
      for (int m = 0; m <= N; m++) q.a[i][k] += j[i][m] * j[k][m];
    q.lack[i]   = drawn(state);
    q.lambda[i] = 0.1 * drawn(state);
    q.least[i]  = -INFINITY;
    q.most[i]   = INFINITY;
  }
  return q;
}

static double at(const Equations *q, int i, int k)
{
  return (i >= k ? q->a[i][k] : q->a[k][i]) + (i == k ? q->soft[i] : 0);
}

/* Remainder of equation i after these changes. */
static double left(const Equations *q, int i, const double *change)
{
  double sum = q->lack[i];

  for (int k = 0; k < q->n; k++) sum -= at(q, i, k) * change[k];
  return sum;
}

static void equations_hold(void)
{
  uint64_t state = 7;

  for (int k = 0; k < CASES; k++) {
    Equations q = equations_of(&state, N);
    double    change[CONSTRAINT_EQUATIONS];

    for (int i = 0; i < N; i++) q.soft[i] = k % 3 ? 0 : 0.1 * i;
    block_solve(&q, change);
    for (int i = 0; i < N; i++)
      CHECK_NEAR(left(&q, i, change), 0, 1e-8); /* condition 1e6 at most */
  }
  test_end("without bounds every equation is solved");
}

static void copies_are_left_out(void)
{
  uint64_t  state = 3;
  Equations q     = equations_of(&state, N - 1);
  double    change[CONSTRAINT_EQUATIONS];

  q.lack[N - 1] = 5;
  block_solve(&q, change);
  CHECK(change[N - 1] == 0);
  for (int i = 0; i < N - 1; i++) CHECK_NEAR(left(&q, i, change), 0, 1e-9);
  q = equations_of(&state, N);
  for (int k = 0; k < N; k++) q.a[2][k] = q.a[k][2] = 0;
  block_solve(&q, change);
  CHECK(change[2] == 0);
  for (int i = 0; i < N; i++)
    if (i != 2) CHECK_NEAR(left(&q, i, change), 0, 1e-9);
  test_end("an equation that follows from others, and one that nothing responds to, are left out");
}

/* One bounded equation: on its bound, what is left must push against it; else nothing is left. */
static void one_bound_is_exact(void)
{
  uint64_t state = 11;
  int      met   = 0;

  for (int k = 0; k < CASES; k++) {
    Equations q = equations_of(&state, N);
    double    change[CONSTRAINT_EQUATIONS];
    const int e = k % N;

    q.least[e] = 0;
    block_solve(&q, change);
    for (int i = 0; i < N; i++)
      if (i != e) CHECK_NEAR(left(&q, i, change), 0, 1e-8);
    CHECK(q.lambda[e] + change[e] >= -1e-15); /* rounding of the sum */
    if (q.lambda[e] + change[e] > 1e-12) CHECK_NEAR(left(&q, e, change), 0, 1e-8);
    else CHECK(left(&q, e, change) <= 1e-8);
    met += q.lambda[e] + change[e] <= 1e-12;
  }
  CHECK(met > CASES / 4 && met < 3 * CASES / 4);
  test_end("with one bound the inequality is solved");
}

static void multipliers_stay_within_bounds(void)
{
  uint64_t state = 5;

  for (int k = 0; k < CASES; k++) {
    Equations q = equations_of(&state, N);
    double    change[CONSTRAINT_EQUATIONS];

    for (int i = 0; i < N; i++) {
      q.least[i] = -0.1;
      q.most[i] = i % 2 ? 0.2 : -0.1 * (i == 2); /* in 2 the force is given; in 0 and 4 at most 0 */
    }
    block_solve(&q, change);
    for (int i = 0; i < N; i++) {
      CHECK(q.lambda[i] + change[i] >= q.least[i] - 1e-15);
      CHECK(q.lambda[i] + change[i] <= q.most[i] + 1e-15);
    }
    CHECK_NEAR(q.lambda[2] + change[2], -0.1, 1e-15);
  }
  test_end("multipliers stay within their bounds, and take the value of equal ones");
}

TESTS(.ranks = {1})
{
  equations_hold();
  copies_are_left_out();
  one_bound_is_exact();
  multipliers_stay_within_bounds();
}
