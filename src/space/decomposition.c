/* SPDX-License-Identifier: MIT */
/* Recursive coordinate bisection, one level of the tree after the other. A team of consecutive ranks
   has all points of a node and finds its cut from histograms on the position grid, summed over the
   team. Then the team is divided, as the node is, and points that are on the other side of the cut go to the
   team there. So what a rank sends grows with the number of levels. At last all ranks are
   told all cuts. A balance does the same, given the present cut of each node. */
#include "space/decomposition.h"
#include "base/mail.h"
#include "base/random.h"
#include "space/team.h"

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

/* A point and the node that holds it. */
typedef struct {
  Vec3    x;
  int32_t weight;
  int     node;
} Located;

typedef struct {
  const Parallel *par;
  const Domain   *domain;
  Decomposition  *out;
  Located        *points; /* [n] of the nodes of this rank's teams */
  PetscInt        n, capacity;
  Team           *teams; /* of each node */
  Search  *searches;     /* of the nodes of a level whose teams this rank belongs to: one node, */
  int      n_searches;   /* or all below the node that is this rank's alone */
  int     *search_of;    /* node -> search of this level, or -1 */
  int64_t *cuts;         /* two numbers for each node that has a cut: cut_of */
  /* for a balance, else NULL */
  const BalanceLimits *limits;
  Cut                 *before; /* the former tree, same node indices; axis NO_CUT: not to be used */
  BalanceOutcome      *outcome;
} Builder;

static int64_t grid_coordinate(const Builder *b, Vec3 x, int axis)
{
  return (int64_t)((vec3_axis(x, axis) - vec3_axis(b->domain->lo, axis)) / b->domain->quantum);
}

static Search *search_at(const Builder *b, const Located *point)
{
  const int s = b->search_of[point->node];

  return s < 0 ? NULL : &b->searches[s];
}

/* The two numbers that tell all ranks the cut of a node: its grid coordinate, and its axis with whether
   it is held back. Left children have the numbers 1, 3, 5 ... in the order of their nodes. */
static int64_t *cut_of(const Builder *b, int node)
{
  return b->cuts + b->out->nodes[node].left - 1;
}

/* The team that all searches of this level are made by. */
static const Team *team_now(const Builder *b)
{
  return &b->teams[b->searches[0].node];
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
  for (const Located *p = b->points; p < b->points + b->n; p++) {
    const int  s   = b->search_of[p->node];
    const Cut *cut = present(b, p->node);

    if (s < 0) continue;
    totals[2 * s] += p->weight;
    if (cut && vec3_axis(p->x, cut->axis) < cut->cut) totals[2 * s + 1] += p->weight;
    for (int axis = 0; axis < 3; axis++) {
      const int64_t g = grid_coordinate(b, p->x, axis);

      ends[s * stride + axis]     = max_int(ends[s * stride + axis], g);
      ends[s * stride + 3 + axis] = max_int(ends[s * stride + 3 + axis], -g);
    }
  }
  PetscCall(team_max(team_now(b), ends, b->n_searches * stride));
  PetscCall(team_sum(team_now(b), totals, 2 * b->n_searches, NULL));
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

/* Histograms of the weight, BINS bins for each search that is not done, summed over the team. */
static PetscErrorCode count(Builder *b, int64_t *bins)
{
  PetscFunctionBeginUser;
  memset(bins, 0, (size_t)b->n_searches * BINS * sizeof *bins);
  for (const Located *p = b->points; p < b->points + b->n; p++) {
    const Search *s = search_at(b, p);
    int64_t       bin;

    if (!s || s->done) continue;
    bin = grid_coordinate(b, p->x, s->axis) - s->from;
    if (bin >= 0 && bin / s->width < BINS)
      bins[(s - b->searches) * BINS + bin / s->width] += p->weight;
  }
  PetscCall(team_sum(team_now(b), bins, b->n_searches * BINS, NULL));
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

/* Divide the box of a node by its cut, at the grid coordinate `from`. */
static void split(Builder *b, int k, int axis, int64_t from)
{
  Decomposition *d    = b->out;
  Cut           *node = &d->nodes[k];
  const Box      box  = d->boxes[k];
  const double   cut  = vec3_axis(b->domain->lo, axis) + (double)from * b->domain->quantum;

  node->axis           = axis;
  node->cut            = min_real(max_real(cut, vec3_axis(box.lo, axis)), vec3_axis(box.hi, axis));
  d->boxes[node->left] = d->boxes[node->right] = box;
  vec3_set(&d->boxes[node->left].hi, axis, node->cut);
  vec3_set(&d->boxes[node->right].lo, axis, node->cut);
  if (b->before && !present(b, k))
    b->before[node->left].axis = b->before[node->right].axis = NO_CUT;
}

/* Send the points that lie beyond the cut, in equal shares, to the ranks of the team there. All ranks
   must call this. */
static PetscErrorCode send_points(Builder *b)
{
  const Search *s      = b->n_searches > 0 && team_now(b)->count > 1 ? b->searches : NULL;
  PetscInt      n_kept = 0, n_gone = 0;
  Located      *gone;
  Mail         *mail;

  PetscFunctionBeginUser;
  mail_create(b->par, &mail);
  if (s) {
    const Cut  *node   = &b->out->nodes[s->node];
    const bool  right  = b->par->rank >= b->teams[node->right].first;
    const Team *there  = &b->teams[right ? node->left : node->right];
    int64_t     all[2] = {0, 0}, at[2];

    array_scratch(&gone, sizeof *gone, b->n);
    for (PetscInt i = 0; i < b->n; i++)
      if (b->points[i].node == (right ? node->left : node->right)) gone[n_gone++] = b->points[i];
      else b->points[n_kept++] = b->points[i];
    b->n       = n_kept;
    all[right] = n_gone;
    PetscCall(team_sum(team_now(b), all, 2, at));
    for (PetscInt i = 0, next; i < n_gone; i = next) {
      const int64_t to = (at[right] + i) * there->count / all[right];

      for (next = i + 1; next < n_gone && (at[right] + next) * there->count / all[right] == to;)
        next++;
      mail_post(mail, there->first + (int)to, gone + i, (size_t)(next - i) * sizeof *gone);
    }
    array_free(&gone);
  }
  PetscCall(mail_deliver(mail));
  mail_append(mail, sizeof *b->points, &b->points, &b->n, &b->capacity);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the cuts of the searches of a level. */
static PetscErrorCode cut_level(Builder *b, int64_t random)
{
  PetscFunctionBeginUser;
  PetscCall(find_extents(b));
  for (int s = 0; s < b->n_searches; s++) start_search(b, &b->searches[s], random);
  PetscCall(search_cuts(b));
  for (int k = 0; k < b->n_searches; k++) {
    const Search *s = &b->searches[k];

    split(b, s->node, s->axis, s->from);
    if (b->teams[s->node].first != b->par->rank) continue;
    cut_of(b, s->node)[0] = s->from;
    cut_of(b, s->node)[1] = 2 * s->axis + s->held_back;
  }
  for (Located *p = b->points; p < b->points + b->n; p++) {
    const Cut *node = &b->out->nodes[p->node];

    if (node->count > 1)
      p->node = vec3_axis(p->x, node->axis) < node->cut ? node->left : node->right;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode build_level(Builder *b, int first, int last, int64_t random)
{
  bool shared = false;

  PetscFunctionBeginUser;
  b->n_searches = 0;
  for (int k = first; k < last; k++) {
    const bool cuts = b->out->nodes[k].count > 1;

    shared          = shared || (cuts && b->teams[k].count > 1);
    b->search_of[k] = cuts && team_has(&b->teams[k], b->par->rank) ? b->n_searches++ : -1;
  }
  array_scratch(&b->searches, sizeof *b->searches, b->n_searches);
  for (int k = first; k < last; k++)
    if (b->search_of[k] >= 0) b->searches[b->search_of[k]] = (Search){.node = k};
  if (b->n_searches > 0) PetscCall(cut_level(b, random));
  if (shared) PetscCall(send_points(b));
  array_free(&b->searches);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Divide the parts and ranks of a node as its weight will be. */
static void divide(Builder *b, int k, PetscMPIInt tag)
{
  Decomposition *d    = b->out;
  Cut           *node = &d->nodes[k];
  const Team     team = b->teams[k];
  const int      half = node->count / 2;
  /* as many as parts, if every rank has one */
  const int ranks =
    (int)max_int(1, min_int(team.count - 1, (int64_t)team.count * half / node->count));

  node->left            = d->n++;
  node->right           = d->n++;
  d->nodes[node->left]  = (Cut){.first = node->first, .count = half};
  d->nodes[node->right] = (Cut){.first = node->first + half, .count = node->count - half};
  b->teams[node->left] = b->teams[node->right] = team;
  if (team.count == 1) return;
  b->teams[node->left]  = (Team){b->par, team.first, ranks, tag};
  b->teams[node->right] = (Team){b->par, team.first + ranks, team.count - ranks, tag};
}

/* Tell all ranks all cuts. */
static PetscErrorCode spread_cuts(Builder *b)
{
  Decomposition *d = b->out;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(b->par, b->cuts, d->n - 1));
  for (int k = 0; k < d->n; k++) {
    int axis, held_back;

    if (d->nodes[k].count == 1) continue;
    axis      = (int)(cut_of(b, k)[1] / 2);
    held_back = (int)(cut_of(b, k)[1] % 2);
    if (b->before && b->before[k].axis != axis) b->before[k].axis = NO_CUT;
    split(b, k, axis, cut_of(b, k)[0]);
    if (b->before && (!present(b, k) || b->before[k].cut != d->nodes[k].cut)) {
      b->outcome->cuts_moved++;
      b->outcome->held_back += held_back;
    }
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

static void take_points(Builder *b, const Points *points)
{
  array_reserve(&b->points, sizeof *b->points, points->n, &b->capacity);
  b->n = points->n;
  for (PetscInt i = 0; i < points->n; i++)
    b->points[i] =
      (Located){.x = points->x[i], .weight = points->weight ? points->weight[i] : 1, .node = 0};
}

static PetscErrorCode build_tree(Builder *b, const Points *points, int parts, int64_t random)
{
  Decomposition *d = b->out;
  PetscMPIInt    tag;

  PetscFunctionBeginUser;
  PetscCall(PetscCommGetNewTag(b->par->comm, &tag));
  array_scratch(&b->teams, sizeof *b->teams, 2 * parts - 1);
  array_scratch(&b->search_of, sizeof *b->search_of, 2 * parts - 1);
  array_create(&b->cuts, sizeof *b->cuts, 2 * parts - 1);
  d->n        = 1;
  d->nodes[0] = (Cut){.first = 0, .count = parts};
  d->boxes[0] = whole(b->domain);
  b->teams[0] = (Team){b->par, 0, b->par->size, tag};
  for (int k = 0; k < d->n; k++)
    if (d->nodes[k].count > 1) divide(b, k, tag);
  if (parts > 1) take_points(b, points);
  for (int first = 0, last = 1; first < d->n;) {
    const int next = last == d->n ? d->n : d->nodes[last - 1].right + 1;

    PetscCall(build_level(b, first, last, random));
    first = last;
    last  = next;
  }
  if (parts > 1) PetscCall(spread_cuts(b));
  for (int k = 0; k < d->n; k++)
    if (d->nodes[k].count == 1 && d->nodes[k].first == b->par->rank) d->mine = d->boxes[k];
  array_free(&b->points);
  array_free(&b->teams);
  array_free(&b->search_of);
  array_free(&b->cuts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode decomposition_build(const Parallel *par, const Domain *domain, const Points *points,
                                   int parts, int64_t random, Decomposition *out)
{
  Builder b = {.par = par, .domain = domain, .out = out};

  PetscFunctionBeginUser;
  array_create(&out->nodes, sizeof *out->nodes, 2 * parts - 1);
  array_create(&out->boxes, sizeof *out->boxes, 2 * parts - 1);
  PetscCall(build_tree(&b, points, parts, random));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode decomposition_balance(const Parallel *par, const Domain *domain,
                                     const Points *points, const BalanceLimits *limits,
                                     Decomposition *decomposition, BalanceOutcome *outcome)
{
  Builder b = {
    .par = par, .domain = domain, .out = decomposition, .limits = limits, .outcome = outcome};

  PetscFunctionBeginUser;
  *outcome = (BalanceOutcome){0};
  array_scratch(&b.before, sizeof *b.before, decomposition->n);
  memcpy(b.before, decomposition->nodes, (size_t)decomposition->n * sizeof *b.before);
  PetscCall(build_tree(&b, points, decomposition->nodes[0].count, -1));
  array_free(&b.before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

size_t decomposition_search_bytes(void)
{
  return 2 * (sizeof(Team) + sizeof(int) + sizeof(int64_t) + sizeof(Cut));
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
