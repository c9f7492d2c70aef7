/* SPDX-License-Identifier: MIT */
/* Rest state of skins, and the time step that they allow. */
#include "interaction/deform/deform.h"

/* Piece k with its nodes at these places. */
static PieceState state_of(const Deform *d, int32_t k, const Vec3 *x)
{
  const Piece *piece = &d->piece[k];
  PieceState   p     = {.kind = piece->kind};

  for (int m = 0; m < PIECE_NODES; m++) p.x[m] = x[piece->node[m]];
  return p;
}

void deform_measure(Deform *d, int dimension, const Vec3 *x, Findings *findings)
{
  PieceRest *rest;
  double    *content;

  d->rest.n    = (int64_t)d->n_pieces * REST_REALS;
  d->content.n = d->n_bodies;
  array_create(&d->rest.list, sizeof(PieceRest), d->n_pieces);
  array_create(&d->content.list, sizeof(double), d->n_bodies);
  rest    = d->rest.list;
  content = d->content.list;
  for (int32_t k = 0; k < d->n_pieces; k++) {
    const Piece     *piece = &d->piece[k];
    const PieceState p     = state_of(d, k, x);
    const double     f = d->length_factor, measure = piece_measure(&p);

    rest[k].measure       = measure * (p.kind == PIECE_FACE ? f * f : f);
    rest[k].length        = measure * f;
    rest[k].angle         = isnan(d->rest_angle) ? piece_angle(&p) : d->rest_angle;
    rest[k].weight        = piece_weight(&p);
    rest[k].length_before = rest[k].length;
    rest[k].angle_before  = rest[k].angle;
    rest[k].lost          = 0;
    if (!(rest[k].measure > 0 && isfinite(rest[k].weight)))
      finding_add(findings, 0,
                  piece->kind == PIECE_FACE
                    ? "the triangle of clumps %" PRId64 ", %" PRId64 " and %" PRId64 " has no area"
                    : "the segment or edge from clump %" PRId64 " to %" PRId64
                      " has no length, or the triangles beside it coincide (clump %" PRId64 ")",
                  d->id[piece->node[0]], d->id[piece->node[1]], d->id[piece->node[2]]);
    content[piece->body] += piece_content(&p, x[d->anchor[piece->body]]);
  }
  for (int32_t b = 0; b < d->n_bodies && findings->n == 0; b++) {
    if (!(content[b] > 0))
      finding_add(
        findings, 0, "the body of clump %" PRId64 " encloses %g %s: %s, or it crosses itself",
        d->id[d->anchor[b]], content[b], dimension == 2 ? "m^2" : "m^3",
        dimension == 2 ? "its segments have the wrong sense (they go counter-clockwise)"
                       : "its triangles have the wrong sense (corners are counter-clockwise seen "
                         "from outside)");
    content[b] *= d->content_factor;
  }
}

/* ---- the time step ---- */

/* Add the bound of the stiffness of an energy w/2 (g . x)^2 of gradients g_i, by nodes: with K = w
   g g^T, x K x <= w (sum |g_j|) (sum |g_i| x_i^2) (Cauchy-Schwarz). */
static void add_term(const Piece *piece, double w, const Vec3 slope[PIECE_NODES],
                     double (*sum)[TERMS], int term)
{
  double total = 0;

  for (int m = 0; m < piece_nodes(piece->kind); m++) total += vec3_norm(slope[m]);
  for (int m = 0; m < piece_nodes(piece->kind); m++)
    sum[piece->node[m]][term] += w * vec3_norm(slope[m]) * total;
}

/* Curvature of a length is at most 1 / length for the difference of its ends; of an area, at most
   the sum of the squares of its sides over 4 areas for the displacement of its corners. */
static void add_tension(const Piece *piece, const PieceState *p, double measure,
                        double (*sum)[TERMS])
{
  double sides = 0;

  for (int m = 0; m < 3; m++) {
    const Vec3 way = vec3_sub(p->x[(m + 1) % 3], p->x[m]);

    sides += vec3_dot(way, way);
  }
  if (piece->kind == PIECE_FACE)
    for (int m = 0; m < 3; m++) sum[piece->node[m]][TERM_TENSION] += sides / (4 * measure);
  else
    for (int m = 0; m < 2; m++) sum[piece->node[m]][TERM_TENSION] += 2 / measure;
}

static void add_piece(const Deform *d, int32_t k, const Vec3 *x, double (*sum)[TERMS])
{
  const Piece     *piece = &d->piece[k];
  const PieceState p     = state_of(d, k, x);
  const PieceRest *rest  = &((const PieceRest *)d->rest.list)[k];
  Vec3             slope[PIECE_NODES];

  piece_measure_slope(&p, slope);
  if (piece->kind != PIECE_EDGE) {
    add_term(piece, 1 / rest->measure, slope, sum, TERM_STRETCHING);
    add_tension(piece, &p, piece_measure(&p), sum);
  }
  if (piece->kind == PIECE_FACE) return;
  add_term(piece, 1, slope, sum, TERM_EDGE);
  add_term(piece, 1, slope, sum, TERM_DAMPING);
  piece_angle_slope(&p, slope);
  add_term(piece, rest->weight, slope, sum, TERM_BENDING);
}

static void add_contents(const Deform *d, const Vec3 *x, double (*sum)[TERMS])
{
  const double *content = d->content.list;
  Vec3         *slope;
  double       *total;

  array_create(&slope, sizeof *slope, d->n_nodes);
  array_create(&total, sizeof *total, d->n_bodies);
  for (int32_t k = 0; k < d->n_pieces; k++) {
    const PieceState p = state_of(d, k, x);
    Vec3             part[PIECE_NODES];

    piece_content_slope(&p, part);
    for (int m = 0; m < piece_nodes(p.kind); m++) {
      Vec3 *to = &slope[d->piece[k].node[m]];

      *to = vec3_add(*to, part[m]);
    }
  }
  for (int32_t k = 0; k < d->n_nodes; k++) total[d->body[k]] += vec3_norm(slope[k]);
  for (int32_t k = 0; k < d->n_nodes; k++)
    sum[k][TERM_CONTENT] = vec3_norm(slope[k]) * total[d->body[k]] / content[d->body[k]];
  array_free(&slope);
  array_free(&total);
}

void deform_limit(Deform *d, const Vec3 *x, const double *mass)
{
  double(*sum)[TERMS];

  array_create(&sum, sizeof *sum, d->n_nodes);
  for (int32_t k = 0; k < d->n_pieces; k++) add_piece(d, k, x, sum);
  add_contents(d, x, sum);
  for (int t = 0; t < TERMS; t++)
    for (int32_t k = 0; k < d->n_nodes; k++) d->factor[t] = fmax(d->factor[t], sum[k][t] / mass[k]);
  array_free(&sum);
}
