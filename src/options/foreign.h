/* SPDX-License-Identifier: MIT */
/* Words of other codes; foreign.c. */
#ifndef OPTIONS_FOREIGN_H
#define OPTIONS_FOREIGN_H

#include <stdbool.h>

/* True if a word of LIGGGHTS, LAMMPS, YADE or PFC means this word of ours, ignoring case. */
bool foreign_means(const char *theirs, const char *ours);

#endif
