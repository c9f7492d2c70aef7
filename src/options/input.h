/* SPDX-License-Identifier: MIT */
/* Opening of files that are read. Local. */
#ifndef OPTIONS_INPUT_H
#define OPTIONS_INPUT_H

#include "options/report.h"

/* Open a file for reading, as fopen(path, "rb") does, but refuse pipes, sockets and devices, which
   may wait for a writer or have no end. NULL: input_why() has the reason. A folder is opened, and
   fails at the first byte. */
FILE *input_open(const char *path);
/* Why the last input_open failed, or the text of errno after a failed read. Valid until
   the next call. */
const char *input_why(void);
/* After an input_open of a scenario that failed as there is no such file: add where it was looked for, and
   the file of YAML there whose name is most similar. folder: absolute, of the path. */
void input_say_near(const char *path, const char *folder, Text *text);
/* True if the first bytes are those of an HDF5 file. */
bool input_is_hdf5(const void *bytes, size_t n);

/* A file in memory. */
typedef struct {
  size_t n;
  char  *byte; /* followed by a zero; free it with free */
} FileBytes;

/* Read a whole file; false: the reason is in the findings. Local. */
bool file_bytes_read(const char *path, FileBytes *bytes, Findings *findings);

#endif
