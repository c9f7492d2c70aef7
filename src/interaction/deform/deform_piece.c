/* SPDX-License-Identifier: MIT */
/* Energies of pieces, and their gradients. */
#include "interaction/deform/deform_piece.h"
#include "base/base.h"
#include "base/elementary.h"

static const Vec3 up = {0, 0, 1}, zero = {0, 0, 0};

/* ---- lengths and areas ---- */

/* Twice the area of the triangle, along its normal. */
static Vec3 normal(Vec3 a, Vec3 b, Vec3 c)
{
  return vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
}

double piece_measure(const PieceState *p)
{
  if (p->kind == PIECE_FACE) return 0.5 * vec3_norm(normal(p->x[0], p->x[1], p->x[2]));
  return vec3_norm(vec3_sub(p->x[1], p->x[0]));
}

void piece_measure_slope(const PieceState *p, Vec3 slope[PIECE_NODES])
{
  const Vec3  *x   = p->x;
  const Vec3   way = vec3_sub(x[1], x[0]);
  const double far = vec3_norm(way);
  Vec3         n;
  double       size;

  if (p->kind != PIECE_FACE) {
    slope[1] = far > 0 ? vec3_scale(1 / far, way) : zero;
    slope[0] = vec3_scale(-1, slope[1]);
    slope[2] = slope[3] = zero;
    return;
  }
  n    = normal(x[0], x[1], x[2]);
  size = vec3_norm(n);
  n    = size > 0 ? vec3_scale(0.5 / size, n) : zero;
  for (int k = 0; k < 3; k++) slope[k] = vec3_cross(n, vec3_sub(x[(k + 2) % 3], x[(k + 1) % 3]));
  slope[3] = zero;
}

/* ---- angles ---- */

/* Angle of the point (x, y), rad. */
static double angle_of(double y, double x)
{
  const double angle = arc_degrees(fabs(y), x) * (PETSC_PI / 180);

  return y < 0 ? -angle : angle;
}

/* Normals of both triangles of an edge, as long as twice their areas. */
static void edge_normals(const PieceState *p, Vec3 *left, Vec3 *right)
{
  *left  = normal(p->x[0], p->x[1], p->x[2]);
  *right = normal(p->x[1], p->x[0], p->x[3]);
}

double piece_angle(const PieceState *p)
{
  const Vec3 *x   = p->x;
  const Vec3  way = vec3_sub(x[1], x[0]);
  Vec3        left, right;

  if (p->kind == PIECE_FACE) return 0;
  if (p->kind == PIECE_SEGMENT) {
    const Vec3 before = vec3_sub(x[0], x[2]);

    return angle_of(vec3_cross(before, way).z, vec3_dot(before, way));
  }
  edge_normals(p, &left, &right);
  return angle_of(vec3_dot(vec3_cross(left, right), way) / vec3_norm(way), vec3_dot(left, right));
}

void piece_angle_slope(const PieceState *p, Vec3 slope[PIECE_NODES])
{
  const Vec3  *x   = p->x;
  const Vec3   way = vec3_sub(x[1], x[0]);
  const double d2  = vec3_dot(way, way);
  Vec3         left, right;
  double       c, d;

  for (int k = 0; k < PIECE_NODES; k++) slope[k] = zero;
  if (p->kind == PIECE_FACE || !(d2 > 0)) return;
  if (p->kind == PIECE_SEGMENT) {
    const Vec3   before = vec3_sub(x[0], x[2]);
    const double b2     = vec3_dot(before, before);

    if (!(b2 > 0)) return;
    slope[1] = vec3_scale(1 / d2, vec3_cross(up, way));
    slope[2] = vec3_scale(1 / b2, vec3_cross(up, before));
    slope[0] = vec3_scale(-1, vec3_add(slope[1], slope[2]));
    return;
  }
  /* a third corner that moves along its normal turns its triangle about the edge; the gradients at
     the ends of the edge make the sums of force and torque 0 */
  edge_normals(p, &left, &right);
  if (!(vec3_dot(left, left) > 0 && vec3_dot(right, right) > 0)) return;
  slope[2] = vec3_scale(-sqrt(d2) / vec3_dot(left, left), left);
  slope[3] = vec3_scale(-sqrt(d2) / vec3_dot(right, right), right);
  c        = vec3_dot(vec3_sub(x[2], x[0]), way) / d2;
  d        = vec3_dot(vec3_sub(x[3], x[0]), way) / d2;
  slope[0] = vec3_add(vec3_scale(c - 1, slope[2]), vec3_scale(d - 1, slope[3]));
  slope[1] = vec3_scale(-1, vec3_add(vec3_add(slope[0], slope[2]), slope[3]));
}

double piece_weight(const PieceState *p)
{
  const Vec3  *x      = p->x;
  const double length = piece_measure(p);

  if (p->kind == PIECE_FACE) return 0;
  if (p->kind == PIECE_SEGMENT) return 2 / (length + vec3_norm(vec3_sub(x[0], x[2])));
  /* length over the distance of the centroids, which is a third of that of the third corners */
  return 3 * length / vec3_norm(vec3_sub(x[2], x[3]));
}

/* ---- content ---- */

double piece_content(const PieceState *p, Vec3 origin)
{
  const Vec3 a = vec3_sub(p->x[0], origin), b = vec3_sub(p->x[1], origin),
             c = vec3_sub(p->x[2], origin);

  if (p->kind == PIECE_SEGMENT) return 0.5 * vec3_cross(a, b).z;
  return p->kind == PIECE_FACE ? vec3_dot(a, vec3_cross(b, c)) / 6 : 0;
}

void piece_content_slope(const PieceState *p, Vec3 slope[PIECE_NODES])
{
  for (int k = 0; k < PIECE_NODES; k++) slope[k] = zero;
  if (p->kind == PIECE_SEGMENT)
    slope[0] = slope[1] = vec3_scale(-0.5, vec3_cross(up, vec3_sub(p->x[1], p->x[0])));
  if (p->kind == PIECE_FACE)
    slope[0] = slope[1] = slope[2] = vec3_scale(1.0 / 6, normal(p->x[0], p->x[1], p->x[2]));
}

/* ---- energies and forces ---- */

double piece_bend(const PieceState *p)
{
  const double d = piece_angle(p) - p->rest.angle;

  return d > PETSC_PI ? d - 2 * PETSC_PI : d < -PETSC_PI ? d + 2 * PETSC_PI : d;
}

double piece_energy(const DeformLaw *law, const PieceState *p)
{
  const PieceRest *r       = &p->rest;
  const double     measure = piece_measure(p), stretch = measure - r->measure,
               longer = measure - r->length;
  double energy       = 0;

  if (p->kind != PIECE_EDGE)
    energy += 0.5 * law->stretching * stretch * stretch / r->measure + law->tension * measure;
  if (p->kind != PIECE_FACE) {
    energy += 0.5 * law->edge * longer * longer;
    if (law->bending > 0) energy += 0.5 * law->bending * r->weight * piece_bend(p) * piece_bend(p);
  }
  return energy;
}

/* Add the forces -factor slope. */
static void add(double factor, const Vec3 slope[PIECE_NODES], Vec3 force[PIECE_NODES])
{
  for (int k = 0; k < PIECE_NODES; k++) force[k] = vec3_axpy(force[k], -factor, slope[k]);
}

double piece_forces(const DeformLaw *law, const PieceState *p, Vec3 force[PIECE_NODES])
{
  const PieceRest *r       = &p->rest;
  const double     measure = piece_measure(p);
  double           along = 0, rate = 0;
  Vec3             slope[PIECE_NODES];

  for (int k = 0; k < PIECE_NODES; k++) force[k] = zero;
  piece_measure_slope(p, slope);
  if (p->kind != PIECE_EDGE) along += law->stretching * (measure / r->measure - 1) + law->tension;
  if (p->kind != PIECE_FACE) {
    rate = vec3_dot(slope[1], vec3_sub(p->v[1], p->v[0]));
    along += law->edge * (measure - r->length) + law->damping * rate;
  }
  add(along, slope, force);
  if (p->kind == PIECE_FACE || law->bending == 0) return law->damping * rate * rate;
  piece_angle_slope(p, slope);
  add(law->bending * r->weight * piece_bend(p), slope, force);
  return law->damping * rate * rate;
}
