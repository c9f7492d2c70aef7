/* SPDX-License-Identifier: MIT */
/* Exact sums in vectors. */
#include "base/sums/sum_bank.h"
#include "base/rows.h"

enum {
  UNIT         = 42,      /* bits of a level */
  LEVELS       = 2,       /* of integers */
  TOP_LEAST    = -880,    /* units of numbers that the split is exact for */
  TOP_MOST     = 900,     /* likewise */
  SLACK        = 16,      /* bits by which numbers may fall before the units follow */
  FOLDED_MOST  = 1 << 20, /* rows: their integers are below 2^63 */
  BIAS         = 1075,
  SMALLEST     = -1074, /* exponent of the unit of subnormal numbers */
  PARTS_WITHIN = 5      /* limbs that a sum of 2^31 integers of 63 bits may fill */
};

/* ---- blocks ---- */

/* Largest magnitudes of n rows. */
KERNEL static void find_most(const double *row, int n, int lanes, double *most)
{
  const FourInts magnitude = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};

  for (int c = 0; c < lanes; c += 4) {
    Four largest = {0, 0, 0, 0};

    for (int i = 0; i < n; i++) {
      Four     x;
      FourInts above;

      four_get(&x, row + (size_t)i * (size_t)lanes + c);
      x       = (Four)((FourInts)x & magnitude);
      above   = x > largest;
      largest = (Four)(((FourInts)x & above) | ((FourInts)largest & ~above));
    }
    four_put(most + c, largest);
  }
}

/* Add n rows to the levels of their bins, NULL: of bin 0; a row becomes its rests. True if
   some is not 0. */
KERNEL static bool split_rows(double *row, const int32_t *bin, int n, int lanes,
                              const double *split, int64_t *level)
{
  FourInts left = {0, 0, 0, 0};

  for (int c = 0; c < lanes; c += 4) {
    Four one, two;

    four_get(&one, split + c);
    four_get(&two, split + lanes + c);
    for (int i = 0; i < n; i++) {
      double  *from = row + (size_t)i * (size_t)lanes + c;
      int64_t *to   = level + (bin ? (size_t)bin[i] * LEVELS * (size_t)lanes : 0) + c;
      Four     x, high, low;
      FourBits a, b;

      four_get(&x, from);
      four_get_bits(&a, to);
      four_get_bits(&b, to + lanes);
      high = x + one;
      x    = x - (high - one);
      low  = x + two;
      x    = x - (low - two);
      four_put_bits(to, a + ((FourBits)high - (FourBits)one));
      four_put_bits(to + lanes, b + ((FourBits)low - (FourBits)two));
      four_put(from, x);
      left |= x != 0;
    }
  }
  return four_mask(&left) != 0;
}

/* Exponent of a power of two above a magnitude; if that is not finite or too large for the split,
   the result is above TOP_MOST. */
static int exponent_above(double most)
{
  uint64_t bits;

  memcpy(&bits, &most, sizeof bits);
  return (int)max_int(TOP_LEAST, (int)(bits >> 52 & 0x7ff) - (BIAS - 53));
}

/* The number that makes a sum of it and x, |x| < 2^top, round x to a multiple of the unit
   of a level. */
static double split_of(int top, int level)
{
  return ldexp(1.5, top - UNIT * (level + 1) + 52);
}

/* A finite number as value x 2^*exponent. */
static int64_t whole_of(double x, int *exponent)
{
  const uint64_t one = (uint64_t)1 << 52;
  uint64_t       bits;
  int64_t        value;
  int            biased;

  memcpy(&bits, &x, sizeof bits);
  biased    = (int)(bits >> 52 & 0x7ff);
  value     = (int64_t)((bits & (one - 1)) | (biased > 0 ? one : 0));
  *exponent = biased > 0 ? biased - BIAS : SMALLEST;
  return bits >> 63 ? -value : value;
}

/* ---- one sum ---- */

/* Add up to one block of numbers, in four lanes of one column. */
static void add_block(Sum *sum, double *value, int n)
{
  const int rows              = (n + 3) / 4;
  double    most[4]           = {0}, split[LEVELS][4];
  int64_t   level[LEVELS * 4] = {0};
  int       top;

  find_most(value, rows, 4, most);
  top = exponent_above(max_real(max_real(most[0], most[1]), max_real(most[2], most[3])));
  if (top > TOP_MOST) {
    for (int i = 0; i < n; i++) sum_add(sum, value[i]);
    return;
  }
  for (int k = 0; k < LEVELS * 4; k++) split[k / 4][k % 4] = split_of(top, k / 4);
  if (split_rows(value, NULL, rows, 4, split[0], level))
    for (int i = 0; i < n; i++) sum_add(sum, value[i]);
  for (int k = 0; k < LEVELS; k++)
    sum_add_scaled(sum, level[4 * k] + level[4 * k + 1] + level[4 * k + 2] + level[4 * k + 3],
                   top - UNIT * (k + 1));
}

void sum_add_many(Sum *sum, double *value, int n)
{
  double block[SUM_BATCH] = {0};
  int    whole            = n / 4 * 4;

  for (int done = 0; done < whole; done += SUM_BATCH)
    add_block(sum, value + done, (int)min_int(whole - done, SUM_BATCH));
  if (whole == n) return;
  memcpy(block, value + whole, (size_t)(n - whole) * sizeof *value);
  add_block(sum, block, n - whole);
}

/* ---- bank ---- */

void bank_create(SumBank *b, int64_t bins, int columns)
{
  *b = (SumBank){.bins = bins, .columns = columns, .lanes = (columns + 3) / 4 * 4};
  array_create(&b->row, (size_t)b->lanes * sizeof *b->row, BANK_ROWS);
  array_create(&b->most, sizeof *b->most, b->lanes);
  array_create(&b->top, sizeof *b->top, b->lanes);
  array_create(&b->split, LEVELS * sizeof *b->split, b->lanes);
  array_create(&b->level, (size_t)(LEVELS * b->lanes) * sizeof *b->level, bins);
}

void bank_free(SumBank *b)
{
  array_free(&b->row);
  array_free(&b->most);
  array_free(&b->top);
  array_free(&b->split);
  array_free(&b->level);
  array_free(&b->part);
  array_free(&b->limb);
}

static void clear_levels(SumBank *b)
{
  memset(b->level, 0, (size_t)(b->bins * LEVELS * b->lanes) * sizeof *b->level);
  b->folded = 0;
}

void bank_clear(SumBank *b)
{
  if (b->folded > 0) clear_levels(b);
  b->n       = 0;
  b->n_parts = 0;
  array_free(&b->limb);
}

static void keep(SumBank *b, int64_t at, int64_t value, int exponent)
{
  if (value == 0) return;
  array_reserve(&b->part, sizeof *b->part, b->n_parts + 1, &b->capacity);
  b->part[b->n_parts++] = (BankPart){at, value, exponent};
}

/* Keep the numbers of the rows of the block as parts: their rests, or all of them. */
static void keep_rows(SumBank *b)
{
  for (int i = 0; i < b->n; i++)
    for (int c = 0; c < b->columns; c++) {
      int           exponent;
      const int64_t value = whole_of(b->row[(int64_t)i * b->lanes + c], &exponent);

      keep(b, (int64_t)b->bin[i] * b->lanes + c, value, exponent);
    }
}

/* Move the levels to the parts. */
static void drain(SumBank *b)
{
  const int64_t *from = b->level;

  if (b->folded == 0) return;
  for (int64_t bin = 0; bin < b->bins; bin++)
    for (int k = 0; k < LEVELS; k++)
      for (int c = 0; c < b->lanes; c++)
        keep(b, bin * b->lanes + c, *from++, b->top[c] - UNIT * (k + 1));
  clear_levels(b);
}

static bool fits(const SumBank *b, int c, int top)
{
  return b->split[c] > 0 && top <= b->top[c] && top >= b->top[c] - SLACK;
}

/* Choose units for the numbers of the block; *can: there are such units. */
static void set_units(SumBank *b, bool *can)
{
  const double *most  = b->most;
  bool          keeps = b->folded < FOLDED_MOST;

  *can = true;
  for (int c = 0; c < b->columns; c++) {
    const int top = exponent_above(most[c]);

    *can  = *can && top <= TOP_MOST;
    keeps = keeps && (most[c] == 0 || fits(b, c, top));
  }
  if (keeps || !*can) return;
  drain(b);
  for (int c = 0; c < b->columns; c++) {
    const int top = exponent_above(most[c]);

    if (most[c] == 0 || fits(b, c, top)) continue;
    b->top[c] = top + 2;
    for (int k = 0; k < LEVELS; k++) b->split[k * b->lanes + c] = split_of(b->top[c], k);
  }
}

void bank_fold(SumBank *b)
{
  bool can;

  if (b->n == 0) return;
  find_most(b->row, b->n, b->lanes, b->most);
  set_units(b, &can);
  if (can) b->folded += b->n;
  if (!can || split_rows(b->row, b->bin, b->n, b->lanes, b->split, b->level)) keep_rows(b);
  b->n = 0;
}

/* Find the limbs of Sum that the parts of all ranks need. */
static PetscErrorCode find_span(const Parallel *par, SumBank *b)
{
  double most[2] = {-SUM_LIMBS, -1}; /* of -first, and of the last */

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < b->n_parts; i++) {
    const int limb = sum_limb_of(b->part[i].exponent);

    most[0] = max_real(most[0], -limb);
    most[1] = max_real(most[1], min_real(limb + PARTS_WITHIN, SUM_LIMBS) - 1);
  }
  PetscCall(parallel_max(par, most, 2));
  b->first = (int)-most[0];
  b->span  = (int)max_int(0, (int)most[1] - b->first + 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int64_t *limbs_of(const SumBank *b, int64_t at)
{
  return b->limb + at * b->span;
}

static void carry_all(SumBank *b)
{
  for (int64_t at = 0; at < b->bins * b->lanes && b->span > 0; at++)
    sum_limbs_carry(limbs_of(b, at), b->span);
}

enum { SUMMED_AT_ONCE = 1 << 28 }; /* limbs: MPI counts in int */

PetscErrorCode bank_reduce(const Parallel *par, SumBank *b)
{
  PetscFunctionBeginUser;
  bank_fold(b);
  drain(b);
  PetscCall(find_span(par, b));
  array_free(&b->limb);
  array_create(&b->limb, (size_t)(b->lanes * b->span) * sizeof *b->limb + 1, b->bins);
  for (PetscInt i = 0; i < b->n_parts; i++)
    sum_limbs_add(limbs_of(b, b->part[i].at) + sum_limb_of(b->part[i].exponent) - b->first,
                  b->part[i].value, b->part[i].exponent);
  carry_all(b);
  for (int64_t at = 0, n = b->bins * b->lanes * b->span; at < n; at += SUMMED_AT_ONCE)
    PetscCall(parallel_sum_int(par, b->limb + at, (int)min_int(n - at, SUMMED_AT_ONCE)));
  if (par->size > 1) carry_all(b);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void bank_merge(SumBank *b, int64_t to, int64_t from)
{
  int64_t *limb = limbs_of(b, to * b->lanes), *more = limbs_of(b, from * b->lanes);

  for (int k = 0; k < b->lanes * b->span; k++) limb[k] += more[k];
}

double bank_value(const SumBank *b, int64_t bin, int column)
{
  int64_t limb[SUM_LIMBS];

  if (b->span == 0) return 0;
  memcpy(limb, limbs_of(b, bin * b->lanes + column), (size_t)b->span * sizeof *limb);
  return sum_limbs_value(limb, b->span, b->first);
}
