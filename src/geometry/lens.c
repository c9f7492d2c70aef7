/* SPDX-License-Identifier: MIT */
/* Integrals over a spherical cap, between its pole and the plane at distance h from the centre,
   in closed form; a lens is two caps on a common plane. */
#include "geometry/lens.h"

/* Integrals over a cap, or over a segment of a disc, about the centre of its pebble. along:
   along its axis; across2: along each axis normal to it. */
typedef struct {
  double volume, along, along2, across2;
} Segment;

/* The whole sphere or disc. */
static Segment whole_of(int dimension, double r)
{
  const double volume = dimension == 2 ? PETSC_PI * r * r : 4 * PETSC_PI / 3 * r * r * r,
               second = volume * r * r / (dimension + 2);

  return (Segment){.volume = volume, .along2 = second, .across2 = second};
}

/* Segment of a sphere. At depth s below the pole a slice normal to the axis has the area A = pi
   s (2 r - s) and the second moment A^2 / (4 pi). For h >= 0, where no terms cancel. */
static Segment segment_of_sphere(double r, double h)
{
  const double k = r - h, half = k * (r + h); /* squared radius of the rim, m^2 */

  return (Segment){.volume = PETSC_PI * k * k * (3 * r - k) / 3,
                   .along  = PETSC_PI / 4 * half * half,
                   .along2 =
                     PETSC_PI * k * k * (r * r * r - 5 * r * r * k / 3 + r * k * k - k * k * k / 5),
                   .across2 = PETSC_PI * k * k * k * (r * r / 3 - r * k / 4 + k * k / 20)};
}

/* Segment of a disc, integrated over z = r cos t, t from 0 to the angle of the rim. */
static Segment segment_of_disc(double r, double h)
{
  const double y = sqrt(max_real(0, (r - h) * (r + h))), t = atan2(y, h), s = y / r, c = h / r,
               r4  = r * r * r * r;
  const double cut = t - s * c, s3c = s * s * s * c;

  return (Segment){.volume  = r * r * cut,
                   .along   = 2 * y * y * y / 3,
                   .along2  = r4 * (cut / 4 + s3c / 2),
                   .across2 = r4 * (cut / 4 - s3c / 6)};
}

/* Add a part of a pebble at c whose axis is e. */
static void shifted_add(int dimension, const Segment *part, Vec3 c, Vec3 e, Lens *lens)
{
  const double across = part->across2, flat = dimension == 2 ? 0 : across,
               more = part->along2 - across;
  const Vec3 f      = vec3_scale(part->along, e),
             a      = vec3_axpy(f, part->volume, c); /* along * e; integral of x */

  lens->volume += part->volume;
  lens->first = vec3_add(lens->first, a);
  lens->second.xx += c.x * a.x + f.x * c.x + more * e.x * e.x + across;
  lens->second.yy += c.y * a.y + f.y * c.y + more * e.y * e.y + across;
  lens->second.zz += c.z * a.z + f.z * c.z + more * e.z * e.z + flat;
  lens->second.xy += c.x * a.y + f.x * c.y + more * e.x * e.y;
  lens->second.xz += c.x * a.z + f.x * c.z + more * e.x * e.z;
  lens->second.yz += c.y * a.z + f.y * c.z + more * e.y * e.z;
}

/* The part of a sphere or disc beyond the plane at this height over its centre. */
static Segment segment_of(int dimension, double r, double height)
{
  const double h = max_real(-r, min_real(r, height));
  Segment      whole, rest;

  if (dimension == 2) return segment_of_disc(r, h);
  if (h >= 0) return segment_of_sphere(r, h);
  whole = whole_of(dimension, r);
  rest  = segment_of_sphere(r, -h);
  return (Segment){whole.volume - rest.volume, rest.along, whole.along2 - rest.along2,
                   whole.across2 - rest.across2};
}

Lens lens_whole(int dimension, Vec3 c, double r)
{
  const Segment all  = whole_of(dimension, r);
  Lens          lens = {.volume = 0};

  shifted_add(dimension, &all, c, vec3(1, 0, 0), &lens);
  return lens;
}

Lens lens_find(int dimension, Vec3 c, double a, Vec3 d, double b)
{
  const Vec3   between  = vec3_sub(d, c);
  const double distance = vec3_norm(between), sum = a + b, less = a - b;
  Lens         lens = {.volume = 0};

  if (distance >= sum) return lens;
  if (distance <= fabs(less))
    return a < b ? lens_whole(dimension, c, a) : lens_whole(dimension, d, b);
  {
    const Vec3   e    = vec3_scale(1 / distance, between);
    const double skew = less / distance * sum, near = 0.5 * (distance + skew),
                 far    = 0.5 * (distance - skew);
    const Segment first = segment_of(dimension, a, near), second = segment_of(dimension, b, far);

    shifted_add(dimension, &first, c, e, &lens);
    shifted_add(dimension, &second, d, vec3_scale(-1, e), &lens);
  }
  return lens;
}

void lens_axpy(Lens *sum, double s, const Lens *other)
{
  sum->volume += s * other->volume;
  sum->first  = vec3_axpy(sum->first, s, other->first);
  sum->second = sym3_axpy(sum->second, s, other->second);
}
