/* SPDX-License-Identifier: MIT */
/* One attitude, by a quaternion or by axis and angle. */
#include "options/rows.h"
#include "supply/fill/attitudes.h"

#include <math.h>

/* Constants: the rotation of the template's axes as given. */
typedef struct {
  Quat attitude;
} Fixed;

/* clang-format off */
static const Option quaternion_options[] = {
  REALS(KEY("quaternion"), "1", OPTIONAL, ANY_NUMBER,
      "fill, inlet: w, x, y, z, of any length: rotation of the template's axes, as given, in the "
      "lab", .count = 4),
  {NULL},
};

const Option attitude_axis_keys[] = {
  VEC3_PLANAR(KEY("axis"), "1", OPTIONAL, ANY_NUMBER,
      "fill, of any length: direction from point to the other end of a cylinder or cone; with "
      "other regions, in place of quaternion, with angle: axis of the rotation"),
  {NULL},
};

static const Option angle_options[] = {
  REAL(KEY("angle"), "degree", OPTIONAL, SIGNED(3600),
      "fill: angle by which the template is turned about axis, right-handed"),
  {NULL},
};
/* clang-format on */

static double largest_of(double a, double b, double c)
{
  return max_real(fabs(a), max_real(fabs(b), fabs(c)));
}

/* Numbers are scaled first, as the squares of the largest doubles overflow. */
static void read_quaternion(Fixed *f, FillReading *r, const double q[4])
{
  const double size = max_real(fabs(q[0]), largest_of(q[1], q[2], q[3]));

  if (size > 0)
    f->attitude = quat_normalized((Quat){q[0] / size, q[1] / size, q[2] / size, q[3] / size});
  else
    FILL_MISTAKE(r, "quaternion",
                 "(0, 0, 0, 0) is no rotation: give a quaternion that is not zero");
}

static void read_axis(Fixed *f, FillReading *r)
{
  Vec3         axis = option_vec3(r->options, r->spec->kind, r->spec->name, "axis");
  const double size = largest_of(axis.x, axis.y, axis.z);

  if (!(size > 0)) {
    FILL_MISTAKE(r, "axis", "is zero: give a direction");
    return;
  }
  axis = vec3(axis.x / size, axis.y / size, axis.z / size);
  f->attitude =
    quat_normalized(attitude_about(vec3_scale(1 / vec3_norm(axis), axis), fill_real(r, "angle")));
}

static void check_flat(const Fixed *f, FillReading *r, const char *key)
{
  if (r->spec->dimension == 2 && (f->attitude.x != 0 || f->attitude.y != 0))
    FILL_MISTAKE(r, key,
                 "does not turn about z: in two dimensions (run: dimension: 2) allowed: x = y = 0");
}

/* Where the key `axis` is that of a region. */
static void quaternion_read(void *own, FillReading *r)
{
  int           n;
  const double *q = option_reals(r->options, r->spec->kind, r->spec->name, "quaternion", &n);

  fill_need(r, "quaternion", "orientation: fixed");
  if (n == 4) read_quaternion(own, r, q);
  check_flat(own, r, "quaternion");
}

static bool region_has_axis(const FillReading *r)
{
  return fill_is_word(r, "region", "cylinder") || fill_is_word(r, "region", "cone");
}

static void fixed_read(void *own, FillReading *r)
{
  static const char *const ways[] = {"quaternion", "axis", NULL};
  Fixed *const             f      = own;
  int                      n;
  const double *q = option_reals(r->options, r->spec->kind, r->spec->name, "quaternion", &n);

  if (region_has_axis(r)) {
    if (!fill_is_set(r, "angle")) quaternion_read(own, r);
    else
      FILL_MISTAKE(r, "angle",
                   "goes with an axis of its own, but here it is that of the region: "
                   "give the attitude by quaternion");
    return;
  }
  fill_need_one(r, "orientation: fixed", ways);
  if (fill_is_set(r, "axis")) fill_need(r, "angle", "axis");
  else if (fill_is_set(r, "angle")) FILL_MISTAKE(r, "angle", "goes with axis, which is not given");
  if (!r->good) return;
  if (n == 4) read_quaternion(f, r, q);
  else read_axis(f, r);
  check_flat(f, r, fill_has(r, "axis") ? "axis" : "quaternion");
}

static Quat fixed_draw(const void *own, int dimension, Quat axes, Random *random)
{
  (void)dimension;
  (void)random;
  return quat_normalized(quat_mul(((const Fixed *)own)->attitude, axes));
}

const AttitudeKind attitude_fixed = {
  .head = {.name    = "fixed",
           .text    = "One attitude of the template's axes.",
           .options = {quaternion_options, attitude_axis_keys, angle_options}},
  .size = sizeof(Fixed),
  .read = fixed_read,
  .draw = fixed_draw};

/* A fixed attitude by its quaternion alone, for inlets, whose key `axis` is that of a region. */
const AttitudeKind attitude_quaternion = {.head = {.name = "fixed",
                                                   .text = "One attitude of the template's axes.",
                                                   .options = {quaternion_options}},
                                          .size = sizeof(Fixed),
                                          .read = quaternion_read,
                                          .draw = fixed_draw};
