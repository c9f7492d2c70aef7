/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "options/input.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *input_open(const char *path)
{
  const int   file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  struct stat s;
  FILE       *stream;

  if (file < 0) return NULL;
  if (fstat(file, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)) {
    close(file);
    errno = ESPIPE;
    return NULL;
  }
  stream = fdopen(file, "rb");
  if (!stream) close(file);
  return stream;
}

const char *input_why(void)
{
  return errno == ESPIPE || errno == ENXIO
           ? "it is a pipe or a device; write what it gives to a file, and give that"
           : strerror(errno);
}

bool input_is_hdf5(const void *bytes, size_t n)
{
  static const char signature[] = "\211HDF\r\n\032\n";

  return n >= sizeof signature - 1 && memcmp(bytes, signature, sizeof signature - 1) == 0;
}
