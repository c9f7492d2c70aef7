/* SPDX-License-Identifier: MIT */
/* Creation of checkpoints with valid digests and one number that no run would write, for tests of
   reading. Used by a single rank. */
#ifndef CRAFT_H
#define CRAFT_H

#include "base/base.h"
#include "output/checkpoint/columns.h"
#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a dataset or an attribute in memory. */
typedef struct {
  Hdf5Table table; /* path of a dataset, or just the name of an attribute of /clast */
  int64_t   n;     /* rows */
  char     *rows;  /* to be freed */
} Crafted;

static inline Hdf5Type craft_type(hid_t type)
{
  if (H5Tget_class(type) == H5T_FLOAT) return HDF5_REAL;
  if (H5Tget_class(type) == H5T_STRING) return HDF5_TEXT;
  if (H5Tget_size(type) == 4) return HDF5_INT32;
  if (H5Tget_size(type) == 1) return HDF5_BYTE;
  return H5Tget_sign(type) == H5T_SGN_NONE ? HDF5_BITS : HDF5_INT64;
}

static inline hid_t craft_memory(hid_t type)
{
  switch (craft_type(type)) {
  case HDF5_REAL: return H5Tcopy(H5T_NATIVE_DOUBLE);
  case HDF5_INT32: return H5Tcopy(H5T_NATIVE_INT32);
  case HDF5_INT64: return H5Tcopy(H5T_NATIVE_INT64);
  case HDF5_BITS: return H5Tcopy(H5T_NATIVE_UINT64);
  case HDF5_BYTE: return H5Tcopy(H5T_NATIVE_UINT8);
  default: return H5Tcopy(type);
  }
}

/* Allocate rows for a dataset or attribute. The numbers of an attribute form one row, as in
   digests. */
static inline Crafted craft_open(hid_t type, hid_t space, bool attribute, const char *path)
{
  hsize_t   size[2] = {1, 0};
  const int ndims   = H5Sget_simple_extent_dims(space, size, NULL);
  Crafted   c       = {.table.type = craft_type(type), .n = attribute ? 1 : (int64_t)size[0]};

  snprintf(c.table.path, sizeof c.table.path, "%s", path);
  if (attribute && c.table.type == HDF5_TEXT) c.n = (int64_t)H5Sget_simple_extent_npoints(space);
  if (c.table.type == HDF5_TEXT) c.table.width = (int)H5Tget_size(type);
  else if (attribute) c.table.width = ndims == 0 ? 0 : (int)size[0];
  else c.table.width = ndims == 2 ? (int)size[1] : 0;
  c.rows = calloc((size_t)c.n + 1, hdf5_row_size(&c.table));
  return c;
}

static inline Crafted craft_read(hid_t file, const char *path)
{
  const hid_t id = H5Dopen2(file, path, H5P_DEFAULT), type = H5Dget_type(id),
              space = H5Dget_space(id), memory = craft_memory(type);
  Crafted c = craft_open(type, space, false, path);

  H5Dread(id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, c.rows);
  H5Tclose(memory);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(id);
  return c;
}

static inline Crafted craft_get(hid_t file, const char *name)
{
  const hid_t id   = H5Aopen_by_name(file, "/clast", name, H5P_DEFAULT, H5P_DEFAULT),
              type = H5Aget_type(id), space = H5Aget_space(id), memory = craft_memory(type);
  Crafted c = craft_open(type, space, true, name);

  H5Aread(id, memory, c.rows);
  H5Tclose(memory);
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(id);
  return c;
}

/* Delete and create the attribute: HDF5 1.10 fails to overwrite some existing ones. */
static inline void craft_set_attribute(hid_t file, const char *object, const char *name, hid_t type,
                                       hsize_t n, const void *values)
{
  const hid_t space = n > 0 ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
  hid_t       id;

  H5Adelete_by_name(file, object, name, H5P_DEFAULT);
  id = H5Acreate_by_name(file, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (id < 0 || H5Awrite(id, type, values) < 0) exit(99);
  H5Aclose(id);
  H5Sclose(space);
}

static inline void craft_write(hid_t file, const Crafted *c)
{
  static const int bytes[] = {
    [HDF5_REAL] = 8, [HDF5_INT64] = 8, [HDF5_BITS] = 8, [HDF5_INT32] = 4, [HDF5_BYTE] = 1};
  const hid_t types[] = {[HDF5_REAL]  = H5T_NATIVE_DOUBLE,
                         [HDF5_INT64] = H5T_NATIVE_INT64,
                         [HDF5_BITS]  = H5T_NATIVE_UINT64,
                         [HDF5_INT32] = H5T_NATIVE_INT32,
                         [HDF5_BYTE]  = H5T_NATIVE_UINT8};
  hid_t       id, type;

  if (c->table.path[0] != '/' && bytes[c->table.type] > 0) {
    craft_set_attribute(file, "/clast", c->table.path, types[c->table.type],
                        (hsize_t)c->table.width, c->rows);
    return;
  }
  id   = H5Dopen2(file, c->table.path, H5P_DEFAULT);
  type = H5Dget_type(id);
  if (H5Dwrite(id, c->table.type == HDF5_TEXT ? type : types[c->table.type], H5S_ALL, H5S_ALL,
               H5P_DEFAULT, c->rows) < 0)
    exit(99);
  H5Tclose(type);
  H5Dclose(id);
}

/* Number of numbers in all rows; 0 for text. */
static inline int64_t craft_count(const Crafted *c)
{
  return c->table.type == HDF5_TEXT ? 0 : c->n * (c->table.width > 0 ? c->table.width : 1);
}

/* Set number `index` from text ("nan", "1e200", "-1"), clamped to the range of the type. */
static inline void craft_set(Crafted *c, int64_t index, const char *value)
{
  const double real = strtod(value, NULL);
  int64_t      whole;
  int32_t      half;

  if (strpbrk(value, ".en") != NULL)
    whole = real >= 0x1p63 ? INT64_MAX : real < -0x1p63 ? INT64_MIN : (int64_t)real;
  else whole = strtoll(value, NULL, 10);
  half = (int32_t)max_int(INT32_MIN, min_int(INT32_MAX, whole));
  if (c->table.type == HDF5_REAL) memcpy(c->rows + 8 * index, &real, 8);
  else if (c->table.type == HDF5_INT32) memcpy(c->rows + 4 * index, &half, 4);
  else if (c->table.type == HDF5_BYTE) c->rows[index] = (char)whole;
  else if (c->table.type == HDF5_TEXT) snprintf(c->rows, hdf5_row_size(&c->table), "%s", value);
  else memcpy(c->rows + 8 * index, &whole, 8);
}

/* ---- digests ---- */

static inline void craft_get_digest(hid_t file, const char *object, const char *name,
                                    uint64_t *digest)
{
  const hid_t id = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);

  H5Aread(id, H5T_NATIVE_UINT64, digest);
  H5Aclose(id);
}

static inline void craft_set_digest(hid_t file, const char *object, const char *name,
                                    uint64_t digest)
{
  craft_set_attribute(file, object, name, H5T_NATIVE_UINT64, 0, &digest);
}

/* A table in the same folder. */
static inline Crafted craft_beside(hid_t file, const char *path, const char *name)
{
  char beside[HDF5_PATH];

  snprintf(beside, sizeof beside, "%.*s%s", (int)(strrchr(path, '/') + 1 - path), path, name);
  return craft_read(file, beside);
}

/* Keys of contacts and of links, which have an object, too. */
static inline uint64_t *craft_pair_keys(hid_t file, const char *path)
{
  const bool link = !strncmp(path, "/clast/links/", 13);
  Crafted    a = craft_beside(file, path, "id_a"), b = craft_beside(file, path, "id_b"),
          m = craft_beside(file, path, "member_a"), n = craft_beside(file, path, "member_b"),
          image  = craft_beside(file, path, "image"),
          object = craft_beside(file, path, link ? "object" : "member_a");
  uint64_t *keys = calloc((size_t)a.n + 1, sizeof *keys);

  for (int64_t k = 0; k < a.n; k++) {
    const int32_t *i      = (const int32_t *)(const void *)image.rows + 3 * k;
    const int64_t  name[] = {((const int64_t *)(const void *)a.rows)[k],
                             ((const int64_t *)(const void *)b.rows)[k],
                             ((const int32_t *)(const void *)m.rows)[k],
                             ((const int32_t *)(const void *)n.rows)[k],
                             i[0],
                             i[1],
                             i[2],
                             ((const int32_t *)(const void *)object.rows)[k]};

    keys[k] = digest_key(link ? 8 : 7, name);
  }
  free(a.rows);
  free(b.rows);
  free(m.rows);
  free(n.rows);
  free(image.rows);
  free(object.rows);
  return keys;
}

/* Keys of the rows of a dataset as in output/checkpoint/columns.c; NULL: the key is the index. */
static inline uint64_t *craft_keys(hid_t file, const char *path)
{
  const char *folder = !strncmp(path, "/particles/clumps/", 18) ? "/particles/clumps"
                       : !strncmp(path, "/clast/waiting/", 15)  ? "/clast/waiting"
                                                                : NULL;
  char        id[HDF5_PATH];

  if (folder) {
    snprintf(id, sizeof id, "%s/id", folder);
    return (uint64_t *)(void *)craft_read(file, id).rows;
  }
  if (strncmp(path, "/clast/contacts/", 16) && strncmp(path, "/clast/links/", 13)) return NULL;
  return craft_pair_keys(file, path);
}

static inline bool craft_is_state(const char *path)
{
  return strcmp(path, "/clast/templates/centre_error") != 0 &&
         strcmp(path, "/clast/scenario") != 0 && strcmp(path, "/clast/memory_names") != 0 &&
         strncmp(path, "/clast/state/derived/", 21) != 0;
}

/* Paths of all tables that have a digest. */
typedef struct {
  int n;
  char (*path)[HDF5_PATH]; /* to be freed */
} CraftPaths;

static inline herr_t craft_visit(hid_t file, const char *name, const H5O_info_t *info, void *to)
{
  CraftPaths *paths = to;
  char        path[HDF5_PATH];

  (void)info;
  snprintf(path, sizeof path, "/%s", name);
  /* this table has two names; its digest is computed with the other */
  if (!strcmp(path, "/particles/clumps/species"))
    snprintf(path, sizeof path, "/particles/clumps/template");
  if (H5Aexists_by_name(file, path, "digest", H5P_DEFAULT) <= 0) return 0;
  paths->path = realloc(paths->path, (size_t)(paths->n + 1) * sizeof *paths->path);
  memcpy(paths->path[paths->n++], path, sizeof path);
  return 0;
}

static inline CraftPaths craft_paths(hid_t file)
{
  CraftPaths paths = {.n = 0};

  H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, craft_visit, &paths);
  return paths;
}

/* Digest of an attribute, whose path is empty as in output/checkpoint/columns.c. */
static inline uint64_t craft_digest(const Crafted *c)
{
  const Hdf5Table table = {.type = c->table.type, .width = c->table.width};

  return digest_rows(&table, 1, NULL, 0, c->rows);
}

/* Name of a table in the digest of all state: those of the contacts of all laws are one item. */
static inline void craft_item(const char *path, char item[HDF5_PATH])
{
  static const char contacts[] = "/clast/contacts/";
  const bool        law        = !strncmp(path, contacts, sizeof contacts - 1);

  snprintf(item, HDF5_PATH, "%s%s", law ? contacts : "", law ? strrchr(path, '/') + 1 : path);
}

/* Digest of the item of table k from those of the tables; false: an earlier table has it. */
static inline bool craft_sum(const CraftPaths *paths, int k, const uint64_t *digests, uint64_t *sum)
{
  char item[HDF5_PATH], other[HDF5_PATH];

  *sum = 0;
  craft_item(paths->path[k], item);
  for (int j = 0; j < paths->n; j++) {
    craft_item(paths->path[j], other);
    if (strcmp(item, other) != 0) continue;
    if (j < k) return false;
    *sum += digests[j];
  }
  *sum = digest_item(item, *sum);
  return true;
}

/* Recompute the digests of all tables and of all state. before, after: an attribute that was
   changed, or NULL. */
static inline void craft_renew(hid_t file, const Crafted *before, const Crafted *after)
{
  const CraftPaths paths = craft_paths(file);
  uint64_t        *was   = calloc((size_t)paths.n + 1, sizeof *was),
           *now          = calloc((size_t)paths.n + 1, sizeof *now);
  uint64_t state, sum;

  craft_get_digest(file, "/clast", "digest_state", &state);
  for (int k = 0; k < paths.n; k++) {
    Crafted   c    = craft_read(file, paths.path[k]);
    uint64_t *keys = craft_keys(file, paths.path[k]);

    craft_item(paths.path[k], c.table.path); /* the rows are hashed with this name */
    now[k] = digest_rows(&c.table, c.n, keys, 0, c.rows);
    craft_get_digest(file, paths.path[k], "digest", &was[k]);
    craft_set_digest(file, paths.path[k], "digest", now[k]);
    free(c.rows);
    free(keys);
  }
  for (int k = 0; k < paths.n; k++) {
    if (!craft_is_state(paths.path[k])) continue;
    if (craft_sum(&paths, k, now, &sum)) state += sum;
    if (craft_sum(&paths, k, was, &sum)) state -= sum;
  }
  free(paths.path);
  free(was);
  free(now);
  if (before && strcmp(before->table.path, "ranks") != 0)
    state += digest_item(after->table.path, craft_digest(after)) -
             digest_item(before->table.path, craft_digest(before));
  craft_set_digest(file, "/clast", "digest_state", state);
}

/* Replace one number of a dataset ("/clast/materials/density") or of an attribute of /clast
   ("dt"). */
static inline bool craft_number(const char *path, const char *target, int64_t index,
                                const char *value)
{
  const hid_t file      = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  const bool  attribute = target[0] != '/';
  Crafted     before, after;

  if (file < 0) return false;
  before = attribute ? craft_get(file, target) : craft_read(file, target);
  after  = attribute ? craft_get(file, target) : craft_read(file, target);
  craft_set(&after, index, value);
  craft_write(file, &after);
  craft_renew(file, attribute ? &before : NULL, &after);
  free(before.rows);
  free(after.rows);
  return H5Fclose(file) >= 0;
}

/* ---- data in other places ---- */

/* Replace a dataset by one that is compressed ("chunks"), has its data in another file ("external",
   "virtual"), or by a link to another file ("link"). */
static inline bool craft_storage(const char *path, const char *target, const char *how,
                                 const char *other)
{
  const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t id = H5Dopen2(file, target, H5P_DEFAULT), type = H5Dget_type(id),
              space = H5Dget_space(id), create = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t  size[2] = {1, 1};
  Crafted  c       = craft_read(file, target);
  uint64_t digest;
  hid_t    made, scalar, attribute;

  H5Sget_simple_extent_dims(space, size, NULL);
  craft_get_digest(file, target, "digest", &digest);
  H5Dclose(id);
  H5Ldelete(file, target, H5P_DEFAULT);
  if (strcmp(how, "link") == 0) {
    H5Lcreate_external(other, "/x", file, target, H5P_DEFAULT, H5P_DEFAULT);
    made = -1;
  } else {
    if (strcmp(how, "external") == 0) H5Pset_external(create, other, 0, H5F_UNLIMITED);
    else if (strcmp(how, "virtual") == 0) H5Pset_virtual(create, space, other, "/x", space);
    else if (H5Pset_chunk(create, H5Sget_simple_extent_ndims(space), size) >= 0)
      H5Pset_deflate(create, 9);
    made = H5Dcreate2(file, target, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
    if (strcmp(how, "chunks") == 0) H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, c.rows);
    scalar    = H5Screate(H5S_SCALAR);
    attribute = H5Acreate2(made, "digest", H5T_NATIVE_UINT64, scalar, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_UINT64, &digest);
    H5Aclose(attribute);
    H5Sclose(scalar);
    H5Dclose(made);
  }
  H5Pclose(create);
  H5Sclose(space);
  H5Tclose(type);
  free(c.rows);
  return H5Fclose(file) >= 0;
}

#endif
