/* SPDX-License-Identifier: MIT */
/* Messages of a simulation: to the standard streams in the programs, to the host of the library. */
#ifndef BASE_TELL_H
#define BASE_TELL_H

#include "base/parallel.h"

typedef enum { TELL_ERROR, TELL_WARNING, TELL_INFO, TELL_PROGRESS } TellLevel;

/* Where the messages of a simulation go: to `call` as whole lines, without "clast: " and the newline,
   or to the standard streams, piece by piece as they are told. Starts as {0}, which drops all; free with
   messages_free. */
typedef struct Messages {
  void (*call)(void *context, TellLevel level, const char *line); /* NULL: nowhere */
  void     *context;
  bool      prints; /* to the standard streams */
  TellLevel most;   /* the last level that is handed on or printed */
  char     *line;   /* begun, not yet ended by a newline; owned */
  size_t    length, room;
  char     *errors; /* lines of level error, with newlines; NULL: there were none; owned */
} Messages;

void messages_free(Messages *messages);
/* True if messages of this level go to the standard streams. */
bool messages_print(const Parallel *par, TellLevel level);

/* Print text, which may be a part of a line, on this rank: without Messages on stdout (TELL_INFO) or
   stderr. All pieces of a line have the same level. Local. */
void tell(const Parallel *par, TellLevel level, const char *format, ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);
/* After a message: show it now, also behind a pipe. Local. */
void tell_now(const Parallel *par, TellLevel level);

#endif
