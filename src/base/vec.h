/* SPDX-License-Identifier: MIT */
/* Vectors, quaternions and 3x3 symmetric tensors by value. Only + - * / sqrt, so that every
 * compiler gives the same bits. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <math.h>
#include <stdbool.h>

typedef struct {
  double x, y, z;
} Vec3;

/* Unit quaternion, scalar first: rotates body coordinates to lab coordinates. */
typedef struct {
  double w, x, y, z;
} Quat;

/* Symmetric tensor: diagonal, then xy, xz, yz. */
typedef struct {
  double xx, yy, zz, xy, xz, yz;
} Sym3;

static inline Vec3 vec3(double x, double y, double z)
{
  return (Vec3){x, y, z};
}

static inline Vec3 vec3_add(Vec3 a, Vec3 b)
{
  return (Vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Vec3 vec3_sub(Vec3 a, Vec3 b)
{
  return (Vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline Vec3 vec3_scale(double s, Vec3 a)
{
  return (Vec3){s * a.x, s * a.y, s * a.z};
}

/* a + s b */
static inline Vec3 vec3_axpy(Vec3 a, double s, Vec3 b)
{
  return (Vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline Vec3 vec3_mul(Vec3 a, Vec3 b)
{
  return (Vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline double vec3_dot(Vec3 a, Vec3 b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline double vec3_square(Vec3 a)
{
  return vec3_dot(a, a);
}

static inline bool vec3_is_zero(Vec3 a)
{
  return a.x == 0 && a.y == 0 && a.z == 0;
}

static inline bool vec3_equal(Vec3 a, Vec3 b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The largest size of a component; by comparisons, which vectorise. */
static inline double vec3_largest(Vec3 a)
{
  const double xy = fabs(a.x) > fabs(a.y) ? fabs(a.x) : fabs(a.y);

  return xy > fabs(a.z) ? xy : fabs(a.z);
}

static inline Vec3 vec3_cross(Vec3 a, Vec3 b)
{
  return (Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vec3_norm(Vec3 a)
{
  return sqrt(vec3_dot(a, a));
}

/* Scale a vector of any length to 1, even if its square overflows or underflows; false, and
   unchanged, if it is zero or infinite. */
static inline bool vec3_normalize(Vec3 *a)
{
  const double largest = vec3_largest(*a);

  if (!(largest > 0) || !isfinite(largest)) return false;
  *a = (Vec3){a->x / largest, a->y / largest, a->z / largest};
  *a = vec3_scale(1 / vec3_norm(*a), *a);
  return true;
}

/* a where `yes`, else b; without a branch, so that loops vectorise. */
static inline Vec3 vec3_choose(bool yes, Vec3 a, Vec3 b)
{
  return (Vec3){yes ? a.x : b.x, yes ? a.y : b.y, yes ? a.z : b.z};
}

/* A unit vector across a unit vector. */
static inline Vec3 vec3_any_across(Vec3 n)
{
  Vec3 across = vec3_cross(n, fabs(n.x) < 0.6 ? vec3(1, 0, 0) : vec3(0, 1, 0));

  vec3_normalize(&across);
  return across;
}

/* min_real, and max_real, in each component. */
static inline Vec3 vec3_least(Vec3 a, Vec3 b)
{
  return (Vec3){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}

static inline Vec3 vec3_most(Vec3 a, Vec3 b)
{
  return (Vec3){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}

/* True if x is in the box lo .. hi, its faces included. */
static inline bool vec3_is_within(Vec3 x, Vec3 lo, Vec3 hi)
{
  return x.x >= lo.x && x.x <= hi.x && x.y >= lo.y && x.y <= hi.y && x.z >= lo.z && x.z <= hi.z;
}

static inline double vec3_axis(Vec3 a, int k)
{
  return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

static inline void vec3_set(Vec3 *a, int k, double value)
{
  if (k == 0) a->x = value;
  else if (k == 1) a->y = value;
  else a->z = value;
}

static inline void vec3_put(double to[3], Vec3 a)
{
  to[0] = a.x;
  to[1] = a.y;
  to[2] = a.z;
}

static inline Quat quat_identity(void)
{
  return (Quat){1, 0, 0, 0};
}

/* Hamilton product: rotation by b, then by a. */
static inline Quat quat_mul(Quat a, Quat b)
{
  return (Quat){
    a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline Quat quat_conjugate(Quat q)
{
  return (Quat){q.w, -q.x, -q.y, -q.z};
}

static inline double quat_norm(Quat q)
{
  return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

static inline Quat quat_normalized(Quat q)
{
  const double s = 1.0 / quat_norm(q);

  return (Quat){q.w * s, q.x * s, q.y * s, q.z * s};
}

/* Body to lab: v + 2 w (u x v) + 2 u x (u x v), u the vector part. */
static inline Vec3 quat_turn(Quat q, Vec3 v)
{
  const Vec3 u = {q.x, q.y, q.z};
  const Vec3 t = vec3_scale(2.0, vec3_cross(u, v));

  return vec3_add(vec3_axpy(v, q.w, t), vec3_cross(u, t));
}

/* Lab to body. */
static inline Vec3 quat_turn_back(Quat q, Vec3 v)
{
  return quat_turn(quat_conjugate(q), v);
}

static inline Vec3 sym3_mul(Sym3 s, Vec3 v)
{
  return (Vec3){s.xx * v.x + s.xy * v.y + s.xz * v.z, s.xy * v.x + s.yy * v.y + s.yz * v.z,
                s.xz * v.x + s.yz * v.y + s.zz * v.z};
}

static inline Sym3 sym3_scale(double s, Sym3 a)
{
  return (Sym3){s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.xz, s * a.yz};
}

/* a + s b */
static inline Sym3 sym3_axpy(Sym3 a, double s, Sym3 b)
{
  return (Sym3){a.xx + s * b.xx, a.yy + s * b.yy, a.zz + s * b.zz,
                a.xy + s * b.xy, a.xz + s * b.xz, a.yz + s * b.yz};
}

/* a + s v v^T */
static inline Sym3 sym3_add_square(Sym3 a, double s, Vec3 v)
{
  return (Sym3){a.xx + s * v.x * v.x, a.yy + s * v.y * v.y, a.zz + s * v.z * v.z,
                a.xy + s * v.x * v.y, a.xz + s * v.x * v.z, a.yz + s * v.y * v.z};
}

/* The tensor with these values along the axes of a body. */
static inline Sym3 sym3_of_body(Vec3 principal, Quat q)
{
  const Vec3 x = quat_turn(q, (Vec3){1, 0, 0}), y = quat_turn(q, (Vec3){0, 1, 0}),
             z = quat_turn(q, (Vec3){0, 0, 1});
  const Vec3 a = vec3_scale(principal.x, x), b = vec3_scale(principal.y, y),
             c = vec3_scale(principal.z, z);

  return (Sym3){.xx = a.x * x.x + b.x * y.x + c.x * z.x,
                .yy = a.y * x.y + b.y * y.y + c.y * z.y,
                .zz = a.z * x.z + b.z * y.z + c.z * z.z,
                .xy = a.x * x.y + b.x * y.y + c.x * z.y,
                .xz = a.x * x.z + b.x * y.z + c.x * z.z,
                .yz = a.y * x.z + b.y * y.z + c.y * z.z};
}

#endif
