/* SPDX-License-Identifier: MIT */
/* The motion that a program which uses clast as a library gives, step by step. */
#ifndef MOTION_PRESCRIBED_PRESCRIBED_HOST_H
#define MOTION_PRESCRIBED_PRESCRIBED_HOST_H

#include "motion/prescribed/timed.h"

/* Pose relative to the start, and velocities. */
typedef struct {
  Vec3 shift, velocity; /* m, m/s */
  Quat turn;            /* about the point of the motion; of any length above 0 */
  Vec3 spin;            /* rad/s */
} HostPose;

enum { HOST_WHY = 320 };

/* Set the pose at the end of the next step. time: now, s. false: it is not allowed, for the reason in
   why (HOST_WHY bytes), and nothing has changed. Local; the same on all ranks. */
bool host_motion_set(TimedMotion *motion, const HostPose *pose, double time, int dimension,
                     char *why);
/* Point about which the motion turns, m. */
Vec3 host_motion_point(const TimedMotion *motion);
/* The pose that was given last. */
HostPose host_motion_pose(const TimedMotion *motion);

#endif
