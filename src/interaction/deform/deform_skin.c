/* SPDX-License-Identifier: MIT */
/* Skins: pieces and bodies from the segments or triangles, which are given by the ids of their
   nodes. */
#include "base/forest.h"
#include "interaction/deform/deform.h"

int32_t deform_node(const Deform *d, Id id)
{
  const PetscInt at = items_before(d->id, d->n_nodes, sizeof *d->id, &id, compare_ids);

  return at < d->n_nodes && d->id[at] == id ? (int32_t)at : -1;
}

static void find_nodes(Deform *d)
{
  const PetscInt n = (PetscInt)d->elements.n;

  array_create(&d->id, sizeof *d->id, n);
  memcpy(d->id, d->elements.list, (size_t)n * sizeof *d->id);
  sort_items(d->id, n, sizeof *d->id, compare_ids);
  d->n_nodes = 0;
  for (PetscInt k = 0; k < n; k++)
    if (k == 0 || d->id[k] != d->id[k - 1]) d->id[d->n_nodes++] = d->id[k];
  array_create(&d->body, sizeof *d->body, d->n_nodes);
  for (int32_t k = 0; k < d->n_nodes; k++) d->body[k] = -1;
}

static int64_t line_of(const int64_t *line, PetscInt element)
{
  return line ? line[element] : 0;
}

/* Node `corner` of an element. */
static int32_t node_at(const Deform *d, PetscInt element, int corners, int corner)
{
  return deform_node(d, ((const Id *)d->elements.list)[element * corners + corner]);
}

/* ---- two dimensions ---- */

/* The nodes after and before each node, -1: none. */
static void find_ring(const Deform *d, const int64_t *line, int32_t *next, int32_t *before,
                      Findings *findings)
{
  for (int32_t k = 0; k < d->n_nodes; k++) next[k] = before[k] = -1;
  for (PetscInt e = 0; e < d->elements.n / 2; e++) {
    const int32_t a = node_at(d, e, 2, 0), b = node_at(d, e, 2, 1);

    if (a == b)
      finding_add(findings, line_of(line, e), "clump %" PRId64 " is joined to itself", d->id[a]);
    else if (next[a] >= 0)
      finding_add(findings, line_of(line, e),
                  "two segments begin at clump %" PRId64
                  ": one of them is the wrong way round, or lines meet there",
                  d->id[a]);
    else if (before[b] >= 0)
      finding_add(findings, line_of(line, e),
                  "two segments end at clump %" PRId64
                  ": one of them is the wrong way round, or lines meet there",
                  d->id[b]);
    else {
      next[a]   = b;
      before[b] = a;
    }
  }
  for (int32_t k = 0; k < d->n_nodes && findings->n == 0; k++)
    if (next[k] < 0 || before[k] < 0)
      finding_add(findings, 0,
                  "the line of clump %" PRId64 " is open there: bodies are closed lines", d->id[k]);
}

static void connect_ring(Deform *d, const int64_t *line, Findings *findings)
{
  int32_t *next, *before;

  array_create(&next, sizeof *next, d->n_nodes);
  array_create(&before, sizeof *before, d->n_nodes);
  array_create(&d->piece, sizeof *d->piece, d->n_nodes);
  find_ring(d, line, next, before, findings);
  for (int32_t k = 0; k < d->n_nodes && findings->n == 0; k++) {
    int32_t n = 0;

    if (d->body[k] >= 0) continue;
    for (int32_t at = k; d->body[at] < 0; at = next[at], n++) d->body[at] = d->n_bodies;
    d->n_bodies++;
    if (n < 3)
      finding_add(findings, 0, "the line of clump %" PRId64 " has %d nodes; allowed: 3 or more",
                  d->id[k], n);
  }
  for (int32_t k = 0; k < d->n_nodes && findings->n == 0; k++)
    d->piece[d->n_pieces++] =
      (Piece){.kind = PIECE_SEGMENT, .body = d->body[k], .node = {k, next[k], before[k], next[k]}};
  array_free(&next);
  array_free(&before);
}

/* ---- three dimensions ---- */

/* A side of a triangle. */
typedef struct {
  int32_t  low, high, third; /* nodes */
  bool     up;               /* from low to high */
  PetscInt element;
} Side;

static int compare_sides(const void *a, const void *b)
{
  const Side *p = a, *q = b;

  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  if (p->up != q->up) return p->up ? -1 : 1;
  return p->element < q->element ? -1 : p->element > q->element;
}

static void find_sides(const Deform *d, const int64_t *line, Side **sides, Findings *findings)
{
  const PetscInt n = (PetscInt)d->elements.n / 3;

  array_create(sides, sizeof **sides, 3 * n);
  for (PetscInt e = 0; e < n; e++)
    for (int k = 0; k < 3; k++) {
      const int32_t a = node_at(d, e, 3, k), b = node_at(d, e, 3, (k + 1) % 3);

      (*sides)[3 * e + k] = (Side){.low     = (int32_t)min_int(a, b),
                                   .high    = (int32_t)max_int(a, b),
                                   .third   = node_at(d, e, 3, (k + 2) % 3),
                                   .up      = a < b,
                                   .element = e};
      if (a == b)
        finding_add(findings, line_of(line, e), "the triangle has clump %" PRId64 " twice",
                    d->id[a]);
    }
  sort_items(*sides, 3 * n, sizeof **sides, compare_sides);
}

/* Check that an edge has two sides, of opposite directions. */
static void check_edge(const Deform *d, const Side *s, PetscInt n, const int64_t *line,
                       Findings *findings)
{
  const Id a = d->id[s->low], b = d->id[s->high];

  if (n == 1)
    finding_add(findings, line_of(line, s->element),
                "the edge from clump %" PRId64 " to %" PRId64
                " belongs to one triangle: the surface is open there",
                a, b);
  else if (n > 2)
    finding_add(findings, line_of(line, s[2].element),
                "the edge from clump %" PRId64 " to %" PRId64
                " belongs to %d triangles; allowed: 2",
                a, b, (int)n);
  else if (s[0].up == s[1].up)
    finding_add(findings, line_of(line, s[1].element),
                "its corners have the opposite sense of those in line %" PRId64
                ", at the edge from clump %" PRId64 " to %" PRId64
                ": all are to be counter-clockwise seen from outside",
                line_of(line, s[0].element), a, b);
}

/* Number the bodies by their lowest nodes. */
static void find_bodies(Deform *d, const Side *sides, PetscInt n)
{
  int32_t *parent;

  array_create(&parent, sizeof *parent, d->n_nodes);
  for (int32_t k = 0; k < d->n_nodes; k++) parent[k] = k;
  for (PetscInt s = 0; s < n; s++) forest_join(parent, sides[s].low, sides[s].high);
  for (int32_t k = 0; k < d->n_nodes; k++) {
    const int32_t root = forest_root(parent, k);

    d->body[k] = root == k ? d->n_bodies++ : d->body[root];
  }
  array_free(&parent);
}

static void connect_surface(Deform *d, const int64_t *line, Findings *findings)
{
  const PetscInt n = (PetscInt)d->elements.n / 3;
  Side          *s;

  find_sides(d, line, &s, findings);
  for (PetscInt from = 0, to; from < 3 * n && findings->n == 0; from = to) {
    for (to = from + 1; to < 3 * n && s[to].low == s[from].low && s[to].high == s[from].high;) to++;
    check_edge(d, s + from, to - from, line, findings);
  }
  if (findings->n == 0) {
    find_bodies(d, s, 3 * n);
    array_create(&d->piece, sizeof *d->piece, n + 3 * n / 2);
    for (PetscInt e = 0; e < n; e++) {
      const int32_t a = node_at(d, e, 3, 0), b = node_at(d, e, 3, 1), c = node_at(d, e, 3, 2);

      d->piece[d->n_pieces++] =
        (Piece){.kind = PIECE_FACE, .body = d->body[a], .node = {a, b, c, c}};
    }
    for (PetscInt k = 0; k < 3 * n; k += 2)
      d->piece[d->n_pieces++] = (Piece){.kind = PIECE_EDGE,
                                        .body = d->body[s[k].low],
                                        .node = {s[k].low, s[k].high, s[k].third, s[k + 1].third}};
  }
  array_free(&s);
}

/* ---- both ---- */

void deform_connect(Deform *d, int dimension, const int64_t *line, Findings *findings)
{
  int32_t *start;

  find_nodes(d);
  if (dimension == 2) connect_ring(d, line, findings);
  else connect_surface(d, line, findings);
  if (findings->n > 0) return;
  array_create(&d->anchor, sizeof *d->anchor, d->n_bodies);
  for (int32_t k = d->n_nodes - 1; k >= 0; k--) d->anchor[d->body[k]] = k;
  array_create(&start, sizeof *start, d->n_nodes + 2);
  for (int32_t k = 0; k < d->n_pieces; k++)
    if (d->piece[k].kind != PIECE_FACE)
      for (int m = 0; m < 2; m++) start[d->piece[k].node[m] + 2]++;
  for (int32_t k = 2; k < d->n_nodes + 2; k++) start[k] += start[k - 1];
  array_create(&d->beside, sizeof *d->beside, start[d->n_nodes + 1]);
  for (int32_t k = 0; k < d->n_pieces; k++)
    if (d->piece[k].kind != PIECE_FACE)
      for (int m = 0; m < 2; m++)
        d->beside[start[d->piece[k].node[m] + 1]++] = d->piece[k].node[1 - m];
  d->beside_start = start;
}
