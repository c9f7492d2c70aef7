/* SPDX-License-Identifier: MIT */
/* Reading: queries, rows and attributes. Local to each rank. The file is not trusted: types, shapes
   and storage are checked before use. */
#include "output/hdf5_internal.h"

enum { EXPANSION = 4096 }; /* upper bound on the compression ratio of any filter */

static const int64_t rows_most = (int64_t)1 << 48;

static const char *const type_names[] = {"64-bit reals",    "64-bit integers",
                                         "32-bit integers", "64-bit unsigned numbers",
                                         "bytes",           "strings"};

/* True if a hard link of this name exists in a group; path: in the file, for messages. Soft and
   external links are refused: they may lead to another file, such as a pipe, on which opening would
   block. */
static bool has_link(Hdf5 *file, hid_t group, const char *name, const char *path)
{
  const htri_t exists = H5Lexists(group, name, H5P_DEFAULT);
  H5L_info_t   info;

  if (exists == 0) return false;
  if (exists < 0 || H5Lget_info(group, name, &info, H5P_DEFAULT) < 0)
    hdf5_fail_inside(file, path, "cannot be read");
  else if (info.type != H5L_TYPE_HARD)
    hdf5_fail(file, "%s: is a soft or external link, which is not followed", path);
  return !file->failed;
}

/* Open the group of this path in place of the one that is open. Each part of the path is checked in
   turn, as HDF5 fails instead of answering no if a parent is missing. Negative: there is none. */
static hid_t group_open(Hdf5 *file, const char *path)
{
  char part[HDF5_PATH], *slash = part;

  strcpy(part, path);
  while ((slash = strchr(slash + 1, '/'))) {
    *slash = 0;
    if (!has_link(file, file->id, part, part)) return -1;
    *slash = '/';
  }
  if (!has_link(file, file->id, part, part)) return -1;
  if (file->group > 0) H5Gclose(file->group);
  file->group = H5Gopen2(file->id, part, H5P_DEFAULT);
  if (file->group < 0) hdf5_fail_inside(file, part, "cannot be read");
  strcpy(file->found, part);
  return file->group;
}

/* The group that a path leads to, and the name in it. Negative: there is none. Most paths lead to
   the same group as the one before. */
static hid_t group_of(Hdf5 *file, const char *path, const char **name)
{
  const size_t length = (size_t)(strrchr(path, '/') - path);
  char         parent[HDF5_PATH];

  *name = path + length + 1;
  if (length == 0) return file->id;
  if (file->group > 0 && strlen(file->found) == length && memcmp(path, file->found, length) == 0)
    return file->group;
  snprintf(parent, sizeof parent, "%.*s", (int)length, path);
  return group_open(file, parent);
}

bool hdf5_has(Hdf5 *file, const char *path)
{
  const char *name;
  hid_t       group;
  htri_t      exists;

  if (file->failed || strlen(path) >= HDF5_PATH) return false;
  group = group_of(file, path, &name);
  if (group < 0 || !has_link(file, group, name, path)) return false;
  exists = H5Oexists_by_name(group, name, H5P_DEFAULT);
  if (exists < 0) hdf5_fail_inside(file, path, "cannot be read");
  return exists > 0;
}

static bool type_is(hid_t id, Hdf5Type type)
{
  const H5T_class_t class = H5Tget_class(id);
  const size_t size       = H5Tget_size(id);

  if (type == HDF5_REAL) return class == H5T_FLOAT && size == 8;
  if (type == HDF5_TEXT) return class == H5T_STRING && H5Tis_variable_str(id) == 0;
  if (class != H5T_INTEGER || size != hdf5_type_size(type)) return false;
  return H5Tget_sign(id) == (type == HDF5_BITS || type == HDF5_BYTE ? H5T_SGN_NONE : H5T_SGN_2);
}

/* Reason to refuse the storage of a table, or NULL. */
static const char *refused_storage(const Hdf5 *file, hid_t id)
{
  const hid_t        properties = H5Dget_create_plist(id);
  const H5D_layout_t layout     = H5Pget_layout(properties);
  const int others = H5Pget_external_count(properties), filters = H5Pget_nfilters(properties);

  H5Pclose(properties);
  if (layout == H5D_VIRTUAL || others != 0) return "its data are in other files";
  if (layout < 0 || filters < 0) return "cannot be read";
  if (file->plain && (filters > 0 || layout == H5D_CHUNKED))
    return "is compressed or in chunks; data of checkpoints are neither";
  return NULL;
}

/* Open a table. Negative: failed. */
static hid_t table_open(Hdf5 *file, const char *path)
{
  const char *refused, *name;
  hid_t       group, id;

  if (file->failed) return -1;
  if (!hdf5_has(file, path)) {
    hdf5_fail(file, "%s: is missing", path);
    return -1;
  }
  group = group_of(file, path, &name);
  id    = H5Dopen2(group, name, H5P_DEFAULT);
  if (id < 0) hdf5_fail_inside(file, path, "cannot be opened as a table");
  refused = id >= 0 ? refused_storage(file, id) : NULL;
  if (!refused) return id;
  hdf5_fail(file, "%s: %s", path, refused);
  H5Dclose(id);
  return -1;
}

static bool in_chunks(hid_t id)
{
  const hid_t        properties = H5Dget_create_plist(id);
  const H5D_layout_t layout     = H5Pget_layout(properties);

  H5Pclose(properties);
  return layout == H5D_CHUNKED;
}

/* True if the file stores data for all n rows: a length that it cannot hold must not become the
   size of an allocation. */
static bool has_data(const Hdf5 *file, hid_t id, int64_t n, size_t row_size)
{
  const double needed = (double)n * (double)row_size, stored = (double)H5Dget_storage_size(id);
  hsize_t      size = 0;

  if (H5Fget_filesize(file->id, &size) < 0 || stored > (double)size) return false;
  if (file->plain) return needed == stored; /* chunks were refused as the table was opened */
  return in_chunks(id) ? needed <= stored * EXPANSION : needed == stored;
}

static int64_t rows_of(Hdf5 *file, const Hdf5Table *table, hid_t id)
{
  const hid_t space = H5Dget_space(id), type = H5Dget_type(id);
  const int   dimensions            = H5Sget_simple_extent_ndims(space);
  hsize_t     size[HDF5_DIMENSIONS] = {0}, expected[HDF5_DIMENSIONS];
  int64_t     n                     = -1;

  if (!type_is(type, table->type))
    hdf5_fail(file, "%s: not a table of %s", table->path, type_names[table->type]);
  else if (table->type == HDF5_TEXT && H5Tget_size(type) != (size_t)table->width)
    hdf5_fail(file, "%s: strings of %zu bytes, not %d", table->path, H5Tget_size(type),
              table->width);
  else if (dimensions != hdf5_dimensions(table, 0, expected))
    hdf5_fail(file, "%s: has %d dimensions", table->path, dimensions);
  else {
    H5Sget_simple_extent_dims(space, size, NULL);
    if (dimensions == 2 && size[1] != expected[1])
      hdf5_fail(file, "%s: rows of %lld numbers, not %d", table->path, (long long)size[1],
                table->width);
    else if (size[0] > (hsize_t)rows_most ||
             !has_data(file, id, (int64_t)size[0], hdf5_row_size(table)))
      hdf5_fail(file, "%s: %lld rows, but the file has no data of this size", table->path,
                (long long)size[0]);
    else n = (int64_t)size[0];
  }
  H5Tclose(type);
  H5Sclose(space);
  return n;
}

int64_t hdf5_rows(Hdf5 *file, const Hdf5Table *table)
{
  const hid_t id = table_open(file, table->path);
  int64_t     n;

  if (id < 0) return -1;
  n = rows_of(file, table, id);
  H5Dclose(id);
  return n;
}

/* Read rows first .. first+n-1, n > 0. */
static bool rows_read(const Hdf5Table *table, hid_t id, int64_t first, int64_t n, void *rows)
{
  hsize_t       count[HDF5_DIMENSIONS];
  const hsize_t start[HDF5_DIMENSIONS] = {(hsize_t)first, 0};
  const hid_t   type                   = hdf5_type_create(table->type, (size_t)table->width);
  const hid_t   space                  = H5Dget_space(id),
              memory = H5Screate_simple(hdf5_dimensions(table, n, count), count, NULL);
  herr_t status;

  H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
  status = H5Dread(id, type, memory, space, H5P_DEFAULT, rows);
  H5Sclose(memory);
  H5Sclose(space);
  H5Tclose(type);
  return status >= 0;
}

bool hdf5_read(Hdf5 *file, const Hdf5Table *table, int64_t first, int64_t n, void *rows)
{
  const hid_t id = table_open(file, table->path);
  bool        inside;

  if (id < 0) return false;
  inside = first >= 0 && first + n <= rows_of(file, table, id);
  if (!inside) hdf5_fail(file, "%s: rows missing", table->path);
  else if (n > 0 && !rows_read(table, id, first, n, rows))
    hdf5_fail_inside(file, table->path, "cannot read");
  H5Dclose(id);
  return !file->failed;
}

bool hdf5_type(Hdf5 *file, const char *path, Hdf5Type *type, int *text)
{
  const hid_t id = table_open(file, path);
  hid_t       stored;
  bool        known = false;

  if (id < 0) return false;
  stored = H5Dget_type(id);
  for (int t = HDF5_REAL; t <= HDF5_TEXT && !known; t++) {
    known = type_is(stored, (Hdf5Type)t);
    *type = (Hdf5Type)t;
  }
  *text =
    known && *type == HDF5_TEXT ? (int)min_int((int64_t)H5Tget_size(stored), PETSC_MPI_INT_MAX) : 0;
  H5Tclose(stored);
  H5Dclose(id);
  return known;
}

/* True if an attribute has this type and n numbers (n 0: one), or a text of less than n bytes. */
static bool attribute_fits(hid_t attribute, Hdf5Type type, int n)
{
  const hid_t    id = H5Aget_type(attribute), space = H5Aget_space(attribute);
  const hssize_t points = H5Sget_simple_extent_npoints(space);
  bool           fits   = type_is(id, type) && points == (type == HDF5_TEXT || n == 0 ? 1 : n);

  if (type == HDF5_TEXT) fits = fits && H5Tget_size(id) < (size_t)n;
  H5Sclose(space);
  H5Tclose(id);
  return fits;
}

bool hdf5_get(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n, void *values)
{
  htri_t exists;
  hid_t  attribute, id;

  if (file->failed) return false;
  exists = hdf5_has(file, object) ? H5Aexists_by_name(file->id, object, name, H5P_DEFAULT) : 0;
  if (exists <= 0) {
    if (exists < 0) hdf5_fail_inside(file, object, "cannot be read");
    hdf5_fail(file, "%s: attribute %s is missing", object, name);
    return false;
  }
  attribute = H5Aopen_by_name(file->id, object, name, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute < 0) {
    hdf5_fail_inside(file, object, "cannot open an attribute");
    return false;
  }
  if (!attribute_fits(attribute, type, n))
    hdf5_fail(file, "%s: attribute %s has another type or length", object, name);
  else {
    if (type == HDF5_TEXT) memset(values, 0, (size_t)n);
    id = type == HDF5_TEXT ? H5Aget_type(attribute) : hdf5_type_create(type, 0);
    if (H5Aread(attribute, id, values) < 0)
      hdf5_fail_inside(file, object, "cannot read an attribute");
    H5Tclose(id);
  }
  H5Aclose(attribute);
  return !file->failed;
}

bool hdf5_has_attribute(Hdf5 *file, const char *object, const char *name)
{
  return hdf5_has(file, object) && H5Aexists_by_name(file->id, object, name, H5P_DEFAULT) > 0;
}

/* ---- members of a group ---- */

typedef struct {
  Hdf5       *file;
  const char *group;
  int         n, most;
  size_t      size;
  char       *names;
  PetscInt    capacity;
} Listing;

/* Add one name; not 0: stop. */
static herr_t list_name(hid_t id, const char *name, const H5L_info_t *info, void *context)
{
  Listing *l = context;

  (void)id;
  (void)info;
  if (l->n == l->most) hdf5_fail(l->file, "%s: has more than %d members", l->group, l->most);
  else if (strlen(name) >= l->size)
    hdf5_fail(l->file, "%s: has a member with a name of %zu bytes", l->group, strlen(name));
  if (hdf5_failed(l->file)) return 1;
  array_reserve(&l->names, l->size, l->n + 1, &l->capacity);
  strncpy(l->names + (size_t)l->n++ * l->size, name, l->size); /* fits, and pads with zeros */
  return 0;
}

static int compare_texts(const void *a, const void *b)
{
  return strcmp(a, b);
}

/* Names are read in the order in which HDF5 stores them, and sorted here. If HDF5 sorts them, in a
   damaged group it frees a table that it has not set (1.10 to 1.14, H5G__dense_get_name_by_idx). */
void hdf5_names(Hdf5 *file, const char *group, int most, size_t size, int *n, char **names)
{
  Listing l    = {.file = file, .group = group, .most = most, .size = size};
  hsize_t next = 0;

  *n     = 0;
  *names = NULL;
  if (!hdf5_has(file, group)) return;
  if (H5Literate_by_name(file->id, group, H5_INDEX_NAME, H5_ITER_NATIVE, &next, list_name, &l,
                         H5P_DEFAULT) < 0)
    hdf5_fail_inside(file, group, "cannot list the group");
  sort_items(l.names, l.n, size, compare_texts);
  *names = l.names;
  *n     = file->failed ? 0 : l.n;
}
