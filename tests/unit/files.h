/* SPDX-License-Identifier: MIT */
/* For tests of readers: files in a folder of their own, scenarios in one of them, and what is said
 * on stderr. */
#ifndef UNIT_FILES_H
#define UNIT_FILES_H

#include <unistd.h>

#include "base/report.h"
#include "test.h"

typedef struct {
  char folder[256];
} Files;

/* A fresh folder, the same on every rank. Collective. */
static inline Files files_begin(void)
{
  Files       files  = {""};
  const char *parent = getenv("TMPDIR");

  if (test_rank() == 0) {
    snprintf(files.folder, sizeof files.folder,
             "%s/clast-files-"
             "XX"
             "XX"
             "XX",
             parent ? parent : "/tmp");
    CHECK(mkdtemp(files.folder) != NULL);
  }
  (void)MPI_Bcast(files.folder, sizeof files.folder, MPI_CHAR, 0, PETSC_COMM_WORLD);
  return files;
}

typedef struct {
  char path[512];
} FilePath;

static inline FilePath file_path(const Files *files, const char *name)
{
  FilePath path;

  snprintf(path.path, sizeof path.path, "%s/%s", files->folder, name);
  return path;
}

/* Rank 0 writes; the others wait. Collective. */
static inline FilePath file_write_bytes(const Files *files, const char *name, const char *bytes,
                                        size_t n)
{
  const FilePath path = file_path(files, name);
  FILE          *file = test_rank() == 0 ? fopen(path.path, "wb") : NULL;

  if (file) {
    CHECK(fwrite(bytes, 1, n, file) == n);
    fclose(file);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
  return path;
}

static inline FilePath file_write(const Files *files, const char *name, const char *text)
{
  return file_write_bytes(files, name, text, strlen(text));
}

static inline void file_remove(const Files *files, const char *name)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  if (test_rank() == 0) unlink(file_path(files, name).path);
}

/* The folder must be empty again. Collective. */
static inline void files_end(const Files *files)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  if (test_rank() == 0) CHECK(rmdir(files->folder) == 0);
}

/* Options of a scenario's text, read and checked. Collective. */
static inline Options *scenario_read(const Parallel *par, const Files *files,
                                     const OptionKind *const kinds[], const char *yaml)
{
  const FilePath path = file_write(files, "scenario.yaml", yaml);
  Options       *options;

  CALL(options_create(par, kinds, &options));
  CALL(options_read_file(options, path.path));
  CALL(options_check(options));
  file_remove(files, "scenario.yaml");
  return options;
}

/* ---- what is said on stderr ---- */

enum { SAID_MOST = 1 << 16 };

typedef struct {
  FILE *file;
  int   kept;
} Said;

static inline Said said_begin(void)
{
  Said said = {tmpfile(), dup(2)};

  fflush(stderr);
  if (said.file) dup2(fileno(said.file), 2);
  return said;
}

/* The text is freed by the caller. */
static inline char *said_end(Said *said)
{
  char  *text = calloc(SAID_MOST, 1);
  size_t n    = 0;

  fflush(stderr);
  dup2(said->kept, 2);
  close(said->kept);
  if (said->file && text) {
    rewind(said->file);
    n = fread(text, 1, SAID_MOST - 1, said->file);
    fclose(said->file);
  }
  if (text) text[n] = 0;
  return text;
}

/* Every rank counts n mistakes (n < 0: one or more), rank 0 says what is expected, if anything.
 * Collective. */
static inline void mistakes_check(const char *where, Options *options, int n, const char *expected)
{
  int   counted = -1;
  Said  said    = said_begin();
  char *text;

  CALL(options_report(options, &counted));
  text = said_end(&said);
  if (n < 0 ? counted < 1 : counted != n)
    test_fail(__FILE__, __LINE__, "%s: %d mistakes, not %d: %s", where, counted, n, text);
  if (test_rank() == 0 && expected && !strstr(text, expected))
    test_fail(__FILE__, __LINE__, "%s: no \"%s\" in: %s", where, expected, text);
  if (test_rank() != 0 && text[0])
    test_fail(__FILE__, __LINE__, "%s: said by a rank that should be silent: %s", where, text);
  free(text);
}

#endif
