/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "options/input.h"
#include "options/likeness.h"
#include <dirent.h>
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

static bool is_yaml(const char *name)
{
  const char *dot = strrchr(name, '.');

  return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

static int is_yaml_file(const struct dirent *entry)
{
  return is_yaml(entry->d_name);
}

void input_say_near(const char *path, const char *folder, Text *text)
{
  const char     *slash = strrchr(path, '/');
  struct dirent **files;
  const int       n    = scandir(folder, &files, is_yaml_file, alphasort);
  Text            name = {0};
  Likeness        likeness;

  if (n < 0) {
    text_add(text, "; there is no folder %s", folder);
    return;
  }
  text_add(&name, "%s", slash ? slash + 1 : path);
  if (!is_yaml(name.s)) text_add(&name, ".yaml");
  likeness = likeness_start(name.s);
  for (int k = 0; k < n; k++) {
    likeness_offer(&likeness, files[k]->d_name);
    free(files[k]);
  }
  free(files);
  text_add(text, " in the folder %s", folder);
  likeness_say(&likeness, text);
  text_free(&name);
}

bool input_is_hdf5(const void *bytes, size_t n)
{
  static const char signature[] = "\211HDF\r\n\032\n";

  return n >= sizeof signature - 1 && memcmp(bytes, signature, sizeof signature - 1) == 0;
}

static bool note_errno(Findings *findings, const char *what)
{
  finding_add(findings, 0, "cannot be %s: %s", what, input_why());
  return false;
}

static bool bytes_read(FILE *file, FileBytes *bytes, Findings *findings)
{
  long size;

  if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
    return note_errno(findings, "read");
  /* For a folder ftell succeeds, but reading fails. */
  if (fgetc(file) == EOF && ferror(file)) return note_errno(findings, "read");
  rewind(file);
  if (!memory_has((int64_t)size + 1, 1)) {
    finding_add(findings, 0, "no memory for its %ld bytes", size);
    return false;
  }
  bytes->byte = memory_zero((size_t)size + 1, 1);
  bytes->n    = fread(bytes->byte, 1, (size_t)size, file);
  if (ferror(file)) return note_errno(findings, "read");
  bytes->byte[bytes->n] = 0;
  return true;
}

bool file_bytes_read(const char *path, FileBytes *bytes, Findings *findings)
{
  FILE *file = input_open(path);
  bool  read;

  *bytes = (FileBytes){.n = 0};
  if (!file) return note_errno(findings, "opened");
  read = bytes_read(file, bytes, findings);
  fclose(file);
  return read;
}
