/* SPDX-License-Identifier: MIT */
/* Contacts at rest with this stiffness (N/m), overlap (m), reduced radius (m) and step (s), and
   the keys of their normal force. */
#ifndef RESTING_H
#define RESTING_H

#include "law_test.h"

static const double stiffness = 1e5, overlap = 1e-3, radius = 0.1, step = 1e-5;

#define NORMAL "normal: hooke, stiffness: 1e5, restitution: 1, "

#endif
