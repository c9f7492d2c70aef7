/* SPDX-License-Identifier: MIT */
/* Files that survive a crash: folders, syncing, renaming, listing. For one rank; nothing here is collective. What fails
   returns false and says in `why` (of `size` bytes, one line) which path and why. */
#ifndef OUTPUT_FILES_H
#define OUTPUT_FILES_H

#include "base/base.h"

enum { FILE_PATH = 4096 };

bool file_exists(const char *path);
bool folder_exists(const char *path);
/* Are these two names of one file or folder that is there? */
bool file_is(const char *path, const char *other);
/* The folder that a path lies in, "." without a slash. folder: room for FILE_PATH. */
void file_folder(const char *path, char *folder);
bool file_may_be_read(const char *path);
/* Could a file be written there, over what is there if there is something? */
bool file_may_be_written(const char *path, char *why, size_t size);
/* A folder for this process alone until it closes *lock or ends: false if another process has it. Where file systems cannot tell,
   nobody has (-1). */
bool folder_lock(const char *path, int *lock);
void folder_unlock(int lock);
/* Make a folder and those above it. */
bool folder_create(const char *path, char *why, size_t size);
/* Set aside so many bytes on the disk for a file, which is made if need be, so that filling it cannot fail for want of room.
   *reserved false: this file system cannot, but seems to have the room now; file_fill makes sure. On failure there is no
   file. */
bool file_reserve(const char *path, int64_t bytes, bool *reserved, char *why, size_t size);
/* Write zeros over bytes first .. first+n-1 of an existing file. */
bool file_fill(const char *path, int64_t first, int64_t n, char *why, size_t size);
/* To the disk: a file's bytes, a folder's names. */
bool file_sync(const char *path, char *why, size_t size);
/* Sync, rename, sync the folder: `to` is either what it was or the whole new file, at any time. */
bool file_commit(const char *from, const char *to, char *why, size_t size);
void file_remove(const char *path);

/* Where the bytes of a file go that is to be there whole or not at all: to `unfinished`, which file_finish renames to `path`.
   Of a link that is the file it leads to; and what is there and no file, a device for instance, is written to as it is. */
typedef struct {
  char path[FILE_PATH], unfinished[FILE_PATH + 8];
  bool in_place; /* both are the same */
} FileTarget;
bool file_target(const char *path, FileTarget *target, char *why, size_t size);
/* good: all has been written; else what was is removed, and `why` left alone. Returns whether the file is there. */
bool file_finish(const FileTarget *target, bool good, char *why, size_t size);

/* A file whose name is `before`, a whole number of digits, `after`. */
typedef struct {
  int64_t number;
  char    name[NAME_LENGTH];
} NumberedFile;

/* Those in `folder`, highest number first (none if there is no folder). *list is freed with array_free.
   Error: PETSC_ERR_MEM. */
PetscErrorCode files_numbered(const char *folder, const char *before, const char *after, PetscInt *n, NumberedFile **list);

#endif
