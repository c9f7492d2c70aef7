/* SPDX-License-Identifier: MIT */
/* File operations that survive a crash: folders, sync, rename, listing. All are local. Functions
   with `why` (`size` bytes) write to it one line with the path and the reason when they fail. */
#ifndef OUTPUT_FILES_H
#define OUTPUT_FILES_H

#include "base/base.h"

enum { FILE_PATH = 4096 };

bool file_exists(const char *path);
bool folder_exists(const char *path);
/* True if both paths name the same existing file or folder. */
bool file_is(const char *path, const char *other);
/* True if the path still names this open file or folder; false if that was removed or moved. */
bool file_is_at(int file, const char *path);
/* Folder part of a path, "." if it has no slash. folder: FILE_PATH bytes. */
void file_folder(const char *path, char *folder);
bool file_may_be_read(const char *path);
/* True if a file can be created or overwritten at this path. */
bool file_may_be_written(const char *path, char *why, size_t size);
/* Lock a folder for this process, until folder_unlock or its end; shared: with any number of
   processes that share it. Returns false if another process has locked it; true also where the file
   system has no locks. *lock: descriptor of the folder, or -1. */
bool folder_lock(const char *path, bool shared, int *lock);
void folder_unlock(int lock);
/* Lock a file, which is created if need be, and wait some seconds for a process that has locked it.
   Returns a descriptor for folder_unlock, or -1: the file cannot be opened. */
int file_lock(const char *path);
/* Create a folder and its missing parents. */
bool folder_create(const char *path, char *why, size_t size);
/* True if the folder can be created, or exists, and files can be made in it: tried, and all that was
   made is removed. */
bool folder_may_be_written(const char *path, char *why, size_t size);
/* Create an empty file, replacing a file or link of this name. A link that another process creates
   meanwhile is not followed: the call fails. */
bool file_make(const char *path, char *why, size_t size);
/* As file_make, but returns a text stream, or NULL with errno set. */
FILE *file_create(const char *path);
/* Open a file to append to, or create it, not following a link. Returns a text stream, or NULL with
   errno set. */
FILE *file_append(const char *path);
/* Open an existing file for reading and writing, not following a link. Returns a descriptor, or
   -1. */
int file_reopen(const char *path, char *why, size_t size);
/* Bytes of the blocks that the file system of a file has: from 4 to 64 KiB, a multiple of 4 KiB. */
int64_t file_block(const char *path);
/* Write all n bytes at offset `at`. Returns false with errno set on failure. */
bool file_write_at(int file, const void *bytes, int64_t n, int64_t at);
/* Let the disk begin with the bytes from .. to-1 that have been written, while the next ones are
   made, so that a later flush is shorter. This is a hint, whose failure does no harm. */
void file_begin_flush(int file, int64_t from, int64_t to);
/* Reserve disk space for an existing file, so that writing it cannot fail on a full disk. *reserved
   false: the file system has no reservation, but reports enough free space; then file_fill reserves
   by writing. On failure the file is removed. */
bool file_reserve(const char *path, int64_t bytes, bool *reserved, char *why, size_t size);
/* Write zeros over bytes first .. first+n-1 of an existing file. */
bool file_fill(const char *path, int64_t first, int64_t n, char *why, size_t size);
/* Sync an open file to disk. */
bool file_flush(int file);
/* Sync `from`, rename it to `to`, sync the folder: at any time `to` is either the former file or
   the complete new one. */
bool file_commit(const char *from, const char *to, char *why, size_t size);
/* Replace a file by n bytes, which are written under a name of this process and renamed. durable:
   they are on disk then. */
bool file_replace(const char *path, const void *bytes, size_t n, bool durable, char *why,
                  size_t size);
/* Replace a file by what `print` writes, under a temporary name, synced and renamed. */
bool file_print(const char *path, void (*print)(FILE *file, const void *context),
                const void *context, char *why, size_t size);
void file_remove(const char *path);

/* Target of a file that must be complete or absent: data go to `unfinished`, which file_finish
   renames to `path`. Links are resolved. An existing path that is no regular file, such as a
   device, is written in place. */
typedef struct {
  char path[FILE_PATH], unfinished[FILE_PATH + 8];
  bool in_place; /* no regular file: `unfinished` equals `path`, and nothing is renamed */
} FileTarget;
bool file_target(const char *path, FileTarget *target, char *why, size_t size);
/* Create `unfinished`, empty, as file_make does; does nothing in place. */
bool file_begin(const FileTarget *target, char *why, size_t size);
/* good: all data were written, so rename; else remove `unfinished` and leave `why` unchanged.
   Returns true if the file is complete. */
bool file_finish(const FileTarget *target, bool good, char *why, size_t size);

/* File whose name consists of a prefix, decimal digits and a suffix. */
typedef struct {
  int64_t number;
  char    name[NAME_LENGTH];
} NumberedFile;

/* List the files in `folder` named `before`<digits>`after`, highest number first; none if there is
   no such folder. *list is freed with array_free. */
void files_numbered(const char *folder, const char *before, const char *after, PetscInt *n,
                    NumberedFile **list);
/* Remove those with numbers beyond `last`. */
void files_remove_numbered(const char *folder, const char *before, const char *after, int64_t last);

#endif
