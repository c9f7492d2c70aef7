/* SPDX-License-Identifier: MIT */
/* Kinds of normal laws and phases of a step that the tests of single normal contacts try. */
#ifndef NORMAL_CONTACT_H
#define NORMAL_CONTACT_H

#include "verify/verify.h"

enum { PHASES = 16 };

enum { HERTZ = 1, LIMITED = 2, KINDS = 4 };

#endif
