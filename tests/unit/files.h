/* SPDX-License-Identifier: MIT */
/* For tests of readers: files in a folder of their own, and scenarios in one of them. */
#ifndef UNIT_FILES_H
#define UNIT_FILES_H

#include <unistd.h>

#include "options/report.h"
#include "options_test.h"

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

/* Remove the folder. Collective. */
static inline void files_end(const Files *files)
{
  char command[300];

  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(command, sizeof command, "rm -rf %s", files->folder);
  if (test_rank() == 0) CHECK(system(command) == 0);
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

#endif
