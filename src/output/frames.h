/* SPDX-License-Identifier: MIT */
/* Frames: pictures of a run that ParaView (5.11 and newer) opens. One VTKHDF 1.0 file per frame, a point with a radius for
   every pebble, and an index of all frames with their times.

   DIR/frames/clast-<step>.hdf, DIR/frames.hdf.series. Arrays on points: radius (m), clump_id, member, template, material,
   velocity of the pebble's centre (m/s), speed, and of its clump: mass, angular_velocity, force, ...: what the field table
   of clumps marks SHOWN. For every slot with groups of clumps group_SLOT (group for the slot Default), of pebbles
   pebble_group_SLOT: the group's place in the table of groups, -1 for none; field data called SLOT=NAME tell the places. */
#ifndef OUTPUT_FRAMES_H
#define OUTPUT_FRAMES_H

#include "matter/clumps.h"
#include "matter/group.h"
#include "space/domain.h"

enum { FRAMES_WHY = 1024 };

/* Write one frame and list it in the index. Clumps are drawn whole, moved by box lengths such that their centre is in the
   box. Of clumps: owned rows; `w` is up to date.

   written  false: this frame is missing, `why` (FRAMES_WHY bytes) says why; the others are still listed

   Collective; the same outcome on all ranks. */
PetscErrorCode frames_write(const Parallel *par, const char *dir, int64_t step, double time, const Clumps *clumps,
                            const Templates *templates, const Groups *groups, const Domain *domain, bool *written, char *why);

/* Take frames later than `time` (s) from the index of `dir`, and those of no file; -HUGE_VAL: all. To be called at the
   start: the run writes these frames anew. Files stay where they are until they are overwritten. Collective. */
PetscErrorCode frames_cut(const Parallel *par, const char *dir, double time);

#endif
