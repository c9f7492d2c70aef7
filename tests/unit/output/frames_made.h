/* SPDX-License-Identifier: MIT */
/* Frames of made states, written to a folder. */
#ifndef FRAMES_MADE_H
#define FRAMES_MADE_H

#include "state.h"

#include "output/files.h"
#include "output/frames/frames.h"

enum { N_CLUMPS = 31, MOVED = 1, PATH = 2 * CHECKPOINT_PATH };

static char work[CHECKPOINT_PATH];

static inline Domain state_domain(void)
{
  const Boundary boundary[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_OPEN};

  return domain_create(3, vec3(0, 0, 0), vec3(1, 1, 1), boundary, 0.5, 0);
}

static inline void write_frame(const Parallel *par, const char *dir, int64_t step, double time,
                               const Checkpoint *c)
{
  const Domain domain = state_domain();
  FrameScene   scene  = {.step      = step,
                         .time      = time,
                         .clumps    = c->clumps,
                         .templates = c->templates,
                         .groups    = &c->groups,
                         .domain    = &domain};
  bool         written;
  char         why[SERIES_WHY];

  CALL(frames_write(par, dir, &scene, 0, &written, why));
  CHECK(written);
  CHECK_TEXT(why, "");
}

#endif
