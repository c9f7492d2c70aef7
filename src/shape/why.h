/* SPDX-License-Identifier: MIT */
/* Why a body is refused: functions of this room that may refuse one have an argument `why` of
   WHY_LENGTH characters for the reason. */
#ifndef SHAPE_WHY_H
#define SHAPE_WHY_H

#include "base/base.h"
#include <stdarg.h>

enum { WHY_LENGTH = 256 };

/* Write the reason. Returns false, so that callers can return it. */
PETSC_ATTRIBUTE_FORMAT(2, 3) static inline bool why_not(char *why, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(why, WHY_LENGTH, format, arguments);
  va_end(arguments);
  return false;
}

#endif
