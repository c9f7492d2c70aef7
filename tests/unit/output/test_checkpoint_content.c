/* SPDX-License-Identifier: MIT */
/* Sound HDF5 files with wrong content are refused as checkpoints. */
#define _POSIX_C_SOURCE 200809L

#include "checkpoints.h"

/* Replace a table by one of n x width zeros (width 0: n zeros). */
static void replace_table(hid_t file, const char *path, hid_t type, hsize_t n, hsize_t width)
{
  const hsize_t  size[] = {n, width};
  const hid_t    space  = H5Screate_simple(width > 0 ? 2 : 1, size, NULL);
  const uint64_t digest = 0;
  hid_t          table;

  if (H5Lexists(file, path, H5P_DEFAULT) > 0) H5Ldelete(file, path, H5P_DEFAULT);
  table = H5Dcreate2(file, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  CHECK(table >= 0);
  H5Dclose(table);
  H5Sclose(space);
  replace_attribute(file, path, "digest", H5T_NATIVE_UINT64, 0, &digest);
}

typedef struct {
  const char *name, *word; /* NULL: must be read */
  void (*change)(hid_t file);
} Change;

static void change_major(hid_t f)
{
  replace_attribute(f, "/clast", "format_version", H5T_NATIVE_INT, 2, (const int[]){2, 0});
}

static void change_minor(hid_t f)
{
  replace_attribute(f, "/clast", "format_version", H5T_NATIVE_INT, 2, (const int[]){1, 7});
  replace_table(f, "/clast/later", H5T_NATIVE_FLOAT, 3, 0);
}

static void change_before(hid_t f)
{
  replace_attribute(f, "/clast", "format_version", H5T_NATIVE_INT, 2, (const int[]){1, 0});
  H5Ldelete(f, "/clast/templates/centre_error", H5P_DEFAULT);
}

static void change_short(hid_t f)
{
  H5Ldelete(f, "/clast/templates/centre_error", H5P_DEFAULT);
}

static void change_complete(hid_t f)
{
  replace_attribute(f, "/clast", "complete", H5T_NATIVE_INT, 0, (const int[]){0});
}

static void change_missing(hid_t f)
{
  H5Ldelete(f, "/particles/clumps/velocity", H5P_DEFAULT);
}

static void change_type(hid_t f)
{
  replace_table(f, "/particles/clumps/velocity", H5T_NATIVE_FLOAT, N_CLUMPS, 3);
}

static void change_sign(hid_t f)
{
  replace_table(f, "/particles/clumps/id", H5T_NATIVE_UINT64, N_CLUMPS, 0);
}

static void change_rows(hid_t f)
{
  replace_table(f, "/particles/clumps/velocity", H5T_NATIVE_DOUBLE, N_CLUMPS - 1, 3);
}

static void change_width(hid_t f)
{
  replace_table(f, "/clast/contacts/memory", H5T_NATIVE_DOUBLE, N_CONTACTS, STATE_MEMORY + 1);
}

/* A table whose rows are not written needs no disk space, so it can have any length. */
static void change_absurd(hid_t f)
{
  replace_table(f, "/particles/clumps/id", H5T_NATIVE_INT64, (hsize_t)1 << 40, 0);
}

static void change_data(hid_t f)
{
  replace_table(f, "/particles/clumps/velocity", H5T_NATIVE_DOUBLE, N_CLUMPS, 3);
}

static void change_group(hid_t f)
{
  H5Ldelete(f, "/clast/contacts", H5P_DEFAULT);
}

static void change_names(hid_t f)
{
  const char  names[5][GROUP_LENGTH] = {"red", "red", "blue", "north",
                                        "left"}; /* the first two are of the same slot */
  const hid_t text                   = H5Tcopy(H5T_C_S1);
  hid_t       table;

  H5Tset_size(text, GROUP_LENGTH);
  H5Tset_strpad(text, H5T_STR_NULLPAD);
  replace_table(f, "/clast/groups/name", text, 5, 0);
  table = H5Dopen2(f, "/clast/groups/name", H5P_DEFAULT);
  CHECK(H5Dwrite(table, text, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
  H5Dclose(table);
  H5Tclose(text);
}

static void change_masks(hid_t f)
{
  const uint64_t bits[N_CLUMPS / 4] = {32}; /* bit 5, but there are five groups, 0 to 4 */
  hid_t          table;

  replace_table(f, "/clast/waiting/group", H5T_NATIVE_UINT64, N_CLUMPS / 4, 0);
  table = H5Dopen2(f, "/clast/waiting/group", H5P_DEFAULT);
  CHECK(H5Dwrite(table, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, bits) >= 0);
  H5Dclose(table);
}

static void change_times(hid_t f)
{
  H5Ldelete(f, "/clast/waiting/time", H5P_DEFAULT);
}

static void change_digest(hid_t f)
{
  H5Adelete_by_name(f, "/clast/templates/axes", "digest", H5P_DEFAULT);
}

static void change_time(hid_t f)
{
  replace_attribute(f, "/clast", "time", H5T_NATIVE_DOUBLE, 0, (const double[]){0.25});
}

static void change_removed(hid_t f)
{
  const int64_t four = 4;

  replace_attribute(f, "/clast", "removed", H5T_NATIVE_INT64, 0, &four);
}

static void change_memory(hid_t f)
{
  replace_attribute(f, "/clast", "memory", H5T_NATIVE_INT, 0, (const int[]){-1});
}

static void change_dt(hid_t f)
{
  replace_attribute(f, "/clast", "dt", H5T_NATIVE_DOUBLE, 0, (const double[]){NAN});
}

static void change_pebbles(hid_t f)
{
  replace_table(f, "/clast/templates/pebbles", H5T_NATIVE_INT, 3, 0);
}

static void change_folder(hid_t f)
{
  H5Ldelete(f, "/clast", H5P_DEFAULT);
}

static const Change changes[] = {
  {"a newer format", "format version 2.0", change_major},
  {"a later minor version with more in it", NULL, change_minor},
  {"the minor version before, without errors of centres", NULL, change_before},
  {"this version, without errors of centres", "centre_error: is missing", change_short},
  {"not complete", "is not complete", change_complete},
  {"a table missing", "velocity: is missing", change_missing},
  {"32-bit reals", "velocity: not a table of 64-bit reals", change_type},
  {"unsigned ids", "id: not a table of 64-bit integers", change_sign},
  {"a row missing", "velocity: 52 rows", change_rows},
  {"a column too many", "memory: rows of 4 numbers", change_width},
  {"rows without end", "but the file has no data of this size", change_absurd},
  {"other data", "velocity: ", change_data},
  {"a group missing", "/clast/contacts/id_a: is missing", change_group},
  {"two groups of one name", "/clast/groups: invalid or repeated names", change_names},
  {"groups that nobody named", "/clast/waiting: clump", change_masks},
  {"waiting until nobody knows when", "/clast/waiting/time: is missing", change_times},
  {"a digest missing", "/clast/templates/axes: attribute digest is missing", change_digest},
  {"another time", "attribute time", change_time},
  {"another count", "the digest of all state", change_removed},
  {"memory of less than nothing", "attribute memory", change_memory},
  {"a time step that is none", "attribute dt", change_dt},
  {"templates without pebbles", "/clast/templates/pebbles", change_pebbles},
  {"not ours", "attribute format_version is missing", change_folder},
};

static void change_file(const Parallel *par, const char *path, void (*change)(hid_t file))
{
  if (par->rank == 0) {
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);

    CHECK(file >= 0);
    change(file);
    CHECK(H5Fclose(file) >= 0);
  }
  CALL(parallel_barrier(par));
}

static void wrong_content_is_refused(const Parallel *par)
{
  Checkpoint c = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char       path[CHECKPOINT_PATH], bad[CHECKPOINT_PATH + 16], *bytes;
  size_t     n = 0;
  uint64_t   digest;

  write_state(par, work, &c, 3, path);
  CALL(bytes_read(path, &bytes, &n));
  for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
    snprintf(bad, sizeof bad, "%s/changed.h5", work);
    bytes_write(par, bad, bytes, n);
    change_file(par, bad, changes[k].change);
    if (changes[k].word) read_refused(par, bad, changes[k].word);
    else CHECK(file_digest(par, bad, &digest));
  }
  array_free(&bytes);
  checkpoint_free(&c);
  test_end("sound files with wrong content are refused, and say what it is");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  wrong_content_is_refused(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
