/* SPDX-License-Identifier: MIT */
#include "base/tell.h"
#include <stdarg.h>

static FILE *stream_of(TellLevel level)
{
  return level == TELL_INFO || level == TELL_PROGRESS ? stdout : stderr;
}

/* Append a line. */
static void keep(char **kept, const char *line)
{
  const size_t n = *kept ? strlen(*kept) : 0, more = strlen(line);

  *kept = memory_room(*kept, n + more + 2);
  memcpy(*kept + n, line, more);
  memcpy(*kept + n + more, "\n", 2);
}

/* Hand on the line in m->line, of m->length bytes. */
static void hand_on(Messages *m, TellLevel level)
{
  static const char mark[] = "clast: ";
  const char       *line   = m->line;

  m->line[m->length] = '\0';
  m->length          = 0;
  if (strncmp(line, mark, sizeof mark - 1) == 0) line += sizeof mark - 1;
  if (level == TELL_ERROR) keep(&m->errors, line);
  if (m->call && !m->prints && level <= m->most) m->call(m->context, level, line);
}

static void add(Messages *m, TellLevel level, const char *text)
{
  for (; *text; text++) {
    if (m->length + 1 >= m->room) {
      m->room = 2 * m->room + 256;
      m->line = memory_room(m->line, m->room);
    }
    if (*text == '\n') hand_on(m, level);
    else m->line[m->length++] = *text;
  }
}

bool messages_print(const Parallel *par, TellLevel level)
{
  return !par->messages || (par->messages->prints && level <= par->messages->most);
}

void tell(const Parallel *par, TellLevel level, const char *format, ...)
{
  Messages *m = par->messages;
  va_list   arguments, again;
  char      some[1024], *text = some;
  int       n;

  va_start(arguments, format);
  va_copy(again, arguments);
  if (messages_print(par, level)) {
    vfprintf(stream_of(level), format, arguments);
    va_end(arguments);
    va_start(arguments, format);
  }
  if (m && (!m->prints || level == TELL_ERROR)) {
    n = vsnprintf(some, sizeof some, format, arguments);
    if (n >= (int)sizeof some) {
      text = memory_room(NULL, (size_t)n + 1);
      vsnprintf(text, (size_t)n + 1, format, again);
    }
    add(m, level, text);
    if (text != some) free(text);
  }
  va_end(again);
  va_end(arguments);
}

void tell_now(const Parallel *par, TellLevel level)
{
  if (messages_print(par, level)) fflush(stream_of(level));
}

void messages_free(Messages *messages)
{
  free(messages->line);
  free(messages->errors);
  *messages = (Messages){0};
}
