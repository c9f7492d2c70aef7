/* SPDX-License-Identifier: MIT */
/* Two capsules, or a capsule and a ball: gap of the surfaces, and the places at which they touch.

   Where axes cross, capsules touch at one place: at the nearest points of the axes. Where axes are
   parallel they face each other over a stretch, and touch at both ends of it; so a rod lies on
   another one without rocking over one place that jumps. Both are one contact with one gap

     G = m(g0, m(g1, g2; h); h y / 2),   m(a, b; h) = min(a, b) - h y^2 / 4,   y = 1 - |a - b| / h > 0

   of the gaps at the nearest points (g0) and at the ends of the stretch (g1, g2), with h =
   CAPSULE_BLEND R (L / (L + R))^2, L the length of the stretch and R the sum of the radii: where axes cross
   at a right angle, and L is small, g1 and g2 are larger than g0 by more than h. The y in G is that of
   g1 and g2: where one end alone touches, it is 0, and G = g0. The force F(G) acts at the three places
   with the weights dG / dg_k, which are not negative, add up to 1 and are continuous. Where an end of b
   bounds the stretch, h changes as this end moves along a: there a force along a comes with F(G), so
   that the force of an elastic potential U(G) is its gradient, however fast the weights change with
   the pose.

   All follows from differences of places, so that it has the same bits in each periodic image. */
#ifndef GEOMETRY_CAPSULE_H
#define GEOMETRY_CAPSULE_H

#include "base/base.h"
#include "base/vec.h"

/* Points within r of the segment from one end to the other, m; ends that coincide: a ball. */
typedef struct {
  Vec3   ends[2];
  double r;
} Capsule;

#define CAPSULE_BLEND 1e-3
/* Nearest points of axes that are parallel are not unique: the squared distance of A(s) and B(t), s and
   t from -1 to 1, gets CAPSULE_EVEN^2 R^2 (s^2 + t^2) more, with which they are in the middle of the
   stretch, and change continuously with the pose. Gaps are from the root of this sum, by less than
   CAPSULE_EVEN^2 R more: so that at the nearest points is the least, and changes with the pose as if
   the points were kept. */
#define CAPSULE_EVEN 1e-4
/* Square of the sine of the angle between axes from which on they touch at the nearest points alone: at
   an end of the stretch, e from there, the gap is larger by some e^2 sin^2 / 2 R, and h is below
   CAPSULE_BLEND e^2 4 / R. */
#define CAPSULE_CROSSED (16 * CAPSULE_BLEND)

/* Places: at the nearest points; at the lower and the upper end of the stretch, along a. */
enum { CAPSULE_PLACES = 3 };

typedef struct {
  Vec3   on_a, way; /* on the axis of a, from the middle of a; from there to the axis of b, m */
  double weight;    /* 0..1 */
  double slide; /* force along the axis of a on a, at the end of b, over F(G); on b the opposite */
} CapsulePlace;

typedef struct {
  double       gap;   /* G, m */
  Vec3         along; /* the axis of a, unit, if there is a stretch */
  int          n;     /* places with a weight: 1 if one is a ball, or the axes cross */
  CapsulePlace place[CAPSULE_PLACES];
} CapsuleContact;

/* Squared distance of the axes, m^2; *way: from the nearest point of that of a to that of b, m. */
double               capsules_nearest(const Capsule *a, const Capsule *b, Vec3 *way);
static inline double capsules_distance2(const Capsule *a, const Capsule *b)
{
  Vec3 way;

  return capsules_nearest(a, b, &way);
}
/* The contact; radii may touch or not. */
void capsules_find(const Capsule *a, const Capsule *b, CapsuleContact *out);

#endif
