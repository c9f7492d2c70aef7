/* SPDX-License-Identifier: MIT */
/* Folders, sync, rename and listing by POSIX calls; reservation of disk space by Linux
   fallocate. */
#define _GNU_SOURCE /* fallocate, sync_file_range */
#include "output/files.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static bool failed(const char *path, const char *what, char *why, size_t size)
{
  snprintf(why, size, "%s: %s: %s", path, what, strerror(errno));
  return false;
}

bool file_exists(const char *path)
{
  struct stat s;

  return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

bool folder_exists(const char *path)
{
  struct stat s;

  return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool file_is(const char *path, const char *other)
{
  struct stat a, b;

  return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

bool file_is_at(int file, const char *path)
{
  struct stat a, b;

  return fstat(file, &a) == 0 && stat(path, &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

void file_folder(const char *path, char *folder)
{
  const char *slash = strrchr(path, '/');

  if (!slash) snprintf(folder, FILE_PATH, ".");
  else
    snprintf(folder, FILE_PATH, "%.*s",
             slash == path ? 1 : (int)min_int(slash - path, FILE_PATH - 1), path);
}

bool file_may_be_read(const char *path)
{
  return access(path, R_OK) == 0;
}

bool file_may_be_written(const char *path, char *why, size_t size)
{
  char  folder[FILE_PATH];
  char *real = realpath(path, NULL); /* links are resolved, as in file_target */

  file_folder(real ? real : path, folder);
  free(real);
  if (access(path, F_OK) == 0 && access(path, W_OK) != 0)
    return failed(path, "cannot write", why, size);
  if ((access(path, F_OK) != 0 || file_exists(path)) && access(folder, W_OK | X_OK) != 0)
    return failed(folder, "cannot write in it", why, size);
  return true;
}

bool folder_lock(const char *path, bool shared, int *lock)
{
  *lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (*lock < 0 || flock(*lock, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0) return true;
  return errno != EWOULDBLOCK;
}

void folder_unlock(int lock)
{
  if (lock >= 0) close(lock);
}

int file_lock(const char *path)
{
  enum { TRIES = 500 };
  const struct timespec pause = {.tv_nsec = 10000000};
  const int             file  = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);

  for (int k = 0; file >= 0 && k < TRIES; k++) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) break;
    nanosleep(&pause, NULL);
  }
  return file;
}

static bool folder_make(const char *path)
{
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool folder_create(const char *path, char *why, size_t size)
{
  char part[FILE_PATH];
  bool good = snprintf(part, sizeof part, "%s", path) < (int)sizeof part;

  if (!good) errno = ENAMETOOLONG;
  for (char *slash = strchr(part + 1, '/'); good && slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    good   = folder_make(part);
    if (good) *slash = '/';
  }
  good = good && folder_make(part);
  if (good && !folder_exists(path)) {
    errno = ENOTDIR;
    good  = false;
  }
  return good || failed(part, "cannot make the folder", why, size);
}

bool folder_may_be_written(const char *path, char *why, size_t size)
{
  char   part[FILE_PATH], trial[FILE_PATH + 16];
  size_t there = strlen(path); /* length of the folder that exists already */
  bool   good;
  int    code;

  snprintf(part, sizeof part, "%s", path);
  while (there > 0 && access(part, F_OK) != 0) {
    while (there > 0 && part[there - 1] == '/') there--;
    while (there > 0 && part[there - 1] != '/') there--;
    if (there < sizeof part) part[there] = 0;
  }
  good = folder_create(path, why, size);
  if (good) {
    snprintf(trial, sizeof trial, "%s/trial.tmp", path);
    good = mkdir(trial, 0777) == 0 || errno == EEXIST;
    if (good) (void)rmdir(trial);
    else (void)failed(path, "cannot write in it", why, size);
  }
  code = errno;
  snprintf(part, sizeof part, "%s", path);
  for (size_t n = strlen(part); n > there; n--)
    if (n == strlen(part) || part[n] == '/') {
      part[n] = 0;
      (void)rmdir(part);
    }
  errno = code;
  return good;
}

static bool has_room(int file, int64_t bytes)
{
  struct statvfs s;

  if (fstatvfs(file, &s) != 0 || s.f_blocks == 0 ||
      (double)s.f_bavail * (double)s.f_frsize >= (double)bytes)
    return true;
  errno = ENOSPC;
  return false;
}

static bool set_aside(int file, int64_t bytes, bool *reserved)
{
  int status = fallocate(file, 0, 0, (off_t)bytes);

  while (status != 0 && errno == EINTR) status = fallocate(file, 0, 0, (off_t)bytes);
  *reserved = status == 0;
  return *reserved || ((errno == EOPNOTSUPP || errno == ENOSYS) && has_room(file, bytes));
}

static bool no_room(const char *path, int64_t bytes, char *why, size_t size)
{
  snprintf(
    why, size,
    "%s: cannot reserve %.1f MB of disk space: %s; free disk space or give another -output_dir",
    path, 1e-6 * (double)bytes, strerror(errno));
  return false;
}

/* Remove what has this name, a link or the rest of a killed run, and create a new file. */
static int open_fresh(const char *path)
{
  unlink(path);
  return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

/* Stream of an open file, which is closed if that fails. */
static FILE *stream_of(int file, const char *mode)
{
  FILE *stream = file >= 0 ? fdopen(file, mode) : NULL;

  if (file >= 0 && !stream) close(file);
  return stream;
}

FILE *file_create(const char *path)
{
  return stream_of(open_fresh(path), "w");
}

FILE *file_append(const char *path)
{
  FILE *f =
    stream_of(open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666), "a");

  if (f) (void)fseek(f, 0, SEEK_END); /* ftell is 0 until then, which means an empty file here */
  return f;
}

bool file_make(const char *path, char *why, size_t size)
{
  const int file = open_fresh(path);

  if (file < 0) return failed(path, "cannot make the file", why, size);
  close(file);
  return true;
}

int file_reopen(const char *path, char *why, size_t size)
{
  const int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);

  if (file < 0) failed(path, "cannot open", why, size);
  return file;
}

bool file_reserve(const char *path, int64_t bytes, bool *reserved, char *why, size_t size)
{
  const int file = file_reopen(path, why, size);
  bool      good;

  *reserved = false;
  if (file < 0) return false;
  good = set_aside(file, bytes, reserved) || no_room(path, bytes, why, size);
  close(file);
  if (!good) unlink(path);
  return good;
}

void file_begin_flush(int file, int64_t from, int64_t to)
{
  (void)sync_file_range(file, (off_t)from, (off_t)(to - from), SYNC_FILE_RANGE_WRITE);
}

int64_t file_block(const char *path)
{
  enum { LEAST = 1 << 12, MOST = 1 << 16 };
  struct stat s;

  if (stat(path, &s) != 0) return LEAST;
  return max_int(min_int((int64_t)s.st_blksize, MOST) / LEAST, 1) * LEAST;
}

bool file_write_at(int file, const void *bytes, int64_t n, int64_t at)
{
  enum { AT_ONCE = 1 << 30 }; /* Linux writes at most 2 GB per call */
  const char *next = bytes;

  while (n > 0) {
    const ssize_t done = pwrite(file, next, (size_t)min_int(n, AT_ONCE), (off_t)at);

    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = ENOSPC;
    if (done <= 0) return false;
    next += done;
    at += done;
    n -= done;
  }
  return true;
}

bool file_fill(const char *path, int64_t first, int64_t n, char *why, size_t size)
{
  static const char zeros[1 << 16];
  const int         file = file_reopen(path, why, size);
  bool              good = true;

  if (file < 0) return false;
  for (int64_t done = 0; done < n && good; done += (int64_t)sizeof zeros)
    good = file_write_at(file, zeros, min_int(n - done, sizeof zeros), first + done) ||
           no_room(path, n - done, why, size);
  /* network file systems may report a failed write only at close */
  if (close(file) != 0 && good) good = no_room(path, n, why, size);
  return good;
}

bool file_flush(int file)
{
  /* EINVAL: some network file systems cannot sync a folder; they do so on their own */
  return fsync(file) == 0 || errno == EINVAL;
}

/* Sync to disk the data of a file, or the entries of a folder. */
static bool sync_path(const char *path, char *why, size_t size)
{
  const int  file = open(path, O_RDONLY | O_CLOEXEC);
  const bool good = file >= 0 && file_flush(file);

  if (!good) failed(path, file < 0 ? "cannot open" : "cannot sync to disk", why, size);
  if (file >= 0) close(file);
  return good;
}

bool file_commit(const char *from, const char *to, char *why, size_t size)
{
  char        folder[FILE_PATH];
  struct stat there;

  file_folder(to, folder);
  if (stat(to, &there) == 0 &&
      !S_ISREG(there.st_mode)) { /* such as a device, which would be lost */
    snprintf(why, size, "%s: it is there, and is not a file: give another name", to);
    return false;
  }
  if (!sync_path(from, why, size)) return false;
  if (rename(from, to) != 0) return failed(to, "cannot rename to this", why, size);
  return sync_path(folder, why, size);
}

bool file_replace(const char *path, const void *bytes, size_t n, bool durable, char *why,
                  size_t size)
{
  char  fresh[FILE_PATH + 32];
  FILE *file;
  bool  good;

  snprintf(fresh, sizeof fresh, "%s.%ld.tmp", path, (long)getpid());
  file = file_create(fresh);
  good = file && fwrite(bytes, 1, n, file) == n && fflush(file) == 0;
  if (file && fclose(file) != 0) good = false;
  if (good && durable) return file_commit(fresh, path, why, size);
  good = good && rename(fresh, path) == 0;
  if (!good) failed(path, "cannot write", why, size);
  return good;
}

bool file_print(const char *path, void (*print)(FILE *file, const void *context),
                const void *context, char *why, size_t size)
{
  char  fresh[FILE_PATH + 8];
  FILE *file;
  bool  good;

  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  file = file_create(fresh);
  if (file) print(file, context);
  good = file && !ferror(file);
  if (file && fclose(file) != 0) good = false;
  if (!good) failed(fresh, "cannot be written", why, size);
  good = good && file_commit(fresh, path, why, size);
  if (!good) file_remove(fresh);
  return good;
}

void file_remove(const char *path)
{
  unlink(path);
}

bool file_target(const char *path, FileTarget *t, char *why, size_t size)
{
  struct stat s;
  char       *real  = realpath(path, NULL); /* NULL: the path does not exist yet */
  const char *named = real ? real : path;
  const bool  fits  = strlen(named) < FILE_PATH;

  *t = (FileTarget){.in_place = stat(path, &s) == 0 && !S_ISREG(s.st_mode)};
  if (fits) snprintf(t->path, sizeof t->path, "%s", named);
  if (fits) snprintf(t->unfinished, sizeof t->unfinished, "%s%s", named, t->in_place ? "" : ".tmp");
  else snprintf(why, size, "the name of the file is too long");
  free(real);
  return fits;
}

bool file_begin(const FileTarget *t, char *why, size_t size)
{
  const int file = t->in_place ? -1 : open_fresh(t->unfinished);

  if (file >= 0) close(file);
  else if (!t->in_place) return failed(t->path, "cannot be written", why, size);
  return true;
}

bool file_finish(const FileTarget *t, bool good, char *why, size_t size)
{
  if (t->in_place) return good;
  good = good && file_commit(t->unfinished, t->path, why, size);
  if (!good) file_remove(t->unfinished);
  return good;
}

/* Number between `before` and `after` in a file name, or -1 if the name has another form. */
static int64_t number_in(const char *name, const char *before, const char *after)
{
  enum { DIGITS_MOST = 18 };
  const size_t n_before = strlen(before), n_after = strlen(after), n = strlen(name);
  int64_t      number = 0;

  if (n <= n_before + n_after || n - n_before - n_after > DIGITS_MOST || n >= NAME_LENGTH)
    return -1;
  if (strncmp(name, before, n_before) != 0 || strcmp(name + n - n_after, after) != 0) return -1;
  for (size_t i = n_before; i < n - n_after; i++) {
    if (name[i] < '0' || name[i] > '9') return -1;
    number = 10 * number + (name[i] - '0');
  }
  return number;
}

static int compare_numbers(const void *a, const void *b)
{
  const NumberedFile *p = a, *q = b;

  if (p->number != q->number) return p->number > q->number ? -1 : 1;
  return strcmp(p->name, q->name);
}

void files_numbered(const char *folder, const char *before, const char *after, PetscInt *n,
                    NumberedFile **list)
{
  DIR     *open     = opendir(folder);
  PetscInt capacity = 0;

  *n    = 0;
  *list = NULL;
  if (!open) return;
  for (struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
    const int64_t number = number_in(entry->d_name, before, after);

    if (number < 0) continue;
    array_reserve(list, sizeof **list, *n + 1, &capacity);
    (*list)[*n].number = number;
    snprintf((*list)[*n].name, NAME_LENGTH, "%.*s", NAME_LENGTH - 1, entry->d_name);
    (*n)++;
  }
  closedir(open);
  sort_items(*list, *n, sizeof **list, compare_numbers);
}

void files_remove_numbered(const char *folder, const char *before, const char *after, int64_t last)
{
  char          path[FILE_PATH + NAME_LENGTH];
  NumberedFile *list;
  PetscInt      n;

  files_numbered(folder, before, after, &n, &list);
  for (PetscInt k = 0; k < n && list[k].number > last; k++) {
    snprintf(path, sizeof path, "%s/%s", folder, list[k].name);
    file_remove(path);
  }
  array_free(&list);
}
