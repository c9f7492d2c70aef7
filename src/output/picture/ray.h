/* SPDX-License-Identifier: MIT */
/* Rays against the round bodies of a scene, of which cuts may remove a part. Depths are those at
   which a ray enters. *normal: unit normal there, that of the cut if the ray enters through a cut.
   False: the ray misses. Local. */
#ifndef OUTPUT_PICTURE_RAY_H
#define OUTPUT_PICTURE_RAY_H

#include "output/picture/scene.h"

bool ball_hit(const Scene *scene, const SceneBall *ball, Ray ray, double *t, Vec3 *normal);
bool rod_hit(const Scene *scene, const SceneRod *rod, Ray ray, double *t, Vec3 *normal);
/* Tangents from the origin to the circle of radius r about (x, z), as slopes x / z; z > r. */
void circle_tangents(double x, double z, double r, double *lo, double *hi);
/* True if a point is cut off. */
bool is_cut_off(const Scene *scene, Vec3 x);

#endif
