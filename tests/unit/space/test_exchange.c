/* SPDX-License-Identifier: MIT */
/* Exchange over random graphs that every rank knows in full: each copy must have the values of its
   row, each row the sum of its copies' loads; also after arrays have moved, after the graph has
   changed, and with a second line: a column of its own with the poses, a member of larger rows with
   the loads. */
#include "base/random.h"
#include "space/exchange.h"
#include "test.h"

enum { ROWS = 20, REALS = 8, PARTS = 3, MOST = 60 };

/* Copies on one rank, in order: owner and row of each. */
typedef struct {
  int      n, n_from, from[64];
  PetscInt first[65], root[MOST];
  int      owner[MOST];
} Holding;

/* Random copies of a rank: from no rank, or from some; a row may be held more than once. */
static Holding draw(int holder, int seed)
{
  Random  r = random_stream((uint64_t)seed, RANDOM_TEST, (uint64_t)holder);
  Holding h = {0};

  for (int owner = 0; owner < test_size() && holder % 4 != 3; owner++) {
    const int n =
      owner == holder ? 0 : (int)(random_real(&r) * 2) * (1 + (int)(random_real(&r) * 5));

    if (n == 0) continue;
    h.first[h.n_from]  = h.n;
    h.from[h.n_from++] = owner;
    for (int k = 0; k < n; k++) {
      h.owner[h.n]  = owner;
      h.root[h.n++] = (PetscInt)(random_real(&r) * ROWS);
    }
    h.first[h.n_from] = h.n;
  }
  return h;
}

static double pose_of(int owner, PetscInt row, int part, int round)
{
  return owner + 1e-3 * row + 1e-6 * part + 100. * round;
}

static int64_t load_of(int holder, int leaf, int part, int round)
{
  return ((int64_t)1 << 50) * (leaf % 7 - 3) + 1000 * holder + 10 * part + round;
}

static void check_out(Exchange *x, const Holding *h, int n_lines, int round)
{
  static double here[ROWS][REALS], there[2][MOST][REALS]; /* the leaf array alternates */
  static double one[ROWS], ones[MOST];
  double(*leaves)[REALS]     = there[round % 2];
  const ExchangeLine lines[] = {{sizeof *here, sizeof *here, here, leaves},
                                {sizeof *one, sizeof *one, one, ones}};

  for (PetscInt a = 0; a < ROWS; a++) {
    for (int part = 0; part < REALS; part++) here[a][part] = pose_of(test_rank(), a, part, round);
    one[a] = pose_of(test_rank(), a, REALS, round);
  }
  CALL(exchange_begin(x, EXCHANGE_OUT, n_lines, lines));
  memset(here, 0, sizeof here); /* roots are read in the begin only */
  memset(one, 0, sizeof one);
  CALL(exchange_end(x, EXCHANGE_OUT));
  for (int k = 0; k < h->n; k++) {
    for (int part = 0; part < REALS; part++)
      CHECK(leaves[k][part] == pose_of(h->owner[k], h->root[k], part, round));
    if (n_lines > 1) CHECK(ones[k] == pose_of(h->owner[k], h->root[k], REALS, round));
  }
}

/* Reference sums, from the graphs of all ranks. */
static void add_by_hand(int seed, int round, int64_t sum[ROWS][PARTS + 1])
{
  memset(sum, 0, ROWS * sizeof *sum);
  for (int holder = 0; holder < test_size(); holder++) {
    const Holding h = draw(holder, seed);

    for (int k = 0; k < h.n; k++)
      for (int part = 0; part <= PARTS && h.owner[k] == test_rank(); part++)
        sum[h.root[k]][part] += load_of(holder, k, part, round);
  }
}

static void check_back(Exchange *x, const Holding *h, int n_lines, int seed, int round)
{
  static int64_t     leaves[2][MOST][PARTS], wider[MOST][3];
  const ExchangeLine lines[] = {
    {sizeof **leaves, sizeof **leaves, NULL, leaves[round % 2]},
    {sizeof **wider, sizeof *wider, NULL, &wider[0][1]},
  };
  int64_t        sum[ROWS][PARTS + 1] = {0}, right[ROWS][PARTS + 1];
  const int64_t *came[2];

  for (int k = 0; k < h->n; k++) {
    for (int part = 0; part < PARTS; part++)
      leaves[round % 2][k][part] = load_of(test_rank(), k, part, round);
    wider[k][1] = load_of(test_rank(), k, PARTS, round);
  }
  CALL(exchange_begin(x, EXCHANGE_BACK, n_lines, lines));
  CALL(exchange_end(x, EXCHANGE_BACK));
  memset(leaves, 0, sizeof leaves); /* sends are done */
  for (int l = 0; l < n_lines; l++) came[l] = exchange_came(x, EXCHANGE_BACK, l);
  add_by_hand(seed, round, right);
  for (PetscInt i = 0; i < exchange_roots(x); i++) {
    for (int part = 0; part < PARTS; part++) sum[x->row[i]][part] += came[0][i * PARTS + part];
    if (n_lines > 1) sum[x->row[i]][PARTS] += came[1][i];
  }
  for (PetscInt a = 0; a < ROWS && n_lines == 1; a++) right[a][PARTS] = 0;
  CHECK(memcmp(sum, right, sizeof sum) == 0);
}

static void check_ints(Exchange *x, const Holding *h, int seed)
{
  int32_t rows[ROWS], leaves[MOST], most[ROWS];

  for (PetscInt a = 0; a < ROWS; a++) rows[a] = 1000 * test_rank() + a;
  CALL(exchange_spread_int(x, rows, leaves));
  for (int k = 0; k < h->n; k++) CHECK_INT(leaves[k], 1000 * h->owner[k] + h->root[k]);
  for (PetscInt a = 0; a < ROWS; a++) rows[a] = most[a] = 30;
  for (int k = 0; k < h->n; k++) leaves[k] = 10 * test_rank() + k;
  CALL(exchange_max_int(x, rows, leaves));
  for (int holder = 0; holder < test_size(); holder++) {
    const Holding other = draw(holder, seed);

    for (int k = 0; k < other.n; k++)
      if (other.owner[k] == test_rank() && 10 * holder + k > most[other.root[k]])
        most[other.root[k]] = 10 * holder + k;
  }
  CHECK(memcmp(rows, most, sizeof rows) == 0);
}

static void copies_have_what_rows_have(void)
{
  Parallel par;
  Exchange x;
  PetscInt held[2];

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(exchange_create(&par, &x));
  check_out(&x, &(Holding){0}, 1, 0); /* no graph yet: sends nothing */
  for (int seed = 1; seed <= 20; seed++) {
    const Holding h = draw(test_rank(), seed);

    CALL(exchange_connect(&x, h.n_from, h.from, h.first, h.root));
    held[0] = exchange_roots(&x);
    held[1] = exchange_leaves(&x);
    CHECK_INT(held[1], h.n);
    CALL(MPI_Allreduce(MPI_IN_PLACE, held, 2, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD));
    CHECK_INT(held[0], held[1]);
    for (int round = 0; round < 1 + seed % 4; round++) {
      check_out(&x, &h, 1 + seed % 2, round);
      if (seed % 3)
        check_back(&x, &h, 1 + (seed + round) % 2, seed,
                   round); /* also poses twice without loads in between, as at rebuilds */
    }
    check_ints(&x, &h, seed);
  }
  CALL(exchange_free(&x));
  CALL(parallel_destroy(&par));
  test_end("over 20 graphs copies get the values of their rows, and rows the sums and maxima of "
           "their copies");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  copies_have_what_rows_have();
}
