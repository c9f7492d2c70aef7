/* SPDX-License-Identifier: MIT */
/* Recursive coordinate bisection on all ranks together, one level of the tree after the other: the
   cuts of a level are found from histograms on the position grid, summed over the ranks. A balance
   does the same, given the present cut of each node. */
#include "space/decomposition.h"
#include "base/random.h"

enum { BINS = 64, NO_CUT = -1 };

/* Search for the cut of one node: the first grid coordinate with at least `target` weight below it
   lies in [from, from + BINS * width]. */
typedef struct {
  int     node, axis;
  int64_t lo[3],
    hi[3]; /* box around the node's points, grid units from the lower corner of the domain */
  /* grid units; weights below `from`, wanted below the cut, and of the node */
  int64_t from, width, below, target, total;
  int64_t now;         /* weight below the present cut; NO_CUT if there is none */
  int64_t least, most; /* limits of the weight below the new cut */
  bool    held_back;   /* the target is outside least .. most */
  bool    done;
} Search;

typedef struct {
  const Parallel *par;
  const Domain   *domain;
  Decomposition  *out;
  const Points   *points;
  int            *node; /* [points->n] node that holds the point */
  Search         *searches;
  int             n_searches;
  int            *search_of; /* node -> search of this level, or -1 */
  /* for a balance, else NULL */
  const BalanceLimits *limits;
  Cut                 *before; /* the former tree, same node indices; axis NO_CUT: not to be used */
  BalanceOutcome      *outcome;
} Builder;

static int64_t grid_coordinate(const Builder *b, Vec3 x, int axis)
{
  return (int64_t)((vec3_axis(x, axis) - vec3_axis(b->domain->lo, axis)) / b->domain->quantum);
}

static int64_t weight(const Builder *b, PetscInt i)
{
  return b->points->weight ? b->points->weight[i] : 1;
}

static Search *search_at(const Builder *b, PetscInt i)
{
  const int s = b->search_of[b->node[i]];

  return s < 0 ? NULL : &b->searches[s];
}

/* The present cut of a node in a balance; NULL if there is none to start from. */
static const Cut *present(const Builder *b, int node)
{
  return b->before && b->before[node].axis != NO_CUT ? &b->before[node] : NULL;
}

/* For every search of this level: box around the node's points, their weight, and the weight below
   the present cut. */
static PetscErrorCode find_extents(Builder *b)
{
  const int stride = 6;
  int64_t  *ends, *totals;

  PetscFunctionBeginUser;
  array_scratch(&ends, sizeof *ends, b->n_searches * stride);
  array_scratch(&totals, sizeof *totals, 2 * b->n_searches);
  for (int k = 0; k < b->n_searches * stride; k++) ends[k] = INT64_MIN / 2;
  for (int k = 0; k < 2 * b->n_searches; k++) totals[k] = 0;
  for (PetscInt i = 0; i < b->points->n; i++) {
    const int  s   = b->search_of[b->node[i]];
    const Cut *cut = present(b, b->node[i]);

    if (s < 0) continue;
    totals[2 * s] += weight(b, i);
    if (cut && vec3_axis(b->points->x[i], cut->axis) < cut->cut) totals[2 * s + 1] += weight(b, i);
    for (int axis = 0; axis < 3; axis++) {
      const int64_t g = grid_coordinate(b, b->points->x[i], axis);

      ends[s * stride + axis]     = max_int(ends[s * stride + axis], g);
      ends[s * stride + 3 + axis] = max_int(ends[s * stride + 3 + axis], -g);
    }
  }
  PetscCall(parallel_max_int(b->par, ends, b->n_searches * stride));
  PetscCall(parallel_sum_int(b->par, totals, 2 * b->n_searches));
  for (int s = 0; s < b->n_searches; s++) {
    b->searches[s].total = totals[2 * s];
    b->searches[s].now   = totals[2 * s + 1];
    for (int axis = 0; axis < 3; axis++) {
      b->searches[s].hi[axis] = ends[s * stride + axis];
      b->searches[s].lo[axis] = -ends[s * stride + 3 + axis];
    }
  }
  array_free(&ends);
  array_free(&totals);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double finite_or(double side, double fallback)
{
  return isfinite(side) ? side : fallback;
}

/* Cut a node without weight: in the middle of the longest side of its box, infinite sides ending at
   the domain's faces. */
static void cut_geometrically(Builder *b, Search *s)
{
  const Box *box  = &b->out->boxes[s->node];
  double     best = -1;

  for (int axis = 0; axis < b->domain->dimension; axis++) {
    const double lo = finite_or(vec3_axis(box->lo, axis), vec3_axis(b->domain->lo, axis));
    const double hi = finite_or(vec3_axis(box->hi, axis), vec3_axis(b->domain->hi, axis));

    if (hi - lo <= best) continue;
    best    = hi - lo;
    s->axis = axis;
    s->from = grid_coordinate(
      b, (Vec3){lo + 0.5 * (hi - lo), lo + 0.5 * (hi - lo), lo + 0.5 * (hi - lo)}, axis);
  }
  s->done = true;
}

static void cut_randomly(Search *s, int dimension, int64_t seed)
{
  Random        r    = random_stream((uint64_t)seed, RANDOM_DECOMPOSITION, (uint64_t)s->node);
  const int     axis = (int)(random_bits(&r) % (uint64_t)dimension);
  const int64_t span = s->hi[axis] - s->lo[axis];

  s->axis = axis;
  s->from = s->lo[axis] + (int64_t)(random_real(&r) * (double)span);
  s->done = true;
}

static void keep_cut(const Builder *b, Search *s)
{
  const Cut *cut = present(b, s->node);

  s->axis = cut->axis;
  s->from = (int64_t)((cut->cut - vec3_axis(b->domain->lo, cut->axis)) / b->domain->quantum);
  s->done = true;
}

static int64_t span(const Search *s, int axis)
{
  return s->hi[axis] - s->lo[axis];
}

/* Normal to the longest side; a present cut keeps its axis unless that side is more than 1.5 times
   as long as its own. */
static void choose_axis(const Builder *b, Search *s)
{
  const Cut *cut = present(b, s->node);

  s->axis = 0;
  for (int axis = 1; axis < b->domain->dimension; axis++)
    if (span(s, axis) > span(s, s->axis)) s->axis = axis;
  if (cut && 2 * span(s, s->axis) <= 3 * span(s, cut->axis)) s->axis = cut->axis;
  if (cut && s->axis != cut->axis) b->before[s->node].axis = NO_CUT;
}

/* True if no side of the present cut has more than 1 + tolerance times its share. Weights are far
   below 2^53, so that their conversion to double is exact. */
static bool is_even(const Search *s, int half, int count, double tolerance)
{
  const double part = (1 + tolerance) * (double)s->total / count;

  return (double)s->now <= part * half && (double)(s->total - s->now) <= part * (count - half);
}

static void start_search(Builder *b, Search *s, int64_t random)
{
  const Cut *node = &b->out->nodes[s->node];

  s->done = false;
  if (s->total == 0 && present(b, s->node)) {
    keep_cut(b, s);
    return;
  }
  if (s->total == 0) {
    cut_geometrically(b, s);
    return;
  }
  if (random >= 0) {
    cut_randomly(s, b->domain->dimension, random);
    return;
  }
  choose_axis(b, s);
  s->from   = s->lo[s->axis];
  s->width  = span(s, s->axis) / BINS + 1;
  s->below  = 0;
  s->target = s->total * (node->count / 2) / node->count;
  s->least  = 0;
  s->most   = s->total;
  if (!present(b, s->node)) {
    s->now = NO_CUT;
    return;
  }
  if (is_even(s, node->count / 2, node->count, b->limits->tolerance)) {
    keep_cut(b, s);
    return;
  }
  s->least     = max_int(0, s->now - (int64_t)(b->limits->fraction * (double)s->total));
  s->most      = min_int(s->total, s->now + (int64_t)(b->limits->fraction * (double)s->total));
  s->held_back = s->target < s->least || s->target > s->most;
}

/* Histograms of the weight, BINS bins for each search that is not done, summed over all ranks. */
static PetscErrorCode count(Builder *b, int64_t *bins)
{
  PetscFunctionBeginUser;
  memset(bins, 0, (size_t)b->n_searches * BINS * sizeof *bins);
  for (PetscInt i = 0; i < b->points->n; i++) {
    const Search *s = search_at(b, i);
    int64_t       bin;

    if (!s || s->done) continue;
    bin = grid_coordinate(b, b->points->x[i], s->axis) - s->from;
    if (bin >= 0 && bin / s->width < BINS)
      bins[(s - b->searches) * BINS + bin / s->width] += weight(b, i);
  }
  PetscCall(parallel_sum_int(b->par, bins, b->n_searches * BINS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int64_t distance(int64_t a, int64_t b)
{
  return a > b ? a - b : b - a;
}

/* Put the cut at one of the two edges of the last bin, which holds the weight `inside`: the edge
   nearer to the target among those within least .. most; if none of these is better than the
   present cut, the nearer of both; if that is not better either, keep the present cut. */
static void finish(const Builder *b, Search *s, int64_t inside)
{
  const int64_t edges[2] = {s->below, s->below + inside};
  int64_t       best     = s->now == NO_CUT ? INT64_MAX : distance(s->now, s->target);
  int           chosen   = -1;

  s->done = true;
  for (int within = 1; within >= 0 && chosen < 0; within--)
    for (int k = 0; k < 2; k++) {
      if (within && (edges[k] < s->least || edges[k] > s->most)) continue;
      if (distance(edges[k], s->target) >= best) continue;
      best   = distance(edges[k], s->target);
      chosen = k;
    }
  if (chosen < 0) keep_cut(b, s);
  if (chosen == 1) s->from += s->width;
}

/* Descend into the bin in which the weight below reaches the target, clamped to least .. most. The
   search ends when the bin is one grid unit wide or holds at most 1 + total / 2000. */
static void narrow(const Builder *b, Search *s, const int64_t *bins)
{
  const int64_t target = max_int(s->least, min_int(s->most, s->target));
  int           k      = 0;

  while (k < BINS - 1 && s->below + bins[k] < target) s->below += bins[k++];
  s->from += k * s->width;
  if (s->width == 1 || bins[k] <= 1 + s->total / 2000) finish(b, s, bins[k]);
  s->width = (s->width - 1) / BINS + 1;
}

static PetscErrorCode search_cuts(Builder *b)
{
  int64_t *bins;
  bool     open = true;

  PetscFunctionBeginUser;
  array_scratch(&bins, sizeof *bins, b->n_searches * BINS);
  while (open) {
    open = false;
    for (int s = 0; s < b->n_searches; s++) open = open || !b->searches[s].done;
    if (!open) break;
    PetscCall(count(b, bins));
    for (int s = 0; s < b->n_searches; s++)
      if (!b->searches[s].done) narrow(b, &b->searches[s], bins + (size_t)s * BINS);
  }
  array_free(&bins);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void split(Builder *b, const Search *s)
{
  Decomposition *d    = b->out;
  Cut           *node = &d->nodes[s->node];
  const Box      box  = d->boxes[s->node];
  const int      half = node->count / 2;
  double         cut  = vec3_axis(b->domain->lo, s->axis) + (double)s->from * b->domain->quantum;

  cut         = min_real(max_real(cut, vec3_axis(box.lo, s->axis)), vec3_axis(box.hi, s->axis));
  node->axis  = s->axis;
  node->cut   = cut;
  node->left  = d->n++;
  node->right = d->n++;
  d->nodes[node->left]  = (Cut){.first = node->first, .count = half};
  d->nodes[node->right] = (Cut){.first = node->first + half, .count = node->count - half};
  d->boxes[node->left] = d->boxes[node->right] = box;
  vec3_set(&d->boxes[node->left].hi, s->axis, cut);
  vec3_set(&d->boxes[node->right].lo, s->axis, cut);
  if (b->before && !present(b, s->node))
    b->before[node->left].axis = b->before[node->right].axis = NO_CUT;
  if (b->before && (!present(b, s->node) || b->before[s->node].cut != cut)) {
    b->outcome->cuts_moved++;
    b->outcome->held_back += s->held_back;
  }
}

static PetscErrorCode build_level(Builder *b, int first, int last, int64_t random)
{
  PetscFunctionBeginUser;
  b->n_searches = 0;
  for (int k = first; k < last; k++) {
    b->search_of[k] = -1;
    if (b->out->nodes[k].count == 1) continue;
    b->search_of[k]              = b->n_searches;
    b->searches[b->n_searches++] = (Search){.node = k};
  }
  PetscCall(find_extents(b));
  for (int s = 0; s < b->n_searches; s++) start_search(b, &b->searches[s], random);
  PetscCall(search_cuts(b));
  for (int s = 0; s < b->n_searches; s++) split(b, &b->searches[s]);
  for (PetscInt i = 0; i < b->points->n; i++) {
    const Cut *node = &b->out->nodes[b->node[i]];

    if (node->count > 1)
      b->node[i] = vec3_axis(b->points->x[i], node->axis) < node->cut ? node->left : node->right;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Box whole(const Domain *domain)
{
  Box box;

  for (int k = 0; k < 3; k++) {
    const bool periodic = boundary_wraps(domain->boundary[k]);

    vec3_set(&box.lo, k, periodic ? vec3_axis(domain->lo, k) : -INFINITY);
    vec3_set(&box.hi, k, periodic ? vec3_axis(domain->hi, k) : INFINITY);
  }
  return box;
}

static PetscErrorCode build_tree(Builder *b, int parts, int64_t random)
{
  Decomposition *d = b->out;

  PetscFunctionBeginUser;
  array_scratch(&b->node, sizeof *b->node, b->points->n);
  array_scratch(&b->searches, sizeof *b->searches, parts);
  array_scratch(&b->search_of, sizeof *b->search_of, 2 * parts - 1);
  for (PetscInt i = 0; i < b->points->n; i++) b->node[i] = 0;
  d->n        = 1;
  d->nodes[0] = (Cut){.first = 0, .count = parts};
  d->boxes[0] = whole(b->domain);
  for (int first = 0; first < d->n;) {
    const int last = d->n;

    PetscCall(build_level(b, first, last, random));
    first = last;
  }
  for (int k = 0; k < d->n; k++)
    if (d->nodes[k].count == 1 && d->nodes[k].first == b->par->rank) d->mine = d->boxes[k];
  array_free(&b->node);
  array_free(&b->searches);
  array_free(&b->search_of);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode decomposition_build(const Parallel *par, const Domain *domain, const Points *points,
                                   int parts, int64_t random, Decomposition *out)
{
  Builder b = {.par = par, .domain = domain, .out = out, .points = points};

  PetscFunctionBeginUser;
  array_create(&out->nodes, sizeof *out->nodes, 2 * parts - 1);
  array_create(&out->boxes, sizeof *out->boxes, 2 * parts - 1);
  PetscCall(build_tree(&b, parts, random));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode decomposition_balance(const Parallel *par, const Domain *domain,
                                     const Points *points, const BalanceLimits *limits,
                                     Decomposition *decomposition, BalanceOutcome *outcome)
{
  Builder b = {.par     = par,
               .domain  = domain,
               .out     = decomposition,
               .points  = points,
               .limits  = limits,
               .outcome = outcome};

  PetscFunctionBeginUser;
  *outcome = (BalanceOutcome){0};
  array_scratch(&b.before, sizeof *b.before, decomposition->n);
  memcpy(b.before, decomposition->nodes, (size_t)decomposition->n * sizeof *b.before);
  PetscCall(build_tree(&b, decomposition->nodes[0].count, -1));
  array_free(&b.before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

size_t decomposition_search_bytes(void)
{
  return sizeof(Search) + 2 * sizeof(int) + 2 * sizeof(Cut) + BINS * sizeof(int64_t) / 2;
}

void decomposition_free(Decomposition *decomposition)
{
  array_free(&decomposition->nodes);
  array_free(&decomposition->boxes);
  decomposition->n = 0;
}

int decomposition_rank(const Decomposition *d, Vec3 x)
{
  int k = 0;

  while (d->nodes[k].count > 1)
    k = vec3_axis(x, d->nodes[k].axis) < d->nodes[k].cut ? d->nodes[k].left : d->nodes[k].right;
  return d->nodes[k].first;
}

/* Place of a cut, or of a face, in the domain as it is now. */
static double stretched(const Domain *d, int axis, double before, double x)
{
  const double lo = vec3_axis(d->lo, axis), hi = vec3_axis(d->hi, axis);

  if (x == before) return hi;
  return x > lo && x < before ? grid_round(d, lo + (x - lo) * ((hi - lo) / (before - lo))) : x;
}

void decomposition_stretch(Decomposition *out, const Domain *d)
{
  for (int k = 0; k < d->dimension; k++) {
    const double before = vec3_axis(out->boxes[0].hi, k);

    if (!boundary_wraps(d->boundary[k]) || before == vec3_axis(d->hi, k)) continue;
    for (int i = 0; i < out->n; i++) {
      Box *b = &out->boxes[i];

      vec3_set(&b->lo, k, stretched(d, k, before, vec3_axis(b->lo, k)));
      vec3_set(&b->hi, k, stretched(d, k, before, vec3_axis(b->hi, k)));
      if (out->nodes[i].count > 1 && out->nodes[i].axis == k)
        out->nodes[i].cut = stretched(d, k, before, out->nodes[i].cut);
    }
    vec3_set(&out->mine.lo, k, stretched(d, k, before, vec3_axis(out->mine.lo, k)));
    vec3_set(&out->mine.hi, k, stretched(d, k, before, vec3_axis(out->mine.hi, k)));
  }
}
